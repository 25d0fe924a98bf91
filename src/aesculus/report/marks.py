"""Which rows are Pareto-optimal, each among the rows of its own device."""

from collections import defaultdict
from collections.abc import Sequence

from aesculus.frontier import AREA_ONLY, ROUTED, costs, optimal
from aesculus.metrics import Row


def by_device(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """Return the rows of each device, in order of appearance."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.device].append(row)
    return dict(found)


def objectives_of(row: Row) -> tuple[str, ...]:
    """Return what counts on the row's device: time where a clock is known, cycles elsewhere."""
    return AREA_ONLY if row.estimate else ROUTED


def pareto_marks(rows: Sequence[Row]) -> list[bool]:
    """Return for each row whether no other row of its device is better.

    Throughput, latency, LUTs and block RAMs count; without a clock blocks per cycle and latency in
    cycles stand in. A row without these figures is never marked.
    """
    groups: dict[tuple[str, tuple[str, ...]], list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        groups[row.device, objectives_of(row)].append(index)
    marks = [False] * len(rows)
    for (_, objectives), indices in groups.items():
        mask = optimal(costs([rows[i] for i in indices], objectives))
        for index, keep in zip(indices, mask, strict=True):
            marks[index] = bool(keep)
    return marks

"""Which rows are Pareto-optimal, each among the rows of its own device and mode.

What a vendor's tool measured is of a device of its own name, so it meets no result of the embedded
tools, unless both are wanted together.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence

from aesculus.families.model import AT
from aesculus.frontier.objectives import AREA_ONLY, ROUTED
from aesculus.frontier.pareto import costs, optimal
from aesculus.metrics import Row


def place_of(row: Row, *, together: bool = False) -> str:
    """Return the device of a row; with `together` without the tool that measured it."""
    return row.device.partition(AT)[0] if together else row.device


def by_device(rows: Sequence[Row], *, together: bool = False) -> dict[str, list[Row]]:
    """Return the rows of each device, in order of appearance.

    Args:
        rows: of any devices.
        together: put those of all tools for a device into one group.
    """
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[place_of(row, together=together)].append(row)
    return dict(found)


def mode_of(row: Row) -> str:
    """Return the mode of operation of a row's design; empty for a core alone.

    What encrypts a message in one mode is no better or worse than what does so in another: they do
    not do the same.
    """
    return str(row.design.get("mode", ""))


def objectives_of(row: Row) -> tuple[str, ...]:
    """Return what counts on the row's device: time where a clock is known, cycles elsewhere."""
    return AREA_ONLY if row.estimate else ROUTED


def pareto_marks(
    rows: Sequence[Row], *, together: bool = False, company: Sequence[Row] = ()
) -> list[bool]:
    """Return for each row whether no other row of its device and mode is better.

    Throughput, latency, LUTs and block RAMs count; without a clock blocks per cycle and latency in
    cycles stand in. A row without these figures is never marked.

    Args:
        rows: of any devices.
        together: as of `by_device`.
        company: further rows that may be better; those that are among `rows` count once.
    """
    groups: dict[tuple[str, tuple[str, ...], str], list[int]] = defaultdict(list)
    known = {(row.label, row.device) for row in rows}
    every = [*rows, *(row for row in company if (row.label, row.device) not in known)]
    for index, row in enumerate(every):
        groups[place_of(row, together=together), objectives_of(row), mode_of(row)].append(index)
    marks = [False] * len(every)
    for (_, objectives, _), indices in groups.items():
        mask = optimal(costs([every[i] for i in indices], objectives))
        for index, keep in zip(indices, mask, strict=True):
            marks[index] = bool(keep)
    return marks[: len(rows)]


def is_of_others(row: Row, sources: Collection[str] | None) -> bool:
    """Return whether a row was measured with other RTL than of these digests; `None`: whatever."""
    return sources is not None and row.rtl_digest not in sources

"""Whether a soak ended well: the growth of memory, and results that are lost or repeated."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from aesculus.engine.engine import Engine
from aesculus.engine.plan import Want
from aesculus.engine.pool import Pool
from aesculus.store import Store
from aesculus.studies.soak.watching import Sample
from aesculus.studies.witness import fingerprint

WARM_UP = 0.1
"""Share of the time that does not count: modules are loaded, caches fill."""

PARTS = 6
"""The rest is cut into so many parts; the last is held against the first."""

MOST_GROWTH = 0.1


@dataclass(frozen=True, slots=True)
class Part:
    """The medians of a part of the time; see `Sample`."""

    from_s: float
    to_s: float
    samples: int
    client_mb: float
    worker_mb: float
    files: float
    threads: float


def parts(samples: Sequence[Sample]) -> list[Part]:
    """Return the parts behind the warm-up; of a time without a sample there is none."""
    if not samples:
        return []
    end = samples[-1].at_s
    start = WARM_UP * end
    found = []
    for number in range(PARTS):
        low, high = (start + (end - start) * n / PARTS for n in (number, number + 1))
        last = number == PARTS - 1
        some = [s for s in samples if low <= s.at_s < high or (last and s.at_s == end)]
        if some:
            told = {
                name: round(median(getattr(s, name) for s in some), 1)
                for name in ("client_mb", "worker_mb", "files", "threads")
            }
            found.append(Part(round(low, 1), round(high, 1), len(some), **told))
    return found


def growth(found: Sequence[Part], name: str) -> float:
    """Return by what share a median grew from the first part to the last; less than 0: it fell."""
    if not found:
        return float("inf")
    first, last = (getattr(part, name) for part in (found[0], found[-1]))
    return round(last / first - 1, 4) if first else float("inf")


def same_results(left: Store, right: Store) -> bool:
    """Return whether two stores hold the same results."""
    one, other = (
        {record.key: fingerprint(record) for record in each.records()} for each in (left, right)
    )
    return one == other


def left_open(store: Store, wants: Sequence[Want]) -> int:
    """Return how many wanted results another run would still have to make."""
    with Pool(slots=1) as pool:
        return Engine(store, pool, budget_s=0.0).run(wants).unreached


def verdict(body: Mapping[str, Any]) -> list[str]:
    """Return what speaks against a soak, a line each; nothing when it ended well."""
    found = [f"{count} results {name}" for name, count in body["differences"].items() if count]
    found += [
        f"the memory of the {who} grew by {100 * body['growth'][who]:.1f} %"
        for who in ("client", "worker")
        if body["growth"][who] > MOST_GROWTH
    ]
    found += body["faults"]
    if body["failed"]:
        found.append(f"{body['failed']} results failed")
    if not body["kept_alive"]:
        found.append("the worker died that nobody killed")
    if not body["merged_same"]:
        found.append("the merged store holds other results")
    if body["open_again"] != body["unreached"]:
        found.append(
            f"another run would make {body['open_again']} results, not {body['unreached']}"
        )
    return found


def told(found: Sequence[Part]) -> list[dict[str, Any]]:
    """Return the parts for the file."""
    return [asdict(part) for part in found]

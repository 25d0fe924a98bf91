"""Points drawn from the whole space, each simulated."""

import random
from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Annotated, Any

from pydantic import Field

from aesculus.ciphers.aes.space import DesignPoint, Direction, KeySchedule, draw
from aesculus.ciphers.aes.space.parameters import axis, sbox_member
from aesculus.design import Build
from aesculus.engine import Jobs, Want, run_wants, told
from aesculus.errors import InputError, RunError
from aesculus.records import Stage
from aesculus.store import StageRecord
from aesculus.studies.study import Count, RunOptions, Study

_LANES = (1, 2, 3)
"""Lanes are copies: three can show a mix-up of neighbours, more only take longer to compile."""

_CANDIDATES = 8
"""Points drawn for each that is verified."""

_PAIRED = (
    "key_bits",
    "direction",
    "width",
    "sbox",
    "key_sbox",
    "whole",
    "key_schedule",
    "lane_keys",
    "flow",
)
"""Axes whose values are to meet in pairs, as far as the draw has them together."""

_ALONE = ("unroll", "entry_cuts", "lanes")
"""Axes whose values are to be there; pairs of them would be many, and large."""

_LARGE_PAIRS = (
    ("unroll", "direction"),
    ("entry_cuts", "direction"),
    ("entry_cuts", "key_schedule"),
)
"""Those of the pairs that are to be there nevertheless."""

_SMALLEST = 5
_NARROW_SIZE = 10
"""A narrow datapath is small, but a block takes it many cycles."""
_GATES = 10
"""An S-box of gates takes so many times the C++ of one that is a table."""

_OPEN = "open"


def size(point: DesignPoint) -> int:
    """Return about how long a point takes to compile and run, in rounds of one lane with tables."""
    if point.width != axis("width").default:
        return _SMALLEST + _NARROW_SIZE * point.lanes
    prepares = point.key_schedule is KeySchedule.ONLINE and point.direction is not Direction.ENCRYPT
    gates = _GATES if sbox_member(point.sbox).inner_cuts else 1
    return _SMALLEST + gates * point.unroll * point.lanes * (2 if prepares else 1)


def points(count: int, seed: int) -> list[DesignPoint]:
    """Return so many points of the whole space, large ones seldom.

    Of many points drawn, each goes to the front with a chance that falls with its size. In that
    order, the points come first that show a value, or two values together, which none before them
    has; then the others. Large points are verified for what only they have, and small ones for all
    the rest: compiling is what takes the time.

    Args:
        count: how many; fewer are returned when the space has not so many.
        seed: of the draw.
    """
    rng = random.Random(seed)  # noqa: S311 - a sample, no secret
    drawn = draw(_CANDIDATES * count, seed, {"lanes": _LANES})
    # Sampling with weights 1/size**2: Efraimidis and Spirakis, Inf. Proc. Letters 97 (2006).
    keys = {point: rng.expovariate(1.0 / size(point) ** 2) for point in drawn}
    order = sorted(drawn, key=keys.__getitem__)
    seen: set[tuple[object, ...]] = set()
    first: list[DesignPoint] = []
    for point in order:
        shown = _shown(point)
        if shown - seen:
            first.append(point)
            seen |= shown
    rest = [point for point in order if point not in set(first)]
    chosen = set([*first, *rest][:count])
    return [point for point in drawn if point in chosen]


def _shown(point: DesignPoint) -> set[tuple[object, ...]]:
    values = [(name, getattr(point, name)) for name in _PAIRED]
    large = ((*pair, *(getattr(point, name) for name in pair)) for pair in _LARGE_PAIRS)
    alone = ((name, getattr(point, name)) for name in _ALONE)
    return {*combinations(values, 2), *large, *alone}


def row(point: DesignPoint, record: StageRecord | None) -> dict[str, Any]:
    """Return what is known of one point."""
    found: dict[str, Any] = {"label": point.label, "design": Build(point).fields}
    if record is None:
        return found | {"status": _OPEN}
    names = ("vectors", "blocks", "cycles", "blocks_per_cycle", "latency_cycles", "kat_note")
    metrics = {name: record.metrics[name] for name in names if name in record.metrics}
    return (
        found
        | metrics
        | {
            "status": record.status.value,
            "reason": record.reason,
            "rtl_digest": record.job.rtl_digest,
            "seconds": round(record.seconds, 1),
        }
    )


class VerifyOptions(RunOptions):
    """What the study can be told."""

    count: Annotated[Count, Field(description="Points to draw.")] = 500
    seed: Annotated[int, Field(description="Seed of the draw.")] = 0


class VerifySpace(Study[VerifyOptions]):
    """The study."""

    name = "verify-space"
    doc = "Points drawn from the whole space, each simulated against NIST vectors and a second AES."
    options = VerifyOptions
    indent = 1

    def run(self, options: VerifyOptions) -> None:
        """Verify so many drawn points, and write what came of it.

        Raises:
            InputError: there are not so many points.
            RunError: a point failed, or the budget did not reach it.
        """
        count = options.count
        chosen = points(count, options.seed)
        if len(chosen) < count:
            raise InputError(f"--count {count}: the space gave only {len(chosen)} different points")
        jobs = Jobs()
        wants = [Want(Build(point), Stage.VERIFY) for point in chosen]
        with options.opened() as (store, how):
            summary = run_wants(store, wants, how, jobs=jobs)
            rows = [row(point, store.get(jobs.verify(Build(point)).key)) for point in chosen]
        self.write(
            options.out,
            {
                **self.head(),
                "seed": options.seed,
                "count": count,
                "rtl_digest": jobs.rtl_digest,
                "tools": jobs.verify(Build(chosen[0])).tools,
                "rows": rows,
            },
        )
        self.say_where(options.out, f"{told(summary)}.")
        bad = [each["label"] for each in rows if each["status"] not in {"ok", _OPEN}]
        if bad:
            raise RunError(f"{len(bad)} of {count} points failed: {', '.join(bad)}")
        left = sum(each["status"] == _OPEN for each in rows)
        if left:
            raise RunError(
                f"not complete yet: {left} of {count} points are open; run again to go on"
            )

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return how many points have each status, and each value of an axis."""
        rows = body["rows"]
        counts = Counter(each["status"] for each in rows)
        axes = []
        for name in _TOLD:
            found = Counter(str(each["design"][name]) for each in rows)
            axes.append([f"`{name}`", ", ".join(f"{v}: {found[v]}" for v in _ordered(found))])
        return {
            "counts": ", ".join(f"{number} {status}" for status, number in sorted(counts.items())),
            "axes": axes,
        }


_TOLD = (
    "key_bits",
    "direction",
    "unroll",
    "entry_cuts",
    "width",
    "sbox",
    "key_sbox",
    "whole",
    "key_schedule",
    "lanes",
    "lane_keys",
    "flow",
)
"""Axes whose values the page counts."""


def _ordered(values: Counter[str]) -> list[str]:
    return sorted(values, key=lambda text: (int(text) if text.isdigit() else 0, text))


STUDIES = (VerifySpace(),)

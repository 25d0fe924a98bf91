"""`aesculus bench verify-space`: points drawn from the whole space, each simulated."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from aesculus import markdown
from aesculus.ciphers.aes.space import DesignPoint, Direction, KeySchedule, draw
from aesculus.ciphers.aes.space.parameters import axis, sbox_member
from aesculus.cli.bench_common import head
from aesculus.cli.common import progress_console
from aesculus.cli.errors import InputError, RunError
from aesculus.cli.output import DASH
from aesculus.engine import Jobs, Options, Want, run_wants, told
from aesculus.records import Stage
from aesculus.store import StageRecord, Store

NAME = "verify-space"
DOC = "Points drawn from the whole space, each simulated against NIST vectors and a second AES."
COUNT = 500

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


def run(store: Store, options: Options, folder: Path, *, count: int = COUNT, seed: int = 0) -> None:
    """Verify so many drawn points, and write what came of it.

    A point whose result the store has is not simulated again, so a run that was stopped goes on.

    Raises:
        InputError: there are not so many points.
        RunError: a point failed, or the budget did not reach it.
    """
    chosen = points(count, seed)
    if len(chosen) < count:
        raise InputError(f"--count {count}: the space gave only {len(chosen)} different points")
    jobs = Jobs()
    summary = run_wants(store, [Want(point, Stage.VERIFY) for point in chosen], options, jobs=jobs)
    rows = [row(point, store.get(jobs.job(Stage.VERIFY, point).key)) for point in chosen]
    body = {
        **head(NAME, DOC),
        "seed": seed,
        "count": count,
        "rtl_digest": jobs.rtl_digest,
        "tools": jobs.job(Stage.VERIFY, chosen[0]).tools if chosen else {},
        "rows": rows,
    }
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / NAME
    stem.with_suffix(".json").write_text(json.dumps(body, indent=1) + "\n", encoding="utf-8")
    stem.with_suffix(".md").write_text(as_markdown(body), encoding="utf-8")
    progress_console().print(f"{told(summary)}. Results: {stem}.json, {stem}.md", highlight=False)
    bad = [each["label"] for each in rows if each["status"] not in {"ok", _OPEN}]
    if bad:
        raise RunError(f"{len(bad)} of {count} points failed: {', '.join(bad)}")
    left = sum(each["status"] == _OPEN for each in rows)
    if left:
        raise RunError(f"not complete yet: {left} of {count} points are open; run again to go on")


def row(point: DesignPoint, record: StageRecord | None) -> dict[str, Any]:
    """Return what is known of one point."""
    found: dict[str, Any] = {"label": point.label, "design": point.model_dump(mode="json")}
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


def as_markdown(body: dict[str, Any]) -> str:
    """Return the results for people."""
    rows: Sequence[dict[str, Any]] = body["rows"]
    counts = Counter(each["status"] for each in rows)
    lines = [
        f"# Campaign {NAME}",
        "",
        body["about"],
        "",
        f"Made {body['made']} with `{body['command']}` (seed {body['seed']}); "
        + ", ".join(f"{number} {status}" for status, number in sorted(counts.items()))
        + f". RTL (SHA-256) `{body['rtl_digest']}`; "
        + ", ".join(body["tools"].values())
        + ".",
        "",
    ]
    values = {name: Counter(str(each["design"][name]) for each in rows) for name in _TOLD}
    lines += markdown.table(
        ["axis", "points with each value"],
        (
            [f"`{name}`", ", ".join(f"{value}: {found[value]}" for value in _ordered(found))]
            for name, found in values.items()
        ),
        words=2,
    )
    names = ("vectors", "blocks", "blocks_per_cycle", "latency_cycles")
    lines += [
        "",
        *markdown.table(
            ["design", "status", "vectors", "blocks", "blocks/cycle", "latency (cycles)"],
            (
                [each["label"], each["status"], *(each.get(name, DASH) for name in names)]
                for each in rows
            ),
            words=2,
        ),
    ]
    return "\n".join(lines) + "\n"


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

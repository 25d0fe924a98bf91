"""`aesculus bench mutants`: small mistakes in the RTL, and how many of them the bench catches."""

import json
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from aesculus import markdown
from aesculus.cli.bench_common import head
from aesculus.cli.common import progress_console
from aesculus.cli.errors import RunError
from aesculus.cli.output import DASH
from aesculus.resources import rtl_files
from aesculus.space import DesignPoint, available, draw, is_legal, parse
from aesculus.verify.mutation import score as mutant_score
from aesculus.verify.mutation.score import Fate

NAME = "mutants"
DOC = "Mutants of the RTL, drawn by Yosys: how many of them the bench catches, by module."
COUNT = 80
"""Mutants a point."""

CONSTANTS = 8
"""Besides, mutants a point of what is constant when it elaborates; each takes a build."""

GOAL = 0.95
"""Share that has to be caught, of those that are not proved to change nothing."""

_LABELS = (
    "UF1-PP0L-TAG3",
    "UF1-C9ffT-G21c",
    "UF1-PP2B-KT-STALL",
    "UF3-PP0D-CREDIT-TAG3",
    "RF2S-UF1-PP1D-STALL",
    "AES192D-UF1-PP1T-STALL",
    "AES256ED-UF1-PP2D-CREDIT",
    "AES192ED-UF1-PPXF",
    "AES256-UF1-PP3L-STORED-CREDIT",
    "UF1-PP0D-STORED-STALL-TAG3",
    "AES128ED-UF2-PP1B-STORED-CREDIT",
    "AES192-UF2-C401T-EXT-STALL",
    "AES256D-UF2-PP0L-FIXED",
    "UF10-PP0F-IN2-STORED",
)
"""Points that have every module and every kind of branch of the RTL between them."""

_WITHOUT_LOGIC = ("_pkg", "_checks")
_KINDS = ("key_bits", "direction", "width", "sbox", "key_schedule", "lane_keys", "flow")
_SMALL = {"unroll": (1, 2), "lanes": (1,)}


def points() -> list[DesignPoint]:
    """Return the points: those above, and a small one for each value that none of them has."""
    found = [point for point in map(parse, _LABELS) if is_legal(point)]
    for axis in _KINDS:
        for value in available(axis):
            if all(getattr(point, axis) != value for point in found):
                found += draw(1, 0, {**_SMALL, axis: (value,)})
    return found


def run(folder: Path, *, count: int = COUNT, seed: int = 0, jobs: int = 1) -> None:
    """Judge mutants of every point, and write what came of them.

    Results are written after each point; a point whose results are there is not run again, so a
    run that was stopped goes on.

    Args:
        folder: where the results go.
        count: mutants a point.
        seed: of their draw.
        jobs: points to judge at once.

    Raises:
        RunError: too few are caught.
        ToolError: a tool gave no result.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / NAME
    named = {"seed": seed, "count": count, "fingerprint": mutant_score.fingerprint()}
    known = _known(stem.with_suffix(".json"), named)

    def judged(point: DesignPoint) -> dict[str, Any]:
        if point.label in known:
            return known[point.label]
        with tempfile.TemporaryDirectory() as scratch:
            found = mutant_score.judge(
                point, count, seed=seed, workdir=Path(scratch), n_constants=min(CONSTANTS, count)
            )
        return {"label": point.label, "mutants": [each.as_row() for each in found]}

    rows: list[dict[str, Any]] = []
    console = progress_console()
    chosen = points()
    pool = ThreadPoolExecutor(jobs)
    try:
        for row in pool.map(judged, chosen):
            rows.append(row)
            body = {**head(NAME, DOC), **named, "points": rows}
            text = json.dumps(body, indent=1) + "\n"
            stem.with_suffix(".json").write_text(text, encoding="utf-8")
            counts = Counter(each["fate"] for each in row["mutants"])
            told = ", ".join(f"{number} {fate}" for fate, number in sorted(counts.items()))
            console.print(f"{len(rows)}/{len(chosen)} {row['label']}: {told}", highlight=False)
    finally:
        pool.shutdown(cancel_futures=True)
    stem.with_suffix(".md").write_text(as_markdown(body), encoding="utf-8")
    score = share(each for row in rows for each in row["mutants"])
    console.print(f"{score:.1%} caught. Results: {stem}.json, {stem}.md", highlight=False)
    if score < GOAL:
        raise RunError(f"{score:.1%} of the mutants are caught; at least {GOAL:.0%} should be")


def _known(path: Path, named: dict[str, Any]) -> dict[str, dict[str, Any]]:
    if not path.exists():
        return {}
    body = json.loads(path.read_text(encoding="utf-8"))
    if any(body.get(key) != value for key, value in named.items()):
        return {}
    return {row["label"]: row for row in body["points"]}


def share(mutants: Iterable[dict[str, Any]]) -> float:
    """Return which share is caught, of those that are not proved to change nothing."""
    counts = Counter(each["fate"] for each in mutants)
    open_ = counts[Fate.CAUGHT] + counts[Fate.SURVIVED]
    return counts[Fate.CAUGHT] / open_ if open_ else 1.0


def as_markdown(body: dict[str, Any]) -> str:
    """Return the results for people."""
    rows: Sequence[dict[str, Any]] = body["points"]
    every = [each for row in rows for each in row["mutants"]]
    lines = [
        f"# Campaign {NAME}",
        "",
        body["about"],
        "",
        f"Made {body['made']} with `{body['command']}` (seed {body['seed']}, {body['count']} "
        f"mutants a point). {len(every)} mutants, {share(every):.1%} caught of those that are not",
        "proved equivalent: after any reset, whatever registers without one hold, the outputs are",
        "for ever those of the core without the mutant.",
        "",
        *_table("module", _grouped(every, "module")),
        "",
        f"No mutant was drawn in: {', '.join(_missed(every)) or DASH}.",
        "",
        *_table("design", {row["label"]: row["mutants"] for row in rows}),
        "",
        "Survivors:",
        "",
        *markdown.table(
            ["design", "place", "mutant", "why"],
            (
                [row["label"], f"{each['module']}:{each['line']}", each["what"], each["why"]]
                for row in rows
                for each in row["mutants"]
                if each["fate"] == Fate.SURVIVED
            ),
            words=4,
        ),
    ]
    return "\n".join(lines) + "\n"


def _missed(mutants: Iterable[dict[str, Any]]) -> list[str]:
    """Return the sources with modules in which no mutant lies."""
    sources = {path.stem for path in rtl_files() if not path.stem.endswith(_WITHOUT_LOGIC)}
    return sorted(sources - {each["module"] for each in mutants})


def _grouped(mutants: Iterable[dict[str, Any]], field: str) -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for each in mutants:
        groups[each[field]].append(each)
    return dict(sorted(groups.items()))


def _table(what: str, groups: dict[str, list[dict[str, Any]]]) -> list[str]:
    rows = []
    for name, mutants in groups.items():
        counts = Counter(each["fate"] for each in mutants)
        fates = [counts[fate] for fate in Fate]
        rows.append([name, len(mutants), *fates, f"{share(mutants):.1%}"])
    return markdown.table([what, "mutants", *(fate.value for fate in Fate), "share caught"], rows)

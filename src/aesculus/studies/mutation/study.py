"""Small mistakes in the RTL, and how many of them the bench catches."""

import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from aesculus.ciphers.aes.space import DesignPoint, available, draw, is_legal, parse
from aesculus.consoles import say
from aesculus.errors import RunError
from aesculus.resources import rtl_files
from aesculus.studies.leaving import left_at_once
from aesculus.studies.mutation import reasons
from aesculus.studies.mutation import score as mutant_score
from aesculus.studies.mutation.fates import Fate
from aesculus.studies.study import Count, Jobs, Study, StudyOptions
from aesculus.tools import ToolError
from aesculus.tools.process import cores

CONSTANTS = 8
"""Besides, mutants a point of what is constant when it elaborates; each takes a build."""

GOAL = 0.98
"""Share that has to be caught or refuted, of those that are not proved to change nothing."""

MODULE_GOAL = 0.95
"""The same of each module."""

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
    "UF1-PP0P-W8-TAG2",
    "UF1-PP0P-W8-KS-STALL",
)
"""Points that have every module and every kind of branch of the RTL between them."""

_NOT_NOTED = "not noted: judged before proofs were"
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


POOL: Callable[[int], Executor] = partial(ProcessPoolExecutor, mp_context=get_context("spawn"))
"""What judges so many designs at once: a process each, since proofs work in Python."""


class MutantOptions(StudyOptions):
    """What the study can be told."""

    mutants: Annotated[Count, Field(description="Mutants a point.")] = 80
    seed: Annotated[int, Field(description="Seed of their draw.")] = 0
    jobs: Jobs = 0


class Mutants(Study[MutantOptions]):
    """The study."""

    name = "mutants"
    doc = "Mutants of the RTL, drawn by Yosys: how many of them the bench catches, by module."
    options = MutantOptions
    indent = 1

    def marks(self, options: MutantOptions) -> dict[str, Any]:
        """Return the draw, and what the sources and the bench are known by."""
        return {
            "seed": options.seed,
            "count": options.mutants,
            "constants": min(CONSTANTS, options.mutants),
            "fingerprint": mutant_score.fingerprint(),
        }

    def run(self, options: MutantOptions) -> None:
        """Judge mutants of every point, and write what came of them after each point.

        Raises:
            RunError: too few are caught, or one lives of which nobody said why.
            ToolError: a tool gave no result.
        """
        named = self.marks(options)
        known: dict[str, dict[str, Any]] = {
            row["label"]: row for row in self.resume(options).get("points", [])
        }
        rows: dict[str, dict[str, Any]] = {}
        failures: list[ToolError] = []
        chosen = points()
        asked = partial(_judged, named["count"], named["constants"], named["seed"])
        # What was judged is written: who leaves does not wait for proofs of minutes.
        with left_at_once(POOL(options.jobs or cores())) as pool:
            waiting = [pool.submit(asked, each, known.get(each.label)) for each in chosen]
            for done in as_completed(waiting):
                try:
                    row = done.result()
                except ToolError as error:
                    # The other points are none the worse for it.
                    failures.append(error)
                    continue
                rows[row["label"]] = row
                # What is to be asked again is kept until it was: a run may end any time.
                have = known | rows
                listed = [have[point.label] for point in chosen if point.label in have]
                every = [each for row in listed for each in row["mutants"]]
                body = {**self.head(), **named, "missed": _missed(every), "points": listed}
                self.write(options.out, body, page=True)
                counts = Counter(each["fate"] for each in row["mutants"])
                told = ", ".join(f"{number} {fate}" for fate, number in sorted(counts.items()))
                say(f"{len(rows)}/{len(chosen)} {row['label']}: {told}")
        if failures:
            raise failures[0]
        every = [each for row in rows.values() for each in row["mutants"]]
        self.say_where(options.out, f"{share(every):.1%} caught.")
        if short := _short(every):
            raise RunError("; ".join(short))

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the counts by module and by design, and the survivors."""
        rows = body["points"]
        labels = {row["label"] for row in rows}
        every = [each for row in rows for each in row["mutants"]]
        return {
            "number": len(every),
            "score": share(every),
            "fates": [fate.value for fate in Fate],
            "proofs": Counter(
                each["why"] or _NOT_NOTED for each in every if each["fate"] == Fate.EQUIVALENT
            ).most_common(),
            "earlier": [row["label"] for row in rows if row.get("proofs") != mutant_score.proofs()],
            "waiting": [each.label for each in points() if each.label not in labels],
            "modules": _counted(_grouped(every, "module")),
            "designs": _counted({row["label"]: row["mutants"] for row in rows}),
            "survivors": [
                [row["label"], f"{each['module']}:{each['line']}", each["what"], each["why"]]
                for row in rows
                for each in row["mutants"]
                if each["fate"] == Fate.SURVIVED
            ],
        }


def _judged(
    count: int, constants: int, seed: int, point: DesignPoint, row: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return a design's row.

    Args:
        count: drawn mutants.
        constants: mutants of constants.
        seed: of both draws.
        point: the design.
        row: its row of an earlier run, if there was one.
    """
    proofs = mutant_score.proofs()
    if row is not None and row.get("proofs") == proofs:
        told = reasons.told_again(point.label, row["mutants"])
        return {"label": point.label, "proofs": proofs, "mutants": told}
    # What the bench caught it would catch again; on the others other proofs may be found.
    seen = None if row is None else _caught(row["mutants"])
    with tempfile.TemporaryDirectory() as scratch:
        found = mutant_score.judge(
            point, count, seed=seed, workdir=Path(scratch), n_constants=constants, seen=seen
        )
    return {"label": point.label, "proofs": proofs, "mutants": [each.as_row() for each in found]}


def _caught(mutants: Iterable[dict[str, Any]]) -> dict[int, str]:
    return {each["number"]: each["why"] for each in mutants if each["fate"] == Fate.CAUGHT}


def share(mutants: Iterable[dict[str, Any]]) -> float:
    """Return which share is caught or refuted, of those that are not proved to change nothing."""
    counts = Counter(each["fate"] for each in mutants)
    found = counts[Fate.CAUGHT] + counts[Fate.REFUTED]
    open_ = found + counts[Fate.SURVIVED]
    return found / open_ if open_ else 1.0


def _short(mutants: Sequence[dict[str, Any]]) -> list[str]:
    """Return where too few are caught, and how many live of which nobody said why."""
    asked = {"all modules": (GOAL, share(mutants))} | {
        module: (MODULE_GOAL, share(own)) for module, own in _grouped(mutants, "module").items()
    }
    found = [
        f"{score:.1%} of the mutants of {name} are caught; at least {goal:.0%} should be"
        for name, (goal, score) in asked.items()
        if score < goal
    ]
    unsaid = sum(each["fate"] == Fate.SURVIVED and not each["why"] for each in mutants)
    if unsaid:
        found.append(f"{unsaid} live of which reasons.toml does not say why")
    return found


def _missed(mutants: Iterable[dict[str, Any]]) -> list[str]:
    """Return the sources with modules in which no mutant lies."""
    sources = {path.stem for path in rtl_files() if not path.stem.endswith(_WITHOUT_LOGIC)}
    return sorted(sources - {each["module"] for each in mutants})


def _grouped(mutants: Iterable[dict[str, Any]], field: str) -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for each in mutants:
        groups[each[field]].append(each)
    return dict(sorted(groups.items()))


def _counted(groups: Mapping[str, list[dict[str, Any]]]) -> list[list[object]]:
    """Return a line a group: its name, how many, how many of each fate, the share caught."""
    rows: list[list[object]] = []
    for name, mutants in groups.items():
        counts = Counter(each["fate"] for each in mutants)
        fates = [counts[fate] for fate in Fate]
        rows.append([name, len(mutants), *fates, f"{share(mutants):.1%}"])
    return rows


STUDIES = (Mutants(),)

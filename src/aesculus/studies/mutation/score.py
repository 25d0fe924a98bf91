"""Mutants of one point, from the draw to a verdict on each."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import metadata
from pathlib import Path

from aesculus.ciphers.aes.space import DesignPoint
from aesculus.resources import rtl_files
from aesculus.stages.simulation import bench_fingerprint
from aesculus.studies.mutation import aiger, constants, heard, left, miter, mutants, never
from aesculus.studies.mutation import proof as mutant_proof
from aesculus.studies.mutation import right as mutant_right
from aesculus.studies.mutation import run as mutant_run
from aesculus.studies.mutation.fates import Fate, Judged
from aesculus.studies.mutation.reasons import line_of, reason
from aesculus.studies.mutation.right import Right
from aesculus.tools import ToolError

_LONGER = 4.0
"""So much longer a proof of a mutant of constants may take: much can have other cells there."""

_DRAW = (constants, mutant_run, mutants)
_PROOFS = (aiger, heard, left, miter, mutant_proof, never, mutant_right)
_ALIKE = {
    mutant_proof.same_logic: "the same logic",
    mutant_proof.same_in_some_order: "the same logic, its registers in another order",
    mutant_proof.never_other: "never reached, by the right core alone",
    mutant_proof.same_for_ever: "the same for ever, by both side by side",
    mutant_proof.same_behind_a_reset: "likewise, the reset's cycle written out",
}
"""What each proof shows, in words."""

_WAYS = (mutant_proof.never_other, mutant_proof.same_for_ever)
"""How a mutant is proved the same, once plain logic has not."""

_WAYS_OF_CONSTANTS = (*_WAYS, mutant_proof.same_behind_a_reset)
"""Likewise a mutant of constants: the last settles what only another kind of memory can bring."""


def fingerprint() -> str:
    """Return a hash of what decides what the bench catches, besides point, count and seed."""
    total = hashlib.sha256()
    for text in (bench_fingerprint(), metadata.version("pyosys")):
        total.update(text.encode())
    # With their comments: a mutant is named by its line.
    for path in rtl_files():
        total.update(path.read_bytes())
    for module in _DRAW:
        total.update(Path(str(module.__file__)).read_bytes())
    return total.hexdigest()


def proofs() -> str:
    """Return a hash of what decides a verdict on mutants that the bench does not catch."""
    total = hashlib.sha256()
    for path in (__file__, *(module.__file__ for module in _PROOFS)):
        total.update(Path(str(path)).read_bytes())
    return total.hexdigest()


def judge(
    point: DesignPoint,
    count: int,
    *,
    seed: int,
    workdir: Path,
    timeout_s: float = 1800.0,
    induction_s: float = mutant_proof.INDUCTION_S,
    jobs: int = 1,
    files: Sequence[Path] | None = None,
    n_constants: int = 0,
    seen: Mapping[int, str] | None = None,
) -> list[Judged]:
    """Draw mutants of a point, run the bench on each, and try to settle those that survive.

    They may leave something behind a reset or a clear, which is no matter of the bench, or be
    proved to do nothing.

    Args:
        point: a legal point.
        count: how many mutants.
        seed: of their draw.
        workdir: folder for everything that is written.
        timeout_s: wall time limit in seconds of each tool.
        induction_s: likewise of a proof that a mutant changes nothing for ever.
        jobs: C++ compilers, and proofs, to run at once.
        files: RTL sources, if not the packaged ones.
        n_constants: how many mutants of tables, parameters and generate conditions besides.
        seen: what the bench caught of this very draw, number to why; without it the bench runs.

    Raises:
        ToolError: a tool gave no result.
        Mismatch: the core is wrong without any mutant.
        MeasureError: likewise.
    """
    drawn = mutants.draw(point, count, seed=seed, workdir=workdir, timeout_s=timeout_s, files=files)
    run: _Run
    if seen is not None:
        run = partial(_recalled, seen)
    else:
        executable = mutants.build(point, workdir=workdir, timeout_s=timeout_s, jobs=jobs)
        run = partial(_run, mutant_run.Runner(point, executable, workdir=workdir))
    findings = {each.number: run(each.number) for each in drawn}
    alive = [number for number, finding in findings.items() if not finding.caught]
    written = tuple(files or rtl_files())
    why = {each.number: reason(each, line_of(each, written), point) for each in drawn}
    right = Right(workdir / mutants.ELABORATED, timeout_s)
    wrong: dict[int, str] = {}
    same: dict[int, str] = {}
    if alive:
        # What is proved in a second first: it settles most.
        mutated = mutant_proof.graph(workdir / mutants.MUTATED_RTLIL, timeout_s)
        proved = partial(mutant_proof.equivalent, mutated, workdir=workdir, jobs=jobs)
        first = mutant_proof.same_logic
        same = dict.fromkeys(proved(alive, first, timeout_s=timeout_s), _ALIKE[first])
        wrong = right.refuted_of(mutated, [number for number in alive if number not in same])
        for way in _WAYS:
            unsettled = [n for n in alive if n not in same and n not in wrong]
            same |= dict.fromkeys(proved(unsettled, way, timeout_s=induction_s), _ALIKE[way])
    judged = []
    for each in drawn:
        finding = findings[each.number]
        if finding.caught:
            judged.append(Judged(each, Fate.CAUGHT, finding.why))
        elif each.number in wrong:
            judged.append(Judged(each, Fate.REFUTED, wrong[each.number]))
        elif each.number in same:
            judged.append(Judged(each, Fate.EQUIVALENT, same[each.number]))
        else:
            judged.append(Judged(each, Fate.SURVIVED, why[each.number]))
    folder = workdir / "constants"
    others = constants.draw(
        point,
        n_constants,
        seed=seed,
        first=len(drawn) + 1,
        workdir=folder,
        files=list(written),
        timeout_s=timeout_s,
    )

    return judged + [
        _judge_constant(
            point,
            each,
            sources,
            run,
            written,
            folder,
            right=right,
            timeout_s=timeout_s,
            induction_s=_LONGER * induction_s,
        )
        for each, sources in others.items()
    ]


_Run = Callable[..., mutant_run.Finding]
"""Tells of a number, and of what builds the bench around that mutant, what the bench found."""


def _run(
    runner: mutant_run.Runner, number: int, build: Callable[[], Path] | None = None
) -> mutant_run.Finding:
    try:
        return runner.run(number, None if build is None else build())
    except ToolError as error:
        return mutant_run.failed(number, error)


def _recalled(
    seen: Mapping[int, str], number: int, build: Callable[[], Path] | None = None
) -> mutant_run.Finding:
    del build
    return mutant_run.Finding(number, number in seen, seen.get(number, ""))


def _judge_constant(  # noqa: PLR0917 - what a verdict takes
    point: DesignPoint,
    mutant: mutants.Mutant,
    sources: Sequence[Path],
    run: _Run,
    written: Sequence[Path],
    folder: Path,
    *,
    right: Right,
    timeout_s: float,
    induction_s: float,
) -> Judged:
    own = folder / f"build{mutant.number}"
    finding = run(mutant.number, partial(constants.build, point, sources, own, timeout_s))
    if finding.caught:
        return Judged(mutant, Fate.CAUGHT, finding.why)
    elaborated = next(path.parent for path in sources if path.is_relative_to(folder))
    why = reason(mutant, line_of(mutant, written), point)
    try:
        graph = mutant_proof.graph(elaborated / mutants.ELABORATED, timeout_s)
    except ToolError:
        return Judged(mutant, Fate.SURVIVED, why)
    first = mutant_proof.same_in_some_order
    if first(right.graph, graph, elaborated, induction_s):
        return Judged(mutant, Fate.EQUIVALENT, _ALIKE[first])
    if wrong := right.refuted(graph):
        return Judged(mutant, Fate.REFUTED, wrong)
    for same in _WAYS_OF_CONSTANTS:
        if same(right.graph, graph, elaborated, induction_s):
            return Judged(mutant, Fate.EQUIVALENT, _ALIKE[same])
    return Judged(mutant, Fate.SURVIVED, why)

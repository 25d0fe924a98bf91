"""Proofs that a mutant changes nothing, or leaves what should be gone.

That it changes nothing is shown by plain logic first: with registers and memories as free inputs,
next state and outputs are those of the right core, in every state that can be written down, reached
or not. Then by induction over time, for mutants that differ only where the core never is or in what
nobody reads: after a reset, whatever registers without one hold, the outputs are those of the right
core for ever. Where the two have the same registers, the right core alone is looked at first
(`never`). That it leaves something is shown by two copies of it (`left`).
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import ceil
from pathlib import Path

from aesculus.studies.mutation import heard, left, miter, never
from aesculus.studies.mutation.aiger import Aiger
from aesculus.studies.mutation.mutants import CONTROL
from aesculus.tools import ToolError, abc, yosys

_EQUIVALENT = "Networks are equivalent"
_PROVED = "Property proved"
_REFUTED = "was asserted in frame"
_CONFLICTS = 20_000
_SEARCH_S = 20
_MOST_APART = 6
"""So often registers that may differ are added to those that a proof has twice."""

INDUCTION_S = 60.0
"""Limit of a proof by induction, which may take more than it is worth.

Seconds of a processor, as all limits of proofs: a verdict must not hang on what else runs.
"""

LEFT_S = 60.0
"""So long a proof that nothing is left may take, for a core to have it asked of its mutants."""

_WALL = 10
"""So many times as long may pass by the clock, on a machine with much other work."""

_GRAPH = "graph.aig"
_RESET = "rst_ni"


Proof = Callable[[Aiger, Aiger, Path, float], bool]
"""Tells of the right core and another whether they are the same: `same_logic`, `same_for_ever`."""


def equivalent(
    mutated: Aiger,
    numbers: Sequence[int],
    same: Proof,
    *,
    workdir: Path,
    timeout_s: float,
    jobs: int = 1,
) -> frozenset[int]:
    """Return which mutants are proved to change nothing.

    Args:
        mutated: graph of the core with all mutants that `mutants.draw` drew.
        numbers: of those that are asked about.
        same: how they are asked about.
        workdir: folder for everything that is written.
        timeout_s: limit of each proof, in seconds of a processor.
        jobs: proofs at once.
    """
    right = mutated.chosen(CONTROL, 0)

    def proved(number: int) -> bool:
        folder = workdir / f"proof{number}"
        folder.mkdir(exist_ok=True)
        return same(right, mutated.chosen(CONTROL, number), folder, timeout_s)

    with ThreadPoolExecutor(max(1, jobs)) as pool:
        found = pool.map(proved, numbers)
        return frozenset(number for number, yes in zip(numbers, found, strict=True) if yes)


def counted(core: Aiger) -> tuple[int, int]:
    """Return how many edges after the last one of a reset, and of a request, a core is cleared.

    Raises:
        NotClearedError: `cleared_o` does not come, or depends on what was before.
    """
    return left.cycles(core, left.RESET), left.cycles(core, left.CLEAR)


def leaves_nothing(right: Aiger, workdir: Path, *, limit_s: float = LEFT_S) -> bool:
    """Tell whether it is proved soon enough that the right core leaves nothing.

    Args:
        right: its graph.
        workdir: folder for everything that is written.
        limit_s: seconds of a processor that the proof may take; beyond it no mutant is asked.
    """
    began = _worked_s()
    return not _left(right, workdir, surely=False) and _worked_s() - began <= limit_s


def miscounted(mutant: Aiger, right: tuple[int, int]) -> str:
    """Return in how many cycles a mutant is cleared, in words; empty if as many as the right core.

    It is the property `counted` of `formal/handshake.v` that fails: the tests hold the core to it.
    Of a mutant of which nodes alone do not tell, nothing is said.

    Args:
        mutant: its graph.
        right: what `counted` returns of the right core.
    """
    try:
        found = counted(mutant)
    except left.NotToldError:
        return ""
    except left.NotClearedError as error:
        return str(error)
    other = [(a, b) for a, b in zip(found, right, strict=True) if a != b]
    return "cleared_o comes {} edges later and not {}".format(*other[0]) if other else ""


def refuted(mutant: Aiger, workdir: Path) -> str:
    """Return what a mutant leaves behind a reset or a clear, in words; empty if nothing.

    It is the proof of `left` that fails: the tests hold the core to it.

    Args:
        mutant: its graph.
        workdir: folder for everything that is written.
    """
    return _left(mutant, workdir, surely=True)


def loud(mutant: Aiger, right: Aiger, workdir: Path) -> str:
    """Return what a mutant shows in a reset, where the right core shows zeros, in words.

    The properties `calm`, `deaf` and `begun` of `formal/handshake.v` and `empty_in_reset` of
    `formal/quiet.v` fail it: the tests hold the core to them.

    Args:
        mutant: its graph.
        right: that of the right core.
        workdir: folder for everything that is written.
    """
    found = left.shown_in_reset(mutant, workdir, surely=True)
    if not found or left.shown_in_reset(right, workdir):
        return ""
    return f"{found[0]} is high in a reset"


def listens(mutant: Aiger, right: Aiger, workdir: Path) -> str:
    """Return what a mutant makes of `out_ready_i` that the right core does not, in words.

    Without flow control it is `order` and `room` of `formal/handshake.v` that fail, with credit
    `tests/formal/test_no_path.py`: the tests hold the core to both.

    Args:
        mutant: its graph.
        right: that of the right core.
        workdir: folder for everything that is written.
    """
    if heard.looks(mutant) and not heard.looks(right) and heard.offers(mutant):
        return "what is offered hangs on out_ready_i"
    if heard.leads(mutant) and not heard.leads(right):
        heard.write(mutant, workdir / "heard.aig", reset=_RESET)
        if _REFUTED in _abc("read_aiger heard.aig; scleanup; bmc3", workdir, _SEARCH_S):
            return "a path leads from out_ready_i to in_ready_o"
    return ""


def _left(core: Aiger, workdir: Path, *, surely: bool) -> str:
    """Return what a reset or a clear leaves or shows, in words."""
    for what, begin in (("reset", left.RESET), ("clear", left.CLEAR)):
        try:
            found = left.left(left.whole(core), [begin], workdir, surely=surely)
        except left.NotClearedError as error:
            if surely and isinstance(error, left.NotToldError):
                continue
            return f"behind a {what} {error}"
        if found.state:
            return f"a {what} leaves {found.state[0]}"
        if found.outputs:
            return f"a {what} shows {found.outputs[0][1]}"
    return ""


def graph(rtlil: Path, timeout_s: float) -> Aiger:
    """Return an elaborated core as a graph, in which registers start with anything.

    Raises:
        ToolError: it cannot be mapped.
    """
    yosys.run_script(
        [
            f"read_rtlil {rtlil.name}",
            *("async2sync", "memory_map", "dffunmap", "setundef -undriven -zero", "opt_expr"),
            *("opt_clean", "simplemap", "techmap", "opt_expr", "opt_clean", "aigmap", "opt_clean"),
            f"write_aiger -symbols {_GRAPH}",
        ],
        workdir=rtlil.parent,
        timeout_s=timeout_s,
    )
    return Aiger.read(rtlil.with_name(_GRAPH))


def same_logic(right: Aiger, other: Aiger, workdir: Path, timeout_s: float) -> bool:
    """Tell whether next states and outputs are proved to be the same in every state.

    Args:
        right: the right core.
        other: with the same inputs, registers and outputs.
        workdir: folder for everything that is written.
        timeout_s: limit in seconds of a processor; beyond it nothing is proved.
    """
    right.write(workdir / "right.aig")
    other.write(workdir / "other.aig")
    said = _abc(f"cec -C {_CONFLICTS} right.aig other.aig", workdir, timeout_s)
    return _EQUIVALENT in said


def same_in_some_order(right: Aiger, other: Aiger, workdir: Path, timeout_s: float) -> bool:
    """Tell the same of a core with as many registers, in whatever order and with whatever names.

    Whichever register of one is taken for which of the other: where next states and outputs are the
    same in every state, the two cannot be told from each other.
    """
    names = {name for name in set(right.latches) & set(other.latches) if not name.isdigit()}
    return same_logic(right.ordered(names), other.ordered(names), workdir, timeout_s)


def same_for_ever(right: Aiger, other: Aiger, workdir: Path, timeout_s: float) -> bool:
    """Tell whether outputs are proved to be the same for ever after a reset.

    Args:
        right: the right core.
        other: with the same inputs and outputs; its registers may be others.
        workdir: folder for everything that is written.
        timeout_s: limit in seconds of a processor; beyond it nothing is proved.
    """
    return _side_by_side(right, other, workdir, timeout_s, written_out=False)


def same_behind_a_reset(right: Aiger, other: Aiger, workdir: Path, timeout_s: float) -> bool:
    """Tell the same with the reset's cycle written out, which takes twice as long.

    Where one core has a register behind a function and the other one before it, as with a block RAM
    that keeps what was read or its address, they are equal only once something was loaded.
    """
    return _side_by_side(right, other, workdir, timeout_s, written_out=True)


def _side_by_side(
    right: Aiger, other: Aiger, workdir: Path, timeout_s: float, *, written_out: bool
) -> bool:
    path = workdir / "miter.aig"
    miter.write(right, other, reset=_RESET, path=path, written_out=written_out)
    return bool(_low(path.name, workdir, timeout_s, before="scorr -F 2; "))


def never_other(right: Aiger, other: Aiger, workdir: Path, timeout_s: float) -> bool:
    """Tell the same by the right core alone: it reaches no state that shows the other (`never`).

    Args:
        right: the right core.
        other: with the same inputs, registers and outputs.
        workdir: folder for everything that is written.
        timeout_s: limit in seconds of a processor; beyond it nothing is proved.
    """
    if not never.comparable(right, other):
        return False
    name, apart = "never.aig", frozenset[int]()
    until = _worked_s() + timeout_s
    for _ in range(_MOST_APART):
        hit = never.write(right, other, workdir / name, reset=_RESET, apart=apart)
        found = _low(name, workdir, until - _worked_s())
        if found is not False or not hit:
            return bool(found)
        apart |= hit
    return False


def _low(name: str, workdir: Path, timeout_s: float, *, before: str = "") -> bool | None:
    """Tell whether the one output of a graph in a file is low for ever; `None` if nobody knows.

    Args:
        name: of the file.
        workdir: its folder, for everything that is written.
        timeout_s: limit in seconds of a processor; beyond it nothing is proved.
        before: commands of ABC that make the graph smaller before it is searched.
    """
    if timeout_s <= 0:
        return None
    reduced = workdir / "reduced.aig"
    reduced.unlink(missing_ok=True)
    until = _worked_s() + timeout_s
    made = f"read_aiger {name}; scleanup; {before}write_aiger reduced.aig"
    # What a stopped tool wrote is not read.
    if not _abc(made, workdir, timeout_s) or not reduced.is_file():
        return None
    # Of an output that became a constant, pdr says nothing.
    if Aiger.read(reduced).roots == [b"0"]:
        return True
    left_s = min(_SEARCH_S, until - _worked_s())
    said = _abc("read_aiger reduced.aig; pdr", workdir, left_s) if left_s > 0 else ""
    if _REFUTED in said:
        return False
    return True if _PROVED in said else None


def _worked_s() -> float:
    """Return the seconds of a processor that this process and what it ran have had."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def _abc(script: str, workdir: Path, limit_s: float) -> str:
    """Return what ABC prints, nothing if it fails or takes longer than `limit_s` of a processor."""
    try:
        return abc.run_script(
            script, workdir=workdir, timeout_s=_WALL * limit_s, processor_s=ceil(limit_s)
        ).log
    except ToolError:
        return ""

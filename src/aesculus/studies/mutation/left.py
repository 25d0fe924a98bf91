"""Two copies of a point with nothing in common but what comes in: does anything from before remain?

Self-composition. All registers and memories of both copies start with anything, each copy with its
own: so everything that can have gone before is there, and more. Then both see the same inputs,
beginning with a reset or a clear, until `cleared_o` is high. A register, a memory bit or an output
that can still differ holds something from before; if none can, nothing is left, whatever it was.

The cycles are written out one behind the other in one graph, with equal nodes shared. Where both
copies have the same node there is nothing left to prove; ABC settles the rest by SAT.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from aesculus.studies.mutation.aiger import Aiger, encoded
from aesculus.studies.mutation.miter import Builder
from aesculus.tools import abc

RESET: Mapping[str, int] = {"rst_ni": 0, "clear_i": 0}
"""Inputs in a cycle of a reset."""

CLEAR: Mapping[str, int] = {"rst_ni": 1, "clear_i": 1}
"""Inputs in a cycle with a request."""

RUN: Mapping[str, int] = {"rst_ni": 1, "clear_i": 0}
"""Inputs in any other cycle."""

_FALSE, _TRUE = 0, 1
_CONFLICTS = 100_000
_TRIED = 4
_CLEARED = "cleared_o[0]"


class NotClearedError(Exception):
    """`cleared_o` does not come, or depends on what was before or on other inputs."""


class NotToldError(NotClearedError):
    """When `cleared_o` comes is more than nodes alone tell."""


@dataclass(frozen=True, slots=True)
class Model:
    """A point as a graph of one cycle.

    Attributes:
        graph: the graph.
        latches: name and bit of each register and memory bit, in the order of the graph.
        outputs: name and bit of each output, likewise.
    """

    graph: Aiger
    latches: list[str]
    outputs: list[str]


@dataclass
class Left:
    """What can still differ.

    Attributes:
        state: names of registers and memory bits that can then differ.
        outputs: cycle and name of outputs that can differ on the way or then.
        unwritten: number of memory bits that nothing ever writes.
    """

    state: list[str] = field(default_factory=list)
    outputs: list[tuple[int, str]] = field(default_factory=list)
    unwritten: int = 0


def whole(graph: Aiger) -> Model:
    """Return a graph that `proof.graph` made, with the names that it brings."""
    latches = [f"register {name}" if name.isdigit() else name for name in graph.latches]
    return Model(graph, latches, list(graph.outputs))


def cycles(core: Aiger, begin: Mapping[str, int], *, limit: int = 400) -> int:
    """Return how many edges after the one that begins it `cleared_o` is high.

    Args:
        core: a graph that `proof.graph` made; its registers hold anything.
        begin: inputs of the first cycle, `RESET` or `CLEAR`.
        limit: most cycles.

    Raises:
        NotClearedError: as of `left`.
    """
    graph = core.cone(_CLEARED)
    cleared = graph.counts[1] + graph.outputs.index(_CLEARED)
    for cycle, (roots,) in enumerate(unrolled(graph, begin, RUN, limit)):
        if cycle and roots[cleared] == _TRUE:
            return cycle - 1
        if cycle and roots[cleared] != _FALSE:
            raise _unsure(cycle)
    raise _never(limit)


def unrolled(
    graph: Aiger,
    begin: Mapping[str, int],
    run: Mapping[str, int],
    limit: int,
    copies: Sequence[Mapping[str, int]] = ({},),
) -> Iterator[list[list[int]]]:
    """Yield next states and outputs, cycle by cycle, of copies that begin with the same content.

    Args:
        graph: one cycle.
        begin: inputs of the first cycle; what is not driven is anything, the same in each copy.
        run: likewise of every other cycle.
        limit: most cycles.
        copies: what drives the inputs of each copy besides.
    """
    n_inputs, n_latches = graph.counts
    build = Builder(2 * (1 + n_latches + n_inputs * limit))
    fresh = iter(range(2, build.first, 2))
    states = [[next(fresh) for _ in range(n_latches)]] * len(copies)
    for cycle in range(limit):
        driven = run if cycle else begin
        free = list(islice(fresh, n_inputs))
        roots = [
            build.copy(graph, [*inputs_of(graph, {**driven, **own}, free), *state])
            for own, state in zip(copies, states, strict=True)
        ]
        states = [each[:n_latches] for each in roots]
        yield roots


def inputs_of(graph: Aiger, driven: Mapping[str, int], fresh: Iterable[int]) -> list[int]:
    """Return the literals of a graph's inputs in a cycle: as driven, else fresh ones."""
    order = sorted(graph.inputs, key=graph.inputs.__getitem__)
    return [driven.get(name, literal) for (name, _), literal in zip(order, fresh, strict=False)]


def _unsure(cycle: int) -> NotToldError:
    text = f"cleared_o depends on what was before, or on other inputs, in cycle {cycle}"
    return NotToldError(text)


def _never(limit: int) -> NotClearedError:
    return NotClearedError(f"cleared_o is low for {limit} cycles")


def shown_in_reset(core: Aiger, folder: Path, *, surely: bool = False) -> list[str]:
    """Return the outputs that something can make high while a reset is low.

    Args:
        core: a graph that `proof.graph` made; its registers hold anything.
        folder: for files.
        surely: what is too hard to tell counts as low.
    """
    n_inputs, n_latches = core.counts
    build = Builder(2 * (1 + n_inputs + n_latches))
    fresh = iter(range(2, build.first, 2))
    inputs = inputs_of(core, {"rst_ni": 0}, fresh)
    roots = build.copy(core, [*inputs, *(2 * (1 + n_inputs + at) for at in range(n_latches))])
    high = possible((build, roots[n_latches:]), folder, surely=surely)
    return [name for name, yes in zip(core.outputs, high, strict=True) if yes]


def left(
    of: Model,
    begin: Sequence[Mapping[str, int]],
    folder: Path,
    *,
    limit: int = 400,
    surely: bool = False,
) -> Left:
    """Return what can differ between two copies that have only their inputs in common.

    Args:
        of: the point.
        begin: inputs of the first cycles that are not free, such as `[CLEAR]`.
        folder: for files.
        limit: most cycles.
        surely: what is too hard to tell counts as the same, not as different.

    Raises:
        NotClearedError: `cleared_o` does not come within the limit, or depends on what was before
            or on other inputs.
        ToolError: ABC failed.
    """
    graph = of.graph
    n_inputs, n_latches = graph.counts
    cleared = of.outputs.index(_CLEARED)
    order = [name for name, _ in sorted(graph.inputs.items(), key=lambda pair: pair[1])]
    n_free = 2 * n_latches + n_inputs * limit
    build = Builder(2 * (1 + n_free))
    fresh = iter(range(2, build.first, 2))
    starts = [[next(fresh) for _ in range(n_latches)] for _ in range(2)]
    copies = list(starts)
    open_outputs: dict[tuple[int, str], int] = {}
    for cycle in range(limit):
        driven = begin[cycle] if cycle < len(begin) else RUN
        free = {name: next(fresh) for name in order}
        shared = [driven.get(name, free[name, bit]) for name, bit in order]
        before = copies
        roots = [build.copy(graph, [*shared, *state]) for state in before]
        copies = [each[:n_latches] for each in roots]
        shown = [each[n_latches:] for each in roots]
        # What was shown before the edge of a request was there to be seen.
        if cycle or not driven["rst_ni"]:
            for name, one, other in zip(of.outputs, *shown, strict=True):
                if one != other:
                    open_outputs[cycle, name] = build.differ(one, other)
        if cycle < len(begin):
            continue
        if any(each[cleared] not in {_FALSE, _TRUE} for each in shown):
            raise _unsure(cycle)
        if shown[0][cleared] == shown[1][cleared] == _TRUE:
            break
    else:
        raise _never(limit)
    open_state = {
        index: build.differ(one, other)
        for index, (one, other) in enumerate(zip(*before, strict=True))
        if one != other
    }
    held = _never_written(of, sorted(open_state), folder)
    wanted = [index for index in open_state if index not in held]
    literals = [*open_outputs.values(), *(open_state[index] for index in wanted)]
    # A bit that nothing writes holds nothing from before, so it is the same in both.
    same = {starts[1][index]: starts[0][index] for index in held}
    differs = possible(_merged(build, same, literals), folder, surely=surely)
    shown_open = [key for key, yes in zip(open_outputs, differs, strict=False) if yes]
    behind = differs[len(open_outputs) :]
    return Left(
        state=[of.latches[index] for index, yes in zip(wanted, behind, strict=True) if yes],
        outputs=shown_open,
        unwritten=len(held),
    )


def _never_written(of: Model, indices: Sequence[int], folder: Path) -> set[int]:
    """Return which registers keep their value in every state and with every input."""
    n_inputs, n_latches = of.graph.counts
    build = Builder(2 * (1 + n_inputs + n_latches))
    leaves = [2 * (1 + index) for index in range(n_inputs + n_latches)]
    after = build.copy(of.graph, leaves)
    changes = [build.differ(after[index], leaves[n_inputs + index]) for index in indices]
    written = possible((build, changes), folder)
    return {index for index, yes in zip(indices, written, strict=True) if not yes}


def _merged(
    build: Builder, same: Mapping[int, int], literals: Sequence[int]
) -> tuple[Builder, list[int]]:
    """Return the nodes that literals stand for, with some variables put in the place of others."""
    if not same:
        return build, list(literals)
    needed = set()
    stack = [literal >> 1 for literal in literals]
    first = build.first >> 1
    while stack:
        node = stack.pop()
        if node >= first and node not in needed:
            needed.add(node)
            stack += [operand >> 1 for operand in build.ands[node - first]]
    out = Builder(build.first)
    new: dict[int, int] = {variable >> 1: other for variable, other in same.items()}

    def of(literal: int) -> int:
        return new.get(literal >> 1, literal & ~1) ^ (literal & 1)

    for node in sorted(needed):
        one, other = build.ands[node - first]
        new[node] = out.both(of(one), of(other))
    return out, [of(literal) for literal in literals]


def possible(
    asked: tuple[Builder, Sequence[int]], folder: Path, *, surely: bool = False
) -> list[bool]:
    """Tell of each literal of a graph whether anything makes it 1.

    What is too hard counts as yes; with `surely` as no, and of the rest the first few are tried.
    """
    build, literals = asked
    if all(literal in {_FALSE, _TRUE} for literal in literals):
        return [literal == _TRUE for literal in literals]
    n_free = (build.first >> 1) - 1
    head = f"aig {n_free + len(build.ands)} {n_free} 0 {len(literals)} {len(build.ands)}"
    text = "\n".join([head, *map(str, literals), ""])
    (folder / "open.aig").write_bytes(text.encode() + encoded(build.ands, build.first))
    settled = folder / "settled.aig"
    settled.unlink(missing_ok=True)
    script = f"&read open.aig; &fraig -C {_CONFLICTS}; &write settled.aig"
    abc.run_script(script, workdir=folder, timeout_s=600)
    found = [line != b"0" for line in Aiger.read(settled).roots]
    if not surely:
        return found
    tried = [index for index, open_ in enumerate(found) if open_][:_TRIED]
    return [index in tried and _is_possible(index, folder) for index in range(len(found))]


def _is_possible(index: int, folder: Path) -> bool:
    """Tell whether ABC finds what makes an output of the settled graph 1."""
    script = f"read_aiger settled.aig; cone -O {index}; dsat -C {_CONFLICTS}"
    said = abc.run_script(script, workdir=folder, timeout_s=600).log
    return re.search(r"(?<!UN)SATISFIABLE", said) is not None

"""Whether a mutant ever makes a difference, looked at in one core.

Right core and mutant have the same registers. Let the right core run from behind the first edge of
a reset, with any inputs from then on, another reset or a clear among them: if no state that it
reaches makes the mutant show another output or take another next state, the two go the same way for
ever. One core is half of two side by side, and where the difference hangs on a few registers of
control the rest is any.

A register that may hold something else while nobody reads it is kept twice, once for each core;
then no other register and no output may differ, whatever these two hold.

Before the edge both cores have the same, free content, and the same inputs go into both. What the
edge brings to a register is written out for both in one graph. Where that is the same node, both
hold the same behind it: the constant, if it is one, else anything. Where it is not, the register is
kept twice from the beginning, and each core's holds its own constant or anything of its own. That
is more than a reset can leave, so what is proved of it holds of what it leaves. The claim is that
of `miter`: from the same content, the mutant shows behind a reset what the right core shows.
"""

from collections.abc import Collection, Sequence
from pathlib import Path

from aesculus.studies.mutation import left
from aesculus.studies.mutation.aiger import Aiger, encoded
from aesculus.studies.mutation.miter import Builder

_FALSE, _TRUE = 0, 1
_CONSTANTS = (_FALSE, _TRUE)


def comparable(right: Aiger, other: Aiger) -> bool:
    """Tell whether two cores have the same inputs, registers and outputs, in the same order."""
    return (right.inputs, right.latches, right.outputs) == (
        other.inputs,
        other.latches,
        other.outputs,
    )


def taken(cores: Sequence[Aiger], reset: str) -> list[list[int]]:
    """Return what each register of each core takes at an edge of a reset, as literals of one graph.

    Args:
        cores: graphs that are `comparable`; before the edge their registers hold the same, which is
            anything, and the same inputs go into them.
        reset: name of the input that resets them while it is low.

    Raises:
        KeyError: there is no such input.
    """
    n_inputs, n_latches = cores[0].counts
    if (reset, 0) not in cores[0].inputs:
        raise KeyError(reset)
    build = Builder(2 * (1 + n_inputs + n_latches))
    inputs = left.inputs_of(cores[0], {reset: _FALSE}, iter(range(2, build.first, 2)))
    held = [_variable(n_inputs + at) for at in range(n_latches)]
    return [build.copy(core, [*inputs, *held])[:n_latches] for core in cores]


def write(
    right: Aiger,
    other: Aiger,
    path: Path,
    *,
    reset: str,
    apart: Collection[int] = (),
) -> frozenset[int]:
    """Write the right core with an output that is high where the other one would differ.

    Args:
        right: the right core.
        other: one that is `comparable`.
        path: the file; its one output is to be proved low for ever.
        reset: name of the input that resets both while it is low.
        apart: registers, by their number, that both cores have for themselves and that may differ.
            Those to which a reset brings something else in one core are taken with them.

    Returns:
        The other registers that may take another value, as far as nodes alone tell.

    Raises:
        KeyError: there is no such input.
    """
    n_inputs, n_latches = right.counts
    own_taken, others_taken = taken((right, other), reset)
    unlike = [at for at in range(n_latches) if own_taken[at] != others_taken[at]]
    twice = sorted({*unlike, *apart})
    # The first cycle is the one behind the reset: what is no constant there is an input.
    free = [at for at in range(n_latches) if own_taken[at] not in _CONSTANTS]
    others_free = [at for at in unlike if others_taken[at] not in _CONSTANTS]
    n_free = n_inputs + len(free) + len(others_free)
    running = _variable(n_free + n_latches + len(twice))  # low in the first cycle
    build = Builder(running + 2)
    begin = list(own_taken)
    for index, at in enumerate(free):
        begin[at] = _variable(n_inputs + index)
    others_begin = list(begin)
    for at in unlike:
        others_begin[at] = others_taken[at]
    for index, at in enumerate(others_free):
        others_begin[at] = _variable(n_inputs + len(free) + index)
    held = [_variable(n_free + index) for index in range(n_latches)]
    now = [build.choose(running, each, first) for each, first in zip(held, begin, strict=True)]
    others = list(now)
    for index, at in enumerate(twice):
        own = _variable(n_free + n_latches + index)
        others[at] = build.choose(running, own, others_begin[at])
    inputs = [_variable(index) for index in range(n_inputs)]
    one, another = build.copy(right, [*inputs, *now]), build.copy(other, [*inputs, *others])
    wrong = _FALSE
    hit = set()
    for at, (a, b) in enumerate(zip(one, another, strict=True)):
        if at < n_latches and at in twice:
            continue
        differs = build.differ(a, b)
        wrong = build.either(wrong, differs)
        if differs != _FALSE and at < n_latches:
            hit.add(at)
    lines = [*one[:n_latches], *(another[at] for at in twice), _TRUE, wrong]
    total = (running >> 1) + len(build.ands)
    head = f"aig {total} {n_free} {n_latches + len(twice) + 1} 1 {len(build.ands)}"
    text = "\n".join([head, *map(str, lines), ""])
    path.write_bytes(text.encode() + encoded(build.ands, build.first))
    return frozenset(hit)


def _variable(index: int) -> int:
    """Return the literal of an input or latch."""
    return 2 * (1 + index)

"""Whether a mutant ever makes a difference, looked at in one core.

Right core and mutant have the same registers. Let the right core run, from what a reset and the
clear behind it leave, with any inputs from then on: if no state that it reaches makes the mutant
show another output or take another next state, the two go the same way for ever. One core is half
of two side by side, and where the difference hangs on a few registers of control the rest is any.

A register that may hold something else while nobody reads it is kept twice, once for each core;
then no other register and no output may differ, whatever these two hold.

What a reset sets is found with unknown values: every register begins with a variable of its own,
and so does every input in each cycle. What is a constant when `cleared_o` rises is one; every other
register then is taken to hold anything, the same in both, which is not shown. Until then outputs
are compared in a reset that nothing disturbs. So this claims less than `miter`: see decision 16.
"""

from collections.abc import Collection, Sequence
from pathlib import Path

from aesculus.studies.mutation import left
from aesculus.studies.mutation.aiger import Aiger, encoded
from aesculus.studies.mutation.miter import Builder

_FALSE, _TRUE = 0, 1
_CONSTANTS = (_FALSE, _TRUE)
_MOST = 40_000_000
"""So many nodes, cycles times nodes of a cycle, are written out to find what a reset sets.

Eleven million take twenty seconds.
"""


def started(right: Aiger, other: Aiger) -> list[int | None] | None:
    """Return what each register holds when a reset and its clear are over; `None` for anything.

    Args:
        right: the right core.
        other: another one.

    Returns:
        Nothing if they have other registers or outputs, differ by then, or are too large.
    """
    if right.latches != other.latches or right.outputs != other.outputs:
        return None
    n_inputs, n_latches = right.counts
    try:
        last = left.cycles(right, left.RESET) + 1
    except left.NotClearedError:
        return None
    if (last + 1) * (len(right.ands) + len(other.ands)) > _MOST:
        return None
    build = Builder(2 * (1 + n_latches + n_inputs * (last + 1)))
    fresh = iter(range(2, build.first, 2))
    start = [next(fresh) for _ in range(n_latches)]
    states: list[Sequence[int]] = [start, start]
    for cycle in range(last):
        inputs = left.inputs_of(right, left.RUN if cycle else left.RESET, fresh)
        both = [
            build.copy(graph, [*inputs, *state])
            for graph, state in zip((right, other), states, strict=True)
        ]
        if cycle and both[0][n_latches:] != both[1][n_latches:]:
            return None
        states = [roots[:n_latches] for roots in both]
    found: list[int | None] = []
    for one, another in zip(*states, strict=True):
        known = [literal for literal in (one, another) if literal in _CONSTANTS]
        if known and one != another:
            return None
        found.append(known[0] if known else None)
    return found


def write(
    right: Aiger,
    other: Aiger,
    starts: Sequence[int | None],
    path: Path,
    apart: Collection[int] = (),
) -> frozenset[int]:
    """Write the right core with an output that is high where the other one would differ.

    Args:
        right: the right core.
        other: one with the same inputs, registers and outputs.
        starts: what `started` returns of the two.
        path: the file; its one output is to be proved low for ever.
        apart: registers, by their number, that both cores have for themselves and that may differ.

    Returns:
        The other registers that may take another value, as far as nodes alone tell.
    """
    n_inputs, n_latches = right.counts
    twice = sorted(apart)
    free = [at for at, start in enumerate(starts) if start is None]
    n_free = n_inputs + len(free)
    running = _variable(n_free + n_latches + len(twice))  # low in the first cycle
    build = Builder(running + 2)
    begin = [_FALSE if start is None else start for start in starts]
    for index, at in enumerate(free):
        begin[at] = _variable(n_inputs + index)
    held = [_variable(n_free + index) for index in range(n_latches)]
    now = [build.choose(running, each, first) for each, first in zip(held, begin, strict=True)]
    others = list(now)
    for index, at in enumerate(twice):
        others[at] = build.choose(running, _variable(n_free + n_latches + index), begin[at])
    inputs = [_variable(index) for index in range(n_inputs)]
    one, another = build.copy(right, [*inputs, *now]), build.copy(other, [*inputs, *others])
    wrong = _FALSE
    hit = set()
    for at, (a, b) in enumerate(zip(one, another, strict=True)):
        if at < n_latches and at in apart:
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

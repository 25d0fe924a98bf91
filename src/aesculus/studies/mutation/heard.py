"""What a consumer that waits may do to a core: what `out_ready_i` reaches, and when.

Without flow control a core never looks at it. With credit it looks, but what it offers its producer
in a cycle hangs on nothing that the consumer says in that cycle. A simulation does not see the
first where the consumer always takes, nor the second at all.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from aesculus.studies.mutation import left, miter
from aesculus.studies.mutation.aiger import Aiger

READY = "out_ready_i"

_TAKEN = "in_ready_o[0]"
_SHOWN = "out_valid_o[0]"
_BUSY = {"in_valid_i": 1, "key_valid_i": 1}
_CYCLES = 600
"""So long two copies run; an 8-bit core has shown its first block after less than half of it."""

_FALSE, _TRUE = 0, 1


def looks(core: Aiger) -> bool:
    """Tell whether anything in a core, by its nodes, takes what the consumer says."""
    return _reads(core, core.roots)


def leads(core: Aiger) -> bool:
    """Tell whether a path of nodes leads from `out_ready_i` to `in_ready_o` within a cycle."""
    if _TAKEN not in core.outputs:
        return False
    root = core.counts[1] + core.outputs.index(_TAKEN)
    return _reads(core, core.roots[root : root + 1])


def offers(core: Aiger) -> bool:
    """Tell whether what a core offers is seen to hang on whether its consumer takes.

    Two copies of it see one reset and the same inputs, blocks and keys all the time among them. The
    consumer of one never takes, that of the other always does.

    Args:
        core: its graph.
    """
    graph = core.cone(_SHOWN)
    shown = graph.counts[1] + graph.outputs.index(_SHOWN)
    begin, run = {**_BUSY, **left.RESET}, {**_BUSY, **left.RUN}
    consumers = [{READY: 0}, {READY: 1}]
    for cycle, roots in enumerate(left.unrolled(graph, begin, run, _CYCLES, consumers)):
        # A reset that nobody has seen yet shows anything.
        if cycle and {each[shown] for each in roots} == {_FALSE, _TRUE}:
            return True
    return False


def write(core: Aiger, path: Path, *, reset: str) -> None:
    """Write a core beside one that shows `in_ready_o` as if the consumer said the other thing.

    Args:
        core: its graph.
        path: the file; its one output is high where that makes a difference.
        reset: name of the input that resets both while it is low.
    """
    taken = core.cone(_TAKEN)
    ready, nodes = taken.inputs[READY, 0], 2 * len(taken.ands)

    def turned(literal: int) -> int:
        if literal >= taken.first:
            return literal + nodes
        return literal ^ 1 if literal & ~1 == ready else literal

    pairs = [(turned(one), turned(other)) for one, other in taken.ands]
    ands = taken.ands + [(max(pair), min(pair)) for pair in pairs]
    n_latches = taken.counts[1]
    shown = [str(turned(int(line))).encode() for line in taken.roots[n_latches:]]
    other = replace(taken, ands=ands, roots=[*taken.roots[:n_latches], *shown])
    miter.write(taken, other, reset=reset, path=path)


def _reads(core: Aiger, lines: Sequence[bytes]) -> bool:
    """Tell whether a path of nodes leads from `out_ready_i` to one of some lines of a graph."""
    if (READY, 0) not in core.inputs:
        return False
    read = core.read_by(int(line.split()[0]) for line in lines)
    return core.inputs[READY, 0] >> 1 in read

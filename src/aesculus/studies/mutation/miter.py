"""Two graphs side by side from a common start, with one output that is high where they differ.

Both see an edge of a reset, before which all registers have the same, free content: what a reset
sets is as after a reset, what it does not set is anything. From then on differences count.
"""

from collections.abc import Sequence
from pathlib import Path

from aesculus.studies.mutation.aiger import Aiger, encoded

_FALSE, _TRUE = 0, 1


class Builder:
    """Nodes of a new graph, each pair of operands once."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.ands: list[tuple[int, int]] = []
        self._known: dict[tuple[int, int], int] = {}

    def both(self, one: int, other: int) -> int:
        """Return the literal of `one & other`."""
        high, low = max(one, other), min(one, other)
        if low == _FALSE or high == low ^ 1:
            return _FALSE
        if low in (_TRUE, high):
            return high
        found = self._known.get((high, low))
        if found is None:
            found = self._simpler(high, low)
            if found is None:
                found = self.first + 2 * len(self.ands)
                self.ands.append((high, low))
            self._known[high, low] = found
        return found

    def _simpler(self, high: int, low: int) -> int | None:
        """Return `high & low` by what is known of their operands, if that says anything.

        So a choice between two equal things is that thing, whatever chooses.
        """
        if high < self.first:
            return None
        one, other = self.ands[(high - self.first) >> 1]
        if low in (one, other):
            return self.both(low, (other if low == one else one) ^ 1) if high & 1 else high
        if low ^ 1 in (one, other):
            return low if high & 1 else _FALSE
        if not high & low & 1 or low < self.first:
            return None
        third, fourth = self.ands[(low - self.first) >> 1]
        # !(a & b) & !(!a & b) is !b.
        for a, b in ((one, other), (other, one)):
            if (third == a ^ 1 and fourth == b) or (fourth == a ^ 1 and third == b):
                return b ^ 1
        return None

    def either(self, one: int, other: int) -> int:
        """Return the literal of `one | other`."""
        return self.both(one ^ 1, other ^ 1) ^ 1

    def differ(self, one: int, other: int) -> int:
        """Return the literal of `one ^ other`."""
        return self.either(self.both(one, other ^ 1), self.both(one ^ 1, other))

    def choose(self, which: int, yes: int, no: int) -> int:
        """Return the literal of `which ? yes : no`."""
        return self.either(self.both(which, yes), self.both(which ^ 1, no))

    def copy(self, graph: Aiger, leaves: Sequence[int]) -> list[int]:
        """Add the nodes of a graph, with `leaves` for its inputs and latches.

        Returns:
            The literals of its next states and outputs.
        """
        held = [_FALSE, *leaves]
        for one, other in graph.ands:
            held.append(self.both(held[one >> 1] ^ (one & 1), held[other >> 1] ^ (other & 1)))
        literals = [int(line.split()[0]) for line in graph.roots]
        return [held[literal >> 1] ^ (literal & 1) for literal in literals]


def write(right: Aiger, other: Aiger, *, reset: str, path: Path, written_out: bool = False) -> None:
    """Write the comparison of two graphs with the same inputs and outputs.

    Latches of the same name start with the same content.

    Args:
        right: one of them.
        other: the other one.
        reset: name of the input that resets both while it is low.
        path: the file; its one output is to be proved low for ever.
        written_out: the cycle of the reset stands before the first one, with nodes of its own, and
            is not the first. There are twice as many nodes then, but what the reset makes equal is
            equal from the first cycle on.

    Raises:
        KeyError: there is no such input.
    """
    n_inputs = right.counts[0]
    graphs = (right, other)
    names = tuple(dict.fromkeys(name for graph in graphs for name in graph.latches))
    # The start of each latch is an input, and so is what else goes in with the reset.
    n_free = n_inputs * (2 if written_out else 1) + len(names)
    n_latches = sum(len(graph.latches) for graph in graphs)
    running = _variable(n_free + n_latches)  # low in the first cycle
    build = Builder(running + 2)
    inputs = [_variable(index) for index in range(n_inputs)]
    before = [_variable(n_inputs + len(names) + index) for index in range(n_inputs)]
    at = inputs.index(right.inputs[reset, 0])
    if written_out:
        before[at] = _FALSE
    else:
        inputs[at] = build.both(inputs[at], running)
    starts = {name: _variable(n_inputs + index) for index, name in enumerate(names)}
    nexts: list[int] = []
    shown: list[list[int]] = []
    for graph in graphs:
        here = n_free + len(nexts)
        begin = [starts[name] for name in graph.latches]
        if written_out:
            begin = build.copy(graph, [*before, *begin])[: len(begin)]
        now = [
            build.choose(running, _variable(here + index), first)
            for index, first in enumerate(begin)
        ]
        roots = build.copy(graph, [*inputs, *now])
        nexts += roots[: len(now)]
        shown.append(roots[len(now) :])
    wrong = _FALSE
    for one, another in zip(*shown, strict=True):
        wrong = build.either(wrong, build.differ(one, another))
    lines = [*nexts, _TRUE, wrong if written_out else build.both(wrong, running)]
    total = n_free + n_latches + 1 + len(build.ands)
    head = f"aig {total} {n_free} {n_latches + 1} 1 {len(build.ands)}"
    text = "\n".join([head, *map(str, lines), ""])
    path.write_bytes(text.encode() + encoded(build.ands, build.first))


def _variable(index: int) -> int:
    """Return the literal of an input or latch."""
    return 2 * (1 + index)

"""Straight-line programs over GF(2): gates, and few XOR gates for a set of sums.

Sums are made by the greedy method of Paar (ISIT 1997): as long as two terms stand together in some
sum, a gate adds the pair that most sums share.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random


@dataclass(frozen=True)
class Gate:
    """A gate with two inputs.

    Attributes:
        op: `&`, `|`, `^` or `~^`.
        left: number of a node.
        right: number of another one.
    """

    op: str
    left: int
    right: int


@dataclass(frozen=True)
class Program:
    """A combinational circuit: node i is input i or, from `inputs` on, a gate of earlier nodes.

    Attributes:
        inputs: how many inputs it has.
        gates: in an order in which they can be computed.
        outputs: the node of each output.
        inverted: outputs that are inverters behind their node.
    """

    inputs: int
    gates: tuple[Gate, ...]
    outputs: tuple[int, ...]
    inverted: frozenset[int] = frozenset()

    @property
    def size(self) -> int:
        """Number of gates, an inverter being one."""
        return len(self.gates) + len(self.inverted)

    def depths(self, arrival: Sequence[int] = ()) -> list[int]:
        """Return the depth in gates of each node.

        Args:
            arrival: depths of the inputs; 0 when not given.
        """
        found = list(arrival) or [0] * self.inputs
        for gate in self.gates:
            found.append(1 + max(found[gate.left], found[gate.right]))
        return found

    def output_depths(self, arrival: Sequence[int] = ()) -> list[int]:
        """Return the depth in gates of each output."""
        found = self.depths(arrival)
        return [found[node] + (i in self.inverted) for i, node in enumerate(self.outputs)]

    def __call__(self, value: int) -> int:
        """Return the outputs, bit i being output i, for inputs given in the same way."""
        nodes = [value >> i & 1 for i in range(self.inputs)]
        for gate in self.gates:
            a, b = nodes[gate.left], nodes[gate.right]
            nodes.append({"&": a & b, "|": a | b, "^": a ^ b, "~^": 1 ^ a ^ b}[gate.op])
        return sum((nodes[node] ^ (i in self.inverted)) << i for i, node in enumerate(self.outputs))

    def pruned(self) -> "Program":
        """Return the same program without gates that no output needs."""
        needed = set(self.outputs)
        for number in reversed(range(self.inputs, self.inputs + len(self.gates))):
            if number in needed:
                gate = self.gates[number - self.inputs]
                needed |= {gate.left, gate.right}
        kept = [n for n in range(self.inputs, self.inputs + len(self.gates)) if n in needed]
        number_of = {n: i for i, n in enumerate([*range(self.inputs), *kept])}
        gates = (self.gates[n - self.inputs] for n in kept)
        return Program(
            self.inputs,
            tuple(Gate(g.op, number_of[g.left], number_of[g.right]) for g in gates),
            tuple(number_of[n] for n in self.outputs),
            self.inverted,
        )

    def split(self, depth: int) -> tuple["Program", "Program"]:
        """Return two programs in a row that do the same; the first holds all gates up to `depth`.

        What the first hands to the second are the nodes that live there.
        """
        if self.inverted:
            raise ValueError("a program with inverters behind it cannot be split")
        level = self.depths()
        used = {node for node in self.outputs if level[node] <= depth}
        for number, gate in enumerate(self.gates, start=self.inputs):
            if level[number] > depth:
                used |= {node for node in (gate.left, gate.right) if level[node] <= depth}
        live = sorted(used)
        first = [n for n in range(self.inputs, len(level)) if level[n] <= depth]
        second = [n for n in range(self.inputs, len(level)) if level[n] > depth]
        number_1 = {n: i for i, n in enumerate([*range(self.inputs), *first])}
        number_2 = {n: i for i, n in enumerate([*live, *second])}

        def renumbered(nodes: list[int], number: dict[int, int]) -> tuple[Gate, ...]:
            gates = (self.gates[n - self.inputs] for n in nodes)
            return tuple(Gate(g.op, number[g.left], number[g.right]) for g in gates)

        return (
            Program(self.inputs, renumbered(first, number_1), tuple(number_1[n] for n in live)),
            Program(
                len(live),
                renumbered(second, number_2),
                tuple(number_2[n] for n in self.outputs),
            ),
        )


def xor_program(
    rows: Sequence[int],
    inputs: int,
    *,
    constants: int = 0,
    arrival: Sequence[int] = (),
    limit: int | None = None,
    seed: int = 0,
) -> Program:
    """Return a program for sums of its inputs by Paar's greedy method.

    Args:
        rows: for each output, the inputs that it is the sum of, bit j being input j; none is empty.
        inputs: how many inputs there are.
        constants: bit i tells that 1 is added to output i, which costs a gate only where the
            output is an input or the opposite of another output.
        arrival: depths of the inputs; 0 when not given.
        limit: depth that no output may exceed if it need not: a pair is added only where its sums
            can still be finished in time. None for no limit.
        seed: of the choice between pairs that most sums share.
    """
    rng = Random(seed)  # noqa: S311 - breaks ties, no secret
    level = list(arrival) or [0] * inputs
    sums = {row: {j for j in range(inputs) if row >> j & 1} for row in rows}
    bound = {row: 1 << max(limit or 0, _least_depth(level, sums[row])) for row in sums}
    gates: list[tuple[int, int]] = []
    while True:
        pairs: Counter[tuple[int, int]] = Counter()
        for row, terms in sums.items():
            for pair in combinations(sorted(terms), 2):
                if limit is None or _weight(level, terms, pair) <= bound[row]:
                    pairs[pair] += 1
        if not pairs:
            break
        most = max(pairs.values())
        ties = [pair for pair in pairs if pairs[pair] == most]
        if limit is not None:
            early = min(max(level[a], level[b]) for a, b in ties)
            ties = [(a, b) for a, b in ties if max(level[a], level[b]) == early]
        left, right = sorted(ties)[int(rng.random() * len(ties))]
        node = inputs + len(gates)
        for row, terms in sums.items():
            fits = limit is None or (
                {left, right} <= terms and _weight(level, terms, (left, right)) <= bound[row]
            )
            if fits and {left, right} <= terms:
                terms -= {left, right}
                terms.add(node)
        gates.append((left, right))
        level.append(1 + max(level[left], level[right]))
    outputs = tuple(next(iter(sums[row])) for row in rows)
    return _with_constants(inputs, gates, outputs, constants)


def _weight(level: Sequence[int], terms: set[int], pair: tuple[int, int]) -> int:
    """Return what a sum weighs when the pair is one term; 2**depth is the most it may for a depth.

    A term at depth d takes as much of a binary tree as 2**d leaves (Kraft's inequality).
    """
    rest = sum(1 << level[term] for term in terms if term not in pair)
    return rest + (2 << max(level[pair[0]], level[pair[1]]))


def _least_depth(level: Sequence[int], terms: set[int]) -> int:
    return (sum(1 << level[term] for term in terms) - 1).bit_length()


def _with_constants(
    inputs: int, pairs: list[tuple[int, int]], outputs: tuple[int, ...], constants: int
) -> Program:
    """Give each gate the polarity that its output wants, if it is one."""
    wanted = {node: constants >> i & 1 for i, node in reversed(list(enumerate(outputs)))}
    polarity = [0] * inputs + [wanted.get(inputs + i, 0) for i in range(len(pairs))]
    gates = [
        Gate("~^" if polarity[a] ^ polarity[b] ^ polarity[inputs + i] else "^", a, b)
        for i, (a, b) in enumerate(pairs)
    ]
    inverted = frozenset(
        i for i, node in enumerate(outputs) if polarity[node] != constants >> i & 1
    )
    return Program(inputs, tuple(gates), outputs, inverted)

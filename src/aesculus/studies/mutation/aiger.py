"""And-inverter graphs in the binary AIGER format, as far as an input is set to a constant here.

Format: A. Biere, "The AIGER And-Inverter Graph (AIG) Format", FMV report 07/1, 2007.
"""

import random
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

_SYMBOL = re.compile(rb"^i(\d+) (\S+?)(?:\[(\d+)\])?$", re.MULTILINE)
_LATCH = re.compile(rb"^l(\d+) (.+)$", re.MULTILINE)
_REGISTER = re.compile(r"_n?q(\[\d+\])?$")
_OUTPUT = re.compile(rb"^o(\d+) (\S+?)(?:\[(\d+)\])?$", re.MULTILINE)


_MOST_TIED = 256
"""So many latches that nothing else tells apart are looked at one by one."""

WORD_BITS = 256
"""Cases that are simulated side by side."""


@dataclass(frozen=True, slots=True)
class Aiger:
    """A graph.

    Attributes:
        head: header line.
        roots: next states and outputs, a line each; a latch's initial value may stand behind it.
        ands: the two operands of each node.
        first: literal of the first node.
        inputs: name and bit of an input to its literal.
        latches: names of the latches, in their order; one without a name has its number.
        outputs: names of the outputs, in their order, each with its bit; likewise.
    """

    head: bytes
    roots: list[bytes]
    ands: list[tuple[int, int]]
    first: int
    inputs: dict[tuple[str, int], int]
    latches: tuple[str, ...]
    outputs: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: Path) -> "Aiger":
        """Read a binary file with symbols.

        Raises:
            ValueError: it is something else.
        """
        raw = path.read_bytes()
        head = raw[: raw.find(b"\n")]
        words = head.split()
        if words[:1] != [b"aig"]:
            msg = f"{path.name} is no binary AIGER file"
            raise ValueError(msg)
        n_inputs, n_latches, n_outputs, n_ands = (int(word) for word in words[2:6])
        at = len(head) + 1
        roots: list[bytes] = []
        for _ in range(n_latches + n_outputs):
            end = raw.index(b"\n", at)
            roots.append(raw[at:end])
            at = end + 1
        first = 2 * (1 + n_inputs + n_latches)
        ands: list[tuple[int, int]] = []
        for node in range(first, first + 2 * n_ands, 2):
            below, at = _number(raw, at)
            further, at = _number(raw, at)
            ands.append((node - below, node - below - further))
        inputs = {
            (name.decode(), int(bit or 0)): 2 + 2 * int(index)
            for index, name, bit in _SYMBOL.findall(raw[at:])
        }
        names = {
            int(index): _own(text.decode().split()) for index, text in _LATCH.findall(raw[at:])
        }
        latches = tuple(names.get(index, str(index)) for index in range(n_latches))
        shown = {
            int(index): f"{name.decode()}[{int(bit or 0)}]"
            for index, name, bit in _OUTPUT.findall(raw[at:])
        }
        outputs = tuple(shown.get(index, str(index)) for index in range(n_outputs))
        return cls(head, roots, ands, first, inputs, latches, outputs)

    def chosen(self, name: str, value: int) -> "Aiger":
        """Return the graph with the bits of an input set; the input stays, and drives nothing.

        Raises:
            KeyError: there is no such input.
        """
        if (name, 0) not in self.inputs:
            raise KeyError(name)
        constant: dict[int, int] = {}
        for (each, bit), literal in self.inputs.items():
            if each == name:
                level = value >> bit & 1
                constant |= {literal: level, literal ^ 1: level ^ 1}
        ands = []
        for one, other in self.ands:
            pair = constant.get(one, one), constant.get(other, other)
            ands.append((max(pair), min(pair)))
        roots = []
        for line in self.roots:
            word, *rest = line.split()
            literal = constant.get(int(word), int(word))
            roots.append(b" ".join([str(literal).encode(), *rest]))
        return replace(self, roots=roots, ands=ands)

    def simulated(self, leaves: Sequence[int]) -> list[int]:
        """Return the words of next states and outputs.

        Args:
            leaves: a word of `WORD_BITS` cases for each input, then for each latch.
        """
        every = (1 << WORD_BITS) - 1
        held = [0, *leaves]

        def word(literal: int) -> int:
            return held[literal >> 1] ^ (every if literal & 1 else 0)

        for one, other in self.ands:
            held.append(word(one) & word(other))
        return [word(int(line.split()[0])) for line in self.roots]

    def ordered(self, names: Collection[str]) -> "Aiger":
        """Return the graph with its latches in an order that other graphs of the core share.

        Those of the names stand first, numbers in them by their value; the others as `_kinds` tells
        them apart. Two cores that do the same mostly agree on that, and nothing is proved of two
        that do not.

        Args:
            names: of latches that both cores have.
        """
        n_inputs, n_latches = self.counts
        named = [at for at in range(n_latches) if self.latches[at] in names]
        named.sort(key=lambda at: _natural(self.latches[at]))
        kinds = self._kinds(named)
        order = named + sorted(kinds, key=lambda at: (kinds[at], at))
        moved = {1 + n_inputs + old: 1 + n_inputs + at for at, old in enumerate(order)}

        def new(literal: int) -> int:
            return 2 * moved.get(literal >> 1, literal >> 1) | literal & 1

        lines = [*(self.roots[old] for old in order), *self.roots[n_latches:]]
        # A latch without an initial value has its own literal in the place of one.
        words = [[new(int(word)) for word in line.split()] for line in lines]
        roots = [" ".join(map(str, each)).encode() for each in words]
        pairs = [(new(one), new(other)) for one, other in self.ands]
        ands = [(max(pair), min(pair)) for pair in pairs]
        latches = tuple(self.latches[old] for old in order)
        return replace(self, roots=roots, ands=ands, latches=latches)

    def _kinds(self, named: Sequence[int]) -> dict[int, int]:
        """Return a number for each other latch; alike where nothing tells them apart.

        What they take next in some random cases is compared, again and again: those that were told
        apart hold other values in the next cases, which tells more of them apart. Of those that
        take the same for ever it is compared what changes if one of them alone holds another value.

        Args:
            named: those that are known, in an order that other graphs of the core share.
        """
        n_inputs, n_latches = self.counts
        draw = random.Random(0)  # noqa: S311 - a sample, no secret
        kinds = dict.fromkeys(sorted(set(range(n_latches)) - set(named)), 0)

        def numbered(signs: Mapping[int, Any]) -> dict[int, int]:
            every = sorted({(kind, signs[at]) for at, kind in kinds.items()})
            number = {each: index for index, each in enumerate(every)}
            return {at: number[kind, signs[at]] for at, kind in kinds.items()}

        def cases() -> list[int]:
            leaves = [0] * (n_inputs + n_latches)
            for _, literal in sorted(self.inputs.items()):
                leaves[(literal >> 1) - 1] = draw.getrandbits(WORD_BITS)
            for at in named:
                leaves[n_inputs + at] = draw.getrandbits(WORD_BITS)
            words = [draw.getrandbits(WORD_BITS) for _ in kinds]
            for at, kind in kinds.items():
                leaves[n_inputs + at] = words[kind]
            return leaves

        def changed(leaves: Sequence[int], at: int, word: int) -> tuple[Any, ...]:
            other = list(leaves)
            other[n_inputs + at] = word
            taken = self.simulated(other)
            alike = sorted((kind, taken[each]) for each, kind in kinds.items())
            return (*(taken[each] for each in named), *taken[n_latches:], *alike)

        found = 0
        while len(set(kinds.values())) > found:
            found = len(set(kinds.values()))
            kinds = numbered(dict(enumerate(self.simulated(cases()))))
            if len(set(kinds.values())) > found:
                continue
            many = Counter(kinds.values())
            tied = [at for at, kind in kinds.items() if many[kind] > 1]
            if len(tied) <= _MOST_TIED:
                leaves, word = cases(), draw.getrandbits(WORD_BITS)
                kinds = numbered(
                    dict.fromkeys(kinds, ()) | {at: changed(leaves, at, word) for at in tied}
                )
        return kinds

    def cone(self, output: str) -> "Aiger":
        """Return the graph with nothing but what an output ever depends on; the rest is 0.

        Raises:
            ValueError: there is no such output.
        """
        n_latches = self.counts[1]
        below = self.first >> 1
        literals = [int(line.split()[0]) for line in self.roots]
        needed = self.read_by([literals[n_latches + self.outputs.index(output)]], ever=True)
        ands = [pair if below + at in needed else (0, 0) for at, pair in enumerate(self.ands)]
        roots = [
            line if literal >> 1 in needed else b"0"
            for line, literal in zip(self.roots, literals, strict=True)
        ]
        return replace(self, roots=roots, ands=ands)

    def read_by(self, literals: Iterable[int], *, ever: bool = False) -> set[int]:
        """Return what literals depend on: inputs, latches and nodes, each by half its literal.

        Args:
            literals: of the graph.
            ever: in whatever cycle, and not in the same one alone.
        """
        n_inputs = self.counts[0]
        below = self.first >> 1
        found: set[int] = set()
        stack = [literal >> 1 for literal in literals]
        while stack:
            at = stack.pop()
            if at in found:
                continue
            found.add(at)
            if at >= below:
                stack += [literal >> 1 for literal in self.ands[at - below]]
            elif ever and at > n_inputs:
                stack.append(int(self.roots[at - 1 - n_inputs].split()[0]) >> 1)
        return found

    @property
    def counts(self) -> tuple[int, int]:
        """Number of inputs and of latches."""
        words = self.head.split()
        return int(words[2]), int(words[3])

    def write(self, path: Path) -> None:
        """Write it as a binary file without symbols."""
        text = b"\n".join([self.head, *self.roots, b""])
        path.write_bytes(text + encoded(self.ands, self.first))


def encoded(ands: Sequence[tuple[int, int]], first: int) -> bytes:
    """Return nodes in the binary format.

    Args:
        ands: operands of each, the larger literal first.
        first: literal of the first node.
    """
    body = bytearray()
    for index, (one, other) in enumerate(ands):
        for delta in (first + 2 * index - one, one - other):
            left = delta
            while left > 0x7F:
                body.append(left & 0x7F | 0x80)
                left >>= 7
            body.append(left)
    return bytes(body)


def _own(names: Sequence[str]) -> str:
    """Return a register's own name among those of all wires that it drives."""
    return min(names, key=lambda name: (not _REGISTER.search(name), len(name), name))


def _natural(name: str) -> list[tuple[int, int, str]]:
    parts = filter(None, re.split(r"(\d+)", name))
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]


def _number(raw: bytes, at: int) -> tuple[int, int]:
    """Return a number of seven bits a byte, lowest first, and where the next one starts."""
    value = shift = 0
    while raw[at] & 0x80:
        value |= (raw[at] & 0x7F) << shift
        shift += 7
        at += 1
    return value | raw[at] << shift, at + 1

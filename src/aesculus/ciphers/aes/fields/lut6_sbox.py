"""S-boxes as networks of look-up tables of six inputs, from a choice of what goes where.

A byte goes through sums of its bits, five tables that tell the norm, four bits of the norm's
inverse, and two tables for each bit of the result; `lut6_field` says why. With both directions a
sum is a choice of the direction between two, and of the result there are functionals first, of two
tables each, among which each bit chooses (`lut6_both`). A choice names the inputs of each table and
no contents: these follow, as the sum of two tables must be what is wanted for every byte, and a
choice for which they do not follow is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from aesculus.ciphers.aes.fields.aes import (
    AES_FIELD,
    AFFINE_CONSTANT,
    AFFINE_MATRIX,
    aes_sbox,
    inverse_aes_sbox,
)
from aesculus.ciphers.aes.fields.lut6_field import WIDTH, byte_bits, functional, in_bits
from aesculus.ciphers.aes.fields.lut_field import norm, trace_16
from aesculus.ciphers.aes.fields.lut_layer import DIRECTION
from aesculus.ciphers.aes.fields.lut_network import Network
from aesculus.ciphers.aes.fields.lut_sbox import Way


@dataclass(frozen=True)
class Result:
    """The two tables of a bit of the result.

    Args:
        bit: its place.
        first: inputs of the first table, divided by spaces: x0 to x7 are bits of the byte, s0,
            s1, ... sums, e0 to e3 bits of the norm's inverse, w0, w1, ... functionals, inv the
            direction where it is an input.
        second: inputs of the second besides the first's output; y0 to y7 are bits of the result
            that are made already. Without any there is one table.
    """

    bit: int
    first: str
    second: str


@dataclass(frozen=True)
class Functional:
    """The two tables of a functional of the inverse.

    Args:
        o: it is Tr(o z e).
        first: as of a `Result`.
        second: likewise.
    """

    o: int
    first: str
    second: str


@dataclass(frozen=True)
class Choice:
    """All that a search decides.

    Args:
        way: what the S-box does.
        sums: functionals of the field element that take a table each.
        norm: inputs of t0, t1, ..., as those of a `Result`.
        differences: the c of t1, t2, ...: each differs from the last start by Tr(c n); of 0 it is
            a start itself, as t0.
        inverses: the g of e0 to e3.
        results: the bits of the result in the order in which they are made.
        scale: factor that decryption puts to the field element, with both directions.
        functionals: those of the inverse among which results choose.
    """

    way: Way
    sums: tuple[int, ...]
    norm: tuple[str, ...]
    differences: tuple[int, ...]
    inverses: tuple[int, ...]
    results: tuple[Result, ...]
    scale: int = 1
    functionals: tuple[Functional, ...] = ()


def network(choice: Choice) -> Network:
    """Return the S-box of a choice.

    Raises:
        ValueError: if the choice does not work.
    """
    return _Builder(choice).build()


class _Builder:
    """The steps of one network; `self.at` is the field element for each word that goes in."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.both = choice.way is Way.BOTH
        inputs = [f"x{place}" for place in range(8)]
        self.net = Network((*inputs, DIRECTION) if self.both else tuple(inputs), WIDTH)
        back, scale = AFFINE_MATRIX.inverse(), choice.scale
        into = [AES_FIELD.mul(scale, back(byte ^ AFFINE_CONSTANT)) for byte in range(256)]
        ways = {
            Way.ENCRYPT: (aes_sbox(), list(range(256))),
            Way.DECRYPT: (inverse_aes_sbox(), into),
        }
        ways[Way.BOTH] = tuple(one + other for one, other in zip(*ways.values(), strict=True))
        self.table, self.at = ways[choice.way]

    def build(self) -> Network:
        if self.both:
            self._choices()
        else:
            self._sums()
        self._norm()
        for place, made in enumerate(self.choice.functionals):
            wanted = [functional(made.o, AES_FIELD.inv(value)) for value in self.at]
            self._two(f"w{place}", f"q{place}", made.first, made.second, _values(wanted))
        for result in self.choice.results:
            wanted = [value >> result.bit & 1 for value in self.table]
            self._two(
                f"y{result.bit}", f"p{result.bit}", result.first, result.second, _values(wanted)
            )
        self.net.outputs = tuple(f"y{place}" for place in range(8))
        for word, wanted_byte in enumerate(self.table):
            if self.net.run(word) != wanted_byte:
                raise ValueError(f"{self.choice} gives a wrong result for word {word:#04x}")
        return self.net

    def _choices(self) -> None:
        """Make the sums between which the direction chooses."""
        for place, u in enumerate(self.choice.sums):
            mask = chosen_bits(u, self.choice.scale)
            inputs = [name for i, name in enumerate(self.net.inputs[:8]) if mask >> i & 1]
            wanted = _values([functional(u, value) for value in self.at])
            self.net.add(f"s{place}", (*inputs, DIRECTION), wanted)

    def _sums(self) -> None:
        bits = byte_bits(self.choice.way)
        made = [(1 << place, name) for place, name in enumerate(self.net.inputs)]
        for place, u in enumerate(self.choice.sums):
            mask = in_bits(u, bits)
            # Behind another sum where the byte's bits alone are too many for a table.
            ways = [((), mask), *(((name,), mask ^ have) for have, name in made[8:])]
            names, rest = min(ways, key=lambda way: (len(way[0]) + way[1].bit_count() > WIDTH, way))
            inputs = (*names, *(name for have, name in made[:8] if have & rest))
            wanted = _values([functional(u, value) for value in self.at])
            made.append((mask, self.net.add(f"s{place}", inputs, wanted)))

    def _norm(self) -> None:
        mul, choice = AES_FIELD.mul, self.choice
        differences = [
            _values([trace_16(mul(c, norm(value))) for value in self.at])
            for c in choice.differences
        ]
        names: list[str] = []
        tables = [tuple(inputs.split()) for inputs in choice.norm]
        starts = [0, *(at for at, c in enumerate(choice.differences, 1) if not c), len(tables)]
        for start, end in pairwise(starts):
            first, others = tables[start], tables[start + 1 : end]
            apart = differences[start : end - 1]
            shared = self._shared(first, list(zip(others, apart, strict=True)))
            names.append(self.net.add(f"t{start}", first, shared))
            for at, (inputs, difference) in enumerate(zip(others, apart, strict=True), start + 1):
                names.append(self.net.add(f"t{at}", inputs, shared ^ difference))
        for place, g in enumerate(choice.inverses):
            bits = [trace_16(mul(g, AES_FIELD.inv(norm(value)))) for value in self.at]
            self.net.add(f"e{place}", names, _values(bits))

    def _two(self, name: str, part: str, one: str, other: str, wanted: int) -> None:
        """Make a signal of two tables in a row, of one where the other has no inputs."""
        first, second = tuple(one.split()), tuple(other.split())
        if not second:
            self.net.add(name, first, wanted)
            return
        made = self.net.add(part, first, self._shared(first, [(second, wanted)]))
        self.net.add(name, (made, *second), wanted)

    def _shared(self, first: Sequence[str], others: Sequence[tuple[tuple[str, ...], int]]) -> int:
        """Return a function of some signals that, with each difference, is one of others too.

        Args:
            first: the signals.
            others: for each of these functions its signals and how it differs from the first.

        Raises:
            ValueError: if there is none.
        """
        # A word of the signals is a node; bytes join the nodes that they give, with a difference.
        nodes = [self._words(first), *(self._words(names) for names, _ in others)]
        joined: dict[tuple[int, int], list[tuple[tuple[int, int], int]]] = {}
        for byte in range(self.net.points):
            start = (0, nodes[0][byte])
            for place, (_, difference) in enumerate(others, start=1):
                end, bit = (place, nodes[place][byte]), difference >> byte & 1
                joined.setdefault(start, []).append((end, bit))
                joined.setdefault(end, []).append((start, bit))
        value: dict[tuple[int, int], int] = {}
        for root in joined:
            if root in value:
                continue
            value[root], waiting = 0, [root]
            while waiting:
                node = waiting.pop()
                for neighbour, bit in joined[node]:
                    if neighbour not in value:
                        value[neighbour] = value[node] ^ bit
                        waiting.append(neighbour)
                    elif value[neighbour] != value[node] ^ bit:
                        raise ValueError(f"{self.choice}: no table of {', '.join(first)} will do")
        return _values([value[0, word] for word in nodes[0]])

    def _words(self, names: Sequence[str]) -> list[int]:
        columns = [self.net.values(name) for name in names]
        return [
            sum((column >> byte & 1) << place for place, column in enumerate(columns))
            for byte in range(self.net.points)
        ]


def chosen_bits(u: int, scale: int) -> int:
    """Return the bits of the byte in either of the sums that a functional is, as a mask."""
    there = in_bits(u, byte_bits(Way.ENCRYPT))
    return there | in_bits(AES_FIELD.mul(u, scale), byte_bits(Way.DECRYPT))


def _values(bits: Sequence[int]) -> int:
    return sum(bit << byte for byte, bit in enumerate(bits))

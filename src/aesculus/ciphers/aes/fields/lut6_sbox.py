"""S-boxes as networks of look-up tables of six inputs, from a choice of what goes where.

A byte goes through sums of its bits, five tables that tell the norm, four bits of the norm's
inverse, and two tables for each bit of the result; `lut6_field` says why. A choice names the inputs
of each table and no contents: these follow, as the sum of two tables must be what is wanted for
every byte, and a choice for which they do not follow is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from aesculus.ciphers.aes.fields.aes import (
    AES_FIELD,
    AFFINE_CONSTANT,
    AFFINE_MATRIX,
    aes_sbox,
    inverse_aes_sbox,
)
from aesculus.ciphers.aes.fields.lut6_field import WIDTH, byte_bits, functional, in_bits
from aesculus.ciphers.aes.fields.lut_field import norm, trace_16
from aesculus.ciphers.aes.fields.lut_network import Network
from aesculus.ciphers.aes.fields.lut_sbox import Way


@dataclass(frozen=True)
class Result:
    """The two tables of a bit of the result.

    Args:
        bit: its place.
        first: inputs of the first table, divided by spaces: x0 to x7 are bits of the byte, s0,
            s1, ... sums, e0 to e3 bits of the norm's inverse.
        second: inputs of the second besides the first's output; y0 to y7 are bits of the result
            that are made already.
    """

    bit: int
    first: str
    second: str


@dataclass(frozen=True)
class Choice:
    """All that a search decides.

    Args:
        way: encryption or decryption.
        sums: functionals of the field element that take a table each.
        norm: inputs of t0 to t4, as those of a `Result`.
        differences: the c of t1 to t4: each differs from t0 by Tr(c n).
        inverses: the g of e0 to e3.
        results: the bits of the result in the order in which they are made.
    """

    way: Way
    sums: tuple[int, ...]
    norm: tuple[str, ...]
    differences: tuple[int, ...]
    inverses: tuple[int, ...]
    results: tuple[Result, ...]


def network(choice: Choice) -> Network:
    """Return the S-box of a choice.

    Raises:
        ValueError: if the choice does not work.
    """
    return _Builder(choice).build()


class _Builder:
    """The steps of one network; `self.at` is the field element for each byte."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.net = Network(tuple(f"x{place}" for place in range(8)), WIDTH)
        decrypt = choice.way is Way.DECRYPT
        self.table = inverse_aes_sbox() if decrypt else aes_sbox()
        back = AFFINE_MATRIX.inverse()
        self.at = [back(byte ^ AFFINE_CONSTANT) if decrypt else byte for byte in range(256)]

    def build(self) -> Network:
        self._sums()
        self._norm()
        for result in self.choice.results:
            self._result(result)
        self.net.outputs = tuple(f"y{place}" for place in range(8))
        for byte, wanted in enumerate(self.table):
            if self.net.run(byte) != wanted:
                raise ValueError(f"{self.choice} gives a wrong result for byte {byte:#04x}")
        return self.net

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
        first, *others = (tuple(inputs.split()) for inputs in choice.norm)
        shared = self._shared(first, list(zip(others, differences, strict=True)))
        names = [self.net.add("t0", first, shared)]
        for place, (inputs, difference) in enumerate(zip(others, differences, strict=True), 1):
            names.append(self.net.add(f"t{place}", inputs, shared ^ difference))
        for place, g in enumerate(choice.inverses):
            bits = [trace_16(mul(g, AES_FIELD.inv(norm(value)))) for value in self.at]
            self.net.add(f"e{place}", names, _values(bits))

    def _result(self, result: Result) -> None:
        wanted = _values([value >> result.bit & 1 for value in self.table])
        first, second = tuple(result.first.split()), tuple(result.second.split())
        part = self.net.add(f"p{result.bit}", first, self._shared(first, [(second, wanted)]))
        self.net.add(f"y{result.bit}", (part, *second), wanted)

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
        for byte in range(256):
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
            for byte in range(256)
        ]


def _values(bits: Sequence[int]) -> int:
    return sum(bit << byte for byte, bit in enumerate(bits))

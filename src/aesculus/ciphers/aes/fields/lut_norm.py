"""The norm's four bits in nine tables.

Let a, b, c be the cells, and q a bit of a's table. Two bits of the norm are q(a) + r(b), two more
q(a) + r(c): a functional of the norm that does without one cell exists for each cell, in two bits.
A square adds nothing to a table of the same four bits. What remains is where the four bits share
their q: linear terms of a that differ. Thus

- q_0, q_1: two tables of a;
- with b: X = r_0 + k(s, t), also r_1 + k'(s', t'), for one split of b's four bits into pairs, then
  q_0 + X + k(s, t) and q_1 + X + k'(s', t'): three tables;
- with c: r_0 and r_1, each then added to its q, with up to two signals more for the linear terms.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from aesculus.ciphers.aes.fields.aes import AES_FIELD
from aesculus.ciphers.aes.fields.lut_field import norm, trace_16
from aesculus.ciphers.aes.fields.matrix import BitMatrix

Bits = tuple[int, ...]
"""A function of the field element: a bit for each of the 256."""

_SPLITS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


class Part(NamedTuple):
    """A table of the norm.

    Args:
        name: of its output.
        inputs: names of signals, tables of the norm among them.
        bits: what it gives for each field element.
    """

    name: str
    inputs: tuple[str, ...]
    bits: Bits


class Halves(NamedTuple):
    """A bit of the norm as a sum of functions of two cells."""

    first: Bits
    second: Bits


def norm_tables(
    cells: Sequence[Sequence[str]], masks: Mapping[str, int]
) -> tuple[tuple[Part, ...], tuple[str, ...]] | None:
    """Return nine tables and the names of the four that together tell the norm.

    Args:
        cells: the four signals of each of the three cells.
        masks: the signals that are there: bits of the field element that each sums.

    Returns:
        Tables in order and their outputs, or None if no roles of the cells allow it.
    """
    spaces = [[masks[name] for name in cell] for cell in cells]
    for a, b, c in permutations(range(3)):
        with_b = list(_halves(spaces[a], spaces[b]))
        with_c = list(_halves(spaces[a], spaces[c]))
        for one, two in permutations(with_b, 2):
            split = _split(add(one.second, two.second), spaces[b])
            if split is None:
                continue
            third = _with_linear(one.first, with_c, cells[c], masks)
            fourth = _with_linear(two.first, with_c, cells[c], masks)
            if third is None or fourth is None:
                continue
            (s, t), (k, _) = split
            x = add(one.second, k)
            outputs = ("n0", "n1", "n2", "n3")
            bits = [add(*one), add(*two), third[0], fourth[0]]
            rest = {cells[b][i] for i in s}, {cells[b][i] for i in t}
            return (
                Part("q0", tuple(cells[a]), one.first),
                Part("q1", tuple(cells[a]), two.first),
                Part("x", tuple(cells[b]), x),
                Part("r0", tuple(cells[c]), _tail(third, one.first, masks)),
                Part("r1", tuple(cells[c]), _tail(fourth, two.first, masks)),
                Part("n0", ("q0", "x", *sorted(rest[0])), bits[0]),
                Part("n1", ("q1", "x", *sorted(rest[1])), bits[1]),
                Part("n2", ("q0", "r0", *third[1]), bits[2]),
                Part("n3", ("q1", "r1", *fourth[1]), bits[3]),
            ), outputs
    return None


def add(*terms: Bits) -> Bits:
    """Return the sum of functions."""
    return tuple(sum(column) & 1 for column in zip(*terms, strict=True))


def linear(mask: int) -> Bits:
    """Return the sum of some bits of the field element."""
    return tuple((mask & value).bit_count() & 1 for value in range(256))


def _halves(first: Sequence[int], second: Sequence[int]) -> Iterator[Halves]:
    """Yield the bits of the norm that are sums of a function of either cell."""
    coordinates = BitMatrix((*first, *second))
    try:
        back = coordinates.inverse()
    except ValueError:
        return
    for factor in (value for value in range(1, 256) if _in_16(value)):
        bits = tuple(trace_16(AES_FIELD.mul(factor, norm(value))) for value in range(256))
        low = tuple(bits[back(coordinates(value) & 0x0F)] for value in range(256))
        high = tuple(bits[back(coordinates(value) & 0xF0)] for value in range(256))
        if add(low, high) == bits:
            yield Halves(low, high)


def _in_16(value: int) -> bool:
    return norm(value) == AES_FIELD.mul(value, value)


def _split(
    bits: Bits, space: Sequence[int]
) -> tuple[tuple[tuple[int, int], tuple[int, int]], tuple[Bits, Bits]] | None:
    """Write a function of four bits as a sum of functions of two each, or return None."""
    signals = [linear(mask) for mask in space]
    for s, t in _SPLITS:
        parts = []
        for keep in (s, t):
            at: dict[tuple[int, ...], int] = {}
            for value in range(256):
                word = tuple(signal[value] for signal in signals)
                if not any(word[i] for i in range(4) if i not in keep):
                    at[tuple(word[i] for i in keep)] = bits[value]
            parts.append(tuple(at[tuple(signals[i][value] for i in keep)] for value in range(256)))
        if add(*parts) == bits:
            return (s, t), (parts[0], parts[1])
    return None


_Found = tuple[Bits, tuple[str, ...]]


def _with_linear(
    shared: Bits, halves: Sequence[Halves], cell: Sequence[str], masks: Mapping[str, int]
) -> _Found | None:
    """Find a bit of the norm that adds to `shared` a function of a cell and up to two signals."""
    span = _span([masks[name] for name in cell])
    for each in halves:
        mask = _mask(add(shared, each.first))
        if mask is None:
            continue
        for size in range(3):
            for names in combinations(masks, size):
                total = mask
                for name in names:
                    total ^= masks[name]
                if total in span:
                    return add(each.first, each.second), names
    return None


def _tail(found: _Found, shared: Bits, masks: Mapping[str, int]) -> Bits:
    bits, names = found
    return add(bits, shared, *(linear(masks[name]) for name in names))


def _mask(bits: Bits) -> int | None:
    mask = sum(bits[1 << place] << place for place in range(8))
    return mask if linear(mask) == bits else None


def _span(masks: Sequence[int]) -> set[int]:
    sums = {0}
    for mask in masks:
        sums |= {value ^ mask for value in sums}
    return sums

"""The search that finds cells whose S-box takes few look-up tables, in one direction.

Left sides that are bits of the byte cost nothing, and each other one costs a table at least, so
only cells with many such are looked at. Of these, those remain whose left sides and whose outputs
all take one table each. `python -m aesculus.ciphers.aes.fields.lut_search WAY` prints each
that is better than those before; it takes some minutes.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, product

from aesculus.ciphers.aes.fields.lut_field import POINTS, Cells, plane
from aesculus.ciphers.aes.fields.lut_network import MAX_INPUTS, Network
from aesculus.ciphers.aes.fields.lut_sbox import Choice, Way, kept, network

TRIPLES = ((0, 1, 2), (0, 1, 3))
"""Units of the cells, up to a factor: all fives of them are turned into one another."""

_STAGE = 2
_TRIED = 12


@cache
def planes() -> tuple[tuple[int, ...], ...]:
    """Return the 357 planes as their five points."""
    return tuple(sorted({plane(pair) for pair in combinations(range(POINTS), 2)}))


def candidates(way: Way, free: int) -> Iterator[Choice]:
    """Yield cells with at least so many left sides that are bits of the byte."""
    empty = Choice(way, Cells((0, 1, 2), ((0, 1), (0, 1), (0, 1))))
    for units, points in product(TRIPLES, planes()):
        pairs = list(combinations(points, 2))
        if Cells(units, (pairs[0],) * 3).shares(1) is None:
            continue
        count = [
            [sum(_free(empty, units[cell], point) for point in pair) for pair in pairs]
            for cell in range(3)
        ]
        for chosen in product(range(len(pairs)), repeat=3):
            if sum(count[cell][place] for cell, place in enumerate(chosen)) >= free:
                cells = Cells(units, (pairs[chosen[0]], pairs[chosen[1]], pairs[chosen[2]]))
                yield Choice(way, cells)


@cache
def _free(choice: Choice, unit: int, point: int) -> int:
    """Return how many bits of a left side are bits of the byte."""
    probe = replace(choice, cells=Cells((unit, 0, 0), ((point, 0), (0, 0), (0, 0))))
    masks = [probe.sum_of_byte(probe.left_side(0, scalar)).encrypt for scalar in range(3)]
    return sum(mask.bit_count() == 1 for mask in masks)


def search(way: Way, free: int = 4) -> Iterator[tuple[tuple[int, int, int], Choice]]:
    """Yield choices that work with tables, levels and registers.

    Args:
        way: encryption or decryption.
        free: how many left sides must be bits of the byte at least.

    Yields:
        Tables, levels, and the signals that cross behind each second level; then the choice.
    """
    for cells in candidates(way, free):
        rights = _best(
            (choice, rounds([each.encrypt for each in choice.sums_of_products()]))
            for right in product(range(3), repeat=6)
            if (choice := replace(cells, right=right))
        )
        if not rights:
            continue
        lefts = _best(
            (choice, rounds(wanted))
            for left in product(range(3), repeat=6)
            if len(wanted := _left_sides(choice := replace(cells, left=left))) <= 12 - free
        )
        for right, left in product(rights[:_TRIED], lefts[:_TRIED]):
            choice = replace(right, left=left.left)
            try:
                found = network(choice)
            except ValueError:  # a norm that does not fit
                continue
            yield figures(found), choice


def rounds(wanted: Sequence[int]) -> int | None:
    """Return in how many rounds sums are made by one table each, or None if they are not.

    A table adds up to four of the base and of the sums made before. So a sum can be made when it
    and n others add up to no more than 4 - n of the base.

    Args:
        wanted: the sums, as masks over the base.
    """
    known = sum((mask.bit_count() <= MAX_INPUTS) << place for place, mask in enumerate(wanted))
    full = (1 << len(wanted)) - 1
    if known == full:
        return 1
    if not known:
        return None
    ways = []
    for size in range(2, MAX_INPUTS + 2):
        for places in combinations(range(len(wanted)), size):
            total = 0
            for place in places:
                total ^= wanted[place]
            if total.bit_count() <= MAX_INPUTS + 1 - size:
                ways.append(sum(1 << place for place in places))
    count = 1
    while known != full:
        now = known
        for way in ways:
            missing = way & ~known
            if missing and missing & missing - 1 == 0:
                now |= missing
        if now == known:
            return None
        known, count = now, count + 1
    return count


def figures(found: Network) -> tuple[int, int, int]:
    """Return tables, levels, and the signals that cross behind each second level.

    Levels are counted from the back: the first stage is the one that may be short, as AddRoundKey
    is ahead of it.
    """
    cuts = range(found.levels - _STAGE, 0, -_STAGE)
    return len(found.tables), found.levels, sum(len(found.crossing(level)) for level in cuts)


def _best(found: Iterable[tuple[Choice, int | None]]) -> list[Choice]:
    """Return the choices of fewest rounds, in the order in which they came."""
    by_rounds: dict[int, list[Choice]] = {}
    for choice, count in found:
        if count is not None:
            by_rounds.setdefault(count, []).append(choice)
    return by_rounds[min(by_rounds)] if by_rounds else []


def _left_sides(choice: Choice) -> list[int]:
    """Return the left sides that are not bits of the byte, as masks over it."""
    masks = [
        choice.sum_of_byte(choice.left_side(place, scalar)).encrypt
        for place in range(6)
        for scalar in kept(choice.left[place])
    ]
    return [mask for mask in masks if mask.bit_count() > 1]


def _main(way: Way) -> None:
    best: tuple[int, int, int] | None = None
    for found, choice in search(way):
        if best is None or found < best:
            best = found
            sys.stdout.write(f"tables, levels, registers {found}: {choice}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in (Way.ENCRYPT, Way.DECRYPT):
        sys.exit(f"lut_search: takes one of {Way.ENCRYPT}, {Way.DECRYPT}")
    _main(Way(sys.argv[1]))

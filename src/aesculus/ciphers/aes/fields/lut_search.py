"""The search that finds cells whose S-box takes few look-up tables, in one direction.

Left sides that are bits of the byte cost nothing, and each other one costs a table at least, so
only cells with many such are looked at. Of these, those remain whose left sides and whose outputs
all take one table each. `python -m aesculus.ciphers.aes.fields.lut_search WAY` prints the best of
them; it takes some minutes.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product

from aesculus.ciphers.aes.fields.lut_field import POINTS, Cells, plane
from aesculus.ciphers.aes.fields.lut_layer import Step
from aesculus.ciphers.aes.fields.lut_network import Network
from aesculus.ciphers.aes.fields.lut_sbox import Choice, Way, ends, kept, network, sums

TRIPLES = ((0, 1, 2), (0, 1, 3))
"""Units of the cells, up to a factor: all fives of them are turned into one another."""

_STAGE = 2


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
            (
                (choice, ends(choice))
                for right in product(range(3), repeat=6)
                if _starts(choice := replace(cells, right=right))
            ),
            base=12,
        )
        if not rights:
            continue
        lefts = _best(
            (
                (choice, sums(choice))
                for left in product(range(3), repeat=6)
                if _tables(choice := replace(cells, left=left)) <= 12 - free
            ),
            base=8,
        )
        for right, left in product(rights[:12], lefts[:12]):
            choice = replace(right, left=left.left)
            try:
                found = network(choice)
            except ValueError:  # a norm that does not fit
                continue
            yield figures(found), choice


def figures(found: Network) -> tuple[int, int, int]:
    """Return tables, levels, and the signals that cross behind each second level."""
    cuts = range(_STAGE, found.levels, _STAGE)
    return len(found.tables), found.levels, sum(len(found.crossing(level)) for level in cuts)


def _best(found: Iterator[tuple[Choice, list[Step] | None]], base: int) -> list[Choice]:
    """Return the choices of fewest rounds, in the order in which they came."""
    by_depth: dict[int, list[Choice]] = {}
    for choice, steps in found:
        if steps is not None:
            by_depth.setdefault(depth(steps, base), []).append(choice)
    return by_depth[min(by_depth)] if by_depth else []


def depth(steps: list[Step], base: int) -> int:
    """Return the tables in a row of some steps.

    Args:
        steps: tables in order.
        base: number of signals before the first.
    """
    levels: dict[int, int] = {}
    for place, step in enumerate(steps, start=base):
        levels[place] = 1 + max(levels.get(each, 0) for each in step.inputs)
    return max(levels.values(), default=0)


def _starts(choice: Choice) -> bool:
    """Whether some output is a sum of four functionals at most, without which there is no start."""
    return any(each.encrypt.bit_count() <= 4 for each in choice.sums_of_products())


def _tables(choice: Choice) -> int:
    masks = [
        choice.sum_of_byte(choice.left_side(place, scalar)).encrypt
        for place in range(6)
        for scalar in kept(choice.left[place])
    ]
    return sum(mask.bit_count() > 1 for mask in masks)


def _main(way: Way) -> None:
    for found, choice in sorted(search(way), key=lambda each: each[0])[:5]:
        sys.stdout.write(f"tables, levels, registers {found}: {choice}\n")


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in (Way.ENCRYPT, Way.DECRYPT):
        sys.exit(f"lut_search: takes one of {Way.ENCRYPT}, {Way.DECRYPT}")
    _main(Way(sys.argv[1]))

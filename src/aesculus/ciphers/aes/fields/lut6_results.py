"""Which bits of the result take two tables of six inputs, for given sums and bits of the inverse.

A functional of the inverse is four rows (`lut6_field.rows`): the functional of x that each bit of e
is multiplied with. A table of some functionals of x and some bits of e makes any rows within the
span of the functionals, in the places of the bits. `Divider` takes what is wanted apart into such a
first part and such a second one, trying all second parts.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aesculus.ciphers.aes.fields.lut6_field import FUNCTIONALS, WIDTH, bases, dual_basis, rows

BITS = 4
"""Bits of the inverse of the norm."""

Words = NDArray[np.uint16]
Flags = NDArray[np.bool_]


class Part(NamedTuple):
    """Inputs of a table: places of signals, and of bits of e."""

    signals: tuple[int, ...]
    bits: tuple[int, ...]

    @property
    def inputs(self) -> int:
        """How many there are."""
        return len(self.signals) + len(self.bits)

    def told(self, names: Sequence[str]) -> str:
        """Return the inputs as a choice has them, with the names of all signals."""
        return " ".join([*(names[at] for at in self.signals), *(f"e{at}" for at in self.bits)])


class Parts(NamedTuple):
    """All that tables of one shape make: `rows[i]` is made of `parts[i // each]`."""

    rows: Words
    parts: tuple[Part, ...]
    each: int


def rows_in_bases(functionals: Iterable[int]) -> Words:
    """Return the rows of functionals of the inverse in each basis; shape (840, functionals, 4)."""
    wanted, duals = tuple(functionals), map(dual_basis, bases())
    return np.array([[rows(o, each) for o in wanted] for each in duals], np.uint16)


class Divider:
    """Divides rows between two tables.

    Args:
        signals: functionals of x and of the direction that are there.
    """

    def __init__(self, signals: Sequence[int]) -> None:
        self.signals = tuple(signals)
        self._made: dict[int, tuple[Parts, ...]] = {}

    def subsets(self, size: int) -> list[tuple[int, ...]]:
        """Return the places of so many signals, in each way."""
        return list(combinations(range(len(self.signals)), size))

    def spans(self, size: int) -> Words:
        """Return the sums of each subset; shape (subsets, 2**size)."""
        chosen = np.array(self.signals, np.uint16)[np.array(self.subsets(size))]
        sums = np.zeros((len(chosen), 1), np.uint16)
        for place in range(size):
            sums = np.concatenate([sums, sums ^ chosen[:, place : place + 1]], axis=1)
        return sums

    def _member(self, size: int) -> Flags:
        """Return whether a subset spans a functional; shape (functionals, subsets)."""
        sums = self.spans(size)
        member = np.zeros((FUNCTIONALS, len(sums)), np.bool_)
        member[sums, np.arange(len(sums))[:, None]] = True
        return member

    @cached_property
    def of_two(self) -> Flags:
        """As `_member`, of subsets of two."""
        return self._member(2)

    @cached_property
    def of_three(self) -> Flags:
        """As `_member`, of subsets of three."""
        return self._member(3)

    @cached_property
    def pairs_of_two(self) -> Flags:
        """Return whether one subset of two spans both of two functionals."""
        return _together(self.of_two)

    @cached_property
    def pairs_of_three(self) -> Flags:
        """As `pairs_of_two`, of subsets of three."""
        return _together(self.of_three)

    @cached_property
    def pairs_of_four(self) -> Flags:
        """As `pairs_of_two`, of subsets of four."""
        return _together(self._member(4))

    def quick(self, wanted: Words) -> Flags:
        """Return which rows divide into four functionals and two bits, and three and two.

        Args:
            wanted: shape (..., 4).

        Returns:
            Shape (...).
        """
        found = np.zeros(wanted.shape[:-1], np.bool_)
        for first in combinations(range(BITS), 2):
            second = [place for place in range(BITS) if place not in first]
            found |= _both(self.pairs_of_four, wanted, first) & _both(
                self.pairs_of_three, wanted, second
            )
        return found

    def divide(self, wanted: Sequence[int], slots: int) -> tuple[Part, Part] | None:
        """Return the two tables' inputs, or None.

        Args:
            wanted: four rows.
            slots: inputs of the second table that are free.
        """
        return next(self._divisions(wanted, slots), None)

    def divide_beside(
        self, wanted: Sequence[int], slots: int, signal: int
    ) -> tuple[Part, Part] | None:
        """Return the same where one of the tables has another signal too, at its place, or None."""
        for first, second in chain(
            self._divisions(wanted, slots - 1), self._divisions(wanted, slots)
        ):
            if signal in first.signals or signal in second.signals:
                return first, second
            if second.inputs < slots:
                return first, Part((*second.signals, signal), second.bits)
            if first.inputs < WIDTH:
                return Part((*first.signals, signal), first.bits), second
        return None

    def _divisions(self, wanted: Sequence[int], slots: int) -> Iterator[tuple[Part, Part]]:
        for parts in self._seconds(slots):
            rest = parts.rows ^ np.array(wanted, np.uint16)
            place = self._first(rest)
            if place is not None:
                first = self._inputs(tuple(int(row) for row in rest[place]))
                yield first, parts.parts[place // parts.each]

    def _seconds(self, slots: int) -> tuple[Parts, ...]:
        if slots not in self._made:
            shapes = [(slots - bits, bits) for bits in range(1, min(slots, BITS + 1))]
            self._made[slots] = tuple(parts for shape in shapes for parts in self._of_shape(*shape))
        return self._made[slots]

    def _of_shape(self, size: int, bits: int) -> Iterator[Parts]:
        spans, subsets = self.spans(size), self.subsets(size)
        each = spans.shape[1] ** bits
        grid = np.array(list(np.ndindex(*(spans.shape[1],) * bits)))
        for places in combinations(range(BITS), bits):
            made = np.zeros((len(subsets), each, BITS), np.uint16)
            for place, column in zip(places, grid.T, strict=True):
                made[:, :, place] = spans[:, column]
            yield Parts(
                made.reshape(-1, BITS), tuple(Part(subset, places) for subset in subsets), each
            )

    def _first(self, rest: Words) -> int | None:
        """Return the place of rows that one table makes, or None."""
        empty = rest == 0
        for pair in combinations(range(BITS), 2):
            others = [place for place in range(BITS) if place not in pair]
            found = empty[:, others].all(axis=1) & _both(self.pairs_of_four, rest, pair)
            if found.any():
                return int(found.argmax())
        for place in range(BITS):
            kept = np.flatnonzero(empty[:, place])
            found = _one(self.of_three, rest[kept])
            if found.any():
                return int(kept[found.argmax()])
        pairs = self.pairs_of_two
        kept = np.flatnonzero(_both(pairs, rest, (0, 1)) & _both(pairs, rest, (2, 3)))
        found = _one(self.of_two, rest[kept])
        return int(kept[found.argmax()]) if found.any() else None

    def _inputs(self, made: Sequence[int]) -> Part:
        """Return the inputs of a table that makes these rows."""
        bits = tuple(place for place, row in enumerate(made) if row)
        for size in range(1, WIDTH - len(bits) + 1):
            for subset, sums in zip(self.subsets(size), self.spans(size), strict=True):
                if set(made) <= {int(each) for each in sums} | {0}:
                    return Part(subset, bits)
        raise ValueError(f"no table makes the rows {tuple(made)}")


def _one(member: Flags, rows: Words) -> Flags:
    """Return for which rows one subset spans all four."""
    spanning: Flags = np.all(member[rows], axis=1)
    found: Flags = np.any(spanning, axis=1)
    return found


def _together(member: Flags) -> Flags:
    counts = member.astype(np.float32)
    together: Flags = counts @ counts.T > 0
    return together


def _both(pairs: Flags, wanted: Words, places: Sequence[int]) -> Flags:
    found: Flags = pairs[wanted[..., places[0]], wanted[..., places[1]]]
    return found

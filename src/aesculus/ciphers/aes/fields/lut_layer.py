"""Sums of signals in tables of four inputs, where a signal may choose between two sums.

A signal is a sum over GF(2) of base signals, one for encryption and one for decryption: a `Pair`
of bit masks over the base. A table of four inputs makes the sum of up to four signals, or, with the
direction as one of its inputs, one sum of up to three signals for encryption and another
of the same three for decryption.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

DIRECTION = "inv"
"""Name of the signal that is 1 for decryption."""


class Pair(NamedTuple):
    """What a signal is: masks over the base for encryption and decryption.

    `odd` says that the two also differ by a constant, which only a table with the direction among
    its inputs can add. Constants alike in both are left to the tables.
    """

    encrypt: int
    decrypt: int
    odd: bool = False

    @classmethod
    def same(cls, mask: int) -> "Pair":
        """Return a signal that does not depend on the direction."""
        return cls(mask, mask)

    def __xor__(self, other: "Pair") -> "Pair":
        return Pair(
            self.encrypt ^ other.encrypt, self.decrypt ^ other.decrypt, self.odd != other.odd
        )


def one_table(wanted: Pair, have: Sequence[Pair], *, choose: bool) -> tuple[int, ...] | None:
    """Return the places of the fewest signals that one table can make a signal of, or None.

    Args:
        wanted: the signal.
        have: the signals that are there.
        choose: whether the direction is a signal; if it is among those to use, -1 ends the answer.
    """
    return _sum_of(wanted, have) or (_choice_of(wanted, have) if choose else None)


def _sum_of(wanted: Pair, have: Sequence[Pair]) -> tuple[int, ...] | None:
    place: dict[Pair, int] = {}
    for index, signal in enumerate(have):
        place.setdefault(signal, index)
    sums: dict[Pair, tuple[int, ...]] = {}
    for (i, left), (j, right) in combinations(enumerate(have), 2):
        rest = wanted ^ left ^ right
        sums.setdefault(left ^ right, (i, j))
        if rest == Pair(0, 0):
            return i, j
    for (i, left), (j, right) in combinations(enumerate(have), 2):
        third = place.get(wanted ^ left ^ right)
        if third is not None and third not in (i, j):
            return i, j, third
    for (i, left), (j, right) in combinations(enumerate(have), 2):
        pair = sums.get(wanted ^ left ^ right)
        if pair is not None and len({i, j, *pair}) == 4:
            return (i, j, *pair)
    return None


def _choice_of(wanted: Pair, have: Sequence[Pair]) -> tuple[int, ...] | None:
    for size in (1, 2, 3):
        for places in combinations(range(len(have)), size):
            if _spans((have[i].encrypt for i in places), wanted.encrypt) and _spans(
                (have[i].decrypt for i in places), wanted.decrypt
            ):
                return (*places, -1)
    return None


def _spans(masks: Iterable[int], wanted: int) -> bool:
    sums = {0}
    for mask in masks:
        sums |= {value ^ mask for value in sums}
    return wanted in sums


class Step(NamedTuple):
    """A signal made by one table: its place in the list of all signals is its turn."""

    signal: Pair
    inputs: tuple[int, ...]
    """Places of the signals it is made of; -1 is the direction."""


def close(base: Sequence[Pair], wanted: Iterable[Pair], *, choose: bool) -> list[Step] | None:
    """Make each wanted signal by one table of the base and of those made before.

    What is made first never stands in the way of what is made later, so taking all that can be
    made, in rounds, finds a way if there is one, and one of fewest levels.

    Args:
        base: the signals that are there.
        wanted: the signals to make, those to help included.
        choose: whether the direction is a signal.

    Returns:
        The tables in order, or None if the signals cannot be made by one table each.
    """
    have = list(base)
    left = [signal for signal in dict.fromkeys(wanted) if signal not in have]
    steps: list[Step] = []
    while left:
        found = [(signal, one_table(signal, have, choose=choose)) for signal in left]
        made = [Step(signal, inputs) for signal, inputs in found if inputs is not None]
        if not made:
            return None
        steps += made
        have += [step.signal for step in made]
        left = [signal for signal, inputs in found if inputs is None]
    return steps

"""Tables of six inputs that tell the norm: which functionals go into each.

The direction counts as a ninth coordinate of x, which the norm does not have. A quadratic form,
q(x) without a constant, is a word of 45 bits: the coefficients of x_i x_j, i < j, and of x_i. A
table makes it from six functionals exactly if adding any u on which the six vanish leaves it as it
is: q(u) = 0, and q(x + u) + q(x) + q(u) = 0 for every x.
"""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from aesculus.ciphers.aes.fields.aes import AES_FIELD
from aesculus.ciphers.aes.fields.lut6_field import (
    FUNCTIONALS,
    WIDTH,
    functional,
    independent,
    subfield,
)
from aesculus.ciphers.aes.fields.lut_field import norm, trace_16

_PLACES = FUNCTIONALS.bit_length() - 1
PAIRS = tuple(combinations(range(_PLACES), 2))
"""Places of the coefficients of x_i x_j; those of x_i are behind them."""

_SIZE = len(PAIRS) + _PLACES
_MOST = 10

Flags = NDArray[np.bool_]
Words = NDArray[np.uint16]


def norm_tables(
    signals: Sequence[int], *, seed: int = 0, tries: int | None = None
) -> Iterator[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]]:
    """Yield ways to tell the norm by five tables.

    Two tables' inputs and the difference between them are drawn; they leave t_0 a few forms.

    Args:
        signals: functionals of x and of the direction that are there.
        seed: of what is drawn.
        tries: how often it is drawn; for ever if None.

    Yields:
        Places of the inputs of t_0 to t_4, and the c of t_1 to t_4.
    """
    for made in _alike(signals, 5, seed, tries):
        found = _five(list(made))
        if found is not None:
            start, *others = found
            yield tuple(made[c] for c in found), tuple(start ^ c for c in others)


def norm_groups(
    signals: Sequence[int], *, seed: int = 0, tries: int | None = None
) -> Iterator[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]]:
    """Yield ways to tell the norm by six tables: two starts, and two that differ from each.

    They need fewer signals than five tables.

    Args:
        signals: functionals of x and of the direction that are there.
        seed: of what is drawn.
        tries: how often it is drawn; for ever if None.

    Yields:
        Places of the inputs of t_0 to t_5, and the c of t_1 to t_5, 0 for the second start.
    """
    groups: dict[frozenset[int], tuple[tuple[tuple[int, ...], ...], tuple[int, int]]] = {}
    for made in _alike(signals, 3, seed, tries):
        start, *others = made
        for one, other in combinations(others, 2):
            c = (start ^ one, start ^ other)
            plane = frozenset((*c, one ^ other))
            if plane in groups:
                continue
            inputs = (made[start], made[one], made[other])
            for there, beside in groups.values():
                if independent([*beside, *c]):
                    yield (*there, *inputs), (*beside, 0, *c)
            groups[plane] = inputs, c


def _alike(
    signals: Sequence[int], least: int, seed: int, tries: int | None
) -> Iterator[dict[int, tuple[int, ...]]]:
    """Yield, for a form that is drawn, the c of Tr(c n) with which a table makes it, and which.

    Forms with fewer of them than `least` are left out.
    """
    draw = random.Random(seed)  # noqa: S311 - nothing secret
    subsets, vanishing = _subsets(signals)
    if not subsets:
        return
    kernels = np.array(vanishing)
    differences = [0, *subfield()]
    forms = [_norm_form(c) for c in differences]
    shifts = np.array([_broken(form) for form in forms])
    for _ in range(tries) if tries is not None else iter(int, 1):
        first, second = draw.randrange(len(subsets)), draw.randrange(len(subsets))
        place = draw.randrange(1, len(differences))
        equations = [(mask, 0) for u in vanishing[first] for mask in conditions(u)] + [
            (mask, (mask & forms[place]).bit_count() & 1)
            for u in vanishing[second]
            for mask in conditions(u)
        ]
        solved = _solutions(equations)
        if solved is None:
            continue
        kept: Flags = solved[:, None] == shifts[None]  # by solution, difference and u
        made: Flags = np.all(kept[:, :, kernels], axis=-1)
        for fits in made[made.any(axis=-1).sum(axis=-1) >= least]:
            yield {
                differences[i]: subsets[int(fits[i].argmax())]
                for i in np.flatnonzero(fits.any(axis=-1))
            }


def _five(differences: Sequence[int]) -> tuple[int, ...] | None:
    """Return five of the c whose differences from one another tell the norm, or None."""
    for five in combinations(differences, 5):
        if independent([five[0] ^ c for c in five[1:]]):
            return five
    return None


def _subsets(signals: Sequence[int]) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Return the independent sixes of signals, and elements that tell where they vanish."""
    subsets: list[tuple[int, ...]] = []
    vanishing: list[tuple[int, ...]] = []
    for six in combinations(range(len(signals)), WIDTH):
        zeros = [u for u in range(1, FUNCTIONALS) if not any(_at(signals[i], u) for i in six)]
        if len(zeros) == (1 << _PLACES - WIDTH) - 1:
            one, other = zeros[:2]
            third = next(u for u in zeros[2:] if u != one ^ other)
            subsets.append(six)
            vanishing.append((one, other, third))
    return subsets, vanishing


def _at(signal: int, u: int) -> int:
    """Return a functional of x and of the direction, at both as one word."""
    return functional(signal & 255, u & 255) ^ (signal >> 8 & u >> 8 & 1)


@cache
def conditions(u: int) -> tuple[int, ...]:
    """Return the masks over a form's coefficients that must have even parity to leave u out."""

    def sum_of(terms: Iterator[tuple[int, int]]) -> int:
        mask = 0
        for i, j in terms:
            place = len(PAIRS) + i if i == j else PAIRS.index((min(i, j), max(i, j)))
            mask ^= 1 << place
        return mask

    ones = [i for i in range(_PLACES) if u >> i & 1]
    polar = [sum_of((i, j) for j in ones if j != i) for i in range(_PLACES)]
    return (*polar, sum_of((i, j) for i, j in product(ones, ones) if i <= j))


@cache
def _norm_form(c: int) -> int:
    def at(x: int) -> int:
        return trace_16(AES_FIELD.mul(c, norm(x)))

    form = sum(at(1 << i) << len(PAIRS) + i for i in range(8))
    for place, (i, j) in enumerate(PAIRS):
        if j == _PLACES - 1:
            continue
        form |= (at(1 << i | 1 << j) ^ at(1 << i) ^ at(1 << j)) << place
    return form


def _broken(form: int) -> Words:
    """Return for each u, as a word, the conditions that a form breaks."""
    found = np.zeros(FUNCTIONALS, np.uint16)
    for place in range(_SIZE):
        if form >> place & 1:
            found ^= _of_monomials()[place]
    return found


@cache
def _of_monomials() -> Words:
    """Return what each coefficient alone breaks; shape (45, 512)."""
    found = np.zeros((_SIZE, FUNCTIONALS), np.uint16)
    for u in range(FUNCTIONALS):
        for number, mask in enumerate(conditions(u)):
            for place in range(_SIZE):
                found[place, u] |= (mask >> place & 1) << number
    return found


def _solutions(equations: Sequence[tuple[int, int]]) -> Words | None:
    """Return what forms break that have a wanted parity under each mask, or None without any.

    Returns:
        As `_broken`, of 2**10 of them at most.
    """
    pivots: dict[int, tuple[int, int]] = {}
    for equation in equations:
        mask, parity = equation
        for place, (other, bit) in pivots.items():
            if mask >> place & 1:
                mask, parity = mask ^ other, parity ^ bit
        if not mask:
            if parity:
                return None
            continue
        place = mask.bit_length() - 1
        for at, (other, bit) in pivots.items():
            if other >> place & 1:
                pivots[at] = (other ^ mask, bit ^ parity)
        pivots[place] = (mask, parity)
    found = _broken(sum(bit << place for place, (_, bit) in pivots.items()))[None]
    for free in [place for place in range(_SIZE) if place not in pivots][:_MOST]:
        step = 1 << free | sum(1 << p for p, (mask, _) in pivots.items() if mask >> free & 1)
        found = np.concatenate([found, found ^ _broken(step)])
    return found

"""The search for an S-box of both directions, of few look-up tables of six inputs.

With X = x to encrypt, and X = k A^-1(x + 63) to decrypt, both results are functionals of 1/X, and
so is each sum a functional of X: a table of the direction and of the bits of either sum. Three
things save tables (`lut6_field` says what is the same in one direction).

- With k = 30 three bits of the byte are functionals of X in both directions, but for the direction
  added to two of them, and three bits of the result are the same functional of 1/X, so that they
  choose nothing.
- Which functionals of 1/X the other five choose among is free: five are made, in two tables each,
  and a bit is one table of the direction and of functionals and bits that are there.
- Six tables tell the norm from fewer sums than five do.

So seven sums make 7 + 6 + 4 + 2 * 8 + 5 tables, where the four are bits of the norm's inverse.
"""

import math
import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from aesculus.ciphers.aes.fields.aes import AES_FIELD, AFFINE_CONSTANT, AFFINE_MATRIX
from aesculus.ciphers.aes.fields.lut6_field import (
    FUNCTIONALS,
    WIDTH,
    bases,
    byte_bits,
    functional,
    in_bits,
    result_bits,
)
from aesculus.ciphers.aes.fields.lut6_forms import norm_groups
from aesculus.ciphers.aes.fields.lut6_results import Divider, Part, rows_in_bases
from aesculus.ciphers.aes.fields.lut6_sbox import (
    Choice,
    Functional,
    Result,
    chosen_bits,
    network,
)
from aesculus.ciphers.aes.fields.lut_layer import DIRECTION
from aesculus.ciphers.aes.fields.lut_sbox import Way

SCALE = 30
"""k: with no other are so many bits of the byte and of the result alike in both directions."""

_TURNED = FUNCTIONALS // 2  # the direction, as a functional
_STEPS, _HOT, _COOLER, _PRIZE = 150, 6.0, 0.975, 12
_TRIES_AT_NORM, _TRIES_AT_FIVE = 3_000, 3_000

Pick = tuple[tuple[int, ...], tuple[int, ...]]
"""What a bit of the result is chosen from: places of functionals, and other bits of the result."""


@cache
def raw_signals() -> dict[str, int]:
    """Return the bits of the byte that are functionals of X, and the direction, which is one too.

    A functional u of X with the direction added is u + 256.
    """
    back = AFFINE_MATRIX.inverse()(AFFINE_CONSTANT)
    found = {}
    for place, u in enumerate(byte_bits(Way.ENCRYPT)):
        turned = AES_FIELD.mul(u, SCALE)
        if in_bits(turned, byte_bits(Way.DECRYPT)) == 1 << place:
            found[f"x{place}"] = u | functional(turned, back) * _TURNED
    return found | {DIRECTION: _TURNED}


@cache
def wanted_results() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the functional of 1/X that each bit of the result is, to encrypt and to decrypt."""
    decrypt = (AES_FIELD.mul(o, SCALE) for o in result_bits(Way.DECRYPT))
    return result_bits(Way.ENCRYPT), tuple(decrypt)


def alike() -> list[int]:
    """Return the bits of the result that are one functional in both directions."""
    return [
        bit for bit, (one, other) in enumerate(zip(*wanted_results(), strict=True)) if one == other
    ]


def search(count: int, seed: int = 0) -> Iterator[Choice]:
    """Yield choices that work, with so many sums; it never ends.

    Sums are changed one by one, and a change that lets fewer functionals be made is taken more and
    more rarely; behind each such walk another one begins.

    Args:
        count: tables that make sums.
        seed: of what is drawn.
    """
    draw = random.Random(seed)  # noqa: S311 - nothing secret
    fit = [u for u in range(1, _TURNED) if chosen_bits(u, SCALE).bit_count() < WIDTH]
    fit = [u for u in fit if u not in raw_signals().values()]
    while True:
        sums = draw.sample(fit, count)
        best, hot = -1, _HOT
        for _ in range(_STEPS):
            changed = list(sums)
            changed[draw.randrange(count)] = draw.choice([u for u in fit if u not in sums])
            value, places = _value(changed)
            if value >= best or draw.random() < math.exp((value - best) / hot):
                sums, best = changed, value
                yield from choices_of(sums, places, draw)
            hot *= _COOLER


@cache
def _all_rows() -> NDArray[np.uint16]:
    return rows_in_bases(range(_TURNED))


def _signals(sums: Sequence[int]) -> tuple[int, ...]:
    return (*raw_signals().values(), *sums)


def _value(sums: Sequence[int]) -> tuple[int, list[int]]:
    """Return how good sums are, and the bases in which all bits that are alike take two tables."""
    easy = Divider(_signals(sums)).quick(_all_rows())
    right = easy[:, [wanted_results()[0][bit] for bit in alike()]].sum(axis=1)
    best = int((easy.sum(axis=1) + _PRIZE * right).max())
    return best, [int(place) for place in np.flatnonzero(right == len(alike()))]


def choices_of(sums: Sequence[int], places: Sequence[int], draw: random.Random) -> Iterator[Choice]:
    """Yield choices that work with given sums.

    Args:
        sums: functionals of X that take a table each.
        places: bases of bits of the norm's inverse to look at, by their places in `bases()`.
        draw: what is drawn is drawn from it.
    """
    signals = _signals(sums)
    told = next(norm_groups(signals, tries=_TRIES_AT_NORM), None) if places else None
    if told is None:
        return
    norm = tuple(Part(each, ()).told(_names()) for each in told[0])
    divider = Divider(signals)
    for place in places:
        found = _results(divider, place, draw)
        if found is not None:
            results, functionals = found
            choice = Choice(
                *(Way.BOTH, tuple(sums), norm, told[1], bases()[place], results),
                scale=SCALE,
                functionals=functionals,
            )
            network(choice)
            yield choice


def _results(
    divider: Divider, place: int, draw: random.Random
) -> tuple[tuple[Result, ...], tuple[Functional, ...]] | None:
    """Return all that is made of the bits of the norm's inverse, or None if it is not found."""
    wanted = [[int(row) for row in each] for each in _all_rows()[place]]
    direct: list[Result] = []
    for bit in alike():
        row = wanted[wanted_results()[0][bit]]
        # Encryption adds the constant, and decryption does not.
        parts = (
            divider.divide_beside(row, 5, divider.signals.index(_TURNED))
            if AFFINE_CONSTANT >> bit & 1
            else divider.divide(row, 5)
        )
        if parts is None:
            return None
        direct.append(Result(bit, *(part.told(_names()) for part in parts)))
    made = {o: parts for o in range(1, _TURNED) if (parts := divider.divide(wanted[o], 5))}
    picked = _picked(list(made), draw)
    if picked is None:
        return None
    chosen, picks = picked
    names = [*(f"y{bit}" for bit in alike()), *(f"w{at}" for at in range(len(chosen)))]
    results = [
        Result(
            bit, " ".join([DIRECTION, *(names[at] for at in there), *(f"y{o}" for o in others)]), ""
        )
        for bit, (there, others) in picks.items()
    ]
    functionals = (Functional(o, *(part.told(_names()) for part in made[o])) for o in chosen)
    return (*direct, *results), tuple(functionals)


def _picked(made: Sequence[int], draw: random.Random) -> tuple[list[int], dict[int, Pick]] | None:
    """Return functionals that, with the bits that are alike, all others can be chosen from."""
    there = [wanted_results()[0][bit] for bit in alike()]
    others = [o for o in made if o not in there]
    if len(others) < 8 - len(there):
        return None
    for _ in range(_TRIES_AT_FIVE):
        chosen = draw.sample(others, 8 - len(there))
        picks = picks_of([*there, *chosen])
        if picks is not None:
            return chosen, picks
    return None


def picks_of(functionals: Sequence[int]) -> dict[int, Pick] | None:
    """Return what each bit that is not alike is chosen from, in an order that works, or None.

    Args:
        functionals: eight of 1/X, those of the bits that are alike first.
    """
    masks = {0: 0}
    for place, o in enumerate(functionals):
        if o in masks:
            return None
        masks |= {there ^ o: mask | 1 << place for there, mask in masks.items()}
    left = [bit for bit in range(8) if bit not in alike()]
    found: dict[int, Pick] = {}
    while left:
        step = next(((bit, pick) for bit in left if (pick := _pick(bit, masks, list(found)))), None)
        if step is None:
            return None
        bit, found[bit] = step
        left.remove(bit)
    return found


def _pick(bit: int, masks: dict[int, int], made: Sequence[int]) -> Pick | None:
    """Return what one table with the direction can choose a bit from, or None."""
    encrypt, decrypt = wanted_results()
    sums: list[tuple[frozenset[int], int, int]] = []
    for count in range(len(made) + 1):
        for others in combinations(made, count):
            there, beside = encrypt[bit], decrypt[bit]
            for other in others:
                there, beside = there ^ encrypt[other], beside ^ decrypt[other]
            sums.append((frozenset(others), masks[there], masks[beside]))
    for bits_there, there, _ in sums:
        for bits_beside, _, beside in sums:
            bits, places = bits_there | bits_beside, there | beside
            if len(bits) + places.bit_count() < WIDTH:
                return tuple(at for at in range(8) if places >> at & 1), tuple(sorted(bits))
    return None


def _names() -> tuple[str, ...]:
    """Return the names of signals by their places."""
    return (*raw_signals(), *(f"s{place}" for place in range(_TURNED)))

"""The search for S-boxes of few look-up tables of six inputs.

Sums are drawn, each a table; all 840 bases of bits of the norm's inverse are tried with them. Where
each bit of the result takes two tables, and five tell the norm, the S-box takes the sums and
5 + 4 + 16 tables. `python -m aesculus.ciphers.aes.fields.lut6_search WAY SUMS` prints what it finds
until it is stopped. With three sums one draw in some twenty thousand works to encrypt, and one in a
thousand to decrypt. `lut6_both` has the search for both directions, which takes seven sums.
"""

import random
import sys
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from aesculus.ciphers.aes.fields.lut6_both import search as both
from aesculus.ciphers.aes.fields.lut6_field import bases, byte_bits, result_bits
from aesculus.ciphers.aes.fields.lut6_forms import norm_tables
from aesculus.ciphers.aes.fields.lut6_results import Divider, Part, rows_in_bases
from aesculus.ciphers.aes.fields.lut6_sbox import Choice, Result, network
from aesculus.ciphers.aes.fields.lut_sbox import Way

_EASY = 4
"""Results that must take two tables at the first look for a basis to be looked at closely."""

_TRIES = 20_000
_SUMS = range(1, 17)
"""How many sums a search can be told; sixteen would be more tables than any S-box here."""

_NAMES = (*(f"x{place}" for place in range(8)), *(f"s{place}" for place in range(256)))


def search(way: Way, sums: int, seed: int = 0) -> Iterator[Choice]:
    """Yield choices that work, with so many sums; it never ends.

    Args:
        way: encryption or decryption.
        sums: tables that make sums of the byte's bits.
        seed: of what is drawn.
    """
    draw = random.Random(seed)  # noqa: S311 - nothing secret
    bits, wanted = byte_bits(way), all_rows(way)
    while True:
        drawn = tuple(draw.sample([u for u in range(1, 256) if u not in bits], sums))
        for inverses, found in results(way, drawn, wanted):
            choice = finish(way, drawn, inverses, found)
            if choice is not None:
                yield choice


def all_rows(way: Way) -> NDArray[np.uint16]:
    """Return the rows of each bit of the result in each basis; shape (840, 8, 4)."""
    return rows_in_bases(result_bits(way))


def results(
    way: Way, sums: Sequence[int], wanted: NDArray[np.uint16]
) -> Iterator[tuple[tuple[int, ...], tuple[Result, ...]]]:
    """Yield bases in which each bit of the result takes two tables, and these.

    Args:
        way: encryption or decryption.
        sums: functionals that are there besides the bits of the byte.
        wanted: what `all_rows` returns.
    """
    divider = Divider((*byte_bits(way), *sums))
    easy = divider.quick(wanted)
    for place in np.flatnonzero(easy.sum(axis=1) >= _EASY):
        found = divided(divider, wanted[place], easy[place])
        if found is not None:
            yield bases()[place], found


def divided(
    divider: Divider, wanted: NDArray[np.uint16], easy: NDArray[np.bool_]
) -> tuple[Result, ...] | None:
    """Return the tables of the eight bits of the result, or None if a bit takes more than two.

    Args:
        divider: of the signals that are there.
        wanted: rows of each bit; shape (8, 4).
        easy: bits that are known to take two.
    """
    made: dict[int, Result] = {}
    for bit in sorted(range(8), key=lambda bit: not easy[bit]):
        parts = divider.divide([int(row) for row in wanted[bit]], 5)
        if parts is not None:
            made[bit] = _result(bit, parts, ())
    while len(made) < len(wanted):
        further = (
            (bit, helper, divider.divide([int(r) for r in wanted[bit] ^ wanted[helper]], 4))
            for bit in range(8)
            if bit not in made
            for helper in tuple(made)
        )
        step = next(((b, h, parts) for b, h, parts in further if parts is not None), None)
        if step is None:
            return None
        bit, helper, parts = step
        made[bit] = _result(bit, parts, (f"y{helper}",))
    return tuple(made.values())


def finish(
    way: Way, sums: Sequence[int], inverses: Sequence[int], found: Sequence[Result]
) -> Choice | None:
    """Return the whole choice, or None if no norm of five tables was found or a sum is too wide."""
    signals = (*byte_bits(way), *sums)
    told = next(norm_tables(signals, tries=_TRIES), None)
    if told is None:
        return None
    inputs, differences = told
    norm = tuple(Part(each, ()).told(_NAMES) for each in inputs)
    choice = Choice(way, tuple(sums), norm, differences, tuple(inverses), tuple(found))
    try:
        network(choice)
    except ValueError:  # a sum of too many bits
        return None
    return choice


def _result(bit: int, parts: tuple[Part, Part], helpers: Sequence[str]) -> Result:
    first, second = (part.told(_NAMES) for part in parts)
    return Result(bit, first, " ".join([second, *helpers]))


def _main(way: Way, sums: int) -> None:
    for choice in both(sums) if way is Way.BOTH else search(way, sums):
        tables = len(network(choice).tables)
        sys.stdout.write(f"{tables} tables: {choice}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in list(Way):
        sys.exit(f"lut6_search: takes one of {', '.join(Way)}, and how many sums")
    if sys.argv[2] not in map(str, _SUMS):
        sys.exit(f"lut6_search: {sys.argv[2]!r} sums; legal: {_SUMS[0]} to {_SUMS[-1]}")
    _main(Way(sys.argv[1]), int(sys.argv[2]))

"""S-boxes of tables of six inputs: what they compute and cost, and the search that finds them."""

import subprocess
import sys
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from aesculus.ciphers.aes.fields import AES_FIELD, aes_sbox, inverse_aes_sbox, lut6_both
from aesculus.ciphers.aes.fields.lut6_choices import CHOICES, sbox
from aesculus.ciphers.aes.fields.lut6_field import (
    WIDTH,
    bases,
    byte_bits,
    dual_basis,
    functional,
    result_bits,
    rows,
)
from aesculus.ciphers.aes.fields.lut6_forms import norm_groups, norm_tables
from aesculus.ciphers.aes.fields.lut6_results import Divider
from aesculus.ciphers.aes.fields.lut6_sbox import Result, network
from aesculus.ciphers.aes.fields.lut6_search import all_rows, divided, results, search
from aesculus.ciphers.aes.fields.lut_field import norm, trace_16
from aesculus.ciphers.aes.fields.lut_sbox import Way

WAYS = (Way.ENCRYPT, Way.DECRYPT)


@pytest.mark.parametrize("way", WAYS)
def test_every_byte_is_that_of_the_standard(way: Way) -> None:
    table = aes_sbox() if way is Way.ENCRYPT else inverse_aes_sbox()
    assert tuple(sbox(way).run(byte) for byte in range(256)) == table


@pytest.mark.parametrize("way", WAYS)
def test_what_the_tables_cost(way: Way) -> None:
    found = sbox(way)
    assert (len(found.tables), found.levels) == (28, 7)
    assert max(len(table.inputs) for table in found.tables.values()) == WIDTH
    assert all(table.init < 1 << (1 << len(table.inputs)) for table in found.tables.values())


def test_both_directions_are_those_of_the_standard() -> None:
    made = sbox(Way.BOTH)
    assert tuple(made.run(word) for word in range(512)) == (*aes_sbox(), *inverse_aes_sbox())
    assert (len(made.tables), made.levels) == (38, 9)
    assert max(len(table.inputs) for table in made.tables.values()) == WIDTH


def test_what_is_alike_in_both_directions() -> None:
    assert list(lut6_both.raw_signals()) == ["x5", "x6", "x7", "inv"]
    assert lut6_both.alike() == [5, 6, 7]
    back: dict[str, list[int]] = {name: [] for name in lut6_both.raw_signals()}
    for word in range(512):
        byte, inverts = word & 255, word >> 8
        x = AES_FIELD.mul(lut6_both.SCALE, _unmapped(byte)) if inverts else byte
        for name, signal in lut6_both.raw_signals().items():
            wanted = inverts if name == "inv" else byte >> int(name[1:]) & 1
            back[name].append(wanted ^ functional(signal & 255, x) ^ (signal >> 8 & inverts))
    assert not any(any(wrong) for wrong in back.values())


def _unmapped(byte: int) -> int:
    return AES_FIELD.inv(inverse_aes_sbox()[byte])


def test_the_search_for_both_finds_choices_of_as_many_tables() -> None:
    chosen = CHOICES[Way.BOTH]
    places = [bases().index(chosen.inverses)]
    found = next(lut6_both.choices_of(chosen.sums, places, Random(1)))
    assert len(network(found).tables) == len(sbox(Way.BOTH).tables)
    # One functional less, and bits of the result cannot be chosen.
    there = [lut6_both.wanted_results()[0][bit] for bit in lut6_both.alike()]
    made = [each.o for each in chosen.functionals]
    assert lut6_both.picks_of([*there, *made]) is not None
    assert lut6_both.picks_of([*there, *made[:4], made[0]]) is None


def test_the_search_for_both_is_repeated_by_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, ...]] = []

    def noted(sums: list[int]) -> tuple[int, list[int]]:
        drawn.append(tuple(sums))
        if len(drawn) % 5 == 0:
            raise RuntimeError
        return 0, []

    monkeypatch.setattr(lut6_both, "_value", noted)
    for _ in range(2):
        with pytest.raises(RuntimeError):
            next(lut6_both.search(7, seed=3))
    assert drawn[:5] == drawn[5:]
    assert all(len(set(sums)) == 7 for sums in drawn)


def test_six_tables_that_tell_the_norm_are_found_with_few_sums() -> None:
    chosen = CHOICES[Way.BOTH]
    signals = (*lut6_both.raw_signals().values(), *chosen.sums)
    inputs, differences = next(norm_groups(signals))
    names = [*lut6_both.raw_signals(), *(f"s{place}" for place in range(7))]
    again = tuple(" ".join(names[place] for place in each) for each in inputs)
    assert len(network(replace(chosen, norm=again, differences=differences)).tables) == 38
    assert next(norm_tables(signals, tries=200), None) is None


@pytest.mark.parametrize("way", WAYS)
def test_a_functional_of_the_inverse_is_four_products(way: Way) -> None:
    basis = CHOICES[way].inverses
    for o in result_bits(way):
        wanted = rows(o, dual_basis(basis))
        for value in range(256):
            e = AES_FIELD.inv(norm(value))
            total = 0
            for row, g in zip(wanted, basis, strict=True):
                total ^= functional(row, value) & trace_16(AES_FIELD.mul(g, e))
            assert total == functional(o, AES_FIELD.inv(value))


def test_choices_that_do_not_work_are_refused() -> None:
    good = CHOICES[Way.ENCRYPT]
    with pytest.raises(ValueError, match="no table of x1, x7, s0, s2, e1 will do"):
        network(replace(good, results=(Result(1, "x1 x7 s0 s2 e1", "x5 s1 s2 e0 e3"),)))
    with pytest.raises(ValueError, match="t0 has 7 inputs, not 6"):
        network(replace(good, norm=(good.norm[0] + " x0", *good.norm[1:])))
    with pytest.raises(ValueError, match="is no basis of GF"):
        dual_basis((1, 12, 13, 12))
    assert len(bases()) == 840


@pytest.mark.parametrize("way", WAYS)
def test_the_search_finds_what_was_chosen_and_needs_all_sums(way: Way) -> None:
    choice = CHOICES[way]
    wanted = all_rows(way)
    found = dict(results(way, choice.sums, wanted))
    assert choice.inverses in found
    place = bases().index(choice.inverses)
    divider = Divider((*byte_bits(way), *choice.sums[:2]))
    assert divided(divider, wanted[place], divider.quick(wanted[place])) is None


@pytest.mark.parametrize("way", WAYS)
def test_five_tables_that_tell_the_norm_are_found(way: Way) -> None:
    choice = CHOICES[way]
    signals = (*byte_bits(way), *choice.sums)
    inputs, differences = next(norm_tables(signals, seed=2))  # one that finds some soon
    names = [f"x{place}" if place < 8 else f"s{place - 8}" for place in range(len(signals))]
    norm_inputs = tuple(" ".join(names[place] for place in each) for each in inputs)
    again = replace(choice, norm=norm_inputs, differences=differences)
    assert len(network(again).tables) == len(sbox(way).tables)


def test_what_divides_at_a_glance_divides() -> None:
    choice = CHOICES[Way.ENCRYPT]
    divider = Divider((*byte_bits(Way.ENCRYPT), *choice.sums))
    wanted = all_rows(Way.ENCRYPT)[:40].reshape(-1, 4)
    for row in wanted[divider.quick(wanted)]:
        parts = divider.divide([int(each) for each in row], 5)
        assert parts is not None
        first, second = parts
        assert len(first.signals) + len(first.bits) <= WIDTH
        assert len(second.signals) + len(second.bits) < WIDTH


def test_a_search_is_repeated_by_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, ...]] = []

    def noted(_way: Way, sums: tuple[int, ...], _wanted: np.ndarray) -> list[object]:
        drawn.append(sums)
        if len(drawn) % 3 == 0:
            raise StopIteration
        return []

    monkeypatch.setattr("aesculus.ciphers.aes.fields.lut6_search.results", noted)
    for _ in range(2):
        with pytest.raises((StopIteration, RuntimeError)):
            next(search(Way.DECRYPT, 3, seed=5))
    assert drawn[:3] == drawn[3:]
    assert all(len(set(sums)) == 3 for sums in drawn)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["encrypt"], "lut6_search: takes one of encrypt, decrypt, both, and how many sums"),
        (["sideways", "3"], "lut6_search: takes one of encrypt, decrypt, both, and how many sums"),
        (["encrypt", "x"], "lut6_search: 'x' sums; legal: 1 to 16"),
        (["both", "0"], "lut6_search: '0' sums; legal: 1 to 16"),
        (["decrypt", "99"], "lut6_search: '99' sums; legal: 1 to 16"),
    ],
)
def test_what_cannot_be_searched_for_is_told_in_a_line(words: list[str], said: str) -> None:
    module = "aesculus.ciphers.aes.fields.lut6_search"
    result = subprocess.run(
        [sys.executable, "-m", module, *words], capture_output=True, text=True, check=False
    )
    assert result.returncode == 1
    assert result.stderr == f"{said}\n"

"""S-boxes of tables of six inputs: what they compute and cost, and the search that finds them."""

from dataclasses import replace

import numpy as np
import pytest

from aesculus.ciphers.aes.fields import AES_FIELD, aes_sbox, inverse_aes_sbox
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
from aesculus.ciphers.aes.fields.lut6_forms import norm_tables
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

"""S-boxes of look-up tables: what they compute, what they cost, and the search that finds them."""

from dataclasses import replace
from itertools import islice

import pytest

from aesculus.ciphers.aes.fields import AES_FIELD, aes_sbox, inverse_aes_sbox
from aesculus.ciphers.aes.fields.lut_choices import CHOICES
from aesculus.ciphers.aes.fields.lut_field import element, norm, trace, unit
from aesculus.ciphers.aes.fields.lut_layer import Pair, close, one_table
from aesculus.ciphers.aes.fields.lut_network import MAX_INPUTS, Network
from aesculus.ciphers.aes.fields.lut_package import INNER, cut_levels, sbox, text
from aesculus.ciphers.aes.fields.lut_sbox import Way, network
from aesculus.ciphers.aes.fields.lut_search import candidates, figures, planes, rounds, search

COSTS = {Way.ENCRYPT: (43, 7), Way.DECRYPT: (43, 8), Way.BOTH: (54, 17)}


@pytest.mark.parametrize("way", Way)
def test_every_byte_is_that_of_the_standard(way: Way) -> None:
    found = sbox(way)
    for word in range(found.points):
        decrypt = way is Way.DECRYPT or word >> 8
        table = inverse_aes_sbox() if decrypt else aes_sbox()
        assert found.run(word) == table[word & 255]


@pytest.mark.parametrize("way", Way)
def test_what_the_tables_cost(way: Way) -> None:
    found = sbox(way)
    assert (len(found.tables), found.levels) == COSTS[way]
    assert all(len(table.inputs) <= MAX_INPUTS for table in found.tables.values())
    assert text(way).count("aesculus_lut4 #(") == COSTS[way][0]


@pytest.mark.parametrize("way", Way)
def test_no_stage_between_cuts_is_longer_than_it_must_be(way: Way) -> None:
    levels, cuts = sbox(way).levels, cut_levels(way)
    assert len(cuts) == INNER
    steps = [b - a for a, b in zip((0, *cuts), (*cuts, max(levels, cuts[-1])), strict=True)]
    assert max(steps) == -(-levels // (INNER + 1))


@pytest.mark.parametrize("way", Way)
def test_each_table_is_as_the_module_has_it(way: Way) -> None:
    """A table's contents do not depend on inputs that are tied off."""
    for line in text(way).splitlines():
        if "aesculus_lut4" not in line:
            continue
        init = int(line.split("16'h")[1][:4], 16)
        tied = line.count("1'b0")
        low = init & (1 << (16 >> tied)) - 1
        assert init == low * ((1 << 16) - 1) // ((1 << (16 >> tied)) - 1)


def test_products_of_a_cell_sum_to_functionals_of_the_inverse() -> None:
    cells = CHOICES[Way.ENCRYPT].cells
    mul = AES_FIELD.mul
    for wanted in (1, 0x1B, 0x80):
        factors = cells.coefficients(wanted)
        for value in range(256):
            e = AES_FIELD.inv(norm(value))
            z = mul(e and AES_FIELD.inv(value), norm(value))
            total = 0
            for (cell, point), factor in zip(cells.products, factors, strict=True):
                if factor is None:
                    continue
                right = mul(unit(cells.units[cell]), e)
                fourth = mul(mul(right, right), mul(right, right))
                left = mul(cells.factor(cell, point, factor), z)
                total ^= trace(mul(left, right ^ fourth))
            assert total == trace(mul(wanted, AES_FIELD.inv(value)))


def test_cells_that_yield_no_inverse_are_refused() -> None:
    line = replace(CHOICES[Way.ENCRYPT].cells, points=((0, 17), (0, 17), (0, 17)))
    with pytest.raises(ValueError, match="do not yield the functional 0x01"):
        line.coefficients(1)
    assert trace(element(0)) == 0


def test_a_choice_that_does_not_work_is_refused() -> None:
    choice = CHOICES[Way.ENCRYPT]
    with pytest.raises(ValueError, match="outputs that no table makes"):
        network(replace(choice, right=(0, 0, 0, 0, 0, 0)))


def test_a_table_is_refused_where_its_inputs_do_not_tell() -> None:
    net = Network(("a", "b"))
    assert net.fit(("a", "b"), 0b0110) == 0b0110
    with pytest.raises(ValueError, match="table y is no function of a"):
        net.add("y", ("a",), 0b0110)
    with pytest.raises(ValueError, match="has 5 inputs"):
        net.add("y", ("a", "b", "a", "b", "a"), 0)


def test_a_table_adds_four_signals_or_chooses_among_three() -> None:
    base = [Pair.same(1 << place) for place in range(5)]
    assert one_table(Pair.same(0b1111), base, choose=False) == (0, 1, 2, 3)
    assert one_table(Pair.same(0b11111), base, choose=True) is None
    assert one_table(Pair(0b00011, 0b00110), base, choose=False) is None
    assert one_table(Pair(0b00011, 0b00110), base, choose=True) == (0, 1, 2, -1)
    assert one_table(Pair(0b00011, 0b01100), base, choose=True) is None
    assert one_table(Pair(0b1111, 0b1111, odd=True), base, choose=True) is None
    assert one_table(Pair(0b0111, 0b0111, odd=True), base, choose=True) == (0, 1, 2, -1)


def test_sums_are_made_one_by_one() -> None:
    base = [Pair.same(1 << place) for place in range(8)]
    steps = close(base, [Pair.same(0b1111111), Pair.same(0b1111)], choose=False)
    assert steps is not None
    assert [step.inputs for step in steps] == [(0, 1, 2, 3), (4, 5, 6, 8)]
    assert close(base, [Pair.same(0b11111)], choose=False) is None
    assert rounds([0b1111111, 0b1111]) == 2
    assert rounds([0b11111]) is None
    assert rounds([0b11, 0b1100]) == 1


@pytest.mark.parametrize("way", [Way.ENCRYPT, Way.DECRYPT])
def test_the_search_meets_what_the_rtl_has(way: Way) -> None:
    choice = CHOICES[way]
    assert len(planes()) == 357
    free = [each.cells for each in islice(candidates(way, 4), 5000)]
    assert choice.cells in free
    assert figures(sbox(way))[:2] == COSTS[way]


def test_the_search_yields_what_it_says() -> None:
    found, choice = next(search(Way.ENCRYPT))
    assert figures(network(choice)) == found

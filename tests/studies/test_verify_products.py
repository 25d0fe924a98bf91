"""The covering list of products: every mode is in it, with every bus, and all can be built."""

import json
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus.cli.app import app
from aesculus.design import Design, IllegalDesignError, buses, modes, parse
from aesculus.errors import InputError
from aesculus.products.modes.gcm.mode import DIGIT, HOLD, LEVELS, LIMIT, RAW, REGISTERS
from aesculus.studies import untimed
from aesculus.studies.verify_products.products import netlists, products
from engine.fakes import Fakes


@cache
def _found() -> list[Design]:
    return [build.design for build in products()]


def parse_legal(label: str) -> Design | None:
    """Return the design of a label, or nothing where the rules refuse it."""
    design = parse(label)
    try:
        design.check()
    except IllegalDesignError:
        return None
    return design


def test_every_mode_is_covered_by_products_that_can_be_built() -> None:
    found = _found()
    for design in found:
        design.check()
    assert {design.fields["mode"] for design in found} == set(modes())
    widths = {design.fields.get("bus_bits") for design in found}
    assert widths == {None, 8, 32, 64, 128, 256, 512}
    assert len({design.label for design in found}) == len(found)


def test_every_mode_meets_every_bus_key_size_and_direction() -> None:
    there = {(each.fields["mode"], each.fields.get("bus")) for each in _found()}
    assert there == set(product(modes(), [None, *buses()]))
    names = ("mode", "key_bits", "direction")
    met = {tuple(each.fields[name] for name in names) for each in _found()}
    # IEEE 1619 has no key of 192 bits; feedback and counters need encryption in the core.
    sides = {"": "encrypt", "D": "decrypt", "ED": "both"}
    for mode, bits, side in product(modes(), [128, 192, 256], sides):
        design = parse_legal(f"{mode}.AES{bits}{side}-UF1-PP0L")
        assert ((mode, bits, sides[side]) in met) == (design is not None), (mode, bits, side)
    assert ("XTS", 192) not in {(mode, bits) for mode, bits, _ in met}


@pytest.mark.parametrize("mode", ["GCM", "CCM"])
def test_every_two_values_of_options_that_can_be_are_together(mode: str) -> None:
    fields = [each.fields for each in _found() if each.fields["mode"] == mode]
    sampled = {HOLD: {2, 7, 12}, RAW: {0, 1}}
    if mode == "GCM":
        sampled |= {LIMIT: {8, 20, 32}, LEVELS: set(range(1, 6)), REGISTERS: set(range(1, 7))}
        sampled |= {DIGIT: {1, 64, 128}}
    for option, values in sampled.items():
        assert {each[f"mode_{option.field}"] for each in fields} >= values
    for one, other in [(HOLD, RAW), (HOLD, LIMIT), (RAW, LIMIT), (LEVELS, REGISTERS)]:
        if {one, other} <= set(sampled):
            wanted = set(product(sampled[one], sampled[other]))
            # The multiplier of one level has fewer places for registers.
            wanted -= {(1, 6)} if one is LEVELS else set()
            pairs = {(each[f"mode_{one.field}"], each[f"mode_{other.field}"]) for each in fields}
            assert wanted <= pairs, (one.field, other.field)


def test_netlists_are_of_every_mode_and_bus() -> None:
    fields = [build.design.fields for build in netlists()]
    there = {(each["mode"], each.get("bus")) for each in fields}
    assert there == set(product(modes(), [None, *buses()]))
    assert {build.label for build in netlists()} <= {each.label for each in _found()}
    assert {each.get("bus_bits") for each in fields} == {None, 8, 32, 64, 128, 256, 512}


def test_the_page_tells_what_is_covered_and_nothing_runs_twice(fakes: Fakes, place: Path) -> None:
    args = ["bench", "verify-products", "--match", "ECB.AXIS"]
    first = CliRunner().invoke(app, args)
    assert first.exit_code == 0, first.stderr
    text = (place / "benchmarks/results/verify-products.md").read_text()
    assert "| ECB.AXIS32.UF1-PP0L | ok |" in text
    assert "| `bus` | AXIS: " in text
    ran = len(fakes.calls)
    assert ran > 0
    assert CliRunner().invoke(app, args).exit_code == 0
    assert len(fakes.calls) == ran


@pytest.mark.usefixtures("fakes")
def test_times_that_tell_nothing_are_left_out(place: Path) -> None:
    args = ["bench", "verify-products", "--match", "ECB.AXIS", "--untimed"]

    def seconds(between: str) -> set[bool]:
        assert CliRunner().invoke(app, [*args, between]).exit_code == 0
        text = (place / "benchmarks/results/verify-products.json").read_text()
        return {row["seconds"] > 0 for row in json.loads(text)["rows"]}

    assert seconds("2000-01-01T00:00/2001-01-01T00:00") == {True}
    assert seconds("2000-01-01T00:00/2999-01-01T00:00") == {False}
    page = (place / "benchmarks/results/verify-products.md").read_text()
    assert "are not counted" in page
    assert untimed.between("2026-11-27T03:20+02:00/2026-11-27T01:21") is not None
    for turned in ("2026-11-27T03:20/2026-11-27T03:20", "2026-11-27T03:20/2026-11-27T05:20+02:00"):
        with pytest.raises(InputError, match="the first moment before the second"):
            untimed.between(turned)
    wrong = CliRunner().invoke(app, [*args, "yesterday"])
    assert wrong.exit_code == 2
    assert "--untimed yesterday: legal: two moments" in " ".join(wrong.stderr.split())

"""The list of axes against the RTL sources and the Python enums."""

import re

import pytest

from aesculus.ciphers.aes.fields import basis_numbers
from aesculus.ciphers.aes.fields.gf import BinaryField
from aesculus.ciphers.aes.fields.tower import quadratic_extensions, roots
from aesculus.ciphers.aes.space import (
    Direction,
    Flow,
    KeySchedule,
    LaneKeys,
    SboxKind,
    available,
    axes,
    axis,
    implemented_values,
    members,
)
from aesculus.ciphers.aes.space.parameters import parameters
from aesculus.resources import rtl_dir


def _without_comments(text: str) -> str:
    return re.sub(r"//[^\n]*", "", text)


def _rtl_enums() -> dict[str, dict[str, int]]:
    text = _without_comments((rtl_dir() / "aesculus_pkg.sv").read_text(encoding="utf-8"))
    enums = {}
    for body, name in re.findall(r"typedef\s+enum\b[^{]*\{([^}]*)\}\s*(\w+)\s*;", text):
        literals = re.findall(r"(\w+)\s*=\s*(?:\d+'[bd])?(\d+)", body)
        enums[name] = {literal: int(value) for literal, value in literals}
    return enums


def _rtl_parameters() -> dict[str, tuple[str, str]]:
    text = _without_comments((rtl_dir() / "core" / "aesculus_core.sv").read_text(encoding="utf-8"))
    kinds = r"int unsigned|logic \[KeyBits-1:0\]|\w+"
    rows = re.findall(rf"\bparameter\s+({kinds})\s+(\w+)\s*=\s*([^,\n]+)", text)
    return {name: (kind, default.strip()) for kind, name, default in rows}


@pytest.mark.parametrize("enum", [row.name for row in parameters().enum])
def test_enum_of_the_rtl_has_the_listed_literals(enum: str) -> None:
    listed = {member.literal: member.value for member in members(enum).values()}
    assert _rtl_enums()[enum] == listed


def test_core_has_the_listed_parameters_with_their_defaults() -> None:
    expected = {}
    for row in axes():
        if row.rtl is None:
            continue
        if row.enum is not None:
            expected[row.rtl] = (row.enum, members(row.enum)[str(row.default)].literal)
        elif row.kind == "mask":
            expected[row.rtl] = ("cuts_t", f"12'h{row.default:03x}")
        elif row.kind == "bool":
            expected[row.rtl] = ("bit", f"1'b{row.default:d}")
        elif row.kind == "key":
            expected[row.rtl] = ("logic [KeyBits-1:0]", "'x")
        else:
            expected[row.rtl] = ("int unsigned", str(row.default))
    assert _rtl_parameters() == expected


@pytest.mark.parametrize(
    ("enum", "kind"),
    [
        ("direction_e", Direction),
        ("sbox_e", SboxKind),
        ("key_schedule_e", KeySchedule),
        ("lane_keys_e", LaneKeys),
        ("flow_e", Flow),
    ],
)
def test_python_enums_have_the_listed_members(
    enum: str, kind: type[Direction | SboxKind | KeySchedule | LaneKeys | Flow]
) -> None:
    assert [str(member) for member in kind] == list(members(enum))


def test_tokens_of_labels_are_distinct() -> None:
    for row in parameters().enum:
        tokens = [member.token for member in row.member]
        assert len(set(tokens)) == len(tokens)
    letters = [member.token for member in members("sbox_e").values()]
    assert all(re.fullmatch("[A-Z]", letter) for letter in letters)


def test_limits_lie_within_their_axis_and_hold_the_default() -> None:
    for row in axes():
        have = implemented_values(row.field)
        if have is None:
            continue
        assert row.default in have
        if row.enum is not None:
            assert set(have) <= set(members(row.enum))
        else:
            assert all((row.min or 0) <= int(value) <= (row.max or 10**6) for value in have)


def test_available_values() -> None:
    assert available("key_bits") == (128, 192, 256)
    assert available("unroll") == tuple(range(1, 15))
    # Others may be added behind them.
    assert available("sbox")[:9] == (
        "bram",
        "rom",
        "logic",
        "tower",
        "canright",
        "line",
        "ttable",
        "shallow",
        "lut",
    )
    assert available("flow") == ("none", "stall", "credit")
    assert available("direction") == ("encrypt", "decrypt", "both")
    assert available("lanes") == tuple(range(1, 17))
    assert available("entry_cuts") == (0, 1, 2)
    assert available("whole") == (False, True)
    with pytest.raises(ValueError, match="cuts has no list of values"):
        available("cuts")


def test_bases_are_those_of_the_fields() -> None:
    gf16 = BinaryField(0b10011)
    fields = [field for field in quadratic_extensions(gf16) if field.a == 1]
    short = {16 * root + field.b for field in fields for root in roots(0x11B, field)}
    assert available("basis")[:65] == (0, *sorted(short))
    assert available("basis") == (0, *basis_numbers())


def test_every_axis_has_one_line_of_text() -> None:
    assert all(row.doc and "\n" not in row.doc for row in axes())
    assert axis("unroll").doc == "physical rounds; at most Nr"

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aesculus.ciphers.aes.space import (
    ALIASES,
    DesignPoint,
    Flow,
    LabelError,
    LaneKeys,
    SboxKind,
    canonical,
    is_legal,
    label,
    labels,
    members,
    parse,
)
from strategies import any_points, legal_points


@given(any_points(reserved_sboxes=False))
def test_every_point_has_a_label_that_parses_back(point: DesignPoint) -> None:
    assert parse(label(point)) == canonical(point)


@given(legal_points())
def test_labels_read_the_same_in_any_case_and_order(point: DesignPoint) -> None:
    turned = "-".join(reversed(label(point).split("-")))
    spaced = f" {turned}\n" if point.lanes > 1 else f" RF1-{label(point)}\n"
    for text in (label(point).lower(), label(point).upper(), turned, spaced):
        assert parse(text) == canonical(point)


@pytest.mark.parametrize(
    "text",
    [
        "UF2-PP3B",
        "UF10-CdffT-CREDIT",
        "AES256D-UF14-PP2B-KT",
        "RF2-UF10-PP3D",
        "AES128ED-UF1-PP0T",
        "AES192-UF12-PP1L-STALL-TAG8",
        "UF4-C1TE2",
        "UF4-C1BE2",
        "UF2-C901TE2-KL-G21c-STORED",
        "UF1-PP0T-EXT",
        "UF1-PP0T-FIXED",
        "AES256-UF1-PP0T-FIXED",
        "UF1-PP0T-FIXED2b7e151628aed2a6abf7158809cf4f3c",
        "RF2S-UF10-PP3D",
        "UF10-C911F-IN2",
        "AES192ED-RF4-UF12-C911F-IN1-G5fc-STORED-STALL",
        "UF1-PP0D-WHOLE",
        "AES256-UF2-PP1L-STORED-CREDIT-TAG8-ISO",
    ],
)
def test_canonical_labels(text: str) -> None:
    assert parse(text).label == text


@pytest.mark.parametrize(
    ("text", "canonical_text"),
    [
        ("RF1-UF2-PP0b", "UF2-PP0B"),
        ("uf10-cDFFt-credit", "UF10-CdffT-CREDIT"),
        ("AES128-UF2-PP3B", "UF2-PP3B"),
        ("AES128E-UF2-PP3B-KB-TAG1-G0", "UF2-PP3B"),
        ("UF1-PP1T", "UF1-PP0T"),
        ("UF1-C1T", "UF1-PP0T"),
        ("UF2-C1T", "UF2-PP1T"),
        ("UF2-C1TE2", "UF2-PP0T"),
        ("UF2-C1TE5", "UF2-PP0T"),
        ("UF2-C901D", "UF2-PP3D"),
        ("UF4-PP3TE2", "UF4-C901TE2"),
        ("UF02-PP3B", "UF2-PP3B"),
        ("UF10-PPXT", "UF10-CdffT"),
        ("UF10-PPXB", "UF10-Cd01B"),
        ("UF10-PPXL", "UF10-Cd01L"),
        ("UF2-PP3B-G5", "UF2-PP3B"),
        ("UF2-PP3T-G208", "UF2-PP3T"),
        ("uf1-pp0f", "UF1-PP0F"),
        ("UF1-PP0T-WHOLE", "UF1-PP0F"),
        ("UF10-PPXF-IN0", "UF10-CdffF"),
        ("UF1-PP0T-fixed000102030405060708090A0B0C0D0E0F", "UF1-PP0T-FIXED"),
        ("UF1-PP0D-KT-FIXED", "UF1-PP0D-FIXED"),
        ("SIG-AES-E", "UF10-C911F-IN2"),
        ("sig-aes192-d", "AES192D-UF12-C911F-IN2"),
        ("SIG-AES256-ED", "AES256ED-UF14-C911F-IN2"),
        ("SIG-AES-ED-LAST", "AES128ED-UF10-C911F-IN2-LAST"),
        ("SIG-AES256-D-LAST", "AES256D-UF14-C911F-IN2-LAST"),
        ("UF1-PP0T-LAST", "UF1-PP0T"),
        ("CB-KC-S", "UF1-PP0B-KL-STORED"),
        ("CC-KC-S", "UF1-PP0L-STORED"),
        ("asu-unrolled-pipelined-p2", "RF4S-UF10-PP2B"),
        ("RF2-UF10-PP3d", "RF2-UF10-PP3D"),
    ],
)
def test_other_spellings(text: str, canonical_text: str) -> None:
    assert parse(text).label == canonical_text


def test_fields_of_a_full_label() -> None:
    assert parse("AES192-RF3S-UF4-C93TE2-IN1-KB-G2-CREDIT-TAG5") == DesignPoint(
        key_bits=192,
        lanes=3,
        lane_keys=LaneKeys.SEPARATE,
        unroll=4,
        entry_cuts=1,
        cuts=0x93,
        cut_every=2,
        sbox=SboxKind.TOWER,
        key_sbox=SboxKind.BRAM,
        basis=2,
        flow=Flow.CREDIT,
        tag_bits=5,
    )


def test_a_fixed_key_is_read_in_any_length() -> None:
    assert parse("UF1-PP0T-FIXEDff").fixed_key == "ff"
    assert parse("UF1-PP0T-FIXED").fixed_key == bytes(range(16)).hex()
    assert parse("UF1-PP0T-STORED").fixed_key == ""


@pytest.mark.parametrize("name", ALIASES)
def test_published_names_are_those_of_legal_points(name: str) -> None:
    assert is_legal(parse(name))
    assert parse(name.lower()) == parse(name) == parse(ALIASES[name])


def test_pp0_and_ppx_use_tokens_that_follow() -> None:
    assert parse("PP0T-UF7").cut_every == 7
    assert parse("PPXT-UF7-AES128D").cuts == 0xFFF


@pytest.mark.parametrize(
    ("text", "token", "position", "words"),
    [
        ("", "", 1, "1 '': empty, where a token such as UF1 or PP1T stands; legal: AES<key bits>"),
        ("UF2--PP3B", "", 2, "empty"),
        ("UF2-PP", "PP", 2, "not known; did you mean PP0B or PP1B or PP2B or PP3B or PPXB? Legal"),
        ("UF2-PQ3B", "PQ3B", 2, "not known; did you mean PP3B?"),
        ("UF2-PP3B-CREDT", "CREDT", 3, "did you mean CREDIT?"),
        (
            "UF1\u2011PP0B",
            "UF1\u2011PP0B",
            1,
            "not known, as it holds U+2011, which is none of ASCII",
        ),
        ("AESED-UF1-PP0B", "AESED", 1, "did you mean AES256ED or AES192ED or AES128ED?"),
        ("UF2-PP4B", "PP4B", 2, "no preset PP4; legal: PP0, PP1, PP2, PP3, PPX"),
        (
            "UF2-PP3",
            "PP3",
            2,
            "the letter of the S-box is missing; legal: one of B, D, L, T, C, P, W, S, N, ",
        ),
        ("UF2-PP3Q", "PP3Q", 2, "no S-box has the letter Q; legal: B, D, L, T, C, P, W, S, N, F"),
        ("UF2-PP3B-UF3", "UF3", 3, "said twice"),
        ("UF4-PP0TE2", "PP0TE2", 2, "PP0 cuts the first round alone"),
        ("AES129-UF1-PP0T", "AES129", 1, "no key of 129 bits; legal: AES128, AES192, AES256"),
        ("UF-PP3B", "UF", 1, "not known"),
        ("UF²-PP3B", "UF²", 1, "not known"),
        ("UF2-PP3B-\N{KELVIN SIGN}T", "\N{KELVIN SIGN}T", 3, "not known"),
        ("UF1-PP0T-STORED00", "STORED00", 3, "only a fixed schedule has a key"),
        ("UF1-PP0T-FIXED" + "0" * 65, "FIXED" + "0" * 65, 3, "not known"),
        ("UF1-PP0T-KF", "KF", 3, "no S-box has the letter F; legal: B, D, L, T"),
        ("SIG-AES-X", "SIG", 1, "not known"),
        ("PP3B", "", 0, "rounds is missing, such as UF1; legal: UF<physical rounds>"),
        ("UF2", "", 0, "S-box is missing, such as PP1T; legal: PP<0..3 or X><S-box>"),
        ("UF2-PP3B+area", "PP3B+area", 2, "not known"),
        ("CTR.UF2-PP3B", "CTR.UF2", 1, "not known"),
    ],
)
def test_error_names_token_position_and_what_is_legal(
    text: str, token: str, position: int, words: str
) -> None:
    with pytest.raises(LabelError) as caught:
        parse(text)
    error = caught.value
    assert (error.text, error.token, error.position) == (text, token, position)
    assert words in str(error)
    assert repr(text) in str(error)
    if position:
        assert f"token {position} {token!r}" in str(error)


_FRAGMENTS = st.sampled_from(
    ["UF", "PP", "C", "K", "RF", "AES", "-", "+", "2", "10", "dff", "T", "B", "E", "G", "TAG", "\n"]
)


def _outcome(text: str) -> DesignPoint | str:
    try:
        return parse(text)
    except LabelError as error:
        return str(error)


@given(st.text(max_size=30) | st.lists(_FRAGMENTS, max_size=12).map("".join))
def test_any_text_is_a_label_or_one_clear_line(text: str) -> None:
    outcome = _outcome(text)
    if isinstance(outcome, str):
        assert len(outcome.splitlines()) == 1
    else:
        assert parse(outcome.label) == outcome


def test_long_text_is_shown_in_part() -> None:
    with pytest.raises(LabelError) as caught:
        parse("UF" + "9" * 10_000)
    assert len(str(caught.value)) < 800


def test_error_crosses_process_borders() -> None:
    with pytest.raises(LabelError) as caught:
        parse("UF2-PQ3B")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == str(caught.value)
    assert copy.suggestions == ("PP3B",)


def test_an_sbox_that_is_not_there_yet_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = {
        name: member.model_copy(update={"implemented": name != "ttable"})
        for name, member in members("sbox_e").items()
    }
    monkeypatch.setattr(labels, "members", lambda _enum: kinds)
    with pytest.raises(LabelError, match=r"'KW': S-box W \(ttable\) is not available yet"):
        parse("UF2-PP3T-KW")


def test_a_table_with_mix_columns_has_plain_tables_in_the_key_schedule() -> None:
    point = parse("UF1-PP1W")
    assert (point.sbox, point.key_sbox) == (SboxKind.TTABLE, SboxKind.BRAM)
    assert point.label == parse("UF1-PP1W-KW").label == parse("UF1-PP1W-KB").label == "UF1-PP0W"
    assert parse("UF1-PP1W-KT").label == "UF1-PP0W-KT"
    assert parse("UF1-PP1T-KW").label == "UF1-PP0T-KB"
    assert parse("UF1-PP1W-EXT").label == "UF1-PP0W-EXT"

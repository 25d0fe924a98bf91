import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aesculus.space import DesignPoint, Flow, LabelError, SboxKind, canonical, label, parse
from strategies import any_points, legal_points


@given(any_points(reserved_sboxes=False))
def test_every_point_has_a_label_that_parses_back(point: DesignPoint) -> None:
    assert parse(label(point)) == canonical(point)


@given(legal_points())
def test_labels_read_the_same_in_any_case_and_order(point: DesignPoint) -> None:
    body, plus, recipe = label(point).partition("+")
    turned = "-".join(reversed(body.split("-"))) + plus + recipe
    for text in (label(point).lower(), label(point).upper(), turned, f" RF1-{label(point)}\n"):
        assert parse(text) == canonical(point)


@pytest.mark.parametrize(
    "text",
    [
        "UF2-PP3B",
        "UF10-CdffT-CREDIT",
        "AES256D-UF14-PP2B-KT",
        "RF2-UF10-PP3D",
        "AES128ED-UF1-PP0T",
        "AES192-UF12-PP1L-STALL-TAG8+area",
        "UF4-C1TE2",
        "UF4-C1BE2",
        "UF2-C901TE2-KL-G17-STORED",
        "UF1-PP0T-EXT",
        "UF1-PP0T-FIXED",
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
        ("AES128E-UF2-PP3B-KB-TAG1-G0+DEFAULT", "UF2-PP3B"),
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
    ],
)
def test_other_spellings(text: str, canonical_text: str) -> None:
    assert parse(text).label == canonical_text


def test_fields_of_a_full_label() -> None:
    assert parse("AES192-RF3-UF4-C93TE2-KB-G2-CREDIT-TAG5+fast") == DesignPoint(
        key_bits=192,
        lanes=3,
        unroll=4,
        cuts=0x93,
        cut_every=2,
        sbox=SboxKind.TOWER,
        key_sbox=SboxKind.BRAM,
        basis=2,
        flow=Flow.CREDIT,
        tag_bits=5,
        recipe="fast",
    )


def test_pp0_and_ppx_use_tokens_that_follow() -> None:
    assert parse("PP0T-UF7").cut_every == 7
    assert parse("PPXT-UF7-AES128D").cuts == 0xFFF


@pytest.mark.parametrize(
    ("text", "token", "position", "words"),
    [
        ("", "", 1, "empty; legal: AES<key bits>"),
        ("UF2--PP3B", "", 2, "empty"),
        ("UF2-PQ3B", "PQ3B", 2, "did you mean PP3B?"),
        ("UF2-PP3B-CREDT", "CREDT", 3, "did you mean CREDIT?"),
        ("UF2-PP4B", "PP4B", 2, "no preset PP4; legal: PP0, PP1, PP2, PP3, PPX"),
        ("UF2-PP3", "PP3", 2, "the letter of the S-box is missing; legal: one of B, D, L, T"),
        ("UF2-PP3Q", "PP3Q", 2, "no S-box has the letter Q; legal: B, D, L, T"),
        ("UF2-PP3C", "PP3C", 2, "S-box C (canright) is not available yet; available: B, D, L, T"),
        ("UF2-PP3T-KW", "KW", 3, "S-box W (ttable) is not available yet"),
        ("UF2-PP3B-UF3", "UF3", 3, "said twice"),
        ("UF4-PP0TE2", "PP0TE2", 2, "PP0 cuts the first round alone"),
        ("AES129-UF1-PP0T", "AES129", 1, "no key of 129 bits; legal: AES128, AES192, AES256"),
        ("UF-PP3B", "UF", 1, "not known"),
        ("UF²-PP3B", "UF²", 1, "not known"),
        ("UF2-PP3B-\N{KELVIN SIGN}T", "\N{KELVIN SIGN}T", 3, "not known"),
        ("PP3B", "", 0, "UF<physical rounds> is missing"),
        ("UF2", "", 0, "PP<0..3 or X><S-box>"),
        ("UF2-PP3B+", "", 0, "'' is no name of a recipe"),
        ("UF2-PP3B+a/b", "", 0, "'a/b' is no name of a recipe"),
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

"""GCM and GMAC around cores: labels, rules, simulation, and that faults are found."""

from pathlib import Path
from random import Random

import pytest

from aesculus.design import IllegalDesignError, LabelError, parse
from aesculus.products.common.messages import Fault, Kind
from aesculus.products.modes.gcm.answers import GcmAnswers
from aesculus.products.modes.gcm.mode import HOLD, LEVELS, places
from products.faults import assert_found
from products.published import take_every
from products.recorded import verify_rtl
from samples import first, sampled

_SMALL = {
    "GCM-H2-L8-D8.UF1-PP0L": "1/21",
    "GCM-H2-D1.UF1-PP0P-W8": "1/222",
    "GCM-H9-L8-D32.UF2-PP0L": "1/10",
    "GCM-H2-RAW-D4.AES192-UF1-PP0N-W32-STALL": "1/75",
    "GCM-H3-D2.AXIS32.AES256-UF1-PP0P-W8": "1/322",
    "GMAC-D64.UF1-PP0L-CREDIT": "1/6",
}
"""Blocks per cycle with a core that has one block inside: a pass and five cycles, or the core's.

In the second one the core takes longer than GHASH, the third one can hold more than a message may
have.
"""

_SAMPLE = {
    "GCM-H5-L8.UF1-PP0L": "1/10",
    "GCM-H10-L8.UF1-PP0L": "1/10",
    "GCM-H4-RAW-L8-D8.AES192-UF1-PP2L-STALL": "1/17",
    "GMAC.AES256-UF1-PP0L-CREDIT": "1/1",
    "GMAC-D64.AXIS64.UF1-PP2L-STALL": "1/3",
    "GCM-H2-L8-D1.UF1-PP2L": "1/129",
    "GCM-H5.UF5-Cd01B": "1/2",
    "GCM-H5.UF10-PP1D-STALL": "1/1",
    "GCM-H4.RF2-UF1-PP0L": "1/5",
    "GCM-H2-L8.RF3-UF5-PP1D": "1270/873",
    "GCM-RAW-M1-K1.RF4-UF10-PP1D": "4/1",
    "GCM-H4-L8-M1-K1.RF4-UF1-PP0L": "127/330",
    "GMAC.AXIS256.RF2-UF1-PP0L": "2/1",
    **_SMALL,
}
"""Blocks per cycle: of a ring, of GHASH with 8 bits a cycle, of GHASH alone, and of small ones.

The second one can hold more than a message may have, and a clear takes it long. In front of the
fifth one much comes in until all is full, and the sixth one hashes a long IV bit by bit. In the
seventh one blocks go round twice, and come in turns of twenty. The core of the eighth one hears of
a clear later than the mode. The next five have lanes: a beat of as many blocks. In the second and
the fourth of them a message is too short to show a rate alone.
"""

_LONG = {
    "GCM-H5-L8.UF1-PP0L",
    "GCM-H10-L8.UF1-PP0L",
    "GMAC.AES256-UF1-PP0L-CREDIT",
    "GCM-H2-L8-D1.UF1-PP2L",
    "GCM-H5.UF5-Cd01B",
    "GCM-H2-L8.RF3-UF5-PP1D",
    "GCM-RAW-M1-K1.RF4-UF10-PP1D",
    "GCM-H4-L8-M1-K1.RF4-UF1-PP0L",
    "GMAC.AXIS256.RF2-UF1-PP0L",
    *list(_SMALL)[1:],
}

_OF_LANES = {
    # Blocks that are held, what J0 is, the last beat that a message may have.
    ("aesculus_ghash_pack.sv", "full ? row[Blocks+:Blocks]", "full ? '0"),
    ("aesculus_gcm.sv", "- 32'(Lanes - 1 - l)", "- 32'd0"),
    ("aesculus_gcm.sv", "b_bytes_q > MostMore", "b_bytes_q > '0"),
}
"""Mistakes that several lanes show."""

_MUTANTS = {
    # The front: a message that is all IV has no end, the next header comes too early, a counter
    # that was hashed is not counted on, and the core is asked for blocks of AAD.
    ("aesculus_gcm_turn.sv", "16'heaaa)) u_ends", "16'hc000)) u_ends"),
    ("aesculus_gcm_turn.sv", "16'h2f00)) u_load", "16'hff00)) u_load"),
    ("aesculus_gcm_turn.sv", "16'h00f2)) u_count", "16'h0022)) u_count"),
    ("aesculus_gcm_turn.sv", "16'heaaa)) u_asks", "16'hfaaa)) u_asks"),
    # The back goes on without room, and without the data of a beat.
    ("aesculus_gcm.sv", "16'h7000)) u_back_may", "16'hf000)) u_back_may"),
    ("aesculus_gcm.sv", "16'hb0bb)) u_back_has", "16'hf0ff)) u_back_has"),
    # A tag that is wrong in its last byte, text that goes out before its tag, and from a fault.
    ("aesculus_gcm.sv", "keep(BytesW'(now.tag_bytes))", "keep(BytesW'(now.tag_bytes - 5'd1))"),
    (
        "aesculus_gcm.sv",
        "exit_data_q && (!exit_waits_q || exit_verdict_q.right)",
        "exit_data_q",
    ),
    (
        "aesculus_gcm.sv",
        "h_decrypt_q && !h_fault_q && h_wrong_q == '0",
        "h_decrypt_q && h_wrong_q == '0",
    ),
    ("aesculus_gcm.sv", "d_fault = bad_q || d_any_q", "d_fault = d_any_q"),
    # Key stream behind the end of a text, a counter that goes over, more than can be held.
    ("aesculus_gcm.sv", "back_keep_q <= keep(now.bytes)", "back_keep_q <= '1"),
    ("aesculus_gcm.sv", "&& held_q[HoldW];", "&& 1'b0;"),
    # A counter that goes on above its 32 bits, and one that does not reach all of them.
    ("aesculus_gcm.sv", "[127:32] : upper_q;", "[127:32] : upper_q + 96'(&lower_q[0]);"),
    (
        "aesculus_gcm.sv",
        "lower_q[l] + 32'(Lanes);",
        "{lower_q[l][31:24], lower_q[l][23:0] + 24'd1};",
    ),
    ("aesculus_gcm_small.sv", "plus_q  <= plus;", "plus_q  <= plus && turns_q != TurnW'(2);"),
    # The same in the small one; text that went before its tag was asked for; a J0 that went on.
    ("aesculus_gcm_small.sv", "+ 6'(size_q) > 6'd15", "+ 6'(size_q) > 6'd14"),
    ("aesculus_gcm_small.sv", "right && !held_none ?", "!held_none ?"),
    ("aesculus_gcm_small.sv", "fault = bad_q || faults_q", "fault = faults_q"),
    ("aesculus_gcm_small.sv", "is_text && full_q;", "1'b0;"),
    ("aesculus_gcm_small.sv", "{back_q ? start_q[CountD-1:0] : more,", "{more,"),
    ("aesculus_gcm_small.sv", "held_last ? tail_q : Full", "Full"),
    # The core is asked too early.
    ("aesculus_gcm_small.sv", "IdxW'(Digits - Least) : '0", "'0 : '0"),
    # The hash of another message, and sums of another lane.
    ("aesculus_ghash.sv", "fresh_q <= done_q.is_last;", "fresh_q <= 1'b0;"),
    ("aesculus_ghash.sv", "begun_q == ($bits(begun_q))'(Lanes)", "begun_q != '0"),
}


@pytest.mark.parametrize("text", [*_SAMPLE, "GCM-H10-M4-K3.UF10-PP2T", "GMAC-D1.UF1-PP0T-W8"])
def test_a_label_reads_back(text: str) -> None:
    assert parse(text).label == text
    assert parse(text.lower()) == parse(text)


def test_options_at_their_defaults_are_left_out() -> None:
    assert parse("GCM-M3-H7-D128.UF1-PP0T") == parse("GCM.UF1-PP0T")
    assert parse("GCM-RAW-H4.UF1-PP0T").label == "GCM-H4-RAW.UF1-PP0T"


@pytest.mark.parametrize("text", ["GCM-H1.UF1-PP0T", "GCM-RAW1.UF1-PP0T", "GMAC-RAW.UF1-PP0T"])
def test_what_is_no_option_is_told(text: str) -> None:
    with pytest.raises(LabelError, match=r"legal: (GCM|GMAC) takes"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("GCM.AES128D-UF1-PP0T", "no core with direction decrypt"),
        ("GCM.RF5-UF1-PP0T", "no core with lanes 5; legal: 1 to 4"),
        ("GCM-D64.RF2-UF1-PP0T", "no digits of GHASH of 64 bits with 2 lanes; legal: 128"),
        ("GCM-K1-M6.UF1-PP0T", "has no multiplier of 1 levels with registers 6; legal: 1 to 5"),
        ("GCM-D12.UF1-PP0T", "has no digits of GHASH of 12 bits; legal: a power of two"),
        ("GCM-D8-M4.UF1-PP0T", "has no M4 with digits of GHASH of 8 bits; legal: 128, or without"),
        ("GMAC-D64-K2.UF1-PP0T", "has no K2 with digits of GHASH of 64 bits; legal: 128, or wi"),
    ],
)
def test_what_cannot_be_is_refused(text: str, said: str) -> None:
    with pytest.raises(IllegalDesignError, match=said):
        parse(text).check()


@pytest.mark.parametrize("levels", LEVELS.legal)
def test_every_register_of_a_multiplier_has_a_place_in_it(levels: int) -> None:
    found = places(levels)
    there = {0, 6, 12, *range(1, 1 + levels), *range(7, 7 + levels)}
    assert len(found) == len(set(found)) == (5 if levels == 1 else 6)
    assert set(found) <= there
    cuts = {
        bin(int(parse(f"GCM-M{m}-K{levels}.UF1-PP0L").bound()["Cuts"][4:], 16)).count("1") - m  # type: ignore[attr-defined]
        for m in range(1, 1 + len(found))
    }
    assert cuts == {0}


@pytest.mark.parametrize("bits", [128, 192, 256])
def test_every_published_answer_is_read(bits: int) -> None:
    design = parse(f"GCM.AES{bits}-UF1-PP0L")
    found = list(design.answers.published(design))  # type: ignore[attr-defined]
    assert len(found) == 2 * 7875
    assert {len(each.iv) or each.length_of(Kind.IV) for each in found} == {1, 12, 128}
    assert sum(Fault.TAG in each.faults for each in found) > 3000


@pytest.mark.parametrize("lanes", [1, 2, 3, 4])
def test_random_messages_are_what_the_library_can_answer(lanes: int) -> None:
    design, random = parse(f"GCM.RF{lanes}-UF1-PP0L"), Random(1)
    drawn = [design.answers.drawn(design, random, 40) for _ in range(200)]  # type: ignore[attr-defined]
    lengths = [len(each.iv) or each.length_of(Kind.IV) for each in drawn]
    # Some take more than a beat.
    assert lanes * 16 < max(lengths) <= 128


def test_every_fault_is_among_the_misuse() -> None:
    design = parse("GCM-L8.UF1-PP0L")
    found = design.answers.misused(design, Random(1))  # type: ignore[attr-defined]
    told = {fault for each in found for fault in each.faults}
    assert told == set(Fault) - {Fault.DIRECTION, Fault.STREAM}


def test_more_than_is_held_is_more_than_a_message_may_have_where_that_is_less() -> None:
    told = {}
    for text in ("GCM-H7-L8.UF1-PP0L", "GCM-H8-L8.UF1-PP0L"):
        design = parse(text)
        found = design.answers.misused(design, Random(1))  # type: ignore[attr-defined]
        told[text] = Fault.OVERRUN in {fault for each in found for fault in each.faults}
    assert list(told.values()) == [True, False]


@pytest.mark.parametrize("hold", HOLD.legal)
def test_a_bench_waits_for_a_clear_of_all_that_can_be_held(hold: int) -> None:
    assert parse(f"GCM-H{hold}.UF1-PP0L").patience > 2 + (1 << hold)  # type: ignore[attr-defined]


def test_a_bench_waits_for_an_iv_that_is_hashed_bit_by_bit() -> None:
    # Eight blocks of data wait at the back, four in front of GHASH, one is in it, and its lengths.
    hashed = (8 + 4 + 2) * 129
    assert parse("GCM-H2-L8-D1.UF1-PP2L").patience > hashed  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["GCM.UF5-Cd01B", "GCM.UF2-PP3B", "GCM.UF1-PP2B"])
def test_steps_have_room_until_they_have_been_around(text: str) -> None:
    # Measured of the first one: the mode takes 28 cycles beside the core, most of them always.
    design = parse(text)
    shape = design.shape  # type: ignore[attr-defined]
    assert shape.passes << design.address_bits >= shape.lone_cycles + 26  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "small"),
    [
        *((text, True) for text in _SMALL if ".AXIS" not in text),
        ("GCM.UF1-PP0L", False),
        # A block in every cycle, and two blocks inside.
        ("GCM-D8.UF10-PP0L", False),
        ("GCM-D8.UF1-PP2L", False),
        ("GCM-D8.AES128ED-UF1-PP0L", False),
    ],
)
def test_a_core_with_one_block_and_a_hash_of_digits_make_a_small_one(
    text: str, small: bool
) -> None:
    design = parse(text)
    assert design.module == ("aesculus_gcm_small" if small else "aesculus_gcm")  # type: ignore[attr-defined]
    names = {path.stem for path in design.sources()}
    assert ("aesculus_gcm" in names, "aesculus_ghash" in names) == (not small, not small)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take every 211th of the published messages: all lengths of IV and tag are among them."""
    take_every(211, GcmAnswers, monkeypatch)


@pytest.mark.sim
@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("text", sampled(_SAMPLE, _LONG))
def test_it_is_right_and_as_fast_as_its_parts(text: str, tmp_path: Path) -> None:
    design = parse(text)
    design.check()
    found = verify_rtl(design, workdir=tmp_path)
    assert found.reason == ""
    assert found.metrics["blocks_per_cycle"] == _SAMPLE[text]
    assert len(found.metrics["kat"]) == 2


_FAST = "GCM-H4-L8-D8.UF10-PP1L"
"""Beside a core that takes a block in every cycle."""
_WHOLE, _FEW_GATES, _SMALL_ONE = "GCM-H4.UF1-PP0L", "GCM-H4-L8-D8.UF1-PP2L", "GCM-H4-L8-D8.UF1-PP0L"
_LANES = "GCM-H4-L8-M1-K1.RF4-UF1-PP0L"


@pytest.mark.sim
@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("text", first(1, [_FAST, _WHOLE, _FEW_GATES, _SMALL_ONE, _LANES]))
def test_it_is_right_without_a_fault(text: str, tmp_path: Path) -> None:
    assert verify_rtl(parse(text), workdir=tmp_path).reason == ""


@pytest.mark.sim
@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(("file", "right", "wrong"), first(1, sorted(_MUTANTS | _OF_LANES)))
def test_a_fault_in_the_rtl_is_found(
    file: str, right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A GHASH of few gates, if it is not what is wrong: the other takes most of the time to compile.
    text = _WHOLE if "ghash" in file else _FEW_GATES
    if "u_count" in right or "u_back" in right:
        text = _FAST
    if (file, right, wrong) in _OF_LANES:
        text = _LANES
    design = parse(_SMALL_ONE if "small" in file else text)
    assert_found(design, right, wrong, tmp_path, monkeypatch, among=lambda p: p.name == file)

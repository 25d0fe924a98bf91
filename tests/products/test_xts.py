"""XTS around cores: labels, rules, simulation, and that faults are found."""

from pathlib import Path
from random import Random

import pytest

from aesculus.design import IllegalDesignError, parse
from aesculus.products.common.messages import Fault
from aesculus.products.modes.xts.answers import FOLDERS, XtsAnswers
from products.faults import assert_found, assert_found_by
from products.recorded import verify_rtl
from samples import first

_SAMPLE = {
    "XTS-L8-S3.AXIS64.AES256ED-UF1-PP0L-CREDIT": "1/14",
    # An open ring takes a block in each cycle.
    "XTS.UF10-PP1D": "1/1",
}
"""Blocks per cycle."""

_PUBLISHED = {128: 1600, 256: 1200}
"""Entries with whole bytes, in both files and directions."""

_MUTANTS = [
    # The tweak of the next block, and of two blocks that change theirs.
    ("turned(doubled(turned(tweak)))", "doubled(tweak)"),
    ("plan.later ? tweak : next_tweak", "next_tweak"),
    # What comes out behind the end of a partial block.
    ("tail_keep_q[b] ? cc_q[8*b+:8] : '0", "cc_q[8*b+:8]"),
    # The pair behind takes the register too early.
    ("second_q ? !cc_valid_q : cc_busy_q", "second_q && !cc_valid_q"),
    # Keys that agree in their first 16 bits are refused.
    ("assign same_of     = same;", "assign same_of     = {$bits(same_of){same[0]}};"),
]

_MUTANTS_BEHIND_A_RING = [
    # CC comes a cycle later there, goes when its bytes are out, and is of each column by its own.
    ("aesculus_xts.sv", ".d_i(steal_back), .q_o(comes)", ".d_i(steal_back && c != 0), .q_o(comes)"),
    ("aesculus_xts.sv", "comes ? sum_q[16*c+:16]", "comes ? tap_sum[16*c+:16]"),
    # A tweak is asked for in the cycle in which a step is decided.
    ("aesculus_xts.sv", ".a_i({hdr_offer_soon, has_tweak", ".a_i({1'b0, has_tweak"),
    # The next message has a tweak of its own, a cycle behind the last step of this one.
    ("aesculus_xts.sv", "16'h0070)) u_calm", "16'h00f0)) u_calm"),
    ("aesculus_xts_tweaks.sv", " ^ (done_i && done_stream_i == rd_stream_i)", ""),
    # A splice waits for CC, and its pair's second step follows the first.
    ("aesculus_xts_turn.sv", "16'h3a00", "16'h0a00"),
    ("aesculus_xts_turn.sv", "16'hacaa", "16'haaaa"),
    ("aesculus_xts_turn.sv", "16'h0d00", "16'h0f00"),
    # What a beat brings follows the one before it, and not sooner.
    ("aesculus_xts_words.sv", "if (bare || pops) shown_q", "if (pops) shown_q"),
    ("aesculus_xts_words.sv", "bare_d = load ? !some : bare_q", "bare_d = !some && bare_q"),
    # A word that nobody takes waits in the spare register.
    ("aesculus_mode_exit.sv", "free[c] ? wide[Column*c+:Column] : spare_q", "spare_q"),
    ("aesculus_mode_exit.sv", "if (free[c]) spare_q", "spare_q"),
    ("aesculus_mode_exit.sv", "load || (free[c] && !in_valid_i)", "1'b1"),
    # A result that nobody is ready for stays, and one that is popped makes room.
    ("aesculus_mode_run.sv", "else if (bare || pop_i) begin", "else begin"),
    ("aesculus_mode_run.sv", ".taken_i(take)", ".taken_i(1'b0)"),
    ("aesculus_mode_flow.sv", ".pop_i(has_result_q)", ".pop_i(1'b1)"),
    # With room for none a beat that comes in the same cycle as one leaves is counted twice.
    ("aesculus_mode_flow.sv", "moved_q <= in_valid_i != leave", "moved_q <= in_valid_i"),
]
"""File, what stands there, and the mistake."""


@pytest.mark.parametrize("text", [*_SAMPLE, "XTS-L12-S64.AES256ED-UF14-PP2T"])
def test_a_label_reads_back(text: str) -> None:
    assert parse(text).label == text
    assert parse(text.lower()) == parse(text)


def test_the_limit_of_the_standard_is_left_out() -> None:
    assert parse("XTS-L20-S1.UF1-PP0L") == parse("XTS.UF1-PP0L")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("XTS.AES192-UF1-PP0L", "no core with key size 192; legal: 128, 256"),
        ("XTS.AES128D-UF1-PP0L", "no core with direction decrypt; legal: both, encrypt"),
        ("XTS.RF2-UF1-PP0L", "no core with lanes 2; legal: 1$"),
    ],
)
def test_what_cannot_be_is_refused(text: str, said: str) -> None:
    with pytest.raises(IllegalDesignError, match=said):
        parse(text).check()


@pytest.mark.parametrize("bits", _PUBLISHED)
def test_every_published_answer_of_whole_bytes_is_read(bits: int) -> None:
    design = parse(f"XTS.AES{bits}ED-UF1-PP0L")
    found = list(design.answers.published(design))  # type: ignore[attr-defined]
    assert len(found) == _PUBLISHED[bits]
    assert {each.source for each in found} == {f"{at}/XTSGenAES{bits}.rsp" for at in FOLDERS}
    assert {len(each.key) for each in found} == {bits // 4}


def test_every_fault_is_among_the_misuse() -> None:
    design = parse("XTS-L8.UF1-PP0L")
    found = design.answers.misused(design, Random(1))  # type: ignore[attr-defined]
    told = {fault for each in found for fault in each.faults}
    assert told == {Fault.DIRECTION, Fault.LENGTH, Fault.KIND, Fault.WRAP, Fault.IV}


def test_two_equal_keys_are_misuse_and_give_nothing() -> None:
    design = parse("XTS.UF1-PP0L")
    found = design.answers.misused(design, Random(1))  # type: ignore[attr-defined]
    (equal,) = (each for each in found if each.key[:16] == each.key[16:])
    assert equal.faults == {Fault.IV}
    assert not any(data for _, data in equal.expect)


@pytest.mark.sim
@pytest.mark.parametrize("text", first(1, _SAMPLE))
def test_it_is_right_and_as_fast_as_its_ring(text: str, tmp_path: Path) -> None:
    design = parse(text)
    design.check()
    found = verify_rtl(design, workdir=tmp_path)
    assert found.reason == ""
    assert found.metrics["blocks_per_cycle"] == _SAMPLE[text]
    assert len(found.metrics["kat"]) == 2


@pytest.mark.sim
@pytest.mark.long
@pytest.mark.parametrize(("right", "wrong"), _MUTANTS)
def test_a_fault_in_the_rtl_is_found(
    right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The random messages are enough, and fewer.
    monkeypatch.setattr(XtsAnswers, "published", lambda *_: [])
    design = parse("XTS.AES128ED-UF1-PP0L")
    assert_found(
        design, right, wrong, tmp_path, monkeypatch, among=lambda p: p.name == "aesculus_xts.sv"
    )


@pytest.mark.sim
@pytest.mark.long
@pytest.mark.parametrize(("file", "right", "wrong"), _MUTANTS_BEHIND_A_RING)
def test_a_fault_behind_a_ring_is_found(
    file: str, right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(XtsAnswers, "published", lambda *_: [])
    assert_found_by("XTS.UF10-PP1D", file, right, wrong, tmp_path, monkeypatch)

"""CCM around cores: labels, rules, simulation, and that faults are found."""

from pathlib import Path
from random import Random

import pytest

from aesculus.design import IllegalDesignError, LabelError, parse
from aesculus.products.common.messages import Fault, Kind
from aesculus.products.modes.ccm.answers import FILES, NONCES, TAGS, CcmAnswers, opened, sealed
from products.faults import assert_found
from products.published import take_every
from products.recorded import verify_rtl
from samples import first

_SAMPLE = {
    # Streams that are no power of two, a bus, and flow control of the core's own.
    "CCM-H2-S3.AXIS32.AES192-UF1-PP0L-CREDIT": "1/24",
    "CCM-RAW.UF1-PP0L": "1/20",
}
"""Blocks per cycle: each goes through the core twice."""

_MUTANTS = [
    # The tag is not compared in its last byte, and text goes out before it is.
    # A third header must wait for the end of the first message.
    ("now_valid_q && now_q.last && now_q.stream == hdr_stream_i", "1'b0"),
    ("header_q.tag_bytes > 5'(b)", "header_q.tag_bytes > 5'(b + 1)"),
    ("!out_note.fault && !wrong && out_note.size", "!out_note.fault && out_note.size"),
]


@pytest.mark.parametrize("text", [*_SAMPLE, "CCM-H9-RAW-S64.UF10-PP2T"])
def test_a_label_reads_back(text: str) -> None:
    assert parse(text).label == text
    assert parse(text.lower()) == parse(text)


def test_what_is_no_option_is_told() -> None:
    with pytest.raises(LabelError, match="legal: CCM takes H2 to H12, RAW, S1 to S64"):
        parse("CCM-L4.UF1-PP0L")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("CCM.AES128D-UF1-PP0L", "no core with direction decrypt; legal: both, encrypt"),
        ("CCM.RF2-UF1-PP0L", "no core with lanes 2; legal: 1$"),
        ("CCM-H9-S9.UF1-PP0L", "held blocks of all streams of 4608; legal: at most 4096"),
    ],
)
def test_what_cannot_be_is_refused(text: str, said: str) -> None:
    with pytest.raises(IllegalDesignError, match=said):
        parse(text).check()


@pytest.mark.parametrize("bits", [128, 192, 256])
def test_every_published_answer_is_read(bits: int) -> None:
    design = parse(f"CCM.AES{bits}-UF1-PP0L")
    found = list(design.answers.published(design))  # type: ignore[attr-defined]
    *entries, long = found
    assert len(entries) == 330 + 70 + 250 + 70 + 240
    assert {each.source for each in entries} == {f"{file}{bits}.rsp" for file in FILES}
    assert {len(each.iv) for each in entries} == set(NONCES)
    assert {each.tag_bytes for each in entries} == set(TAGS)
    assert sum(Fault.TAG in each.faults for each in entries) == 160
    assert long.length_of(Kind.AAD) == {128: 65536, 192: 0xFF00, 256: 0xFF00 - 1}[bits]


def test_published_answers_are_those_of_the_library() -> None:
    design = parse("CCM.UF1-PP0L")
    for each in design.answers.published(design):  # type: ignore[attr-defined]
        if not each.decrypt:
            parts, answer = dict(each.parts), dict(each.expect)
            told = sealed(each.key, each.iv, parts[Kind.AAD], parts[Kind.TEXT], each.tag_bytes)
            assert told == (answer[Kind.TEXT], answer[Kind.TAG])
            assert opened(each.key, each.iv, told[0]) == parts[Kind.TEXT]


def test_a_bench_waits_until_all_held_text_is_overwritten() -> None:
    assert parse("CCM-S6.UF10-PP1D").patience > 8 << 7  # type: ignore[attr-defined]


def test_every_fault_is_among_the_misuse() -> None:
    design = parse("CCM.UF1-PP0L")
    found = design.answers.misused(design, Random(1))  # type: ignore[attr-defined]
    told = {fault for each in found for fault in each.faults}
    assert told == {Fault.LENGTH, Fault.KIND, Fault.IV, Fault.TAG, Fault.OVERRUN}


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take every 16th of the published messages: all files and the long one are among them."""
    take_every(16, CcmAnswers, monkeypatch)


@pytest.mark.parametrize("seed", range(30))
def test_text_that_is_too_long_to_hold_can_be_counted(seed: int) -> None:
    # 2**12 blocks and a byte: the library refuses that under a nonce of 13 bytes.
    design = parse("CCM-H12.UF1-PP0L")
    misused = design.answers.misused(design, Random(seed))  # type: ignore[attr-defined]
    long = [each for each in misused if Fault.OVERRUN in each.faults]
    assert [each.told for each in long] == [(0, 2**16 + 1)]
    assert all(len(each.iv) == NONCES.start for each in long)


@pytest.mark.sim
@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("text", first(1, _SAMPLE))
def test_it_is_right_and_takes_two_turns_a_block(text: str, tmp_path: Path) -> None:
    design = parse(text)
    design.check()
    found = verify_rtl(design, workdir=tmp_path)
    assert found.reason == ""
    assert found.metrics["blocks_per_cycle"] == _SAMPLE[text]
    assert {name[:-7] for name in found.metrics["kat"]} >= set(FILES)


@pytest.mark.sim
@pytest.mark.usefixtures("few")
@pytest.mark.long
@pytest.mark.parametrize(("right", "wrong"), _MUTANTS)
def test_a_fault_in_the_rtl_is_found(
    right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    design = parse("CCM-H3.UF1-PP0L")
    assert_found(
        design, right, wrong, tmp_path, monkeypatch, among=lambda p: p.name == "aesculus_ccm.sv"
    )

"""AXI4-Stream around modes: by the bench of messages, and by bus models that others wrote."""

from pathlib import Path

import pytest

from aesculus.design import IllegalDesignError, LabelError, parse
from products.bus_models import passed
from products.faults import assert_found
from products.recorded import verify_rtl
from samples import first, sampled

_SAMPLE = {
    # Blocks per cycle and latency; the narrow bus is slower than its core.
    "CTR.AXIS8.UF1-PP0L": ("1/16", 15),
    "CBC-S2.AXIS32.UF1-PP0L": ("1/10", 14),
    "CTR-S3.AXIS64.RF2-UF1-PP0L-CREDIT": ("1/5", 15),
    "OFB.AXIS256.AES192-UF1-PP0L": ("1/13", 16),
    "ECB.AXIS512.UF1-PP0L-STALL": ("1/10", 13),
}
_FULL_RATE = "CTR.AXIS128.UF10-PP1D"
_MODELLED = ("CTR.AXIS64.UF1-PP0L", "CBC.AXIS128.UF1-PP0L", "CTR.AXIS8.UF1-PP0L")

_MUTANTS = [
    ("CTR.AXIS32.UF1-PP0L", "in_note_i != note_q", "1'b0"),
    ("CTR.AXIS32.UF1-PP0L", "in_ready_o  = blank || !out_valid_o || leave", "in_ready_o = 1'b1"),
    ("CTR.AXIS32.UF1-PP0L", "in_last_i || in_bad_i || in_bytes_i !=", "in_bad_i || in_bytes_i !="),
    ("CTR.AXIS32.UF1-PP0L", "whole ? OutW'(BeatBytes) : OutW'(left)", "OutW'(BeatBytes)"),
    ("CTR.AXIS32.UF1-PP0L", "in_bad ? BytesW'(BlockBytes + 1)", "in_bad ? BytesW'(in_bytes)"),
    (
        "CTR.AXIS32.UF1-PP0L",
        "else if (clear_i) begin\n      place_q",
        "else if (0) begin\n place_q",
    ),
    ("CTR-S2.AXIS256.UF1-PP0L", "in_note_i != note_q", "1'b0"),
    # Headers that are short, long or have holes: at their end, and before it.
    ("CTR.AXIS512.UF1-PP0L", "bad_q   <= !right ||", "bad_q   <= 1'b0 &&"),
    ("CTR.AXIS32.UF1-PP0L", "(count != '0 && bad_q)", "1'b0"),
]


@pytest.mark.parametrize("text", [*_SAMPLE, _FULL_RATE])
def test_a_label_reads_back(text: str) -> None:
    assert parse(text).label == text
    assert parse(text.lower()) == parse(text)
    assert parse(text).digest != parse(text.replace("AXIS", "AXIS1", 1)).digest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "CTR.AXIS48.UF1-PP0T",
            "AXIS has no width of 48 bits; legal: 8, 16, 32, 64, 128, 256, 512",
        ),
        ("CTR.AXIS1024.UF1-PP0T", "AXIS has no width of 1024 bits"),
        ("CTR.AXIS256.RF3-UF1-PP0T", "256 bits do not part a beat of 384; legal: a divisor"),
        ("CTR.AXIS64.AES128D-UF1-PP0T", "CTR is around no core with direction decrypt"),
    ],
)
def test_what_cannot_be_built_is_refused(text: str, said: str) -> None:
    with pytest.raises(IllegalDesignError, match=said):
        parse(text).check()


def test_a_bus_needs_a_mode() -> None:
    with pytest.raises(LabelError, match="AXIS is around a mode, which UF1-PP0T is not"):
        parse("AXIS64.UF1-PP0T")


@pytest.mark.sim
@pytest.mark.parametrize("text", first(2, _SAMPLE))
def test_a_bus_is_right_and_loses_no_cycle(text: str, tmp_path: Path) -> None:
    found = verify_rtl(parse(text), workdir=tmp_path)
    assert found.reason == ""
    assert (found.metrics["blocks_per_cycle"], found.metrics["latency_cycles"]) == _SAMPLE[text]


@pytest.mark.sim
def test_short_packets_with_new_keys_follow_each_other_without_a_bubble(tmp_path: Path) -> None:
    found = verify_rtl(parse(_FULL_RATE), workdir=tmp_path)
    assert found.reason == ""
    assert found.metrics["blocks_per_cycle"] == "1/1"
    assert found.metrics["packet_blocks_per_cycle"] >= 0.98


@pytest.mark.sim
@pytest.mark.parametrize(("text", "right", "wrong"), first(1, _MUTANTS))
def test_a_fault_in_the_bus_is_found(
    text: str, right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_found(
        parse(text), right, wrong, tmp_path, monkeypatch, among=lambda p: p.parent.name == "axis"
    )


@pytest.mark.sim
@pytest.mark.parametrize("text", sampled(_MODELLED, {"CTR.AXIS64.UF1-PP0L", "CTR.AXIS8.UF1-PP0L"}))
def test_bus_models_of_others_agree(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert passed(text, "axis_packets", tmp_path, monkeypatch) == (4, 0)


def test_a_bus_without_its_width_is_told_so() -> None:
    # It used to be asked whether AXIS was meant.
    with pytest.raises(LabelError, match="the bus AXIS has no width; legal: AXIS<bits>, as AXIS32"):
        parse("CTR.AXIS.UF1-PP0L")

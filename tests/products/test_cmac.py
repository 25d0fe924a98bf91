"""CMAC around cores: labels, rules, simulation, and that faults are found."""

from pathlib import Path
from random import Random

import pytest

from aesculus.design import IllegalDesignError, LabelError, parse
from aesculus.products.common.messages import Fault
from products.faults import assert_found
from products.recorded import verify_rtl
from samples import first

_SAMPLE = {
    # One stream waits a cycle more than the ring; three fill it, behind a bus too.
    "CMAC.AES256-UF1-PP0L": "1/15",
    "CMAC-S3.AXIS64.AES192ED-UF1-PP0L-CREDIT": "1/12",
}
"""Blocks per cycle."""

_MUTANTS = [
    # The mark behind a block that is not full.
    ("& {16{8'h80}}", "& {16{8'h00}}"),
    # The tag is not compared in its last byte.
    ("header.tag_bytes > 5'(b)", "header.tag_bytes > 5'(b + 1)"),
    # A stream's chain goes on before it is there.
    ("(wait_q[stream] && !forward", "(1'b0 && !forward"),
]


@pytest.mark.parametrize("text", [*_SAMPLE, "CMAC-S64.UF10-PP2T"])
def test_a_label_reads_back(text: str) -> None:
    assert parse(text).label == text
    assert parse(text.lower()) == parse(text)


def test_it_has_streams_alone_for_an_option() -> None:
    with pytest.raises(LabelError, match="legal: CMAC takes S1 to S64"):
        parse("CMAC-H4.UF1-PP0L")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("CMAC.AES128D-UF1-PP0L", "no core with direction decrypt; legal: both, encrypt"),
        ("CMAC.RF2-UF1-PP0L", "no core with lanes 2; legal: 1$"),
        ("CMAC.UF1-PP1T-STORED", "no core with key schedule stored; legal: last, online"),
    ],
)
def test_what_cannot_be_is_refused(text: str, said: str) -> None:
    with pytest.raises(IllegalDesignError, match=said):
        parse(text).check()


@pytest.mark.parametrize("bits", [128, 192, 256])
def test_every_published_answer_is_read(bits: int) -> None:
    design = parse(f"CMAC.AES{bits}-UF1-PP0L")
    found = list(design.answers.published(design))  # type: ignore[attr-defined]
    assert [len(each.parts[0][1]) for each in found if not each.decrypt] == [0, 16, 40, 64]
    assert [each.auth for each in found if each.decrypt] == [True] * 4


def test_every_fault_is_among_the_misuse() -> None:
    design = parse("CMAC.UF1-PP0L")
    found = design.answers.misused(design, Random(1))  # type: ignore[attr-defined]
    told = {fault for each in found for fault in each.faults}
    assert told == {Fault.LENGTH, Fault.KIND, Fault.IV, Fault.TAG}


@pytest.mark.sim
@pytest.mark.parametrize("text", first(1, _SAMPLE))
def test_it_is_right_and_as_fast_as_its_ring(text: str, tmp_path: Path) -> None:
    design = parse(text)
    design.check()
    found = verify_rtl(design, workdir=tmp_path)
    assert found.reason == ""
    assert found.metrics["blocks_per_cycle"] == _SAMPLE[text]
    assert found.metrics["vectors"] == 8


@pytest.mark.sim
@pytest.mark.long
@pytest.mark.parametrize(("right", "wrong"), _MUTANTS)
def test_a_fault_in_the_rtl_is_found(
    right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    design = parse("CMAC.UF1-PP0L")
    assert_found(
        design, right, wrong, tmp_path, monkeypatch, among=lambda p: p.name == "aesculus_cmac.sv"
    )

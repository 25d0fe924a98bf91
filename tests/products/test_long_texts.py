"""Texts and AAD of more than 64 KiB: of counters and lengths no short message moves the top."""

from pathlib import Path
from random import Random

import pytest

from aesculus.design import parse
from aesculus.products.common import plan as plans
from aesculus.products.common.around import Driven
from aesculus.products.common.messages import Message
from aesculus.stages.simulation import verify_rtl
from products.faults import assert_found, assert_found_by, keep_phases
from rtl_sources import with_mistake
from samples import first

pytestmark = pytest.mark.sim

_BYTES = 66_005
_CCM, _CCM_ON_A_BUS = "CCM.UF1-PP1B", "CCM-H2.AXIL32.UF1-PP1B"
_GCM, _SMALL, _GMAC = "GCM-H2.UF1-PP1B", "GCM-H2-D8.UF1-PP0P-W8", "GMAC.UF1-PP1B"


def _encrypted(driven: Driven, size: int) -> Message:
    """Return a good message of so many bytes to encrypt; of GMAC they are AAD."""
    drawn = (driven.mode.answers.drawn(driven.mode, Random(seed), size) for seed in range(99))
    return next(each for each in drawn if not each.decrypt and not each.faults)


@pytest.fixture(autouse=True)
def _long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plan a long message with a short one behind it, and what a product is measured by."""
    keep_phases(monkeypatch)
    measured = plans.plan

    def plan(driven: Driven, *, seed: int, count: int) -> list[plans.Phase]:
        messages = [_encrypted(driven, _BYTES), _encrypted(driven, 40)]
        return [
            *measured(driven, seed=seed, count=count),
            plans.phase(plans.RANDOM, driven, messages),
        ]

    monkeypatch.setattr(plans, "plan", plan)


@pytest.mark.parametrize("label", [_CCM, _CCM_ON_A_BUS, _GCM, _SMALL, _GMAC])
def test_a_long_message_comes_out_right(label: str, tmp_path: Path) -> None:
    found = verify_rtl(parse(label), workdir=tmp_path)
    assert found.reason == ""
    assert found.metrics["blocks"] > _BYTES // 16 or label == _GMAC


@pytest.mark.parametrize(
    ("label", "file", "right", "wrong"),
    [
        # The counter repeats after 4 KiB, and with it the key stream.
        (_CCM, "aesculus_ccm.sv", "number: 29'(done[31:4])", "number: 29'(done[11:4])"),
        # B(0) loses the upper half of the length.
        (
            _CCM,
            "aesculus_ccm.sv",
            "hdr_block[31:0] | hdr_text_bytes_i;",
            "hdr_block[31:0] | 32'(hdr_text_bytes_i[15:0]);",
        ),
        # So do the registers.
        (
            _CCM_ON_A_BUS,
            "aesculus_registers.sv",
            "hdr_text_bytes_o = from_regs.TEXT_BYTES.bytes.value;",
            "hdr_text_bytes_o = 32'(from_regs.TEXT_BYTES.bytes.value[15:0]);",
        ),
        # Lengths of the text and of AAD come round at 16 KiB.
        (_GCM, "aesculus_gcm.sv", "25'd0, text_bytes, 3'd0", "25'd0, 36'(text_bytes[13:0]), 3'd0"),
        (_GMAC, "aesculus_gcm.sv", "{aad, 3'd0, 25'd0", "{61'(aad[13:0]), 3'd0, 25'd0"),
        # A carry from one word of the length to the next is lost.
        (
            _SMALL,
            "aesculus_gcm_small.sv",
            "carry_q  <= counts && sum_carry;",
            "carry_q  <= counts && sum_carry && idx_q != 1 && idx_q != 9;",
        ),
    ],
)
def test_a_count_that_is_too_short_is_found(
    label: str,
    file: str,
    right: str,
    wrong: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert_found_by(label, file, right, wrong, tmp_path, monkeypatch)


_COUNTS = {_GMAC: 31, _GCM: 18}
"""Bits of a length that GCM counts at once, by what moves it: AAD, text. What is above takes a
carry, after 2 GiB or 256 KiB."""


def _counting(label: str, folder: Path, bits: int) -> list[Path]:
    """Return a product's RTL with so many of them."""
    right, wrong = (f".LowW({each})," for each in (_COUNTS[label], bits))
    return with_mistake(
        parse(label).sources(), folder, right, wrong, among=lambda p: p.name == "aesculus_gcm.sv"
    )


@pytest.mark.parametrize("label", list(_COUNTS))
@pytest.mark.parametrize("bits", first(1, [8, 6, 14]))
def test_a_count_goes_on_in_its_upper_part(
    label: str, bits: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, design = _counting(label, tmp_path, bits), parse(label)
    monkeypatch.setattr(type(design), "sources", lambda _self: files)
    assert verify_rtl(design, workdir=tmp_path).reason == ""


# AAD and text are counted by two of the same module.
@pytest.mark.parametrize("label", first(1, reversed(_COUNTS)))
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("carry_q ? more_high_q : high_q", "high_q"),
        ("keeps_i ? high : '0", "keeps_i ? high_q : '0"),
        ("keeps_i ? low_q : '0", "low_q"),
    ],
)
def test_a_carry_that_is_lost_is_found(
    label: str, right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short, design = _counting(label, tmp_path, 8), parse(label)
    monkeypatch.setattr(type(design), "sources", lambda _self: short)
    folder = tmp_path / "wrong"
    folder.mkdir()
    assert_found(
        design, right, wrong, folder, monkeypatch, among=lambda p: p.name == "aesculus_gcm_count.sv"
    )

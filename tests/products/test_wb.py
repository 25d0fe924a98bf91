"""Registers on Wishbone: labels, the bench, a bus model, faults put in, and a netlist."""

from pathlib import Path

import pytest

from aesculus.design import IllegalDesignError, LabelError, parse
from products.bus_models import passed
from products.faults import assert_found
from products.recorded import verify_rtl

_PLAIN = "CTR.WB32.UF1-PP0P"
_SMALL = "CTR.WB32.UF1-PP0P-W8"

_MUTANTS = [
    # An access that another slave is asked for, and one that is taken twice.
    ("s_wb_cyc_i && s_wb_stb_i", "s_wb_stb_i"),
    ("&& !ack_q && !err_q;", "&& !err_q;"),
]


def test_a_label_reads_back() -> None:
    assert parse(_SMALL).label == _SMALL
    assert parse(_SMALL.lower()) == parse(_SMALL)
    assert parse(_SMALL).digest != parse(_SMALL.replace("WB32", "AXIL32")).digest


def test_what_cannot_be_built_is_refused() -> None:
    with pytest.raises(IllegalDesignError, match="WB has no width of 64 bits; legal: 32"):
        parse("CTR.WB64.UF1-PP0T").check()
    with pytest.raises(LabelError, match="WB is around a mode, which UF1-PP0T is not"):
        parse("WB32.UF1-PP0T")


@pytest.mark.sim
def test_registers_are_right(tmp_path: Path) -> None:
    found = verify_rtl(parse(_PLAIN), workdir=tmp_path)
    assert found.reason == ""
    # Two cycles for each of five writes, four reads and two looks at STATUS.
    assert found.metrics["blocks_per_cycle"] == "1/22"


@pytest.mark.sim
@pytest.mark.long
@pytest.mark.parametrize(("right", "wrong"), _MUTANTS)
def test_a_fault_in_the_bus_is_found(
    right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_found(
        parse(_SMALL), right, wrong, tmp_path, monkeypatch,
        among=lambda path: path.name == "aesculus_wb.sv",
    )  # fmt: skip


@pytest.mark.sim
@pytest.mark.long
def test_a_bus_model_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert passed(_SMALL, "register_accesses", tmp_path, monkeypatch) == (9, 0)

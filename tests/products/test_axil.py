"""Registers on AXI4-Lite: their generated files, and bus models that others wrote."""

from pathlib import Path

import pytest

from aesculus.design import IllegalDesignError, LabelError, parse
from products.bus_models import passed

_PLAIN = "CTR.AXIL32.UF1-PP0P-W8"


@pytest.mark.parametrize("text", [_PLAIN, "CBC.AXIL32.AES256-UF1-PP0T"])
def test_a_label_reads_back(text: str) -> None:
    assert parse(text).label == text
    assert parse(text.lower()) == parse(text)
    assert parse(text).digest != parse(text.replace("AXIL32.", "")).digest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("CTR.AXIL64.UF1-PP0T", "AXIL has no width of 64 bits; legal: 32"),
        ("CTR-S2.AXIL32.UF1-PP0T", "AXIL is around no mode with 2 streams; legal: 1"),
        ("CTR.AXIL32.RF2-UF1-PP0T", "AXIL is around no core with 2 lanes; legal: 1"),
        ("CTR.AXIL32.AES128D-UF1-PP0T", "CTR is around no core with direction decrypt"),
    ],
)
def test_what_cannot_be_built_is_refused(text: str, said: str) -> None:
    with pytest.raises(IllegalDesignError, match=said):
        parse(text).check()


def test_a_bus_needs_a_mode() -> None:
    with pytest.raises(LabelError, match="AXIL is around a mode, which UF1-PP0T is not"):
        parse("AXIL32.UF1-PP0T")


def test_generated_files_are_those_of_the_register_description(tmp_path: Path) -> None:
    # Its generators are tools of development alone.
    registers = pytest.importorskip("products.registers", exc_type=ModuleNotFoundError)
    made = registers.generate(tmp_path)
    there = {*registers.GENERATED.iterdir(), registers.PAGE}
    assert set(made) == there
    stale = [path.name for path, text in made.items() if path.read_text("utf-8") != text]
    assert not stale, "python -m products.registers, in tests/, makes them anew"


@pytest.mark.sim
def test_bus_models_of_others_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert passed(_PLAIN, "axil_registers", tmp_path, monkeypatch) == (6, 0)

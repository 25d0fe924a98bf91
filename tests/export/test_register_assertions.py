"""What a bundle asserts of registers on a bus: true of the RTL, and false of a spoilt one.

Nothing is put in for an ack and an error at once: the bus model looks for those itself, and ends
the simulation first.
"""

import contextlib
import subprocess
from pathlib import Path

import pytest

from aesculus.benches.bench import TOP
from aesculus.design import parse
from aesculus.export.bundle import Bundle
from aesculus.export.render import render
from aesculus.export.vectors import sides
from export.conftest import Made
from products.bus_models import passed
from rtl_sources import with_mistake
from samples import first

_AXIL, _WB = "CTR.AXIL32.UF1-PP0P-W8", "CTR.WB32.UF1-PP0P-W8"

_MUTANTS = [
    (_WB, "ack_q  <= req_o", "ack_q  <= s_wb_cyc_i && s_wb_stb_i", "an answer to no access"),
    (_WB, "req_o && rsp_error_i;", "1'b0;", "an access is not answered"),
    (_WB, "? rsp_data_i : '0", "? rsp_data_i : data_q", "shows something beside an answer"),
    (_AXIL, "if (s_axil_rready_i) r_valid_q <=", "r_valid_q <=", "s_axil_rdata_o changes"),
    (
        _AXIL,
        "if (s_axil_rready_i || clear_i) r_data_q",
        "r_data_q",
        "s_axil_rdata_o changes",
    ),
    (
        _AXIL,
        "end else if (s_axil_bready_i) begin",
        "end else begin",
        "s_axil_bresp_o changes",
    ),
]


def _asserted(bundle: Bundle, folder: Path) -> list[Path]:
    """Write what a bundle asserts, bound to the module that the bus models drive."""
    inputs, outputs = sides(bundle.ports)
    named = bundle.common | {"lean": TOP, "inputs": inputs, "outputs": outputs}
    made = [folder / "assertions.sv", folder / "bind.sv"]
    for path in made:
        path.write_text(render(path.name, **named), encoding="utf-8")
    return made


@pytest.mark.sim
@pytest.mark.parametrize("label", first(1, [_AXIL, _WB]))
def test_registers_keep_what_is_asserted(
    label: str, made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = [*parse(label).sources(), *_asserted(made(label), tmp_path)]
    assert passed(label, "register_accesses", tmp_path, monkeypatch, sources=sources) == (9, 0)


@pytest.mark.sim
@pytest.mark.long
@pytest.mark.parametrize(("label", "right", "wrong", "said"), _MUTANTS)
def test_a_fault_is_found_by_what_is_asserted(
    label: str,
    right: str,
    wrong: str,
    said: str,
    made: Made,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    bus = "aesculus_wb.sv" if label == _WB else "aesculus_axil.sv"
    files = with_mistake(
        parse(label).sources(), tmp_path, right, wrong, among=lambda path: path.name == bus
    )
    sources = [*files, *_asserted(made(label), tmp_path)]
    with contextlib.suppress(SystemExit, subprocess.CalledProcessError, RuntimeError):
        assert passed(label, "register_accesses", tmp_path, monkeypatch, sources=sources)[1]
    told = capfd.readouterr()
    assert said in told.out + told.err

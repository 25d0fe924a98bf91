"""With credit no path leads from `out_ready_i` to `in_ready_o`: asked of the elaborated netlist."""

from pathlib import Path

import pytest

from aesculus.ciphers.aes.space import parse
from aesculus.resources import rtl_files
from aesculus.studies.mutation.mutants import ELABORATED, elaborate
from aesculus.tools import yosys
from rtl_sources import spoilt

_LIMIT_S = 300.0
_MAPPED = ("async2sync", "dffunmap", "memory_map", "simplemap", "techmap", "opt_clean")
_REGISTERS = "$_DFF_P_"


def _path(folder: Path, label: str, files: list[Path] | None = None) -> bool:
    """Return whether one cycle's `out_ready_i` reaches the same cycle's `in_ready_o`."""
    elaborate(parse(label), folder, timeout_s=_LIMIT_S, files=files or rtl_files())
    cone = f"o:in_ready_o %cie*:-{_REGISTERS} i:out_ready_i %i"
    yosys.run_script(
        [
            f"read_rtlil {ELABORATED}",
            *_MAPPED,
            *("select -assert-count 1 o:in_ready_o", "select -assert-count 1 i:out_ready_i"),
            f"select -write found.txt {cone}",
        ],
        workdir=folder,
        timeout_s=_LIMIT_S,
    )
    return "out_ready_i" in (folder / "found.txt").read_text(encoding="utf-8")


@pytest.mark.synth
@pytest.mark.parametrize(
    ("label", "leads"),
    [
        ("UF1-PP0P-CREDIT", False),
        pytest.param("UF2-PP1P-STORED-CREDIT", False, marks=pytest.mark.long),
        pytest.param("AES128ED-UF1-PP0P-CREDIT", False, marks=pytest.mark.long),
        # Stalled, the whole core waits for the consumer: here the path is there, and found.
        ("UF1-PP0P-STALL", True),
    ],
)
def test_a_path_is_where_it_is_said_to_be(tmp_path: Path, label: str, leads: bool) -> None:
    assert _path(tmp_path, label) is leads


@pytest.mark.synth
def test_a_ring_that_stands_still_is_found(tmp_path: Path) -> None:
    files = spoilt(
        tmp_path, "aesculus_flow.sv", "if (Cfg.flow == FlowCredit)", "if (Cfg.flow != FlowCredit)"
    )
    assert _path(tmp_path / "spoilt", "UF1-PP0P-CREDIT", files)

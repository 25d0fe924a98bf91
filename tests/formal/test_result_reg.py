"""The register of results: the edge that begins a clear loads nothing, and no net is too long.

Its reset comes a net's delay after that edge, and what is without delays cannot see what is shown
in between. So the register itself is asked: with `clear_i` high its next content must not depend on
what stands at its input.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from aesculus.design import parse
from aesculus.resources import rtl_dir, rtl_files
from aesculus.studies.mutation.aiger import Aiger
from aesculus.studies.mutation.left import whole
from aesculus.tools import yosys
from rtl_sources import spoilt
from two_copies import reached_by


def _depends(folder: Path, text: str, clear: int) -> bool:
    """Return whether the next content depends on the input while `clear_i` is as given."""
    (folder / "reg.sv").write_text(text, encoding="utf-8")
    yosys.run_script(
        [
            "read_slang --top aesculus_result_reg -GWidth=4 -GReach=2 reg.sv",
            *("proc", "flatten", "async2sync", "dffunmap", "simplemap", "techmap", "opt_expr"),
            *("aigmap", "opt_clean", "write_aiger -symbols model.aig"),
        ],
        workdir=folder,
        timeout_s=60,
    )
    graph = Aiger.read(folder / "model.aig").chosen("clear_i", clear).chosen("rst_ni", 1)
    return any(reached_by(whole(graph), {"d_i"}, folder))


@pytest.mark.synth
def test_the_edge_of_a_clear_loads_nothing(tmp_path: Path) -> None:
    text = (rtl_dir() / "prim/aesculus_result_reg.sv").read_text(encoding="utf-8")
    assert not _depends(tmp_path, text, clear=1)
    assert _depends(tmp_path, text, clear=0)
    wrong = text.replace("load_i[p] && !clear_i", "load_i[p]")
    assert wrong != text
    assert _depends(tmp_path, wrong, clear=1)


def _controls(folder: Path, label: str, files: list[Path] | None = None) -> Counter[str]:
    """Return how many bits of the result each pair of a clock enable and a reset controls."""
    (folder / "aesculus_point.sv").write_text(parse(label).top("aesculus_point"), encoding="utf-8")
    sources = " ".join(map(str, files or rtl_files()))
    yosys.run_script(
        [
            "read_slang --top aesculus_point --blackboxed-module aesculus_sub_bytes "
            f"{sources} aesculus_point.sv",
            *("proc", "flatten", "opt", "simplemap t:$and t:$logic_and t:$logic_not", "opt"),
            "write_json core.json",
        ],
        workdir=folder,
        timeout_s=120,
    )
    core = json.loads((folder / "core.json").read_text("utf-8"))["modules"]["aesculus_point"]
    result = set(core["ports"]["out_block_o"]["bits"])
    controls: Counter[str] = Counter()
    for cell in core["cells"].values():
        nets = cell["connections"]
        if shown := result & set(nets.get("Q", ())):
            controls[f"enable {nets['EN']}, reset {nets['ARST']}"] += len(shown)
    assert controls.total() == len(result)
    return controls


@pytest.mark.synth
def test_no_net_of_an_open_ring_controls_a_whole_block(tmp_path: Path) -> None:
    """Such a net was the longest path of large pipelines: 3.4 to 5.2 ns to 129 enables."""
    label = "RF2-UF10-PP0L-EXT-STALL"
    assert sorted(_controls(tmp_path, label).values()) == 8 * [32]
    files = spoilt(tmp_path, "aesculus_slots.sv", "Parts > 1 && Depth > 0", "Parts == 0")
    assert len({net.split(",")[0] for net in _controls(tmp_path, label, files)}) == 1

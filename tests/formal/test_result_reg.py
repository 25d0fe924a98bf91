"""The register of results: no net of its control is too long."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from aesculus.design import parse
from aesculus.resources import rtl_files
from aesculus.tools import yosys
from rtl_sources import spoilt


def _core(folder: Path, label: str, files: list[Path] | None = None) -> dict[str, Any]:
    """Return the netlist of a core, before it is mapped."""
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
    found: dict[str, Any] = json.loads((folder / "core.json").read_text("utf-8"))
    return found["modules"]["aesculus_point"]  # type: ignore[no-any-return]


def _controls(folder: Path, label: str, files: list[Path] | None = None) -> Counter[str]:
    """Return how many bits of the result each pair of a clock enable and a reset controls."""
    core = _core(folder, label, files)
    result = set(core["ports"]["out_block_o"]["bits"])
    controls: Counter[str] = Counter()
    for cell in core["cells"].values():
        nets = cell["connections"]
        if shown := result & set(nets.get("Q", ())):
            controls[f"enable {nets['EN']}, reset {nets['ARST']}"] += len(shown)
    assert controls.total() == len(result)
    return controls


@pytest.mark.synth
def test_what_lets_a_beat_in_is_no_register_that_tells_of_a_clear(tmp_path: Path) -> None:
    """One register for both drew the way into the ring to wherever `cleared_o` was asked for."""
    ports = _core(tmp_path, "UF10-PP0L-EXT")["ports"]
    assert ports["in_ready_o"]["bits"] != ports["cleared_o"]["bits"]
    files = spoilt(
        tmp_path, "aesculus_kept_reg.sv", '(* keep = "true" *)\n  always_ff', "always_ff"
    )
    ports = _core(tmp_path, "UF10-PP0L-EXT", files)["ports"]
    assert ports["in_ready_o"]["bits"] == ports["cleared_o"]["bits"]


@pytest.mark.long
@pytest.mark.synth
def test_no_net_of_an_open_ring_controls_a_whole_block(tmp_path: Path) -> None:
    """Such a net was the longest path of large pipelines, with 129 enables or 32 resets."""
    label = "RF2-UF10-PP0L-EXT-STALL"
    assert sorted(_controls(tmp_path, label).values()) == 32 * [8]
    files = spoilt(tmp_path, "aesculus_slots.sv", "Parts > 1 && Depth > 0", "Parts == 0")
    assert len({net.split(",")[0] for net in _controls(tmp_path, label, files)}) == 1

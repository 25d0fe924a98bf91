"""Handshakes and slots proved for all time by property-directed reachability (ABC's pdr).

The properties are in `formal/handshake.v`. Registers without reset start with any value. Blocks and
keys drop out of the model, so what is proved is the control: no beat lost, doubled or out of order,
an offer held until taken, the core drained.
"""

from pathlib import Path

import pytest

from aesculus import resources
from aesculus.ciphers.aes.space import Flow, parse
from aesculus.ciphers.aes.space.rtl import wrapper
from aesculus.tools import abc, yosys
from rtl_sources import spoilt

FORMAL = Path(__file__).parents[2] / "formal"
FLOWS = {Flow.NONE: 0, Flow.STALL: 1, Flow.CREDIT: 2}


def prove(folder: Path, label: str, drain: int, files: list[Path] | None = None) -> str:
    """Return what ABC says of the point."""
    point = parse(label)
    (folder / "aesculus_point.sv").write_text(wrapper(point), encoding="utf-8")
    sources = " ".join(str(path) for path in [*(files or resources.rtl_files())])
    yosys.run_script(
        [
            f"read_slang --ignore-assertions --top aesculus_point {sources} aesculus_point.sv",
            f"read_verilog -formal {FORMAL / 'handshake.v'}",
            f"chparam -set FLOW {FLOWS[point.flow]} -set DRAIN {drain} handshake",
            f"chparam -set TAG_BITS {point.tag_bits} handshake",
            "hierarchy -top handshake",
            *("proc", "flatten", "async2sync", "memory_map", "dffunmap"),
            # Bit by bit, so that the tag of a register stays and the block in it goes.
            *("opt_expr", "opt_merge", "opt_clean -purge", "splitcells", "opt_clean -purge"),
            *("opt_expr", "opt_clean -purge", "chformal -lower", "setundef -undriven -anyseq"),
            *("techmap", "simplemap", "aigmap", "opt_clean -purge"),
            "write_aiger model.aig",
        ],
        workdir=folder,
        timeout_s=300,
    )
    commands = "read_aiger model.aig; undc; fold; pdr -T 240"
    return abc.run_script(commands, workdir=folder, timeout_s=300).log


@pytest.mark.synth
@pytest.mark.parametrize(
    ("label", "drain"),
    [
        ("UF1-PP0L-TAG4", 24),
        ("UF1-PP2L-STALL-TAG4", 30),
        ("UF1-PP1L-CREDIT-TAG4", 40),
        ("UF3-PP1L-TAG5", 24),
        ("UF3-PP1L-STALL-TAG5", 24),
    ],
)
def test_proved(tmp_path: Path, label: str, drain: int) -> None:
    assert "Property proved" in prove(tmp_path, label, drain)


@pytest.mark.synth
@pytest.mark.parametrize(
    ("label", "drain", "file", "right", "wrong"),
    [
        pytest.param(
            "UF3-PP1L-STALL-TAG5",
            24,
            "aesculus_slots.sv",
            "assign in_ready_o = !occupied;",
            "assign in_ready_o = 1'b1;",
            id="the exit tap of a ring with a non-divisor frees the slot no earlier",
        ),
        pytest.param(
            "UF1-PP2L-STALL-TAG4",
            30,
            "aesculus_flow.sv",
            "Cfg.flow == FlowNone || !ring_valid_i || out_ready_i",
            "Cfg.flow == FlowNone || out_ready_i",
            id="a result is offered before anyone is ready for it",
        ),
        pytest.param(
            "UF1-PP0L-TAG4",
            24,
            "aesculus_valid_cut.sv",
            "always_ff @(posedge clk_i or negedge rst_ni)",
            "always_ff @(posedge clk_i)",
            id="an offer ends with the reset, not with the next clock edge",
        ),
    ],
)
def test_a_core_that_is_wrong_is_refuted(
    tmp_path: Path, label: str, drain: int, file: str, right: str, wrong: str
) -> None:
    said = prove(tmp_path, label, drain, spoilt(tmp_path, file, right, wrong))
    assert "was asserted in frame" in said

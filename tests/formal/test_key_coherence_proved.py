"""Stored keys that change while blocks are in flight, proved coherent for all time.

The properties are in `formal/key_coherence.v`: every block uses the newest key in all its rounds,
no bank is written while it is read, both banks are overwritten after a reset. Round and key step
are the models in `formal/key_marks.sv`, all other modules those of the core.
"""

from pathlib import Path

import pytest

from aesculus import resources
from aesculus.space import Direction, Flow, parse
from aesculus.space.rtl import wrapper
from aesculus.tools import abc, yosys
from rtl_sources import spoilt

FORMAL = Path(__file__).parents[2] / "formal"
FLOWS = {Flow.NONE: 0, Flow.STALL: 1, Flow.CREDIT: 2}
WAYS = {Direction.ENCRYPT: 0, Direction.DECRYPT: 1, Direction.BOTH: 2}
ABSTRACT = ("aesculus_round.sv", "aesculus_key_step.sv")
ENGINE = "u_core.gen_legal.u_engine"
SEEN = (
    *("bank", "key_we", "key_bank", "key_index", "enable"),
    *("u_flow.ring_valid_i", "u_flow.ring_block_i"),
)


def prove(folder: Path, label: str, settle: int, files: list[Path] | None = None) -> str:
    """Return what ABC says of the point."""
    point = parse(label)
    (folder / "aesculus_point.sv").write_text(wrapper(point), encoding="utf-8")
    real = [path for path in files or resources.rtl_files() if path.name not in ABSTRACT]
    # The models stand where the modules stood, behind what they use.
    sources = " ".join(map(str, [*real, FORMAL / "key_marks.sv"]))
    yosys.run_script(
        [
            f"read_slang --ignore-assertions --top aesculus_point {sources} aesculus_point.sv",
            "hierarchy -top aesculus_point",
            *("proc", "flatten"),
            *(f"expose aesculus_point/w:{ENGINE}.{name}" for name in SEEN),
            f"read_verilog -formal {FORMAL / 'key_coherence.v'}",
            f"chparam -set FLOW {FLOWS[point.flow]} -set WAYS {WAYS[point.direction]} "
            f"-set SETTLE {settle} key_coherence",
            "hierarchy -top key_coherence",
            *("proc", "flatten", "async2sync", "memory_map", "dffunmap"),
            # Bit by bit, so that marks and numbers of round keys stay and all else goes.
            *("opt_expr", "opt_merge", "opt_clean -purge", "splitcells", "opt_clean -purge"),
            *(
                "opt -full",
                "dffunmap",
                "opt_clean -purge",
                "chformal -lower",
                "setundef -undriven -anyseq",
            ),
            *("techmap", "simplemap", "opt_expr", "aigmap", "opt_clean -purge"),
            "write_aiger model.aig",
        ],
        workdir=folder,
        timeout_s=300,
    )
    commands = "read_aiger model.aig; undc; fold; scorr; pdr -T 240"
    return abc.run_script(commands, workdir=folder, timeout_s=300).log


@pytest.mark.synth
@pytest.mark.parametrize(
    ("label", "settle"),
    [
        ("UF1-PP0L-STORED", 60),
        ("AES128ED-UF1-PP0L-STORED-STALL", 60),
        ("UF2-PP1L-STORED", 60),
        ("AES128ED-UF2-PP1L-STORED", 60),
    ],
)
def test_proved(tmp_path: Path, label: str, settle: int) -> None:
    assert "Property proved" in prove(tmp_path, label, settle)


@pytest.mark.synth
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        pytest.param(
            "&& count_q[!bank_q] == '0 && live_i;", "&& live_i;", id="bank in use is overwritten"
        ),
        pytest.param("ready_q && phase_q == Idle;", "ready_q;", id="block enters too early"),
        pytest.param(
            "phase_d = wiped_q ? Idle : WipeLoad;", "phase_d = Idle;", id="one bank wiped"
        ),
        pytest.param("ready_q <= 1'b0;", "ready_q <= 1'b1;", id="ready without a key"),
        pytest.param("bank_d  = !bank_q;", "bank_d  = bank_q;", id="old bank is kept"),
    ],
)
def test_a_wrong_key_store_is_refuted(tmp_path: Path, right: str, wrong: str) -> None:
    files = spoilt(tmp_path, "aesculus_key_store.sv", right, wrong)
    said = prove(tmp_path, "UF1-PP0L-STORED-STALL", 60, files)
    assert "was asserted in frame" in said

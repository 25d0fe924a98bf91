"""What counts words and what is popped late, proved for all time, of a few words."""

from pathlib import Path

import pytest

from aesculus import resources
from proofs import PROVED, REFUTED, prove

_MODES = resources.rtl_dir() / "modes"
_TABLE = resources.rtl_dir() / "prim" / "aesculus_lut4.sv"
_TALLY = "aesculus_mode_tally"
_TOPS = {
    "prompt": """
module queue (
  input logic clk_i, rst_ni, wipe_i, push_i, input logic [2:0] data_i,
  output logic valid_o, input logic [1:0] pop_i, output logic [2:0] data_o
);
  aesculus_mode_prompt #(.Width(3), .AddrW(2)) u_queue (.*);
endmodule
""",
    "tally": """
module tally (
  input logic clk_i, rst_ni, push_i, take_i, output logic some_o, some_soon_o
);
  aesculus_mode_tally #(.AddrW(3)) u_tally (.*);
endmodule
""",
}
_INSIDE = {"prompt": "queue", "tally": "tally"}
"""What is proved, and the module that its harness asks for."""


def _text(name: str) -> str:
    return (_MODES / f"{name}.sv").read_text(encoding="utf-8")


def _prove(folder: Path, what: str, right: str = "", wrong: str = "") -> str:
    own = _text(f"aesculus_mode_{what}")
    assert not right or own.count(right) == 1, "the RTL has changed: choose another place"
    parts = [_TABLE.read_text(encoding="utf-8"), own.replace(right, wrong) if right else own]
    if what != "tally":
        parts.insert(1, _text(_TALLY))
    return prove("\n".join([*parts, _TOPS[what]]), _INSIDE[what], f"mode_{what}", folder)


@pytest.mark.synth
@pytest.mark.parametrize("what", sorted(_TOPS))
def test_no_word_is_lost_or_doubled(what: str, tmp_path: Path) -> None:
    assert PROVED in _prove(tmp_path, what)


@pytest.mark.synth
@pytest.mark.parametrize(
    ("what", "right", "wrong"),
    [
        ("prompt", "load     = !(has_word && waits)", "load     = !has_word"),
        ("prompt", "load     = !(has_word && waits)", "load     = 1'b1"),
        ("prompt", "take     = some && load", "take     = some"),
        ("prompt", "waits ? next_q : fetched_q", "next_q"),
        ("prompt", "shows ? fetched_q : '0", "fetched_q"),
        ("prompt", "if (take || wipe_i) rd_q", "if (take) rd_q"),
        # Of its words three stand behind the memory, which holds the others.
        ("prompt", "logic [NearW-1:0] wr_q, rd_q", "logic [0:0] wr_q, rd_q"),
        ("prompt", "16'hcaaa)) u_shown", "16'hcaa8)) u_shown"),
        ("prompt", "16'h0222)) u_next", "16'h2222)) u_next"),
        ("prompt", "some ? {1'b1, mem[rd_q]} : '0", "{some, mem[rd_q]}"),
        ("tally", "late_q[0] ? !down_q : up_q", "late_q[0]"),
        ("tally", "late_q[0] ? !down_q : up_q", "late_q[0] || up_q"),
        ("tally", "moved_q <= push_i != take_i", "moved_q <= push_i"),
        ("tally", "late_d[AddrW:2] != '0", "late_q[AddrW:2] != '0"),
        ("tally", "(some_q && push_i && !take_i)", "(some_q && push_i)"),
    ],
)
def test_a_part_that_is_wrong_is_refuted(what: str, right: str, wrong: str, tmp_path: Path) -> None:
    assert REFUTED in _prove(tmp_path, what, right, wrong)

"""The register in which AXI4-Stream joins beats, proved for all time (`formal/axis_gather.v`)."""

from pathlib import Path

import pytest

from aesculus.products.buses.axis import bus
from proofs import PROVED, REFUTED, prove

_FILE = Path(bus.__file__).with_name("aesculus_axis_gather.sv")
_TOP = """
module gather (
  input logic clk_i, rst_ni, clear_i, in_valid_i, output logic in_ready_o,
  input logic [15:0] in_data_i, input logic [1:0] in_bytes_i, input logic in_bad_i, in_last_i,
  input logic [1:0] in_note_i, input logic in_tail_i, output logic out_valid_o,
  input logic out_ready_i, output logic [63:0] out_data_o, output logic [3:0] out_bytes_o,
  output logic out_bad_o, out_last_o, output logic [1:0] out_note_o, output logic out_tail_o
);
  aesculus_axis_gather #(.BeatBytes(2), .Beats(4), .NoteW(2), .TailW(1)) u_gather (.*);
endmodule
"""


def _prove(folder: Path, text: str) -> str:
    return prove(text + _TOP, "gather", "axis_gather", folder)


@pytest.mark.synth
def test_no_byte_and_no_packet_is_lost_or_joined(tmp_path: Path) -> None:
    assert PROVED in _prove(tmp_path, _FILE.read_text(encoding="utf-8"))


@pytest.mark.synth
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("in_note_i != note_q", "1'b0"),
        ("blank || !out_valid_o || leave", "1'b1"),
        ("in_last_i || in_bad_i || in_bytes_i !=", "in_bad_i || in_bytes_i !="),
        ("(leave ? '0 : bytes_q)", "bytes_q"),
    ],
)
def test_a_register_that_is_wrong_is_refuted(right: str, wrong: str, tmp_path: Path) -> None:
    text = _FILE.read_text(encoding="utf-8")
    assert text.count(right) == 1, "the RTL has changed: choose another place"
    assert REFUTED in _prove(tmp_path, text.replace(right, wrong))

"""A clear and a reset take as many edges as the point says, in any state and with any inputs.

One copy of the core runs with registers and inputs that may be anything, till `cleared_o` is high
whatever they are. So it is asked of points, too, whose handshakes are beyond the solver.
"""

from pathlib import Path

import pytest

from aesculus.ciphers.aes.space import clear_cycles, parse
from aesculus.resources import rtl_files
from aesculus.studies.mutation.left import CLEAR, RESET, NotClearedError, cycles
from aesculus.tools import ToolError, yosys
from rtl_sources import spoilt
from samples import sampled
from two_copies import model

_LENGTHS = """
module lengths (input logic clk_i, input logic rst_ni);
  logic [15:0] noise_q;
  logic        clear_q;
  logic [8:0]  left_q;
  int unsigned since_q;  // edges since the last one that found clear_q
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      noise_q <= 16'h1;
      clear_q <= 1'b0;
      left_q  <= 9'd3;
      since_q <= 0;
    end else begin
      noise_q <= {noise_q[14:0], noise_q[15] ^ noise_q[13] ^ noise_q[12] ^ noise_q[10]};
      clear_q <= left_q == '0;
      left_q  <= left_q != '0 ? left_q - 1'b1 : noise_q[9] ? noise_q[8:0] : 9'(noise_q[3:0]);
      since_q <= clear_q ? 0 : since_q + 1;
    end
  end
  for (genvar c = 1; c <= 300; c++) begin : gen_length
    for (genvar f = 0; f < 2; f++) begin : gen_far
      if (f == 0 || c > 2) begin : gen_legal
        logic live, admits, wipe;
        aesculus_clear #(.Cycles(c), .Apart(1'b1), .Far(f)) u_clear (
          .clk_i, .rst_ni, .clear_i(clear_q), .live_o(live), .admits_o(admits),
          .rst_core_no(), .wipe_o(wipe)
        );
        always_comb begin
          assert (!rst_ni || {live, admits, !wipe}
                  == {{2{since_q >= c}}, since_q >= c - 1});
        end
      end
    end
  end
endmodule
"""
"""Clears of 1 to 300 cycles, asked for now and again, some in the midst of others."""


def _simulate_lengths(folder: Path, files: list[Path]) -> None:
    """Raise `ToolError` where a clear takes more or fewer edges than it was told."""
    (folder / "lengths.sv").write_text(_LENGTHS, encoding="utf-8")
    parts = ("aesculus_kept_reg.sv", "aesculus_clear.sv")
    rtl = " ".join(str(path) for path in files if path.name in parts)
    lines = [
        f"read_slang --top lengths {rtl} lengths.sv",
        *("prep -flatten -top lengths", "chformal -lower", "async2sync"),
        "sim -q -clock clk_i -resetn rst_ni -rstlen 3 -n 2000 -assert",
    ]
    yosys.run_script(lines, workdir=folder, timeout_s=400)


@pytest.mark.synth
@pytest.mark.parametrize(
    "label",
    sampled(
        (
            "AES128D-UF1-PP0P-CREDIT-TAG4",
            "AES128ED-UF2-PP1P-CREDIT",
            "UF3-PP1P-STALL",
            "UF1-PP2P-CREDIT",
            "UF10-PP1P-IN2",
            "UF10-PP1P-IN1-STALL",
            "AES256ED-UF1-PP0P-STORED",
            "AES192-UF12-PP1P-IN2-STORED-CREDIT",
            "AES128D-UF1-PP1P-LAST",
            "RF2S-UF1-PP1P-CREDIT",
            "UF1-PP1P-EXT",
            "AES192-UF1-PP0P-W32-STALL",
            "AES256-UF1-PP0P-W8",
            "UF1-PP0P-W8-KS-STALL",
        ),
        {
            "AES128ED-UF2-PP1P-CREDIT",
            "AES256ED-UF1-PP0P-STORED",
            "UF3-PP1P-STALL",
            "UF1-PP2P-CREDIT",
            "UF10-PP1P-IN2",
            "UF10-PP1P-IN1-STALL",
            "AES192-UF12-PP1P-IN2-STORED-CREDIT",
            "AES128D-UF1-PP1P-LAST",
            "RF2S-UF1-PP1P-CREDIT",
            "UF1-PP1P-EXT",
            "AES192-UF1-PP0P-W32-STALL",
            "UF1-PP0P-W8-KS-STALL",
        },
    ),
)
def test_it_takes_what_the_point_says(tmp_path: Path, label: str) -> None:
    graph = model(tmp_path, label).graph
    assert cycles(graph, RESET) == cycles(graph, CLEAR) == clear_cycles(parse(label))


@pytest.mark.synth
def test_a_clear_of_any_length_ends_at_its_edge(tmp_path: Path) -> None:
    _simulate_lengths(tmp_path, rtl_files())
    right = "count_d.full  = count_q.upper == '1;"
    wrong = "count_d.full  = &count_q.upper && count_q.low == '1;"
    late = spoilt(tmp_path, "aesculus_clear.sv", right, wrong)
    with pytest.raises(ToolError, match="Assertion"):
        _simulate_lengths(tmp_path, late)


@pytest.mark.synth
def test_another_number_is_found(tmp_path: Path) -> None:
    label = "AES128D-UF1-PP0P-CREDIT-TAG4"
    right = "return 2 ** fifo_address_bits(cfg) + 1;"
    wrong = right.replace(";", " + (prepares(cfg) ? 40 : 0);")
    files = spoilt(tmp_path, "aesculus_pkg.sv", right, wrong)
    assert cycles(model(tmp_path, label, files).graph, CLEAR) != clear_cycles(parse(label))


@pytest.mark.synth
def test_one_that_never_ends_is_told(tmp_path: Path) -> None:
    right = ".d_i(settled && !clear_i)"
    graph = model(
        tmp_path, "UF1-PP0P-W8", spoilt(tmp_path, "aesculus_clear.sv", right, ".d_i(1'b0)")
    ).graph
    with pytest.raises(NotClearedError, match="cleared_o is low for 90 cycles"):
        cycles(graph, CLEAR, limit=90)

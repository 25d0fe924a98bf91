// SPDX-License-Identifier: Apache-2.0
// A sum of bytes, in two parts: the upper takes the carry a cycle later, and stands ready one higher
// too, so that no carry goes through all of a long count. It is whole a cycle after the last bytes.
// In the cycle behind a carry it does not stand ready: LowW has to be more than BytesW, so that no
// carry follows another.
// Cost: the upper part's registers twice.

module aesculus_gcm_count #(
  parameter int unsigned Width  = 36,
  parameter int unsigned LowW   = 18,
  parameter int unsigned BytesW = 5
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic              keeps_i,   // low: it begins anew
  input  logic [BytesW-1:0] bytes_i,
  output logic [Width-1:0]  sum_o
);

  localparam int unsigned HighW = Width - LowW;
  logic [LowW-1:0]  low_q;
  logic [HighW-1:0] high, high_q, more_high_q;
  logic             carry_q;

  assign high  = carry_q ? more_high_q : high_q;
  assign sum_o = {high, low_q};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      low_q       <= '0;
      carry_q     <= 1'b0;
      high_q      <= '0;
      more_high_q <= HighW'(1);
    end else begin
      {carry_q, low_q} <= (LowW+1)'(keeps_i ? low_q : '0) + (LowW+1)'(bytes_i);
      high_q      <= keeps_i ? high : '0;
      more_high_q <= high_q + 1'b1;
    end
  end

endmodule

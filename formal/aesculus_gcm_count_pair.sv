// SPDX-License-Identifier: Apache-2.0
// A sum in two parts beside a plain one: behind a reset `differ_o` is never 1 if they agree.

module aesculus_gcm_count_pair #(
  parameter int unsigned Width  = 6,
  parameter int unsigned LowW   = 3,
  parameter int unsigned BytesW = 2
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              keeps_i,
  input  logic [BytesW-1:0] bytes_i,
  output logic              differ_o
);

  logic [Width-1:0] sum, plain_q;
  aesculus_gcm_count #(.Width(Width), .LowW(LowW), .BytesW(BytesW)) u_count (
    .clk_i, .rst_ni, .keeps_i, .bytes_i, .sum_o(sum)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) plain_q <= '0;
    else plain_q <= (keeps_i ? plain_q : '0) + Width'(bytes_i);
  end

  assign differ_o = sum != plain_q;

endmodule

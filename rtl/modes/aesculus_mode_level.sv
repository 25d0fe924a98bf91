// SPDX-License-Identifier: Apache-2.0
// How many words a memory of a queue holds, as far as who reads it must know: whether there is one, and
// whether there are two. Both are registers, as what they decide is asked for where time is short.

module aesculus_mode_level #(
  parameter int unsigned AddrW = 2   // it holds 2**AddrW words
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic push_i,
  input  logic take_i,       // only with some_o
  output logic some_o,
  output logic more_o,
  output logic some_soon_o   // some_o in the next cycle
);

  logic [AddrW:0] held_q;
  logic           some_d, some_q, more_q, many;
  assign some_d = push_i || more_q || (some_q && !take_i);
  assign many   = held_q > (AddrW + 1)'(2);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= '0;
      some_q <= 1'b0;
      more_q <= 1'b0;
    end else begin
      held_q <= held_q + (AddrW + 1)'(push_i) - (AddrW + 1)'(take_i);
      some_q <= some_d;
      more_q <= many || (more_q && (push_i || !take_i)) || (some_q && push_i && !take_i);
    end
  end

  assign some_o      = some_q;
  assign more_o      = more_q;
  assign some_soon_o = some_d;

endmodule

// SPDX-License-Identifier: Apache-2.0
// Whether a memory of a queue holds a word, as a register, as aesculus_mode_level says it. Here the number
// of words is counted a cycle late, from registers alone, so that what is pushed and
// taken goes no further than one table or two. The words that it does not count yet are known: one
// came or went in the cycle before, or none.

module aesculus_mode_tally #(
  parameter int unsigned AddrW = 2   // it holds 2**AddrW words; 2 or more
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic push_i,
  input  logic take_i,       // only with some_o
  output logic some_o,
  output logic some_soon_o   // some_o in the next cycle
);

`ifndef AESCULUS_UNCHECKED
  if (AddrW < 2 || AddrW > 16) begin : gen_bad_addr_w
    $error("AddrW is %0d; legal: 2 to 16", AddrW);
  end
`endif  // AESCULUS_UNCHECKED

  logic [AddrW:0] late_q, late_d;     // of the cycle before
  logic           up_q, down_q, moved_q;  // one more since, or one less; either
  logic           four_q;             // late_q is 4 or more
  logic           some_d, some_q, more_q, many;

  // One adder behind registers: minus one is all ones.
  assign late_d = late_q + {{AddrW{down_q}}, moved_q};
  // Three or more are there now.
  assign many   = four_q || (late_q[1] && (late_q[0] ? !down_q : up_q));
  assign some_d = push_i || more_q || (some_q && !take_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      late_q  <= '0;
      up_q    <= 1'b0;
      down_q  <= 1'b0;
      moved_q <= 1'b0;
      four_q  <= 1'b0;
      some_q  <= 1'b0;
      more_q  <= 1'b0;
    end else begin
      late_q  <= late_d;
      up_q    <= push_i && !take_i;
      down_q  <= !push_i && take_i;
      moved_q <= push_i != take_i;
      four_q  <= late_d[AddrW:2] != '0;
      some_q  <= some_d;
      more_q  <= many || (more_q && (push_i || !take_i)) || (some_q && push_i && !take_i);
    end
  end

  assign some_o      = some_q;
  assign some_soon_o = some_d;

endmodule

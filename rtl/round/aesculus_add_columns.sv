// SPDX-License-Identifier: Apache-2.0
// What is left of MixColumns behind tables that bring each byte a and {02}*a: sums, with one cut
// inside; bypass_i passes the State unchanged.
//
// Row j of the product (FIPS 197, section 5.1.3) is {02}*a_j + {02}*a_(j+1) + a_j + t, where t is
// the sum of the column. All rows share t, which goes through the cut in two halves: a LUT4 level
// before the cut and one behind it, with room for the round key.

module aesculus_add_columns #(
  parameter bit Cut = 1'b0
) (
  input  logic         clk_i,
  input  logic         en_i,
  input  logic         bypass_i,
  input  logic [127:0] state_i,
  input  logic [127:0] double_i,   // {02} times state_i, byte by byte
  output logic [127:0] state_o
);

  for (genvar c = 0; c < 4; c++) begin : gen_column
    logic [3:0][7:0] a, d, own, own_q;
    logic [1:0][7:0] t, t_q;

    for (genvar j = 0; j < 4; j++) begin : gen_row
      assign a[j]   = state_i[127-8*(4*c+j)-:8];
      assign d[j]   = double_i[127-8*(4*c+j)-:8];
      assign own[j] = a[j] ^ (bypass_i ? 8'h00 : d[j] ^ d[(j+1)%4]);
      assign state_o[127-8*(4*c+j)-:8] = own_q[j] ^ t_q[0] ^ t_q[1];
    end
    assign t[0] = bypass_i ? 8'h00 : a[0] ^ a[1];
    assign t[1] = bypass_i ? 8'h00 : a[2] ^ a[3];

    aesculus_cut #(.Width(48), .Depth(32'(Cut))) u_m1 (
      .clk_i, .en_i, .d_i({own, t}), .q_o({own_q, t_q})
    );
  end

endmodule

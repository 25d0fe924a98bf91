// SPDX-License-Identifier: Apache-2.0
// Tables of SubBytes and MixColumns beside the S-box of FIPS 197, and their sums beside MixColumns:
// `differ_o` is never 1 from the second cycle on if they are equal.

module aesculus_ttable_pair
  import aesculus_pkg::*;
(
  input  logic            clk_i,
  input  logic [1:0][7:0] data_i,
  input  logic [127:0]    state_i,
  input  logic            bypass_i,
  output logic            differ_o
);

  logic [1:0][7:0] sub, double, sub_q;
  aesculus_sub_bytes #(
    .Kind(SboxTtable), .Double(1'b1), .Bytes(2), .Cuts(sbox_cuts_t'(1 << CutStart))
  ) u_sub_bytes (
    .clk_i, .en_i(1'b1), .inv_i(1'b0), .data_i, .data_o({double, sub})
  );
  always_ff @(posedge clk_i) begin
    for (int i = 0; i < 2; i++) sub_q[i] <= aesculus_sbox_table_pkg::Forward[data_i[i]];
  end

  logic [127:0] doubled, mixed, added;
  for (genvar i = 0; i < 16; i++) begin : gen_double
    assign doubled[8*i+:8] = xtime(state_i[8*i+:8]);
  end
  aesculus_mix_columns #(.Bypass(1'b1)) u_mix_columns (
    .clk_i, .en_i(1'b1), .bypass_i, .state_i, .state_o(mixed)
  );
  aesculus_add_columns u_add_columns (
    .clk_i, .en_i(1'b1), .bypass_i, .state_i, .double_i(doubled), .state_o(added)
  );

  assign differ_o = sub != sub_q || double != {xtime(sub_q[1]), xtime(sub_q[0])} ||
                    mixed != added;

endmodule

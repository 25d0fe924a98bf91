// SPDX-License-Identifier: Apache-2.0
// One kind of S-box with many cut sets, each beside the table of FIPS 197 delayed by as many cycles as
// it has cuts. `differ_o` has a bit for each cut set and is to be looked at once a byte has had time
// to pass all of them.

module aesculus_sbox_sweep
  import aesculus_pkg::*;
#(
  parameter int unsigned Kind      = 3,   // number of a sbox_e
  parameter int unsigned Direction = 0,   // of a direction_e
  parameter int unsigned Sets      = 1,
  parameter logic [Sets-1:0][NumSboxCuts-1:0] CutSets = '0
) (
  input  logic            clk_i,
  input  logic            inv_i,
  input  logic [7:0]      data_i,
  output logic [Sets-1:0] differ_o
);

  localparam direction_e Way = direction_e'(Direction);

  logic [7:0] table_out;
  aesculus_sbox_logic #(.Direction(Way)) u_table (
    .inv_i, .data_i, .data_o(table_out)
  );

  logic [NumSboxCuts:0][7:0] expected;
  assign expected[0] = table_out;
  for (genvar i = 0; i < NumSboxCuts; i++) begin : gen_delay
    aesculus_cut #(.Width(8)) u_delay (
      .clk_i, .en_i(1'b1), .d_i(expected[i]), .q_o(expected[i+1])
    );
  end

  for (genvar s = 0; s < Sets; s++) begin : gen_set
    localparam sbox_cuts_t Cuts = CutSets[s];
    logic [1:0][7:0] got;
    aesculus_sub_bytes #(
      .Kind(sbox_e'(Kind)), .Direction(Way), .Bytes(2), .Cuts(Cuts)
    ) u_sub_bytes (
      .clk_i, .en_i(1'b1), .inv_i, .data_i({~data_i, data_i}), .data_o(got)
    );
    assign differ_o[s] = got[0] != expected[count_cuts(cuts_t'(Cuts))];
    logic unused;
    assign unused = ^got[1];
  end

endmodule

// SPDX-License-Identifier: Apache-2.0
// An S-box beside the table of FIPS 197: `differ_o` is never 1 if they are equal. With Whole the
// S-box works in F2, so the byte is mapped there and back.

module aesculus_sbox_pair
  import aesculus_pkg::*;
  import aesculus_field_pkg::*;
#(
  parameter int unsigned Kind      = 3,   // number of a sbox_e
  parameter int unsigned Direction = 0,   // of a direction_e
  parameter int unsigned Basis     = 0,
  parameter bit          Whole     = 1'b0
) (
  input  logic       inv_i,
  input  logic [7:0] data_i,
  output logic       differ_o
);

  localparam matrix_t    Domain = to_domain(Whole, Basis);
  localparam direction_e Way    = direction_e'(Direction);

  logic [7:0] expected;
  logic [1:0][7:0] got;

  aesculus_sbox_logic #(.Direction(Way)) u_table (
    .inv_i, .data_i, .data_o(expected)
  );
  aesculus_sub_bytes #(
    .Kind(sbox_e'(Kind)), .Direction(Way), .Basis(Basis), .Whole(Whole), .Bytes(2), .Cuts('0)
  ) u_sub_bytes (
    .clk_i(1'b0), .en_i(1'b1), .inv_i, .data_i({2{apply(Domain, data_i)}}), .data_o(got)
  );

  assign differ_o = apply(invert(Domain), got[0]) != expected ||
                    apply(invert(Domain), got[1]) != expected;

endmodule

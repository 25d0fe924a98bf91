// SPDX-License-Identifier: Apache-2.0
// S-box as logic: the table's equations, left to the synthesis tool.
//
// The table is a constant that the byte selects from, not a memory, so a tool sees eight Boolean
// functions of eight variables and is free to restructure them.
// Cost on LUT4 fabrics: about 300 LUTs.

module aesculus_sbox_logic
  import aesculus_pkg::*;
#(
  parameter direction_e Direction = DirEncrypt
) (
  input  logic       inv_i,
  input  logic [7:0] data_i,
  output logic [7:0] data_o
);

  if (Direction == DirEncrypt) begin : gen_forward
    assign data_o = aesculus_sbox_table_pkg::Forward[data_i];
  end else if (Direction == DirDecrypt) begin : gen_inverse
    assign data_o = aesculus_sbox_table_pkg::Inverse[data_i];
  end else begin : gen_both
    assign data_o = inv_i ? aesculus_sbox_table_pkg::Inverse[data_i]
                          : aesculus_sbox_table_pkg::Forward[data_i];
  end

  logic unused;
  assign unused = inv_i;

endmodule

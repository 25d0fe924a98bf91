// SPDX-License-Identifier: Apache-2.0
// S-box as logic: the table's equations, left to the synthesis tool.
//
// Each output bit is a disjunction of the minterms that set it, so a tool sees eight Boolean
// functions of eight variables and no memory to infer.

module aes_sbox_logic
  import aes_pkg::*;
#(
  parameter direction_e Direction = DirEncrypt
) (
  input  logic       inv_i,
  input  logic [7:0] data_i,
  output logic [7:0] data_o
);

  function automatic logic [7:0] equations(aes_sbox_table_pkg::table_t values, logic [7:0] a);
    logic [7:0] y;
    y = '0;
    for (int i = 0; i < 256; i++) y |= (a == 8'(i)) ? values[i] : 8'h00;
    return y;
  endfunction

  if (Direction == DirEncrypt) begin : gen_forward
    assign data_o = equations(aes_sbox_table_pkg::Forward, data_i);
  end else if (Direction == DirDecrypt) begin : gen_inverse
    assign data_o = equations(aes_sbox_table_pkg::Inverse, data_i);
  end else begin : gen_both
    assign data_o = inv_i ? equations(aes_sbox_table_pkg::Inverse, data_i)
                          : equations(aes_sbox_table_pkg::Forward, data_i);
  end

  logic unused;
  assign unused = inv_i;

endmodule

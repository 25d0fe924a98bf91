// SPDX-License-Identifier: Apache-2.0
// S-box as a network of look-up tables of four inputs, with up to seven cuts.
//
// Products in GF(4) are tables, and so are the norm in GF(16) and its inverse: see
// docs/decisions/0025-sbox-of-tables.md. Each direction has a network of its own, generated; its
// file says how many registers a cut has. Position s7 of encryption lies behind the S-box.
// Cost on LUT4 fabrics: 43 LUTs for one direction, 54 for both.

module aesculus_sbox_lut
  import aesculus_pkg::*;
#(
  parameter direction_e Direction = DirEncrypt,
  parameter sbox_cuts_t Cuts      = '0
) (
  input  logic       clk_i,
  input  logic       en_i,
  input  logic       inv_i,
  input  logic [7:0] data_i,
  output logic [7:0] data_o
);

  if (Direction == DirBoth) begin : gen_both
    aesculus_sbox_lut_both #(.Cuts(Cuts)) u_sbox (.clk_i, .en_i, .inv_i, .data_i, .data_o);
  end else begin : gen_one
    if (Direction == DirEncrypt) begin : gen_encrypt
      aesculus_sbox_lut_encrypt #(.Cuts(Cuts)) u_sbox (.clk_i, .en_i, .data_i, .data_o);
    end else begin : gen_decrypt
      aesculus_sbox_lut_decrypt #(.Cuts(Cuts)) u_sbox (.clk_i, .en_i, .data_i, .data_o);
    end
    logic unused;
    assign unused = inv_i;
  end

endmodule

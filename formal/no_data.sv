// SPDX-License-Identifier: Apache-2.0
// S-boxes, rounds and key steps without what they compute, for quiet.v: their outputs are anything
// in each cycle, which is more than they could ever be. They take the places of the modules of the
// same names.

module aesculus_sub_bytes
  import aesculus_pkg::*;
#(
  parameter sbox_e       Kind      = SboxTower,
  parameter direction_e  Direction = DirEncrypt,
  parameter int unsigned Basis     = 0,
  parameter bit          Whole     = 1'b0,
  parameter int unsigned Bytes     = 1,
  parameter sbox_cuts_t  Cuts      = '0
) (
  input  logic                  clk_i,
  input  logic                  en_i,
  input  logic                  inv_i,
  input  logic [Bytes-1:0][7:0] data_i,
  output logic [Bytes-1:0][7:0] data_o
);
endmodule

module aesculus_key_step
  import aesculus_pkg::*;
#(
  parameter int unsigned KeyBits   = 128,
  parameter direction_e  Direction = DirEncrypt,
  parameter cuts_t       Cuts      = '0,
  parameter sbox_e       Sbox      = SboxTower,
  parameter int unsigned Basis     = 0,
  parameter bit          Whole     = 1'b0,
  parameter bit          CanSkip   = 1'b0,
  parameter bit          FromEnd   = 1'b0
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic               inv_i,
  input  logic               skip_i,
  input  key_info_t          info_i,
  input  logic [KeyBits-1:0] key_i,
  output logic [127:0]       round_key_o,
  output logic [KeyBits-1:0] key_o
);
endmodule

module aesculus_round
  import aesculus_pkg::*;
#(
  parameter direction_e  Direction = DirEncrypt,
  parameter cuts_t       Cuts      = '0,
  parameter sbox_e       Sbox      = SboxTower,
  parameter int unsigned Basis     = 0,
  parameter bit          Whole     = 1'b0,
  parameter last_e       Last      = LastNever
) (
  input  logic         clk_i,
  input  logic         en_i,
  input  logic         inv_i,
  input  logic         last_i,
  input  logic [127:0] state_i,
  input  logic [127:0] key_sub_i,
  input  logic [127:0] key_end_i,
  output logic [127:0] state_o
);
endmodule

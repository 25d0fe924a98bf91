// SPDX-License-Identifier: Apache-2.0
// One physical round: SubBytes, ShiftRows, MixColumns, AddRoundKey (FIPS 197, section 5.1), with
// the key expansion that makes its round key. Latency is the number of ones in Cuts.

module aes_round
  import aes_pkg::*;
#(
  parameter int unsigned KeyBits = 128,
  parameter cuts_t       Cuts    = '0,
  parameter sbox_e       Sbox    = SboxTower,
  parameter sbox_e       KeySbox = SboxTower,
  parameter int unsigned Basis   = 0,
  parameter last_e       Last    = LastNever
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic               last_i,   // Last is LastPass: this block is in its last round
  input  key_info_t          info_i,
  input  logic [127:0]       state_i,
  input  logic [KeyBits-1:0] key_i,    // words 4*(r-1).. of the key schedule before round r
  output logic [127:0]       state_o,
  output logic [KeyBits-1:0] key_o     // words 4*r.. after it
);

  logic [127:0] sub, mixed, mixed_q;

  aes_sub_bytes #(
    .Kind(Sbox), .Direction(DirEncrypt), .Basis(Basis), .Bytes(16), .Cuts(Cuts[CutSub:CutStart])
  ) u_sub_bytes (
    .clk_i, .en_i, .inv_i(1'b0), .data_i(state_i), .data_o(sub)
  );

  if (Last == LastAlways) begin : gen_last
    prim_cut #(.Width(128), .Depth(32'(Cuts[CutM1]))) u_m1 (
      .clk_i, .en_i, .d_i(shift_rows(sub)), .q_o(mixed)
    );
    logic unused;
    assign unused = last_i;
  end else begin : gen_mix
    logic last;
    if (Last == LastPass) begin : gen_pass
      prim_cut #(.Width(1), .Depth(count_cuts(cuts_t'(Cuts[CutSub:CutStart])))) u_last (
        .clk_i, .en_i, .d_i(last_i), .q_o(last)
      );
    end else begin : gen_never
      assign last = 1'b0;
      logic unused;
      assign unused = last_i;
    end
    aes_mix_columns #(.Cut(Cuts[CutM1])) u_mix_columns (
      .clk_i, .en_i, .bypass_i(last), .state_i(shift_rows(sub)), .state_o(mixed)
    );
  end

  prim_cut #(.Width(128), .Depth(32'(Cuts[CutMix]))) u_mix (
    .clk_i, .en_i, .d_i(mixed), .q_o(mixed_q)
  );

  aes_key_step #(
    .KeyBits(KeyBits), .Cuts(Cuts), .Sbox(KeySbox), .Basis(Basis)
  ) u_key_step (
    .clk_i, .en_i, .info_i, .key_i, .key_o
  );

  assign state_o = mixed_q ^ key_o[KeyBits-1-:128];

endmodule

// SPDX-License-Identifier: Apache-2.0
// One physical round of the cipher or the inverse cipher (FIPS 197, sections 5.1 and 5.3).
// Latency is the number of ones in Cuts.
//
//   encryption:  SubBytes, ShiftRows, MixColumns, AddRoundKey
//   decryption:  InvSubBytes, InvShiftRows, AddRoundKey, InvMixColumns
//
// InvMixColumns is a premix followed by MixColumns (aesculus_pkg::inv_premix). A round of both
// directions has one S-box for both, and one MixColumns whose direction is chosen inside
// (aesculus_mix_columns_both); the choice between ShiftRows and InvShiftRows shares a LUT4 with the
// round key of decryption. Round keys are added behind the cuts for encryption and behind the sub
// position for decryption; the ring hands them in at those places.

module aesculus_round
  import aesculus_pkg::*;
  import aesculus_field_pkg::*;
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
  input  logic         inv_i,        // DirBoth: decrypt this block
  input  logic         last_i,       // LastPass: this block is in its last round
  input  logic [127:0] state_i,
  input  logic [127:0] key_sub_i,    // round key at the sub position, for decryption
  input  logic [127:0] key_end_i,    // round key behind all cuts, for encryption
  output logic [127:0] state_o
);

  localparam bit Decrypts = Direction != DirEncrypt;
  localparam int unsigned SubDepth = count_cuts(cuts_t'(Cuts[CutSub:CutStart]));

  localparam matrix_t TimesTwo  = times_two(Whole, Basis);
  localparam matrix_t TimesFour = multiply(TimesTwo, TimesTwo);

  // Direction and last-round flag where they are used.
  logic inv_sub, inv_end, last_sub, last_pre;
  if (Direction == DirBoth) begin : gen_inv
    aesculus_cut #(.Width(1), .Depth(SubDepth)) u_sub (.clk_i, .en_i, .d_i(inv_i), .q_o(inv_sub));
    aesculus_cut #(.Width(1), .Depth(count_cuts(Cuts) - SubDepth)) u_end (
      .clk_i, .en_i, .d_i(inv_sub), .q_o(inv_end)
    );
  end else begin : gen_fixed_inv
    assign inv_sub = Decrypts;
    assign inv_end = Decrypts;
  end
  if (Last == LastPass) begin : gen_last_pass
    aesculus_cut #(.Width(1), .Depth(SubDepth)) u_sub (.clk_i, .en_i, .d_i(last_i), .q_o(last_sub));
    aesculus_cut #(.Width(1), .Depth(32'(Cuts[CutPre]))) u_pre (
      .clk_i, .en_i, .d_i(last_sub), .q_o(last_pre)
    );
  end else begin : gen_fixed_last
    assign last_sub = Last == LastAlways;
    assign last_pre = Last == LastAlways;
  end

  logic [127:0] sub, shifted, keyed, mixed, mixed_q;

  // With SboxTtable the tables bring {02} times each byte too, and MixColumns is sums of these.
  localparam bit Ttable = Sbox == SboxTtable && Last != LastAlways;
  logic [127:0] double;
  if (Ttable) begin : gen_ttable
    aesculus_sub_bytes #(
      .Kind(Sbox), .Double(1'b1), .Bytes(16), .Cuts(Cuts[CutSub:CutStart])
    ) u_sub_bytes (
      .clk_i, .en_i, .inv_i, .data_i(state_i), .data_o({double, sub})
    );
  end else begin : gen_sub_bytes
    aesculus_sub_bytes #(
      .Kind(Sbox), .Direction(Direction), .Basis(Basis), .Whole(Whole), .Bytes(16),
      .Cuts(Cuts[CutSub:CutStart])
    ) u_sub_bytes (
      .clk_i, .en_i, .inv_i, .data_i(state_i), .data_o(sub)
    );
    assign double = '0;
  end

  assign shifted  = inv_sub ? inv_shift_rows(sub) : shift_rows(sub);
  assign keyed    = shifted ^ (inv_sub ? key_sub_i : '0);

  if (Ttable) begin : gen_add
    aesculus_add_columns #(.Cut(Cuts[CutM1])) u_add_columns (
      .clk_i, .en_i, .bypass_i(last_pre), .state_i(keyed), .double_i(shift_rows(double)),
      .state_o(mixed)
    );
  end else if (Last == LastAlways) begin : gen_last
    aesculus_cut #(.Width(128), .Depth(32'(Cuts[CutPre]) + 32'(Cuts[CutM1]))) u_m1 (
      .clk_i, .en_i, .d_i(keyed), .q_o(mixed)
    );
  end else if (Direction == DirBoth) begin : gen_both
    aesculus_mix_columns_both #(
      .CutPre(Cuts[CutPre]), .CutM1(Cuts[CutM1]), .TimesTwo(TimesTwo)
    ) u_mix_columns (
      .clk_i, .en_i, .inverse_i(inv_sub && !last_sub), .bypass_i(last_sub), .state_i(keyed),
      .state_o(mixed)
    );
  end else begin : gen_mix
    logic [127:0] premixed, pre;
    assign premixed = inv_sub && !last_sub ? inv_premix(keyed, TimesFour) : keyed;
    aesculus_cut #(.Width(128), .Depth(32'(Cuts[CutPre]))) u_pre (
      .clk_i, .en_i, .d_i(premixed), .q_o(pre)
    );
    aesculus_mix_columns #(
      .Cut(Cuts[CutM1]), .Bypass(Last == LastPass), .TimesTwo(TimesTwo)
    ) u_mix_columns (
      .clk_i, .en_i, .bypass_i(last_pre), .state_i(pre), .state_o(mixed)
    );
  end

  aesculus_cut #(.Width(128), .Depth(32'(Cuts[CutMix]))) u_mix (
    .clk_i, .en_i, .d_i(mixed), .q_o(mixed_q)
  );

  assign state_o = mixed_q ^ (inv_end ? '0 : key_end_i);

  logic unused;
  assign unused = ^{inv_i, last_i, last_sub, last_pre, key_sub_i, key_end_i, double};

endmodule

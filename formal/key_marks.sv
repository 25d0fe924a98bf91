// SPDX-License-Identifier: Apache-2.0
// Models of the round and of the key step for key_coherence.v, with their latencies and without
// their arithmetic. They take the places of the modules of the same names.
//
// A round key has its mark in bit 0 and its number in bits 7:4. A State has in bit 0 and bits 7:4
// what the initial AddRoundKey must bring to 0, in bit 1 the mark it must find, in bit 8 whether it
// found another key, in bits 15:12 the rounds it has made. 128-bit keys.

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

  logic [7:0] after;
  aesculus_cut #(.Width(8), .Depth(count_cuts(Cuts))) u_cuts (
    .clk_i, .en_i, .d_i({key_i[7:4] + 4'd1, key_i[3:0]}), .q_o(after)
  );
  assign key_o       = KeyBits'(after);
  assign round_key_o = '0;

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

  localparam int unsigned Nr = 10;
  localparam int unsigned SubDepth = count_cuts(cuts_t'(Cuts[CutSub:CutStart]));

  typedef struct packed {
    logic       inv;
    logic [3:0] made;   // rounds, this one included
    logic       bad;
    logic       bank;
    logic       mark;
  } slot_t;

  slot_t first, sub, sub_checked, last;
  logic is_last;
  assign is_last    = Last == LastAlways || (Last == LastPass && last_i);
  assign first.inv  = Direction == DirBoth ? inv_i : Direction == DirDecrypt;
  assign first.made = state_i[15:12] + 4'd1;
  assign first.bad  = state_i[8] || state_i[0] || state_i[7:4] != 4'd0 ||
                      is_last != (first.made == 4'(Nr));
  assign first.bank = state_i[2];
  assign first.mark = state_i[1];

  aesculus_cut #(.Width($bits(slot_t)), .Depth(SubDepth)) u_sub (
    .clk_i, .en_i, .d_i(first), .q_o(sub)
  );
  always_comb begin
    sub_checked = sub;
    if (sub.inv && (key_sub_i[0] != sub.mark || key_sub_i[7:4] != 4'(Nr) - sub.made)) begin
      sub_checked.bad = 1'b1;
    end
  end
  aesculus_cut #(.Width($bits(slot_t)), .Depth(count_cuts(Cuts) - SubDepth)) u_end (
    .clk_i, .en_i, .d_i(sub_checked), .q_o(last)
  );
  logic bad;
  assign bad = last.bad ||
               (!last.inv && (key_end_i[0] != last.mark || key_end_i[7:4] != last.made));
  assign state_o = {112'h0, last.made, 3'h0, bad, 5'h0, last.bank, last.mark, 1'b0};

endmodule

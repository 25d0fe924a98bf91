// SPDX-License-Identifier: Apache-2.0
// One round's worth of KeyExpansion (FIPS 197, section 5.2) on a window of Nk words.
//
// Before round r the window holds words 4(r-1) to 4(r-1)+Nk-1 of the schedule, after it words
// 4r to 4r+Nk-1, of which the first four are the round key. Four new words hold at most one
// SubWord for every Nk; for Nk = 6 it stands before the first or the third of them, or nowhere.
// The words' running sums wait beside the S-box, so one XOR level follows it.

module aes_key_step
  import aes_pkg::*;
#(
  parameter int unsigned KeyBits = 128,
  parameter cuts_t       Cuts    = '0,
  parameter sbox_e       Sbox    = SboxTower,
  parameter int unsigned Basis   = 0
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  key_info_t          info_i,
  input  logic [KeyBits-1:0] key_i,
  output logic [KeyBits-1:0] key_o
);

  localparam int unsigned Nk = KeyBits / 32;
  localparam int unsigned Kept = KeyBits - 128;  // bits of the window that only move up

  typedef logic [31:0] word_t;

  // SubWord, addressed before the start cut, as a block RAM needs it.
  word_t last_word, sub_in, sub_out;
  assign last_word = key_i[31:0];
  if (Nk == 4) begin : gen_in_4
    assign sub_in = {last_word[23:0], last_word[31:24]};
  end else if (Nk == 6) begin : gen_in_6
    word_t w;
    assign w = info_i.sub_lo ? last_word
                             : key_i[191-:32] ^ key_i[159-:32] ^ last_word;
    assign sub_in = {w[23:0], w[31:24]};
  end else begin : gen_in_8
    assign sub_in = info_i.rot ? {last_word[23:0], last_word[31:24]} : last_word;
  end
  aes_sub_bytes #(
    .Kind(Sbox), .Direction(DirEncrypt), .Basis(Basis), .Bytes(4), .Cuts(Cuts[CutSub:CutStart])
  ) u_sub_word (
    .clk_i, .en_i, .inv_i(1'b0), .data_i(sub_in), .data_o(sub_out)
  );

  logic [KeyBits-1:0] window;
  key_info_t info;
  prim_cut #(.Width(KeyBits + $bits(key_info_t)), .Depth(32'(Cuts[CutStart]))) u_start (
    .clk_i, .en_i, .d_i({info_i, key_i}), .q_o({info, window})
  );

  // What the four new words are made of besides the S-box output, in such sums that one LUT4
  // level joins them to it. For Nk = 6 it may join in only at the third word.
  word_t round_constant;
  word_t [3:0] term, term_q;
  assign round_constant = {info.rcon, 24'h0};
  if (Nk == 6) begin : gen_terms_6
    always_comb begin
      term[0] = window[KeyBits-1-:32] ^ (info.sub_lo ? round_constant : window[31:0]);
      term[1] = window[KeyBits-33-:32] ^ term[0];
      term[2] = window[KeyBits-65-:32] ^
                (info.sub_hi && !info.sub_lo ? round_constant : term[1]);
      term[3] = window[KeyBits-97-:32] ^ term[2];
    end
  end else begin : gen_terms
    assign term[0] = window[KeyBits-1-:32] ^ round_constant;
    assign term[1] = window[KeyBits-33-:32] ^ term[0];
    assign term[2] = window[KeyBits-65-:32];
    assign term[3] = window[KeyBits-97-:32];
  end

  localparam int unsigned BesideSbox = count_cuts(cuts_t'(Cuts[CutSub:CutInner]));
  prim_cut #(.Width(128), .Depth(BesideSbox)) u_term (
    .clk_i, .en_i, .d_i(term), .q_o(term_q)
  );

  word_t [3:0] made;
  if (Nk == 6) begin : gen_words_6
    logic sub_lo, sub_hi;
    prim_cut #(.Width(2), .Depth(BesideSbox)) u_flags (
      .clk_i, .en_i, .d_i({info.sub_lo, info.sub_hi}), .q_o({sub_lo, sub_hi})
    );
    assign made[0] = term_q[0] ^ (sub_lo ? sub_out : '0);
    assign made[1] = term_q[1] ^ (sub_lo ? sub_out : '0);
    assign made[2] = term_q[2] ^ (sub_hi ? sub_out : '0);
    assign made[3] = term_q[3] ^ (sub_hi ? sub_out : '0);
  end else begin : gen_words
    assign made[0] = term_q[0] ^ sub_out;
    assign made[1] = term_q[1] ^ sub_out;
    assign made[2] = term_q[1] ^ term_q[2] ^ sub_out;
    assign made[3] = term_q[1] ^ term_q[2] ^ term_q[3] ^ sub_out;
  end

  logic [KeyBits-1:0] next;
  localparam int unsigned BehindSbox = count_cuts(Cuts & ~cuts_t'((1 << NumSboxCuts) - 1));
  assign next[127:0] = {made[0], made[1], made[2], made[3]};
  if (Kept > 0) begin : gen_kept
    prim_cut #(.Width(Kept), .Depth(BesideSbox)) u_kept (
      .clk_i, .en_i, .d_i(window[Kept-1:0]), .q_o(next[KeyBits-1:128])
    );
  end
  prim_cut #(.Width(KeyBits), .Depth(BehindSbox)) u_behind (
    .clk_i, .en_i, .d_i(next), .q_o(key_o)
  );

  logic unused;
  assign unused = ^{info.rot, info.sub_lo, info.sub_hi};

endmodule

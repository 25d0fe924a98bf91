// SPDX-License-Identifier: Apache-2.0
// One round's worth of KeyExpansion (FIPS 197, section 5.2) on a window of Nk words, forward for
// encryption or backward for decryption.
//
// Before round r the window holds words 4(r-1) to 4(r-1)+Nk-1 of the schedule, after it words
// 4r to 4r+Nk-1, of which the first four are the round key. Four new words hold at most one
// SubWord for every Nk; for Nk = 6 it stands before the first or the third of them, or nowhere.
// A backward step takes the window after round r to the one before it, whose first four words
// are the round key then. With FromEnd it begins with words 4*Nr+4-Nk to 4*Nr+3, the end of the
// schedule, instead of reaching past it: the window of round key r holds words 4r+4-Nk to 4r+3, and
// the round key is its last four. Only the round constants' table differs (aesculus_pkg).
// What a word is made of besides the S-box output waits beside the S-box, so one XOR level
// follows it.

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
  input  logic               inv_i,        // DirBoth: step backward
  input  logic               skip_i,       // CanSkip: leave the window as it is
  input  key_info_t          info_i,
  input  logic [KeyBits-1:0] key_i,
  output logic [127:0]       round_key_o,  // at the sub position, for decryption
  output logic [KeyBits-1:0] key_o         // behind all cuts
);

  localparam int unsigned Nk   = KeyBits / 32;
  localparam int unsigned Kept = Nk - 4;  // words that only move

  typedef logic [31:0] word_t;
  typedef word_t [0:Nk-1] window_t;       // word 0 in the top bits

  function automatic word_t rot_word(word_t w);
    return {w[23:0], w[31:24]};
  endfunction

  // Direction of this step at the start of the round and behind its start cut.
  logic inv_in, inv;
  if (Direction == DirBoth) begin : gen_inv
    assign inv_in = inv_i;
    aesculus_cut #(.Width(1), .Depth(32'(Cuts[CutStart]))) u_inv (
      .clk_i, .en_i, .d_i(inv_in), .q_o(inv)
    );
  end else begin : gen_fixed_inv
    assign inv_in = Direction == DirDecrypt;
    assign inv    = Direction == DirDecrypt;
    logic unused;
    assign unused = inv_i;
  end

  // SubWord, addressed before the start cut, as a block RAM needs it.
  window_t window_in;
  word_t before_first, before_third, sub_in, sub_out;
  assign window_in = key_i;
  if (Nk == 4) begin : gen_in_4
    assign before_first = inv_in ? window_in[3] ^ window_in[2] : window_in[3];
    assign before_third = before_first;
    assign sub_in = rot_word(before_first);
  end else if (Nk == 6) begin : gen_in_6
    assign before_first = inv_in ? window_in[1] : window_in[5];
    assign before_third = inv_in ? window_in[3] : window_in[0] ^ window_in[1] ^ window_in[5];
    assign sub_in = rot_word(info_i.sub_lo ? before_first : before_third);
  end else begin : gen_in_8
    assign before_first = inv_in ? window_in[3] : window_in[7];
    assign before_third = before_first;
    assign sub_in = info_i.rot ? rot_word(before_first) : before_first;
  end
  aesculus_sub_bytes #(
    .Kind(Sbox), .Direction(DirEncrypt), .Basis(Basis), .Whole(Whole), .Bytes(4),
    .Cuts(Cuts[CutSub:CutStart])
  ) u_sub_word (
    .clk_i, .en_i, .inv_i(1'b0), .data_i(sub_in), .data_o(sub_out)
  );

  window_t window;
  key_info_t info;
  aesculus_cut #(.Width(KeyBits + $bits(key_info_t)), .Depth(32'(Cuts[CutStart]))) u_start (
    .clk_i, .en_i, .d_i({info_i, key_i}), .q_o({info, window})
  );

  localparam int unsigned BesideSbox = count_cuts(cuts_t'(Cuts[CutSub:CutInner]));
  localparam int unsigned BehindSbox = count_cuts(Cuts & ~cuts_t'((1 << NumSboxCuts) - 1));

  word_t round_constant;
  word_t [0:3] made;
  assign round_constant = {info.rcon, 24'h0};

  if (Nk != 6 && Direction == DirEncrypt && !CanSkip) begin : gen_forward
    // Words 2 and 3 take the sum of words 0 and 1 behind the S-box: fewer LUTs than running sums,
    // in the same LUT4 level.
    word_t [0:3] term, term_q;
    assign term[0] = window[0] ^ round_constant;
    assign term[1] = window[1] ^ term[0];
    assign term[2] = window[2];
    assign term[3] = window[3];
    aesculus_cut #(.Width(128), .Depth(BesideSbox)) u_term (
      .clk_i, .en_i, .d_i(term), .q_o(term_q)
    );
    assign made[0] = term_q[0] ^ sub_out;
    assign made[1] = term_q[1] ^ sub_out;
    assign made[2] = term_q[1] ^ term_q[2] ^ sub_out;
    assign made[3] = term_q[1] ^ term_q[2] ^ term_q[3] ^ sub_out;
  end else if (Nk == 4 && Direction == DirBoth && !CanSkip) begin : gen_both
    // Going forward a word takes the new word before it, backward the old one. Behind the S-box the
    // new words follow one from another, which is one LUT each, two levels deep.
    word_t [0:3] term, term_q;
    logic inv_q;
    assign term[0] = window[0] ^ round_constant;
    assign term[1] = window[1] ^ (inv ? window[0] : term[0]);
    assign term[2] = window[2] ^ window[1];
    assign term[3] = window[3] ^ window[2];
    aesculus_cut #(.Width(129), .Depth(BesideSbox)) u_term (
      .clk_i, .en_i, .d_i({inv, term}), .q_o({inv_q, term_q})
    );
    assign made[0] = term_q[0] ^ sub_out;
    assign made[1] = term_q[1] ^ (inv_q ? '0 : sub_out);
    assign made[2] = term_q[2] ^ (inv_q ? '0 : made[0]);
    assign made[3] = term_q[3] ^ (inv_q ? '0 : made[1]);
  end else begin : gen_general
    // Running sums, and which words the S-box output joins. The third word's SubWord of Nk = 6
    // takes the place of the word before it.
    word_t [0:3] term, forward, backward, term_q, masked;
    logic [0:3] joins, joins_q;
    logic at_third, skip;
    assign at_third = Nk == 6 && info.sub_hi && !info.sub_lo;
    assign forward[0] = window[0] ^ (Nk == 6 && !info.sub_lo ? window[Nk-1] : round_constant);
    assign forward[1] = window[1] ^ forward[0];
    assign forward[2] = window[2] ^ (at_third ? round_constant : forward[1]);
    assign forward[3] = window[3] ^ forward[2];
    assign backward[0] = window[Kept] ^
                         (Nk == 6 && !info.sub_lo ? window[(Kept+Nk-1)%Nk] : round_constant);
    assign backward[1] = window[Kept+1] ^ window[Kept];
    assign backward[2] = window[Kept+2] ^ (at_third ? round_constant : window[Kept+1]);
    assign backward[3] = window[Kept+3] ^ window[Kept+2];

    if (CanSkip) begin : gen_skip
      aesculus_cut #(.Width(1), .Depth(32'(Cuts[CutStart]))) u_skip (
        .clk_i, .en_i, .d_i(skip_i), .q_o(skip)
      );
    end else begin : gen_no_skip
      assign skip = 1'b0;
    end
    assign joins = skip ? '0 :
                   inv  ? {info.sub_lo, 1'b0, at_third, 1'b0}
                        : {info.sub_lo, info.sub_lo, info.sub_hi, info.sub_hi};
    assign term  = skip ? window[Kept:Nk-1] : inv ? backward : forward;
    aesculus_cut #(.Width(132), .Depth(BesideSbox)) u_term (
      .clk_i, .en_i, .d_i({joins, term}), .q_o({joins_q, term_q})
    );
    for (genvar i = 0; i < 4; i++) begin : gen_word
      assign masked[i] = joins_q[i] ? sub_out : '0;
      assign made[i]   = term_q[i] ^ masked[i];
    end
  end

  window_t next;
  if (Kept == 0) begin : gen_all_new
    assign next = made;
  end else begin : gen_kept
    // A skipped step is a forward one whose kept words are the window's first.
    word_t [0:Kept-1] moved, moved_q;
    logic first_q;
    if (CanSkip) begin : gen_skip
      logic skip;
      aesculus_cut #(.Width(1), .Depth(32'(Cuts[CutStart]))) u_skip (
        .clk_i, .en_i, .d_i(skip_i), .q_o(skip)
      );
      assign moved = skip || inv ? window[0:Kept-1] : window[4:Nk-1];
    end else begin : gen_no_skip
      assign moved = inv ? window[0:Kept-1] : window[4:Nk-1];
    end
    if (Direction == DirBoth) begin : gen_both
      aesculus_cut #(.Width(1), .Depth(BesideSbox)) u_first (
        .clk_i, .en_i, .d_i(inv), .q_o(first_q)
      );
    end else begin : gen_one
      assign first_q = Direction == DirDecrypt;
    end
    aesculus_cut #(.Width(32 * Kept), .Depth(BesideSbox)) u_moved (
      .clk_i, .en_i, .d_i(moved), .q_o(moved_q)
    );
    assign next = first_q ? {made, moved_q} : {moved_q, made};
  end

  assign round_key_o = FromEnd ? next[Kept:Nk-1] : next[0:3];
  aesculus_cut #(.Width(KeyBits), .Depth(BehindSbox)) u_behind (
    .clk_i, .en_i, .d_i(next), .q_o(key_o)
  );

  logic unused;
  assign unused = ^{info.rot, info.sub_lo, info.sub_hi, skip_i, before_third, window_in, inv};

endmodule

// SPDX-License-Identifier: Apache-2.0
// Encryption a byte a cycle with one S-box: 20 cycles a round.
//
// The State is a shift register of bytes, the newest in front, that moves in every cycle. The key
// schedule is another, which rests in three cycles of the pause; it is a byte ahead of the State.
// What is where in a round (s: byte of the State that the round takes, in the order after ShiftRows;
// n: byte of the new State; k: byte of the round key):
//
//   count      15   28   29   30   31    0    1  ...   9   10   11   12   13   14   15
//   S-box in   s0   s1   s2   s3   s4   s5   s6  ... s14  s15  k12  k13  k14  k15   s0, next round
//   sub_out   k15   s0   s1   s2   s3   s4   s5  ... s13  s14  s15  k12  k13  k14  k15
//   line_q[4]                           s0   s1  ...  s9  s10  s11  s12  s13  s14  s15
//   written                             n0   n1  ...  n9  n10  n11  n12  n13  n14  n15
//   key byte                       k0   k1   k2  ... k10  k11  k12  k13  k14  k15
//
// ShiftRows: the bytes of row 0 are all read at one place of the State, those of another row at one
// of two, as their columns go round the end or not. SubWord of a round key's last word waits in
// line_q until the next round key begins. For Nk = 6, where a SubWord may fall into mid-round, the
// key has an S-box of its own.
//
// Row r of MixColumns (FIPS 197, section 5.1.3) is a_r + t + {02}(a_r + a_(r+1)) with t the sum of the
// column, so a column is summed once and its bytes pass one after the other: 4 LUT4 a bit with
// AddRoundKey, the whitening and the bypass of the last round.

module aesculus_narrow_byte
  import aesculus_pkg::*;
#(
  parameter int unsigned KeyBits = 128,
  parameter sbox_e       Sbox    = SboxTower,
  parameter int unsigned Basis   = 0
) (
  input  logic               clk_i,
  input  logic [3:0]         round_i,
  input  logic [4:0]         count_i,
  input  logic [3:0]         step_i,      // of the key
  input  logic               loading_i,
  input  logic               mixes_i,     // this round has MixColumns
  input  logic               key_step_i,
  input  logic [7:0]         block_i,     // a part that is loaded, or zero
  input  logic [7:0]         key_i,
  output logic [127:0]       result_o     // the State, its last part still under way
);

  localparam int unsigned KeyBytes = KeyBits / 8;
  localparam bit          OwnSbox  = KeyBits == 192;
  localparam sbox_cuts_t  AtInput  = sbox_cuts_t'(1 << CutStart);

  // Taps of the State, by row and by whether the column goes round its end.
  localparam int unsigned Row0     = 14;
  localparam int unsigned Row1     = 10;
  localparam int unsigned Row1Wrap = 26;
  localparam int unsigned Row2     = 6;
  localparam int unsigned Row2Wrap = 22;
  localparam int unsigned Row3     = 2;
  localparam int unsigned Row3Wrap = 18;

  // Taps of the S-box's line: a byte as it is written, and SubWord with RotWord and without.
  localparam int unsigned Written  = 4;
  localparam int unsigned Rotated  = 6;
  localparam int unsigned Straight = 7;
  localparam int unsigned Line     = KeyBits == 256 ? Straight : OwnSbox ? Written : Rotated;

  // Key schedule. A new byte joins the one that leaves with the one a word before it, or with SubWord.
  localparam key_info_table_t Schedule = narrow_schedule(KeyBits);

  logic [KeyBytes-1:0][7:0] key_q;
  logic [7:0] key_new, key_sub, key_constant, round_key;
  logic joins;
  key_info_t info;

  assign info = Schedule[round_i];
  assign joins = (step_i[3:2] == 2'd0 && (!OwnSbox || info.sub_lo)) ||
                 (OwnSbox && step_i[3:2] == 2'd2 && info.sub_hi && !info.sub_lo);
  assign key_constant = Schedule[step_i[1:0] == 2'd0 ? round_i : 4'd0].rcon;
  assign key_new = loading_i ? key_i
                           : key_q[KeyBytes-1] ^ (joins ? key_sub ^ key_constant : key_q[3]);
  assign round_key = key_q[KeyBytes-16];

  always_ff @(posedge clk_i) begin
    if (key_step_i) key_q <= {key_q[KeyBytes-2:0], key_new};
  end

  // ShiftRows: byte (row, column) of the round lies at one of two places for its row.
  logic [Row1Wrap:0][7:0] state_q;
  logic [7:0] sub_in, sub_out, state_new;
  logic [1:0] column;
  logic [3:0] row;
  logic for_key;

  always_comb begin
    for_key = !count_i[4] && step_i[3:2] == 2'd3 && !OwnSbox;
    if (count_i[4] ? step_i != 4'd0 : step_i == 4'd0) column = 2'd0;
    else column = step_i[3:2] + 2'd1;
    // One-hot, so that four LUT4 and one behind them choose a bit.
    for (int r = 0; r < 4; r++) row[r] = step_i[1:0] == 2'(r) && !for_key;
    sub_in = (state_q[Row0] & {8{row[0]}}) | (key_new & {8{for_key}}) |
             ((column == 2'd3 ? state_q[Row1Wrap] : state_q[Row1]) & {8{row[1]}}) |
             ((column[1] ? state_q[Row2Wrap] : state_q[Row2]) & {8{row[2]}}) |
             ((column == 2'd0 ? state_q[Row3] : state_q[Row3Wrap]) & {8{row[3]}});
  end

  aesculus_sub_bytes #(
    .Kind(Sbox), .Direction(DirEncrypt), .Basis(Basis), .Bytes(1), .Cuts(AtInput)
  ) u_sub_bytes (
    .clk_i, .en_i(1'b1), .inv_i(1'b0), .data_i(sub_in), .data_o(sub_out)
  );

  // At the end of a column its sum and its first byte are kept.
  logic [Line:1][7:0] line_q;
  logic [7:0] sum_q, first_q, key_last_q;

  always_ff @(posedge clk_i) begin
    line_q <= {line_q[Line-1:1], sub_out};
    if (count_i[1:0] == 2'd3) begin
      sum_q      <= sub_out ^ line_q[1] ^ line_q[2] ^ line_q[3];
      first_q    <= line_q[3];
      key_last_q <= first_q;
    end
  end

  if (OwnSbox) begin : gen_key_sbox
    aesculus_sub_bytes #(
      .Kind(Sbox), .Direction(DirEncrypt), .Basis(Basis), .Bytes(1), .Cuts(AtInput)
    ) u_sub_word (
      .clk_i, .en_i(key_step_i), .inv_i(1'b0),
      .data_i(step_i[1:0] == 2'd2 ? key_q[5] : key_q[1]), .data_o(key_sub)
    );
    logic unused;
    assign unused = ^{key_last_q, info, for_key, count_i};
  end else begin : gen_shared_sbox
    // RotWord: the word's first byte, which was kept, comes last.
    always_comb begin
      key_sub = step_i[1:0] == 2'd3 ? key_last_q : line_q[Rotated];
      if (KeyBits == 256 && !info.rot) key_sub = line_q[Line];
    end
    logic unused;
    assign unused = ^{info, count_i};
  end

  // MixColumns and AddRoundKey.
  logic [7:0] pair, mixed;
  always_comb begin
    pair      = line_q[Written] ^ (count_i[1:0] == 2'd3 ? first_q : line_q[3]);
    mixed     = mixes_i ? sum_q ^ xtime(pair) : 8'h00;
    state_new = round_key ^ block_i ^ (loading_i ? 8'h00 : line_q[Written] ^ mixed);
  end

  always_ff @(posedge clk_i) begin
    state_q <= {state_q[Row1Wrap-1:0], state_new};
  end
  assign result_o = {state_q[14:0], state_new};

endmodule

// SPDX-License-Identifier: Apache-2.0
// Encryption a byte a cycle with one S-box: 20 cycles a round.
//
// The State is a shift register of bytes, the newest in front; ShiftRows is a choice of seven taps.
// Byte j of a round is read in cycle j-1 of count (15 for byte 0, through the pause) into the S-box's
// register, comes out in the next and is at line_q[4] when byte j of the new State is written. The
// S-box's four free cycles take the last word of the round key, as it is made; what comes out waits in
// the same line until the next round key begins. For Nk = 6, where a SubWord may fall into mid-round,
// the key has an S-box of its own.
//
// Row r of MixColumns (FIPS 197, section 5.1.3) is a_r + t + {02}(a_r + a_(r+1)) with t the sum of the
// column, so a column is summed once and its bytes pass one after the other: 4 LUT4 a bit with
// AddRoundKey, the whitening and the bypass of the last round.

module aesculus_narrow_byte
  import aesculus_pkg::*;
#(
  parameter int unsigned KeyBits = 128,
  parameter sbox_e       Sbox    = SboxTower,
  parameter int unsigned Basis   = 0,
  parameter int unsigned TagBits = 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               en_i,
  input  logic               in_valid_i,
  output logic               in_ready_o,
  input  logic [127:0]       in_block_i,
  input  logic [KeyBits-1:0] in_key_i,
  input  logic [TagBits-1:0] in_tag_i,
  output logic               out_valid_o,
  output logic [127:0]       out_block_o,
  output logic [TagBits-1:0] out_tag_o
);

  localparam int unsigned Steps    = 16;
  localparam int unsigned KeySteps = KeyBits > 128 ? 2 * Steps : Steps;
  localparam int unsigned KeyBytes = KeyBits / 8;
  localparam bit          OwnSbox  = KeyBits == 192;
  localparam int unsigned Line     = KeyBits == 256 ? 7 : OwnSbox ? 4 : 6;
  localparam sbox_cuts_t  AtInput  = sbox_cuts_t'(1 << CutStart);

  logic loading, mixes, key_step;
  logic [3:0] round;
  logic [4:0] count;
  logic [3:0] step;  // of the key
  logic [KeySteps:0] token;

  aesculus_narrow_control #(.KeyBits(KeyBits), .Steps(Steps), .Pause(4)) u_control (
    .clk_i, .rst_ni, .en_i, .in_valid_i, .in_ready_o, .out_valid_o,
    .round_o(round), .count_o(count), .next_o(step), .loading_o(loading), .mixes_o(mixes),
    .key_step_o(key_step), .token_o(token)
  );

  // Input registers, read a byte at a time. Zero when nothing is loaded.
  logic [15:0][7:0] block_q;
  logic [KeyBytes-1:0][7:0] in_key_q;
  logic [7:0] block_byte, key_byte;

  always_ff @(posedge clk_i) begin
    if (in_ready_o && en_i) begin
      block_q   <= in_block_i;
      in_key_q  <= in_key_i;
      out_tag_o <= in_tag_i;
    end
  end

  always_comb begin
    block_byte = '0;
    key_byte   = '0;
    for (int unsigned j = 0; j < Steps; j++) begin
      block_byte |= block_q[15-j] & {8{token[KeySteps-Steps+j+1]}};
    end
    for (int unsigned j = 0; j < KeyBytes; j++) begin
      key_byte |= in_key_q[KeyBytes-1-j] & {8{token[KeySteps-KeyBytes+j]}};
    end
  end

  // Key schedule. A new byte joins the one that leaves with the one a word before it, or with SubWord.
  localparam key_info_table_t Schedule = narrow_schedule(KeyBits);

  logic [KeyBytes-1:0][7:0] key_q;
  logic [7:0] key_new, key_sub, key_constant, round_key;
  logic joins;
  key_info_t info;

  assign info = Schedule[round];
  assign joins = (step[3:2] == 2'd0 && (!OwnSbox || info.sub_lo)) ||
                 (OwnSbox && step[3:2] == 2'd2 && info.sub_hi && !info.sub_lo);
  assign key_constant = Schedule[step[1:0] == 2'd0 ? round : 4'd0].rcon;
  assign key_new = loading ? key_byte
                           : key_q[KeyBytes-1] ^ (joins ? key_sub ^ key_constant : key_q[3]);
  assign round_key = key_q[KeyBytes-16];

  always_ff @(posedge clk_i) begin
    if (key_step) key_q <= {key_q[KeyBytes-2:0], key_new};
  end

  // ShiftRows: byte (row, column) of the round lies at one of two places for its row.
  logic [26:0][7:0] state_q;
  logic [7:0] sub_in, sub_out, state_new;
  logic [1:0] column;
  logic [3:0] row;
  logic for_key;

  always_comb begin
    for_key = !count[4] && step[3:2] == 2'd3 && !OwnSbox;
    if (count[4] ? step != 4'd0 : step == 4'd0) column = 2'd0;
    else column = step[3:2] + 2'd1;
    // One-hot, so that four LUT4 and one behind them choose a bit.
    for (int r = 0; r < 4; r++) row[r] = step[1:0] == 2'(r) && !for_key;
    sub_in = (state_q[14] & {8{row[0]}}) | (key_new & {8{for_key}}) |
             ((column == 2'd3 ? state_q[26] : state_q[10]) & {8{row[1]}}) |
             ((column[1] ? state_q[22] : state_q[6]) & {8{row[2]}}) |
             ((column == 2'd0 ? state_q[2] : state_q[18]) & {8{row[3]}});
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
    if (count[1:0] == 2'd3) begin
      sum_q      <= sub_out ^ line_q[1] ^ line_q[2] ^ line_q[3];
      first_q    <= line_q[3];
      key_last_q <= first_q;
    end
  end

  if (OwnSbox) begin : gen_key_sbox
    aesculus_sub_bytes #(
      .Kind(Sbox), .Direction(DirEncrypt), .Basis(Basis), .Bytes(1), .Cuts(AtInput)
    ) u_sub_word (
      .clk_i, .en_i(key_step), .inv_i(1'b0),
      .data_i(step[1:0] == 2'd2 ? key_q[5] : key_q[1]), .data_o(key_sub)
    );
    logic unused;
    assign unused = ^{key_last_q, info, for_key, count};
  end else begin : gen_shared_sbox
    // RotWord: the word's first byte, which was kept, comes last.
    always_comb begin
      key_sub = step[1:0] == 2'd3 ? key_last_q : line_q[6];
      if (KeyBits == 256 && !info.rot) key_sub = line_q[Line];
    end
    logic unused;
    assign unused = ^{info, count};
  end

  // MixColumns and AddRoundKey.
  logic [7:0] pair, mixed;
  always_comb begin
    pair      = line_q[4] ^ (count[1:0] == 2'd3 ? first_q : line_q[3]);
    mixed     = mixes ? sum_q ^ xtime(pair) : 8'h00;
    state_new = round_key ^ block_byte ^ (loading ? 8'h00 : line_q[4] ^ mixed);
  end

  always_ff @(posedge clk_i) begin
    if (en_i) state_q <= {state_q[25:0], state_new};
  end
  assign out_block_o = state_q[15:0];

endmodule

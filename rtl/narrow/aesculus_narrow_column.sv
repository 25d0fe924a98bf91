// SPDX-License-Identifier: Apache-2.0
// Encryption a column a cycle with four S-boxes: five cycles a round.
//
// The State is a shift register for each row, the newest byte in front; ShiftRows is a choice of two
// taps in rows 1 to 3. Column c of a round is read in cycle c-1 of count (the pause for column 0) into
// the registers of the S-boxes, and written back a cycle later. In the last cycle of a round the
// S-boxes take the last word of the round key. For Nk = 6, where a SubWord may fall into
// mid-round, the key has four S-boxes of its own.

module aesculus_narrow_column
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

  localparam int unsigned Steps    = 4;
  localparam int unsigned KeySteps = KeyBits > 128 ? 2 * Steps : Steps;
  localparam int unsigned Nk       = KeyBits / 32;
  localparam bit          OwnSbox  = Nk == 6;
  localparam sbox_cuts_t  AtInput  = sbox_cuts_t'(1 << CutStart);

  typedef logic [31:0] word_t;

  logic loading, mixes, key_step;
  logic [3:0] round;
  logic [2:0] count;
  logic [1:0] step;  // of the key, and the column that is read
  logic [KeySteps:0] token;

  aesculus_narrow_control #(.KeyBits(KeyBits), .Steps(Steps), .Pause(1)) u_control (
    .clk_i, .rst_ni, .en_i, .in_valid_i, .in_ready_o, .out_valid_o,
    .round_o(round), .count_o(count), .next_o(step), .loading_o(loading), .mixes_o(mixes),
    .key_step_o(key_step), .token_o(token)
  );

  // Input registers, read a word at a time. Zero when nothing is loaded.
  word_t [3:0] block_q;
  word_t [Nk-1:0] in_key_q;
  word_t block_word, key_word;

  always_ff @(posedge clk_i) begin
    if (in_ready_o && en_i) begin
      block_q   <= in_block_i;
      in_key_q  <= in_key_i;
      out_tag_o <= in_tag_i;
    end
  end

  always_comb begin
    block_word = '0;
    key_word   = '0;
    for (int unsigned j = 0; j < Steps; j++) begin
      block_word |= block_q[3-j] & {32{token[KeySteps-Steps+j+1]}};
    end
    for (int unsigned j = 0; j < Nk; j++) begin
      key_word |= in_key_q[Nk-1-j] & {32{token[KeySteps-Nk+j]}};
    end
  end

  // Key schedule. A new word joins the one that leaves with the one before it, or with SubWord.
  localparam key_info_table_t Schedule = narrow_schedule(KeyBits);

  function automatic word_t rot_word(word_t w);
    return {w[23:0], w[31:24]};
  endfunction

  word_t [Nk-1:0] key_q;
  word_t key_new, key_sub, round_key;
  logic joins;
  key_info_t info;

  assign info = Schedule[round];
  assign joins = (step == 2'd0 && (!OwnSbox || info.sub_lo)) ||
                 (OwnSbox && step == 2'd2 && info.sub_hi && !info.sub_lo);
  assign key_new = loading ? key_word
                           : key_q[Nk-1] ^ (joins ? key_sub ^ {info.rcon, 24'h0} : key_q[0]);
  assign round_key = key_q[Nk-4];

  always_ff @(posedge clk_i) begin
    if (key_step) key_q <= {key_q[Nk-2:0], key_new};
  end

  // ShiftRows: a row is as long as its farther tap is deep.
  logic [3:0][7:0] row0_q;
  logic [6:0][7:0] row1_q;
  logic [5:0][7:0] row2_q;
  logic [4:0][7:0] row3_q;
  word_t sub_in, sub_out, state_new;
  logic for_key;

  always_comb begin
    for_key = !count[2] && step == 2'd0 && !OwnSbox;
    sub_in = {row0_q[3], step == 2'd3 ? row1_q[6] : row1_q[2],
              step[1] ? row2_q[5] : row2_q[1], step == 2'd0 ? row3_q[0] : row3_q[4]};
    // With Nk = 8 every other SubWord is without RotWord; the last cycle of a round serves the next.
    if (for_key) sub_in = Nk == 8 && round[0] ? key_q[0] : rot_word(key_q[0]);
  end

  aesculus_sub_bytes #(
    .Kind(Sbox), .Direction(DirEncrypt), .Basis(Basis), .Bytes(4), .Cuts(AtInput)
  ) u_sub_bytes (
    .clk_i, .en_i(1'b1), .inv_i(1'b0), .data_i(sub_in), .data_o(sub_out)
  );

  if (OwnSbox) begin : gen_key_sbox
    aesculus_sub_bytes #(
      .Kind(Sbox), .Direction(DirEncrypt), .Basis(Basis), .Bytes(4), .Cuts(AtInput)
    ) u_sub_word (
      .clk_i, .en_i(key_step), .inv_i(1'b0), .data_i(rot_word(key_new)), .data_o(key_sub)
    );
    logic unused;
    assign unused = ^{for_key, info, count};
  end else begin : gen_shared_sbox
    assign key_sub = sub_out;
    logic unused;
    assign unused = ^{info, count};
  end

  // MixColumns as in aesculus_narrow_byte, AddRoundKey.
  logic [3:0][7:0] a, mixed;
  logic [7:0] sum;
  always_comb begin
    for (int r = 0; r < 4; r++) a[r] = sub_out[31-8*r-:8];
    sum = a[0] ^ a[1] ^ a[2] ^ a[3];
    for (int r = 0; r < 4; r++) begin
      mixed[3-r] = a[r] ^ (mixes ? sum ^ xtime(a[r] ^ a[(r+1)%4]) : 8'h00);
    end
    state_new = round_key ^ block_word ^ (loading ? 32'h0 : mixed);
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      row0_q <= {row0_q[2:0], state_new[31:24]};
      row1_q <= {row1_q[5:0], state_new[23:16]};
      row2_q <= {row2_q[4:0], state_new[15:8]};
      row3_q <= {row3_q[3:0], state_new[7:0]};
    end
  end
  for (genvar c = 0; c < 4; c++) begin : gen_out
    assign out_block_o[127-32*c-:32] = {row0_q[3-c], row1_q[3-c], row2_q[3-c], row3_q[3-c]};
  end

endmodule

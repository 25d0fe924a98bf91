// SPDX-License-Identifier: Apache-2.0
// Encryption a column a cycle with four S-boxes: five cycles a round.
//
// The State is a shift register for each row, the newest byte in front, and moves in every cycle; the
// key schedule is a shift register of words, a step ahead of the State. What is where in a round (s:
// column of the State that the round takes, after ShiftRows; n: column of the new State; k: word of the
// round key):
//
//   count      3    7    0    1    2    3
//   S-boxes in k3   s0   s1   s2   s3   k3, next round
//   sub_out    s3'  k3   s0   s1   s2   s3
//   written    n3'       n0   n1   n2   n3
//   key word        k0   k1   k2   k3
//
// (' of the round before.) ShiftRows is a choice of two taps in rows 1 to 3, as a column goes round
// the end or not. For Nk = 6, where a SubWord may fall into mid-round, the key has four S-boxes of
// its own.

module aesculus_narrow_column
  import aesculus_pkg::*;
#(
  parameter int unsigned KeyBits = 128,
  parameter sbox_e       Sbox    = SboxTower,
  parameter int unsigned Basis   = 0
) (
  input  logic               clk_i,
  input  logic [3:0]         round_i,
  input  logic [2:0]         count_i,
  input  logic [1:0]         step_i,      // of the key
  input  logic               loading_i,
  input  logic               mixes_i,     // this round has MixColumns
  input  logic               key_step_i,
  input  logic [31:0]        block_i,     // a part that is loaded, or zero
  input  logic [31:0]        key_i,
  output logic [127:0]       result_o     // the State, its last part still under way
);

  localparam int unsigned Nk      = KeyBits / 32;
  localparam bit          OwnSbox = Nk == 6;
  localparam sbox_cuts_t  AtInput = sbox_cuts_t'(1 << CutStart);

  // Taps of the rows, by whether the column goes round the end of the State.
  localparam int unsigned Row0     = 3;
  localparam int unsigned Row1     = 2;
  localparam int unsigned Row1Wrap = 6;
  localparam int unsigned Row2     = 1;
  localparam int unsigned Row2Wrap = 5;
  localparam int unsigned Row3     = 0;
  localparam int unsigned Row3Wrap = 4;

  typedef logic [31:0] word_t;

  // Key schedule. A new word joins the one that leaves with the one before it, or with SubWord.
  localparam key_info_table_t Schedule = narrow_schedule(KeyBits);

  function automatic word_t rot_word(word_t w);
    return {w[23:0], w[31:24]};
  endfunction

  word_t [Nk-1:0] key_q;
  word_t key_new, key_sub, round_key;
  logic joins;
  key_info_t info;

  assign info = Schedule[round_i];
  assign joins = (step_i == 2'd0 && (!OwnSbox || info.sub_lo)) ||
                 (OwnSbox && step_i == 2'd2 && info.sub_hi && !info.sub_lo);
  assign key_new = loading_i ? key_i
                           : key_q[Nk-1] ^ (joins ? key_sub ^ {info.rcon, 24'h0} : key_q[0]);
  assign round_key = key_q[Nk-4];

  always_ff @(posedge clk_i) begin
    if (key_step_i) key_q <= {key_q[Nk-2:0], key_new};
  end

  // ShiftRows: a row is as long as its farther tap is deep.
  logic [Row0:0][7:0] row0_q;
  logic [Row1Wrap:0][7:0] row1_q;
  logic [Row2Wrap:0][7:0] row2_q;
  logic [Row3Wrap:0][7:0] row3_q;
  word_t sub_in, sub_out, state_new;
  logic for_key;

  always_comb begin
    for_key = !count_i[2] && step_i == 2'd0 && !OwnSbox;
    sub_in = {row0_q[Row0], step_i == 2'd3 ? row1_q[Row1Wrap] : row1_q[Row1],
              step_i[1] ? row2_q[Row2Wrap] : row2_q[Row2],
              step_i == 2'd0 ? row3_q[Row3] : row3_q[Row3Wrap]};
    // With Nk = 8 every other SubWord is without RotWord; the last cycle of a round serves the next.
    if (for_key) sub_in = Nk == 8 && round_i[0] ? key_q[0] : rot_word(key_q[0]);
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
      .clk_i, .en_i(key_step_i), .inv_i(1'b0), .data_i(rot_word(key_new)), .data_o(key_sub)
    );
    logic unused;
    assign unused = ^{for_key, info, count_i};
  end else begin : gen_shared_sbox
    assign key_sub = sub_out;
    logic unused;
    assign unused = ^{info, count_i};
  end

  // MixColumns as in aesculus_narrow_byte, AddRoundKey.
  logic [3:0][7:0] a, mixed;
  logic [7:0] sum;
  always_comb begin
    for (int r = 0; r < 4; r++) a[r] = sub_out[31-8*r-:8];
    sum = a[0] ^ a[1] ^ a[2] ^ a[3];
    for (int r = 0; r < 4; r++) begin
      mixed[3-r] = a[r] ^ (mixes_i ? sum ^ xtime(a[r] ^ a[(r+1)%4]) : 8'h00);
    end
    state_new = round_key ^ block_i ^ (loading_i ? 32'h0 : mixed);
  end

  always_ff @(posedge clk_i) begin
    row0_q <= {row0_q[Row0-1:0], state_new[31:24]};
    row1_q <= {row1_q[Row1Wrap-1:0], state_new[23:16]};
    row2_q <= {row2_q[Row2Wrap-1:0], state_new[15:8]};
    row3_q <= {row3_q[Row3Wrap-1:0], state_new[7:0]};
  end
  for (genvar c = 0; c < 3; c++) begin : gen_result
    assign result_o[127-32*c-:32] = {row0_q[2-c], row1_q[2-c], row2_q[2-c], row3_q[2-c]};
  end
  assign result_o[31:0] = state_new;

endmodule

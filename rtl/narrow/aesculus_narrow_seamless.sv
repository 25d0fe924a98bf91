// SPDX-License-Identifier: Apache-2.0
// Encryption with keys of 128 bits, a byte a cycle with one S-box, 20 cycles a round, the next block
// coming in while a block ends: the S-box is in use in every cycle.
//
// As in aesculus_narrow_byte the State and the key are shift registers of bytes, the newest in front;
// the key rests in three cycles of a round and is a byte ahead of the State. The S-box takes rows
// 0 to 3 of a column in their order; bytes are written row 3 first, then 0, 1, 2, and so stand in the
// key, at the ports and in what follows. What is where in a round (s: byte that the S-box takes, in the
// order after ShiftRows; n: byte of the new State; k: byte of the round key):
//
//   count      15   28   29   30   31    0    1  ...   9   10   11   12   13   14   15
//   S-box in   s0   s1   s2   s3   s4   s5   s6  ... s14  s15  k12  k13  k14  k15   s0, next round
//   sub_out   k15   s0   s1   s2   s3   s4   s5  ... s13  s14  s15  k12  k13  k14  k15
//   line_q[4]                           s0   s1  ...  s9  s10  s11  s12  s13  s14  s15
//   written                             n0   n1  ...  n9  n10  n11  n12  n13  n14  n15
//   key_new                        k0   k1   k2  ... k10  k11  k12  k13  k14  k15
//
// Round 10 of a block is that in which the next one (') is whitened; w' is block and key in one:
//
//   count      15   28   29   30   31    0    1    2    3  ...  11   12   13   14   15
//   S-box in   s0   s1   s2   s3   s4   s5   s6   s7   s8  ... k12' k13' k14' k15'  s0'
//   key_i                          k0'  k1'  k2'  k3'  k4' ... k12' k13' k14' k15'
//   written                             n0   n1   n2   n3  ... n11  n12  n13  n14  n15
//   State                               w0'  w1'  w2'  w3' ... w11' w12' w13' w14' w15'
//   key_q[4]                                            n0 ...  n8   n9  n10  n11
//
// Of the last round key only four bytes are needed again, so the result is kept behind these: at n15
// it is 12 bytes in key_q, 3 in behind_q and n15 itself. In round 1' key_i brings k' once more, as the
// first operand of the key schedule.
//
// ShiftRows: a row is read at one of two places of the State, as its columns go round the end or not;
// in the order in which bytes are written these are the same for rows 2 and 3. SubWord of a round
// key's last word waits in line_q until the next round key begins.
//
// Row r of MixColumns (FIPS 197, section 5.1.3) is a_(r+1) + t + {03}(a_r + a_(r+1)) with t the sum of
// the column; a_(r+1) is at one place of line_q for all rows, a_r in row 3 is not.

module aesculus_narrow_seamless
  import aesculus_pkg::*;
#(
  parameter sbox_e       Sbox  = SboxTower,
  parameter int unsigned Basis = 0
) (
  input  logic         clk_i,
  input  logic         en_i,        // low holds everything
  input  logic [7:0]   rcon_i,      // of the round
  input  logic [4:0]   count_i,
  input  logic [3:0]   step_i,      // of the key
  input  logic         loading_i,   // the last round of a block and the whitening of the next
  input  logic         fresh_i,     // the key schedule goes on from key_i
  input  logic         key_step_i,
  input  logic [7:0]   block_i,     // a part that is loaded, or zero
  input  logic [7:0]   key_i,
  output logic [127:0] result_o
);

  localparam sbox_cuts_t AtInput = sbox_cuts_t'(1 << CutStart);

  // Taps of the State, by row and by whether the column goes round its end.
  localparam int unsigned Row0      = 13;
  localparam int unsigned Row1      = 9;
  localparam int unsigned Row1Wrap  = 25;
  localparam int unsigned Row23     = 5;
  localparam int unsigned Row23Wrap = 21;

  // Taps of the S-box's line: bytes as MixColumns takes them, and SubWord with RotWord.
  localparam int unsigned Behind    = 4;
  localparam int unsigned Row       = 5;
  localparam int unsigned Rotated   = 6;

  // Key schedule. A new byte joins the one that leaves with the one a word before it, or with SubWord.
  logic [15:0][7:0] key_q;
  logic [7:0] rcon_q, key_new, key_sub;
  logic joins;

  // The result goes behind the four bytes of the last round key that are in use.
  logic [7:0] written;
  logic [2:0][7:0] behind_q;
  logic resulting;

  assign joins     = step_i[3:2] == 2'd0;
  assign key_new   = (fresh_i ? key_i : key_q[15]) ^ (joins ? key_sub : key_q[3]) ^ rcon_q;
  assign resulting = loading_i && !joins;
  assign result_o  = {key_q[15:4], behind_q, written};

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      // For row 0 of the first word, the key's step 1.
      rcon_q   <= &count_i ? rcon_i : '0;
      behind_q <= {behind_q[1:0], written};
      if (key_step_i) begin
        key_q <= {key_q[14:0], key_new};
        if (resulting) key_q[4] <= behind_q[2];
      end
    end
  end

  logic [Row1Wrap:0][7:0] state_q;
  logic [7:0] sub_in, sub_out;
  logic [1:0] column;
  logic for_key, wraps;

  always_comb begin
    for_key = !count_i[4] && step_i[3:2] == 2'd3;
    if (count_i[4] ? step_i != 4'd0 : step_i == 4'd0) column = 2'd0;
    else column = step_i[3:2] + 2'd1;
    wraps = step_i[0] ? column != 2'd0 : column[1];
    if (for_key)                    sub_in = loading_i ? key_i : key_new;
    else if (step_i[1])             sub_in = wraps ? state_q[Row23Wrap] : state_q[Row23];
    else if (!step_i[0])            sub_in = state_q[Row0];
    else                            sub_in = column == 2'd3 ? state_q[Row1Wrap] : state_q[Row1];
  end

  aesculus_sub_bytes #(
    .Kind(Sbox), .Direction(DirEncrypt), .Basis(Basis), .Bytes(1), .Cuts(AtInput)
  ) u_sub_bytes (
    .clk_i, .en_i, .inv_i(1'b0), .data_i(sub_in), .data_o(sub_out)
  );

  // At the end of a column its sum and its first byte are kept.
  logic [Rotated:1][7:0] line_q;
  logic [7:0] sum_q, first_q, key_last_q;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      line_q <= {line_q[Rotated-1:1], sub_out};
      if (count_i[1:0] == 2'd3) begin
        sum_q      <= sub_out ^ line_q[1] ^ line_q[2] ^ line_q[3];
        first_q    <= line_q[3];
        key_last_q <= first_q;
      end
    end
  end
  assign key_sub = step_i[1:0] == 2'd3 ? key_last_q : line_q[Rotated];

  // MixColumns, but in the last round, and AddRoundKey. The round key's byte is in front of the key.
  logic [7:0] pair, mixed, whitened_q;
  always_comb begin
    pair    = line_q[Behind] ^ (count_i[1:0] == 2'd0 ? line_q[1] : line_q[Row]);
    mixed   = pair ^ (loading_i ? 8'h00 : sum_q ^ xtime(pair));
    written = key_q[0] ^ line_q[Behind] ^ mixed;
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      whitened_q <= block_i ^ key_i;
      state_q    <= {state_q[Row1Wrap-1:0], loading_i ? whitened_q : written};
    end
  end

endmodule

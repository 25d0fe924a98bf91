// SPDX-License-Identifier: Apache-2.0
// Encryption with keys of 128 bits, a byte a cycle with one S-box for the State and one for the key:
// 16 cycles a round, the next block coming in while a block ends.
//
// As in aesculus_narrow_seamless bytes are written row 3 of a column first, then 0, 1, 2, and so stand
// in the key and at the ports. The key moves in every cycle; the State is a cycle behind it. What is
// where in a round (s: byte that the S-box takes, in the order after ShiftRows; n: byte of the new
// State; k: byte of the round key; ' of the round before, " of the next):
//
//   count      0    1    2    3  ...  10   11   12   13   14   15
//   S-box in   s4   s5   s6   s7 ... s14  s15   s0"  s1"  s2"  s3"
//   line_q[1]  s2   s3   s4   s5 ... s12  s13  s14  s15   s0"  s1"
//   written   n15'  n0   n1   n2 ...  n9  n10  n11  n12  n13  n14
//   key_new    k0   k1   k2   k3 ... k10  k11  k12  k13  k14  k15
//   key S-box k13' k14' k15'  -             -    -             k12
//
// Steps 0 to 3 of a round key join SubWord of the last word before it: its bytes of rows 0, 1, 2 and,
// by RotWord ahead of these, of row 3 are those that went into step 13, 14, 15 and 12. In round 10
// key_q takes the next key, while key_new makes the last round key of which late_q has what is needed
// again. A cycle behind that the State takes the next block and result_q the result.
//
// MixColumns is as in aesculus_narrow_seamless.

module aesculus_narrow_twin
  import aesculus_pkg::*;
#(
  parameter sbox_e       Sbox    = SboxTower,
  parameter sbox_e       KeySbox = SboxLine,
  parameter int unsigned Basis   = 0
) (
  input  logic         clk_i,
  input  logic         en_i,         // low holds everything
  input  logic [7:0]   rcon_i,       // of the round
  input  logic [3:0]   count_i,
  input  logic         loading_i,    // the key's register takes key_i
  input  logic         whitening_i,  // the last round of a block and the whitening of the next
  input  logic [7:0]   block_i,      // a part that is loaded, or zero
  input  logic [7:0]   key_i,
  output logic [127:0] result_o
);

  localparam sbox_cuts_t AtInput = sbox_cuts_t'(1 << CutStart);

  // Taps of the State, by row and by whether the column goes round its end.
  localparam int unsigned Row0      = 9;
  localparam int unsigned Row1      = 5;
  localparam int unsigned Row1Wrap  = 21;
  localparam int unsigned Row23     = 1;
  localparam int unsigned Row23Wrap = 17;

  // Taps of the S-box's line, as MixColumns takes them.
  localparam int unsigned Behind    = 4;
  localparam int unsigned Row       = 5;

  // Key schedule. A new byte joins the one that leaves with the one a word before it, or with SubWord.
  logic [15:0][7:0] key_q;
  logic [3:0][7:0] late_q;
  logic [7:0] rcon_q, key_new, key_sub;
  logic joins;

  assign joins   = count_i[3:2] == 2'd0;
  assign key_new = key_q[15] ^ (joins ? key_sub : late_q[3]) ^ rcon_q;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      // For row 0 of the first word, step 1.
      rcon_q <= count_i == 4'd0 ? rcon_i : '0;
      late_q <= {late_q[2:0], key_new};
      key_q  <= {key_q[14:0], loading_i ? key_i : key_new};
    end
  end

  aesculus_sub_bytes #(
    .Kind(KeySbox), .Direction(DirEncrypt), .Basis(Basis), .Bytes(1), .Cuts(AtInput)
  ) u_sub_word (
    .clk_i, .en_i, .inv_i(1'b0), .data_i(count_i[1:0] == 2'd2 ? key_q[5] : key_q[1]),
    .data_o(key_sub)
  );

  logic [Row1Wrap:0][7:0] state_q;
  logic [7:0] sub_in, sub_out;
  logic [1:0] column;
  logic wraps;

  always_comb begin
    column = count_i[3:2] + 2'd1;
    wraps  = count_i[0] ? column != 2'd0 : column[1];
    if (count_i[1])       sub_in = wraps ? state_q[Row23Wrap] : state_q[Row23];
    else if (!count_i[0]) sub_in = state_q[Row0];
    else                  sub_in = column == 2'd3 ? state_q[Row1Wrap] : state_q[Row1];
  end

  aesculus_sub_bytes #(
    .Kind(Sbox), .Direction(DirEncrypt), .Basis(Basis), .Bytes(1), .Cuts(AtInput)
  ) u_sub_bytes (
    .clk_i, .en_i, .inv_i(1'b0), .data_i(sub_in), .data_o(sub_out)
  );

  logic [Row:1][7:0] line_q;
  logic [7:0] sum_q;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      line_q <= {line_q[Row-1:1], sub_out};
      if (count_i[1:0] == 2'd0) sum_q <= sub_out ^ line_q[1] ^ line_q[2] ^ line_q[3];
    end
  end

  // MixColumns, but in the last round, and AddRoundKey.
  logic [7:0] pair, mixed, written, whitened_q;
  logic [14:0][7:0] result_q;
  always_comb begin
    pair    = line_q[Behind] ^ (count_i[1:0] == 2'd1 ? line_q[1] : line_q[Row]);
    mixed   = pair ^ (whitening_i ? 8'h00 : sum_q ^ xtime(pair));
    written = late_q[0] ^ line_q[Behind] ^ mixed;
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      whitened_q <= block_i ^ key_i;
      state_q    <= {state_q[Row1Wrap-1:0], whitening_i ? whitened_q : written};
      result_q   <= {result_q[13:0], written};
    end
  end
  assign result_o = {result_q, written};

endmodule

// SPDX-License-Identifier: Apache-2.0
// AES-128 encryption, a round in each cycle, one block at a time: a core as somebody may have it.
// `start` takes key and block; `done` is high for one cycle beside the result.
module round_core (
  input  logic         clk,
  input  logic         reset,
  input  logic         start,
  input  logic [127:0] key,
  input  logic [127:0] plain,
  output logic [127:0] coded,
  output logic         done
);

  function automatic logic [7:0] twice(input logic [7:0] x);
    return {x[6:0], 1'b0} ^ (x[7] ? 8'h1b : 8'h00);
  endfunction

  logic [127:0] state_q, round_key_q;
  logic [127:0] subbed, moved, mixed, round_key;
  logic [31:0]  word;
  logic [7:0]   constant_q;
  logic [3:0]   round_q;

  // SubBytes.
  for (genvar i = 0; i < 16; i++) begin : gen_sub
    assign subbed[8*i +: 8] = aesculus_sbox_table_pkg::Forward[state_q[8*i +: 8]];
  end
  for (genvar i = 0; i < 4; i++) begin : gen_key_sub
    assign word[8*i +: 8] =
        aesculus_sbox_table_pkg::Forward[round_key_q[8*((i + 3) % 4) +: 8]] ^
        (i == 3 ? constant_q : 8'h00);
  end

  // ShiftRows and MixColumns. Byte 0 is the highest.
  for (genvar c = 0; c < 4; c++) begin : gen_column
    for (genvar r = 0; r < 4; r++) begin : gen_row
      assign moved[8*(15-4*c-r) +: 8] = subbed[8*(15-4*((c+r)%4)-r) +: 8];
      assign mixed[8*(15-4*c-r) +: 8] =
          twice(moved[8*(15-4*c-r) +: 8] ^ moved[8*(15-4*c-(r+1)%4) +: 8]) ^
          moved[8*(15-4*c-(r+1)%4) +: 8] ^ moved[8*(15-4*c-(r+2)%4) +: 8] ^
          moved[8*(15-4*c-(r+3)%4) +: 8];
    end
  end

  // The key expansion goes along.
  assign round_key[127:96] = round_key_q[127:96] ^ word;
  assign round_key[95:64]  = round_key_q[95:64] ^ round_key[127:96];
  assign round_key[63:32]  = round_key_q[63:32] ^ round_key[95:64];
  assign round_key[31:0]   = round_key_q[31:0] ^ round_key[63:32];

  always_ff @(posedge clk) begin
    if (start) begin
      state_q     <= plain ^ key;
      round_key_q <= key;
      constant_q  <= 8'h01;
    end else begin
      state_q     <= (round_q == 4'd10 ? moved : mixed) ^ round_key;
      round_key_q <= round_key;
      constant_q  <= twice(constant_q);
    end
  end

  always_ff @(posedge clk) begin
    if (reset) begin
      round_q <= 4'd0;
      done    <= 1'b0;
    end else begin
      done <= round_q == 4'd10;
      if (start) round_q <= 4'd1;
      else if (round_q == 4'd10) round_q <= 4'd0;
      else if (round_q != 4'd0) round_q <= round_q + 4'd1;
    end
  end

  assign coded = state_q;

endmodule

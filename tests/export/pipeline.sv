// SPDX-License-Identifier: Apache-2.0
// AES-128 encryption in one piece of logic with registers behind it: a pipeline without valid and
// reset, as a core of somebody may be. It shares nothing with the core but the table of the S-box.
module theirs (
  input  logic         clk,
  input  logic [127:0] key,
  input  logic [127:0] plain,
  output logic [127:0] coded
);

  function automatic logic [7:0] sub(input logic [7:0] x);
    return aesculus_sbox_table_pkg::Forward[x];
  endfunction

  function automatic logic [7:0] twice(input logic [7:0] x);
    return {x[6:0], 1'b0} ^ (x[7] ? 8'h1b : 8'h00);
  endfunction

  // Byte 0 is the highest.
  function automatic logic [7:0] at(input logic [127:0] x, input int unsigned place);
    return x[8*(15-place) +: 8];
  endfunction

  function automatic logic [127:0] cipher(input logic [127:0] block, input logic [127:0] first);
    logic [127:0] state, moved, mixed, round_key;
    logic [7:0]   constant;
    logic [31:0]  word;
    round_key = first;
    state     = block ^ first;
    constant  = 8'h01;
    for (int unsigned r = 1; r <= 10; r++) begin
      for (int unsigned c = 0; c < 4; c++) begin
        for (int unsigned i = 0; i < 4; i++) begin
          moved[8*(15-4*c-i) +: 8] = sub(at(state, 4 * ((c + i) % 4) + i));
        end
      end
      for (int unsigned p = 0; p < 16; p++) begin
        mixed[8*(15-p) +: 8] = twice(at(moved, p))
            ^ twice(at(moved, 4 * (p / 4) + (p + 1) % 4)) ^ at(moved, 4 * (p / 4) + (p + 1) % 4)
            ^ at(moved, 4 * (p / 4) + (p + 2) % 4) ^ at(moved, 4 * (p / 4) + (p + 3) % 4);
      end
      word = {sub(round_key[23:16]) ^ constant, sub(round_key[15:8]), sub(round_key[7:0]),
              sub(round_key[31:24])};
      for (int unsigned w = 0; w < 4; w++) begin
        word = word ^ round_key[32*(3-w) +: 32];
        round_key[32*(3-w) +: 32] = word;
      end
      constant = twice(constant);
      state    = (r == 10 ? moved : mixed) ^ round_key;
    end
    return state;
  endfunction

  logic [127:0] key_q, block_q, between_q;

  always_ff @(posedge clk) begin
    key_q     <= key;
    block_q   <= plain;
    between_q <= cipher(block_q, key_q);
    coded     <= between_q;
  end

endmodule

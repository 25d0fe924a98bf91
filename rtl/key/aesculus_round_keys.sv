// SPDX-License-Identifier: Apache-2.0
// The round keys of one physical round, for schedules that do not travel with the block.
//
// KeyStored: two banks of LUT RAM, written while the key store expands a key and read without a
// clock. KeyExternal and KeyFixed: a multiplexer. Encryption reads round key First + pass*Stride,
// decryption reads the schedule from its end, round key Nr - First - pass*Stride; a round of both
// directions has a word for each number that either reads, so that one memory serves both.

module aesculus_round_keys
  import aesculus_pkg::*;
#(
  parameter key_schedule_e KeySchedule = KeyStored,
  parameter int unsigned   Nr          = 10,
  parameter int unsigned   First       = 1,
  parameter int unsigned   Stride      = 1,
  parameter int unsigned   NumPass     = 1,
  parameter direction_e    Direction   = DirEncrypt,
  parameter int unsigned   PassW       = 1
) (
  input  logic               clk_i,
  input  logic               we_i,     // KeyStored
  input  logic               bank_i,
  input  logic [3:0]         index_i,  // number of the round key
  input  logic [127:0]       key_i,
  input  logic [0:Nr][127:0] keys_i,   // KeyExternal, KeyFixed
  input  logic               bank_sel_i,
  input  logic               inv_i,    // DirBoth: for decryption
  input  logic [PassW-1:0]   pass_i,
  output logic [127:0]       key_o
);

  // Choices number the passes, those of decryption behind those of encryption.
  localparam int unsigned NumChoices = Direction == DirBoth ? 2 * NumPass : NumPass;
  localparam int unsigned None = Nr + 1;

  // Number of the round key of a choice, None where the pass does not reach this round.
  function automatic int unsigned number(int unsigned choice);
    int unsigned r;
    r = First + (choice % NumPass) * Stride;
    if (r > Nr) return None;
    return Direction == DirDecrypt || choice >= NumPass ? Nr - r : r;
  endfunction

  // The word that holds a round key: how many others come before it; NumChoices for no word.
  function automatic int unsigned word_of(int unsigned key);
    int unsigned n;
    bit fresh;
    n = 0;
    for (int unsigned i = 0; i < NumChoices; i++) begin
      if (number(i) == key) return key == None ? NumChoices : n;
      fresh = number(i) != None;
      for (int unsigned j = 0; j < i; j++) fresh = fresh && number(j) != number(i);
      n += 32'(fresh);
    end
    return NumChoices;
  endfunction

  function automatic int unsigned count_words();
    int unsigned n;
    n = 0;
    for (int unsigned key = 0; key <= Nr; key++) n += 32'(word_of(key) != NumChoices);
    return n;
  endfunction

  localparam int unsigned WordW = count_words() > 1 ? $clog2(count_words()) : 1;

  logic [WordW-1:0] rd_word;
  if (Direction == DirBoth) begin : gen_choice
    always_comb begin
      rd_word = '0;
      for (int unsigned i = 0; i < NumChoices; i++) begin
        if (number(i) != None && 32'(pass_i) == i % NumPass && inv_i == (i >= NumPass)) begin
          rd_word = WordW'(word_of(number(i)));
        end
      end
    end
  end else begin : gen_pass
    assign rd_word = WordW'(pass_i);
    logic unused;
    assign unused = inv_i;
  end

  if (KeySchedule == KeyStored) begin : gen_stored
    localparam int unsigned AddrW = count_words() > 1 ? WordW + 1 : 1;
    logic [127:0] mem [2**AddrW];
    logic [AddrW-1:0] wr_addr, rd_addr;
    logic hit;
    always_comb begin
      wr_addr = AddrW'(bank_i);
      hit = 1'b0;
      for (int unsigned i = 0; i < NumChoices; i++) begin
        if (32'(index_i) == number(i)) begin
          hit = 1'b1;
          wr_addr = AddrW'({word_of(number(i)), bank_i});
        end
      end
    end
    assign rd_addr = AddrW'({rd_word, bank_sel_i});
    always_ff @(posedge clk_i) begin
      if (we_i && hit) mem[wr_addr] <= key_i;
    end
    assign key_o = mem[rd_addr];
    logic unused;
    assign unused = ^keys_i;
  end else begin : gen_given
    always_comb begin
      key_o = keys_i[number(0)];
      for (int unsigned i = 1; i < NumChoices; i++) begin
        if (number(i) <= Nr && 32'(rd_word) == word_of(number(i))) key_o = keys_i[number(i)];
      end
    end
    logic unused;
    assign unused = ^{clk_i, we_i, bank_i, index_i, key_i, keys_i, bank_sel_i};
  end

endmodule

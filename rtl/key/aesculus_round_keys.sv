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
  parameter direction_e    Direction   = DirEncrypt
) (
  input  logic               clk_i,
  input  logic               we_i,     // KeyStored
  input  logic               bank_i,
  input  logic [3:0]         index_i,  // number of the round key
  input  logic [127:0]       key_i,
  input  logic [0:Nr][127:0] keys_i,   // KeyExternal, KeyFixed
  input  mark_t              mark_i,   // of the beat that needs the key
  output logic [127:0]       key_o
);

  // Choices number the passes, those of decryption behind those of encryption.
  localparam int unsigned NumChoices = Direction == DirBoth ? 2 * NumPass : NumPass;
  localparam logic [4:0] None = 5'd31;
  typedef logic [NumChoices-1:0][4:0] choices_t;

  // Number of the round key of each choice, None where the pass does not reach this round.
  function automatic choices_t number_choices();
    choices_t numbers;
    int unsigned r;
    for (int unsigned choice = 0; choice < NumChoices; choice++) begin
      r = First + (choice % NumPass) * Stride;
      if (Direction == DirDecrypt || choice >= NumPass) numbers[choice] = 5'(Nr - r);
      else numbers[choice] = 5'(r);
      if (r > Nr) numbers[choice] = None;
    end
    return numbers;
  endfunction

  localparam choices_t Number = number_choices();

  // The word that holds the round key of each choice: how many others come before it.
  function automatic choices_t place_words(choices_t numbers);
    choices_t words;
    int unsigned n;
    bit fresh;
    n = 0;
    for (int unsigned i = 0; i < NumChoices; i++) begin
      fresh = numbers[i] != None;
      words[i] = None;
      for (int unsigned j = 0; j < i; j++) begin
        if (numbers[j] == numbers[i]) begin
          fresh = 1'b0;
          words[i] = words[j];
        end
      end
      if (fresh) begin
        words[i] = 5'(n);
        n += 1;
      end
    end
    return words;
  endfunction

  localparam choices_t Word = place_words(Number);

  function automatic int unsigned count_words(choices_t words);
    int unsigned n;
    n = 0;
    for (int unsigned i = 0; i < NumChoices; i++) begin
      if (words[i] != None && 32'(words[i]) >= n) n = 32'(words[i]) + 1;
    end
    return n;
  endfunction

  localparam int unsigned NumWords = count_words(Word);
  localparam int unsigned WordW    = NumWords > 1 ? $clog2(NumWords) : 1;

  logic [WordW-1:0] rd_word;
  if (Direction == DirBoth) begin : gen_choice
    always_comb begin
      rd_word = '0;
      for (int unsigned i = 0; i < NumChoices; i++) begin
        if (Number[i] != None && 32'(mark_i.pass) == i % NumPass &&
            mark_i.inv == (i >= NumPass)) begin
          rd_word = WordW'(Word[i]);
        end
      end
    end
  end else begin : gen_pass
    assign rd_word = WordW'(mark_i.pass);
  end

  if (KeySchedule == KeyStored) begin : gen_stored
    localparam int unsigned AddrW = NumWords > 1 ? WordW + 1 : 1;
    logic [127:0] mem [2**AddrW];
    logic [AddrW-1:0] wr_addr, rd_addr;
    logic hit;
    always_comb begin
      wr_addr = AddrW'(bank_i);
      hit = 1'b0;
      for (int unsigned i = 0; i < NumChoices; i++) begin
        if (5'(index_i) == Number[i]) begin
          hit = 1'b1;
          wr_addr = AddrW'({Word[i], bank_i});
        end
      end
    end
    assign rd_addr = AddrW'({rd_word, mark_i.bank});
    always_ff @(posedge clk_i) begin
      if (we_i && hit) mem[wr_addr] <= key_i;
    end
    assign key_o = mem[rd_addr];
    logic unused;
    assign unused = ^keys_i;
  end else begin : gen_given
    always_comb begin
      key_o = keys_i[Number[0]];
      for (int unsigned i = 1; i < NumChoices; i++) begin
        if (Number[i] != None && 5'(rd_word) == Word[i]) key_o = keys_i[Number[i]];
      end
    end
    logic unused;
    assign unused = ^{clk_i, we_i, bank_i, index_i, key_i, keys_i};
  end

  logic unused;
  assign unused = ^mark_i;

endmodule

// SPDX-License-Identifier: Apache-2.0
// The round keys of one physical round, for schedules that do not travel with the block.
//
// KeyStored: two banks of LUT RAM, a word for each pass, written while the key store expands a
// key and read without a clock. KeyExternal and KeyFixed: a multiplexer over the passes.
// Encryption reads round key First + pass*Stride; decryption reads the schedule from its end,
// round key Nr - First - pass*Stride.

module aes_round_keys
  import aes_pkg::*;
#(
  parameter key_schedule_e KeySchedule = KeyStored,
  parameter int unsigned   Nr          = 10,
  parameter int unsigned   First       = 1,
  parameter int unsigned   Stride      = 1,
  parameter int unsigned   NumPass     = 1,
  parameter bit            Inverse     = 1'b0,
  parameter int unsigned   PassW       = 1
) (
  input  logic               clk_i,
  input  logic               we_i,     // KeyStored
  input  logic               bank_i,
  input  logic [3:0]         index_i,  // number of the round key
  input  logic [127:0]       key_i,
  input  logic [0:Nr][127:0] keys_i,   // KeyExternal, KeyFixed
  input  logic               bank_sel_i,
  input  logic [PassW-1:0]   pass_i,
  output logic [127:0]       key_o
);

  // Number of the round key that a pass reads, Nr + 1 where the pass does not reach this round.
  function automatic int unsigned number(int unsigned pass);
    int unsigned r;
    r = First + pass * Stride;
    if (r > Nr) return Nr + 1;
    return Inverse ? Nr - r : r;
  endfunction

  if (KeySchedule == KeyStored) begin : gen_stored
    localparam int unsigned AddrW = NumPass > 1 ? PassW + 1 : 1;
    logic [127:0] mem [2**AddrW];
    logic [AddrW-1:0] wr_addr, rd_addr;
    logic hit;
    always_comb begin
      wr_addr = AddrW'(bank_i);
      hit = 1'b0;
      for (int unsigned i = 0; i < NumPass; i++) begin
        if (32'(index_i) == number(i)) begin
          hit = 1'b1;
          wr_addr = AddrW'({i, bank_i});
        end
      end
    end
    assign rd_addr = AddrW'({pass_i, bank_sel_i});
    always_ff @(posedge clk_i) begin
      if (we_i && hit) mem[wr_addr] <= key_i;
    end
    assign key_o = mem[rd_addr];
    logic unused;
    assign unused = ^keys_i;
  end else begin : gen_given
    always_comb begin
      key_o = keys_i[number(0)];
      for (int unsigned i = 1; i < NumPass; i++) begin
        if (number(i) <= Nr && 32'(pass_i) == i) key_o = keys_i[number(i)];
      end
    end
    logic unused;
    assign unused = ^{clk_i, we_i, bank_i, index_i, key_i, keys_i, bank_sel_i, pass_i};
  end

endmodule

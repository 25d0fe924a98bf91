// SPDX-License-Identifier: Apache-2.0
// Properties of stored keys that change while blocks are in flight, around a point (module
// aesculus_point, 128-bit keys) whose rounds and key steps are the models of key_marks.sv:
//
//   coherent  every block leaves with all its rounds made, each with the round key of its number out
//             of the newest key that was transferred before the block was accepted
//   first     no block is accepted before a key
//   bank      a bank is not written while a block that reads it is in flight, nor when one enters
//   wiped     key_ready_o is low after reset until every word of both banks was written
//   ready     with no input and a ready consumer, a key and (once there is one) a block can enter
//             after SETTLE cycles
//   deaf      no key and no block is taken in a reset, nor from a clear on until cleared_o is high
//
// A clear is in this like a reset: all of the above holds from its edge on.
//
// A key is a free bit, its mark, which the model of the key step hands on; a round key is the mark
// with the number of the round. As marks are free, what holds for all of them holds for keys that
// differ in any way, and a word that was never written could have the wrong one. A block brings the
// mark that it must find. Resets and clears may come at any time.

module key_coherence #(
  parameter FLOW = 0,     // as flow_e
  parameter WAYS = 0,     // as direction_e
  parameter SETTLE = 60
) (
  input clk,
  input again,            // reset
  input clear,
  input in_valid,
  input in_decrypt,
  input out_ready,
  input key_valid,
  input mark
);
  localparam NR = 10;

  reg started = 0;
  always @(posedge clk) started <= 1;
  wire rst_ni = started && !again;

  reg have_key = 0, newest = 0;
  wire in_ready, out_valid, key_ready, cleared;
  wire decrypt = WAYS == 0 ? 1'b0 : WAYS == 1 ? 1'b1 : in_decrypt;
  wire taken = out_valid && (FLOW == 0 || out_ready);

  // Inside the core.
  wire bank, key_we, key_bank, ring_valid, ring_bank, enable;
  wire [3:0] key_index;
  wire [127:0] out_block;

  aesculus_point dut (
    .clk_i(clk), .rst_ni(rst_ni), .clear_i(clear), .cleared_o(cleared),
    .in_valid_i(in_valid), .in_ready_o(in_ready), .in_tag_i(1'b0), .in_decrypt_i(decrypt),
    .in_block_i({120'b0, decrypt ? NR[3:0] : 4'b0, 1'b0, bank, newest, newest}),
    .out_valid_o(out_valid), .out_ready_i(out_ready), .out_block_o(out_block),
    .key_valid_i(key_valid), .key_ready_o(key_ready), .key_i({127'b0, mark}),
    .\u_core.gen_legal.u_engine.bank (bank),
    .\u_core.gen_legal.u_engine.key_we (key_we),
    .\u_core.gen_legal.u_engine.key_bank (key_bank),
    .\u_core.gen_legal.u_engine.key_index (key_index),
    .\u_core.gen_legal.u_engine.enable (enable),
    .\u_core.gen_legal.u_engine.gen_ring.u_ring.out_valid_o (ring_valid),
    .\u_core.gen_legal.u_engine.gen_ring.u_ring.out_bank_o (ring_bank)
  );

  wire enter = in_valid && in_ready;
  wire leave = ring_valid && enable;
  reg [4:0] inside0 = 0, inside1 = 0;   // blocks in the ring by bank
  reg [NR:0] written0 = 0, written1 = 0;
  reg [7:0] quiet = 0;
  reg clearing = 1;

  always @(posedge clk) begin
    clearing <= !rst_ni || clear || (clearing && !cleared);
    if (!rst_ni || (clearing && !cleared)) deaf: assert (!in_ready && !key_ready);
    if (!rst_ni || clear) begin
      have_key <= 0;
      inside0 <= 0;
      inside1 <= 0;
      written0 <= 0;
      written1 <= 0;
      quiet <= 0;
    end else begin
      if (key_valid && key_ready) begin
        have_key <= 1;
        newest <= mark;
      end
      inside0 <= inside0 + (enter && !bank) - (leave && !ring_bank);
      inside1 <= inside1 + (enter && bank) - (leave && ring_bank);
      if (key_we && !key_bank) written0 <= written0 | (1 << key_index);
      if (key_we && key_bank) written1 <= written1 | (1 << key_index);
      if (in_valid || key_valid || (FLOW != 0 && !out_ready)) quiet <= 0;
      else if (quiet != 255) quiet <= quiet + 1;
    end

    if (rst_ni) begin
      if (taken) coherent: assert (!out_block[8] && out_block[15:12] == NR);
      if (in_ready) first: assert (have_key);
      if (key_we) begin
        bank_free: assert ((key_bank ? inside1 : inside0) == 0);
        bank_new: assert (!(enter && bank == key_bank));
      end
      if (key_ready) wiped: assert (&written0 && &written1);
      if (quiet > SETTLE) ready: assert (key_ready && (in_ready || !have_key));
    end
  end
endmodule

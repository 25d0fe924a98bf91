// SPDX-License-Identifier: Apache-2.0
// A ring of slots: their bookkeeping, the States and the round keys side by side, all cut at the
// same places.
//
// With WorkPrepare the rounds only step the key, from the cipher key to the end of its schedule;
// beats wait beside it. A preparing ring feeds a cipher ring of the same shape without a
// handshake: their slots turn in step, so the cipher's is empty when a beat arrives.
//
// Zeroise: an empty slot takes what the input port shows (zeros with Isolate) each time it passes
// the entry. So a turn with live_i low overwrites every key and State; what is shown is reset.

module aesculus_ring
  import aesculus_pkg::*;
#(
  parameter config_t      Cfg  = '0,
  parameter work_e        Work = WorkCipher,

  localparam int unsigned Unroll  = Cfg.unroll,
  localparam int unsigned KeyBits = Cfg.key_bits,
  localparam int unsigned Lanes   = Cfg.lanes,
  localparam int unsigned Keys    = num_keys(Cfg),
  localparam int unsigned TagBits = Cfg.tag_bits,
  localparam int unsigned Nr      = num_rounds(KeyBits)
) (
  input  logic                         clk_i,
  input  logic                         live_i,      // low: every slot is taken for empty
  input  logic                         rst_ni,
  input  logic                         clear_i,     // begins
  input  logic                         wipe_i,      // goes on
  input  logic                         en_i,        // low holds every slot and the output
  input  logic                         in_valid_i,  // taken when en_i and in_ready_o
  output logic                         in_ready_o,
  input  logic                         in_decrypt_i,
  input  logic                         in_bank_i,
  input  logic [TagBits-1:0]           in_tag_i,
  input  logic [Lanes-1:0][127:0]      in_block_i,
  input  logic [Keys-1:0][KeyBits-1:0] in_key_i,
  output logic                         out_valid_o,
  output logic                         out_decrypt_o,
  output logic                         out_bank_o,
  output logic [TagBits-1:0]           out_tag_o,
  output logic [Lanes-1:0][127:0]      out_block_o,
  output logic [Keys-1:0][KeyBits-1:0] out_key_o,   // WorkPrepare
  // Round keys that do not travel: the key store's writes, or the keys themselves.
  input  logic                         key_we_i,
  input  logic                         key_bank_i,
  input  logic [3:0]                   key_index_i,
  input  logic [127:0]                 key_data_i,
  input  logic [0:Nr][127:0]           round_keys_i
);

  logic loop;
  logic [result_parts(Cfg, Work)-1:0] leave;
  mark_t entry;
  marks_t [Unroll-1:0] marks;
  logic [Keys-1:0][127:0] white;
  logic [Unroll-1:0][Keys-1:0][127:0] key_sub, key_end;

  aesculus_slots #(.Cfg(Cfg), .Work(Work)) u_slots (
    .clk_i, .rst_ni, .live_i, .clear_i, .wipe_i, .en_i, .in_valid_i, .in_ready_o, .in_decrypt_i,
    .in_bank_i, .in_tag_i, .entry_o(entry), .loop_o(loop), .marks_o(marks), .leave_o(leave),
    .out_valid_o, .out_decrypt_o, .out_bank_o, .out_tag_o
  );

  aesculus_key_path #(.Cfg(Cfg), .Work(Work)) u_keys (
    .clk_i, .en_i, .in_key_i, .loop_i(loop), .entry_i(entry), .marks_i(marks),
    .leave_i(leave[0]), .key_we_i, .key_bank_i, .key_index_i, .key_data_i, .round_keys_i,
    .white_o(white), .key_sub_o(key_sub), .key_end_o(key_end), .out_key_o
  );

  aesculus_cipher_path #(.Cfg(Cfg), .Work(Work)) u_states (
    .clk_i, .rst_ni, .clear_i, .wipe_i, .en_i, .in_block_i, .loop_i(loop), .marks_i(marks),
    .white_i(white), .key_sub_i(key_sub), .key_end_i(key_end), .leave_i(leave), .out_block_o
  );

endmodule

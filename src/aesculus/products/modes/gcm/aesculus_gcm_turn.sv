// SPDX-License-Identifier: Apache-2.0
// What the front of GCM does in a cycle, in two levels of tables.
//
// Where it stands is told by one of at_*_i. All that moves beside a fast core hangs on this; a mapper
// left alone makes four levels of it, as deep as what it cannot shorten elsewhere. Cost: 11 LUT4, one
// less beside a core that is paced.

module aesculus_gcm_turn (
  input  logic full_i,        // there is no room for a step
  input  logic at_hash_i,
  input  logic has_header_i,
  input  logic at_iv_i,       // of the header
  input  logic at_iv_beat_i,
  input  logic at_iv_end_i,
  input  logic at_hide_i,
  input  logic at_data_i,
  input  logic at_end_i,
  input  logic has_beat_i,
  input  logic is_iv_i,       // of the beat
  input  logic last_i,
  input  logic core_i,
  input  logic has_next_i,    // another header waits
  input  logic starts_i,      // J0 is there, made of an IV
  output logic go_o,          // a step is made
  output logic take_o,        // of a beat
  output logic finish_o,      // and it is its message's last
  output logic load_o,        // the next header is taken
  output logic ask_o,         // the core is asked for a block
  output logic count_o        // and the counter moves
);

  logic beat, begins, rests, ends, asks;

  // beat && (data || iv_beat && is_iv)
  aesculus_lut4 #(.Init(16'hf800)) u_beat (
    .a_i({has_beat_i, at_data_i, at_iv_beat_i, is_iv_i}), .y_o(beat)
  );
  // hash && has_header || iv || iv_end
  aesculus_lut4 #(.Init(16'hfeee)) u_begins (
    .a_i({at_hash_i, has_header_i, at_iv_i, at_iv_end_i}), .y_o(begins)
  );
  aesculus_lut4 #(.Init(16'h000e)) u_rests (.a_i({2'b0, at_hide_i, at_end_i}), .y_o(rests));
  // data && beat && last || end
  aesculus_lut4 #(.Init(16'heaaa)) u_ends (
    .a_i({at_data_i, has_beat_i, last_i, at_end_i}), .y_o(ends)
  );
  // data && beat && core || hide
  aesculus_lut4 #(.Init(16'heaaa)) u_asks (
    .a_i({at_data_i, has_beat_i, core_i, at_hide_i}), .y_o(asks)
  );

  // !full && (begins || rests || beat)
  aesculus_lut4 #(.Init(16'h00fe)) u_go (.a_i({full_i, begins, rests, beat}), .y_o(go_o));
  aesculus_lut4 #(.Init(16'h0002)) u_take (.a_i({2'b0, full_i, beat}), .y_o(take_o));
  aesculus_lut4 #(.Init(16'h0002)) u_finish (.a_i({2'b0, full_i, ends}), .y_o(finish_o));
  // next && (!has_header || !full && ends)
  aesculus_lut4 #(.Init(16'h2f00)) u_load (
    .a_i({has_next_i, has_header_i, full_i, ends}), .y_o(load_o)
  );
  // !full && (asks || hash && has_header)
  aesculus_lut4 #(.Init(16'h00f8)) u_ask (
    .a_i({full_i, asks, at_hash_i, has_header_i}), .y_o(ask_o)
  );
  // !full && asks || starts
  aesculus_lut4 #(.Init(16'h00f2)) u_count (
    .a_i({1'b0, starts_i, full_i, asks}), .y_o(count_o)
  );

endmodule

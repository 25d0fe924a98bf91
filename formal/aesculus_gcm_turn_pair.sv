// SPDX-License-Identifier: Apache-2.0
// The tables of the front of GCM beside what they say, in the words of the front: `differ_o` is
// never 1 if they agree.

module aesculus_gcm_turn_pair (
  input  logic full_i,
  input  logic at_hash_i,
  input  logic has_header_i,
  input  logic at_iv_i,
  input  logic at_iv_beat_i,
  input  logic at_iv_end_i,
  input  logic at_hide_i,
  input  logic at_data_i,
  input  logic at_end_i,
  input  logic has_beat_i,
  input  logic is_iv_i,
  input  logic last_i,
  input  logic core_i,
  input  logic has_next_i,
  input  logic starts_i,
  output logic differ_o
);

  logic go, take, finish, load, ask, count;
  aesculus_gcm_turn u_turn (
    .full_i, .at_hash_i, .has_header_i, .at_iv_i, .at_iv_beat_i, .at_iv_end_i, .at_hide_i,
    .at_data_i, .at_end_i, .has_beat_i, .is_iv_i, .last_i, .core_i, .has_next_i, .starts_i,
    .go_o(go), .take_o(take), .finish_o(finish), .load_o(load), .ask_o(ask), .count_o(count)
  );

  logic do_hash, do_iv, do_iv_beat, do_iv_end, do_hide, do_data, do_end, ends, moves;
  assign do_hash    = !full_i && at_hash_i && has_header_i;
  assign do_iv      = !full_i && at_iv_i;
  assign do_iv_beat = !full_i && at_iv_beat_i && has_beat_i && is_iv_i;
  assign do_iv_end  = !full_i && at_iv_end_i;
  assign do_hide    = !full_i && at_hide_i;
  assign do_data    = !full_i && at_data_i && has_beat_i;
  assign do_end     = !full_i && at_end_i;
  assign ends       = (do_data && last_i) || do_end;
  assign moves      = do_hide || (do_data && core_i);

  assign differ_o =
    go != (do_hash || do_iv || do_iv_beat || do_iv_end || do_hide || do_data || do_end) ||
    take != (do_iv_beat || do_data) ||
    finish != ends ||
    load != (has_next_i && (!has_header_i || ends)) ||
    ask != (do_hash || moves) ||
    count != (starts_i || moves);

endmodule

// SPDX-License-Identifier: Apache-2.0
// The tables of the turn of XTS beside what they say: `differ_o` is never 1 if they agree.

module aesculus_xts_turn_pair (
  input  logic valid_i,
  input  logic none_i,
  input  logic two_i,
  input  logic shares_i,
  input  logic second_i,
  input  logic hdr_i,
  input  logic calm_i,
  input  logic ready_i,
  input  logic cc_busy_i,
  input  logic cc_valid_i,
  output logic differ_o
);

  logic waits, second, pop;
  aesculus_xts_turn u_turn (
    .valid_i, .none_i, .two_i, .shares_i, .second_i, .hdr_i, .calm_i, .ready_i, .cc_busy_i,
    .cc_valid_i, .waits_o(waits), .second_o(second), .pop_o(pop)
  );

  // A pair that shares CC waits for it to be free, then for it to be there.
  logic held, step;
  assign held = shares_i && (second_i ? !cc_valid_i : cc_busy_i);
  assign step = valid_i && !none_i && calm_i && ready_i && !held;

  assign differ_o =
    waits != held ||
    pop != ((valid_i && none_i && !hdr_i) || (step && (second_i || !two_i))) ||
    // Of two steps the second follows the first; without a step it stays as it is.
    second != (calm_i && ready_i && !held ? step && !second_i && two_i : second_i);

endmodule

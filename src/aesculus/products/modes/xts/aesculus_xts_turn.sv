// SPDX-License-Identifier: Apache-2.0
// Whether the beat that is next is done with, or goes on to its second step, in two levels of tables.
//
// All that moves beside a fast core hangs on this. A mapper left alone makes four levels of it, as
// deep as what it cannot shorten elsewhere. Cost: 6 LUT4, and one for calm_i and ready_i.

module aesculus_xts_turn (
  input  logic valid_i,    // there is a beat
  input  logic none_i,     // that makes no step
  input  logic two_i,      // or two
  input  logic shares_i,   // which share CC
  input  logic second_i,   // it is at the second of them
  input  logic hdr_i,      // a header goes first
  input  logic calm_i,     // none does, and the message has its tweak
  input  logic ready_i,    // the core takes a step
  input  logic cc_busy_i,  // CC is another pair's
  input  logic cc_valid_i,
  output logic waits_o,
  output logic second_o,   // second_i in the next cycle
  output logic pop_o
);

  logic lone, ends, first, steady;
  assign steady = calm_i && ready_i;

  // valid && none && !hdr
  aesculus_lut4 #(.Init(16'h0040)) u_lone (
    .a_i({1'b0, valid_i, none_i, hdr_i}), .y_o(lone)
  );
  // valid && !none && (second || !two)
  aesculus_lut4 #(.Init(16'h0d00)) u_ends (
    .a_i({valid_i, none_i, second_i, two_i}), .y_o(ends)
  );
  // shares && (second ? !cc_valid : cc_busy)
  aesculus_lut4 #(.Init(16'h3a00)) u_waits (
    .a_i({shares_i, second_i, cc_valid_i, cc_busy_i}), .y_o(waits_o)
  );
  // valid && !none && !second && two
  aesculus_lut4 #(.Init(16'h0200)) u_first (
    .a_i({valid_i, none_i, second_i, two_i}), .y_o(first)
  );
  // steady && !waits ? first : second
  aesculus_lut4 #(.Init(16'hacaa)) u_second (
    .a_i({steady, waits_o, first, second_i}), .y_o(second_o)
  );
  // lone || (ends && steady && !waits)
  aesculus_lut4 #(.Init(16'hff40)) u_pop (.a_i({lone, ends, steady, waits_o}), .y_o(pop_o));

endmodule

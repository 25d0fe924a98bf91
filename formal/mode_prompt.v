// SPDX-License-Identifier: Apache-2.0
// Properties of aesculus_mode_prompt, for all time (module `queue`, four words of three bits in its memory):
//
//   order     words come out as they went in: none is lost, doubled or passed over
//   quiet     nothing shows without a word
//   flow      a word is shown three cycles after it was pushed, if all before it are popped by then
//
// The writer keeps the room, of three words more than the memory has, and a word is popped only while one is shown, at any time. Words are
// numbered, so what is shown tells which it is. Resets come at any time, with a wipe or without.

module mode_prompt (
  input clk,
  input again,
  input wipe,
  input push_any,
  input pop_any,
  input pop_too
);
  reg started = 0, wiping = 0;
  always @(posedge clk) started <= 1;
  wire rst_ni = started && !again;

  // A wipe begins with a reset. Nothing is pushed in it.
  wire wipes = wiping && wipe;
  always @(posedge clk) wiping <= !rst_ni || wipes;

  reg [2:0] in_count = 0, out_count = 0;
  wire [2:0] inside = in_count - out_count;
  wire push = rst_ni && !wipes && push_any && inside < 7;
  wire valid;
  wire pop = valid && pop_any && pop_too;
  wire [2:0] shown;

  queue dut (
    .clk_i(clk), .rst_ni(rst_ni), .wipe_i(wipes), .push_i(push), .data_i(in_count),
    .valid_o(valid), .pop_i({pop_any, valid && pop_too}), .data_o(shown)
  );

  reg [2:0] settling = 0, settled = 0;  // in_count of the cycle before, and of the one before that
  always @(posedge clk) begin
    if (!rst_ni) begin
      in_count <= 0;
      out_count <= 0;
      settling <= 0;
      settled <= 0;
    end else begin
      in_count <= in_count + push;
      out_count <= out_count + pop;
      settling <= in_count;
      settled <= settling;
      if (valid) order: assert (shown == out_count && inside != 0);
      if (settled != out_count) flow: assert (valid);
      if (!valid) quiet: assert (shown == 0);
    end
  end
endmodule

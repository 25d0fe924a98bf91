// SPDX-License-Identifier: Apache-2.0
// Properties of aesculus_mode_tally, for all time (module `tally`, eight words):
//
//   some      it says at once whether there is a word
//   soon      and whether there is one in the next cycle
//
// Words come while there is room and go while there are any, at any time. Resets come at any time.

module mode_tally (
  input clk,
  input again,
  input push_any,
  input take_any
);
  reg started = 0;
  always @(posedge clk) started <= 1;
  wire rst_ni = started && !again;

  reg [3:0] held = 0;
  wire push = rst_ni && push_any && held != 8;
  wire take = rst_ni && take_any && held != 0;
  wire [3:0] next = held + push - take;
  wire some_now, some_next;

  tally dut (
    .clk_i(clk), .rst_ni(rst_ni), .push_i(push), .take_i(take), .some_o(some_now),
    .some_soon_o(some_next)
  );

  always @(posedge clk) begin
    held <= rst_ni ? next : 0;
    if (rst_ni) begin
      some: assert (some_now == (held != 0));
      soon: assert (some_next == (next != 0));
    end
  end
endmodule

// SPDX-License-Identifier: Apache-2.0
// Properties of the handshakes and slots of a point (module aesculus_point, TAG_BITS-bit tags):
//
//   order     beats leave in the order in which they came, none lost, none doubled: the tags that
//             go in count up, and so must those that come out
//   room      no beat leaves that has not come
//   hold      an offered result stays until it is taken (with flow control)
//   drain     with no input and a ready consumer, the core is empty after DRAIN cycles
//   show      with no input, a result is offered after DRAIN cycles whatever the consumer does, who
//             may wait for it before being ready
//   calm      nothing is offered during a reset
//
// Resets may come at any time, and last as long as they like.
//
// Blocks and keys are free and their results are not looked at, so all data paths drop out and the
// solver sees the control alone.

module handshake #(
  parameter TAG_BITS = 5,
  parameter FLOW = 0,     // as flow_e
  parameter DRAIN = 40
) (
  input clk,
  input again,            // reset
  input in_valid,
  input out_ready
);
  reg started = 0;
  always @(posedge clk) started <= 1;
  wire rst_ni = started && !again;

  reg [TAG_BITS-1:0] sent = 0, got = 0;
  wire in_ready, out_valid;
  wire [TAG_BITS-1:0] out_tag;
  wire taken = out_valid && (FLOW == 0 || out_ready);

  aesculus_point dut (
    .clk_i(clk), .rst_ni(rst_ni),
    .in_valid_i(in_valid), .in_ready_o(in_ready), .in_tag_i(sent),
    .in_block_i(128'b0), .in_key_i(128'b0), .in_decrypt_i(1'b0),
    .out_valid_o(out_valid), .out_ready_i(out_ready), .out_tag_o(out_tag),
    .key_valid_i(1'b0), .key_i(128'b0), .clear_i(1'b0)
  );

  reg [7:0] idle = 0, quiet = 0;
  reg held = 0;
  reg [TAG_BITS-1:0] held_tag = 0;

  always @(posedge clk) begin
    if (!rst_ni) begin
      sent <= 0;
      got <= 0;
      idle <= 0;
      quiet <= 0;
      held <= 0;
      calm: assert (!out_valid);
    end else begin
      if (in_valid && in_ready) sent <= sent + 1;
      if (taken) got <= got + 1;
      idle <= (!in_valid && (FLOW == 0 || out_ready)) ? (idle == 255 ? idle : idle + 1) : 0;
      quiet <= (!in_valid && !taken) ? (quiet == 255 ? quiet : quiet + 1) : 0;
      held <= out_valid && !taken;
      held_tag <= out_tag;

      if (out_valid) order: assert (out_tag == got);
      if (out_valid) room: assert (got != sent);
      if (held) hold: assert (out_valid && out_tag == held_tag);
      if (idle > DRAIN) drain: assert (got == sent);
      if (quiet > DRAIN && got != sent) show: assert (out_valid);
    end
  end
endmodule

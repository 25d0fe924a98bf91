// SPDX-License-Identifier: Apache-2.0
// Properties of the handshakes, slots and clears of a point (module aesculus_point, TAG_BITS-bit
// tags):
//
//   order     beats leave in the order in which they came, none lost, none doubled: the tags that
//             go in count up, and so must those that come out
//   room      no beat leaves that has not come
//   hold      an offered result stays until it is taken (with flow control)
//   drain     with no input and a ready consumer, the core is empty after DRAIN cycles
//   show      with no input, a result is offered after DRAIN cycles whatever the consumer does, who
//             may wait for it before being ready
//   usable    with no input and a ready consumer, a beat can enter after DRAIN cycles
//   calm      nothing is offered during a reset, nor from a clear on until it is done
//   deaf      nothing is taken meanwhile, beats and keys: what a producer sees taken is taken
//   begun     cleared_o is low in a reset and from the edge on at which a clear is asked for
//   counted   it is high CLEAR edges after the last such edge, and no edge sooner
//   done      and stays so until the next
//   in_step   a beat that leaves the preparing ring finds an empty slot in the cipher's (PREPARES)
//
// Resets and clears may come at any time, last as long as they like and come into each other. A clear
// drops all beats that were taken up to its edge.
//
// With ANY_TIME `drain`, `show` and `usable` are not asked: their counters beside those of a core that
// takes hundreds of cycles a block are more than the solver ends with.
//
// Blocks and keys are free and their results are not looked at, so all data paths drop out and the
// solver sees the control alone.

module handshake #(
  parameter TAG_BITS = 5,
  parameter FLOW = 0,     // as flow_e
  parameter DRAIN = 40,
  parameter CLEAR = 20,
  parameter KEYED = 0     // keys are stored, and come at any time: beats wait for theirs, so that
                          // `usable` is shown in key_coherence.v instead
) (
  input clk,
  input again,            // reset
  input clear,
  input in_valid,
  input in_decrypt,
  input [TAG_BITS-1:0] noise,  // what the tag's port shows without a beat
  input key_valid,
  input out_ready
);
  reg started = 0;
  always @(posedge clk) started <= 1;
  wire rst_ni = started && !again;

  reg [TAG_BITS-1:0] sent = 0, got = 0;
  wire in_ready, key_ready, out_valid, cleared;
  wire [TAG_BITS-1:0] out_tag;
  wire taken = out_valid && (FLOW == 0 || out_ready);
`ifdef PREPARES
  wire leaves, finds;
`endif

  aesculus_point dut (
    .clk_i(clk), .rst_ni(rst_ni), .clear_i(clear), .cleared_o(cleared),
    .in_valid_i(in_valid), .in_ready_o(in_ready), .in_decrypt_i(in_decrypt),
    .in_tag_i(in_valid ? sent : noise),
    .out_valid_o(out_valid), .out_ready_i(out_ready), .out_tag_o(out_tag),
    .key_valid_i(KEYED && key_valid), .key_ready_o(key_ready)
`ifdef PREPARES
    , .\u_core.gen_legal.u_engine.gen_prepare.u_prepare.out_valid_o (leaves)
    , .\u_core.gen_legal.u_engine.gen_ring.u_ring.in_ready_o (finds)
`endif
  );

  reg [7:0] idle = 0, quiet = 0, since = 0;
  reg clearing = 1, asked = 1;
  reg held = 0;
  reg [TAG_BITS-1:0] held_tag = 0;

  always @(posedge clk) begin
`ifdef PREPARES
    if (leaves) in_step: assert (finds);
`endif
    if (!rst_ni || (clearing && !cleared)) begin
      calm: assert (!out_valid);
      deaf: assert (!in_ready && !key_ready);
    end
    if (!rst_ni || asked) begun: assert (!cleared);
    if (rst_ni) counted: assert (cleared == (since >= CLEAR));
    if (rst_ni && !clearing) done: assert (cleared);

    asked <= !rst_ni || clear;
    clearing <= !rst_ni || clear || (clearing && !cleared);
    since <= !rst_ni || clear ? 0 : since == 255 ? since : since + 1;
    if (!rst_ni || clear) begin
      sent <= 0;
      got <= 0;
      idle <= 0;
      quiet <= 0;
      held <= 0;
    end else begin
      if (in_valid && in_ready) sent <= sent + 1;
      if (taken) got <= got + 1;
      idle <= (!in_valid && (FLOW == 0 || out_ready)) ? (idle == 255 ? idle : idle + 1) : 0;
      quiet <= (!in_valid && !taken) ? (quiet == 255 ? quiet : quiet + 1) : 0;
      held <= out_valid && !taken;
      held_tag <= out_tag;
    end

    if (rst_ni) begin
      if (out_valid) order: assert (out_tag == got);
      if (out_valid) room: assert (got != sent);
      if (held) hold: assert (out_valid && out_tag == held_tag);
`ifndef ANY_TIME
      if (idle > DRAIN) drain: assert (got == sent);
      if (idle > DRAIN && cleared && !KEYED && (FLOW == 0 || out_ready)) usable: assert (in_ready);
      if (quiet > DRAIN && got != sent) show: assert (out_valid);
`endif
    end
  end
endmodule

// SPDX-License-Identifier: Apache-2.0
// What a point shows beside a low out_valid_o (module aesculus_point, one lane, its data path from
// no_data.sv, so that whatever it could hold is there):
//
//   quiet    the last result that was delivered, block and tag of the same
//   empty    zeros from a reset or the edge of a clear on, until a result is delivered; with credit
//            zeros always
//   mute     nothing at all on the ports for keys of a point that has none to store
//
// Resets and clears may come at any time.

module quiet #(
  parameter TAG_BITS = 5,
  parameter FLOW = 0,     // as flow_e
  parameter STORED = 0
) (
  input clk,
  input again,            // reset
  input clear,
  input in_valid,
  input in_decrypt,
  input out_ready,
  input key_valid,
  input [TAG_BITS-1:0] in_tag,
  input [127:0] in_block,
  input [127:0] in_key,
  input [127:0] key
);
  reg started = 0;
  always @(posedge clk) started <= 1;
  wire rst_ni = started && !again;

  wire out_valid, key_ready;
  wire [127:0] out_block;
  wire [TAG_BITS-1:0] out_tag;
  wire taken = out_valid && (FLOW == 0 || out_ready);

  aesculus_point dut (
    .clk_i(clk), .rst_ni(rst_ni), .clear_i(clear),
    .in_valid_i(in_valid), .in_tag_i(in_tag), .in_decrypt_i(in_decrypt), .in_block_i(in_block),
    .in_key_i(in_key), .out_valid_o(out_valid), .out_ready_i(out_ready), .out_block_o(out_block),
    .out_tag_o(out_tag), .key_valid_i(key_valid), .key_ready_o(key_ready), .key_i(key)
  );

  reg [127+TAG_BITS:0] last = 0;   // delivered since the last reset or clear
  wire [127+TAG_BITS:0] shown = {out_tag, out_block};
  reg none = 1;

  always @(posedge clk) begin
    if (!rst_ni || clear) begin
      none <= 1;
      last <= 0;
    end else if (taken) begin
      none <= 0;
      last <= shown;
    end
    if (!rst_ni) empty_in_reset: assert (shown == 0);
    else if (!out_valid) begin
      // Which of the two is said for the solver: "either" is a clause for each pair of bits.
      if (none || FLOW == 2) empty: assert (shown == 0);
      else quiet: assert (shown == last);
    end
    if (!STORED) mute: assert (!key_ready);
  end
endmodule

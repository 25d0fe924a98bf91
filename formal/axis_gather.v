// SPDX-License-Identifier: Apache-2.0
// Properties of aesculus_axis_gather, for all time and any data (module `gather`, two bits of note):
//
//   hold      a word that is offered stays as it is until it is taken
//   quiet     nothing shows without an offer
//   count     no byte is lost or doubled: as many have left as have come, less those of the word
//             that is inside
//   packets   nor a packet: each end that came in leaves, in a word of its own
//   order     a word has bytes of one note alone, which is that of its beats
//   room      the register takes a beat whenever its word is not full
//   whole     a word that is offered is full or ends where it has to
//
// The producer keeps an offer until it is taken, as AXI4-Stream asks. Resets and clears come at any
// time.

module axis_gather (
  input clk,
  input again,
  input clear,
  input [1:0] in_bytes_any,
  input [1:0] in_note_any,
  input in_bad_any,
  input in_last_any,
  input in_offer,
  input out_ready
);
  reg started = 0;
  always @(posedge clk) started <= 1;
  wire rst_ni = started && !again;

  // What is offered stands until it is taken.
  reg pending = 0, p_bad, p_last;
  reg [1:0] p_bytes, p_note;
  wire in_ready, out_valid, out_bad, out_last;
  wire in_valid = pending || in_offer;
  wire [1:0] some = in_bytes_any == 3 ? 2 : in_bytes_any;
  wire [1:0] in_bytes = pending ? p_bytes : some;
  wire [1:0] in_note = pending ? p_note : in_note_any;
  wire in_bad = pending ? p_bad : in_bad_any;
  wire in_last = pending ? p_last : in_last_any;
  wire [3:0] out_bytes;
  wire [1:0] out_note;
  wire [63:0] out_data;
  wire out_tail;

  gather dut (
    .clk_i(clk), .rst_ni(rst_ni), .clear_i(clear), .in_valid_i(in_valid), .in_ready_o(in_ready),
    .in_data_i(16'b0), .in_bytes_i(in_bytes), .in_bad_i(in_bad), .in_last_i(in_last),
    .in_note_i(in_note), .in_tail_i(1'b0), .out_valid_o(out_valid), .out_ready_i(out_ready),
    .out_data_o(out_data), .out_bytes_o(out_bytes), .out_bad_o(out_bad), .out_last_o(out_last),
    .out_note_o(out_note), .out_tail_o(out_tail)
  );

  // Counted round: more than a word is never inside.
  reg [4:0] bytes_in = 0, bytes_out = 0;
  reg [2:0] lasts_in = 0, lasts_out = 0, ends_in = 0, ends_out = 0;
  reg [1:0] note_in = 0;
  reg inside = 0, held = 0, h_last = 0, h_bad = 0;
  reg [3:0] h_bytes = 0;
  reg [1:0] h_note = 0;
  wire take = in_valid && in_ready && (in_bytes != 0 || in_last || in_bad);
  wire leave = out_valid && out_ready;
  wire [4:0] there = bytes_in - bytes_out;
  wire [2:0] lasts = lasts_in - lasts_out, ends = ends_in - ends_out;

  always @(posedge clk) begin
    pending <= rst_ni && !clear && in_valid && !in_ready;
    p_bytes <= in_bytes; p_note <= in_note; p_bad <= in_bad; p_last <= in_last;
    if (!rst_ni || clear) begin
      bytes_in <= 0; bytes_out <= 0; lasts_in <= 0; lasts_out <= 0; ends_in <= 0; ends_out <= 0;
      inside <= 0; held <= 0;
    end else begin
      if (take) begin
        bytes_in <= bytes_in + in_bytes;
        lasts_in <= lasts_in + in_last;
        ends_in <= ends_in + (in_last || in_bad || in_bytes != 2);
        note_in <= in_note;
      end
      if (leave) begin
        bytes_out <= bytes_out + out_bytes;
        lasts_out <= lasts_out + out_last;
      end
      if (leave) ends_out <= ends_in;
      inside <= take || (inside && !leave);
      held <= out_valid && !out_ready;
      h_last <= out_last; h_bad <= out_bad; h_bytes <= out_bytes; h_note <= out_note;
    end
    if (rst_ni) begin
      if (held) hold: assert (out_valid && out_last == h_last && out_bad == h_bad
                              && out_bytes == h_bytes && out_note == h_note);
      if (!out_valid) quiet: assert (out_bytes == 0 && !out_last && !out_bad && out_note == 0
                                     && out_data == 0);
      if (out_valid) count: assert (inside && out_bytes == there);
      if (out_valid) packets: assert (out_last == lasts && lasts < 2 && ends < 2);
      if (out_valid) order: assert (out_note == note_in);
      if (take && inside && !leave) same: assert (in_note == note_in);
      if (inside && there == 8) room: assert (out_valid);
      if (inside && ends != 0) whole: assert (out_valid);
      if (!inside && !clear) empty: assert (!out_valid);
    end
  end
endmodule

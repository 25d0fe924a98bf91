// SPDX-License-Identifier: Apache-2.0
// CFB with segments of a byte or a bit (SP 800-38A, section 6.3) on the message port: a beat is taken
// apart in front of aesculus_block_mode and put together behind it.
//
// A beat of any number of bytes is legal, not only at the end: streams that give a byte at a time in
// turn fill the ring, while a beat of 16 bytes keeps the others waiting for its 16 or 128 segments.
// Beats go through in order and whole, so there is one counter in front and one register behind.

module aesculus_segment_mode
  import aesculus_mode_pkg::*;
#(
  parameter int unsigned Segment  = 8,     // 8 or 1
  parameter int unsigned KeyBits  = 128,
  parameter int unsigned Streams  = 1,
  parameter int unsigned AddrW    = 2,
  parameter bit          Holds    = 1'b0,
  parameter bit          Single   = 1'b0,  // see aesculus_mode_headers

  localparam int unsigned StreamW = Streams > 1 ? $clog2(Streams) : 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clear_i,
  output logic               cleared_o,

  input  logic               hdr_valid_i,
  output logic               hdr_ready_o,
  input  logic [StreamW-1:0] hdr_stream_i,
  input  logic               hdr_decrypt_i,
  input  logic [KeyBits-1:0] hdr_key_i,
  input  logic [127:0]       hdr_iv_i,
  input  logic [4:0]         hdr_iv_bytes_i,
  input  logic [4:0]         hdr_tag_bytes_i,
  input  logic [31:0]        hdr_aad_bytes_i,
  input  logic [31:0]        hdr_text_bytes_i,

  input  logic               in_valid_i,
  output logic               in_ready_o,
  input  logic [StreamW-1:0] in_stream_i,
  input  logic [1:0]         in_kind_i,
  input  logic [127:0]       in_block_i,
  input  logic [4:0]         in_bytes_i,
  input  logic               in_last_i,

  output logic               out_valid_o,
  input  logic               out_ready_i,
  output logic [StreamW-1:0] out_stream_o,
  output logic [1:0]         out_kind_o,
  output logic [127:0]       out_block_o,
  output logic [4:0]         out_bytes_o,
  output logic               out_last_o,
  output logic               out_auth_o,
  output logic               out_error_o,

  output logic [ErrorW-1:0]  error_o,
  input  logic               error_clear_i,

  output logic               core_valid_o,
  input  logic               core_ready_i,
  output logic [127:0]       core_block_o,
  output logic [KeyBits-1:0] core_key_o,
  output logic               core_decrypt_o,
  output logic               core_clear_o,
  input  logic               core_cleared_i,
  input  logic               core_valid_i,
  output logic               core_ready_o,
  input  logic [127:0]       core_block_i
);

`ifndef AESCULUS_UNCHECKED
  if (KeyBits != 128 && KeyBits != 192 && KeyBits != 256) begin : gen_bad_key_bits
    $error("KeyBits is %0d; legal: 128, 192, 256", KeyBits);
  end
  if (Segment != 8 && Segment != 1) begin : gen_bad_segment
    $error("Segment is %0d; legal: 8, 1", Segment);
  end
  if (Streams < 1 || Streams > 64) begin : gen_bad_streams
    $error("Streams is %0d; legal: 1 to 64", Streams);
  end
  if (AddrW < 1 || AddrW > 16) begin : gen_bad_addr_w
    $error("AddrW is %0d; legal: 1 to 16", AddrW);
  end
  if (Single && Streams != 1) begin : gen_bad_single
    $error("Streams is %0d; legal with Single 1: 1", Streams);
  end
`endif  // AESCULUS_UNCHECKED

  localparam int unsigned PerByte = 8 / Segment;
  localparam int unsigned Count   = 16 * PerByte;
  localparam int unsigned CountW  = $clog2(Count);
  // A beat is noted with its first segment, so there is one more of them than segments inside.
  localparam int unsigned BeatsW  = AddrW + 1;

  typedef struct packed {
    logic [4:0]        bytes;
    logic [CountW-1:0] final_seg;
  } note_t;

  logic live, wipe, rst_clear_n, mode_cleared, unused_clear;
  aesculus_mode_clear #(.Cycles(2 ** BeatsW + 1)) u_clear (
    .clk_i, .rst_ni, .clear_i, .core_cleared_i(mode_cleared), .core_clear_o(unused_clear),
    .live_o(live), .wipe_o(wipe), .rst_no(rst_clear_n)
  );
  assign cleared_o = live;

  logic hdr_ready;
  assign hdr_ready_o = hdr_ready && live;

  // In front: segment after segment of the beat that is offered. One with a fault goes as one.
  logic [CountW-1:0] place_q, final_seg;
  logic              odd_size, strange, seg_ready, seg_valid, seg_final, enter, begins;
  note_t             note, oldest;
  assign odd_size   = in_bytes_i > 5'd16 || in_bytes_i == '0;
  assign strange    = odd_size || in_kind_i != KindText;
  assign final_seg  = strange ? '0 : CountW'(32'(in_bytes_i) * PerByte - 1);
  assign seg_valid  = in_valid_i && live;
  assign seg_final  = place_q == final_seg;
  assign enter      = seg_valid && seg_ready;
  // A beat of no stream is dropped behind this, and so gives nothing back.
  assign begins     = enter && place_q == '0 && 32'(in_stream_i) < Streams;
  assign in_ready_o = live && seg_ready && seg_final;
  assign note       = live ? '{bytes: in_bytes_i, final_seg: final_seg} : '0;

  logic [127:0] seg_block;
  assign seg_block = 128'(in_block_i[127 - Segment * 32'(place_q) -: Segment]) << (128 - Segment);

  logic               out_valid, out_ready, out_last, out_error, out_auth;
  logic [StreamW-1:0] out_stream;
  logic [1:0]         out_kind;
  logic [127:0]       out_block;
  logic [4:0]         out_bytes;

  aesculus_block_mode #(
    .Mode(ModeCfb), .KeyBits(KeyBits), .Streams(Streams), .Segment(Segment), .AddrW(AddrW),
    .Holds(Holds), .Single(Single)
  ) u_mode (
    .clk_i, .rst_ni, .clear_i, .cleared_o(mode_cleared), .hdr_valid_i(hdr_valid_i && live),
    .hdr_ready_o(hdr_ready), .hdr_stream_i, .hdr_decrypt_i, .hdr_key_i, .hdr_iv_i,
    .hdr_iv_bytes_i, .hdr_tag_bytes_i, .hdr_aad_bytes_i, .hdr_text_bytes_i,
    .in_valid_i(seg_valid), .in_ready_o(seg_ready), .in_stream_i, .in_kind_i,
    .in_block_i(seg_block), .in_bytes_i(odd_size ? in_bytes_i : 5'd1),
    .in_last_i(in_last_i && seg_final), .out_valid_o(out_valid), .out_ready_i(out_ready),
    .out_stream_o(out_stream), .out_kind_o(out_kind), .out_block_o(out_block),
    .out_bytes_o(out_bytes), .out_last_o(out_last), .out_auth_o(out_auth),
    .out_error_o(out_error), .error_o, .error_clear_i, .core_valid_o, .core_ready_i,
    .core_block_o, .core_key_o, .core_decrypt_o, .core_clear_o, .core_cleared_i, .core_valid_i,
    .core_ready_o, .core_block_i
  );

  // Behind: what has come of the oldest beat.
  logic              waits, done, leave;
  logic [CountW-1:0] got_q;
  logic [127:0]      sum_q, sum;
  aesculus_fifo #(.Width($bits(note_t)), .AddrW(BeatsW)) u_beats (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .push_i(begins), .data_i(note),
    .valid_o(waits), .pop_i(leave), .data_o(oldest)
  );
  assign done      = got_q == oldest.final_seg;
  assign out_ready = !done || out_ready_i;
  assign leave     = out_valid && done && out_ready_i;
  assign sum       = sum_q | ((out_block >> (128 - Segment)) << (128 - Segment))
                     >> (Segment * 32'(got_q));

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      place_q <= '0;
      got_q   <= '0;
      sum_q   <= '0;
    end else begin
      if (enter) place_q <= seg_final ? '0 : place_q + 1'b1;
      if (out_valid && out_ready) begin
        got_q <= done ? '0 : got_q + 1'b1;
        sum_q <= done ? '0 : sum;
      end
    end
  end

  assign out_valid_o  = out_valid && done;
  assign out_stream_o = out_valid_o ? out_stream : '0;
  assign out_kind_o   = out_valid_o ? out_kind : '0;
  assign out_block_o  = out_valid_o && !out_error ? sum : '0;
  assign out_bytes_o  = out_valid_o && !out_error ? oldest.bytes : '0;
  assign out_last_o   = out_valid_o && out_last;
  assign out_auth_o   = out_valid_o && out_auth;
  assign out_error_o  = out_valid_o && out_error;

  logic unused;
  assign unused = ^{waits, out_bytes};

endmodule

// SPDX-License-Identifier: Apache-2.0
// AXI4-Stream on one side, the message port on the other (docs/modes.md).
//
// A packet is a message: TID its stream, TUSER of a beat what it holds (IV, AAD, text, tag). Byte 0 of a
// packet is the lowest byte of TDATA. Holes in TKEEP make a block of too many bytes, which every mode
// refuses. Behind a mode a beat has TUSER {error, auth, kind}.

module aesculus_axis #(
  parameter int unsigned BusBytes = 4,
  parameter int unsigned KeyBits  = 128,
  parameter int unsigned Lanes    = 1,
  parameter int unsigned StreamW  = 1,

  localparam int unsigned BusW       = 8 * BusBytes,
  localparam int unsigned Block      = 128 * Lanes,
  localparam int unsigned BlockBytes = 16 * Lanes,
  localparam int unsigned BytesW     = $clog2(BlockBytes) + 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                clear_i,
  output logic                cleared_o,

  input  logic                s_hdr_tvalid_i,
  output logic                s_hdr_tready_o,
  input  logic [BusW-1:0]     s_hdr_tdata_i,
  input  logic [BusBytes-1:0] s_hdr_tkeep_i,
  input  logic                s_hdr_tlast_i,
  input  logic [StreamW-1:0]  s_hdr_tid_i,

  input  logic                s_axis_tvalid_i,
  output logic                s_axis_tready_o,
  input  logic [BusW-1:0]     s_axis_tdata_i,
  input  logic [BusBytes-1:0] s_axis_tkeep_i,
  input  logic                s_axis_tlast_i,
  input  logic [StreamW-1:0]  s_axis_tid_i,
  input  logic [1:0]          s_axis_tuser_i,

  output logic                m_axis_tvalid_o,
  input  logic                m_axis_tready_i,
  output logic [BusW-1:0]     m_axis_tdata_o,
  output logic [BusBytes-1:0] m_axis_tkeep_o,
  output logic                m_axis_tlast_o,
  output logic [StreamW-1:0]  m_axis_tid_o,
  output logic [3:0]          m_axis_tuser_o,

  output logic                mode_clear_o,
  input  logic                mode_cleared_i,
  output logic                hdr_valid_o,
  input  logic                hdr_ready_i,
  output logic [StreamW-1:0]  hdr_stream_o,
  output logic                hdr_decrypt_o,
  output logic [KeyBits-1:0]  hdr_key_o,
  output logic [127:0]        hdr_iv_o,
  output logic [4:0]          hdr_iv_bytes_o,
  output logic [4:0]          hdr_tag_bytes_o,
  output logic [31:0]         hdr_aad_bytes_o,
  output logic [31:0]         hdr_text_bytes_o,
  output logic                in_valid_o,
  input  logic                in_ready_i,
  output logic [StreamW-1:0]  in_stream_o,
  output logic [1:0]          in_kind_o,
  output logic [Block-1:0]    in_block_o,
  output logic [BytesW-1:0]   in_bytes_o,
  output logic                in_last_o,
  input  logic                out_valid_i,
  output logic                out_ready_o,
  input  logic [StreamW-1:0]  out_stream_i,
  input  logic [1:0]          out_kind_i,
  input  logic [Block-1:0]    out_block_i,
  input  logic [BytesW-1:0]   out_bytes_i,
  input  logic                out_last_i,
  input  logic                out_auth_i,
  input  logic                out_error_i
);

`ifndef AESCULUS_UNCHECKED
  if (KeyBits == 0 || KeyBits > 512 || KeyBits % 64 != 0) begin : gen_bad_key_bits
    $error("KeyBits is %0d; legal: 128, 192, 256, 512", KeyBits);
  end
  if (BusBytes == 0 || BusBytes > 64 || (BusBytes & (BusBytes - 1)) != 0) begin : gen_bad_bus_bytes
    $error("BusBytes is %0d; legal: a power of two up to 64", BusBytes);
  end
  // Beats are joined to one of the other side, or parted.
  if (BlockBytes % BusBytes != 0 && BusBytes % BlockBytes != 0) begin : gen_bad_lanes
    $error("Lanes is %0d; legal with BusBytes %0d: 1, 2, 4", Lanes, BusBytes);
  end
`endif  // AESCULUS_UNCHECKED

  localparam int unsigned BusLenW   = $clog2(BusBytes + 1);
  localparam int unsigned BlockLenW = $clog2(BlockBytes + 1);

  // Byte 0 is the highest of a block and the lowest of TDATA; lane 0 is the lowest of both.
  function automatic logic [Block-1:0] turned(logic [Block-1:0] data);
    for (int unsigned b = 0; b < BlockBytes; b++) begin
      turned[8*b+:8] = data[128*(b/16)+8*(15-b%16)+:8];
    end
  endfunction

  logic live;
  assign live         = mode_cleared_i;
  assign cleared_o    = live;
  assign mode_clear_o = clear_i;

  // Headers.
  logic hdr_ready;
  aesculus_axis_header #(.BusBytes(BusBytes), .KeyBits(KeyBits), .IdW(StreamW)) u_header (
    .clk_i, .rst_ni, .clear_i, .hdr_tvalid_i(s_hdr_tvalid_i && live), .hdr_tready_o(hdr_ready),
    .hdr_tdata_i(s_hdr_tdata_i), .hdr_tkeep_i(s_hdr_tkeep_i), .hdr_tlast_i(s_hdr_tlast_i),
    .hdr_tid_i(s_hdr_tid_i), .valid_o(hdr_valid_o), .ready_i(hdr_ready_i),
    .stream_o(hdr_stream_o), .decrypt_o(hdr_decrypt_o), .key_o(hdr_key_o), .iv_o(hdr_iv_o),
    .iv_bytes_o(hdr_iv_bytes_o), .tag_bytes_o(hdr_tag_bytes_o), .aad_bytes_o(hdr_aad_bytes_o),
    .text_bytes_o(hdr_text_bytes_o)
  );
  assign s_hdr_tready_o = hdr_ready && live;

  // Data in: bytes are counted, and a beat whose bytes are not the first ones is told of beside them.
  logic [BusLenW-1:0]  s_bytes;
  logic                s_holes, s_valid, s_ready;
  always_comb begin
    s_bytes = '0;
    for (int unsigned b = 0; b < BusBytes; b++) s_bytes += BusLenW'(s_axis_tkeep_i[b]);
  end
  assign s_holes         = (s_axis_tkeep_i & (s_axis_tkeep_i + 1'b1)) != '0;
  assign s_valid         = s_axis_tvalid_i && live;
  assign s_axis_tready_o = s_ready && live;

  logic [Block-1:0]     in_data;
  logic [BlockLenW-1:0] in_bytes;
  logic                 in_bad;
  assign in_block_o = turned(in_data);
  assign in_bytes_o = in_bad ? BytesW'(BlockBytes + 1) : BytesW'(in_bytes);

  if (BusBytes < BlockBytes) begin : gen_in_narrow
    logic unused_tail;
    aesculus_axis_gather #(
      .BeatBytes(BusBytes), .Beats(BlockBytes / BusBytes), .NoteW(StreamW + 2), .TailW(1)
    ) u_gather (
      .clk_i, .rst_ni, .clear_i, .in_valid_i(s_valid), .in_ready_o(s_ready),
      .in_data_i(s_axis_tdata_i), .in_bytes_i(s_bytes), .in_bad_i(s_holes),
      .in_last_i(s_axis_tlast_i), .in_note_i({s_axis_tid_i, s_axis_tuser_i}), .in_tail_i(1'b0),
      .out_valid_o(in_valid_o), .out_ready_i(in_ready_i), .out_data_o(in_data),
      .out_bytes_o(in_bytes), .out_bad_o(in_bad), .out_last_o(in_last_o),
      .out_note_o({in_stream_o, in_kind_o}), .out_tail_o(unused_tail)
    );
  end else if (BusBytes == BlockBytes) begin : gen_in_same
    logic blank;
    assign blank       = s_bytes == '0 && !s_axis_tlast_i && !s_holes;
    assign in_valid_o  = s_valid && !blank;
    assign s_ready     = in_ready_i || blank;
    assign in_data     = s_axis_tdata_i;
    assign in_bytes    = s_bytes;
    assign in_bad      = s_holes;
    assign in_last_o   = s_axis_tlast_i;
    assign in_stream_o = s_axis_tid_i;
    assign in_kind_o   = s_axis_tuser_i;
  end else begin : gen_in_wide
    logic unused_final;
    aesculus_axis_scatter #(.BeatBytes(BlockBytes), .Beats(BusBytes / BlockBytes)) u_scatter (
      .clk_i, .rst_ni, .clear_i, .in_valid_i(s_valid), .in_ready_o(s_ready),
      .in_data_i(s_axis_tdata_i), .in_bytes_i(s_bytes), .in_bad_i(s_holes),
      .in_last_i(s_axis_tlast_i), .out_valid_o(in_valid_o), .out_ready_i(in_ready_i),
      .out_data_o(in_data), .out_bytes_o(in_bytes), .out_final_o(unused_final),
      .out_last_o(in_last_o)
    );
    assign in_bad      = s_holes;
    assign in_stream_o = s_axis_tid_i;
    assign in_kind_o   = s_axis_tuser_i;
  end

  // Data out. Blocks of no bytes leave only at the end of a packet.
  logic [Block-1:0]   out_data;
  logic [BusLenW-1:0] m_bytes;
  logic               m_auth;
  assign out_data       = turned(out_block_i);
  for (genvar b = 0; b < BusBytes; b++) begin : gen_keep
    assign m_axis_tkeep_o[b] = m_bytes > BusLenW'(b);
  end

  if (BusBytes < BlockBytes) begin : gen_out_narrow
    logic unused_final;
    aesculus_axis_scatter #(.BeatBytes(BusBytes), .Beats(BlockBytes / BusBytes)) u_scatter (
      .clk_i, .rst_ni, .clear_i, .in_valid_i(out_valid_i), .in_ready_o(out_ready_o),
      .in_data_i(out_data), .in_bytes_i(BlockLenW'(out_bytes_i)), .in_bad_i(1'b0),
      .in_last_i(out_last_i), .out_valid_o(m_axis_tvalid_o), .out_ready_i(m_axis_tready_i),
      .out_data_o(m_axis_tdata_o), .out_bytes_o(m_bytes), .out_final_o(unused_final),
      .out_last_o(m_axis_tlast_o)
    );
    assign m_auth         = out_auth_i && m_axis_tlast_o;
    assign m_axis_tid_o   = m_axis_tvalid_o ? out_stream_i : '0;
    assign m_axis_tuser_o = m_axis_tvalid_o ? {out_error_i, m_auth, out_kind_i} : '0;
  end else if (BusBytes == BlockBytes) begin : gen_out_same
    logic blank;
    assign blank           = out_bytes_i == '0 && !out_last_i;
    assign m_axis_tvalid_o = out_valid_i && !blank;
    assign out_ready_o     = m_axis_tready_i || blank;
    assign m_axis_tdata_o  = out_data;
    assign m_bytes         = BusLenW'(out_bytes_i);
    assign m_axis_tlast_o  = out_last_i;
    assign m_axis_tid_o    = m_axis_tvalid_o ? out_stream_i : '0;
    assign m_auth          = out_auth_i;
    assign m_axis_tuser_o  = m_axis_tvalid_o ? {out_error_i, m_auth, out_kind_i} : '0;
  end else begin : gen_out_wide
    logic       m_error, unused_bad;
    logic [1:0] m_kind;
    aesculus_axis_gather #(
      .BeatBytes(BlockBytes), .Beats(BusBytes / BlockBytes), .NoteW(StreamW + 3), .TailW(1)
    ) u_gather (
      .clk_i, .rst_ni, .clear_i, .in_valid_i(out_valid_i), .in_ready_o(out_ready_o),
      .in_data_i(out_data), .in_bytes_i(BlockLenW'(out_bytes_i)), .in_bad_i(1'b0),
      .in_last_i(out_last_i), .in_note_i({out_stream_i, out_error_i, out_kind_i}),
      .in_tail_i(out_auth_i), .out_valid_o(m_axis_tvalid_o), .out_ready_i(m_axis_tready_i),
      .out_data_o(m_axis_tdata_o), .out_bytes_o(m_bytes), .out_bad_o(unused_bad),
      .out_last_o(m_axis_tlast_o), .out_note_o({m_axis_tid_o, m_error, m_kind}),
      .out_tail_o(m_auth)
    );
    assign m_axis_tuser_o = {m_error, m_auth, m_kind};
  end

endmodule

// SPDX-License-Identifier: Apache-2.0
// Reads headers from the side stream: 32 bytes and the key, in as many beats as that takes.
//
//   byte 0       bit 0: decrypt
//   byte 1, 2    bytes of the IV, of the tag
//   byte 4..7    bytes of AAD, the first byte the highest; 8..11 bytes of text
//   byte 16..31  the IV; from byte 32 on the key
//
// A header that is shorter or longer, or has holes, is handed on with an IV of 31 bytes, which no
// mode takes: its message goes the way of all faulty ones, and the next one has its own header.

module aesculus_axis_header #(
  parameter int unsigned BusBytes = 4,
  parameter int unsigned KeyBits  = 128,
  parameter int unsigned IdW      = 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clear_i,

  input  logic                  hdr_tvalid_i,
  output logic                  hdr_tready_o,
  input  logic [8*BusBytes-1:0] hdr_tdata_i,
  input  logic [BusBytes-1:0]   hdr_tkeep_i,
  input  logic                  hdr_tlast_i,
  input  logic [IdW-1:0]        hdr_tid_i,

  output logic                  valid_o,
  input  logic                  ready_i,
  output logic [IdW-1:0]        stream_o,
  output logic                  decrypt_o,
  output logic [KeyBits-1:0]    key_o,
  output logic [127:0]          iv_o,
  output logic [4:0]            iv_bytes_o,
  output logic [4:0]            tag_bytes_o,
  output logic [31:0]           aad_bytes_o,
  output logic [31:0]           text_bytes_o
);

  localparam int unsigned Bytes   = 32 + KeyBits / 8;
  localparam int unsigned Beats   = (Bytes + BusBytes - 1) / BusBytes;
  localparam int unsigned LastLen = Bytes - (Beats - 1) * BusBytes;
  localparam int unsigned CountW  = $clog2(Beats + 1);

  localparam logic [BusBytes-1:0] LastKeep = BusBytes'({LastLen{1'b1}});

  logic [Beats-1:0][8*BusBytes-1:0] data_q;
  logic [CountW-1:0]                count_q, count;
  logic                             full_q, bad_q, take, leave, right;
  logic [IdW-1:0]                   id_q;

  assign leave        = full_q && ready_i;
  assign hdr_tready_o = !full_q || leave;
  assign take         = hdr_tvalid_i && hdr_tready_o;
  assign count        = full_q ? '0 : count_q;
  // What this beat has to be, at its place: whole, or the end of the header.
  assign right = count == CountW'(Beats - 1) ? hdr_tlast_i && hdr_tkeep_i == LastKeep
                                             : !hdr_tlast_i && &hdr_tkeep_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      data_q  <= '0;
      count_q <= '0;
      full_q  <= 1'b0;
      bad_q   <= 1'b0;
      id_q    <= '0;
    end else if (clear_i) begin
      data_q  <= '0;
      count_q <= '0;
      full_q  <= 1'b0;
      bad_q   <= 1'b0;
      id_q    <= '0;
    end else begin
      if (leave) begin
        data_q <= '0;
        full_q <= 1'b0;
      end
      if (take) begin
        for (int unsigned b = 0; b < Beats; b++) begin
          if (count == CountW'(b)) data_q[b] <= hdr_tdata_i;
        end
        // Behind its end a header is counted no further.
        count_q <= count == CountW'(Beats) ? count : count + 1'b1;
        full_q  <= hdr_tlast_i;
        bad_q   <= !right || (count != '0 && bad_q);
        id_q    <= hdr_tid_i;
      end else if (leave) begin
        count_q <= '0;
      end
    end
  end

  // Byte 0 on top, as the message port has it.
  logic [8*Beats*BusBytes-1:0] bytes;
  logic [8*Bytes-1:0]          header;
  assign bytes = data_q;
  for (genvar b = 0; b < Bytes; b++) begin : gen_turn
    assign header[8*(Bytes-1-b)+:8] = bytes[8*b+:8];
  end

  logic [7:0] flags, iv_len, tag_len;
  logic [7:0] spare_3;
  logic [31:0] spare;
  assign {flags, iv_len, tag_len, spare_3, aad_bytes_o, text_bytes_o, spare, iv_o, key_o} = header;

  assign valid_o     = full_q;
  assign stream_o    = id_q;
  assign decrypt_o   = flags[0];
  assign iv_bytes_o  = bad_q || iv_len > 8'd16 ? 5'd31 : iv_len[4:0];
  assign tag_bytes_o = tag_len > 8'd31 ? 5'd31 : tag_len[4:0];

  logic unused;
  assign unused = ^{flags, spare_3, spare, bytes};

endmodule

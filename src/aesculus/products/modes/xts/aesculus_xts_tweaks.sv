// SPDX-License-Identifier: Apache-2.0
// The first tweak of each message, kept while the message runs: aesculus_mode_derived beside a fast
// core, where the end of a message is known from a register alone, a cycle behind its last step.
//
// A header asks the core, and ask_bank_o goes with it to where the result comes out; there it is
// written. Each stream has two, as it has two headers. That of the message that runs on rd_stream_i is
// on rd_data_o once rd_valid_o. done_i says that the message of done_stream_i ended in the cycle
// before: in this one already the next message's are shown. With one stream rd_data_o is a cycle later,
// as is who reads it, so that a register tells each column of it which to show.
//
// While wipe_i is high zeros go to one word after the other, so 2*Streams cycles of it leave zeros. It
// comes with or behind a reset.

module aesculus_xts_tweaks #(
  parameter int unsigned Streams = 1,

  localparam int unsigned StreamW = Streams > 1 ? $clog2(Streams) : 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               wipe_i,

  input  logic               ask_i,
  input  logic [StreamW-1:0] ask_stream_i,
  output logic               ask_bank_o,

  input  logic               write_i,
  input  logic [StreamW-1:0] wr_stream_i,
  input  logic               wr_bank_i,
  input  logic [127:0]       data_i,

  input  logic [StreamW-1:0] rd_stream_i,
  output logic               rd_valid_o,
  output logic [127:0]       rd_data_o,

  input  logic               done_i,
  input  logic [StreamW-1:0] done_stream_i
);

`ifndef AESCULUS_UNCHECKED
  if (Streams < 1 || Streams > 64) begin : gen_bad_streams
    $error("Streams is %0d; legal: 1 to 64", Streams);
  end
`endif  // AESCULUS_UNCHECKED

  localparam int unsigned AddrW = $clog2(2 * Streams);

  logic [Streams-1:0][1:0] full_q;
  logic [Streams-1:0]      ask_bank_q, rd_bank_q;
  logic                    rd_bank, done_bank;

  assign ask_bank_o = ask_bank_q[ask_stream_i];
  assign done_bank  = rd_bank_q[done_stream_i];
  assign rd_bank    = rd_bank_q[rd_stream_i] ^ (done_i && done_stream_i == rd_stream_i);
  assign rd_valid_o = full_q[rd_stream_i][rd_bank];

  localparam int unsigned Column = 32;
  for (genvar c = 0; c < 128 / Column; c++) begin : gen_column
    logic shows;
    if (Streams == 1) begin : gen_later
      aesculus_kept_reg u_shows (.clk_i, .rst_ni, .d_i(rd_bank), .q_o(shows));
    end else begin : gen_at_once
      assign shows = rd_bank;
    end
    aesculus_mode_chain #(.Streams(2 * Streams), .Width(Column)) u_words (
      .clk_i, .rst_ni, .wipe_i, .write_i, .wr_stream_i(AddrW'({wr_stream_i, wr_bank_i})),
      .data_i(data_i[Column*c+:Column]), .rd_stream_i(AddrW'({rd_stream_i, shows})),
      .data_o(rd_data_o[Column*c+:Column])
    );
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q     <= '0;
      ask_bank_q <= '0;
      rd_bank_q  <= '0;
    end else begin
      if (ask_i) ask_bank_q[ask_stream_i] <= !ask_bank_o;
      if (write_i) full_q[wr_stream_i][wr_bank_i] <= 1'b1;
      if (done_i) begin
        full_q[done_stream_i][done_bank] <= 1'b0;
        rd_bank_q[done_stream_i]         <= !done_bank;
      end
    end
  end

endmodule

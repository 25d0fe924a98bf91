// SPDX-License-Identifier: Apache-2.0
// The block that the core makes for each header, a subkey or a tweak: kept while its message runs.
//
// A header asks the core, and ask_bank_o goes with it to where the result comes out; there it is
// written. Each stream has two, as it has two headers, or with Single one (aesculus_mode_headers).
// That of the message that runs on rd_stream_i is on rd_data_o once rd_valid_o; done_i with it ends that
// message. While wipe_i is high zeros go to one word after the other, so 2*Streams cycles of it leave
// zeros. It comes with or behind a reset.

module aesculus_mode_derived #(
  parameter int unsigned Streams = 1,
  parameter bit          Single  = 1'b0,  // with one stream only

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
  input  logic               done_i
);

  localparam int unsigned Words = Single ? 1 : 2 * Streams;
  localparam int unsigned AddrW = Single ? 1 : $clog2(2 * Streams);

  logic [Streams-1:0][1:0] full_q;
  logic [Streams-1:0]      ask_bank_q, rd_bank_q;
  logic                    rd_bank;

  // With one word bank 0 is the only one.
  assign ask_bank_o = !Single && ask_bank_q[ask_stream_i];
  assign rd_bank    = !Single && rd_bank_q[rd_stream_i];
  assign rd_valid_o = full_q[rd_stream_i][rd_bank];

  aesculus_mode_chain #(.Streams(Words)) u_words (
    .clk_i, .rst_ni, .wipe_i, .write_i, .wr_stream_i(AddrW'({wr_stream_i, wr_bank_i})), .data_i,
    .rd_stream_i(AddrW'({rd_stream_i, rd_bank})), .data_o(rd_data_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q     <= '0;
      ask_bank_q <= '0;
      rd_bank_q  <= '0;
    end else begin
      if (ask_i) ask_bank_q[ask_stream_i] <= !ask_bank_o;
      if (write_i) full_q[wr_stream_i][wr_bank_i] <= 1'b1;
      if (done_i) begin
        full_q[rd_stream_i][rd_bank] <= 1'b0;
        rd_bank_q[rd_stream_i]       <= !rd_bank;
      end
    end
  end

endmodule

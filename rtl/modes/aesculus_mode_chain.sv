// SPDX-License-Identifier: Apache-2.0
// The chain of each stream: what its next block is joined to. Read in the cycle in which it is asked.
//
// While wipe_i is high zeros go to one word after the other, so `Streams` cycles of it leave zeros. It
// comes with or behind a reset.

module aesculus_mode_chain #(
  parameter int unsigned Streams = 1,
  parameter int unsigned Width   = 128,

  localparam int unsigned StreamW = Streams > 1 ? $clog2(Streams) : 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               wipe_i,
  input  logic               write_i,
  input  logic [StreamW-1:0] wr_stream_i,
  input  logic [Width-1:0]   data_i,
  input  logic [StreamW-1:0] rd_stream_i,
  output logic [Width-1:0]   data_o
);

  if (Streams == 1) begin : gen_one
    logic [Width-1:0] chain_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        chain_q <= '0;
      end else if (write_i) begin
        chain_q <= data_i;
      end
    end
    assign data_o = chain_q;
    logic unused;
    assign unused = ^{wipe_i, wr_stream_i, rd_stream_i};
  end else begin : gen_several
    logic [Width-1:0]   mem [Streams];
    logic [StreamW-1:0] wipe_q;

    always_ff @(posedge clk_i) begin
      if (wipe_i) begin
        mem[wipe_q] <= '0;
      end else if (write_i) begin
        mem[wr_stream_i] <= data_i;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        wipe_q <= '0;
      end else if (wipe_i) begin
        wipe_q <= wipe_q == StreamW'(Streams - 1) ? '0 : wipe_q + 1'b1;
      end
    end

    assign data_o = mem[rd_stream_i];
  end

endmodule

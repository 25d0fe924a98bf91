// SPDX-License-Identifier: Apache-2.0
// Receives bytes from a serial line: 8 data bits from the lowest on, no parity, one stop bit.
//
// A byte whose stop bit is low is dropped. The last byte waits until it is taken or another comes.

module aesculus_uart_rx #(
  parameter int unsigned ClksPerBit = 104  // at least 4
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       rx_i,     // in no step with the clock

  output logic       valid_o,
  input  logic       ready_i,
  output logic [7:0] data_o
);

  localparam int unsigned CountW = $clog2(ClksPerBit);
  localparam logic [CountW-1:0] WholeBit = CountW'(ClksPerBit - 1);
  localparam logic [CountW-1:0] HalfBit = CountW'(ClksPerBit / 2 - 1);

  logic [1:0]        sync_q;
  logic [CountW-1:0] count_q;
  logic [3:0]        bits_q;  // that are still to come: start, data and stop; 0 while idle
  logic [7:0]        shift_q, data_q;
  logic              valid_q;
  logic              line, sample, got;

  assign line   = sync_q[1];
  assign sample = bits_q != '0 && count_q == '0;
  assign got    = sample && bits_q == 4'd1 && line;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sync_q  <= '1;
      bits_q  <= '0;
      valid_q <= 1'b0;
      shift_q <= '0;  // may be of a key
      data_q  <= '0;
    end else begin
      sync_q <= {sync_q[0], rx_i};
      if (bits_q == '0) begin
        bits_q <= line ? '0 : 4'd10;
      end else if (sample) begin
        // A start bit that is over by its middle was none.
        bits_q <= bits_q == 4'd10 && line ? '0 : bits_q - 4'd1;
      end
      valid_q <= got || (valid_q && !ready_i);
      if (sample) shift_q <= {line, shift_q[7:1]};
      if (got) data_q <= shift_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (bits_q == '0) begin
      count_q <= HalfBit;
    end else begin
      count_q <= sample ? WholeBit : count_q - CountW'(1);
    end
  end

  assign valid_o = valid_q;
  assign data_o  = data_q;

endmodule

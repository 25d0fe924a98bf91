// SPDX-License-Identifier: Apache-2.0
// Sends bytes on a serial line: 8 data bits from the lowest on, no parity, one stop bit.

module aesculus_uart_tx #(
  parameter int unsigned ClksPerBit = 104  // at least 4
) (
  input  logic       clk_i,
  input  logic       rst_ni,

  input  logic       valid_i,
  output logic       ready_o,
  input  logic [7:0] data_i,

  output logic       tx_o
);

  localparam int unsigned CountW = $clog2(ClksPerBit);
  localparam logic [CountW-1:0] WholeBit = CountW'(ClksPerBit - 1);

  logic [CountW-1:0] count_q;
  logic [3:0]        bits_q;   // that are not over yet: start, data and stop; 0 while idle
  logic [8:0]        shift_q;  // the bit on the line is the lowest

  assign ready_o = bits_q == '0;
  assign tx_o    = shift_q[0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bits_q  <= '0;
      shift_q <= '1;
      count_q <= '0;
    end else if (bits_q == '0) begin
      count_q <= WholeBit;
      if (valid_i) begin
        bits_q  <= 4'd10;
        shift_q <= {data_i, 1'b0};
      end
    end else if (count_q == '0) begin
      count_q <= WholeBit;
      bits_q  <= bits_q - 4'd1;
      shift_q <= {1'b1, shift_q[8:1]};
    end else begin
      count_q <= count_q - CountW'(1);
    end
  end

endmodule

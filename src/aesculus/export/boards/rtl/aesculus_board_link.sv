// SPDX-License-Identifier: Apache-2.0
// A serial line at a core: receiver, commands and transmitter.

module aesculus_board_link #(
  parameter int unsigned KeyBits    = 128,
  parameter bit          Fixed      = 1'b0,
  parameter bit          Stored     = 1'b0,
  parameter bit          Encrypts   = 1'b1,
  parameter bit          Decrypts   = 1'b0,
  parameter int unsigned ClksPerBit = 104,
  parameter logic [31:0] ClockKhz   = '0,
  parameter logic [63:0] Digest     = '0
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               rx_i,
  output logic               tx_o,

  output logic               in_valid_o,
  input  logic               in_ready_i,
  output logic [127:0]       in_block_o,
  output logic [KeyBits-1:0] in_key_o,
  output logic               in_decrypt_o,
  input  logic               out_valid_i,
  input  logic [127:0]       out_block_i,
  output logic               key_valid_o,
  input  logic               key_ready_i,
  output logic [KeyBits-1:0] key_o,
  output logic               clear_o,
  input  logic               cleared_i
);

  logic rx_valid, rx_ready, tx_valid, tx_ready;
  logic [7:0] rx_data, tx_data;

  aesculus_uart_rx #(.ClksPerBit(ClksPerBit)) u_rx (
    .clk_i, .rst_ni, .rx_i, .valid_o(rx_valid), .ready_i(rx_ready), .data_o(rx_data)
  );

  aesculus_board_command #(
    .KeyBits(KeyBits), .Fixed(Fixed), .Stored(Stored), .Encrypts(Encrypts), .Decrypts(Decrypts),
    .ClockKhz(ClockKhz), .BitClks(16'(ClksPerBit)), .Digest(Digest)
  ) u_command (
    .clk_i, .rst_ni, .rx_valid_i(rx_valid), .rx_ready_o(rx_ready), .rx_data_i(rx_data),
    .tx_valid_o(tx_valid), .tx_ready_i(tx_ready), .tx_data_o(tx_data),
    .in_valid_o, .in_ready_i, .in_block_o, .in_key_o, .in_decrypt_o, .out_valid_i, .out_block_i,
    .key_valid_o, .key_ready_i, .key_o, .clear_o, .cleared_i
  );

  aesculus_uart_tx #(.ClksPerBit(ClksPerBit)) u_tx (
    .clk_i, .rst_ni, .valid_i(tx_valid), .ready_o(tx_ready), .data_i(tx_data), .tx_o
  );

endmodule

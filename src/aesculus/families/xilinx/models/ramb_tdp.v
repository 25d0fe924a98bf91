// SPDX-License-Identifier: Apache-2.0
// What the block RAMs of Virtex-5 and later and of Spartan-6 have in common, for netlist
// simulation: true dual port, words of 8 bits and parity, one or two of them to an access.
//
// A width of 0 says that a port does not read or write. What Yosys does not emit for these cells,
// output registers and other widths, stops the simulation.

module RAMB_TDP #(
  parameter integer AddressBits = 14,
  parameter integer Words = 1 << (AddressBits - 3),
  parameter [8*Words-1:0] Data = 0,
  parameter [Words-1:0] Parity = 0,
  parameter integer ReadA = 9,
  parameter integer ReadB = 9,
  parameter integer WriteA = 0,
  parameter integer WriteB = 0,
  parameter ModeA = "WRITE_FIRST",
  parameter ModeB = "WRITE_FIRST",
  parameter [17:0] InitA = 18'h0,
  parameter [17:0] InitB = 18'h0,
  parameter [17:0] ResetA = 18'h0,
  parameter [17:0] ResetB = 18'h0,
  parameter integer OutputRegisters = 0
) (
  input  wire [AddressBits-1:0] addr_a,
  input  wire [15:0]            di_a,
  input  wire [1:0]             dip_a,
  output wire [15:0]            do_a,
  output wire [1:0]             dop_a,
  input  wire                   clk_a, en_a, rst_a,
  input  wire [1:0]             we_a,
  input  wire [AddressBits-1:0] addr_b,
  input  wire [15:0]            di_b,
  input  wire [1:0]             dip_b,
  output wire [15:0]            do_b,
  output wire [1:0]             dop_b,
  input  wire                   clk_b, en_b, rst_b,
  input  wire [1:0]             we_b
);
  reg [8:0] mem [0:Words-1];

  integer word;
  initial begin
    for (word = 0; word < Words; word = word + 1) mem[word] = {Parity[word], Data[8*word +: 8]};
    if (OutputRegisters != 0) $fatal(1, "block RAM: no model of output registers");
    if (!(ReadA inside {0, 9, 18} && ReadB inside {0, 9, 18} && WriteA inside {0, ReadA}
          && WriteB inside {0, ReadB}))
      $fatal(1, "block RAM: no model of these widths");
  end

  // ---- Port A ----
  wire [AddressBits-4:0] low_a = ReadA == 18 ? {addr_a[AddressBits-1:4], 1'b0}
                                            : addr_a[AddressBits-1:3];
  wire [AddressBits-4:0] high_a = {addr_a[AddressBits-1:4], 1'b1};
  wire [1:0] write_a = WriteA == 0 ? 2'b00 : WriteA == 9 ? {1'b0, we_a[0]} : we_a;
  reg  [8:0] low_q_a = {InitA[16], InitA[7:0]};
  reg  [8:0] high_q_a = {InitA[17], InitA[15:8]};
  assign {dop_a, do_a} = {high_q_a[8], low_q_a[8], high_q_a[7:0], low_q_a[7:0]};

  always @(posedge clk_a) begin
    if (en_a) begin
      if (rst_a) begin
        low_q_a <= {ResetA[16], ResetA[7:0]};
        high_q_a <= {ResetA[17], ResetA[15:8]};
      end else if (write_a == 2'b00 || ModeA != "NO_CHANGE") begin
        low_q_a <= write_a[0] && ModeA == "WRITE_FIRST" ? {dip_a[0], di_a[7:0]} : mem[low_a];
        high_q_a <= write_a[1] && ModeA == "WRITE_FIRST" ? {dip_a[1], di_a[15:8]} : mem[high_a];
      end
      if (write_a[0]) mem[low_a] <= {dip_a[0], di_a[7:0]};
      if (write_a[1]) mem[high_a] <= {dip_a[1], di_a[15:8]};
    end
  end

  // ---- Port B ----
  wire [AddressBits-4:0] low_b = ReadB == 18 ? {addr_b[AddressBits-1:4], 1'b0}
                                            : addr_b[AddressBits-1:3];
  wire [AddressBits-4:0] high_b = {addr_b[AddressBits-1:4], 1'b1};
  wire [1:0] write_b = WriteB == 0 ? 2'b00 : WriteB == 9 ? {1'b0, we_b[0]} : we_b;
  reg  [8:0] low_q_b = {InitB[16], InitB[7:0]};
  reg  [8:0] high_q_b = {InitB[17], InitB[15:8]};
  assign {dop_b, do_b} = {high_q_b[8], low_q_b[8], high_q_b[7:0], low_q_b[7:0]};

  always @(posedge clk_b) begin
    if (en_b) begin
      if (rst_b) begin
        low_q_b <= {ResetB[16], ResetB[7:0]};
        high_q_b <= {ResetB[17], ResetB[15:8]};
      end else if (write_b == 2'b00 || ModeB != "NO_CHANGE") begin
        low_q_b <= write_b[0] && ModeB == "WRITE_FIRST" ? {dip_b[0], di_b[7:0]} : mem[low_b];
        high_q_b <= write_b[1] && ModeB == "WRITE_FIRST" ? {dip_b[1], di_b[15:8]} : mem[high_b];
      end
      if (write_b[0]) mem[low_b] <= {dip_b[0], di_b[7:0]};
      if (write_b[1]) mem[high_b] <= {dip_b[1], di_b[15:8]};
    end
  end
endmodule

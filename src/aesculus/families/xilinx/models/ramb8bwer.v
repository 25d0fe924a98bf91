// SPDX-License-Identifier: Apache-2.0
// Spartan-6 block RAM of 9 kbit as a true dual-port RAM, for netlist simulation.

module RAMB8BWER #(
  parameter [255:0] INIT_00 = 256'h0,
  parameter [255:0] INIT_01 = 256'h0,
  parameter [255:0] INIT_02 = 256'h0,
  parameter [255:0] INIT_03 = 256'h0,
  parameter [255:0] INIT_04 = 256'h0,
  parameter [255:0] INIT_05 = 256'h0,
  parameter [255:0] INIT_06 = 256'h0,
  parameter [255:0] INIT_07 = 256'h0,
  parameter [255:0] INIT_08 = 256'h0,
  parameter [255:0] INIT_09 = 256'h0,
  parameter [255:0] INIT_0A = 256'h0,
  parameter [255:0] INIT_0B = 256'h0,
  parameter [255:0] INIT_0C = 256'h0,
  parameter [255:0] INIT_0D = 256'h0,
  parameter [255:0] INIT_0E = 256'h0,
  parameter [255:0] INIT_0F = 256'h0,
  parameter [255:0] INIT_10 = 256'h0,
  parameter [255:0] INIT_11 = 256'h0,
  parameter [255:0] INIT_12 = 256'h0,
  parameter [255:0] INIT_13 = 256'h0,
  parameter [255:0] INIT_14 = 256'h0,
  parameter [255:0] INIT_15 = 256'h0,
  parameter [255:0] INIT_16 = 256'h0,
  parameter [255:0] INIT_17 = 256'h0,
  parameter [255:0] INIT_18 = 256'h0,
  parameter [255:0] INIT_19 = 256'h0,
  parameter [255:0] INIT_1A = 256'h0,
  parameter [255:0] INIT_1B = 256'h0,
  parameter [255:0] INIT_1C = 256'h0,
  parameter [255:0] INIT_1D = 256'h0,
  parameter [255:0] INIT_1E = 256'h0,
  parameter [255:0] INIT_1F = 256'h0,
  parameter [255:0] INITP_00 = 256'h0,
  parameter [255:0] INITP_01 = 256'h0,
  parameter [255:0] INITP_02 = 256'h0,
  parameter [255:0] INITP_03 = 256'h0,
  parameter [71:0] INIT_A = 72'h0,
  parameter [71:0] INIT_B = 72'h0,
  parameter [71:0] SRVAL_A = 72'h0,
  parameter [71:0] SRVAL_B = 72'h0,
  parameter WRITE_MODE_A = "WRITE_FIRST",
  parameter WRITE_MODE_B = "WRITE_FIRST",
  parameter integer DOA_REG = 0,
  parameter integer DOB_REG = 0,
  parameter RAM_MODE = "TDP",
  parameter RSTTYPE = "SYNC",
  parameter RST_PRIORITY_A = "CE",
  parameter RST_PRIORITY_B = "CE",
  parameter EN_RSTRAM_A = "TRUE",
  parameter EN_RSTRAM_B = "TRUE",
  parameter integer DATA_WIDTH_A = 0,
  parameter integer DATA_WIDTH_B = 0
) (
  input  wire [12:0] ADDRAWRADDR,
  input  wire [15:0] DIADI,
  input  wire [1:0]  DIPADIP,
  output wire [15:0] DOADO,
  output wire [1:0]  DOPADOP,
  input  wire        CLKAWRCLK, ENAWREN, REGCEA, RSTA,
  input  wire [1:0]  WEAWEL,
  input  wire [12:0] ADDRBRDADDR,
  input  wire [15:0] DIBDI,
  input  wire [1:0]  DIPBDIP,
  output wire [15:0] DOBDO,
  output wire [1:0]  DOPBDOP,
  input  wire        CLKBRDCLK, ENBRDEN, REGCEBREGCE, RSTBRST,
  input  wire [1:0]  WEBWEU
);
  initial if (RAM_MODE != "TDP") $fatal(1, "block RAM: no model of this mode");

  // The core resets none, so Yosys ties these low and leaves the type of reset as it comes.
  always @(posedge CLKAWRCLK or posedge CLKBRDCLK)
    if (RSTA || RSTBRST) $fatal(1, "block RAM: no model of its reset");

  RAMB_TDP #(
    .AddressBits(13),
    .Data({
      INIT_1F, INIT_1E, INIT_1D, INIT_1C, INIT_1B, INIT_1A, INIT_19, INIT_18,
      INIT_17, INIT_16, INIT_15, INIT_14, INIT_13, INIT_12, INIT_11, INIT_10,
      INIT_0F, INIT_0E, INIT_0D, INIT_0C, INIT_0B, INIT_0A, INIT_09, INIT_08,
      INIT_07, INIT_06, INIT_05, INIT_04, INIT_03, INIT_02, INIT_01, INIT_00
    }),
    .Parity({
      INITP_03, INITP_02, INITP_01, INITP_00
    }),
    .ReadA(DATA_WIDTH_A),
    .ReadB(DATA_WIDTH_B),
    .WriteA(DATA_WIDTH_A),
    .WriteB(DATA_WIDTH_B),
    .ModeA(WRITE_MODE_A),
    .ModeB(WRITE_MODE_B),
    .InitA(INIT_A[17:0]),
    .InitB(INIT_B[17:0]),
    .ResetA(SRVAL_A[17:0]),
    .ResetB(SRVAL_B[17:0]),
    .OutputRegisters(DOA_REG + DOB_REG)
  ) u_ram (
    .addr_a(ADDRAWRADDR),
    .di_a(DIADI),
    .dip_a(DIPADIP),
    .do_a(DOADO),
    .dop_a(DOPADOP),
    .clk_a(CLKAWRCLK),
    .en_a(ENAWREN),
    .rst_a(RSTA),
    .we_a(WEAWEL),
    .addr_b(ADDRBRDADDR),
    .di_b(DIBDI),
    .dip_b(DIPBDIP),
    .do_b(DOBDO),
    .dop_b(DOPBDOP),
    .clk_b(CLKBRDCLK),
    .en_b(ENBRDEN),
    .rst_b(RSTBRST),
    .we_b(WEBWEU)
  );
endmodule

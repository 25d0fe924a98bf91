// SPDX-License-Identifier: Apache-2.0
// SubBytes on `Bytes` bytes with the S-box of choice: the one place that instantiates each kind.
//
// Latency is the number of ones in Cuts, whatever the kind. A cut position that a kind lacks
// becomes a register behind it, so that cipher and key schedule may differ in kind and stay
// together. SboxBram and SboxTtable need Cuts[CutStart]: their RAM is synchronous. They and SboxRom
// need initialised memory.

module aesculus_sub_bytes
  import aesculus_pkg::*;
#(
  parameter sbox_e       Kind      = SboxTower,
  parameter direction_e  Direction = DirEncrypt,
  parameter int unsigned Basis     = 0,
  parameter bit          Whole     = 1'b0,   // SboxTower only
  parameter bit          Double    = 1'b0,   // SboxTtable only: {02} times all bytes above them
  parameter int unsigned Bytes     = 16,
  parameter sbox_cuts_t  Cuts      = '0
) (
  input  logic                            clk_i,
  input  logic                            en_i,
  input  logic                            inv_i,
  input  logic [Bytes-1:0][7:0]           data_i,
  output logic [Double:0][Bytes-1:0][7:0] data_o
);

  if (Double && (Kind != SboxTtable || Direction != DirEncrypt)) begin : gen_bad_double
    $error("Double: SboxTtable for encryption alone has tables of {02} times the S-box");
  end

  localparam int unsigned Latency = count_cuts(cuts_t'(Cuts));

  if (Kind == SboxBram || Kind == SboxTtable) begin : gen_ram
    localparam int unsigned RamLatency = 1 + 32'(Cuts[CutSub]);
    localparam int unsigned Even = Bytes + Bytes % 2;  // a lone byte leaves a port unused
    logic [Even-1:0][7:0] address, read;
    assign address = (8 * Even)'(data_i);
    if (Double) begin : gen_ttable
      logic [Even-1:0][7:0] double;
      for (genvar i = 0; i < Even; i += 2) begin : gen_pair
        aesculus_sbox_ttable #(.OutputReg(Cuts[CutSub])) u_table (
          .clk_i, .en_i, .data_i(address[i+:2]), .sub_o(read[i+:2]), .double_o(double[i+:2])
        );
      end
      aesculus_cut #(.Width(16 * Bytes), .Depth(Latency - RamLatency)) u_balance (
        .clk_i, .en_i, .d_i({double[Bytes-1:0], read[Bytes-1:0]}), .q_o(data_o)
      );
      logic unused;
      assign unused = inv_i;
    end else begin : gen_sbox
      // Without MixColumns behind it, as in a last round or in a key schedule, what SboxTtable has
      // to look up is the S-box alone.
      for (genvar i = 0; i < Even; i += 2) begin : gen_pair
        aesculus_sbox_bram #(.Direction(Direction), .OutputReg(Cuts[CutSub])) u_sbox (
          .clk_i, .en_i, .inv_i({2{inv_i}}), .data_i(address[i+:2]), .data_o(read[i+:2])
        );
      end
      aesculus_cut #(.Width(8 * Bytes), .Depth(Latency - RamLatency)) u_balance (
        .clk_i, .en_i, .d_i(read[Bytes-1:0]), .q_o(data_o)
      );
      logic unused;
      assign unused = ^read;
    end
  end else if (Kind == SboxTower) begin : gen_tower
    for (genvar i = 0; i < Bytes; i++) begin : gen_byte
      aesculus_sbox_tower #(
        .Direction(Direction), .Basis(Basis), .Whole(Whole), .Cuts(Cuts)
      ) u_sbox (
        .clk_i, .en_i, .inv_i, .data_i(data_i[i]), .data_o(data_o[0][i])
      );
    end
  end else if (Kind == SboxCanright) begin : gen_canright
    for (genvar i = 0; i < Bytes; i++) begin : gen_byte
      aesculus_sbox_canright #(.Direction(Direction), .Cuts(Cuts)) u_sbox (
        .clk_i, .en_i, .inv_i, .data_i(data_i[i]), .data_o(data_o[0][i])
      );
    end
  end else if (Kind == SboxLine || Kind == SboxShallow) begin : gen_line
    for (genvar i = 0; i < Bytes; i++) begin : gen_byte
      aesculus_sbox_line #(
        .Direction(Direction), .Flat(Kind == SboxShallow), .Cuts(Cuts)
      ) u_sbox (
        .clk_i, .en_i, .inv_i, .data_i(data_i[i]), .data_o(data_o[0][i])
      );
    end
  end else if (Kind == SboxLut) begin : gen_lut
    for (genvar i = 0; i < Bytes; i++) begin : gen_byte
      aesculus_sbox_lut #(.Direction(Direction), .Cuts(Cuts)) u_sbox (
        .clk_i, .en_i, .inv_i, .data_i(data_i[i]), .data_o(data_o[0][i])
      );
    end
  end else begin : gen_table
    logic inv;
    logic [Bytes-1:0][7:0] start, sub;
    aesculus_cut #(.Width(8 * Bytes + 1), .Depth(32'(Cuts[CutStart]))) u_start (
      .clk_i, .en_i, .d_i({inv_i, data_i}), .q_o({inv, start})
    );
    for (genvar i = 0; i < Bytes; i++) begin : gen_byte
      if (Kind == SboxRom) begin : gen_rom
        aesculus_sbox_rom #(.Direction(Direction)) u_sbox (
          .inv_i(inv), .data_i(start[i]), .data_o(sub[i])
        );
      end else begin : gen_logic
        aesculus_sbox_logic #(.Direction(Direction)) u_sbox (
          .inv_i(inv), .data_i(start[i]), .data_o(sub[i])
        );
      end
    end
    aesculus_cut #(.Width(8 * Bytes), .Depth(Latency - 32'(Cuts[CutStart]))) u_sub (
      .clk_i, .en_i, .d_i(sub), .q_o(data_o)
    );
  end

endmodule

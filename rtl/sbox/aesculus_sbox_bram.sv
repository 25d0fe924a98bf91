// SPDX-License-Identifier: Apache-2.0
// Two S-boxes in one dual-port block RAM.
//
// The RAM's address register is the round's `start` cut, its output register the `sub` cut.
// Needs initialised block RAM: what the `initial` block writes is in the device's configuration.
// Cost: one block RAM for two S-boxes (two on families whose RAM has one read port).

module aesculus_sbox_bram
  import aesculus_pkg::*;
  import aesculus_sbox_table_pkg::*;
#(
  parameter direction_e Direction = DirEncrypt,
  parameter bit         OutputReg = 1'b0
) (
  input  logic            clk_i,
  input  logic            en_i,
  input  logic [1:0]      inv_i,    // per byte: inverse S-box (Direction DirBoth only)
  input  logic [1:0][7:0] data_i,
  output logic [1:0][7:0] data_o
);

  localparam int unsigned AddrW = Direction == DirBoth ? 9 : 8;

  // AMD reads rom_style or ram_style, Lattice syn_romstyle or syn_ramstyle. Intel has a name for the
  // block RAM of each family and none for all; it takes block RAM for a registered read unasked.
  (* rom_style = "block", ram_style = "block", syn_romstyle = "EBR", syn_ramstyle = "block_ram" *)
  logic [7:0] mem [2**AddrW];
  initial begin
    for (int unsigned i = 0; i < 256; i++) begin
      if (Direction != DirDecrypt) mem[AddrW'(i)] = Forward[i];
      if (Direction != DirEncrypt) mem[AddrW'(256 + i)] = Inverse[i];
    end
  end

  logic [1:0][7:0] read_q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      read_q[0] <= mem[AddrW'({inv_i[0], data_i[0]})];
      read_q[1] <= mem[AddrW'({inv_i[1], data_i[1]})];
    end
  end

  aesculus_cut #(.Width(16), .Depth(32'(OutputReg))) u_output (
    .clk_i, .en_i, .d_i(read_q), .q_o(data_o)
  );

endmodule

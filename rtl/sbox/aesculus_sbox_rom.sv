// SPDX-License-Identifier: Apache-2.0
// S-box as an asynchronous ROM in LUTs: small LUT ROMs of the low address bits behind a
// multiplexer tree of the high ones, which is what distributed ROM primitives are made of.
//
// Needs initialised memory: what the `initial` block writes is in the device's configuration.

module aesculus_sbox_rom
  import aesculus_pkg::*;
  import aesculus_sbox_table_pkg::*;
#(
  parameter direction_e Direction = DirEncrypt
) (
  input  logic       inv_i,
  input  logic [7:0] data_i,
  output logic [7:0] data_o
);

  localparam int unsigned AddrW = Direction == DirBoth ? 9 : 8;

  // Never block RAM: the read is asynchronous. AMD, Intel and Lattice have a word each for it.
  (* rom_style = "distributed", romstyle = "logic", syn_romstyle = "distributed" *)
  logic [7:0] mem [2**AddrW];
  initial begin
    for (int unsigned i = 0; i < 256; i++) begin
      if (Direction != DirDecrypt) mem[AddrW'(i)] = Forward[i];
      if (Direction != DirEncrypt) mem[AddrW'(256 + i)] = Inverse[i];
    end
  end

  assign data_o = mem[AddrW'({inv_i, data_i})];

endmodule

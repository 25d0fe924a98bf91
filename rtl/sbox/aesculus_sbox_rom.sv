// SPDX-License-Identifier: Apache-2.0
// S-box as an asynchronous ROM in LUTs: small LUT ROMs of the low address bits behind a
// multiplexer tree of the high ones, which is what distributed ROM primitives are made of.

module aesculus_sbox_rom
  import aesculus_pkg::*;
  import aesculus_field_pkg::AffineConstant;
  import aesculus_sbox_table_pkg::*;
#(
  parameter direction_e Direction = DirEncrypt
) (
  input  logic       inv_i,
  input  logic [7:0] data_i,
  output logic [7:0] data_o
);

  localparam int unsigned AddrW = Direction == DirBoth ? 9 : 8;

  // Read asynchronously, so no tool can put it into block RAM.
  logic [7:0] mem [2**AddrW];
  initial begin
    walk_t w;
    w = WalkStart;
    for (int i = 0; i < 256; i++) begin
      // The walk passes every byte but 0, which takes the last turn.
      logic [7:0] a, s;
      a = i == 255 ? 8'h00 : w.p;
      s = i == 255 ? AffineConstant : walk_sbox(w);
      if (Direction != DirDecrypt) mem[AddrW'({1'b0, a})] = s;
      if (Direction != DirEncrypt) mem[AddrW'({1'b1, s})] = a;
      w = walk_next(w);
    end
  end

  assign data_o = mem[AddrW'({inv_i, data_i})];

endmodule

// SPDX-License-Identifier: Apache-2.0
// S-box as an asynchronous ROM in LUTs: small LUT ROMs of the low address bits behind a
// multiplexer tree of the high ones, which is what distributed ROM primitives are made of.

module aes_sbox_rom
  import aes_pkg::*;
#(
  parameter direction_e Direction = DirEncrypt
) (
  input  logic       inv_i,
  input  logic [7:0] data_i,
  output logic [7:0] data_o
);

  localparam int unsigned AddrW = Direction == DirBoth ? 9 : 8;

  (* rom_style = "distributed" *) logic [7:0] mem [2**AddrW];
  initial begin
    for (int i = 0; i < 256; i++) begin
      mem[i] = Direction == DirDecrypt ? aes_sbox_table_pkg::Inverse[i]
                                       : aes_sbox_table_pkg::Forward[i];
    end
    if (Direction == DirBoth) begin
      for (int i = 0; i < 256; i++) mem[(2**AddrW-1) & (i + 256)] = aes_sbox_table_pkg::Inverse[i];
    end
  end

  assign data_o = mem[AddrW'({inv_i, data_i})];

endmodule

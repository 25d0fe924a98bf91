// SPDX-License-Identifier: Apache-2.0
// A look-up table of four inputs: bit a_i of Init.
//
// A module of its own, so that a flow can map each table to one cell: a mapper that sees a whole
// network of them takes it apart and does not find one as small again.
// Cost: 1 LUT4.

module aesculus_lut4 #(
  parameter logic [15:0] Init = '0
) (
  input  logic [3:0] a_i,
  output logic       y_o
);

  assign y_o = Init[a_i];

endmodule

// SPDX-License-Identifier: Apache-2.0
// Interpolation of Karatsuba's multiplication: 3**Levels short products become the long one.
//
// Of the products p0 = a0*b0, p1 = a1*b1 and p2 = (a0+a1)*(b0+b1) of halves of h bits the whole is
// p1*x^2h + (p0+p1+p2)*x^h + p0: each of its bits is a sum of four at most, one look-up table.
// Bit k of Cuts puts a register behind level k + 1; level 1 is the last one.
// Cost: with 128 bits 127, 189, 279 and 405 LUT4 for level 1, 2, 3 and 4; levels add up.

module aesculus_ghash_join #(
  parameter int unsigned Width  = 128,
  parameter int unsigned Levels = 4,
  parameter logic [7:0]  Cuts   = '0,

  localparam int unsigned Leaf   = Width >> Levels,
  localparam int unsigned Leaves = 3**Levels
) (
  input  logic                            clk_i,
  input  logic [Leaves-1:0][2*Leaf-2:0]   leaves_i,
  output logic [2*Width-2:0]              product_o
);

  for (genvar k = 0; k < Levels; k++) begin : gen_level
    localparam int unsigned Half = Width >> (k + 1);
    localparam int unsigned Many = 3**k;
    logic [3*Many-1:0][2*Half-2:0] parts;
    logic [Many-1:0][4*Half-2:0]   whole, whole_q;
    if (k == Levels - 1) begin : gen_first
      assign parts = leaves_i;
    end else begin : gen_next
      assign parts = gen_level[k+1].whole_q;
    end
    for (genvar i = 0; i < Many; i++) begin : gen_part
      logic [2*Half-2:0] p0, p1, p2;
      assign {p2, p1, p0} = {parts[3*i+2], parts[3*i+1], parts[3*i]};
      // {p1, 0, p0}, and p0 ^ p1 ^ p2 in the middle: one table a bit.
      assign whole[i][Half-1:0]      = p0[Half-1:0];
      assign whole[i][4*Half-2:3*Half-1] = p1[2*Half-2:Half-1];
      for (genvar j = 0; j < 2*Half - 1; j++) begin : gen_middle
        logic under;
        assign under = j < Half - 1 ? p0[(Half+j) % (2*Half-1)]
                     : j == Half - 1 ? 1'b0 : p1[(Half+j) % (2*Half)];
        aesculus_lut4 #(.Init(16'h6996)) u_sum (
          .a_i({under, p2[j], p1[j], p0[j]}), .y_o(whole[i][Half+j])
        );
      end
    end
    aesculus_cut #(.Width(Many*(4*Half-1)), .Depth(int'(Cuts[k]))) u_cut (
      .clk_i, .en_i(1'b1), .d_i(whole), .q_o(whole_q)
    );
  end

  if (Levels == 0) begin : gen_whole
    assign product_o = leaves_i;
    logic unused;
    assign unused = clk_i;
  end else begin : gen_product
    assign product_o = gen_level[0].whole_q;
  end

endmodule

// SPDX-License-Identifier: Apache-2.0
// The sum of `Terms` products of polynomials over GF(2), by Karatsuba's method.
//
//   x_i[t] --[0]--> split --[1+k]--+
//                                  +--> short products, added over t --[6]--> join --[7+k]--> sum_o
//   h_i[t] --[0]--> split --[1+k]--+
//
// The products are added before they are put together, so all terms share one join. A bit of Cuts
// is a register at the place shown; k is the level of Karatsuba less one, and bit i of a polynomial
// is the coefficient of x^i.

module aesculus_ghash_product
  import aesculus_ghash_pkg::*;
#(
  parameter int unsigned Width  = 128,
  parameter int unsigned Terms  = 1,
  parameter int unsigned Levels = 4,
  parameter cuts_t       Cuts   = '0
) (
  input  logic                        clk_i,
  input  logic [Terms-1:0][Width-1:0] x_i,
  input  logic [Terms-1:0][Width-1:0] h_i,
  output logic [2*Width-2:0]          sum_o
);

  localparam int unsigned Leaf   = Width >> Levels;
  localparam int unsigned Leaves = 3**Levels;

  logic [Terms-1:0][Leaves-1:0][Leaf-1:0] x_leaves, h_leaves;
  logic [Leaves-1:0][2*Leaf-2:0]          sums, sums_q;

  for (genvar t = 0; t < Terms; t++) begin : gen_term
    logic [Width-1:0] x_q, h_q;
    aesculus_cut #(.Width(2*Width), .Depth(int'(Cuts[CutStart]))) u_start (
      .clk_i, .en_i(1'b1), .d_i({x_i[t], h_i[t]}), .q_o({x_q, h_q})
    );
    aesculus_ghash_split #(.Width(Width), .Levels(Levels), .Cuts(8'(Cuts[CutSplit+:5]))) u_split_x (
      .clk_i, .poly_i(x_q), .leaves_o(x_leaves[t])
    );
    aesculus_ghash_split #(.Width(Width), .Levels(Levels), .Cuts(8'(Cuts[CutSplit+:5]))) u_split_h (
      .clk_i, .poly_i(h_q), .leaves_o(h_leaves[t])
    );
  end

  // Bit k of a short product is the sum of x[j]*h[k-j] over all j and terms.
  for (genvar i = 0; i < Leaves; i++) begin : gen_leaf
    for (genvar k = 0; k < 2*Leaf - 1; k++) begin : gen_bit
      localparam int unsigned Low  = k < Leaf ? 0 : k - Leaf + 1;
      localparam int unsigned Here = k < Leaf ? k + 1 : 2*Leaf - 1 - k;
      logic [Terms-1:0][Here-1:0] x_bits, h_bits;
      for (genvar t = 0; t < Terms; t++) begin : gen_bits
        for (genvar j = 0; j < Here; j++) begin : gen_product
          assign x_bits[t][j] = x_leaves[t][i][Low+j];
          assign h_bits[t][j] = h_leaves[t][i][k-Low-j];
        end
      end
      aesculus_ghash_dot #(.Many(Terms*Here)) u_dot (
        .x_i(x_bits), .h_i(h_bits), .sum_o(sums[i][k])
      );
    end
  end

  aesculus_cut #(.Width($bits(sums)), .Depth(int'(Cuts[CutProduct]))) u_product (
    .clk_i, .en_i(1'b1), .d_i(sums), .q_o(sums_q)
  );
  aesculus_ghash_join #(.Width(Width), .Levels(Levels), .Cuts(8'(Cuts[CutJoin+:5]))) u_join (
    .clk_i, .leaves_i(sums_q), .product_o(sum_o)
  );

endmodule

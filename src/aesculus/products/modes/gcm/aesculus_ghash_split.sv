// SPDX-License-Identifier: Apache-2.0
// Evaluation of Karatsuba's multiplication: one operand becomes 3**Levels short ones.
//
// A polynomial a1*x^h + a0 becomes a0, a1 and a0 + a1, and each of these is split again. Bit i is
// the coefficient of x^i. Bit k of Cuts puts a register behind level k + 1. Cost: the sums, with 128 bits
// 64, 96, 144, 216 and 324 LUT for level 1, 2, 3, 4 and 5; levels add up.

module aesculus_ghash_split #(
  parameter int unsigned Width  = 128,
  parameter int unsigned Levels = 4,
  parameter logic [7:0]  Cuts   = '0,

  localparam int unsigned Leaf   = Width >> Levels,
  localparam int unsigned Leaves = 3**Levels
) (
  input  logic                        clk_i,
  input  logic [Width-1:0]            poly_i,
  output logic [Leaves-1:0][Leaf-1:0] leaves_o
);

  for (genvar k = 0; k < Levels; k++) begin : gen_level
    localparam int unsigned Half = Width >> (k + 1);
    localparam int unsigned Many = 3**k;
    localparam int unsigned Above = k > 0 ? k - 1 : 0;
    logic [Many-1:0][1:0][Half-1:0]   whole;
    logic [3*Many-1:0][Half-1:0] parts, parts_q;
    if (k == 0) begin : gen_first
      assign whole = poly_i;
    end else begin : gen_next
      assign whole = gen_level[k-1].parts_q;
    end
    for (genvar i = 0; i < Many; i++) begin : gen_part
      assign parts[3*i]   = whole[i][0];
      assign parts[3*i+1] = whole[i][1];
      if (k > 0 && i % 3 == 2 && !Cuts[Above]) begin : gen_four
        // The sum of sums in one table each, not in two behind each other.
        logic [1:0][1:0][Half-1:0] four;
        assign four = gen_level[Above].whole[i/3];
        for (genvar j = 0; j < Half; j++) begin : gen_bit
          aesculus_lut4 #(.Init(16'h6996)) u_sum (
            .a_i({four[1][1][j], four[1][0][j], four[0][1][j], four[0][0][j]}),
            .y_o(parts[3*i+2][j])
          );
        end
      end else begin : gen_two
        assign parts[3*i+2] = whole[i][0] ^ whole[i][1];
      end
    end
    aesculus_cut #(.Width(3*Many*Half), .Depth(int'(Cuts[k]))) u_cut (
      .clk_i, .en_i(1'b1), .d_i(parts), .q_o(parts_q)
    );
  end

  if (Levels == 0) begin : gen_whole
    assign leaves_o = poly_i;
    logic unused;
    assign unused = clk_i;
  end else begin : gen_leaves
    assign leaves_o = gen_level[Levels-1].parts_q;
  end

endmodule

// SPDX-License-Identifier: Apache-2.0
// The sum over GF(2) of `Many` products of bits.
//
// Eight products at a time are mapped by hand: pairs x0*h0 + x1*h1 take a look-up table of four
// inputs each, and another one adds four of these, or two and a product. That is the least there
// can be, ceil((2m - 1) / 3) tables of m products, in two levels; a mapper left alone takes a tenth
// more. Cost: 1, 1, 2, 3, 3, 4, 5, 5 LUT4 with 1 to 8 products.

module aesculus_ghash_dot #(
  parameter int unsigned Many = 8
) (
  input  logic [Many-1:0] x_i,
  input  logic [Many-1:0] h_i,
  output logic            sum_o
);

  localparam int unsigned Groups = (Many + 7) / 8;

  logic [Groups-1:0] sums;

  for (genvar g = 0; g < Groups; g++) begin : gen_group
    localparam int unsigned Here  = Many - 8*g < 8 ? Many - 8*g : 8;
    localparam int unsigned Pairs = Here / 2;
    localparam bit          Odd   = Here % 2 == 1;
    // A lone product goes into the table that adds two pairs at most, else it takes one itself.
    localparam bit          Late  = Odd && Pairs inside {1, 2};

    logic [3:0] parts;
    for (genvar p = 0; p < 4; p++) begin : gen_part
      if (p < Pairs) begin : gen_pair
        aesculus_lut4 #(.Init(16'h7888)) u_pair (
          .a_i({x_i[8*g+2*p+1], h_i[8*g+2*p+1], x_i[8*g+2*p], h_i[8*g+2*p]}), .y_o(parts[p])
        );
      end else if (p == Pairs && Odd && !Late) begin : gen_lone
        aesculus_lut4 #(.Init(16'h8888)) u_lone (
          .a_i({2'b00, x_i[8*g+2*p], h_i[8*g+2*p]}), .y_o(parts[p])
        );
      end else begin : gen_none
        assign parts[p] = 1'b0;
      end
    end

    if (Late) begin : gen_late
      logic unused;
      assign unused = ^parts[3:2];
      aesculus_lut4 #(.Init(16'h8778)) u_sum (
        .a_i({parts[1], parts[0], x_i[8*g+Here-1], h_i[8*g+Here-1]}), .y_o(sums[g])
      );
    end else if (Here > 2) begin : gen_sum
      aesculus_lut4 #(.Init(16'h6996)) u_sum (.a_i(parts), .y_o(sums[g]));
    end else begin : gen_alone
      assign sums[g] = ^parts;
    end
  end

  assign sum_o = ^sums;

endmodule

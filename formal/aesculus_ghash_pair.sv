// SPDX-License-Identifier: Apache-2.0
// Karatsuba's multiplication beside its definition, and the reduction beside one that goes bit by
// bit: `differ_o` is never 1 if they are equal.

module aesculus_ghash_pair
  import aesculus_ghash_pkg::*;
#(
  parameter int unsigned Width  = 8,
  parameter int unsigned Terms  = 1,
  parameter int unsigned Levels = 1
) (
  input  logic [Terms-1:0][Width-1:0] x_i,
  input  logic [Terms-1:0][Width-1:0] h_i,
  input  logic [254:0]                product_i,
  output logic                        differ_o
);

  logic [2*Width-2:0] sum, plain;

  aesculus_ghash_product #(.Width(Width), .Terms(Terms), .Levels(Levels)) u_product (
    .clk_i(1'b0), .x_i, .h_i, .sum_o(sum)
  );

  always_comb begin
    plain = '0;
    for (int t = 0; t < Terms; t++) begin
      for (int i = 0; i < Width; i++) begin
        if (x_i[t][i]) plain ^= (2*Width-1)'(h_i[t]) << i;
      end
    end
  end

  // x^k for k from 254 down to 128 is x^(k-128) * (x^7 + x^2 + x + 1).
  logic [254:0] rest;
  always_comb begin
    rest = product_i;
    for (int k = 254; k >= 128; k--) begin
      if (rest[k]) rest ^= (255'h1_00000000_00000000_00000000_00000087 << (k - 128));
    end
  end

  // As a function and in tables.
  block_t block;
  aesculus_ghash_reduce u_reduce (.product_i, .block_o(block));

  assign differ_o = sum != plain || reduced(product_i) != rest[127:0]
                    || block != reduced(product_i);

endmodule

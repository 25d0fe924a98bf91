// SPDX-License-Identifier: Apache-2.0
// Canright's S-box (CHES 2005): inversion in GF(((2^2)^2)^2) over normal bases, with up to nine
// cuts.
//
// With x = h*Y + l*Y^16 and t = x^17 = h*l + nu*(h+l)^2:  1/x = (l/t)*Y + (h/t)*Y^16. The three
// products in GF(16) share the sums of the halves of h, of l and of 1/t (factor_t). For nu = N^2*Z,
// nu*(h+l)^2 is {N^2*(h1+l1)^2, (h1+h0+l1+l0)^2}, so it rides on partial products of the same bits.
// Both directions share the inversion: the affine map goes to its other side.
// Cost on LUT4 fabrics: about 60 LUTs; one or two LUT levels a stage with all cuts.

module aesculus_sbox_canright
  import aesculus_pkg::*;
  import aesculus_field_pkg::*;
  import aesculus_field_table_pkg::*;
  import aesculus_canright_pkg::*;
#(
  parameter direction_e Direction = DirEncrypt,
  parameter sbox_cuts_t Cuts      = '0
) (
  input  logic       clk_i,
  input  logic       en_i,
  input  logic       inv_i,
  input  logic [7:0] data_i,
  output logic [7:0] data_o
);

  // inv_i travels with the data, so that each byte chooses its direction.
  logic inv_start, inv_s6, inv_s7;
  if (Direction == DirBoth) begin : gen_direction
    aesculus_cut #(.Width(1), .Depth(32'(Cuts[CutStart]))) u_inv_start (
      .clk_i, .en_i, .d_i(inv_i), .q_o(inv_start)
    );
    aesculus_cut #(.Width(1), .Depth(count_cuts(cuts_t'(Cuts[6:1])))) u_inv_s6 (
      .clk_i, .en_i, .d_i(inv_start), .q_o(inv_s6)
    );
    aesculus_cut #(.Width(1), .Depth(32'(Cuts[7]))) u_inv_s7 (
      .clk_i, .en_i, .d_i(inv_s6), .q_o(inv_s7)
    );
  end else begin : gen_fixed_direction
    assign inv_start = Direction == DirDecrypt;
    assign inv_s6    = Direction == DirDecrypt;
    assign inv_s7    = Direction == DirDecrypt;
    logic unused;
    assign unused = inv_i;
  end

  logic [7:0] start, mapped;
  aesculus_cut #(.Width(8), .Depth(32'(Cuts[CutStart]))) u_start (
    .clk_i, .en_i, .d_i(data_i), .q_o(start)
  );
  assign mapped = inv_start ? apply(CanrightInInverse, start ^ AffineConstant)
                            : apply(CanrightIn, start);

  factor_t h_s1, l_s1;
  aesculus_cut #(.Width(2 * $bits(factor_t)), .Depth(32'(Cuts[1]))) u_s1 (
    .clk_i, .en_i, .d_i({factor(mapped[7:4]), factor(mapped[3:0])}), .q_o({h_s1, l_s1})
  );

  // The norm in four parts, to be added in pairs.
  factor_t h_s2, l_s2, parts;
  logic [3:0] halves, boths, halves_s2, boths_s2;
  always_comb begin
    parts  = partial_products(h_s1, l_s1);
    halves = {parts.hi ^ gf4_scale(gf4_scale(gf4_square(h_s1.hi ^ l_s1.hi))), parts.lo};
    boths  = {parts.both, parts.both ^ gf4_square(h_s1.both ^ l_s1.both)};
  end
  aesculus_cut #(.Width(2 * $bits(factor_t) + 8), .Depth(32'(Cuts[2]))) u_s2 (
    .clk_i, .en_i, .d_i({h_s1, l_s1, halves, boths}), .q_o({h_s2, l_s2, halves_s2, boths_s2})
  );

  factor_t h_s3, l_s3;
  logic [3:0] norm_s3;
  aesculus_cut #(.Width(2 * $bits(factor_t) + 4), .Depth(32'(Cuts[3]))) u_s3 (
    .clk_i, .en_i, .d_i({h_s2, l_s2, halves_s2 ^ boths_s2}), .q_o({h_s3, l_s3, norm_s3})
  );

  factor_t h_s4, l_s4, e_s4;
  aesculus_cut #(.Width(3 * $bits(factor_t)), .Depth(32'(Cuts[4]))) u_s4 (
    .clk_i, .en_i,
    .d_i({h_s3, l_s3, factor(gf16_inverse(norm_s3))}), .q_o({h_s4, l_s4, e_s4})
  );

  factor_t hi_parts_s5, lo_parts_s5;
  aesculus_cut #(.Width(2 * $bits(factor_t)), .Depth(32'(Cuts[5]))) u_s5 (
    .clk_i, .en_i,
    .d_i({partial_products(l_s4, e_s4), partial_products(h_s4, e_s4)}),
    .q_o({hi_parts_s5, lo_parts_s5})
  );

  logic [7:0] inverse_s6;
  aesculus_cut #(.Width(8), .Depth(32'(Cuts[6]))) u_s6 (
    .clk_i, .en_i, .d_i({sum(hi_parts_s5), sum(lo_parts_s5)}), .q_o(inverse_s6)
  );

  // Output map in two halves, so that a cut between them leaves one LUT level on both sides.
  logic [7:0] out_hi, out_lo, out_hi_s7, out_lo_s7;
  assign out_hi = apply(inv_s6 ? CanrightOut : CanrightOutForward, inverse_s6 & 8'hf0);
  assign out_lo = apply(inv_s6 ? CanrightOut : CanrightOutForward, inverse_s6 & 8'h0f);
  aesculus_cut #(.Width(16), .Depth(32'(Cuts[7]))) u_s7 (
    .clk_i, .en_i, .d_i({out_hi, out_lo}), .q_o({out_hi_s7, out_lo_s7})
  );

  aesculus_cut #(.Width(8), .Depth(32'(Cuts[CutSub]))) u_sub (
    .clk_i, .en_i,
    .d_i(out_hi_s7 ^ out_lo_s7 ^ (inv_s7 ? 8'h00 : AffineConstant)), .q_o(data_o)
  );

endmodule

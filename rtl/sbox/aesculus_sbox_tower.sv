// SPDX-License-Identifier: Apache-2.0
// S-box by inversion in the tower field F2 = GF((2^4)^2), with up to nine cuts.
//
// With t = Phi(a) = b*x + c:  1/t = b*e*x + (b+c)*e,  e = 1/(B*b^2 + b*c + c^2)
// (Järvinen et al., FPGA 2003, equation 12, with A = 1). Products of GF(16) are split into
// four functions of two bits of either factor: a LUT4 each, so a cut between these partial
// products and their sum leaves one LUT level on both sides.
//
// In a long basis (aesculus_field_pkg), with tau = X + X^16 and nu = X^17:
//   t = b*X + c:       1/t = b*e*X + (tau*b+c)*e,   e = 1/(nu*b^2 + tau*b*c + c^2)
//   t = b*X + c*X^16:  1/t = c*e*X + b*e*X^16,      e = 1/(nu*(b+c)^2 + tau^2*b*c)
// The cuts are at the same places; tau*b+c takes a second LUT level before s2 unless tau is 1.
//
// With Whole the data stay in F2 from round to round (SIG-AES-E), and only the affine map, carried
// over to F2, is left around the inversion.
// Cost on LUT4 fabrics: 70 to 95 LUTs by basis and cuts; one LUT level a stage with all cuts.

module aesculus_sbox_tower
  import aesculus_pkg::*;
  import aesculus_field_pkg::*;
  import aesculus_field_table_pkg::*;
#(
  parameter direction_e  Direction = DirEncrypt,
  parameter int unsigned Basis     = 0,
  parameter bit          Whole     = 1'b0,   // data are in F2 already
  parameter sbox_cuts_t  Cuts      = '0
) (
  input  logic       clk_i,
  input  logic       en_i,
  input  logic       inv_i,
  input  logic [7:0] data_i,
  output logic [7:0] data_o
);

  localparam int unsigned BasisId = resolve_basis(Basis);
  localparam logic [3:0] B = 4'(BasisId);
  localparam bit Long = is_long(BasisId);
  localparam arithmetic_t Arithmetic = Long ? arithmetic(BasisId) : '0;
  localparam gf16_table_t Inverse = Long ? Arithmetic.inverse : Gf16Inverse;
  // From the domain of the data to F2 and back; with Whole they are the same.
  localparam matrix_t In  = Whole ? identity() : phi(BasisId);
  localparam matrix_t Out = invert(In);
  localparam matrix_t Domain = to_domain(Whole, Basis);
  localparam matrix_t AffineHere = multiply(Domain, multiply(Affine, invert(Domain)));
  localparam logic [7:0] Constant = apply(Domain, AffineConstant);
  // For both directions in the default basis each of them inverts a multiple of its own.
  localparam bit Twisted = Direction == DirBoth && BasisId == DefaultBasis;
  localparam matrix_t BeforeForward = Twisted ? TwistBefore[Whole][0] : identity();
  localparam matrix_t BeforeInverse = Twisted ? TwistBefore[Whole][1] : identity();
  localparam matrix_t BehindForward = Twisted ? TwistBehind[Whole][0] : identity();
  localparam matrix_t BehindInverse = Twisted ? TwistBehind[Whole][1] : identity();
  localparam matrix_t InForward  = multiply(BeforeForward, In);
  localparam matrix_t InInverse  = multiply(multiply(BeforeInverse, In), invert(AffineHere));
  localparam matrix_t OutForward = multiply(AffineHere, multiply(Out, BehindForward));
  localparam matrix_t OutInverse = multiply(Out, BehindInverse);

  // One of two maps; what they have in common stays outside the choice.
  function automatic logic [7:0] apply_either(matrix_t f, matrix_t i, logic second,
                                              logic [7:0] a);
    if (!Twisted) return apply(second ? i : f, a);
    return apply(f & i, a) ^ (second ? apply(i & ~f, a) : apply(f & ~i, a));
  endfunction

  // Partial products of p*q over y^4+y+1: part 2*i+j holds the terms of bits 2i+1:2i of p and
  // 2j+1:2j of q.
  function automatic logic [3:0][3:0] partial_products(logic [3:0] p, logic [3:0] q);
    logic [3:0][3:0] parts;
    for (int i = 0; i < 2; i++) begin
      for (int j = 0; j < 2; j++) begin
        parts[2*i+j] = gf16_mul(p & 4'(3 << (2 * i)), q & 4'(3 << (2 * j)));
      end
    end
    return parts;
  endfunction

  // The same of any bilinear form.
  function automatic logic [3:0][3:0] partial_forms(bilinear_t form, logic [3:0] p, logic [3:0] q);
    logic [3:0][3:0] parts;
    for (int i = 0; i < 2; i++) begin
      for (int j = 0; j < 2; j++) begin
        parts[2*i+j] = bilinear(form, p & 4'(3 << (2 * i)), q & 4'(3 << (2 * j)));
      end
    end
    return parts;
  endfunction

  function automatic logic [3:0] sum(logic [3:0][3:0] parts);
    return parts[0] ^ parts[1] ^ parts[2] ^ parts[3];
  endfunction

  // inv_i travels with the data, so that each byte chooses its direction.
  logic inv_start, inv_s7;
  localparam int unsigned InnerDepth = count_cuts(cuts_t'(Cuts[CutSub-1:CutInner]));
  if (Direction == DirBoth) begin : gen_direction
    aesculus_cut #(.Width(1), .Depth(32'(Cuts[CutStart]))) u_inv_start (
      .clk_i, .en_i, .d_i(inv_i), .q_o(inv_start)
    );
    aesculus_cut #(.Width(1), .Depth(InnerDepth)) u_inv_s7 (
      .clk_i, .en_i, .d_i(inv_start), .q_o(inv_s7)
    );
  end else begin : gen_fixed_direction
    assign inv_start = Direction == DirDecrypt;
    assign inv_s7    = Direction == DirDecrypt;
    logic unused;
    assign unused = inv_i;
  end

  // Phi, after the inverse affine map when inverting.
  logic [7:0] start, mapped;
  aesculus_cut #(.Width(8), .Depth(32'(Cuts[CutStart]))) u_start (
    .clk_i, .en_i, .d_i(data_i), .q_o(start)
  );
  if (Twisted) begin : gen_in_twisted
    assign mapped = apply_either(InForward, InInverse, inv_start, start) ^
                    (inv_start ? apply(InInverse, Constant) : '0);
  end else begin : gen_in
    assign mapped = inv_start ? apply(InInverse, start ^ Constant) : apply(InForward, start);
  end

  logic [3:0] b_s1, c_s1;
  aesculus_cut #(.Width(8), .Depth(32'(Cuts[1]))) u_s1 (
    .clk_i, .en_i, .d_i(mapped), .q_o({b_s1, c_s1})
  );

  // B*b^2 + b*c + c^2: the squares are linear, so they ride on the diagonal parts.
  logic [3:0][3:0] norm_parts, norm_parts_s2;
  logic [3:0] b_s2, d_s2;
  if (Long) begin : gen_long_norm
    logic [3:0] up, down;   // what times e makes the halves of the inverse
    always_comb begin
      norm_parts = partial_forms(Arithmetic.mixed, b_s1, c_s1);
      norm_parts[0] ^= linear(Arithmetic.square_hi, b_s1 & 4'h3) ^
                       linear(Arithmetic.square_lo, c_s1 & 4'h3);
      norm_parts[3] ^= linear(Arithmetic.square_hi, b_s1 & 4'hc) ^
                       linear(Arithmetic.square_lo, c_s1 & 4'hc);
    end
    assign up   = Arithmetic.normal ? c_s1 : b_s1;
    assign down = Arithmetic.normal ? b_s1 : linear(Arithmetic.tau, b_s1) ^ c_s1;
    aesculus_cut #(.Width(24), .Depth(32'(Cuts[2]))) u_s2 (
      .clk_i, .en_i, .d_i({up, down, norm_parts}), .q_o({b_s2, d_s2, norm_parts_s2})
    );
  end else begin : gen_norm
    always_comb begin
      norm_parts = partial_products(b_s1, c_s1);
      norm_parts[0] ^= gf16_mul(B, gf16_mul(b_s1 & 4'h3, b_s1 & 4'h3)) ^
                       gf16_mul(c_s1 & 4'h3, c_s1 & 4'h3);
      norm_parts[3] ^= gf16_mul(B, gf16_mul(b_s1 & 4'hc, b_s1 & 4'hc)) ^
                       gf16_mul(c_s1 & 4'hc, c_s1 & 4'hc);
    end
    aesculus_cut #(.Width(24), .Depth(32'(Cuts[2]))) u_s2 (
      .clk_i, .en_i,
      .d_i({b_s1, b_s1 ^ c_s1, norm_parts}), .q_o({b_s2, d_s2, norm_parts_s2})
    );
  end

  logic [3:0] b_s3, d_s3, norm_s3;
  aesculus_cut #(.Width(12), .Depth(32'(Cuts[3]))) u_s3 (
    .clk_i, .en_i,
    .d_i({b_s2, d_s2, sum(norm_parts_s2)}), .q_o({b_s3, d_s3, norm_s3})
  );

  logic [3:0] b_s4, d_s4, e_s4;
  aesculus_cut #(.Width(12), .Depth(32'(Cuts[4]))) u_s4 (
    .clk_i, .en_i,
    .d_i({b_s3, d_s3, Inverse[norm_s3]}), .q_o({b_s4, d_s4, e_s4})
  );

  logic [3:0][3:0] hi_parts_s5, lo_parts_s5;
  if (Long) begin : gen_long_products
    aesculus_cut #(.Width(32), .Depth(32'(Cuts[5]))) u_s5 (
      .clk_i, .en_i,
      .d_i({partial_forms(Arithmetic.times, b_s4, e_s4),
            partial_forms(Arithmetic.times, d_s4, e_s4)}),
      .q_o({hi_parts_s5, lo_parts_s5})
    );
  end else begin : gen_products
    aesculus_cut #(.Width(32), .Depth(32'(Cuts[5]))) u_s5 (
      .clk_i, .en_i,
      .d_i({partial_products(b_s4, e_s4), partial_products(d_s4, e_s4)}),
      .q_o({hi_parts_s5, lo_parts_s5})
    );
  end

  logic [7:0] inverse_s6;
  aesculus_cut #(.Width(8), .Depth(32'(Cuts[6]))) u_s6 (
    .clk_i, .en_i, .d_i({sum(hi_parts_s5), sum(lo_parts_s5)}), .q_o(inverse_s6)
  );

  // Output map in two halves, so that a cut between them leaves one LUT level on both sides.
  logic [7:0] out_hi, out_lo, out_hi_s7, out_lo_s7;
  if (Direction == DirBoth) begin : gen_out_both
    logic inv_s6;
    aesculus_cut #(.Width(1), .Depth(count_cuts(cuts_t'(Cuts[6:1])))) u_inv_s6 (
      .clk_i, .en_i, .d_i(inv_start), .q_o(inv_s6)
    );
    assign out_hi = apply_either(OutForward, OutInverse, inv_s6, inverse_s6 & 8'hf0);
    assign out_lo = apply_either(OutForward, OutInverse, inv_s6, inverse_s6 & 8'h0f);
  end else begin : gen_out_one
    localparam matrix_t OutMap = Direction == DirDecrypt ? OutInverse : OutForward;
    assign out_hi = apply(OutMap, inverse_s6 & 8'hf0);
    assign out_lo = apply(OutMap, inverse_s6 & 8'h0f);
  end
  aesculus_cut #(.Width(16), .Depth(32'(Cuts[7]))) u_s7 (
    .clk_i, .en_i, .d_i({out_hi, out_lo}), .q_o({out_hi_s7, out_lo_s7})
  );

  aesculus_cut #(.Width(8), .Depth(32'(Cuts[CutSub]))) u_sub (
    .clk_i, .en_i,
    .d_i(out_hi_s7 ^ out_lo_s7 ^ (inv_s7 ? 8'h00 : Constant)), .q_o(data_o)
  );

endmodule

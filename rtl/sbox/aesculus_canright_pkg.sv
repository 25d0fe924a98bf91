// SPDX-License-Identifier: Apache-2.0
// GF(((2^2)^2)^2) in normal bases, after D. Canright, "A Very Compact S-Box for AES" (CHES 2005).
//
// Elements are pairs of coefficients over the bases [W, W^2], [Z, Z^4] and [Y, Y^16]; W, Z and Y
// are elements of F1 (aesculus_field_table_pkg) of trace 1, so that one is {1, 1} at every level, and
// of norms W^3 = 1, Z^5 = N = W^2 and Y^17 = N^2*Z = W*Z. A product of pairs is three products of
// coefficients. The bases are those of the smallest S-box of that paper.

package aesculus_canright_pkg;

  function automatic logic [1:0] gf4_mul(logic [1:0] a, logic [1:0] b);
    return (a & b) ^ {2{(^a) & (^b)}};
  endfunction

  // A square changes places with its conjugate; so does an inverse, which is the square.
  function automatic logic [1:0] gf4_square(logic [1:0] a);
    return {a[0], a[1]};
  endfunction

  // a*N
  function automatic logic [1:0] gf4_scale(logic [1:0] a);
    return {^a, a[1]};
  endfunction

  // An element of GF(16) with the sum of its coefficients, which every product asks for.
  typedef struct packed {
    logic [1:0] hi;
    logic [1:0] lo;
    logic [1:0] both;
  } factor_t;

  function automatic factor_t factor(logic [3:0] a);
    return '{hi: a[3:2], lo: a[1:0], both: a[3:2] ^ a[1:0]};
  endfunction

  // A product in GF(16), not yet added up: {hi + both, lo + both}, a LUT4 for each bit.
  function automatic factor_t partial_products(factor_t a, factor_t b);
    return '{hi: gf4_mul(a.hi, b.hi), lo: gf4_mul(a.lo, b.lo),
             both: gf4_scale(gf4_mul(a.both, b.both))};
  endfunction

  function automatic logic [3:0] sum(factor_t parts);
    return {parts.hi ^ parts.both, parts.lo ^ parts.both};
  endfunction

  // 1/(a*Z + b*Z^4) = (b*Z + a*Z^4)/(a*b + N*(a+b)^2), with 0 for 0.
  function automatic logic [3:0] gf16_inverse(logic [3:0] t);
    logic [1:0] scale;
    scale = gf4_square(gf4_mul(t[3:2], t[1:0]) ^ gf4_scale(gf4_square(t[3:2] ^ t[1:0])));
    return {gf4_mul(t[1:0], scale), gf4_mul(t[3:2], scale)};
  endfunction

endpackage

// SPDX-License-Identifier: Apache-2.0
// GF(((2^2)^2)^2) in normal bases, after D. Canright, "A Very Compact S-Box for AES" (CHES 2005).
//
// Elements are pairs of coefficients over the bases [W, W^2], [Z, Z^4] and [Y, Y^16]; W, Z and Y
// are elements of F1 (aesculus_field_pkg) of trace 1, so that one is {1, 1} at every level. A product of
// pairs is three products of coefficients. The bases are those of the smallest S-box of that paper;
// `is_tower` checks what the arithmetic below takes for granted of them.

package aesculus_canright_pkg;

  import aesculus_field_pkg::*;

  localparam logic [7:0] W = 8'hbd;
  localparam logic [7:0] Z = 8'h5c;
  localparam logic [7:0] Y = 8'hff;

  function automatic logic [7:0] f1_mul(logic [7:0] a, logic [7:0] b);
    logic [7:0] p;
    p = '0;
    for (int i = 7; i >= 0; i--) begin
      p = {p[6:0], 1'b0} ^ (p[7] ? 8'h1b : 8'h00) ^ (b[i] ? a : 8'h00);
    end
    return p;
  endfunction

  // a^(2^n)
  function automatic logic [7:0] f1_conjugate(logic [7:0] a, int unsigned n);
    logic [7:0] p;
    p = a;
    for (int unsigned i = 0; i < n; i++) p = f1_mul(p, p);
    return p;
  endfunction

  // Traces of 1, and norms W^3 = 1, Z^5 = N = W^2 and Y^17 = N^2*Z = W*Z.
  function automatic bit is_tower();
    return (W ^ f1_conjugate(W, 1)) == 8'h01 && f1_mul(W, f1_conjugate(W, 1)) == 8'h01 &&
           (Z ^ f1_conjugate(Z, 2)) == 8'h01 && f1_mul(Z, f1_conjugate(Z, 2)) == f1_mul(W, W) &&
           (Y ^ f1_conjugate(Y, 4)) == 8'h01 && f1_mul(Y, f1_conjugate(Y, 4)) == f1_mul(W, Z);
  endfunction

  // From coefficients to F1: column 4*i+2*j+k is the product of Y, Z and W, each by its conjugate
  // where i, j or k is 0.
  function automatic matrix_t from_normal();
    matrix_t m;
    logic [7:0] column;
    for (int c = 0; c < 8; c++) begin
      column = f1_mul(f1_mul(c[2] ? Y : f1_conjugate(Y, 4), c[1] ? Z : f1_conjugate(Z, 2)),
                      c[0] ? W : f1_conjugate(W, 1));
      for (int r = 0; r < 8; r++) m[r][c] = column[r];
    end
    return m;
  endfunction

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

// SPDX-License-Identifier: Apache-2.0
// Arithmetic of the field F1 = GF(2)[x]/(x^8+x^4+x^3+x+1) of FIPS 197 and of the tower
// F2 = GF(16)[x]/(x^2+x+B), GF(16) = GF(2)[y]/(y^4+y+1), and the isomorphism between them.
//
// A basis is the number 16*Z + B: B makes x^2+x+B irreducible, Z is the root of F1's polynomial
// in F2 that {02} maps to. Järvinen et al. (FPGA 2003, section 3) use B = 8 and Z = {20}: 'h208.
// Everything here runs at elaboration, except gf16_inverse.

package aes_field_pkg;

  typedef logic [7:0][7:0] matrix_t;  // [row][column]; bit 0 is the first of each

  localparam int unsigned DefaultBasis = 'h208;

  function automatic int unsigned resolve_basis(int unsigned basis);
    return basis == 0 ? DefaultBasis : basis;
  endfunction

  function automatic logic [3:0] gf16_mul(logic [3:0] a, logic [3:0] b);
    logic [6:0] p;
    p = '0;
    for (int i = 0; i < 4; i++) if (b[i]) p ^= 7'(a) << i;
    for (int i = 6; i >= 4; i--) if (p[i]) p ^= 7'h13 << (i - 4);
    return p[3:0];
  endfunction

  // a^14, the inverse of a, with 0 for 0.
  function automatic logic [3:0] gf16_inverse(logic [3:0] a);
    logic [3:0] a2, a4, a8;
    a2 = gf16_mul(a, a);
    a4 = gf16_mul(a2, a2);
    a8 = gf16_mul(a4, a4);
    return gf16_mul(a8, gf16_mul(a4, a2));
  endfunction

  // Product in F2; an element is {coefficient of x, constant}, four bits each.
  function automatic logic [7:0] tower_mul(logic [7:0] p, logic [7:0] q, logic [3:0] b);
    logic [3:0] hh, mid;
    hh = gf16_mul(p[7:4], q[7:4]);
    mid = gf16_mul(p[7:4], q[3:0]) ^ gf16_mul(p[3:0], q[7:4]);
    return {mid ^ hh, gf16_mul(p[3:0], q[3:0]) ^ gf16_mul(hh, b)};
  endfunction

  // Phi: F1 to F2. Column k is Z^k.
  function automatic matrix_t phi(int unsigned basis);
    matrix_t m;
    logic [7:0] power;
    power = 8'h01;
    for (int k = 0; k < 8; k++) begin
      for (int r = 0; r < 8; r++) m[r][k] = power[r];
      power = tower_mul(power, 8'(basis >> 4), 4'(basis));
    end
    return m;
  endfunction

  function automatic logic [7:0] apply(matrix_t m, logic [7:0] a);
    logic [7:0] y;
    for (int r = 0; r < 8; r++) y[r] = ^(m[r] & a);
    return y;
  endfunction

  function automatic matrix_t multiply(matrix_t m, matrix_t n);
    matrix_t p;
    for (int r = 0; r < 8; r++) begin
      p[r] = '0;
      for (int k = 0; k < 8; k++) if (m[r][k]) p[r] ^= n[k];
    end
    return p;
  endfunction

  // Inverse by Gauss-Jordan elimination over GF(2); the matrix must be regular.
  function automatic matrix_t invert(matrix_t m);
    matrix_t a, inv;
    logic [7:0] t;
    a = m;
    for (int r = 0; r < 8; r++) inv[r] = 8'(1 << r);
    for (int c = 0; c < 8; c++) begin
      for (int r = 7; r > c; r--) begin
        if (!a[c][c] && a[r][c]) begin
          t = a[c]; a[c] = a[r]; a[r] = t;
          t = inv[c]; inv[c] = inv[r]; inv[r] = t;
        end
      end
      for (int r = 0; r < 8; r++) begin
        if (r != c && a[r][c]) begin
          a[r] ^= a[c];
          inv[r] ^= inv[c];
        end
      end
    end
    return inv;
  endfunction

  // The affine map of SubBytes without its constant {63}: FIPS 197, section 5.1.1.
  function automatic matrix_t affine();
    matrix_t m;
    for (int r = 0; r < 8; r++) begin
      m[r] = '0;
      for (int k = 0; k < 5; k++) m[r][(r+k+4)%8] = 1'b1;
    end
    return m;
  endfunction

  localparam logic [7:0] AffineConstant = 8'h63;

endpackage

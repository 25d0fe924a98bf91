// SPDX-License-Identifier: Apache-2.0
// Arithmetic of the field F1 = GF(2)[x]/(x^8+x^4+x^3+x+1) of FIPS 197 and of the tower
// F2 = GF(16)[x]/(x^2+x+B), GF(16) = GF(2)[y]/(y^4+y+1), and the isomorphism between them.
//
// A basis is the number 16*Z + B: B makes x^2+x+B irreducible, Z is the root of F1's polynomial
// in F2 that {02} maps to. Järvinen et al. (FPGA 2003, section 3) use B = 8 and Z = {20}: 'h208.

package aes_field_pkg;

  typedef logic [7:0][7:0] matrix_t;  // [row][column]; bit 0 is the first of each

  localparam int unsigned DefaultBasis = 'h208;

  function automatic int unsigned resolve_basis(int unsigned basis);
    return basis == 0 ? DefaultBasis : basis;
  endfunction

  function automatic logic [3:0] gf16_mul(logic [3:0] a, logic [3:0] b);
    logic [6:0] p;
    p = ({7{b[0]}} & {3'b000, a}) ^ ({7{b[1]}} & {2'b00, a, 1'b0}) ^
        ({7{b[2]}} & {1'b0, a, 2'b00}) ^ ({7{b[3]}} & {a, 3'b000});
    return p[3:0] ^ {1'b0, p[6:4]} ^ {p[6:4], 1'b0};
  endfunction

  // Inverses in GF(16), with 0 for 0: one LUT4 for each bit.
  typedef logic [15:0][3:0] gf16_table_t;

  function automatic gf16_table_t gf16_inverse_table();
    gf16_table_t t;
    t = '0;
    for (int a = 1; a < 16; a++) begin
      for (int b = 1; b < 16; b++) begin
        if (gf16_mul(4'(a), 4'(b)) == 4'h1) t[a] = 4'(b);
      end
    end
    return t;
  endfunction

  localparam gf16_table_t Gf16Inverse = gf16_inverse_table();

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

  // Whether 16*Z + B is a basis: Z is a root of x^8+x^4+x^3+x+1 in F2 and x^2+x+B is irreducible.
  function automatic bit is_basis(int unsigned basis);
    logic [7:0] z2, z3, z4, z8;
    logic [3:0] b;
    if (basis >= 4096) return 1'b0;
    b = 4'(basis);
    for (int x = 0; x < 16; x++) begin
      if ((gf16_mul(4'(x), 4'(x)) ^ 4'(x) ^ b) == 4'h0) return 1'b0;
    end
    z2 = tower_mul(8'(basis >> 4), 8'(basis >> 4), b);
    z3 = tower_mul(z2, 8'(basis >> 4), b);
    z4 = tower_mul(z2, z2, b);
    z8 = tower_mul(z4, z4, b);
    return (z8 ^ z4 ^ z3 ^ 8'(basis >> 4) ^ 8'h01) == 8'h00;
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

  function automatic matrix_t identity();
    matrix_t m;
    for (int r = 0; r < 8; r++) m[r] = 8'(1 << r);
    return m;
  endfunction

  // From F1 to the domain in which a whole cipher computes: F2 if `whole`, else F1 itself.
  function automatic matrix_t to_domain(bit whole, int unsigned basis);
    return whole ? phi(resolve_basis(basis)) : identity();
  endfunction

  // Multiplication by {02} in that domain.
  function automatic matrix_t times_two(bit whole, int unsigned basis);
    matrix_t m, map;
    for (int r = 0; r < 8; r++) m[r] = r == 0 ? 8'h80 : 8'(1 << (r - 1));
    m[1][7] = 1'b1;
    m[3][7] = 1'b1;
    m[4][7] = 1'b1;
    map = to_domain(whole, basis);
    return multiply(map, multiply(m, invert(map)));
  endfunction

  // One map on each byte of a block.
  function automatic logic [127:0] apply_block(matrix_t m, logic [127:0] block);
    logic [127:0] y;
    for (int i = 0; i < 16; i++) y[8*i+:8] = apply(m, block[8*i+:8]);
    return y;
  endfunction

  localparam logic [7:0] AffineConstant = 8'h63;

endpackage

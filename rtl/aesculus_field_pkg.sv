// SPDX-License-Identifier: Apache-2.0
// Arithmetic of the field F1 = GF(2)[x]/(x^8+x^4+x^3+x+1) of FIPS 197 and of a field F2 over
// GF(16), and the isomorphism between them. Constants come from aesculus_field_table_pkg.
//
// A long basis is the number 'h1fkXX of eight elements of F1 (decode_basis below): g over GF(2) for
// GF(16) inside F1, chosen by f and k, and X*g with g or X^16*g. An element of F2 has four bits for
// X and four for 1 or X^16. src/aesculus/ciphers/aes/fields/bases.py lists which of them are different.
//
// A short basis is the number 16*Z + B: F2 = GF(16)[x]/(x^2+x+B), GF(16) = GF(2)[y]/(y^4+y+1), B
// makes x^2+x+B irreducible, Z is the root of F1's polynomial in F2 that {02} maps to. Järvinen et
// al. (FPGA 2003, section 3) use B = 8 and Z = {20}: 'h208. Each stands for a long one with the same
// elements.

package aesculus_field_pkg;

  import aesculus_field_table_pkg::*;

  typedef logic [7:0][7:0] matrix_t;  // [row][column]; bit 0 is the first of each
  typedef logic [15:0][3:0] gf16_table_t;

  localparam int unsigned DefaultBasis = 'h208;
  localparam logic [7:0]  AffineConstant = 8'h63;  // of SubBytes: FIPS 197, section 5.1.1

  // ---- Matrices over GF(2) ----

  function automatic matrix_t identity();
    matrix_t m;
    for (int r = 0; r < 8; r++) m[r] = 8'(1 << r);
    return m;
  endfunction

  function automatic logic [7:0] apply(matrix_t m, logic [7:0] a);
    logic [7:0] y;
    for (int r = 0; r < 8; r++) y[r] = ^(m[r] & a);
    return y;
  endfunction

  // One map on each byte of a block.
  function automatic logic [127:0] apply_block(matrix_t m, logic [127:0] block);
    logic [127:0] y;
    for (int i = 0; i < 16; i++) y[8*i+:8] = apply(m, block[8*i+:8]);
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

  // ---- Bases ----

  function automatic int unsigned resolve_basis(int unsigned basis);
    return basis == 0 ? DefaultBasis : basis;
  endfunction

  function automatic bit is_long(int unsigned basis);
    return basis >= 'h10000;
  endfunction

  // The long number of the same elements; 0 if a short number is that of no basis.
  function automatic int unsigned long_number(int unsigned basis);
    if (is_long(basis)) return basis;
    for (int i = 0; i < NumShort; i++) begin
      if (32'(ShortNumber[i]) == basis) return 32'(ShortStandsFor[i]);
    end
    return 0;
  endfunction

  // What a basis is made of. Elements of F1 are given by their exponents (F1Power), of which those
  // that 17 divides are the units of GF(16): {5c}^n has exponent 17*n.
  typedef struct packed {
    logic            normal;     // F2 has the basis (X, X^16) over GF(16), else (X, 1)
    logic [3:0][3:0] exponents;  // GF(16) has the basis {5c}^exponents[i] over GF(2)
    logic [7:0]      x;          // exponent of X
    logic [3:0]      tau;        // X + X^16 and X^17 are the powers tau and nu of {5c}
    logic [3:0]      nu;
  } extension_t;

  function automatic extension_t decode_basis(int unsigned number);
    extension_t e;
    int unsigned kind, k;
    logic [7:0] conjugate;
    kind = 32'(3'(number >> 12));
    k = 32'(4'(number >> 8));
    e.normal = 1'(number >> 15);
    for (int i = 0; i < 4; i++) begin
      e.exponents[i] = 4'((32'(KindSlope[kind][i]) * k + 32'(KindShift[kind][i])) % 15);
    end
    e.x = F1Log[8'(number)];
    conjugate = F1Power[16 * 32'(e.x) % 255];
    e.tau = 4'(F1Log[8'(number)^conjugate] / 8'd17);
    e.nu  = 4'(e.x % 8'd15);
    return e;
  endfunction

  // Whether a number is that of a basis, and the one of those that are equal by which it is listed:
  // g stands under its kind of basis, X is outside GF(16) and of two conjugates the listed one, and
  // there is no short number for it.
  function automatic bit is_basis(int unsigned basis);
    int unsigned kind, x;
    logic [3:0] k;
    if (!is_long(basis)) return long_number(basis) != 0;
    for (int i = 0; i < NumShort; i++) if (32'(ShortStandsFor[i]) == basis) return 1'b0;
    kind = 32'(3'(basis >> 12));
    k = 4'(basis >> 8);
    x = 32'(F1Log[8'(basis)]);
    if (basis >= 'h20000 || kind >= NumKinds || x % 17 == 0) return 1'b0;
    if (basis < 'h18000) return KindBelow[kind][k];
    return KindNormal[kind][k] && 8'(basis) < F1Power[16*x%255];
  endfunction

  // F2 to F1: the elements of the basis are the columns.
  function automatic matrix_t phi_inverse(int unsigned basis);
    matrix_t m;
    extension_t e;
    int unsigned g;
    logic [7:0] lo, hi;
    e = decode_basis(long_number(basis));
    for (int i = 0; i < 4; i++) begin
      g  = 17 * 32'(e.exponents[i]);
      lo = F1Power[(g+(e.normal?16*32'(e.x):0))%255];
      hi = F1Power[(g+32'(e.x))%255];
      for (int r = 0; r < 8; r++) begin
        m[r][i]   = lo[r];
        m[r][i+4] = hi[r];
      end
    end
    return m;
  endfunction

  // Phi: F1 to F2.
  function automatic matrix_t phi(int unsigned basis);
    return invert(phi_inverse(basis));
  endfunction

  // From F1 to the domain in which a whole cipher computes: F2 if `whole`, else F1 itself.
  function automatic matrix_t to_domain(bit whole, int unsigned basis);
    return whole ? phi(resolve_basis(basis)) : identity();
  endfunction

  // Multiplication by {02} in that domain.
  function automatic matrix_t times_two(bit whole, int unsigned basis);
    matrix_t map;
    if (!whole) return F1TimesTwo;
    map = to_domain(whole, basis);
    return multiply(map, multiply(F1TimesTwo, invert(map)));
  endfunction

  // ---- GF(16) ----

  // Product in GF(2)[y]/(y^4+y+1).
  function automatic logic [3:0] gf16_mul(logic [3:0] a, logic [3:0] b);
    logic [6:0] p;
    p = ({7{b[0]}} & {3'b000, a}) ^ ({7{b[1]}} & {2'b00, a, 1'b0}) ^
        ({7{b[2]}} & {1'b0, a, 2'b00}) ^ ({7{b[3]}} & {a, 3'b000});
    return p[3:0] ^ {1'b0, p[6:4]} ^ {p[6:4], 1'b0};
  endfunction

  // GF(16) in the basis g, and what inversion in F2 needs of it, as images of basis elements.
  typedef logic [3:0][3:0] linear_t;
  typedef logic [3:0][3:0][3:0] bilinear_t;

  typedef struct packed {
    logic        normal;
    bilinear_t   times;
    bilinear_t   mixed;      // product times tau, or tau^2 in a normal basis
    linear_t     square_hi;  // the norm's square of the upper half
    linear_t     square_lo;
    linear_t     tau;        // multiplication by tau = X + X^16
    gf16_table_t inverse;
  } arithmetic_t;

  function automatic arithmetic_t arithmetic(int unsigned basis);
    arithmetic_t a;
    extension_t e;
    gf16_table_t at, log;   // coordinates of a power of {5c}, and back
    logic [7:0] sum;
    int unsigned n, tau, nu;
    e = decode_basis(long_number(basis));
    at = '0;
    log = '0;
    for (int v = 1; v < 16; v++) begin
      sum = '0;
      for (int i = 0; i < 4; i++) if (v[i]) sum ^= F1Power[17*32'(e.exponents[i])];
      log[v] = 4'(F1Log[sum] / 8'd17);
      at[log[v]] = 4'(v);
    end
    tau = 32'(e.tau);
    nu  = 32'(e.nu);
    a.normal = e.normal;
    a.inverse = '0;
    for (int v = 1; v < 16; v++) a.inverse[v] = at[(15 - 32'(log[v])) % 15];
    for (int i = 0; i < 4; i++) begin
      n = 32'(e.exponents[i]);
      for (int j = 0; j < 4; j++) begin
        a.times[i][j] = at[(n + 32'(e.exponents[j])) % 15];
        a.mixed[i][j] = at[(n + 32'(e.exponents[j]) + (e.normal ? 2 * tau : tau)) % 15];
      end
      a.square_hi[i] = at[(2 * n + nu) % 15];
      a.square_lo[i] = at[(2 * n + (e.normal ? nu : 0)) % 15];
      a.tau[i]       = at[(n + tau) % 15];
    end
    return a;
  endfunction

  function automatic logic [3:0] linear(linear_t m, logic [3:0] a);
    logic [3:0] y;
    y = '0;
    for (int i = 0; i < 4; i++) y ^= {4{a[i]}} & m[i];
    return y;
  endfunction

  function automatic logic [3:0] bilinear(bilinear_t m, logic [3:0] a, logic [3:0] b);
    logic [3:0] y;
    y = '0;
    for (int i = 0; i < 4; i++) begin
      for (int j = 0; j < 4; j++) y ^= {4{a[i] & b[j]}} & m[i][j];
    end
    return y;
  endfunction

endpackage

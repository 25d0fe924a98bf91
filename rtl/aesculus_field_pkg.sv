// SPDX-License-Identifier: Apache-2.0
// Arithmetic of the field F1 = GF(2)[x]/(x^8+x^4+x^3+x+1) of FIPS 197 and of a field F2 over
// GF(16), and the isomorphism between them.
//
// A short basis is the number 16*Z + B: F2 = GF(16)[x]/(x^2+x+B), GF(16) = GF(2)[y]/(y^4+y+1), B
// makes x^2+x+B irreducible, Z is the root of F1's polynomial in F2 that {02} maps to. Järvinen et
// al. (FPGA 2003, section 3) use B = 8 and Z = {20}: 'h208.
//
// A long basis is the number 'h1fkXX of eight elements of F1 (decode_basis below): g over GF(2) for
// GF(16) inside F1, chosen by f and k, and X*g with g or X^16*g. An element of F2 has four bits for
// X and four for 1 or X^16. src/aesculus/ciphers/aes/fields/bases.py lists which of them are different.

package aesculus_field_pkg;

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

  // Product in F1: FIPS 197, section 4.2.
  function automatic logic [7:0] f1_mul(logic [7:0] a, logic [7:0] b);
    logic [7:0] p, power;
    p = 8'h00;
    power = a;
    for (int i = 0; i < 8; i++) begin
      if (b[i]) p ^= power;
      power = {power[6:0], 1'b0} ^ (power[7] ? 8'h1b : 8'h00);
    end
    return p;
  endfunction

  // {5c} is a root of y^4+y+1 in F1: powers 0 to 14 are the units of GF(16) there, and as
  // Gf16Powers in the basis 1, y, y^2, y^3. Gf16Log is the exponent to the latter.
  typedef logic [14:0][7:0] units_t;

  function automatic units_t gamma_powers();
    units_t t;
    t[0] = 8'h01;
    for (int n = 1; n < 15; n++) t[n] = f1_mul(t[n-1], 8'h5c);
    return t;
  endfunction

  function automatic gf16_table_t gf16_powers();
    gf16_table_t t;
    t[0] = 4'h1;
    for (int n = 1; n < 16; n++) t[n] = gf16_mul(t[n-1], 4'h2);
    return t;
  endfunction

  localparam units_t      GammaPowers = gamma_powers();
  localparam gf16_table_t Gf16Powers  = gf16_powers();

  function automatic gf16_table_t gf16_logs();
    gf16_table_t t;
    t = '0;
    for (int n = 0; n < 15; n++) t[Gf16Powers[n]] = 4'(n);
    return t;
  endfunction

  localparam gf16_table_t Gf16Log = gf16_logs();

  // What a long basis is made of.
  typedef struct packed {
    logic            normal;     // F2 has the basis (X, X^16) over GF(16), else (X, 1)
    logic [3:0][3:0] exponents;  // GF(16) has the basis {5c}^exponents[i] over GF(2)
    logic [7:0]      x;
    logic [7:0]      conjugate;  // X^16
  } extension_t;

  function automatic bit is_long(int unsigned basis);
    return basis >= 'h10000;
  endfunction

  // a^16: the other root of the quadratic of X.
  function automatic logic [7:0] f1_conjugate(logic [7:0] a);
    logic [7:0] y;
    y = a;
    for (int i = 0; i < 4; i++) y = f1_mul(y, y);
    return y;
  endfunction

  // f is the kind of g, and 8 for a normal basis above; k the exponent of its generator. With
  // y = {5c}^k, w = {5c}^5:
  //   0: 1, y, y^2, y^3    2: (1, w)*(1, y)      4: (w, w^2)*(1, y)
  //   1: y, y^2, y^4, y^8  3: (1, w^2)*(1, y)    5: (w, w^2)*(y^4, y)
  function automatic extension_t decode_basis(int unsigned basis);
    extension_t e;
    int unsigned k, inner;
    int unsigned slope[4];
    int unsigned shift[4];
    k = 32'(4'(basis >> 8));
    slope = '{0, 0, 1, 1};
    shift = '{0, 0, 0, 0};
    inner = 32'(3'(basis >> 12));
    case (inner)
      0: slope = '{0, 1, 2, 3};
      1: slope = '{1, 2, 4, 8};
      2: shift = '{0, 5, 0, 5};
      3: shift = '{0, 10, 0, 10};
      default: begin
        shift = '{5, 10, 5, 10};
        if (inner == 5) slope = '{4, 4, 1, 1};
      end
    endcase
    e.normal = 1'(basis >> 15);
    for (int i = 0; i < 4; i++) e.exponents[i] = 4'((slope[i] * k + shift[i]) % 15);
    e.x = 8'(basis);
    e.conjugate = f1_conjugate(e.x);
    return e;
  endfunction

  // F2 to F1 in a long basis: its elements are the columns.
  function automatic matrix_t long_phi_inverse(int unsigned basis);
    matrix_t m;
    extension_t e;
    logic [7:0] lo, hi;
    e = decode_basis(basis);
    for (int i = 0; i < 4; i++) begin
      lo = GammaPowers[e.exponents[i]];
      hi = f1_mul(e.x, lo);
      if (e.normal) lo = f1_mul(e.conjugate, lo);
      for (int r = 0; r < 8; r++) begin
        m[r][i]   = lo[r];
        m[r][i+4] = hi[r];
      end
    end
    return m;
  endfunction

  // Exponent of a unit of GF(16) in F1; 15 if it is none.
  function automatic int unsigned gamma_log(logic [7:0] a);
    for (int unsigned n = 0; n < 15; n++) if (GammaPowers[n] == a) return n;
    return 15;
  endfunction

  // Whether 'h1fkXX is a basis and the one of those that are equal by which it is listed: X is
  // outside GF(16) and g one that stands under that kind of basis.
  function automatic bit is_long_basis(int unsigned basis);
    logic [7:0] x, conjugate;
    logic [15:0] listed;
    x = 8'(basis);
    conjugate = f1_conjugate(x);
    case (basis >> 12)
      'h10, 'h12, 'h13, 'h14: listed = 16'h7bde;
      'h11:                   listed = 16'h0088;
      'h15:                   listed = 16'h08ce;
      'h18:                   listed = 16'h009e;
      'h19:                   listed = 16'h0080;
      'h1c:                   listed = 16'h00de;
      default:                listed = '0;
    endcase
    // Those that have a short number.
    if (basis >> 12 == 'h10 && (x ^ conjugate) == 8'h01) listed &= ~16'h0116;
    return listed[4'(basis >> 8)] && x != conjugate && (basis < 'h18000 || x < conjugate);
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
    logic [3:0] sum;
    int unsigned tau, nu, n;
    e = decode_basis(basis);
    at = '0;
    log = '0;
    for (int v = 1; v < 16; v++) begin
      sum = '0;
      for (int i = 0; i < 4; i++) if (((v >> i) & 1) == 1) sum ^= Gf16Powers[e.exponents[i]];
      log[v] = Gf16Log[sum];
      at[Gf16Log[sum]] = 4'(v);
    end
    tau = gamma_log(e.x ^ e.conjugate);
    nu  = gamma_log(f1_mul(e.x, e.conjugate));
    a.normal = e.normal;
    a.inverse = '0;
    for (int v = 1; v < 16; v++) a.inverse[v] = at[(15 - 32'(log[v])) % 15];
    for (int i = 0; i < 4; i++) begin
      n = 32'(e.exponents[i]);
      for (int j = 0; j < 4; j++) begin
        a.times[i][j] = at[(n + 32'(e.exponents[j])) % 15];
        a.mixed[i][j]   = at[(n + 32'(e.exponents[j]) + (e.normal ? 2 * tau : tau)) % 15];
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

  // Phi: F1 to F2. Column k of a short one is Z^k.
  function automatic matrix_t phi(int unsigned basis);
    if (is_long(basis)) return invert(long_phi_inverse(basis));
    return short_phi(basis);
  endfunction

  function automatic matrix_t short_phi(int unsigned basis);
    matrix_t m;
    logic [7:0] power;
    power = 8'h01;
    for (int k = 0; k < 8; k++) begin
      for (int r = 0; r < 8; r++) m[r][k] = power[r];
      power = tower_mul(power, 8'(basis >> 4), 4'(basis));
    end
    return m;
  endfunction

  // Whether a number is that of a basis; short: Z is a root of x^8+x^4+x^3+x+1 in F2 and x^2+x+B is irreducible.
  function automatic bit is_basis(int unsigned basis);
    logic [7:0] z2, z3, z4, z8;
    logic [3:0] b;
    if (is_long(basis)) return is_long_basis(basis);
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

  // Inversion commutes with powers of two and turns a factor over, so an S-box may scale what it
  // inverts: 1/x is (k*z)^(2^-n) with z the inverse of k*x^(2^n).
  typedef struct packed {
    logic [7:0] factor;  // k, in F2, not 0
    logic [2:0] squares; // n
  } twist_t;

  function automatic matrix_t multiply_by(logic [7:0] factor, logic [3:0] b);
    matrix_t m;
    logic [7:0] column;
    for (int k = 0; k < 8; k++) begin
      column = tower_mul(factor, 8'(1 << k), b);
      for (int r = 0; r < 8; r++) m[r][k] = column[r];
    end
    return m;
  endfunction

  // x to x^(2^n) in F2.
  function automatic matrix_t power_of_two(int unsigned n, logic [3:0] b);
    matrix_t m, square;
    logic [7:0] column;
    for (int k = 0; k < 8; k++) begin
      column = tower_mul(8'(1 << k), 8'(1 << k), b);
      for (int r = 0; r < 8; r++) square[r][k] = column[r];
    end
    m = identity();
    for (int unsigned i = 0; i < n; i++) m = multiply(square, m);
    return m;
  endfunction

  typedef struct packed {
    twist_t forward, inverse;
  } sbox_maps_t;

  localparam twist_t     NoTwist = '{factor: 8'h01, squares: 3'd0};
  localparam sbox_maps_t OwnMaps = '{forward: NoTwist, inverse: NoTwist};

  // For an S-box of both directions: pairs that make the choices before and behind the inversion
  // small in LUT4, found by search over all pairs of twists (docs/decisions/0011). Any pair is right.
  function automatic sbox_maps_t sbox_maps(bit whole, int unsigned basis);
    if (basis != DefaultBasis) return OwnMaps;
    if (whole) return '{'{8'h02, 3'd0}, '{8'h27, 3'd0}};
    return '{'{8'ha8, 3'd1}, '{8'hc5, 3'd4}};
  endfunction

  // Before the inversion: k*x^(2^n).
  function automatic matrix_t twist(twist_t t, logic [3:0] b);
    return multiply(multiply_by(t.factor, b), power_of_two(32'(t.squares), b));
  endfunction

  // Behind it.
  function automatic matrix_t untwist(twist_t t, logic [3:0] b);
    return multiply(power_of_two((8 - 32'(t.squares)) % 8, b), multiply_by(t.factor, b));
  endfunction

  localparam logic [7:0] AffineConstant = 8'h63;

endpackage

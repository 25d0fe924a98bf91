// SPDX-License-Identifier: Apache-2.0
// The S-box tables of FIPS 197, computed from their definition (section 5.1.1) at elaboration.

package aes_sbox_table_pkg;

  import aes_pkg::*;
  import aes_field_pkg::*;

  typedef logic [255:0][7:0] table_t;

  // Forward S-box. {03} generates the field's multiplicative group: p runs through its powers
  // and q through those of {03}^-1 = {f6}, so q is always the inverse of p.
  function automatic table_t forward_table();
    table_t t;
    logic [7:0] p, q;
    p = 8'h01;
    q = 8'h01;
    for (int i = 0; i < 255; i++) begin
      t[p] = apply(affine(), q) ^ AffineConstant;
      p = p ^ xtime(p);
      q = q ^ {q[6:0], 1'b0};
      q = q ^ {q[5:0], 2'b00};
      q = q ^ {q[3:0], 4'h0};
      if (q[7]) q ^= 8'h09;
    end
    t[0] = AffineConstant;
    return t;
  endfunction

  localparam table_t Forward = forward_table();

  function automatic table_t inverse_table();
    table_t t;
    for (int i = 0; i < 256; i++) t[Forward[i]] = 8'(i);
    return t;
  endfunction

  localparam table_t Inverse = inverse_table();

endpackage

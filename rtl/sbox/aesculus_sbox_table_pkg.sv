// SPDX-License-Identifier: Apache-2.0
// The S-box tables of FIPS 197, computed from their definition (section 5.1.1) at elaboration.

package aesculus_sbox_table_pkg;

  import aesculus_pkg::*;
  import aesculus_field_pkg::*;

  typedef logic [255:0][7:0] table_t;

  // {03} generates the field's multiplicative group: p runs through its powers and q through
  // those of {03}^-1 = {f6}, so q is always the inverse of p.
  typedef struct packed {
    logic [7:0] p;
    logic [7:0] q;
  } walk_t;

  localparam walk_t WalkStart = '{p: 8'h01, q: 8'h01};

  function automatic walk_t walk_next(walk_t w);
    logic [7:0] q;
    q = w.q ^ {w.q[6:0], 1'b0};
    q = q ^ {q[5:0], 2'b00};
    q = q ^ {q[3:0], 4'h0};
    return '{p: w.p ^ xtime(w.p), q: q ^ (q[7] ? 8'h09 : 8'h00)};
  endfunction

  // S-box of w.p.
  function automatic logic [7:0] walk_sbox(walk_t w);
    return w.q ^ {w.q[6:0], w.q[7]} ^ {w.q[5:0], w.q[7:6]} ^ {w.q[4:0], w.q[7:5]} ^
           {w.q[3:0], w.q[7:4]} ^ AffineConstant;
  endfunction

  function automatic table_t forward_table();
    table_t t;
    walk_t w;
    w = WalkStart;
    for (int i = 0; i < 255; i++) begin
      t[w.p] = walk_sbox(w);
      w = walk_next(w);
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

// SPDX-License-Identifier: Apache-2.0
// The field of GHASH, SP 800-38D section 6.3: GF(2)[x] modulo x^128 + x^7 + x^2 + x + 1.
//
// A block's first bit, bit 127 here, is the coefficient of x^0. Within the multiplier bit i of a
// polynomial is that of x^i, so blocks are turned round on their way in and out.

package aesculus_ghash_pkg;

  typedef logic [127:0] block_t;
  typedef logic [254:0] product_t;

  // Where the multiplier may hold registers, see aesculus_ghash_product.
  typedef logic [12:0] cuts_t;
  localparam int unsigned CutStart   = 0;
  localparam int unsigned CutSplit   = 1;   // to 5: behind the sums of Karatsuba's level 1 to 5
  localparam int unsigned CutProduct = 6;
  localparam int unsigned CutJoin    = 7;   // to 11: behind putting together level 1 to 5
  localparam int unsigned CutReduced = 12;

  // Behind level 2 of the sums, the short products, and level 2 of putting together: three
  // registers, as many tables between each two of them as can be.
  localparam cuts_t DefaultCuts = 13'h144;

  // Where a multiplier of so many levels can hold registers.
  function automatic cuts_t places(int unsigned levels);
    cuts_t found;
    found = '0;
    found[CutStart]   = 1'b1;
    found[CutProduct] = 1'b1;
    found[CutReduced] = 1'b1;
    for (int k = 0; k < int'(levels); k++) begin
      found[CutSplit+k] = 1'b1;
      found[CutJoin+k]  = 1'b1;
    end
    return found;
  endfunction

  // Partial sums that take turns in aesculus_ghash: the registers of the multiplier and the memory
  // of these sums.
  function automatic int unsigned lanes_of(cuts_t cuts);
    return $countones(cuts) + 1;
  endfunction

  // Keys whose powers are kept at once, as bits: what 16 words of memory have room for, or two.
  function automatic int unsigned bank_w(int unsigned powers);
    return powers > 4 ? 1 : 2;
  endfunction

  // Cycles of wipe_i after which nothing is left in aesculus_ghash.
  function automatic int unsigned wipe_cycles(int unsigned blocks, cuts_t cuts);
    return 2**(bank_w(blocks * lanes_of(cuts)) + $clog2(blocks * lanes_of(cuts)))
           + 2*lanes_of(cuts) + 8;
  endfunction

  function automatic block_t turned(block_t block);
    block_t poly;
    for (int i = 0; i < 128; i++) poly[i] = block[127-i];
    return poly;
  endfunction

  // A polynomial below x^7 at x^128 and above it, brought down.
  function automatic block_t brought(logic [5:0] over);
    block_t wide;
    wide = 128'(over);
    return wide ^ (wide << 1) ^ (wide << 2) ^ (wide << 7);
  endfunction

  // A product modulo that of the field: x^(128+i) is x^i * (x^7 + x^2 + x + 1), which reaches
  // beyond x^127 once more.
  function automatic block_t reduced(product_t product);
    block_t     high;
    logic [5:0] over;
    high = {1'b0, product[254:128]};
    over = high[126:121] ^ 6'(high[126]);
    return product[127:0] ^ high ^ (high << 1) ^ (high << 2) ^ (high << 7) ^ brought(over);
  endfunction

  // A square is linear: its bits move apart.
  function automatic block_t squared(block_t poly);
    product_t wide;
    wide = '0;
    for (int i = 0; i < 128; i++) wide[2*i] = poly[i];
    return reduced(wide);
  endfunction

endpackage

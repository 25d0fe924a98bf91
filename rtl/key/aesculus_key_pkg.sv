// SPDX-License-Identifier: Apache-2.0
// KeyExpansion at elaboration, for keys that are parameters.

package aesculus_key_pkg;

  import aesculus_pkg::*;

  function automatic logic [31:0] sub_word(logic [31:0] w);
    return {aesculus_sbox_table_pkg::Forward[w[31:24]], aesculus_sbox_table_pkg::Forward[w[23:16]],
            aesculus_sbox_table_pkg::Forward[w[15:8]], aesculus_sbox_table_pkg::Forward[w[7:0]]};
  endfunction

  // The key schedule as round keys, 0 first (FIPS 197, section 5.2), for keys known at elaboration.
  localparam int unsigned MaxRounds = 14;
  typedef logic [0:MaxRounds][127:0] round_keys_t;

  function automatic round_keys_t expand_key(int unsigned key_bits, logic [255:0] key);
    logic [0:4*(MaxRounds+1)-1][31:0] w;
    logic [31:0] t;
    int unsigned nk;
    nk = key_bits / 32;
    w = '0;
    for (int unsigned i = 0; i < 4 * (num_rounds(key_bits) + 1); i++) begin
      if (i < nk) begin
        w[i] = key[key_bits-1-32*i-:32];
      end else begin
        t = w[i-1];
        if (i % nk == 0) begin
          t = sub_word({t[23:0], t[31:24]}) ^ {rcon(i / nk), 24'h0};
        end else if (nk == 8 && i % nk == 4) begin
          t = sub_word(t);
        end
        w[i] = w[i-nk] ^ t;
      end
    end
    return w;
  endfunction

endpackage

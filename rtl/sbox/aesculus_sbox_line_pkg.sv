// SPDX-License-Identifier: Apache-2.0
// Two S-boxes as straight-line programs: `compact` has few gates, `shallow` few in a row.
// src/aesculus/ciphers/aes/fields/sbox_package.py says where they come from.
//
// Encryption and decryption share norm and invert. A byte goes through
//   top: nine sums of bits for either half, then sums for the norm;  products;  norm;
//   invert: nine sums of the bits of 1/norm;  18 products;
//   bottom and end: sums, in two parts.
// To choose the direction by byte there are in and expand in place of top, compress and out
// in place of bottom and end.
//
// `python -m aesculus.ciphers.aes.fields.packages` wrote this; a test holds it so.

package aesculus_sbox_line_pkg;

  localparam int unsigned NormExtra = 2;
  localparam int unsigned MidWidth = 16;

  // Which of the nine products of the norm are ORs: a | b is a & b with a ^ b added.
  localparam logic [8:0] CompactOrs = 9'h11f;
  localparam logic [8:0] ShallowOrs = 9'h171;

  function automatic logic [7:0] compact_in_encrypt(logic [7:0] x);
    logic [21:0] n;
    n[7:0] = x[7:0];
    n[8] = n[0] ^ n[6];
    n[9] = n[5] ^ n[8];
    n[10] = n[1] ^ n[7];
    n[11] = n[1] ^ n[3];
    n[12] = n[2] ^ n[11];
    n[13] = n[2] ^ n[10];
    n[14] = n[7] ^ n[9];
    n[15] = n[1] ^ n[9];
    n[16] = n[3] ^ n[10];
    n[17] = n[4] ^ n[16];
    n[18] = n[9] ^ n[13];
    n[19] = n[4] ^ n[9];
    n[20] = n[0] ^ n[17];
    n[21] = n[8] ^ n[12];
    return {n[15], n[14], n[18], n[19], n[9], n[21], n[20], n[0]};
  endfunction

  function automatic logic [7:0] compact_out_encrypt(logic [7:0] x);
    logic [19:0] n;
    n[7:0] = x[7:0];
    n[8] = n[1] ^ n[7];
    n[9] = n[4] ^ n[8];
    n[10] = n[3] ^ n[6];
    n[11] = n[1] ~^ n[5];
    n[12] = n[5] ^ n[6];
    n[13] = n[2] ^ n[9];
    n[14] = n[7] ~^ n[10];
    n[15] = n[2] ~^ n[4];
    n[16] = n[4] ~^ n[10];
    n[17] = n[5] ^ n[8];
    n[18] = n[9] ^ n[12];
    n[19] = n[0] ^ n[13];
    return {n[8], n[11], n[15], n[17], n[18], n[19], n[14], n[16]};
  endfunction

  function automatic logic [19:0] compact_top_encrypt(logic [7:0] x);
    logic [28:0] n;
    n[7:0] = x[7:0];
    n[8] = n[1] ^ n[3];
    n[9] = n[5] ^ n[6];
    n[10] = n[4] ^ n[7];
    n[11] = n[0] ^ n[9];
    n[12] = n[2] ^ n[8];
    n[13] = n[8] ^ n[10];
    n[14] = n[2] ^ n[10];
    n[15] = n[1] ^ n[11];
    n[16] = n[6] ^ n[12];
    n[17] = n[2] ^ n[7];
    n[18] = n[5] ^ n[12];
    n[19] = n[0] ^ n[16];
    n[20] = n[2] ^ n[4];
    n[21] = n[4] ^ n[11];
    n[22] = n[9] ^ n[13];
    n[23] = n[15] ^ n[17];
    n[24] = n[7] ^ n[11];
    n[25] = n[1] ^ n[14];
    n[26] = n[1] ^ n[7];
    n[27] = n[0] ^ n[13];
    n[28] = n[5] ^ n[14];
    return {n[12], n[1], n[28], n[22], n[16], n[18], n[11], n[19],
            n[13], n[27], n[0], n[20], n[17], n[10], n[26], n[15],
            n[24], n[25], n[23], n[21]};
  endfunction

  function automatic logic [15:0] compact_bottom_encrypt(logic [17:0] x);
    logic [40:0] n;
    n[17:0] = x[17:0];
    n[18] = n[15] ^ n[17];
    n[19] = n[10] ^ n[18];
    n[20] = n[4] ^ n[19];
    n[21] = n[1] ^ n[11];
    n[22] = n[2] ^ n[14];
    n[23] = n[0] ^ n[22];
    n[24] = n[5] ^ n[20];
    n[25] = n[6] ^ n[8];
    n[26] = n[7] ^ n[8];
    n[27] = n[3] ^ n[18];
    n[28] = n[13] ^ n[27];
    n[29] = n[12] ^ n[23];
    n[30] = n[2] ^ n[21];
    n[31] = n[19] ^ n[30];
    n[32] = n[14] ^ n[26];
    n[33] = n[5] ^ n[28];
    n[34] = n[25] ~^ n[31];
    n[35] = n[28] ^ n[32];
    n[36] = n[6] ^ n[15];
    n[37] = n[16] ^ n[36];
    n[38] = n[11] ^ n[25];
    n[39] = n[7] ^ n[29];
    n[40] = n[0] ^ n[20];
    return {n[40], n[39], n[38], n[37], n[35], n[34], n[33], n[30],
            n[29], n[26], n[24], n[23], n[21], n[9], n[4], n[3]};
  endfunction

  function automatic logic [7:0] compact_end_encrypt(logic [15:0] x);
    logic [25:0] n;
    n[15:0] = x[15:0];
    n[16] = n[4] ~^ n[9];
    n[17] = n[5] ^ n[7];
    n[18] = n[6] ^ n[17];
    n[19] = n[2] ^ n[18];
    n[20] = n[5] ^ n[8];
    n[21] = n[12] ~^ n[14];
    n[22] = n[5] ^ n[13];
    n[23] = n[0] ^ n[15];
    n[24] = n[3] ^ n[23];
    n[25] = n[1] ~^ n[11];
    return {n[22], n[10], n[21], n[20], n[24], n[19], n[25], n[16]};
  endfunction

  function automatic logic [7:0] compact_in_decrypt(logic [7:0] x);
    logic [19:0] n;
    n[7:0] = x[7:0];
    n[8] = n[4] ~^ n[6];
    n[9] = n[0] ^ n[1];
    n[10] = n[8] ^ n[9];
    n[11] = n[2] ^ n[7];
    n[12] = n[4] ^ n[7];
    n[13] = n[3] ^ n[6];
    n[14] = n[7] ^ n[8];
    n[15] = n[0] ^ n[4];
    n[16] = n[5] ~^ n[10];
    n[17] = n[5] ~^ n[11];
    n[18] = n[9] ~^ n[13];
    n[19] = n[3] ~^ n[15];
    return {n[8], n[18], n[12], n[10], n[19], n[16], n[14], n[17]};
  endfunction

  function automatic logic [7:0] compact_out_decrypt(logic [7:0] x);
    logic [21:0] n;
    n[7:0] = x[7:0];
    n[8] = n[3] ^ n[7];
    n[9] = n[1] ^ n[4];
    n[10] = n[2] ^ n[9];
    n[11] = n[5] ^ n[8];
    n[12] = n[5] ^ n[7];
    n[13] = n[3] ^ n[4];
    n[14] = n[8] ^ n[9];
    n[15] = n[0] ^ n[12];
    n[16] = n[6] ^ n[11];
    n[17] = n[6] ^ n[14];
    n[18] = n[10] ^ n[15];
    n[19] = n[3] ^ n[6];
    n[20] = n[0] ^ n[17];
    n[21] = n[10] ^ n[11];
    return {n[19], n[21], n[18], n[13], n[20], n[16], n[8], n[0]};
  endfunction

  function automatic logic [19:0] compact_top_decrypt(logic [7:0] x);
    logic [34:0] n;
    n[7:0] = x[7:0];
    n[8] = n[4] ~^ n[6];
    n[9] = n[0] ^ n[1];
    n[10] = n[3] ^ n[6];
    n[11] = n[3] ^ n[4];
    n[12] = n[7] ^ n[8];
    n[13] = n[2] ^ n[5];
    n[14] = n[8] ^ n[9];
    n[15] = n[0] ^ n[10];
    n[16] = n[3] ^ n[12];
    n[17] = n[6] ~^ n[7];
    n[18] = n[9] ^ n[17];
    n[19] = n[4] ^ n[7];
    n[20] = n[1] ^ n[13];
    n[21] = n[8] ~^ n[13];
    n[22] = n[5] ~^ n[14];
    n[23] = n[1] ^ n[10];
    n[24] = n[9] ~^ n[12];
    n[25] = n[16] ^ n[20];
    n[26] = n[9] ~^ n[10];
    n[27] = n[9] ^ n[11];
    n[28] = n[1] ^ n[11];
    n[29] = n[7] ~^ n[13];
    n[30] = n[7] ^ n[15];
    n[31] = n[2] ~^ n[28];
    n[32] = n[2] ~^ n[24];
    n[33] = n[0] ~^ n[11];
    n[34] = n[5] ~^ n[23];
    return {n[25], n[15], n[31], n[30], n[32], n[34], n[33], n[22],
            n[21], n[12], n[29], n[16], n[17], n[11], n[27], n[8],
            n[26], n[18], n[19], n[14]};
  endfunction

  function automatic logic [15:0] compact_bottom_decrypt(logic [17:0] x);
    logic [38:0] n;
    n[17:0] = x[17:0];
    n[18] = n[6] ^ n[15];
    n[19] = n[14] ^ n[18];
    n[20] = n[17] ^ n[19];
    n[21] = n[7] ^ n[13];
    n[22] = n[4] ^ n[5];
    n[23] = n[0] ^ n[10];
    n[24] = n[12] ^ n[23];
    n[25] = n[1] ^ n[24];
    n[26] = n[2] ^ n[3];
    n[27] = n[8] ^ n[13];
    n[28] = n[11] ^ n[16];
    n[29] = n[4] ^ n[26];
    n[30] = n[9] ^ n[28];
    n[31] = n[19] ^ n[29];
    n[32] = n[7] ^ n[9];
    n[33] = n[0] ^ n[2];
    n[34] = n[18] ^ n[28];
    n[35] = n[15] ^ n[30];
    n[36] = n[9] ^ n[23];
    n[37] = n[3] ^ n[5];
    n[38] = n[16] ^ n[36];
    return {1'b0, 1'b0, n[38], n[37], n[35], n[34], n[33], n[32],
            n[31], n[29], n[27], n[25], n[22], n[21], n[20], n[1]};
  endfunction

  function automatic logic [7:0] compact_end_decrypt(logic [15:0] x);
    logic [27:0] n;
    n[13:0] = x[13:0];
    n[14] = n[1] ^ n[2];
    n[15] = n[3] ^ n[4];
    n[16] = n[15] ^ n[8];
    n[17] = n[14] ^ n[6];
    n[18] = n[0] ^ n[17];
    n[19] = n[15] ^ n[10];
    n[20] = n[1] ^ n[3];
    n[21] = n[14] ^ n[12];
    n[22] = n[5] ^ n[7];
    n[23] = n[2] ^ n[19];
    n[24] = n[1] ^ n[16];
    n[25] = n[14] ^ n[9];
    n[26] = n[5] ^ n[20];
    n[27] = n[13] ^ n[22];
    return {n[21], n[23], n[24], n[25], n[27], n[18], n[26], n[11]};
  endfunction

  function automatic logic [19:0] compact_expand(logic [7:0] x);
    logic [21:0] n;
    n[7:0] = x[7:0];
    n[8] = n[5] ^ n[7];
    n[9] = n[1] ^ n[3];
    n[10] = n[0] ^ n[9];
    n[11] = n[4] ^ n[6];
    n[12] = n[4] ^ n[5];
    n[13] = n[3] ^ n[7];
    n[14] = n[8] ^ n[10];
    n[15] = n[2] ^ n[3];
    n[16] = n[2] ^ n[10];
    n[17] = n[4] ^ n[14];
    n[18] = n[8] ^ n[11];
    n[19] = n[0] ^ n[2];
    n[20] = n[0] ^ n[1];
    n[21] = n[6] ^ n[7];
    return {n[17], n[13], n[16], n[9], n[19], n[15], n[3], n[2],
            n[20], n[1], n[0], n[18], n[8], n[11], n[21], n[7],
            n[6], n[12], n[5], n[4]};
  endfunction

  function automatic logic [3:0] compact_norm(logic [10:0] x);
    logic [22:0] n;
    n[10:0] = x[10:0];
    n[11] = n[8] ^ n[10];
    n[12] = n[6] ^ n[11];
    n[13] = n[6] ^ n[7];
    n[14] = n[1] ^ n[2];
    n[15] = n[3] ^ n[13];
    n[16] = n[2] ^ n[13];
    n[17] = n[9] ^ n[16];
    n[18] = n[4] ^ n[5];
    n[19] = n[5] ^ n[15];
    n[20] = n[12] ^ n[14];
    n[21] = n[12] ^ n[18];
    n[22] = n[0] ^ n[17];
    return {n[21], n[19], n[20], n[22]};
  endfunction

  function automatic logic [8:0] compact_invert(logic [3:0] x);
    logic [28:0] n;
    n[3:0] = x[3:0];
    n[4] = n[2] ^ n[3];
    n[5] = n[1] ^ n[3];
    n[6] = n[0] ^ n[1];
    n[7] = n[0] | n[2];
    n[8] = n[1] & n[3];
    n[9] = n[6] & n[4];
    n[10] = n[9] ^ n[5];
    n[11] = n[8] ^ n[10];
    n[12] = n[7] ^ n[8];
    n[13] = n[7] ^ n[10];
    n[14] = n[2] & n[11];
    n[15] = n[3] & n[13];
    n[16] = n[4] & n[12];
    n[17] = n[0] & n[11];
    n[18] = n[1] & n[13];
    n[19] = n[6] & n[12];
    n[20] = n[17] ^ n[19];
    n[21] = n[17] ^ n[18];
    n[22] = n[14] ^ n[16];
    n[23] = n[14] ^ n[15];
    n[24] = n[18] ^ n[19];
    n[25] = n[15] ^ n[16];
    n[26] = n[24] ^ n[25];
    n[27] = n[20] ^ n[22];
    n[28] = n[21] ^ n[23];
    return {n[28], n[26], n[27], n[21], n[24], n[20], n[23], n[25],
            n[22]};
  endfunction

  function automatic logic [7:0] compact_compress(logic [17:0] x);
    logic [37:0] n;
    n[17:0] = x[17:0];
    n[18] = n[15] ^ n[16];
    n[19] = n[6] ^ n[8];
    n[20] = n[6] ^ n[7];
    n[21] = n[15] ^ n[17];
    n[22] = n[9] ^ n[11];
    n[23] = n[4] ^ n[5];
    n[24] = n[13] ^ n[21];
    n[25] = n[2] ^ n[20];
    n[26] = n[10] ^ n[11];
    n[27] = n[12] ^ n[18];
    n[28] = n[19] ^ n[23];
    n[29] = n[3] ^ n[20];
    n[30] = n[1] ^ n[19];
    n[31] = n[18] ^ n[22];
    n[32] = n[14] ^ n[24];
    n[33] = n[2] ^ n[30];
    n[34] = n[21] ^ n[26];
    n[35] = n[14] ^ n[27];
    n[36] = n[5] ^ n[29];
    n[37] = n[0] ^ n[25];
    return {n[28], n[36], n[33], n[37], n[32], n[35], n[34], n[31]};
  endfunction

  function automatic logic [7:0] shallow_in_encrypt(logic [7:0] x);
    logic [23:0] n;
    n[7:0] = x[7:0];
    n[8] = n[0] ^ n[1];
    n[9] = n[4] ^ n[6];
    n[10] = n[2] ^ n[7];
    n[11] = n[3] ^ n[7];
    n[12] = n[8] ^ n[10];
    n[13] = n[8] ^ n[11];
    n[14] = n[3] ^ n[4];
    n[15] = n[0] ^ n[2];
    n[16] = n[5] ^ n[15];
    n[17] = n[8] ^ n[9];
    n[18] = n[8] ^ n[14];
    n[19] = n[0] ^ n[10];
    n[20] = n[6] ^ n[13];
    n[21] = n[9] ^ n[16];
    n[22] = n[9] ^ n[12];
    n[23] = n[3] ^ n[12];
    return {n[23], n[19], n[22], n[18], n[17], n[13], n[21], n[20]};
  endfunction

  function automatic logic [7:0] shallow_out_encrypt(logic [7:0] x);
    logic [22:0] n;
    n[7:0] = x[7:0];
    n[8] = n[1] ^ n[3];
    n[9] = n[0] ^ n[2];
    n[10] = n[6] ^ n[9];
    n[11] = n[4] ^ n[7];
    n[12] = n[5] ~^ n[8];
    n[13] = n[1] ^ n[5];
    n[14] = n[4] ^ n[13];
    n[15] = n[3] ^ n[11];
    n[16] = n[4] ^ n[8];
    n[17] = n[7] ^ n[9];
    n[18] = n[2] ^ n[11];
    n[19] = n[10] ^ n[16];
    n[20] = n[8] ~^ n[10];
    n[21] = n[12] ^ n[17];
    n[22] = n[10] ~^ n[14];
    return {n[19], n[22], n[21], n[18], n[7], n[15], n[20], n[12]};
  endfunction

  function automatic logic [19:0] shallow_top_encrypt(logic [7:0] x);
    logic [39:0] n;
    n[7:0] = x[7:0];
    n[8] = n[3] ^ n[7];
    n[9] = n[4] ^ n[6];
    n[10] = n[1] ^ n[2];
    n[11] = n[0] ^ n[1];
    n[12] = n[8] ^ n[10];
    n[13] = n[0] ^ n[2];
    n[14] = n[8] ^ n[11];
    n[15] = n[7] ^ n[9];
    n[16] = n[8] ^ n[9];
    n[17] = n[4] ^ n[5];
    n[18] = n[6] ^ n[7];
    n[19] = n[3] ^ n[4];
    n[20] = n[1] ^ n[3];
    n[21] = n[5] ^ n[6];
    n[22] = n[2] ^ n[6];
    n[23] = n[5] ^ n[10];
    n[24] = n[11] ^ n[19];
    n[25] = n[10] ^ n[21];
    n[26] = n[9] ^ n[13];
    n[27] = n[10] ^ n[18];
    n[28] = n[3] ^ n[9];
    n[29] = n[8] ^ n[22];
    n[30] = n[9] ^ n[11];
    n[31] = n[7] ^ n[13];
    n[32] = n[0] ^ n[10];
    n[33] = n[0] ^ n[12];
    n[34] = n[5] ^ n[26];
    n[35] = n[12] ^ n[17];
    n[36] = n[15] ^ n[32];
    n[37] = n[6] ^ n[14];
    n[38] = n[2] ^ n[16];
    n[39] = n[4] ^ n[12];
    return {n[15], n[38], n[25], n[23], n[6], n[16], n[30], n[14],
            n[35], n[34], n[37], n[27], n[28], n[39], n[20], n[33],
            n[31], n[29], n[36], n[24]};
  endfunction

  function automatic logic [15:0] shallow_bottom_encrypt(logic [17:0] x);
    logic [45:0] n;
    n[17:0] = x[17:0];
    n[18] = n[5] ^ n[12];
    n[19] = n[10] ^ n[13];
    n[20] = n[6] ^ n[14];
    n[21] = n[0] ^ n[16];
    n[22] = n[3] ^ n[9];
    n[23] = n[2] ^ n[4];
    n[24] = n[20] ^ n[21];
    n[25] = n[18] ^ n[19];
    n[26] = n[1] ^ n[7];
    n[27] = n[8] ^ n[23];
    n[28] = n[5] ^ n[7];
    n[29] = n[2] ^ n[11];
    n[30] = n[10] ^ n[15];
    n[31] = n[5] ^ n[15];
    n[32] = n[1] ^ n[9];
    n[33] = n[7] ^ n[8];
    n[34] = n[4] ^ n[6];
    n[35] = n[0] ^ n[2];
    n[36] = n[26] ^ n[30];
    n[37] = n[19] ^ n[26];
    n[38] = n[22] ^ n[35];
    n[39] = n[28] ^ n[34];
    n[40] = n[22] ^ n[33];
    n[41] = n[18] ^ n[22];
    n[42] = n[13] ^ n[31];
    n[43] = n[20] ^ n[29];
    n[44] = n[23] ^ n[32];
    n[45] = n[17] ^ n[18];
    return {1'b0, 1'b0, 1'b0, n[45], n[44], n[43], n[42], n[41],
            n[40], n[39], n[38], n[37], n[36], n[27], n[25], n[24]};
  endfunction

  function automatic logic [7:0] shallow_end_encrypt(logic [15:0] x);
    logic [21:0] n;
    n[12:0] = x[12:0];
    n[13] = n[0] ^ n[2];
    n[14] = n[4] ~^ n[10];
    n[15] = n[1] ^ n[5];
    n[16] = n[3] ^ n[8];
    n[17] = n[1] ~^ n[7];
    n[18] = n[1] ~^ n[11];
    n[19] = n[13] ^ n[9];
    n[20] = n[0] ~^ n[16];
    n[21] = n[13] ^ n[12];
    return {n[15], n[20], n[18], n[21], n[6], n[19], n[17], n[14]};
  endfunction

  function automatic logic [7:0] shallow_in_decrypt(logic [7:0] x);
    logic [21:0] n;
    n[7:0] = x[7:0];
    n[8] = n[1] ~^ n[7];
    n[9] = n[2] ^ n[6];
    n[10] = n[0] ^ n[7];
    n[11] = n[0] ^ n[5];
    n[12] = n[2] ^ n[3];
    n[13] = n[1] ^ n[3];
    n[14] = n[3] ^ n[4];
    n[15] = n[5] ^ n[9];
    n[16] = n[8] ~^ n[11];
    n[17] = n[8] ^ n[14];
    n[18] = n[9] ^ n[13];
    n[19] = n[8] ^ n[12];
    n[20] = n[6] ^ n[10];
    n[21] = n[4] ~^ n[16];
    return {n[3], n[15], n[18], n[8], n[19], n[17], n[20], n[21]};
  endfunction

  function automatic logic [7:0] shallow_out_decrypt(logic [7:0] x);
    logic [22:0] n;
    n[7:0] = x[7:0];
    n[8] = n[3] ^ n[5];
    n[9] = n[2] ^ n[7];
    n[10] = n[0] ^ n[4];
    n[11] = n[1] ^ n[6];
    n[12] = n[3] ^ n[6];
    n[13] = n[2] ^ n[3];
    n[14] = n[4] ^ n[7];
    n[15] = n[0] ^ n[2];
    n[16] = n[9] ^ n[10];
    n[17] = n[8] ^ n[14];
    n[18] = n[10] ^ n[13];
    n[19] = n[8] ^ n[9];
    n[20] = n[6] ^ n[8];
    n[21] = n[10] ^ n[11];
    n[22] = n[12] ^ n[16];
    return {n[19], n[15], n[21], n[17], n[18], n[9], n[22], n[20]};
  endfunction

  function automatic logic [19:0] shallow_top_decrypt(logic [7:0] x);
    logic [36:0] n;
    n[7:0] = x[7:0];
    n[8] = n[2] ^ n[6];
    n[9] = n[1] ~^ n[7];
    n[10] = n[0] ^ n[5];
    n[11] = n[1] ^ n[3];
    n[12] = n[1] ^ n[5];
    n[13] = n[5] ^ n[8];
    n[14] = n[8] ^ n[11];
    n[15] = n[4] ^ n[10];
    n[16] = n[3] ^ n[4];
    n[17] = n[3] ^ n[7];
    n[18] = n[6] ^ n[7];
    n[19] = n[3] ^ n[5];
    n[20] = n[2] ^ n[4];
    n[21] = n[5] ~^ n[7];
    n[22] = n[4] ^ n[6];
    n[23] = n[2] ^ n[3];
    n[24] = n[12] ~^ n[22];
    n[25] = n[9] ^ n[23];
    n[26] = n[8] ^ n[19];
    n[27] = n[9] ^ n[16];
    n[28] = n[1] ^ n[8];
    n[29] = n[8] ~^ n[12];
    n[30] = n[8] ~^ n[17];
    n[31] = n[3] ^ n[10];
    n[32] = n[0] ^ n[18];
    n[33] = n[2] ^ n[9];
    n[34] = n[9] ^ n[13];
    n[35] = n[9] ^ n[15];
    n[36] = n[0] ~^ n[14];
    return {n[15], n[33], n[29], n[36], n[31], n[20], n[25], n[27],
            n[24], n[32], n[35], n[21], n[28], n[34], n[26], n[3],
            n[13], n[30], n[14], n[9]};
  endfunction

  function automatic logic [15:0] shallow_bottom_decrypt(logic [17:0] x);
    logic [45:0] n;
    n[17:0] = x[17:0];
    n[18] = n[13] ^ n[15];
    n[19] = n[7] ^ n[16];
    n[20] = n[2] ^ n[9];
    n[21] = n[4] ^ n[5];
    n[22] = n[11] ^ n[12];
    n[23] = n[0] ^ n[19];
    n[24] = n[8] ^ n[18];
    n[25] = n[1] ^ n[14];
    n[26] = n[3] ^ n[6];
    n[27] = n[12] ^ n[17];
    n[28] = n[21] ^ n[27];
    n[29] = n[20] ^ n[22];
    n[30] = n[5] ^ n[17];
    n[31] = n[3] ^ n[15];
    n[32] = n[1] ^ n[2];
    n[33] = n[9] ^ n[14];
    n[34] = n[6] ^ n[14];
    n[35] = n[5] ^ n[16];
    n[36] = n[0] ^ n[10];
    n[37] = n[18] ^ n[26];
    n[38] = n[25] ^ n[35];
    n[39] = n[30] ^ n[36];
    n[40] = n[21] ^ n[25];
    n[41] = n[19] ^ n[34];
    n[42] = n[2] ^ n[26];
    n[43] = n[20] ^ n[31];
    n[44] = n[22] ^ n[33];
    n[45] = n[18] ^ n[32];
    return {1'b0, 1'b0, n[45], n[44], n[43], n[42], n[41], n[40],
            n[39], n[38], n[37], n[29], n[28], n[24], n[23], n[4]};
  endfunction

  function automatic logic [7:0] shallow_end_decrypt(logic [15:0] x);
    logic [24:0] n;
    n[13:0] = x[13:0];
    n[14] = n[1] ^ n[2];
    n[15] = n[7] ^ n[11];
    n[16] = n[2] ^ n[6];
    n[17] = n[3] ^ n[13];
    n[18] = n[0] ^ n[4];
    n[19] = n[3] ^ n[9];
    n[20] = n[1] ^ n[5];
    n[21] = n[4] ^ n[14];
    n[22] = n[18] ^ n[20];
    n[23] = n[14] ^ n[8];
    n[24] = n[10] ^ n[16];
    return {n[17], n[12], n[15], n[23], n[21], n[19], n[22], n[24]};
  endfunction

  function automatic logic [19:0] shallow_expand(logic [7:0] x);
    logic [19:0] n;
    n[7:0] = x[7:0];
    n[8] = n[5] ^ n[7];
    n[9] = n[2] ^ n[3];
    n[10] = n[0] ^ n[1];
    n[11] = n[4] ^ n[6];
    n[12] = n[3] ^ n[7];
    n[13] = n[1] ^ n[3];
    n[14] = n[6] ^ n[7];
    n[15] = n[0] ^ n[2];
    n[16] = n[0] ^ n[4];
    n[17] = n[4] ^ n[5];
    n[18] = n[9] ^ n[10];
    n[19] = n[8] ^ n[11];
    return {n[16], n[12], n[18], n[13], n[15], n[9], n[3], n[2],
            n[10], n[1], n[0], n[19], n[8], n[11], n[14], n[7],
            n[6], n[17], n[5], n[4]};
  endfunction

  function automatic logic [3:0] shallow_norm(logic [10:0] x);
    logic [22:0] n;
    n[10:0] = x[10:0];
    n[11] = n[7] ^ n[9];
    n[12] = n[5] ^ n[7];
    n[13] = n[2] ^ n[11];
    n[14] = n[1] ^ n[6];
    n[15] = n[3] ^ n[10];
    n[16] = n[0] ^ n[8];
    n[17] = n[4] ^ n[6];
    n[18] = n[8] ^ n[15];
    n[19] = n[12] ^ n[17];
    n[20] = n[13] ^ n[14];
    n[21] = n[13] ^ n[16];
    n[22] = n[12] ^ n[18];
    return {n[19], n[22], n[20], n[21]};
  endfunction

  function automatic logic [8:0] shallow_invert(logic [3:0] x);
    logic [40:0] n;
    n[3:0] = x[3:0];
    n[4] = n[0] & n[2];
    n[5] = n[1] & n[2];
    n[6] = n[0] & n[3];
    n[7] = n[1] & n[3];
    n[8] = n[2] & n[3];
    n[9] = n[0] & n[5];
    n[10] = n[0] & n[7];
    n[11] = n[0] & n[8];
    n[12] = n[1] & n[8];
    n[13] = n[3] ^ n[5];
    n[14] = n[1] ^ n[6];
    n[15] = n[0] ^ n[10];
    n[16] = n[2] ^ n[12];
    n[17] = n[4] ^ n[7];
    n[18] = n[9] ^ n[14];
    n[19] = n[11] ^ n[13];
    n[20] = n[0] ^ n[2];
    n[21] = n[1] ^ n[3];
    n[22] = n[6] ^ n[20];
    n[23] = n[5] ^ n[21];
    n[24] = n[10] ^ n[12];
    n[25] = n[4] ^ n[14];
    n[26] = n[9] ^ n[11];
    n[27] = n[7] ^ n[11];
    n[28] = n[4] ^ n[13];
    n[29] = n[22] ^ n[23];
    n[30] = n[7] ^ n[9];
    n[31] = n[17] ^ n[19];
    n[32] = n[24] ^ n[29];
    n[33] = n[15] ^ n[26];
    n[34] = n[17] ^ n[18];
    n[35] = n[18] ^ n[19];
    n[36] = n[16] ^ n[27];
    n[37] = n[15] ^ n[30];
    n[38] = n[15] ^ n[25];
    n[39] = n[16] ^ n[28];
    n[40] = n[16] ^ n[33];
    return {n[40], n[35], n[32], n[37], n[34], n[38], n[36], n[31],
            n[39]};
  endfunction

  function automatic logic [7:0] shallow_compress(logic [17:0] x);
    logic [37:0] n;
    n[17:0] = x[17:0];
    n[18] = n[15] ^ n[16];
    n[19] = n[7] ^ n[8];
    n[20] = n[6] ^ n[7];
    n[21] = n[16] ^ n[17];
    n[22] = n[9] ^ n[11];
    n[23] = n[3] ^ n[5];
    n[24] = n[12] ^ n[14];
    n[25] = n[1] ^ n[2];
    n[26] = n[4] ^ n[5];
    n[27] = n[10] ^ n[11];
    n[28] = n[13] ^ n[14];
    n[29] = n[0] ^ n[2];
    n[30] = n[19] ^ n[23];
    n[31] = n[21] ^ n[22];
    n[32] = n[20] ^ n[25];
    n[33] = n[18] ^ n[28];
    n[34] = n[21] ^ n[24];
    n[35] = n[20] ^ n[26];
    n[36] = n[19] ^ n[29];
    n[37] = n[18] ^ n[27];
    return {n[35], n[30], n[32], n[36], n[33], n[34], n[37], n[31]};
  endfunction

endpackage

// SPDX-License-Identifier: Apache-2.0
// Constants of the field F1 of FIPS 197, of its bases over GF(16) and of the maps between them;
// aesculus_field_pkg says what they are for, src/aesculus/ciphers/aes/fields where they come
// from.
//
// `python -m aesculus.ciphers.aes.fields.packages` wrote this; a test holds it so.

package aesculus_field_table_pkg;

  // Units of F1 as powers of a generator whose power 17 is {5c}, and their exponents.
  localparam logic [254:0][7:0] F1Power = {
    8'h52, 8'hb4, 8'h24, 8'hfd, 8'h97, 8'h7c, 8'h4b,
    8'h17, 8'hf2, 8'h94, 8'h8a, 8'h8c, 8'h7b, 8'hee, 8'h36,
    8'h0e, 8'h51, 8'h42, 8'he3, 8'h91, 8'h8b, 8'hde, 8'hcf,
    8'hca, 8'hcb, 8'h99, 8'h2d, 8'h09, 8'hf4, 8'h63, 8'h1f,
    8'h54, 8'h43, 8'hb1, 8'h25, 8'haf, 8'h23, 8'h58, 8'hb6,
    8'h80, 8'h8e, 8'hdf, 8'h9d, 8'h7e, 8'hef, 8'h64, 8'hba,
    8'h75, 8'hbf, 8'h74, 8'hed, 8'hc0, 8'hc9, 8'h3d, 8'h5e,
    8'h41, 8'h15, 8'h56, 8'he7, 8'hc2, 8'h6d, 8'h4e, 8'h16,
    8'ha0, 8'h20, 8'hae, 8'h71, 8'hec, 8'h92, 8'h7d, 8'h19,
    8'ha3, 8'hd6, 8'h69, 8'h1d, 8'hf0, 8'h30, 8'hf9, 8'hc4,
    8'h9a, 8'hdb, 8'hce, 8'h98, 8'h7f, 8'hbd, 8'hd0, 8'h9e,
    8'h88, 8'h28, 8'h08, 8'ha6, 8'hd7, 8'h3b, 8'ha9, 8'hd4,
    8'hcd, 8'h6e, 8'hb8, 8'hd1, 8'hcc, 8'h3c, 8'h0c, 8'hf5,
    8'h31, 8'hab, 8'h70, 8'hbe, 8'h26, 8'h59, 8'he4, 8'h34,
    8'haa, 8'h22, 8'h0a, 8'h02, 8'ha4, 8'h73, 8'h48, 8'he1,
    8'h35, 8'hf8, 8'h96, 8'h2e, 8'hff, 8'h33, 8'h0f, 8'h03,
    8'hf6, 8'hc7, 8'h6c, 8'h1c, 8'ha2, 8'h84, 8'hdd, 8'h39,
    8'h0d, 8'ha7, 8'h85, 8'h8f, 8'h8d, 8'h29, 8'h5a, 8'h12,
    8'hf3, 8'hc6, 8'h3e, 8'ha8, 8'h86, 8'h79, 8'h4a, 8'h45,
    8'h46, 8'hb0, 8'h77, 8'h1b, 8'h07, 8'ha5, 8'h21, 8'hfc,
    8'hc5, 8'hc8, 8'h6f, 8'hea, 8'h65, 8'he8, 8'hc1, 8'h9b,
    8'h89, 8'h7a, 8'hbc, 8'h82, 8'h2a, 8'hac, 8'hd5, 8'h9f,
    8'hda, 8'h9c, 8'h2c, 8'h5b, 8'h40, 8'h47, 8'he2, 8'hc3,
    8'h3f, 8'hfa, 8'h32, 8'h5d, 8'hb7, 8'hd2, 8'h3a, 8'hfb,
    8'h60, 8'he9, 8'h93, 8'h2f, 8'had, 8'h87, 8'h2b, 8'hfe,
    8'h61, 8'hbb, 8'h27, 8'h0b, 8'h50, 8'h10, 8'h57, 8'hb5,
    8'h76, 8'h49, 8'hb3, 8'h81, 8'hdc, 8'h6b, 8'hb9, 8'h83,
    8'h78, 8'h18, 8'hf1, 8'h62, 8'h4d, 8'he0, 8'h67, 8'h4c,
    8'hb2, 8'hd3, 8'h68, 8'h4f, 8'h44, 8'h14, 8'h04, 8'h53,
    8'he6, 8'h90, 8'hd9, 8'h6a, 8'heb, 8'h37, 8'h5c, 8'he5,
    8'h66, 8'h1e, 8'h06, 8'hf7, 8'h95, 8'hd8, 8'h38, 8'h5f,
    8'h13, 8'ha1, 8'h72, 8'h1a, 8'h55, 8'h11, 8'h05, 8'h01
  };
  localparam logic [255:0][7:0] F1Log = {
    8'h83, 8'h38, 8'hfb, 8'h60, 8'h40, 8'h46, 8'hb1, 8'h86,
    8'h0c, 8'h7f, 8'h98, 8'he2, 8'h6f, 8'hf6, 8'h25, 8'hb3,
    8'hd2, 8'hf1, 8'hcc, 8'hbb, 8'h13, 8'h5c, 8'h3e, 8'h5a,
    8'hc4, 8'h17, 8'h10, 8'h91, 8'hec, 8'h49, 8'h88, 8'h22,
    8'hd5, 8'he9, 8'h79, 8'h2b, 8'hae, 8'h4f, 8'h15, 8'h0a,
    8'ha3, 8'hb6, 8'h51, 8'ha0, 8'h1e, 8'h42, 8'h9c, 8'ha9,
    8'he8, 8'had, 8'h9f, 8'h9b, 8'he6, 8'he7, 8'hca, 8'h5e,
    8'h7e, 8'h6e, 8'h5f, 8'hb0, 8'h48, 8'hc3, 8'h59, 8'hcb,
    8'hce, 8'h94, 8'haa, 8'h55, 8'h36, 8'hd0, 8'h29, 8'h9d,
    8'h43, 8'hd8, 8'h30, 8'hfd, 8'h2d, 8'h1f, 8'hdd, 8'h66,
    8'hdb, 8'hbd, 8'h3b, 8'h52, 8'h96, 8'h8f, 8'ha1, 8'h6c,
    8'h76, 8'ha4, 8'h62, 8'h8b, 8'hb7, 8'h7b, 8'h06, 8'hbf,
    8'h50, 8'ha8, 8'hd4, 8'h4e, 8'h58, 8'haf, 8'he5, 8'hac,
    8'hfa, 8'h85, 8'h0b, 8'hf5, 8'h3d, 8'hba, 8'heb, 8'h16,
    8'h74, 8'hd6, 8'h73, 8'hf3, 8'hea, 8'hf4, 8'h57, 8'ha7,
    8'h3a, 8'h6b, 8'h75, 8'h7a, 8'h28, 8'h54, 8'h2c, 8'hd7,
    8'hab, 8'hd3, 8'hb9, 8'hf9, 8'hf2, 8'h56, 8'h6a, 8'h27,
    8'h65, 8'h2f, 8'hcf, 8'hcd, 8'h8a, 8'h05, 8'hbc, 8'h95,
    8'h5d, 8'h9e, 8'hc2, 8'h7d, 8'h2a, 8'h14, 8'hb5, 8'h1d,
    8'h21, 8'h0f, 8'h5b, 8'hd1, 8'he1, 8'h24, 8'h37, 8'h3f,
    8'h08, 8'hc8, 8'h44, 8'h11, 8'h4c, 8'h71, 8'h92, 8'hd9,
    8'h31, 8'hc5, 8'h03, 8'hdf, 8'h18, 8'hfe, 8'hee, 8'h33,
    8'h1c, 8'hc1, 8'h23, 8'h20, 8'hf8, 8'h69, 8'h2e, 8'h89,
    8'h4a, 8'h67, 8'h68, 8'h1b, 8'hde, 8'hed, 8'hc7, 8'h4b,
    8'h47, 8'h6d, 8'hc9, 8'h9a, 8'ha2, 8'h41, 8'h78, 8'h09,
    8'h12, 8'hf0, 8'h87, 8'h90, 8'h82, 8'h45, 8'h97, 8'hb2,
    8'h3c, 8'h84, 8'he4, 8'h4d, 8'h39, 8'h53, 8'h72, 8'ha6,
    8'h35, 8'h93, 8'hdc, 8'hfc, 8'hda, 8'h8e, 8'h61, 8'hbe,
    8'he0, 8'h0e, 8'hb4, 8'h7c, 8'h64, 8'h04, 8'hb8, 8'h26,
    8'hf7, 8'hc0, 8'hc6, 8'h1a, 8'h07, 8'h70, 8'h02, 8'h32,
    8'h81, 8'hef, 8'h77, 8'h99, 8'h34, 8'h8d, 8'he3, 8'ha5,
    8'h63, 8'h0d, 8'h01, 8'h19, 8'h80, 8'h8c, 8'h00, 8'h00
  };

  // Inverses in GF(2)[y]/(y^4+y+1), 0 for 0.
  localparam logic [15:0][3:0] Gf16Inverse = {
    4'h8, 4'h3, 4'h4, 4'ha, 4'h5, 4'hc, 4'h2, 4'hf,
    4'h6, 4'h7, 4'hb, 4'hd, 4'he, 4'h9, 4'h1, 4'h0
  };

  // Kinds of bases of GF(16) by k: element i is {5c}^(KindSlope[i]*k + KindShift[i]).
  //   0: 1, y, y^2, y^3
  //   1: y, y^2, y^4, y^8
  //   2: (1, w) over (1, v)
  //   3: (1, w^2) over (1, v)
  //   4: (w, w^2) over (1, v)
  //   5: (w, w^2) over (v^4, v)
  localparam int unsigned NumKinds = 6;
  localparam logic [5:0][3:0][3:0] KindSlope = {
    16'h1144, 16'h1100, 16'h1100, 16'h1100, 16'h8421, 16'h3210
  };
  localparam logic [5:0][3:0][3:0] KindShift = {
    16'ha5a5, 16'ha5a5, 16'ha0a0, 16'h5050, 16'h0000, 16'h0000
  };
  // Under (X, 1), and under (X, X^16): the k of which one basis each is listed.
  localparam logic [5:0][15:0] KindBelow = {
    16'h08ce, 16'h7bde, 16'h7bde, 16'h7bde, 16'h0088, 16'h7bde
  };
  localparam logic [5:0][15:0] KindNormal = {
    16'h0000, 16'h00de, 16'h0000, 16'h0000, 16'h0080, 16'h009e
  };

  // Short numbers, and the long number that each stands for.
  localparam int unsigned NumShort = 64;
  localparam logic [63:0][11:0] ShortNumber = {
    12'h5fc, 12'h5ee, 12'h5db, 12'h5c9, 12'h5be, 12'h5ac, 12'h599, 12'h58b,
    12'h57d, 12'h56f, 12'h55a, 12'h548, 12'h53f, 12'h52d, 12'h518, 12'h50a,
    12'h4fd, 12'h4ee, 12'h4d9, 12'h4ca, 12'h4bd, 12'h4ae, 12'h499, 12'h48a,
    12'h47b, 12'h468, 12'h45f, 12'h44c, 12'h43b, 12'h428, 12'h41f, 12'h40c,
    12'h3f8, 12'h3ed, 12'h3dd, 12'h3c8, 12'h3bb, 12'h3ae, 12'h39e, 12'h38b,
    12'h37c, 12'h369, 12'h359, 12'h34c, 12'h33f, 12'h32a, 12'h31a, 12'h30f,
    12'h2fd, 12'h2e9, 12'h2dd, 12'h2c9, 12'h2bb, 12'h2af, 12'h29b, 12'h28f,
    12'h27a, 12'h26e, 12'h25a, 12'h24e, 12'h23c, 12'h228, 12'h21c, 12'h208
  };
  localparam logic [63:0][16:0] ShortStandsFor = {
    17'h10243, 17'h10212, 17'h1021f, 17'h1024e, 17'h10213, 17'h10242, 17'h1024f, 17'h1021e,
    17'h102ff, 17'h102ae, 17'h102a3, 17'h102f2, 17'h102af, 17'h102fe, 17'h102f3, 17'h102a2,
    17'h1081e, 17'h1084f, 17'h10813, 17'h10842, 17'h1081f, 17'h1084e, 17'h10812, 17'h10843,
    17'h108ff, 17'h108ae, 17'h108f2, 17'h108a3, 17'h108fe, 17'h108af, 17'h108f3, 17'h108a2,
    17'h10442, 17'h10413, 17'h10412, 17'h10443, 17'h1044f, 17'h1041e, 17'h1041f, 17'h1044e,
    17'h104ae, 17'h104ff, 17'h104fe, 17'h104af, 17'h104a3, 17'h104f2, 17'h104f3, 17'h104a2,
    17'h1014e, 17'h1011f, 17'h1014f, 17'h1011e, 17'h10112, 17'h10143, 17'h10113, 17'h10142,
    17'h101ae, 17'h101ff, 17'h101af, 17'h101fe, 17'h101f2, 17'h101a3, 17'h101f3, 17'h101a2
  };

  // The affine map of SubBytes without its constant (FIPS 197, section 5.1.1), and
  // multiplication by {02} (section 4.2).
  localparam logic [7:0][7:0] Affine = 64'hf87c_3e1f_8fc7_e3f1;
  localparam logic [7:0][7:0] F1TimesTwo = 64'h4020_1088_8402_8180;

  // Inversion commutes with powers of two and turns a factor over, so an S-box may scale
  // what it inverts: 1/x is (k*z)^(2^-n) with z the inverse of k*x^(2^n). For an S-box
  // of both directions in the default basis, pairs k and n that make the choices before
  // and behind the inversion small (docs/decisions/0011-both-directions-small.md):
  // TwistBefore[whole][inverse] is x to k*x^(2^n), TwistBehind z to (k*z)^(2^-n).
  localparam logic [1:0][1:0][7:0][7:0] TwistBefore = {
    {64'ha4d2_e958_ce6f_b79d, 64'h4020_9080_0402_0908},
    {64'habd5_ea56_7a3d_1ef5, 64'h1756_83bc_2de2_9ed4}
  };
  localparam logic [1:0][1:0][7:0][7:0] TwistBehind = {
    {64'ha4d2_e958_ce6f_b79d, 64'h4020_9080_0402_0908},
    {64'h1b85_4a36_c168_b493, 64'h4d9f_6315_bea7_e1ca}
  };

  // The tower of Canright's S-box, normal bases of W = {bd}, Z = {5c} and Y = {ff}:
  // coordinate 4*i+2*j+k belongs to the product of Y, Z and W, each its conjugate where
  // i, j or k is 0. Its maps to and from F1, the affine map joined to one by direction.
  localparam logic [7:0][7:0] CanrightIn = 64'h4f61_019b_e163_71e7;
  localparam logic [7:0][7:0] CanrightInInverse = 64'h7319_a4d0_4b50_5390;
  localparam logic [7:0][7:0] CanrightOut = 64'h48d7_b742_7e4d_4420;
  localparam logic [7:0][7:0] CanrightOutForward = 64'h1411_8215_1fb6_4c4a;

endpackage

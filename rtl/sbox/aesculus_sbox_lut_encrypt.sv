// SPDX-License-Identifier: Apache-2.0
// S-box of 43 tables in 7 levels: SubBytes.
// src/aesculus/ciphers/aes/fields/lut_field.py says what they are.
//
// Registers of a cut: s1: 12, s2: 17, s3: 16, s4: 18, s5: 12, s6: 11; sub: 8.
//
// `python -m aesculus.ciphers.aes.fields.packages` wrote this; a test holds it so.

module aesculus_sbox_lut_encrypt
  import aesculus_pkg::*;
#(
  parameter sbox_cuts_t Cuts = '0
) (
  input  logic       clk_i,
  input  logic       en_i,
  input  logic [7:0] data_i,
  output logic [7:0] data_o
);

  logic x0, x1, x2, x3, x4, x5, x6, x7;
  aesculus_cut #(.Width(8), .Depth(32'(Cuts[CutStart]))) u_start (
    .clk_i, .en_i,
    .d_i(data_i),
    .q_o({x7, x6, x5, x4, x3, x2, x1, x0})
  );

  // Level 1.
  logic t0, t1, t2, t3, t4, t5, t6, t7;
  aesculus_lut4 #(.Init(16'h6996)) u_t0 (.a_i({x4, x2, x1, x0}), .y_o(t0));
  aesculus_lut4 #(.Init(16'h9696)) u_t1 (.a_i({1'b0, x7, x5, x4}), .y_o(t1));
  aesculus_lut4 #(.Init(16'h6996)) u_t2 (.a_i({x6, x4, x3, x0}), .y_o(t2));
  aesculus_lut4 #(.Init(16'h6996)) u_t3 (.a_i({x7, x4, x3, x1}), .y_o(t3));
  aesculus_lut4 #(.Init(16'h9696)) u_t4 (.a_i({1'b0, x5, x2, x1}), .y_o(t4));
  aesculus_lut4 #(.Init(16'h6996)) u_t5 (.a_i({x6, x3, x2, x0}), .y_o(t5));
  aesculus_lut4 #(.Init(16'h9696)) u_t6 (.a_i({1'b0, x7, x4, x3}), .y_o(t6));
  aesculus_lut4 #(.Init(16'h6996)) u_t7 (.a_i({x5, x4, x2, x0}), .y_o(t7));

  logic x0_s1, x2_s1, x6_s1, x7_s1, t0_s1, t1_s1, t2_s1, t3_s1;
  logic t4_s1, t5_s1, t6_s1, t7_s1;
  aesculus_cut #(.Width(12), .Depth(32'(Cuts[1]))) u_s1 (
    .clk_i, .en_i,
    .d_i({x0, x2, x6, x7, t0, t1, t2, t3,
    t4, t5, t6, t7}),
    .q_o({x0_s1, x2_s1, x6_s1, x7_s1, t0_s1, t1_s1, t2_s1, t3_s1,
    t4_s1, t5_s1, t6_s1, t7_s1})
  );

  // Level 2.
  logic t8, t9, t10, t11, t12;
  aesculus_lut4 #(.Init(16'ha390)) u_t8 (.a_i({t2_s1, x2_s1, t1_s1, t0_s1}), .y_o(t8));
  aesculus_lut4 #(.Init(16'h95c0)) u_t9 (.a_i({t2_s1, x2_s1, t1_s1, t0_s1}), .y_o(t9));
  aesculus_lut4 #(.Init(16'h0536)) u_t10 (.a_i({t4_s1, x6_s1, t3_s1, x0_s1}), .y_o(t10));
  aesculus_lut4 #(.Init(16'ha9fc)) u_t11 (.a_i({t7_s1, t6_s1, t5_s1, x7_s1}), .y_o(t11));
  aesculus_lut4 #(.Init(16'hf63a)) u_t12 (.a_i({t7_s1, t6_s1, t5_s1, x7_s1}), .y_o(t12));

  logic x0_s2, x2_s2, x6_s2, x7_s2, t0_s2, t1_s2, t2_s2, t3_s2;
  logic t4_s2, t5_s2, t6_s2, t7_s2, t8_s2, t9_s2, t10_s2, t11_s2;
  logic t12_s2;
  aesculus_cut #(.Width(17), .Depth(32'(Cuts[2]))) u_s2 (
    .clk_i, .en_i,
    .d_i({x0_s1, x2_s1, x6_s1, x7_s1, t0_s1, t1_s1, t2_s1, t3_s1,
    t4_s1, t5_s1, t6_s1, t7_s1, t8, t9, t10, t11,
    t12}),
    .q_o({x0_s2, x2_s2, x6_s2, x7_s2, t0_s2, t1_s2, t2_s2, t3_s2,
    t4_s2, t5_s2, t6_s2, t7_s2, t8_s2, t9_s2, t10_s2, t11_s2,
    t12_s2})
  );

  // Level 3.
  logic t13, t14, t15, t16;
  aesculus_lut4 #(.Init(16'h1666)) u_t13 (.a_i({x0_s2, t4_s2, t10_s2, t8_s2}), .y_o(t13));
  aesculus_lut4 #(.Init(16'h1996)) u_t14 (.a_i({x6_s2, t3_s2, t10_s2, t9_s2}), .y_o(t14));
  aesculus_lut4 #(.Init(16'h9696)) u_t15 (.a_i({1'b0, t0_s2, t11_s2, t8_s2}), .y_o(t15));
  aesculus_lut4 #(.Init(16'h9696)) u_t16 (.a_i({1'b0, t1_s2, t12_s2, t9_s2}), .y_o(t16));

  logic x0_s3, x2_s3, x6_s3, x7_s3, t0_s3, t1_s3, t2_s3, t3_s3;
  logic t4_s3, t5_s3, t6_s3, t7_s3, t13_s3, t14_s3, t15_s3, t16_s3;
  aesculus_cut #(.Width(16), .Depth(32'(Cuts[3]))) u_s3 (
    .clk_i, .en_i,
    .d_i({x0_s2, x2_s2, x6_s2, x7_s2, t0_s2, t1_s2, t2_s2, t3_s2,
    t4_s2, t5_s2, t6_s2, t7_s2, t13, t14, t15, t16}),
    .q_o({x0_s3, x2_s3, x6_s3, x7_s3, t0_s3, t1_s3, t2_s3, t3_s3,
    t4_s3, t5_s3, t6_s3, t7_s3, t13_s3, t14_s3, t15_s3, t16_s3})
  );

  // Level 4.
  logic t17, t18, t19, t20, t21, t22;
  aesculus_lut4 #(.Init(16'h49da)) u_t17 (.a_i({t16_s3, t15_s3, t14_s3, t13_s3}), .y_o(t17));
  aesculus_lut4 #(.Init(16'h3b86)) u_t18 (.a_i({t16_s3, t15_s3, t14_s3, t13_s3}), .y_o(t18));
  aesculus_lut4 #(.Init(16'hf5c0)) u_t19 (.a_i({t16_s3, t15_s3, t14_s3, t13_s3}), .y_o(t19));
  aesculus_lut4 #(.Init(16'h9af0)) u_t20 (.a_i({t16_s3, t15_s3, t14_s3, t13_s3}), .y_o(t20));
  aesculus_lut4 #(.Init(16'h26ea)) u_t21 (.a_i({t16_s3, t15_s3, t14_s3, t13_s3}), .y_o(t21));
  aesculus_lut4 #(.Init(16'hce46)) u_t22 (.a_i({t16_s3, t15_s3, t14_s3, t13_s3}), .y_o(t22));

  logic x0_s4, x2_s4, x6_s4, x7_s4, t0_s4, t1_s4, t2_s4, t3_s4;
  logic t4_s4, t5_s4, t6_s4, t7_s4, t17_s4, t18_s4, t19_s4, t20_s4;
  logic t21_s4, t22_s4;
  aesculus_cut #(.Width(18), .Depth(32'(Cuts[4]))) u_s4 (
    .clk_i, .en_i,
    .d_i({x0_s3, x2_s3, x6_s3, x7_s3, t0_s3, t1_s3, t2_s3, t3_s3,
    t4_s3, t5_s3, t6_s3, t7_s3, t17, t18, t19, t20,
    t21, t22}),
    .q_o({x0_s4, x2_s4, x6_s4, x7_s4, t0_s4, t1_s4, t2_s4, t3_s4,
    t4_s4, t5_s4, t6_s4, t7_s4, t17_s4, t18_s4, t19_s4, t20_s4,
    t21_s4, t22_s4})
  );

  // Level 5.
  logic t23, t24, t25, t26, t27, t28, t29, t30;
  logic t31, t32, t33, t34;
  aesculus_lut4 #(.Init(16'h6ac0)) u_t23 (.a_i({t18_s4, t17_s4, t1_s4, t0_s4}), .y_o(t23));
  aesculus_lut4 #(.Init(16'hc6a0)) u_t24 (.a_i({t18_s4, t17_s4, t1_s4, t0_s4}), .y_o(t24));
  aesculus_lut4 #(.Init(16'hca60)) u_t25 (.a_i({t18_s4, t17_s4, t2_s4, x2_s4}), .y_o(t25));
  aesculus_lut4 #(.Init(16'h6ca0)) u_t26 (.a_i({t18_s4, t17_s4, t2_s4, x2_s4}), .y_o(t26));
  aesculus_lut4 #(.Init(16'h6ac0)) u_t27 (.a_i({t20_s4, t19_s4, t3_s4, x0_s4}), .y_o(t27));
  aesculus_lut4 #(.Init(16'hac60)) u_t28 (.a_i({t20_s4, t19_s4, t3_s4, x0_s4}), .y_o(t28));
  aesculus_lut4 #(.Init(16'hca60)) u_t29 (.a_i({t20_s4, t19_s4, t4_s4, x6_s4}), .y_o(t29));
  aesculus_lut4 #(.Init(16'h6ca0)) u_t30 (.a_i({t20_s4, t19_s4, t4_s4, x6_s4}), .y_o(t30));
  aesculus_lut4 #(.Init(16'ha6c0)) u_t31 (.a_i({t22_s4, t21_s4, t5_s4, x7_s4}), .y_o(t31));
  aesculus_lut4 #(.Init(16'hca60)) u_t32 (.a_i({t22_s4, t21_s4, t5_s4, x7_s4}), .y_o(t32));
  aesculus_lut4 #(.Init(16'h6ac0)) u_t33 (.a_i({t22_s4, t21_s4, t7_s4, t6_s4}), .y_o(t33));
  aesculus_lut4 #(.Init(16'hc6a0)) u_t34 (.a_i({t22_s4, t21_s4, t7_s4, t6_s4}), .y_o(t34));

  logic t23_s5, t24_s5, t25_s5, t26_s5, t27_s5, t28_s5, t29_s5, t30_s5;
  logic t31_s5, t32_s5, t33_s5, t34_s5;
  aesculus_cut #(.Width(12), .Depth(32'(Cuts[5]))) u_s5 (
    .clk_i, .en_i,
    .d_i({t23, t24, t25, t26, t27, t28, t29, t30,
    t31, t32, t33, t34}),
    .q_o({t23_s5, t24_s5, t25_s5, t26_s5, t27_s5, t28_s5, t29_s5, t30_s5,
    t31_s5, t32_s5, t33_s5, t34_s5})
  );

  // Level 6.
  logic t35, t36, t37, t38;
  aesculus_lut4 #(.Init(16'h9999)) u_t35 (.a_i({1'b0, 1'b0, t32_s5, t24_s5}), .y_o(t35));
  aesculus_lut4 #(.Init(16'h6996)) u_t36 (.a_i({t34_s5, t29_s5, t25_s5, t23_s5}), .y_o(t36));
  aesculus_lut4 #(.Init(16'h6969)) u_t37 (.a_i({1'b0, t33_s5, t32_s5, t26_s5}), .y_o(t37));
  aesculus_lut4 #(.Init(16'h6996)) u_t38 (.a_i({t33_s5, t32_s5, t29_s5, t24_s5}), .y_o(t38));

  logic t23_s6, t26_s6, t27_s6, t28_s6, t30_s6, t31_s6, t34_s6, t35_s6;
  logic t36_s6, t37_s6, t38_s6;
  aesculus_cut #(.Width(11), .Depth(32'(Cuts[6]))) u_s6 (
    .clk_i, .en_i,
    .d_i({t23_s5, t26_s5, t27_s5, t28_s5, t30_s5, t31_s5, t34_s5, t35,
    t36, t37, t38}),
    .q_o({t23_s6, t26_s6, t27_s6, t28_s6, t30_s6, t31_s6, t34_s6, t35_s6,
    t36_s6, t37_s6, t38_s6})
  );

  // Level 7.
  logic t39, t40, t41, t42;
  aesculus_lut4 #(.Init(16'h9669)) u_t39 (.a_i({t37_s6, t35_s6, t31_s6, t23_s6}), .y_o(t39));
  aesculus_lut4 #(.Init(16'h9669)) u_t40 (.a_i({t35_s6, t31_s6, t30_s6, t27_s6}), .y_o(t40));
  aesculus_lut4 #(.Init(16'h6996)) u_t41 (.a_i({t38_s6, t28_s6, t26_s6, t23_s6}), .y_o(t41));
  aesculus_lut4 #(.Init(16'h9669)) u_t42 (.a_i({t36_s6, t34_s6, t31_s6, t27_s6}), .y_o(t42));

  // Behind the last level there is nothing for s7 to divide.
  aesculus_cut #(.Width(8), .Depth(32'(Cuts[7]) + 32'(Cuts[CutSub]))) u_sub (
    .clk_i, .en_i,
    .d_i({t38_s6, t42, t37_s6, t41, t36_s6, t40, t35_s6, t39}),
    .q_o(data_o)
  );

endmodule

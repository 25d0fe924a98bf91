// SPDX-License-Identifier: Apache-2.0
// S-box of 54 tables in 17 levels: SubBytes, with inv_i InvSubBytes.
// src/aesculus/ciphers/aes/fields/lut_field.py says what they are.
//
// Registers of a cut: s1: 11, s2: 11, s3: 10, s4: 14, s5: 17, s6: 13, s7: 13; sub: 8.
//
// `python -m aesculus.ciphers.aes.fields.packages` wrote this; a test holds it so.

module aesculus_sbox_lut_both
  import aesculus_pkg::*;
#(
  parameter sbox_cuts_t Cuts = '0
) (
  input  logic       clk_i,
  input  logic       en_i,
  input  logic       inv_i,
  input  logic [7:0] data_i,
  output logic [7:0] data_o
);

  logic x0, x1, x2, x3, x4, x5, x6, x7;
  logic inv;
  aesculus_cut #(.Width(9), .Depth(32'(Cuts[CutStart]))) u_start (
    .clk_i, .en_i,
    .d_i({inv_i, data_i}),
    .q_o({inv, x7, x6, x5, x4, x3, x2, x1,
    x0})
  );

  // Level 1.
  logic t0, t1, t2, t3, t4;
  aesculus_lut4 #(.Init(16'h3c5a)) u_t0 (.a_i({inv, x6, x5, x0}), .y_o(t0));
  aesculus_lut4 #(.Init(16'h9666)) u_t1 (.a_i({inv, x6, x4, x0}), .y_o(t1));
  aesculus_lut4 #(.Init(16'h693c)) u_t2 (.a_i({inv, x4, x3, x1}), .y_o(t2));
  aesculus_lut4 #(.Init(16'h6996)) u_t3 (.a_i({inv, x7, x2, x1}), .y_o(t3));
  aesculus_lut4 #(.Init(16'ha596)) u_t4 (.a_i({inv, x7, x5, x0}), .y_o(t4));

  logic x1_s1, x2_s1, x5_s1, x6_s1, x7_s1, inv_s1, t0_s1, t1_s1;
  logic t2_s1, t3_s1, t4_s1;
  aesculus_cut #(.Width(11), .Depth(32'(Cuts[1]))) u_s1 (
    .clk_i, .en_i,
    .d_i({x1, x2, x5, x6, x7, inv, t0, t1,
    t2, t3, t4}),
    .q_o({x1_s1, x2_s1, x5_s1, x6_s1, x7_s1, inv_s1, t0_s1, t1_s1,
    t2_s1, t3_s1, t4_s1})
  );

  // Level 2.
  logic t5, t6;
  aesculus_lut4 #(.Init(16'h3c5a)) u_t5 (.a_i({inv_s1, t0_s1, x7_s1, x1_s1}), .y_o(t5));
  aesculus_lut4 #(.Init(16'h6666)) u_t6 (.a_i({1'b0, 1'b0, t4_s1, t0_s1}), .y_o(t6));

  logic x2_s2, x5_s2, x6_s2, inv_s2, t0_s2, t1_s2, t2_s2, t3_s2;
  logic t4_s2, t5_s2, t6_s2;
  aesculus_cut #(.Width(11), .Depth(32'(Cuts[2]))) u_s2 (
    .clk_i, .en_i,
    .d_i({x2_s1, x5_s1, x6_s1, inv_s1, t0_s1, t1_s1, t2_s1, t3_s1,
    t4_s1, t5, t6}),
    .q_o({x2_s2, x5_s2, x6_s2, inv_s2, t0_s2, t1_s2, t2_s2, t3_s2,
    t4_s2, t5_s2, t6_s2})
  );

  // Level 3.
  logic t7;
  aesculus_lut4 #(.Init(16'h995a)) u_t7 (.a_i({inv_s2, t6_s2, x6_s2, x2_s2}), .y_o(t7));

  logic x5_s3, inv_s3, t0_s3, t1_s3, t2_s3, t3_s3, t4_s3, t5_s3;
  logic t6_s3, t7_s3;
  aesculus_cut #(.Width(10), .Depth(32'(Cuts[3]))) u_s3 (
    .clk_i, .en_i,
    .d_i({x5_s2, inv_s2, t0_s2, t1_s2, t2_s2, t3_s2, t4_s2, t5_s2,
    t6_s2, t7}),
    .q_o({x5_s3, inv_s3, t0_s3, t1_s3, t2_s3, t3_s3, t4_s3, t5_s3,
    t6_s3, t7_s3})
  );

  // Levels 4 to 6.
  logic t8, t9, t10, t11, t12;
  aesculus_lut4 #(.Init(16'h9696)) u_t8 (.a_i({1'b0, t7_s3, t2_s3, t0_s3}), .y_o(t8));
  aesculus_lut4 #(.Init(16'h6996)) u_t9 (.a_i({t8, t6_s3, t5_s3, t3_s3}), .y_o(t9));
  aesculus_lut4 #(.Init(16'h3560)) u_t10 (.a_i({t1_s3, t5_s3, t8, t0_s3}), .y_o(t10));
  aesculus_lut4 #(.Init(16'ha930)) u_t11 (.a_i({t1_s3, t5_s3, t8, t0_s3}), .y_o(t11));
  aesculus_lut4 #(.Init(16'h695a)) u_t12 (.a_i({inv_s3, t9, t6_s3, x5_s3}), .y_o(t12));

  logic inv_s4, t0_s4, t1_s4, t2_s4, t3_s4, t4_s4, t5_s4, t6_s4;
  logic t7_s4, t8_s4, t9_s4, t10_s4, t11_s4, t12_s4;
  aesculus_cut #(.Width(14), .Depth(32'(Cuts[4]))) u_s4 (
    .clk_i, .en_i,
    .d_i({inv_s3, t0_s3, t1_s3, t2_s3, t3_s3, t4_s3, t5_s3, t6_s3,
    t7_s3, t8, t9, t10, t11, t12}),
    .q_o({inv_s4, t0_s4, t1_s4, t2_s4, t3_s4, t4_s4, t5_s4, t6_s4,
    t7_s4, t8_s4, t9_s4, t10_s4, t11_s4, t12_s4})
  );

  // Levels 7 to 9.
  logic t13, t14, t15, t16, t17, t18, t19, t20;
  aesculus_lut4 #(.Init(16'h6996)) u_t13 (.a_i({t12_s4, t7_s4, t6_s4, t1_s4}), .y_o(t13));
  aesculus_lut4 #(.Init(16'hc55c)) u_t14 (.a_i({t3_s4, t12_s4, t2_s4, t6_s4}), .y_o(t14));
  aesculus_lut4 #(.Init(16'hfa36)) u_t15 (.a_i({t13, t9_s4, t4_s4, t7_s4}), .y_o(t15));
  aesculus_lut4 #(.Init(16'ha3f6)) u_t16 (.a_i({t13, t9_s4, t4_s4, t7_s4}), .y_o(t16));
  aesculus_lut4 #(.Init(16'h9996)) u_t17 (.a_i({t12_s4, t6_s4, t14, t10_s4}), .y_o(t17));
  aesculus_lut4 #(.Init(16'h6966)) u_t18 (.a_i({t3_s4, t2_s4, t14, t11_s4}), .y_o(t18));
  aesculus_lut4 #(.Init(16'h6996)) u_t19 (.a_i({t8_s4, t1_s4, t15, t10_s4}), .y_o(t19));
  aesculus_lut4 #(.Init(16'h6996)) u_t20 (.a_i({t3_s4, t1_s4, t16, t11_s4}), .y_o(t20));

  logic inv_s5, t0_s5, t1_s5, t2_s5, t3_s5, t4_s5, t5_s5, t6_s5;
  logic t7_s5, t8_s5, t9_s5, t12_s5, t13_s5, t17_s5, t18_s5, t19_s5;
  logic t20_s5;
  aesculus_cut #(.Width(17), .Depth(32'(Cuts[5]))) u_s5 (
    .clk_i, .en_i,
    .d_i({inv_s4, t0_s4, t1_s4, t2_s4, t3_s4, t4_s4, t5_s4, t6_s4,
    t7_s4, t8_s4, t9_s4, t12_s4, t13, t17, t18, t19,
    t20}),
    .q_o({inv_s5, t0_s5, t1_s5, t2_s5, t3_s5, t4_s5, t5_s5, t6_s5,
    t7_s5, t8_s5, t9_s5, t12_s5, t13_s5, t17_s5, t18_s5, t19_s5,
    t20_s5})
  );

  // Levels 10 to 11.
  logic t21, t22, t23, t24, t25, t26, t27, t28;
  logic t29, t30, t31, t32, t33, t34, t35, t36;
  logic t37, t38;
  aesculus_lut4 #(.Init(16'h9fc0)) u_t21 (.a_i({t20_s5, t19_s5, t18_s5, t17_s5}), .y_o(t21));
  aesculus_lut4 #(.Init(16'h65f0)) u_t22 (.a_i({t20_s5, t19_s5, t18_s5, t17_s5}), .y_o(t22));
  aesculus_lut4 #(.Init(16'ha2e6)) u_t23 (.a_i({t20_s5, t19_s5, t18_s5, t17_s5}), .y_o(t23));
  aesculus_lut4 #(.Init(16'hec8a)) u_t24 (.a_i({t20_s5, t19_s5, t18_s5, t17_s5}), .y_o(t24));
  aesculus_lut4 #(.Init(16'hd1ac)) u_t25 (.a_i({t20_s5, t19_s5, t18_s5, t17_s5}), .y_o(t25));
  aesculus_lut4 #(.Init(16'hc716)) u_t26 (.a_i({t20_s5, t19_s5, t18_s5, t17_s5}), .y_o(t26));
  aesculus_lut4 #(.Init(16'ha6c0)) u_t27 (.a_i({t22, t21, t8_s5, t0_s5}), .y_o(t27));
  aesculus_lut4 #(.Init(16'hca60)) u_t28 (.a_i({t22, t21, t8_s5, t0_s5}), .y_o(t28));
  aesculus_lut4 #(.Init(16'hca60)) u_t29 (.a_i({t22, t21, t1_s5, t5_s5}), .y_o(t29));
  aesculus_lut4 #(.Init(16'h6ca0)) u_t30 (.a_i({t22, t21, t1_s5, t5_s5}), .y_o(t30));
  aesculus_lut4 #(.Init(16'h6ac0)) u_t31 (.a_i({t24, t23, t2_s5, t6_s5}), .y_o(t31));
  aesculus_lut4 #(.Init(16'hc6a0)) u_t32 (.a_i({t24, t23, t2_s5, t6_s5}), .y_o(t32));
  aesculus_lut4 #(.Init(16'h6ac0)) u_t33 (.a_i({t24, t23, t3_s5, t12_s5}), .y_o(t33));
  aesculus_lut4 #(.Init(16'hc6a0)) u_t34 (.a_i({t24, t23, t3_s5, t12_s5}), .y_o(t34));
  aesculus_lut4 #(.Init(16'h6ca0)) u_t35 (.a_i({t26, t25, t4_s5, t7_s5}), .y_o(t35));
  aesculus_lut4 #(.Init(16'ha6c0)) u_t36 (.a_i({t26, t25, t4_s5, t7_s5}), .y_o(t36));
  aesculus_lut4 #(.Init(16'hca60)) u_t37 (.a_i({t26, t25, t13_s5, t9_s5}), .y_o(t37));
  aesculus_lut4 #(.Init(16'h6ca0)) u_t38 (.a_i({t26, t25, t13_s5, t9_s5}), .y_o(t38));

  logic inv_s6, t27_s6, t28_s6, t29_s6, t30_s6, t31_s6, t32_s6, t33_s6;
  logic t34_s6, t35_s6, t36_s6, t37_s6, t38_s6;
  aesculus_cut #(.Width(13), .Depth(32'(Cuts[6]))) u_s6 (
    .clk_i, .en_i,
    .d_i({inv_s5, t27, t28, t29, t30, t31, t32, t33,
    t34, t35, t36, t37, t38}),
    .q_o({inv_s6, t27_s6, t28_s6, t29_s6, t30_s6, t31_s6, t32_s6, t33_s6,
    t34_s6, t35_s6, t36_s6, t37_s6, t38_s6})
  );

  // Levels 12 to 14.
  logic t39, t40, t41, t42, t43, t44, t45, t46;
  logic t47, t48;
  aesculus_lut4 #(.Init(16'hcc5a)) u_t39 (.a_i({inv_s6, t37_s6, t33_s6, t32_s6}), .y_o(t39));
  aesculus_lut4 #(.Init(16'h3caa)) u_t40 (.a_i({inv_s6, t36_s6, t31_s6, t28_s6}), .y_o(t40));
  aesculus_lut4 #(.Init(16'h6996)) u_t41 (.a_i({t38_s6, t36_s6, t32_s6, t30_s6}), .y_o(t41));
  aesculus_lut4 #(.Init(16'h9669)) u_t42 (.a_i({inv_s6, t39, t29_s6, t27_s6}), .y_o(t42));
  aesculus_lut4 #(.Init(16'h9669)) u_t43 (.a_i({inv_s6, t40, t39, t37_s6}), .y_o(t43));
  aesculus_lut4 #(.Init(16'h6996)) u_t44 (.a_i({t40, t35_s6, t34_s6, t32_s6}), .y_o(t44));
  aesculus_lut4 #(.Init(16'h965a)) u_t45 (.a_i({inv_s6, t44, t43, t30_s6}), .y_o(t45));
  aesculus_lut4 #(.Init(16'h5a66)) u_t46 (.a_i({inv_s6, t43, t42, t41}), .y_o(t46));
  aesculus_lut4 #(.Init(16'h9669)) u_t47 (.a_i({t42, t36_s6, t31_s6, t28_s6}), .y_o(t47));
  aesculus_lut4 #(.Init(16'h9669)) u_t48 (.a_i({t42, t37_s6, t33_s6, t32_s6}), .y_o(t48));

  logic inv_s7, t29_s7, t34_s7, t36_s7, t37_s7, t38_s7, t41_s7, t42_s7;
  logic t43_s7, t45_s7, t46_s7, t47_s7, t48_s7;
  aesculus_cut #(.Width(13), .Depth(32'(Cuts[7]))) u_s7 (
    .clk_i, .en_i,
    .d_i({inv_s6, t29_s6, t34_s6, t36_s6, t37_s6, t38_s6, t41, t42,
    t43, t45, t46, t47, t48}),
    .q_o({inv_s7, t29_s7, t34_s7, t36_s7, t37_s7, t38_s7, t41_s7, t42_s7,
    t43_s7, t45_s7, t46_s7, t47_s7, t48_s7})
  );

  // Levels 15 to 17.
  logic t49, t50, t51, t52, t53;
  aesculus_lut4 #(.Init(16'h0f69)) u_t49 (.a_i({inv_s7, t47_s7, t46_s7, t43_s7}), .y_o(t49));
  aesculus_lut4 #(.Init(16'h96f0)) u_t50 (.a_i({inv_s7, t48_s7, t47_s7, t41_s7}), .y_o(t50));
  aesculus_lut4 #(.Init(16'h6996)) u_t51 (.a_i({t50, t47_s7, t37_s7, t29_s7}), .y_o(t51));
  aesculus_lut4 #(.Init(16'h6996)) u_t52 (.a_i({inv_s7, t51, t38_s7, t34_s7}), .y_o(t52));
  aesculus_lut4 #(.Init(16'ha569)) u_t53 (.a_i({inv_s7, t51, t49, t36_s7}), .y_o(t53));

  aesculus_cut #(.Width(8), .Depth(32'(Cuts[CutSub]))) u_sub (
    .clk_i, .en_i,
    .d_i({t50, t46_s7, t43_s7, t45_s7, t53, t52, t42_s7, t49}),
    .q_o(data_o)
  );

endmodule

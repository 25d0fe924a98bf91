// SPDX-License-Identifier: Apache-2.0
// S-box of 55 tables in 20 levels: SubBytes, with inv_i InvSubBytes.
// src/aesculus/ciphers/aes/fields/lut_field.py says what they are.
//
// Registers of a cut: s1: 10, s2: 13, s3: 18, s4: 13, s5: 15, s6: 13, s7: 10; sub: 8.
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

  // Levels 1 to 3.
  logic t0, t1, t2, t3, t4, t5, t6, t7;
  logic t8, t9;
  aesculus_lut4 #(.Init(16'h69aa)) u_t0 (.a_i({inv, x7, x5, x3}), .y_o(t0));
  aesculus_lut4 #(.Init(16'h3c5a)) u_t1 (.a_i({inv, x5, x1, x0}), .y_o(t1));
  aesculus_lut4 #(.Init(16'h6996)) u_t2 (.a_i({x5, x4, x2, x0}), .y_o(t2));
  aesculus_lut4 #(.Init(16'h335a)) u_t3 (.a_i({inv, x7, x6, x0}), .y_o(t3));
  aesculus_lut4 #(.Init(16'h5a3c)) u_t4 (.a_i({inv, x6, x5, x1}), .y_o(t4));
  aesculus_lut4 #(.Init(16'h9996)) u_t5 (.a_i({inv, t4, x3, x0}), .y_o(t5));
  aesculus_lut4 #(.Init(16'h6996)) u_t6 (.a_i({t0, x6, x5, x2}), .y_o(t6));
  aesculus_lut4 #(.Init(16'h963c)) u_t7 (.a_i({inv, t6, x1, x0}), .y_o(t7));
  aesculus_lut4 #(.Init(16'h2496)) u_t8 (.a_i({inv, t6, t3, x6}), .y_o(t8));
  aesculus_lut4 #(.Init(16'h3c96)) u_t9 (.a_i({inv, t6, t1, x6}), .y_o(t9));

  logic inv_s1, t0_s1, t1_s1, t2_s1, t3_s1, t4_s1, t5_s1, t7_s1;
  logic t8_s1, t9_s1;
  aesculus_cut #(.Width(10), .Depth(32'(Cuts[1]))) u_s1 (
    .clk_i, .en_i,
    .d_i({inv, t0, t1, t2, t3, t4, t5, t7,
    t8, t9}),
    .q_o({inv_s1, t0_s1, t1_s1, t2_s1, t3_s1, t4_s1, t5_s1, t7_s1,
    t8_s1, t9_s1})
  );

  // Level 4.
  logic t10, t11, t12;
  aesculus_lut4 #(.Init(16'h6996)) u_t10 (.a_i({t7_s1, t5_s1, t4_s1, t3_s1}), .y_o(t10));
  aesculus_lut4 #(.Init(16'h3af6)) u_t11 (.a_i({t5_s1, t7_s1, t1_s1, t0_s1}), .y_o(t11));
  aesculus_lut4 #(.Init(16'hcf9a)) u_t12 (.a_i({t5_s1, t7_s1, t1_s1, t0_s1}), .y_o(t12));

  logic inv_s2, t0_s2, t1_s2, t2_s2, t3_s2, t4_s2, t5_s2, t7_s2;
  logic t8_s2, t9_s2, t10_s2, t11_s2, t12_s2;
  aesculus_cut #(.Width(13), .Depth(32'(Cuts[2]))) u_s2 (
    .clk_i, .en_i,
    .d_i({inv_s1, t0_s1, t1_s1, t2_s1, t3_s1, t4_s1, t5_s1, t7_s1,
    t8_s1, t9_s1, t10, t11, t12}),
    .q_o({inv_s2, t0_s2, t1_s2, t2_s2, t3_s2, t4_s2, t5_s2, t7_s2,
    t8_s2, t9_s2, t10_s2, t11_s2, t12_s2})
  );

  // Levels 5 to 7.
  logic t13, t14, t15, t16, t17, t18, t19;
  aesculus_lut4 #(.Init(16'h6996)) u_t13 (.a_i({t10_s2, t7_s2, t2_s2, t0_s2}), .y_o(t13));
  aesculus_lut4 #(.Init(16'h6996)) u_t14 (.a_i({t13, t8_s2, t7_s2, t1_s2}), .y_o(t14));
  aesculus_lut4 #(.Init(16'ha930)) u_t15 (.a_i({t4_s2, t13, t10_s2, t9_s2}), .y_o(t15));
  aesculus_lut4 #(.Init(16'hc60a)) u_t16 (.a_i({t4_s2, t13, t10_s2, t9_s2}), .y_o(t16));
  aesculus_lut4 #(.Init(16'h6ac0)) u_t17 (.a_i({t14, t3_s2, t8_s2, t2_s2}), .y_o(t17));
  aesculus_lut4 #(.Init(16'h6996)) u_t18 (.a_i({t14, t0_s2, t15, t11_s2}), .y_o(t18));
  aesculus_lut4 #(.Init(16'h6996)) u_t19 (.a_i({t7_s2, t1_s2, t16, t12_s2}), .y_o(t19));

  logic inv_s3, t0_s3, t1_s3, t2_s3, t3_s3, t4_s3, t5_s3, t7_s3;
  logic t8_s3, t9_s3, t10_s3, t11_s3, t12_s3, t13_s3, t14_s3, t17_s3;
  logic t18_s3, t19_s3;
  aesculus_cut #(.Width(18), .Depth(32'(Cuts[3]))) u_s3 (
    .clk_i, .en_i,
    .d_i({inv_s2, t0_s2, t1_s2, t2_s2, t3_s2, t4_s2, t5_s2, t7_s2,
    t8_s2, t9_s2, t10_s2, t11_s2, t12_s2, t13, t14, t17,
    t18, t19}),
    .q_o({inv_s3, t0_s3, t1_s3, t2_s3, t3_s3, t4_s3, t5_s3, t7_s3,
    t8_s3, t9_s3, t10_s3, t11_s3, t12_s3, t13_s3, t14_s3, t17_s3,
    t18_s3, t19_s3})
  );

  // Levels 8 to 10.
  logic t20, t21, t22, t23, t24, t25, t26, t27;
  logic t28, t29, t30, t31, t32, t33, t34, t35;
  logic t36, t37, t38, t39;
  aesculus_lut4 #(.Init(16'h9662)) u_t20 (.a_i({t3_s3, t2_s3, t17_s3, t11_s3}), .y_o(t20));
  aesculus_lut4 #(.Init(16'h9662)) u_t21 (.a_i({t14_s3, t8_s3, t17_s3, t12_s3}), .y_o(t21));
  aesculus_lut4 #(.Init(16'h5f60)) u_t22 (.a_i({t19_s3, t18_s3, t21, t20}), .y_o(t22));
  aesculus_lut4 #(.Init(16'hfc90)) u_t23 (.a_i({t19_s3, t18_s3, t21, t20}), .y_o(t23));
  aesculus_lut4 #(.Init(16'hd236)) u_t24 (.a_i({t19_s3, t18_s3, t21, t20}), .y_o(t24));
  aesculus_lut4 #(.Init(16'h45bc)) u_t25 (.a_i({t19_s3, t18_s3, t21, t20}), .y_o(t25));
  aesculus_lut4 #(.Init(16'h347a)) u_t26 (.a_i({t19_s3, t18_s3, t21, t20}), .y_o(t26));
  aesculus_lut4 #(.Init(16'h8d56)) u_t27 (.a_i({t19_s3, t18_s3, t21, t20}), .y_o(t27));
  aesculus_lut4 #(.Init(16'h6ac0)) u_t28 (.a_i({t23, t22, t1_s3, t0_s3}), .y_o(t28));
  aesculus_lut4 #(.Init(16'hc6a0)) u_t29 (.a_i({t23, t22, t1_s3, t0_s3}), .y_o(t29));
  aesculus_lut4 #(.Init(16'ha6c0)) u_t30 (.a_i({t23, t22, t5_s3, t7_s3}), .y_o(t30));
  aesculus_lut4 #(.Init(16'hca60)) u_t31 (.a_i({t23, t22, t5_s3, t7_s3}), .y_o(t31));
  aesculus_lut4 #(.Init(16'hc6a0)) u_t32 (.a_i({t25, t24, t8_s3, t2_s3}), .y_o(t32));
  aesculus_lut4 #(.Init(16'hac60)) u_t33 (.a_i({t25, t24, t8_s3, t2_s3}), .y_o(t33));
  aesculus_lut4 #(.Init(16'h6ac0)) u_t34 (.a_i({t25, t24, t14_s3, t3_s3}), .y_o(t34));
  aesculus_lut4 #(.Init(16'hac60)) u_t35 (.a_i({t25, t24, t14_s3, t3_s3}), .y_o(t35));
  aesculus_lut4 #(.Init(16'h6ac0)) u_t36 (.a_i({t27, t26, t10_s3, t9_s3}), .y_o(t36));
  aesculus_lut4 #(.Init(16'hc6a0)) u_t37 (.a_i({t27, t26, t10_s3, t9_s3}), .y_o(t37));
  aesculus_lut4 #(.Init(16'hc6a0)) u_t38 (.a_i({t27, t26, t4_s3, t13_s3}), .y_o(t38));
  aesculus_lut4 #(.Init(16'hac60)) u_t39 (.a_i({t27, t26, t4_s3, t13_s3}), .y_o(t39));

  logic inv_s4, t28_s4, t29_s4, t30_s4, t31_s4, t32_s4, t33_s4, t34_s4;
  logic t35_s4, t36_s4, t37_s4, t38_s4, t39_s4;
  aesculus_cut #(.Width(13), .Depth(32'(Cuts[4]))) u_s4 (
    .clk_i, .en_i,
    .d_i({inv_s3, t28, t29, t30, t31, t32, t33, t34,
    t35, t36, t37, t38, t39}),
    .q_o({inv_s4, t28_s4, t29_s4, t30_s4, t31_s4, t32_s4, t33_s4, t34_s4,
    t35_s4, t36_s4, t37_s4, t38_s4, t39_s4})
  );

  // Levels 11 to 13.
  logic t40, t41, t42, t43, t44, t45;
  aesculus_lut4 #(.Init(16'h3c66)) u_t40 (.a_i({inv_s4, t34_s4, t33_s4, t30_s4}), .y_o(t40));
  aesculus_lut4 #(.Init(16'h3c96)) u_t41 (.a_i({inv_s4, t38_s4, t30_s4, t29_s4}), .y_o(t41));
  aesculus_lut4 #(.Init(16'h9669)) u_t42 (.a_i({inv_s4, t40, t39_s4, t31_s4}), .y_o(t42));
  aesculus_lut4 #(.Init(16'h6996)) u_t43 (.a_i({t40, t39_s4, t33_s4, t32_s4}), .y_o(t43));
  aesculus_lut4 #(.Init(16'h663c)) u_t44 (.a_i({inv_s4, t42, t41, t37_s4}), .y_o(t44));
  aesculus_lut4 #(.Init(16'h5a69)) u_t45 (.a_i({inv_s4, t43, t41, t28_s4}), .y_o(t45));

  logic inv_s5, t28_s5, t29_s5, t30_s5, t31_s5, t34_s5, t35_s5, t36_s5;
  logic t37_s5, t38_s5, t40_s5, t42_s5, t43_s5, t44_s5, t45_s5;
  aesculus_cut #(.Width(15), .Depth(32'(Cuts[5]))) u_s5 (
    .clk_i, .en_i,
    .d_i({inv_s4, t28_s4, t29_s4, t30_s4, t31_s4, t34_s4, t35_s4, t36_s4,
    t37_s4, t38_s4, t40, t42, t43, t44, t45}),
    .q_o({inv_s5, t28_s5, t29_s5, t30_s5, t31_s5, t34_s5, t35_s5, t36_s5,
    t37_s5, t38_s5, t40_s5, t42_s5, t43_s5, t44_s5, t45_s5})
  );

  // Levels 14 to 16.
  logic t46, t47, t48;
  aesculus_lut4 #(.Init(16'h3c66)) u_t46 (.a_i({inv_s5, t45_s5, t37_s5, t30_s5}), .y_o(t46));
  aesculus_lut4 #(.Init(16'h963c)) u_t47 (.a_i({inv_s5, t46, t38_s5, t34_s5}), .y_o(t47));
  aesculus_lut4 #(.Init(16'h6996)) u_t48 (.a_i({t47, t40_s5, t29_s5, t28_s5}), .y_o(t48));

  logic inv_s6, t31_s6, t34_s6, t35_s6, t36_s6, t38_s6, t40_s6, t42_s6;
  logic t43_s6, t44_s6, t45_s6, t47_s6, t48_s6;
  aesculus_cut #(.Width(13), .Depth(32'(Cuts[6]))) u_s6 (
    .clk_i, .en_i,
    .d_i({inv_s5, t31_s5, t34_s5, t35_s5, t36_s5, t38_s5, t40_s5, t42_s5,
    t43_s5, t44_s5, t45_s5, t47, t48}),
    .q_o({inv_s6, t31_s6, t34_s6, t35_s6, t36_s6, t38_s6, t40_s6, t42_s6,
    t43_s6, t44_s6, t45_s6, t47_s6, t48_s6})
  );

  // Levels 17 to 19.
  logic t49, t50, t51, t52, t53;
  aesculus_lut4 #(.Init(16'h96c3)) u_t49 (.a_i({inv_s6, t48_s6, t44_s6, t42_s6}), .y_o(t49));
  aesculus_lut4 #(.Init(16'h6996)) u_t50 (.a_i({t48_s6, t40_s6, t38_s6, t34_s6}), .y_o(t50));
  aesculus_lut4 #(.Init(16'h9669)) u_t51 (.a_i({inv_s6, t50, t44_s6, t36_s6}), .y_o(t51));
  aesculus_lut4 #(.Init(16'h5a96)) u_t52 (.a_i({inv_s6, t50, t44_s6, t43_s6}), .y_o(t52));
  aesculus_lut4 #(.Init(16'h6996)) u_t53 (.a_i({t52, t45_s6, t35_s6, t34_s6}), .y_o(t53));

  logic inv_s7, t31_s7, t42_s7, t44_s7, t45_s7, t47_s7, t49_s7, t51_s7;
  logic t52_s7, t53_s7;
  aesculus_cut #(.Width(10), .Depth(32'(Cuts[7]))) u_s7 (
    .clk_i, .en_i,
    .d_i({inv_s6, t31_s6, t42_s6, t44_s6, t45_s6, t47_s6, t49, t51,
    t52, t53}),
    .q_o({inv_s7, t31_s7, t42_s7, t44_s7, t45_s7, t47_s7, t49_s7, t51_s7,
    t52_s7, t53_s7})
  );

  // Level 20.
  logic t54;
  aesculus_lut4 #(.Init(16'h965a)) u_t54 (.a_i({inv_s7, t53_s7, t44_s7, t31_s7}), .y_o(t54));

  aesculus_cut #(.Width(8), .Depth(32'(Cuts[CutSub]))) u_sub (
    .clk_i, .en_i,
    .d_i({t47_s7, t52_s7, t45_s7, t54, t49_s7, t51_s7, t44_s7, t42_s7}),
    .q_o(data_o)
  );

endmodule

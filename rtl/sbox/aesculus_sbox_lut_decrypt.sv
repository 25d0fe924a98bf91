// SPDX-License-Identifier: Apache-2.0
// S-box of 43 tables in 8 levels: InvSubBytes.
// src/aesculus/ciphers/aes/fields/lut_field.py says what they are.
//
// Registers of a cut: s1: 11, s2: 12, s3: 17, s4: 16, s5: 18, s6: 12, s7: 11; sub: 8.
//
// `python -m aesculus.ciphers.aes.fields.packages` wrote this; a test holds it so.

module aesculus_sbox_lut_decrypt
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
  logic t0, t1, t2;
  aesculus_lut4 #(.Init(16'h9696)) u_t0 (.a_i({1'b0, x5, x1, x0}), .y_o(t0));
  aesculus_lut4 #(.Init(16'h6996)) u_t1 (.a_i({x7, x5, x3, x0}), .y_o(t1));
  aesculus_lut4 #(.Init(16'h6996)) u_t2 (.a_i({x5, x4, x2, x1}), .y_o(t2));

  logic x0_s1, x1_s1, x2_s1, x3_s1, x4_s1, x5_s1, x6_s1, x7_s1;
  logic t0_s1, t1_s1, t2_s1;
  aesculus_cut #(.Width(11), .Depth(32'(Cuts[1]))) u_s1 (
    .clk_i, .en_i,
    .d_i({x0, x1, x2, x3, x4, x5, x6, x7,
    t0, t1, t2}),
    .q_o({x0_s1, x1_s1, x2_s1, x3_s1, x4_s1, x5_s1, x6_s1, x7_s1,
    t0_s1, t1_s1, t2_s1})
  );

  // Level 2.
  logic t3, t4, t5, t6, t7;
  aesculus_lut4 #(.Init(16'h6996)) u_t3 (.a_i({t2_s1, x7_s1, x6_s1, x0_s1}), .y_o(t3));
  aesculus_lut4 #(.Init(16'h9696)) u_t4 (.a_i({1'b0, t2_s1, t1_s1, x4_s1}), .y_o(t4));
  aesculus_lut4 #(.Init(16'h9696)) u_t5 (.a_i({1'b0, t2_s1, x7_s1, x3_s1}), .y_o(t5));
  aesculus_lut4 #(.Init(16'h6996)) u_t6 (.a_i({t0_s1, x6_s1, x4_s1, x3_s1}), .y_o(t6));
  aesculus_lut4 #(.Init(16'h6996)) u_t7 (.a_i({t2_s1, x6_s1, x1_s1, x0_s1}), .y_o(t7));

  logic x1_s2, x2_s2, x5_s2, x6_s2, t0_s2, t1_s2, t2_s2, t3_s2;
  logic t4_s2, t5_s2, t6_s2, t7_s2;
  aesculus_cut #(.Width(12), .Depth(32'(Cuts[2]))) u_s2 (
    .clk_i, .en_i,
    .d_i({x1_s1, x2_s1, x5_s1, x6_s1, t0_s1, t1_s1, t2_s1, t3,
    t4, t5, t6, t7}),
    .q_o({x1_s2, x2_s2, x5_s2, x6_s2, t0_s2, t1_s2, t2_s2, t3_s2,
    t4_s2, t5_s2, t6_s2, t7_s2})
  );

  // Level 3.
  logic t8, t9, t10, t11, t12;
  aesculus_lut4 #(.Init(16'h0ac6)) u_t8 (.a_i({t0_s2, x1_s2, t3_s2, x6_s2}), .y_o(t8));
  aesculus_lut4 #(.Init(16'h0365)) u_t9 (.a_i({t0_s2, x1_s2, t3_s2, x6_s2}), .y_o(t9));
  aesculus_lut4 #(.Init(16'ha60c)) u_t10 (.a_i({x5_s2, t1_s2, t5_s2, t4_s2}), .y_o(t10));
  aesculus_lut4 #(.Init(16'hfac9)) u_t11 (.a_i({t2_s2, x2_s2, t7_s2, t6_s2}), .y_o(t11));
  aesculus_lut4 #(.Init(16'h6f3a)) u_t12 (.a_i({t2_s2, x2_s2, t7_s2, t6_s2}), .y_o(t12));

  logic x1_s3, x2_s3, x5_s3, x6_s3, t0_s3, t1_s3, t2_s3, t3_s3;
  logic t4_s3, t5_s3, t6_s3, t7_s3, t8_s3, t9_s3, t10_s3, t11_s3;
  logic t12_s3;
  aesculus_cut #(.Width(17), .Depth(32'(Cuts[3]))) u_s3 (
    .clk_i, .en_i,
    .d_i({x1_s2, x2_s2, x5_s2, x6_s2, t0_s2, t1_s2, t2_s2, t3_s2,
    t4_s2, t5_s2, t6_s2, t7_s2, t8, t9, t10, t11,
    t12}),
    .q_o({x1_s3, x2_s3, x5_s3, x6_s3, t0_s3, t1_s3, t2_s3, t3_s3,
    t4_s3, t5_s3, t6_s3, t7_s3, t8_s3, t9_s3, t10_s3, t11_s3,
    t12_s3})
  );

  // Level 4.
  logic t13, t14, t15, t16;
  aesculus_lut4 #(.Init(16'h9196)) u_t13 (.a_i({t1_s3, t4_s3, t10_s3, t8_s3}), .y_o(t13));
  aesculus_lut4 #(.Init(16'h6661)) u_t14 (.a_i({x5_s3, t5_s3, t10_s3, t9_s3}), .y_o(t14));
  aesculus_lut4 #(.Init(16'h9696)) u_t15 (.a_i({1'b0, t1_s3, t11_s3, t8_s3}), .y_o(t15));
  aesculus_lut4 #(.Init(16'h6969)) u_t16 (.a_i({1'b0, x5_s3, t12_s3, t9_s3}), .y_o(t16));

  logic x1_s4, x2_s4, x5_s4, x6_s4, t0_s4, t1_s4, t2_s4, t3_s4;
  logic t4_s4, t5_s4, t6_s4, t7_s4, t13_s4, t14_s4, t15_s4, t16_s4;
  aesculus_cut #(.Width(16), .Depth(32'(Cuts[4]))) u_s4 (
    .clk_i, .en_i,
    .d_i({x1_s3, x2_s3, x5_s3, x6_s3, t0_s3, t1_s3, t2_s3, t3_s3,
    t4_s3, t5_s3, t6_s3, t7_s3, t13, t14, t15, t16}),
    .q_o({x1_s4, x2_s4, x5_s4, x6_s4, t0_s4, t1_s4, t2_s4, t3_s4,
    t4_s4, t5_s4, t6_s4, t7_s4, t13_s4, t14_s4, t15_s4, t16_s4})
  );

  // Level 5.
  logic t17, t18, t19, t20, t21, t22;
  aesculus_lut4 #(.Init(16'h83b6)) u_t17 (.a_i({t16_s4, t15_s4, t14_s4, t13_s4}), .y_o(t17));
  aesculus_lut4 #(.Init(16'hd49a)) u_t18 (.a_i({t16_s4, t15_s4, t14_s4, t13_s4}), .y_o(t18));
  aesculus_lut4 #(.Init(16'h1bca)) u_t19 (.a_i({t16_s4, t15_s4, t14_s4, t13_s4}), .y_o(t19));
  aesculus_lut4 #(.Init(16'h61dc)) u_t20 (.a_i({t16_s4, t15_s4, t14_s4, t13_s4}), .y_o(t20));
  aesculus_lut4 #(.Init(16'h2d3a)) u_t21 (.a_i({t16_s4, t15_s4, t14_s4, t13_s4}), .y_o(t21));
  aesculus_lut4 #(.Init(16'h987c)) u_t22 (.a_i({t16_s4, t15_s4, t14_s4, t13_s4}), .y_o(t22));

  logic x1_s5, x2_s5, x5_s5, x6_s5, t0_s5, t1_s5, t2_s5, t3_s5;
  logic t4_s5, t5_s5, t6_s5, t7_s5, t17_s5, t18_s5, t19_s5, t20_s5;
  logic t21_s5, t22_s5;
  aesculus_cut #(.Width(18), .Depth(32'(Cuts[5]))) u_s5 (
    .clk_i, .en_i,
    .d_i({x1_s4, x2_s4, x5_s4, x6_s4, t0_s4, t1_s4, t2_s4, t3_s4,
    t4_s4, t5_s4, t6_s4, t7_s4, t17, t18, t19, t20,
    t21, t22}),
    .q_o({x1_s5, x2_s5, x5_s5, x6_s5, t0_s5, t1_s5, t2_s5, t3_s5,
    t4_s5, t5_s5, t6_s5, t7_s5, t17_s5, t18_s5, t19_s5, t20_s5,
    t21_s5, t22_s5})
  );

  // Level 6.
  logic t23, t24, t25, t26, t27, t28, t29, t30;
  logic t31, t32, t33, t34;
  aesculus_lut4 #(.Init(16'h95c0)) u_t23 (.a_i({t18_s5, t17_s5, t3_s5, x6_s5}), .y_o(t23));
  aesculus_lut4 #(.Init(16'hc950)) u_t24 (.a_i({t18_s5, t17_s5, t3_s5, x6_s5}), .y_o(t24));
  aesculus_lut4 #(.Init(16'h3650)) u_t25 (.a_i({t18_s5, t17_s5, t0_s5, x1_s5}), .y_o(t25));
  aesculus_lut4 #(.Init(16'h5360)) u_t26 (.a_i({t18_s5, t17_s5, t0_s5, x1_s5}), .y_o(t26));
  aesculus_lut4 #(.Init(16'hca60)) u_t27 (.a_i({t20_s5, t19_s5, t5_s5, t4_s5}), .y_o(t27));
  aesculus_lut4 #(.Init(16'h6ca0)) u_t28 (.a_i({t20_s5, t19_s5, t5_s5, t4_s5}), .y_o(t28));
  aesculus_lut4 #(.Init(16'h93a0)) u_t29 (.a_i({t20_s5, t19_s5, x5_s5, t1_s5}), .y_o(t29));
  aesculus_lut4 #(.Init(16'ha930)) u_t30 (.a_i({t20_s5, t19_s5, x5_s5, t1_s5}), .y_o(t30));
  aesculus_lut4 #(.Init(16'ha930)) u_t31 (.a_i({t22_s5, t21_s5, t7_s5, t6_s5}), .y_o(t31));
  aesculus_lut4 #(.Init(16'h93a0)) u_t32 (.a_i({t22_s5, t21_s5, t7_s5, t6_s5}), .y_o(t32));
  aesculus_lut4 #(.Init(16'hca60)) u_t33 (.a_i({t22_s5, t21_s5, t2_s5, x2_s5}), .y_o(t33));
  aesculus_lut4 #(.Init(16'h6ca0)) u_t34 (.a_i({t22_s5, t21_s5, t2_s5, x2_s5}), .y_o(t34));

  logic t23_s6, t24_s6, t25_s6, t26_s6, t27_s6, t28_s6, t29_s6, t30_s6;
  logic t31_s6, t32_s6, t33_s6, t34_s6;
  aesculus_cut #(.Width(12), .Depth(32'(Cuts[6]))) u_s6 (
    .clk_i, .en_i,
    .d_i({t23, t24, t25, t26, t27, t28, t29, t30,
    t31, t32, t33, t34}),
    .q_o({t23_s6, t24_s6, t25_s6, t26_s6, t27_s6, t28_s6, t29_s6, t30_s6,
    t31_s6, t32_s6, t33_s6, t34_s6})
  );

  // Level 7.
  logic t35, t36, t37, t38, t39;
  aesculus_lut4 #(.Init(16'h6996)) u_t35 (.a_i({t34_s6, t31_s6, t24_s6, t23_s6}), .y_o(t35));
  aesculus_lut4 #(.Init(16'h6996)) u_t36 (.a_i({t33_s6, t32_s6, t31_s6, t29_s6}), .y_o(t36));
  aesculus_lut4 #(.Init(16'h6996)) u_t37 (.a_i({t31_s6, t29_s6, t28_s6, t23_s6}), .y_o(t37));
  aesculus_lut4 #(.Init(16'h9696)) u_t38 (.a_i({1'b0, t31_s6, t28_s6, t26_s6}), .y_o(t38));
  aesculus_lut4 #(.Init(16'h6996)) u_t39 (.a_i({t34_s6, t30_s6, t27_s6, t25_s6}), .y_o(t39));

  logic t24_s7, t25_s7, t26_s7, t27_s7, t32_s7, t34_s7, t35_s7, t36_s7;
  logic t37_s7, t38_s7, t39_s7;
  aesculus_cut #(.Width(11), .Depth(32'(Cuts[7]))) u_s7 (
    .clk_i, .en_i,
    .d_i({t24_s6, t25_s6, t26_s6, t27_s6, t32_s6, t34_s6, t35, t36,
    t37, t38, t39}),
    .q_o({t24_s7, t25_s7, t26_s7, t27_s7, t32_s7, t34_s7, t35_s7, t36_s7,
    t37_s7, t38_s7, t39_s7})
  );

  // Level 8.
  logic t40, t41, t42;
  aesculus_lut4 #(.Init(16'h6996)) u_t40 (.a_i({t37_s7, t32_s7, t25_s7, t24_s7}), .y_o(t40));
  aesculus_lut4 #(.Init(16'h6996)) u_t41 (.a_i({t39_s7, t38_s7, t34_s7, t26_s7}), .y_o(t41));
  aesculus_lut4 #(.Init(16'h6996)) u_t42 (.a_i({t39_s7, t38_s7, t27_s7, t24_s7}), .y_o(t42));

  aesculus_cut #(.Width(8), .Depth(32'(Cuts[CutSub]))) u_sub (
    .clk_i, .en_i,
    .d_i({t39_s7, t42, t41, t38_s7, t37_s7, t36_s7, t35_s7, t40}),
    .q_o(data_o)
  );

endmodule

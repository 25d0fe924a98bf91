// SPDX-License-Identifier: Apache-2.0
// MixColumns or InvMixColumns on a whole State, with two cuts; bypass_i passes the State unchanged.
//
// With s = a_0 + a_1 + a_2 + a_3, row j of MixColumns (FIPS 197, section 5.1.3) is
// a_j + s + {02}(a_j + a_(j+1)), and row j of InvMixColumns (section 5.3.3) is that plus
// {04}({02}s + a_j + a_(j+2)): a correction that rows two apart share. So the choice of direction is
// made in half a State, and takes no LUT of the 128 that make the rows.

module aesculus_mix_columns_both
  import aesculus_field_pkg::*;
#(
  parameter bit      CutPre   = 1'b0,
  parameter bit      CutM1    = 1'b0,
  parameter matrix_t TimesTwo = times_two(1'b0, 0)   // in the domain of the State
) (
  input  logic         clk_i,
  input  logic         en_i,
  input  logic         inverse_i,  // not with bypass_i
  input  logic         bypass_i,
  input  logic [127:0] state_i,
  output logic [127:0] state_o
);

  localparam matrix_t TimesFour = multiply(TimesTwo, TimesTwo);

  logic bypass;
  aesculus_cut #(.Width(1), .Depth(32'(CutPre))) u_bypass (
    .clk_i, .en_i, .d_i(bypass_i), .q_o(bypass)
  );

  for (genvar c = 0; c < 4; c++) begin : gen_column
    logic [3:0][7:0] a, a_q, mix, a_end, mix_end;
    logic [7:0] sum, sum_q;
    logic [1:0][7:0] quarter, quarter_q, shared;   // quarter: the correction without its {04}

    for (genvar j = 0; j < 4; j++) begin : gen_in
      assign a[j] = state_i[127-8*(4*c+j)-:8];
    end
    assign sum = a[0] ^ a[1] ^ a[2] ^ a[3];
    for (genvar j = 0; j < 2; j++) begin : gen_shared
      assign quarter[j] = inverse_i ? apply(TimesTwo, sum) ^ a[j] ^ a[j+2] : '0;
      assign shared[j]  = sum_q ^ apply(TimesFour, quarter_q[j]);
    end
    aesculus_cut #(.Width(56), .Depth(32'(CutPre))) u_pre (
      .clk_i, .en_i, .d_i({a, sum, quarter}), .q_o({a_q, sum_q, quarter_q})
    );

    for (genvar j = 0; j < 4; j++) begin : gen_row
      assign mix[j] = bypass ? '0 : shared[j%2] ^ apply(TimesTwo, a_q[j] ^ a_q[(j+1)%4]);
      assign state_o[127-8*(4*c+j)-:8] = a_end[j] ^ mix_end[j];
    end
    aesculus_cut #(.Width(64), .Depth(32'(CutM1))) u_m1 (
      .clk_i, .en_i, .d_i({a_q, mix}), .q_o({a_end, mix_end})
    );
  end

endmodule

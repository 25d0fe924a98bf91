// SPDX-License-Identifier: Apache-2.0
// MixColumns on a whole State, with one cut inside; bypass_i passes the State unchanged.
//
// With u_j = a_j + a_(j+1), row j of the product (FIPS 197, section 5.1.3) is
// a_(j+1) + u_(j+2) + {02}*u_j: one LUT4 level before the cut and one behind it, with room for
// the round key. The bypass selects at the cut, where it costs no further register.

module aesculus_mix_columns
  import aesculus_field_pkg::*;
#(
  parameter bit      Cut      = 1'b0,
  parameter matrix_t TimesTwo = times_two(1'b0, 0)   // in the domain of the State
) (
  input  logic         clk_i,
  input  logic         en_i,
  input  logic         bypass_i,
  input  logic [127:0] state_i,
  output logic [127:0] state_o
);

  for (genvar c = 0; c < 4; c++) begin : gen_column
    logic [3:0][7:0] a, x, u, v, x_q, u_q, v_q;

    for (genvar j = 0; j < 4; j++) begin : gen_row
      assign a[j] = state_i[127-8*(4*c+j)-:8];
      assign x[j] = bypass_i ? a[j] : a[(j+1)%4];
      assign u[j] = bypass_i ? 8'h00 : a[j] ^ a[(j+1)%4];
      assign v[j] = apply(TimesTwo, u[j]);
      assign state_o[127-8*(4*c+j)-:8] = x_q[j] ^ u_q[(j+2)%4] ^ v_q[j];
    end

    aesculus_cut #(.Width(96), .Depth(32'(Cut))) u_m1 (
      .clk_i, .en_i, .d_i({x, u, v}), .q_o({x_q, u_q, v_q})
    );
  end

endmodule

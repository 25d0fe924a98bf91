// SPDX-License-Identifier: Apache-2.0
// MixColumns on a whole State, with one cut inside; with Bypass, bypass_i passes the State unchanged.
//
// Rows a, b, c, d of a column become (FIPS 197, section 5.1.3), two of them with a sum in common,
//
//   z = {02}b + c + d     row 0 = z + {02}a + b     row 1 = z + {02}c + a
//   w = {02}d + a + b     row 2 = w + {02}c + d     row 3 = w + {02}a + c
//
// which takes 54 LUT4 a column with AddRoundKey, in two levels. With a bypass every row is its old
// value and something that is zero then: t + {02}u, with u the sum of the row and the next one and t
// that of the column: 84 LUT4. In either, the round key has room in the last LUT4.

module aesculus_mix_columns
  import aesculus_field_pkg::*;
#(
  parameter bit      Cut      = 1'b0,
  parameter bit      Bypass   = 1'b0,
  parameter matrix_t TimesTwo = times_two(1'b0, 0)   // in the domain of the State
) (
  input  logic         clk_i,
  input  logic         en_i,
  input  logic         bypass_i,
  input  logic [127:0] state_i,
  output logic [127:0] state_o
);

  for (genvar c = 0; c < 4; c++) begin : gen_column
    logic [3:0][7:0] row, mixed;

    for (genvar j = 0; j < 4; j++) begin : gen_row
      assign row[j] = state_i[127-8*(4*c+j)-:8];
      assign state_o[127-8*(4*c+j)-:8] = mixed[j];
    end

    if (Bypass) begin : gen_bypass
      logic [3:0][7:0] own_q, u, v, v_q;
      logic [7:0] t, t_q;

      for (genvar j = 0; j < 4; j++) begin : gen_row
        assign u[j]     = bypass_i ? 8'h00 : row[j] ^ row[(j+1)%4];
        assign v[j]     = apply(TimesTwo, u[j]);
        assign mixed[j] = own_q[j] ^ t_q ^ v_q[j];
      end
      assign t = u[0] ^ u[2];

      aesculus_cut #(.Width(72), .Depth(32'(Cut))) u_m1 (
        .clk_i, .en_i, .d_i({row, t, v}), .q_o({own_q, t_q, v_q})
      );
    end else begin : gen_always
      logic [3:0][7:0] row_q;
      logic [1:0][7:0] sum, sum_q, twice, twice_q;

      for (genvar h = 0; h < 2; h++) begin : gen_pair
        assign sum[h]       = apply(TimesTwo, row[2*h+1]) ^ row[(2*h+2)%4] ^ row[(2*h+3)%4];
        assign twice[h]     = apply(TimesTwo, row[2*h]);
        assign mixed[2*h]   = sum_q[h] ^ twice_q[h] ^ row_q[2*h+1];
        assign mixed[2*h+1] = sum_q[h] ^ twice_q[1-h] ^ row_q[2*h];
      end

      aesculus_cut #(.Width(64), .Depth(32'(Cut))) u_m1 (
        .clk_i, .en_i, .d_i({row, sum, twice}), .q_o({row_q, sum_q, twice_q})
      );
      logic unused;
      assign unused = bypass_i;
    end
  end

endmodule

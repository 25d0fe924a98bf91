// SPDX-License-Identifier: Apache-2.0
// The errors of a mode: they outlive a message, and end with a reset or when they are cleared. One that is
// met while they are cleared stays. With Posted they are told a cycle later, and what finds them need not
// lie beside what asks for them.

module aesculus_mode_errors
  import aesculus_mode_pkg::*;
#(
  parameter bit Posted = 1'b0
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clear_i,
  input  logic [ErrorW-1:0] met_i,
  output logic [ErrorW-1:0] error_o
);

  logic [ErrorW-1:0] error_q, met;

  if (Posted) begin : gen_posted
    logic [ErrorW-1:0] met_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        met_q <= '0;
      end else begin
        met_q <= met_i;
      end
    end
    assign met = met_q;
  end else begin : gen_direct
    assign met = met_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      error_q <= '0;
    end else begin
      error_q <= (clear_i ? '0 : error_q) | met;
    end
  end

  assign error_o = error_q;

endmodule

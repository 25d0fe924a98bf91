// SPDX-License-Identifier: Apache-2.0
// GHASH of SP 800-38D, section 6.4, for small devices: `Digit` bits of a block in each cycle.
//
// The ports and the order of keys and messages are those of aesculus_ghash with one block a beat. A
// block takes 128/Digit cycles and one more; the next is taken in the cycle behind.
// Cost: three registers of 128 bits, and (Digit + 2) * 64 LUT4 or so.

module aesculus_ghash_serial
  import aesculus_ghash_pkg::*;
#(
  parameter int unsigned Digit = 4  // a power of two up to 64
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         wipe_i,  // for two cycles, with zeros on h_i and in_blocks_i

  input  logic         h_valid_i,
  output logic         h_ready_o,
  input  logic [127:0] h_i,

  input  logic         in_valid_i,
  output logic         in_ready_o,
  input  logic [127:0] in_blocks_i,
  input  logic         in_count_i,   // 1
  input  logic         in_last_i,

  output logic         out_valid_o,
  input  logic         out_ready_i,
  output logic [127:0] out_hash_o    // with out_valid_o
);

`ifndef AESCULUS_UNCHECKED
  if (Digit == 0 || Digit > 64 || (Digit & (Digit - 1)) != 0) begin : gen_bad_digit
    $error("Digit is %0d; legal: a power of two up to 64", Digit);
  end
`endif  // AESCULUS_UNCHECKED

  localparam int unsigned Digits = 128 / Digit;
  localparam int unsigned StepW  = $clog2(Digits + 1);

  block_t           h_q, x_q, y_q, y_next;
  logic             keyed_q, last_q, done_q;
  logic [StepW-1:0] steps_q;  // digits that are left
  logic             take;

  assign h_ready_o   = !wipe_i && !keyed_q && !done_q;
  assign in_ready_o  = !wipe_i && keyed_q && steps_q == '0 && !last_q;
  assign take        = in_valid_i && in_ready_o;
  assign out_valid_o = done_q;
  assign out_hash_o  = turned(y_q);

  // Horner's rule over the digits of x, the highest coefficients first.
  always_comb begin
    y_next = y_q;
    for (int unsigned k = 0; k < Digit; k++) begin
      y_next = {y_next[126:0], 1'b0} ^ (y_next[127] ? 128'h87 : '0) ^ (x_q[127-k] ? h_q : '0);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      keyed_q <= 1'b0;
      last_q  <= 1'b0;
      done_q  <= 1'b0;
      steps_q <= '0;
    end else begin
      if (h_valid_i && h_ready_o) keyed_q <= 1'b1;
      if (take) begin
        steps_q <= StepW'(Digits);
        last_q  <= in_last_i;
      end else if (steps_q != '0) begin
        steps_q <= steps_q - 1'b1;
        if (steps_q == StepW'(1) && last_q) begin
          done_q  <= 1'b1;
          keyed_q <= 1'b0;
        end
      end
      if (done_q && out_ready_i) begin
        done_q <= 1'b0;
        last_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (wipe_i || (h_valid_i && h_ready_o)) h_q <= turned(h_i);
  end

  always_ff @(posedge clk_i) begin
    if (wipe_i || take) begin
      x_q <= turned(in_blocks_i) ^ y_q;
      y_q <= '0;
    end else if (steps_q != '0) begin
      x_q <= x_q << Digit;
      y_q <= y_next;
    end else if (done_q && out_ready_i) begin
      y_q <= '0;
    end
  end

  logic unused;
  assign unused = in_count_i;

endmodule

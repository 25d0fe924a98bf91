// SPDX-License-Identifier: Apache-2.0
// A register that never shows anything but zeros or what was loaded to be seen.
//
// Zeroing takes effect at once: the edge that finds clear_i high sets registers that reset these, and
// wipe_i holds them. The reset comes straight from a register, so it has no glitches, and active high,
// as the slices of most families want it, so no table stands before it. That edge loads nothing: until
// the reset has come through its net, a result that nobody may see any more would stand at the output.
// The edges after it find the reset.
//
// With `Prompt` that edge may load: a register drives the enable, without a table of load_i and clear_i
// between. No edge finds what it loads, for the reset is there first; the net of the output has it for
// the delay of the reset's.
//
// Cost: without `Prompt` a LUT for the clock enable; the reset is the slices' own. One net of either to
// a whole block was the longest path of large pipelines, so every `Reach` bits have a reset and a load
// of their own.

module aesculus_result_reg #(
  parameter int unsigned Width  = 1,
  parameter int unsigned Reach  = Width,  // bits that one register resets and one bit loads
  parameter bit          Prompt = 1'b0,

  localparam int unsigned Parts = (Width + Reach - 1) / Reach
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,  // the next edge begins a clear
  input  logic             wipe_i,   // one goes on
  input  logic [Parts-1:0] load_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  for (genvar p = 0; p < Parts; p++) begin : gen_part
    localparam int unsigned Low  = p * Reach;
    localparam int unsigned Bits = Width - Low < Reach ? Width - Low : Reach;

    // All copies are alike. Each holds itself, so that the table before it is its own too, and lies
    // beside it.
    logic wipe_q;
    aesculus_kept_reg #(.ResetValue(1'b1)) u_wipe (
      .clk_i, .rst_ni, .d_i(clear_i || (wipe_q && wipe_i)), .q_o(wipe_q)
    );

    logic [Bits-1:0] shown_q;
    always_ff @(posedge clk_i or posedge wipe_q) begin
      if (wipe_q) begin
        shown_q <= '0;
      end else if (load_i[p] && (Prompt || !clear_i)) begin
        shown_q <= d_i[Low+:Bits];
      end
    end
    assign q_o[Low+:Bits] = shown_q;
  end

endmodule

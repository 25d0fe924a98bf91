// SPDX-License-Identifier: Apache-2.0
// Zeroise, after a reset and on request: the one source of the resets inside the core.
//
// clear_i is looked at on every rising edge. An edge that finds it high, as one in a reset, begins
// the clear anew: all that has a reset is reset from that edge on, live_o falls with it and rises
// `Cycles` edges after the last such edge. Meanwhile the core takes nothing and shows nothing, and its
// registers without a reset are overwritten. How long the request lasts and when it comes does no
// harm: a pulse of one cycle is enough, a longer one is a longer clear.
//
// The resets are outputs of registers that rst_ni resets: they begin with it, without a clock, end
// in step with the clock, and have no glitches. Those of what is shown stand beside it
// (aesculus_result_reg): wipe_o is what they take over.

module aesculus_clear #(
  parameter int unsigned Cycles = 1
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,
  output logic live_o,        // low while the core is cleared
  output logic rst_core_no,   // resets control, for a cycle
  output logic wipe_o         // the next edge begins a clear, or is in the midst of one
);

  // The count ends with its highest bit: wipe_o, which goes to many registers, waits for no carry.
  localparam int unsigned CountW = Cycles > 1 ? $clog2(Cycles) : 1;
  localparam logic [CountW:0] First = {1'b1, CountW'(0)} - (CountW+1)'(Cycles - 1);

  logic [CountW:0] count_q;
  logic done;
  logic live_q, rst_core_nq;

  assign done = count_q[CountW] && !clear_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q     <= First;
      live_q      <= 1'b0;
      rst_core_nq <= 1'b0;
    end else begin
      if (clear_i) begin
        count_q <= First;
      end else if (!count_q[CountW]) begin
        count_q <= count_q + 1'b1;
      end
      live_q      <= done;
      rst_core_nq <= !clear_i;
    end
  end

  assign live_o      = live_q;
  assign rst_core_no = rst_core_nq;
  assign wipe_o      = !done;

endmodule

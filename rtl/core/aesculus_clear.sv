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
// (aesculus_result_reg), which follow clear_i and wipe_o.

module aesculus_clear #(
  parameter int unsigned Cycles = 1
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,
  output logic live_o,        // low while the core is cleared
  output logic rst_core_no,   // resets control, for a cycle
  output logic wipe_o         // a clear or a reset has begun, and goes on
);

  // The count is in two parts, as its carry was the longest path of large pipelines: the upper part
  // takes a step when the lower one begins anew. That the upper part is full is known a cycle late,
  // and is not asked before the lower one ends.
  localparam int unsigned CountW = Cycles > 1 ? $clog2(Cycles) : 1;
  localparam int unsigned LowW   = CountW < 3 ? CountW : 3;
  localparam int unsigned UpperW = CountW > LowW ? CountW - LowW : 1;
  localparam bit          Split  = CountW > LowW;
  localparam bit          Single = Cycles == 1;

  typedef logic [LowW-1:0]   low_t;
  typedef logic [UpperW-1:0] upper_t;

  localparam int unsigned First      = 2 ** CountW + 1 - Cycles;  // full after Cycles - 2 steps
  localparam low_t        FirstLow   = low_t'(First);
  localparam upper_t      FirstUpper = Split ? upper_t'(First >> LowW) : '1;

  low_t   low_q;
  upper_t upper_q;
  logic   ends_q;  // the lower part is full
  logic   full_q;  // so is the upper one
  logic   done_q, done;
  logic   rst_core_nq;

  assign done = done_q && !clear_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      low_q       <= FirstLow;
      upper_q     <= FirstUpper;
      ends_q      <= FirstLow == '1;
      full_q      <= FirstUpper == '1;
      done_q      <= Single;
      rst_core_nq <= 1'b0;
    end else begin
      if (clear_i) begin
        low_q   <= FirstLow;
        upper_q <= FirstUpper;
        ends_q  <= FirstLow == '1;
        full_q  <= FirstUpper == '1;
        done_q  <= Single;
      end else if (!done_q) begin
        low_q   <= low_q + 1'b1;
        upper_q <= upper_q + upper_t'(Split && ends_q);
        ends_q  <= low_q == ~low_t'(1);
        full_q  <= upper_q == '1;
        done_q  <= ends_q && full_q;
      end
      rst_core_nq <= !clear_i;
    end
  end

  // Synthesis has to be told to leave it apart from copies of it, see aesculus_result_reg.
  (* dont_touch = "true", preserve = 1, syn_preserve = 1 *)
  logic live_q;
  (* keep = "true" *)
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q <= 1'b0;
    end else begin
      live_q <= done;
    end
  end

  assign live_o      = live_q;
  assign rst_core_no = rst_core_nq;
  assign wipe_o      = !done_q;

endmodule

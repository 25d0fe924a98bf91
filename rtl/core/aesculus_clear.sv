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
//
// With `Apart` admits_o is a register of its own: the way in need not lie beside what tells cleared_o.
// With `Far` a register more stands between the count and each of live_o, admits_o and wipe_o: in a
// large pipeline their readers lie too far apart for one cycle. The count is a cycle shorter instead.

module aesculus_clear #(
  parameter int unsigned Cycles = 1,
  parameter bit          Apart  = 1'b0,
  parameter bit          Far    = 1'b0  // from three cycles on
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,
  output logic live_o,        // low while the core is cleared
  output logic admits_o,      // so it is, for what enters
  output logic rst_core_no,   // resets control, for a cycle
  output logic wipe_o         // a clear or a reset has begun, and goes on
);

  // The count is in two parts, as its carry was the longest path of large pipelines: the upper part
  // takes a step when the lower one begins anew. That the upper part is full is known a cycle late,
  // and is not asked before the lower one ends.
  localparam int unsigned Count  = Cycles - 32'(Far);
  localparam int unsigned CountW = Count > 1 ? $clog2(Count) : 1;
  localparam int unsigned LowW   = CountW < 3 ? CountW : 3;
  localparam int unsigned UpperW = CountW > LowW ? CountW - LowW : 1;
  localparam bit          Split  = CountW > LowW;
  localparam bit          Single = Count == 1;

  typedef logic [LowW-1:0]   low_t;
  typedef logic [UpperW-1:0] upper_t;

  localparam int unsigned First      = 2 ** CountW + 1 - Count;  // full after Count - 2 steps
  localparam low_t        FirstLow   = low_t'(First);
  localparam upper_t      FirstUpper = Split ? upper_t'(First >> LowW) : '1;

  typedef struct packed {
    low_t   low;
    upper_t upper;
    logic   ends;   // the lower part is full
    logic   full;   // so is the upper one
    logic   done;
  } count_t;

  localparam count_t Start = '{
    low:   FirstLow,
    upper: FirstUpper,
    ends:  FirstLow == '1,
    full:  FirstUpper == '1,
    done:  Single
  };

  count_t count_d, count_q;
  logic   rst_core_nq;
  logic   settled, wipes;

  always_comb begin
    count_d = count_q;
    if (clear_i) begin
      count_d = Start;
    end else if (!count_q.done) begin
      count_d.low   = count_q.low + 1'b1;
      count_d.upper = count_q.upper + upper_t'(Split && count_q.ends);
      count_d.ends  = count_q.low == ~low_t'(1);
      count_d.full  = count_q.upper == '1;
      count_d.done  = count_q.ends && count_q.full;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q     <= Start;
      rst_core_nq <= 1'b0;
    end else begin
      count_q     <= count_d;
      rst_core_nq <= !clear_i;
    end
  end

  // Copies that would otherwise be one register again.
  if (Far) begin : gen_far
    logic settled_q, settled_wipe_q;
    aesculus_kept_reg u_settled (
      .clk_i, .rst_ni, .d_i(count_q.done && !clear_i), .q_o(settled_q)
    );
    aesculus_kept_reg u_settled_wipe (
      .clk_i, .rst_ni, .d_i(count_q.done && !clear_i), .q_o(settled_wipe_q)
    );
    assign settled = settled_q;
    assign wipes   = !settled_wipe_q;
  end else begin : gen_near
    assign settled = count_q.done;
    assign wipes   = !count_q.done;
  end

  logic live_q, admits_q;
  aesculus_kept_reg u_live (
    .clk_i, .rst_ni, .d_i(settled && !clear_i), .q_o(live_q)
  );
  if (Apart) begin : gen_apart
    logic settled_admits;
    if (Far) begin : gen_far
      aesculus_kept_reg u_settled (
        .clk_i, .rst_ni, .d_i(count_q.done && !clear_i), .q_o(settled_admits)
      );
    end else begin : gen_near
      assign settled_admits = count_q.done;
    end
    aesculus_kept_reg u_admits (
      .clk_i, .rst_ni, .d_i(settled_admits && !clear_i), .q_o(admits_q)
    );
  end else begin : gen_together
    assign admits_q = live_q;
  end

  assign live_o      = live_q;
  assign admits_o    = admits_q;
  assign rst_core_no = rst_core_nq;
  assign wipe_o      = wipes;

endmodule

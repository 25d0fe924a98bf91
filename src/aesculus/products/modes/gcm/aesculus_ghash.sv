// SPDX-License-Identifier: Apache-2.0
// GHASH of SP 800-38D, section 6.4: a beat of up to `Blocks` blocks in each cycle, whatever the
// multiplier's latency.
//
//   h_*  --> squares: H, H^2, H^4 .. ---------> powers of H, `2**BankW` keys
//            H * H^(k-1) for the others --+         |
//   in_* --> queue that sees the end ahead --> x ^ Y --> multiplier (sums, one reduction) --+
//                                              ^                                            |
//                                              +-- Y, `Lanes` partial sums <----- beat -----+
//   out_* <-------------------------------- sum of the last `Lanes` beats <-----------------+
//
// A product needs Lanes cycles until it can be used again, so Lanes partial sums take turns: a beat
// is multiplied by H^(Blocks*Lanes), and what comes out is added to the beat Lanes later. Each of
// the last Lanes beats of a message is multiplied by the power that its distance from the end asks
// for, and these products add up to the hash. So a beat waits in the queue until the queue has the
// end of its message, or Lanes beats. Messages follow each other without a gap, each under a key of
// its own.
//
// A key takes Blocks*Lanes writes, and a turn of the multiplier for each power that is no power of
// two; with Lanes = 4 and Blocks = 1 that is one turn, for H^3.

module aesculus_ghash
  import aesculus_ghash_pkg::*;
#(
  parameter int unsigned Blocks = 1,
  parameter int unsigned Levels = 4,
  parameter cuts_t       Cuts   = DefaultCuts,

  localparam int unsigned CountW = $clog2(Blocks + 1)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  // For wipe_cycles(), with zeros on h_i and in_blocks_i: memories are overwritten. It comes with
  // or behind a reset.
  input  logic                     wipe_i,

  // A key for each message, in the order of the messages.
  input  logic                     h_valid_i,
  output logic                     h_ready_o,
  input  logic [127:0]             h_i,

  // Block 0 of a beat is the first. Only the last beat of a message may have fewer than Blocks, and
  // it has one at least; blocks beyond are zero.
  input  logic                     in_valid_i,
  output logic                     in_ready_o,
  input  logic [Blocks-1:0][127:0] in_blocks_i,
  input  logic [CountW-1:0]        in_count_i,
  input  logic                     in_last_i,

  output logic                     out_valid_o,
  input  logic                     out_ready_i,
  output logic [127:0]             out_hash_o   // with out_valid_o
);

`ifndef AESCULUS_UNCHECKED
  if (Blocks < 1 || Blocks > 4) begin : gen_bad_blocks
    $error("Blocks is %0d; legal: 1 to 4", Blocks);
  end
  if (Levels < 1 || Levels > 5) begin : gen_bad_levels
    $error("Levels is %0d; legal: 1 to 5", Levels);
  end
  // Without one nothing says when a product is there.
  if (Cuts == '0) begin : gen_no_cuts
    $error("Cuts is %h; legal: a register at least", Cuts);
  end
`endif  // AESCULUS_UNCHECKED

  if ((Cuts & ~places(Levels)) != '0) begin : gen_no_such_place
    // A register that is counted and not there gives each product to another lane.
    $error("Cuts is %h; legal with Levels %0d: some of %h", Cuts, Levels, places(Levels));
  end

  localparam int unsigned Stages = $countones(Cuts);
  localparam int unsigned Lanes  = lanes_of(Cuts);
  localparam int unsigned Powers = Blocks * Lanes;
  localparam int unsigned PowerW = $clog2(Powers + 1) + 1;  // next_odd may go beyond
  localparam int unsigned WordW  = $clog2(Powers);      // power k is word k - 1
  localparam int unsigned BankW  = bank_w(Powers);
  localparam int unsigned Banks  = 2**BankW;
  localparam int unsigned QueueW = $clog2(Lanes + 4);
  localparam int unsigned Depth  = 2**QueueW;
  localparam int unsigned LaneW  = Lanes > 1 ? $clog2(Lanes) : 1;

  typedef logic [BankW-1:0]  bank_t;
  typedef logic [PowerW-1:0] power_t;

  // What is reset hangs on a register of its own, which is stored as flip-flops take it: without an
  // inverter in front of all of them.
  logic in_reset_q, rst_n;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) in_reset_q <= 1'b1;
    else in_reset_q <= 1'b0;
  end
  assign rst_n = !in_reset_q;

  // What a turn of the multiplier is for.
  typedef struct packed {
    logic             valid;
    logic             is_power;  // the product is a power of H
    logic             is_final;  // it adds to the hash
    logic             is_last;   // it completes the hash
    logic [LaneW-1:0] lane;
    bank_t            bank;
    power_t           power;
  } turn_t;

  turn_t turn, first_q, turn_q, turn_out;

  // ------------------------------------------------------------------------------- the queue
  logic [Blocks-1:0][127:0]      queue_mem [Depth];
  logic [QueueW-1:0]             queue_wr_q, queue_rd_q;
  logic [QueueW:0]               held_q;
  logic [Depth-1:0]              last_q;       // of the oldest beat first
  logic [Depth-1:0][CountW-1:0]  count_q;
  logic [Blocks-1:0][127:0]      in_blocks_q;
  logic [CountW-1:0]             in_count_q;
  logic                          in_last_q, push_q, write_q, pop, ready_q;

  // It says a cycle late that there is room, and what is taken passes a register: so it keeps room
  // for three more.
  assign in_ready_o = ready_q;

  always_ff @(posedge clk_i) begin
    in_blocks_q <= in_blocks_i;
    in_count_q  <= in_count_i;
    in_last_q   <= in_last_i;
    if (write_q) queue_mem[queue_wr_q] <= in_blocks_q;
  end

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      queue_wr_q <= '0;
      queue_rd_q <= '0;
      held_q     <= '0;
      ready_q    <= 1'b0;
      push_q     <= 1'b0;
      write_q    <= 1'b0;
    end else begin
      ready_q <= !wipe_i && held_q <= (QueueW+1)'(Depth - 3);
      push_q  <= in_valid_i && ready_q;
      write_q <= (in_valid_i && ready_q) || wipe_i;
      if (write_q) queue_wr_q <= queue_wr_q + 1'b1;
      if (pop || wipe_i) queue_rd_q <= queue_rd_q + 1'b1;
      held_q <= held_q + (QueueW+1)'(push_q) - (QueueW+1)'(pop);
    end
  end

  // Whether the oldest beat goes is known last.
  logic [Depth-1:0]             last_here, last_moved;
  logic [Depth:0][CountW-1:0]   count_push;
  logic [Depth:0]               last_push;
  logic [Depth-1:0][CountW-1:0] count_here, count_moved;

  always_comb begin
    last_push  = {1'b0, last_q};
    count_push = {CountW'(0), count_q};
    for (int unsigned k = 0; k < Depth; k++) begin
      if (push_q && held_q == (QueueW+1)'(k)) begin
        last_push[k]  = in_last_q;
        count_push[k] = in_count_q;
      end
    end
    last_here   = last_push[Depth-1:0];
    last_moved  = last_push[Depth:1];
    count_here  = count_push[Depth-1:0];
    count_moved = count_push[Depth:1];
  end

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      last_q  <= '0;
      count_q <= '0;
    end else begin
      last_q  <= pop ? last_moved : last_here;
      count_q <= pop ? count_moved : count_here;
    end
  end

  // Blocks from the first one of the oldest beat to the end of its message, if the queue knows.
  logic   end_known, window_q;  // the end is in sight, or as many beats as there are lanes
  power_t to_end;

  always_comb begin
    end_known = 1'b0;
    to_end    = '0;
    for (int k = int'(Lanes) - 1; k >= 0; k--) begin
      if (last_q[k]) begin
        end_known = 1'b1;
        to_end    = PowerW'(k * int'(Blocks)) + PowerW'(count_q[k]);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      window_q <= 1'b0;
    end else begin
      window_q <= pop ? last_moved[Lanes-1:0] != '0 || held_q > (QueueW+1)'(Lanes)
                        || (push_q && held_q == (QueueW+1)'(Lanes))
                      : last_here[Lanes-1:0] != '0 || held_q >= (QueueW+1)'(Lanes)
                        || (push_q && held_q == (QueueW+1)'(Lanes - 1));
    end
  end

  // -------------------------------------------------------------------------- keys, powers of H
  logic [127:0]     h_q, square_q;
  logic             chain_q;       // square_q is to be written as the power chain_power_q
  power_t           chain_power_q;
  logic             odd_q;         // a power that is no square is still to be asked for
  power_t           odd_power_q;
  power_t           known_q;       // all powers up to this one are written, and all powers of two
  bank_t            load_bank_q, data_bank_q;
  logic [Banks-1:0][PowerW-1:0] missing_q;
  logic [Banks-1:0] open_q;        // the bank is taken by a key
  logic             load, chain_write, ask, ask_q, h_ready_q, load_q;
  logic             take_q;        // what h_q takes may be a key
  logic             power_out_q;   // the turn that came out last gave a power
  turn_t            done_q;        // the turn that came out last
  block_t           sum_q;         // and its product

  // The next power above that is no power of two; beyond Powers there is none.
  function automatic power_t next_odd(power_t power);
    power_t next;
    next = power + 1'b1;
    if ((next & (next - 1'b1)) == '0) next = next + 1'b1;
    return next;
  endfunction

  assign h_ready_o   = h_ready_q;
  assign load        = h_valid_i && h_ready_o;
  assign chain_write = chain_q && !load_q && !power_out_q;
  // The power below is there: H^2 of the chain, or what came out, or a power of two behind that.
  assign ask         = odd_q && known_q >= odd_power_q - 1'b1
                       && (!chain_q || odd_power_q == PowerW'(3));

  bank_t key_bank_q;               // of the key in h_q

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      chain_q       <= 1'b0;
      chain_power_q <= '0;
      odd_q         <= 1'b0;
      odd_power_q   <= '0;
      known_q       <= '0;
      load_bank_q   <= '0;
      key_bank_q    <= '0;
    end else if (load) begin
      chain_q       <= 1'b1;
      chain_power_q <= PowerW'(1);
      odd_q         <= Powers > 2;
      odd_power_q   <= PowerW'(3);
      known_q       <= '0;
      key_bank_q    <= load_bank_q;
      load_bank_q   <= load_bank_q + 1'b1;
    end else begin
      if (chain_write) begin
        chain_power_q <= chain_power_q << 1;
        chain_q       <= (2*PowerW)'(chain_power_q) * 2 <= (2*PowerW)'(Powers);
        if (chain_power_q == known_q + 1'b1) known_q <= chain_power_q;
      end
      if (power_out_q && done_q.bank == key_bank_q && odd_q) begin
        // The power of two that may follow was written long ago.
        known_q <= next_odd(done_q.power) - 1'b1;
      end
      if (ask) begin
        odd_power_q <= next_odd(odd_power_q);
        odd_q       <= next_odd(odd_power_q) <= PowerW'(Powers);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (take_q) h_q <= turned(h_i);
  end

  // A square goes on but in a cycle in which a power is written; behind the chain's end it is of no
  // use. Each column is told for itself, a cycle ahead.
  block_t square;
  assign square = squared(square_q);
  for (genvar c = 0; c < 8; c++) begin : gen_square
    logic begins, moves;
    aesculus_kept_reg u_begins (.clk_i, .rst_ni(rst_n), .d_i(load || wipe_i), .q_o(begins));
    aesculus_kept_reg u_moves (
      .clk_i, .rst_ni(rst_n), .d_i(load || wipe_i || !(turn_out.valid && turn_out.is_power)),
      .q_o(moves)
    );
    always_ff @(posedge clk_i) begin
      if (moves) square_q[16*c+:16] <= begins ? h_q[16*c+:16] : square[16*c+:16];
    end
  end

  // A key is used by one message: its bank is free when that message's last beat has gone.
  logic                    data_ok, data_last;
  logic [Banks-1:0]        known_bank_q;             // all powers of the key are there
  logic [Banks-1:0]        data_bank_one, data_bank_next;
  logic                    key_known_q;

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      open_q      <= '0;
      missing_q   <= '0;
      data_bank_q <= '0;
    end else begin
      for (int unsigned b = 0; b < Banks; b++) begin
        if (load && load_bank_q == bank_t'(b)) begin
          open_q[b]    <= 1'b1;
          missing_q[b] <= PowerW'(Powers);
        end else begin
          if (data_last && data_bank_q == bank_t'(b)) open_q[b] <= 1'b0;
          if ((power_out_q && done_q.bank == bank_t'(b))
              || (chain_write && key_bank_q == bank_t'(b))) begin
            missing_q[b] <= missing_q[b] - 1'b1;
          end
        end
      end
      if (data_last) data_bank_q <= data_bank_q + 1'b1;
    end
  end

  always_comb begin
    for (int unsigned b = 0; b < Banks; b++) begin
      data_bank_one[b]  = data_bank_q == bank_t'(b);
      data_bank_next[b] = bank_t'(data_bank_q + 1'b1) == bank_t'(b);
    end
  end

  // A cycle late each. A bank that is given back is told as such at once: of two, the message behind the
  // next one may ask for it in the next cycle but one.
  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      known_bank_q <= '0;
      key_known_q  <= 1'b0;
    end else begin
      for (int unsigned b = 0; b < Banks; b++) begin
        known_bank_q[b] <= open_q[b] && missing_q[b] == '0 && !(data_last && data_bank_one[b]);
      end
      key_known_q <= data_last ? (known_bank_q & data_bank_next) != '0
                               : (known_bank_q & data_bank_one) != '0;
    end
  end

  // -------------------------------------------------------------------------- a turn for a beat
  localparam int unsigned Results = 8;  // hashes that may wait to be taken

  logic [$clog2(Lanes+1)-1:0]   begun_q;  // beats of the message that had a turn, Lanes at most
  logic [LaneW-1:0]             lane_q;
  logic [$clog2(Results+1)-1:0] owed_q;   // hashes on their way out
  logic                         owed_ok_q, may_q, taken;  // may_q: no power is asked for

  // What is owed is known a cycle late.
  assign data_ok   = may_q && window_q && key_known_q && owed_ok_q;
  assign data_last = data_ok && last_q[0];
  assign pop       = data_ok;
  assign taken     = out_valid_o && out_ready_i;

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      begun_q <= '0;
      lane_q  <= '0;
      owed_q  <= '0;
      owed_ok_q <= 1'b0;
      ask_q   <= 1'b0;
      may_q   <= 1'b1;
      h_ready_q <= 1'b0;
      take_q  <= 1'b1;
      load_q  <= 1'b0;
    end else begin
      ask_q     <= ask;
      may_q     <= !ask;
      load_q    <= load;
      h_ready_q <= !wipe_i && !chain_q && !odd_q && !open_q[load_bank_q] && !load;
      take_q    <= wipe_i || (!chain_q && !odd_q && !open_q[load_bank_q] && !load);
      owed_ok_q <= owed_q <= ($bits(owed_q))'(Results - 2);
      if (data_ok) begin
        if (last_q[0]) begun_q <= '0;
        else if (begun_q != ($bits(begun_q))'(Lanes)) begun_q <= begun_q + 1'b1;
        lane_q <= lane_q == LaneW'(Lanes - 1) ? '0 : lane_q + 1'b1;
      end
      owed_q <= owed_q + ($bits(owed_q))'(data_last) - ($bits(owed_q))'(taken);
    end
  end

  power_t           ask_power_q;
  bank_t            ask_bank_q;
  logic [WordW-1:0] ask_word_q;
  assign turn = '{
    valid: data_ok || ask_q, is_power: ask_q, is_final: end_known, is_last: last_q[0],
    lane: lane_q, bank: ask_q ? ask_bank_q : data_bank_q, power: ask_power_q
  };

  // A turn is decided, then its operands are looked for.
  logic [Blocks-1:0][127:0]      first_x_q, x_q;
  logic [Blocks-1:0][WordW-1:0]  word_q;
  logic [LaneW:0]                feed_q;       // the word of sum_mem that is added
  logic                          first_feed_q;
  power_t                        first_end_q;

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      ask_power_q <= '0;
      ask_bank_q  <= '0;
      ask_word_q  <= '0;
    end else if (ask) begin
      ask_power_q <= odd_power_q;
      ask_bank_q  <= key_bank_q;
      // Word k - 1 has power k.
      ask_word_q  <= WordW'(odd_power_q - PowerW'(2));
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned j = 0; j < Blocks; j++) begin
      first_x_q[j] <= !ask_q ? turned(queue_mem[queue_rd_q][j]) : j == 0 ? h_q : '0;
      word_q[j] <= first_q.is_power ? ask_word_q : WordW'(first_end_q - PowerW'(j + 1));
    end
    x_q          <= first_x_q;
    first_end_q  <= end_known ? to_end : PowerW'(Powers);
    first_feed_q <= data_ok && begun_q == ($bits(begun_q))'(Lanes);
    feed_q       <= first_feed_q ? (LaneW+1)'(first_q.lane) : (LaneW+1)'(Lanes);
  end

  // ----------------------------------------------------- memories of powers and of partial sums
  logic [BankW+WordW-1:0]   wipe_word_q;
  logic [LaneW:0]           wipe_lane_q;
  logic                     power_write_q, sum_write_q;
  logic [BankW+WordW-1:0]   power_word_q;
  logic [LaneW:0]           sum_word_q;
  logic [127:0]             power_data_q, sum;
  turn_t                    turn_before;  // the turn that comes out next
  logic [127:0]             sum_mem [Lanes+1];  // the last word is zero
  logic [Blocks-1:0][127:0] x, h;

  // What is written is decided a cycle ahead. A power is read three cycles behind its count at the
  // soonest; a partial sum comes in the cycle that was told.
  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      power_write_q <= 1'b0;
      sum_write_q   <= 1'b0;
    end else begin
      power_write_q <= wipe_i || power_out_q || chain_write;
      sum_write_q   <= wipe_i
                       || (turn_before.valid && !turn_before.is_power && !turn_before.is_final);
    end
  end

  always_ff @(posedge clk_i) begin
    power_word_q <= wipe_i ? wipe_word_q
                    : power_out_q ? {done_q.bank, WordW'(done_q.power - 1'b1)}
                    : {key_bank_q, WordW'(chain_power_q - 1'b1)};
    power_data_q <= power_out_q ? sum_q : square_q;
    sum_word_q   <= wipe_i ? wipe_lane_q : (LaneW+1)'(turn_before.lane);
  end

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      wipe_word_q <= '0;
      wipe_lane_q <= '0;
    end else if (wipe_i) begin
      wipe_word_q <= wipe_word_q + 1'b1;
      wipe_lane_q <= wipe_lane_q == (LaneW+1)'(Lanes) ? '0 : wipe_lane_q + 1'b1;
    end
  end

  for (genvar j = 0; j < Blocks; j++) begin : gen_powers
    logic [127:0] power_mem [2**(BankW+WordW)];
    always_ff @(posedge clk_i) begin
      if (power_write_q) power_mem[power_word_q] <= power_data_q;
    end
    assign h[j] = power_mem[{turn_q.bank, word_q[j]}];
  end

  always_ff @(posedge clk_i) begin
    if (sum_write_q) sum_mem[sum_word_q] <= sum;
  end

  always_comb begin
    x = x_q;
    x[0] ^= sum_mem[feed_q];
  end

  // ------------------------------------------------------------------------------ the multiplier
  turn_t [Stages-1:0] turns_q;

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      first_q <= '0;
      turn_q  <= '0;
      turns_q <= '0;
      done_q  <= '0;
      power_out_q <= 1'b0;
    end else begin
      first_q    <= turn;
      turn_q     <= first_q;
      done_q     <= turn_out;
      power_out_q <= turn_out.valid && turn_out.is_power;
      turns_q[0] <= turn_q;
      for (int unsigned k = 1; k < Stages; k++) turns_q[k] <= turns_q[k-1];
    end
  end

  assign turn_out = turns_q[Stages-1];
  if (Stages > 1) begin : gen_before
    assign turn_before = turns_q[Stages-2];
  end else begin : gen_first
    assign turn_before = turn_q;
  end

  aesculus_ghash_mul #(.Terms(Blocks), .Levels(Levels), .Cuts(Cuts)) u_mul (
    .clk_i, .x_i(x), .h_i(h), .sum_o(sum)
  );

  always_ff @(posedge clk_i) sum_q <= sum;

  // ------------------------------------------------------------------------------------ the hash
  localparam int unsigned ResultW = $clog2(Results);

  logic [127:0]     hash_q, hash, hash_mem [Results];
  logic             fresh_q;  // of the message that comes next nothing has been added yet
  logic [ResultW-1:0] hash_wr_q, hash_rd_q;
  logic [ResultW:0] hashes_q;
  logic             has_hash_q;
  logic             adds, complete, complete_q;

  assign adds     = done_q.valid && !done_q.is_power && done_q.is_final;
  assign complete = adds && done_q.is_last;
  assign hash     = (fresh_q ? '0 : hash_q) ^ sum_q;

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      hash_q  <= '0;
      fresh_q <= 1'b1;
    end else if (adds) begin
      hash_q  <= hash;
      fresh_q <= done_q.is_last;
    end
  end

  // With out_valid_o low out_hash_o may show a hash that was taken; aesculus_fifo would show zeros.
  always_ff @(posedge clk_i) begin
    if (complete_q || wipe_i) hash_mem[hash_wr_q] <= hash_q;
  end

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      hash_wr_q  <= '0;
      hash_rd_q  <= '0;
      hashes_q   <= '0;
      complete_q <= 1'b0;
      has_hash_q <= 1'b0;
    end else begin
      complete_q <= complete;
      if (complete_q || wipe_i) hash_wr_q <= hash_wr_q + 1'b1;
      if (taken || wipe_i) hash_rd_q <= hash_rd_q + 1'b1;
      hashes_q   <= hashes_q + (ResultW+1)'(complete_q) - (ResultW+1)'(taken);
      has_hash_q <= complete_q || hashes_q > (ResultW+1)'(1) || (has_hash_q && !taken);
    end
  end

  logic unused;
  assign unused = ^{done_q.lane, turn_before};

  assign out_valid_o = has_hash_q;
  assign out_hash_o  = turned(hash_mem[hash_rd_q]);

endmodule

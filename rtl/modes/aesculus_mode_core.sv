// SPDX-License-Identifier: Apache-2.0
// What every mode has beside its core: a FIFO of what waits for a result, and full back-pressure.
//
//   in_*  --+--> [register] --> core --> ^ mask, & keep --> [FIFO of results] --> out_*
//           +--> FIFO of notes ----------^---+--> tap_*
//
// Results come in order, so the oldest note belongs to the next result: no core has one sooner than two
// cycles after it took the block, and by then the note shows. A beat goes in when there is room for it
// and for all ahead of it. A core without flow control hands out results as they come:
// then there is a FIFO of results, as deep. Other cores hold their results themselves.
//
// With Staged a register parts what the mode works out from the core, whose longest path often begins
// with what it is given. It costs a block and a key of flip-flops and a cycle of latency, which a mode
// that feeds results back would pay with every block.
//
// Fast is for a core that takes a block in every cycle, that nothing stops, and that has a result no
// sooner than six cycles after it took the block. Then block RAM with registers on both sides holds
// notes and results, and with Staged a register stands behind the core too. With Open whoever brings
// beats asks room_o, a cycle ahead, and no enable spreads over what is in front.
//
// Where two beats may be inside, and the core has no flow control, two words of registers do for both
// FIFOs: a word has a beat's mask, then its result.
//
// A result is added to the beat's mask; bytes that are not kept are zeros, on the way out only. A beat
// that is dropped keeps none: that is decided late, so with Fast it waits as a bit of its own.
// tap_* is the result as it leaves the core, for modes that feed it back; tap_valid_o is high for one
// cycle then.

module aesculus_mode_core #(
  parameter int unsigned Lanes   = 1,
  parameter int unsigned KeyBits = 128,
  parameter int unsigned NoteW   = 1,
  parameter int unsigned AddrW   = 2,    // so many beats may be inside: 2**AddrW
  parameter bit          Holds   = 1'b0, // the core has flow control
  parameter bit          Staged  = 1'b0,
  parameter bit          Fast    = 1'b0, // without Holds only
  parameter bit          Open    = 1'b0, // with Fast and Staged only
  parameter bit          Masked  = 1'b1, // otherwise all masks are zeros

  localparam int unsigned Block = 128 * Lanes,
  localparam int unsigned Bytes = 16 * Lanes
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               wipe_i,       // high while memories are overwritten

  input  logic               in_valid_i,
  output logic               in_ready_o,
  output logic               room_o,       // for what is on its way, and one beat more
  input  logic [Block-1:0]   in_block_i,
  input  logic [KeyBits-1:0] in_key_i,
  input  logic               in_decrypt_i,
  input  logic [Block-1:0]   in_mask_i,
  input  logic [Bytes-1:0]   in_keep_i,    // bit b: byte b, counted from the top of lane 0
  input  logic               in_drop_i,    // whatever is kept
  input  logic [NoteW-1:0]   in_note_i,

  output logic               tap_valid_o,
  output logic [Block-1:0]   tap_block_o,  // the core's result
  output logic [Block-1:0]   tap_sum_o,    // with the mask
  output logic [NoteW-1:0]   tap_note_o,

  output logic               out_valid_o,
  input  logic               out_ready_i,
  output logic [Block-1:0]   out_block_o,
  output logic [NoteW-1:0]   out_note_o,

  output logic               core_valid_o,
  input  logic               core_ready_i,
  output logic [Block-1:0]   core_block_o,
  output logic [KeyBits-1:0] core_key_o,
  output logic               core_decrypt_o,
  input  logic               core_valid_i,
  output logic               core_ready_o,
  input  logic [Block-1:0]   core_block_i
);

  typedef struct packed {
    logic [Block-1:0] mask;
    logic [Bytes-1:0] keep;
    logic             drop;  // with Fast
    logic [NoteW-1:0] note;
  } waiting_t;

  logic [AddrW:0] room_q, room;
  logic admit_q, enter, leave, result;

`ifndef AESCULUS_UNCHECKED
  // More beats may be under way unseen than four words hold.
  if (Fast && AddrW < 3) begin : gen_bad_fast_addr_w
    $error("AddrW is %0d; legal with Fast 1: 3 to 16", AddrW);
  end
`endif  // AESCULUS_UNCHECKED

  assign enter  = in_valid_i && in_ready_o;
  assign leave  = out_valid_o && out_ready_i;
  assign room_o = admit_q;

  if (Fast) begin : gen_room_later
    // Counted from registers: what enters and leaves lies apart. Meanwhile two beats more have entered,
    // and with Open as many as three are between the door and here.
    localparam int unsigned Unseen = 2 + 3 * 32'(Open);
    logic enter_q, leave_q;
    assign room = room_q + (AddrW + 1)'(leave_q) - (AddrW + 1)'(enter_q);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        enter_q <= 1'b0;
        leave_q <= 1'b0;
        room_q  <= (AddrW + 1)'(1) << AddrW;
        admit_q <= 1'b1;
      end else begin
        enter_q <= enter;
        leave_q <= leave;
        room_q  <= room;
        admit_q <= room_q > (AddrW + 1)'(Unseen);
      end
    end
  end else begin : gen_room_at_once
    assign room = room_q + (AddrW + 1)'(leave) - (AddrW + 1)'(enter);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        room_q  <= (AddrW + 1)'(1) << AddrW;
        admit_q <= 1'b1;
      end else begin
        room_q  <= room;
        admit_q <= room != '0;
      end
    end
  end

  if (Staged) begin : gen_staged
    logic               staged_q, free, decrypt_q;
    logic [Block-1:0]   block_q;
    logic [KeyBits-1:0] key_q;
    assign free = Fast || !staged_q || core_ready_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        staged_q <= 1'b0;
      end else if (free) begin
        staged_q <= enter;
      end
    end

    if (Fast) begin : gen_flows
      // Overwritten in every cycle: no reset spans it.
      always_ff @(posedge clk_i) begin
        block_q   <= in_block_i;
        key_q     <= in_key_i;
        decrypt_q <= in_decrypt_i;
      end
    end else begin : gen_stays
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          block_q   <= '0;
          key_q     <= '0;
          decrypt_q <= 1'b0;
        end else if (free) begin
          block_q   <= in_block_i;
          key_q     <= in_key_i;
          decrypt_q <= in_decrypt_i;
        end
      end
    end

    assign in_ready_o     = Open || (admit_q && free);
    assign core_valid_o   = staged_q;
    assign core_block_o   = block_q;
    assign core_key_o     = key_q;
    assign core_decrypt_o = decrypt_q;
    logic unused;
    assign unused = core_ready_i;
  end else begin : gen_unstaged
    assign in_ready_o     = admit_q && core_ready_i;
    assign core_valid_o   = admit_q && in_valid_i;
    assign core_block_o   = in_block_i;
    assign core_key_o     = in_key_i;
    assign core_decrypt_o = in_decrypt_i;
  end

  waiting_t offered, oldest;  // oldest of those that wait for a result
  logic     waits;
  assign offered = '{
    mask: in_mask_i, keep: Fast || !in_drop_i ? in_keep_i : '0, drop: Fast && in_drop_i,
    note: in_note_i
  };

  // The result, and whether it is one.
  logic             has_result;
  logic [Block-1:0] block;
  if (Fast && Staged) begin : gen_result_staged
    logic             has_result_q;
    logic [Block-1:0] block_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        has_result_q <= 1'b0;
      end else begin
        has_result_q <= core_valid_i;
      end
    end
    always_ff @(posedge clk_i) block_q <= core_block_i;
    assign has_result = has_result_q;
    assign block      = block_q;
  end else begin : gen_result_unstaged
    assign has_result = core_valid_i;
    assign block      = core_block_i;
  end

  logic [Block-1:0] sum, kept;
  assign sum = block ^ oldest.mask;
  for (genvar b = 0; b < Bytes; b++) begin : gen_keep
    localparam int unsigned Low = 128 * (b / 16) + 8 * (15 - b % 16);
    assign kept[Low+:8] = oldest.keep[b] && !oldest.drop && has_result ? sum[Low+:8] : '0;
  end

  assign tap_valid_o = result;
  assign tap_block_o = block;
  assign tap_sum_o   = sum;
  assign tap_note_o  = oldest.note;

  if (Fast) begin : gen_fast
    logic             wipe_q, unused_notes_soon, unused_results_soon;
    // Nothing is pushed sooner than two cycles after a wipe.
    always_ff @(posedge clk_i) wipe_q <= wipe_i;

    assign core_ready_o = 1'b1;
    assign result       = has_result && waits;

    aesculus_mode_queue #(
      .Width($bits(waiting_t)), .AddrW(AddrW), .Deep(1'b1), .Posted(1'b1), .Shelf(1'b1)
    ) u_notes (
      .clk_i, .rst_ni, .wipe_i(wipe_q), .push_i(enter), .data_i(offered), .valid_o(waits),
      .soon_o(unused_notes_soon), .pop_i(result), .data_o(oldest)
    );
    aesculus_mode_queue #(
      .Width(Block + NoteW), .AddrW(AddrW), .Deep(1'b1), .Posted(1'b1), .Shelf(1'b1)
    ) u_results (
      .clk_i, .rst_ni, .wipe_i(wipe_q), .push_i(result), .data_i({kept, oldest.note}),
      .valid_o(out_valid_o), .soon_o(unused_results_soon), .pop_i(leave),
      .data_o({out_block_o, out_note_o})
    );
  end else if (!Holds && AddrW == 1) begin : gen_pair
    waiting_t [1:0] word_q;
    logic     [1:0] waits_q, done_q;
    logic           wr_q, next_q, rd_q;  // where a beat goes, a result, and what leaves

    assign core_ready_o = 1'b1;
    assign oldest       = word_q[next_q];
    assign waits        = waits_q[next_q];
    assign result       = has_result && waits;

    // A word is free when a beat goes there: no result is for it in that cycle.
    for (genvar w = 0; w < 2; w++) begin : gen_word
      logic fill, finish;
      assign fill   = enter && wr_q == 1'(w);
      assign finish = result && next_q == 1'(w);
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          word_q[w]  <= '0;
          waits_q[w] <= 1'b0;
          done_q[w]  <= 1'b0;
        end else begin
          if (finish || (fill && Masked)) begin
            word_q[w].mask <= !Masked ? block : fill ? in_mask_i : word_q[w].mask ^ block;
          end
          if (fill) begin
            word_q[w].keep <= offered.keep;
            word_q[w].note <= in_note_i;
          end
          waits_q[w] <= fill || (waits_q[w] && !finish);
          done_q[w]  <= finish || (done_q[w] && !(leave && rd_q == 1'(w)));
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        wr_q   <= 1'b0;
        next_q <= 1'b0;
        rd_q   <= 1'b0;
      end else begin
        if (enter) wr_q <= !wr_q;
        if (result) next_q <= !next_q;
        if (leave) rd_q <= !rd_q;
      end
    end

    assign out_valid_o = done_q[rd_q];
    assign out_note_o  = out_valid_o ? word_q[rd_q].note : '0;
    for (genvar b = 0; b < Bytes; b++) begin : gen_shown
      localparam int unsigned Low = 128 * (b / 16) + 8 * (15 - b % 16);
      assign out_block_o[Low+:8] = out_valid_o && word_q[rd_q].keep[b] ? word_q[rd_q].mask[Low+:8]
                                                                       : '0;
    end

    logic unused;
    assign unused = ^{wipe_i, kept, offered};
  end else begin : gen_paced
    aesculus_mode_fifo #(.Width($bits(waiting_t)), .AddrW(AddrW)) u_notes (
      .clk_i, .rst_ni, .wipe_i, .push_i(enter), .data_i(offered),
      .valid_o(waits), .pop_i(result), .data_o(oldest)
    );

    if (Holds) begin : gen_straight
      assign core_ready_o = out_ready_i && waits;
      assign result       = out_valid_o && out_ready_i;
      assign out_valid_o  = core_valid_i && waits;
      assign out_block_o  = kept;
      assign out_note_o   = core_valid_i ? oldest.note : '0;
    end else begin : gen_held
      assign core_ready_o = 1'b1;
      assign result       = core_valid_i && waits;

      aesculus_mode_fifo #(.Width(Block + NoteW), .AddrW(AddrW)) u_results (
        .clk_i, .rst_ni, .wipe_i, .push_i(result),
        .data_i({kept, oldest.note}),
        .valid_o(out_valid_o), .pop_i(out_ready_i), .data_o({out_block_o, out_note_o})
      );
    end
  end

endmodule

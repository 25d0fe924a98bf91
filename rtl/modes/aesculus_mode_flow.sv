// SPDX-License-Identifier: Apache-2.0
// What a mode has beside a core that takes a block in every cycle, that nothing stops, and that has a
// result no sooner than six cycles after it took the block: notes that wait for results, and results.
//
//   in_* --+--> [register] --> core --> [register] --> ^ mask --> [register] --> [results] --> out_*
//          +--> notes -----------------------------------^--+--> tap_*
//
// Whoever brings beats asks room_o, a cycle ahead: two of them may be on their way here. No enable
// spreads over what is in front. Counts are of registers alone, and what is popped is not asked for:
// the note of a result that comes, and the result that the reader is ready for.
//
// A result is added to the beat's mask; bytes that are not kept are zeros, on the way out only. A beat
// that is dropped keeps none. tap_* is the result as it leaves the core, for modes that feed it back;
// tap_valid_o is high for one cycle then. A result without a note is of no beat that there is, as behind
// a clear, and goes nowhere.

module aesculus_mode_flow #(
  parameter int unsigned KeyBits = 128,
  parameter int unsigned NoteW   = 1,
  parameter int unsigned AddrW   = 4   // so many beats may be inside: 2**AddrW
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               wipe_i,       // high while memories are overwritten

  input  logic               in_valid_i,
  output logic               room_o,       // for what is on its way, and one beat more
  input  logic [127:0]       in_block_i,
  input  logic [KeyBits-1:0] in_key_i,
  input  logic               in_decrypt_i,
  input  logic [127:0]       in_mask_i,
  input  logic               in_drop_i,
  input  logic [NoteW-1:0]   in_note_i,

  output logic               tap_valid_o,
  output logic [127:0]       tap_block_o,  // the core's result
  output logic [127:0]       tap_sum_o,    // with the mask
  output logic [NoteW-1:0]   tap_note_o,

  output logic               out_valid_o,
  input  logic               out_ready_i,
  output logic [127:0]       out_block_o,
  output logic [NoteW-1:0]   out_note_o,

  output logic               core_valid_o,
  output logic [127:0]       core_block_o,
  output logic [KeyBits-1:0] core_key_o,
  output logic               core_decrypt_o,
  input  logic               core_valid_i,
  output logic               core_ready_o,
  input  logic [127:0]       core_block_i
);

  // Beats that have entered and are not counted yet, and those between the door and here.
  localparam int unsigned Unseen = 4;

`ifndef AESCULUS_UNCHECKED
  if (AddrW < 3 || AddrW > 16) begin : gen_bad_addr_w
    $error("AddrW is %0d; legal: 3 to 16", AddrW);
  end
`endif  // AESCULUS_UNCHECKED

  typedef struct packed {
    logic [127:0]     mask;
    logic             drop;
    logic [NoteW-1:0] note;
  } waiting_t;

  // Room beyond what is unseen: below zero there is none. Minus one is all ones.
  logic [AddrW+1:0] room_q;
  logic             down_q, moved_q, admit_q, leave;
  assign leave  = out_valid_o && out_ready_i;
  assign room_o = admit_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      room_q  <= (AddrW+2)'(2**AddrW - Unseen - 1);
      down_q  <= 1'b0;
      moved_q <= 1'b0;
      admit_q <= 1'b1;
    end else begin
      room_q  <= room_q + {{(AddrW+1){down_q}}, moved_q};
      down_q  <= in_valid_i && !leave;
      moved_q <= in_valid_i != leave;
      admit_q <= !room_q[AddrW+1];
    end
  end

  logic               enters_q, decrypt_q, has_result_q, wipe_q;
  logic [127:0]       in_block_q, block_q;
  logic [KeyBits-1:0] key_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enters_q     <= 1'b0;
      has_result_q <= 1'b0;
    end else begin
      enters_q     <= in_valid_i;
      has_result_q <= core_valid_i;
    end
  end

  // Overwritten in every cycle: no reset spans it. Nothing is pushed sooner than two cycles after a wipe.
  always_ff @(posedge clk_i) begin
    in_block_q <= in_block_i;
    key_q      <= in_key_i;
    decrypt_q  <= in_decrypt_i;
    block_q    <= core_block_i;
    wipe_q     <= wipe_i;
  end

  assign core_valid_o   = enters_q;
  assign core_block_o   = in_block_q;
  assign core_key_o     = key_q;
  assign core_decrypt_o = decrypt_q;
  assign core_ready_o   = 1'b1;

  waiting_t offered, oldest;  // oldest of those that wait for a result
  logic     waits, result;
  logic     unused_note_soon, unused_result_soon;
  assign offered = '{mask: in_mask_i, drop: in_drop_i, note: in_note_i};
  assign result  = has_result_q && waits;

  logic [127:0] sum;
  assign sum = block_q ^ oldest.mask;

  assign tap_valid_o = result;
  assign tap_block_o = block_q;
  assign tap_sum_o   = sum;
  assign tap_note_o  = oldest.note;

  aesculus_mode_run #(.Width($bits(waiting_t)), .AddrW(AddrW)) u_notes (
    .clk_i, .rst_ni, .wipe_i(wipe_q), .push_i(in_valid_i), .data_i(offered), .valid_o(waits),
    .soon_o(unused_note_soon), .pop_i(has_result_q), .data_o(oldest)
  );
  // What is dropped is known late, so it is so a cycle later, each column by its own register.
  localparam int unsigned Column = 16;
  logic             pushes_q;
  logic [127:0]     sum_q, kept;
  logic [NoteW-1:0] note_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pushes_q <= 1'b0;
    else pushes_q <= result;
  end

  always_ff @(posedge clk_i) begin
    sum_q  <= sum;
    note_q <= oldest.note;
  end

  for (genvar c = 0; c < 128 / Column; c++) begin : gen_column
    logic keeps;
    aesculus_kept_reg u_keeps (.clk_i, .rst_ni, .d_i(result && !oldest.drop), .q_o(keeps));
    assign kept[Column*c+:Column] = keeps ? sum_q[Column*c+:Column] : '0;
  end

  aesculus_mode_run #(.Width(128 + NoteW), .AddrW(AddrW)) u_results (
.clk_i, .rst_ni, .wipe_i(wipe_q), .push_i(pushes_q), .data_i({kept, note_q}), .valid_o(out_valid_o),
    .soon_o(unused_result_soon), .pop_i(out_ready_i), .data_o({out_block_o, out_note_o})
  );

  logic unused;
  assign unused = unused_note_soon | unused_result_soon;

endmodule

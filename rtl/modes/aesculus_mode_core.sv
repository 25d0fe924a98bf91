// SPDX-License-Identifier: Apache-2.0
// What every mode has beside its core: a FIFO of what waits for a result, and full back-pressure.
//
//   in_*  --+--> core --------------> ^ mask, & keep --> [FIFO of results] --> out_*
//           +--> FIFO of notes -------^---+--> tap_*
//
// Results come in order, so the oldest note belongs to the next result: no core has one sooner than two
// cycles after it took the block, and by then the note shows. A beat goes in when there is room for it
// and for all ahead of it. A core without flow control hands out results as they come:
// then there is a FIFO of results, as deep. Other cores hold their results themselves.
//
// A result is added to the beat's mask; bytes that are not kept are zeros, on the way out only.
// tap_* is the result as it leaves the core, for modes that feed it back; tap_valid_o is high for one
// cycle then.

module aesculus_mode_core #(
  parameter int unsigned Lanes   = 1,
  parameter int unsigned KeyBits = 128,
  parameter int unsigned NoteW   = 1,
  parameter int unsigned AddrW   = 2,    // so many beats may be inside: 2**AddrW
  parameter bit          Holds   = 1'b0, // the core has flow control

  localparam int unsigned Block = 128 * Lanes,
  localparam int unsigned Bytes = 16 * Lanes
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               wipe_i,       // high while memories are overwritten

  input  logic               in_valid_i,
  output logic               in_ready_o,
  input  logic [Block-1:0]   in_block_i,
  input  logic [KeyBits-1:0] in_key_i,
  input  logic               in_decrypt_i,
  input  logic [Block-1:0]   in_mask_i,
  input  logic [Bytes-1:0]   in_keep_i,    // bit b: byte b, counted from the top of lane 0
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
    logic [NoteW-1:0] note;
  } waiting_t;

  logic [AddrW:0] room_q, room;
  logic admit_q, enter, leave, result;

  assign enter = in_valid_i && in_ready_o;
  assign leave = out_valid_o && out_ready_i;
  assign room  = room_q + (AddrW + 1)'(leave) - (AddrW + 1)'(enter);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      room_q  <= (AddrW + 1)'(1) << AddrW;
      admit_q <= 1'b1;
    end else begin
      room_q  <= room;
      admit_q <= room != '0;
    end
  end

  assign in_ready_o     = admit_q && core_ready_i;
  assign core_valid_o   = admit_q && in_valid_i;
  assign core_block_o   = in_block_i;
  assign core_key_o     = in_key_i;
  assign core_decrypt_o = in_decrypt_i;

  waiting_t offered, oldest;
  logic     waits;
  assign offered = '{mask: in_mask_i, keep: in_keep_i, note: in_note_i};

  aesculus_mode_fifo #(.Width($bits(waiting_t)), .AddrW(AddrW)) u_notes (
    .clk_i, .rst_ni, .wipe_i, .push_i(enter), .data_i(offered),
    .valid_o(waits), .pop_i(result), .data_o(oldest)
  );

  logic [Block-1:0] sum, kept;
  assign sum = core_block_i ^ oldest.mask;
  for (genvar b = 0; b < Bytes; b++) begin : gen_keep
    localparam int unsigned Low = 128 * (b / 16) + 8 * (15 - b % 16);
    assign kept[Low+:8] = oldest.keep[b] && core_valid_i ? sum[Low+:8] : '0;
  end

  assign tap_valid_o = result;
  assign tap_block_o = core_block_i;
  assign tap_sum_o   = sum;
  assign tap_note_o  = oldest.note;

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

endmodule

// SPDX-License-Identifier: Apache-2.0
// CMAC of SP 800-38B, on the message port (docs/modes.md), beside a core that encrypts.
//
// With L = E(0), K1 = L x and K2 = K1 x in GF(2^128), and the chain C, which begins as zeros:
//
//               to the core                       its result
//   subkey      0                                 L, kept as K1
//   link        M ^ C                             the next C
//   final       M ^ C ^ K1, of a full block M     the tag, or what it is compared with
//               M 10..0 ^ C ^ K2, of another
//
// A header makes the subkey step, so that K1 is there when its message ends. To make a tag, a beat makes
// a link or, as the last, the final step. To check one, a block is held until what is behind it shows
// whether it was the last: that is the tag, which is added to the result and must leave zeros.
//
// A stream waits for its chain before each step, and streams in turn fill the core.

module aesculus_cmac
  import aesculus_mode_pkg::*;
#(
  parameter int unsigned KeyBits = 128,
  parameter int unsigned Streams = 1,
  parameter int unsigned AddrW   = 2,     // 2**AddrW steps may be inside the core
  parameter bit          Holds   = 1'b0,  // the core has flow control
  parameter bit          Single  = 1'b0,  // room for one header, see aesculus_mode_headers

  localparam int unsigned StreamW = Streams > 1 ? $clog2(Streams) : 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clear_i,
  output logic               cleared_o,

  input  logic               hdr_valid_i,
  output logic               hdr_ready_o,
  input  logic [StreamW-1:0] hdr_stream_i,
  input  logic               hdr_decrypt_i,
  input  logic [KeyBits-1:0] hdr_key_i,
  input  logic [127:0]       hdr_iv_i,
  input  logic [4:0]         hdr_iv_bytes_i,
  input  logic [4:0]         hdr_tag_bytes_i,
  input  logic [31:0]        hdr_aad_bytes_i,
  input  logic [31:0]        hdr_text_bytes_i,

  input  logic               in_valid_i,
  output logic               in_ready_o,
  input  logic [StreamW-1:0] in_stream_i,
  input  logic [1:0]         in_kind_i,
  input  logic [127:0]       in_block_i,
  input  logic [4:0]         in_bytes_i,
  input  logic               in_last_i,

  output logic               out_valid_o,
  input  logic               out_ready_i,
  output logic [StreamW-1:0] out_stream_o,
  output logic [1:0]         out_kind_o,
  output logic [127:0]       out_block_o,
  output logic [4:0]         out_bytes_o,
  output logic               out_last_o,
  output logic               out_auth_o,
  output logic               out_error_o,

  output logic [ErrorW-1:0]  error_o,
  input  logic               error_clear_i,

  output logic               core_valid_o,
  input  logic               core_ready_i,
  output logic [127:0]       core_block_o,
  output logic [KeyBits-1:0] core_key_o,
  output logic               core_decrypt_o,
  output logic               core_clear_o,
  input  logic               core_cleared_i,
  input  logic               core_valid_i,
  output logic               core_ready_o,
  input  logic [127:0]       core_block_i
);

`ifndef AESCULUS_UNCHECKED
  if (KeyBits != 128 && KeyBits != 192 && KeyBits != 256) begin : gen_bad_key_bits
    $error("KeyBits is %0d; legal: 128, 192, 256", KeyBits);
  end
  if (Streams < 1 || Streams > 64) begin : gen_bad_streams
    $error("Streams is %0d; legal: 1 to 64", Streams);
  end
  if (AddrW < 1 || AddrW > 16) begin : gen_bad_addr_w
    $error("AddrW is %0d; legal: 1 to 16", AddrW);
  end
  if (Single && Streams != 1) begin : gen_bad_single
    $error("Streams is %0d; legal with Single 1: 1", Streams);
  end
`endif  // AESCULUS_UNCHECKED

  localparam logic [4:0]  Full     = 5'd16;
  localparam int unsigned Wipe     = wipe_beside_core(AddrW, Streams, 1'b0, 1'b0);

  typedef enum logic [1:0] {
    StepNone,
    StepSubkey,
    StepLink,
    StepFinal
  } step_e;

  // What can be said of a beat alone is said when it enters, padding with it.
  typedef struct packed {
    logic         is_tag;
    logic         has_data;
    logic         bad_kind;
    logic [127:0] block;     // padded, if it is no tag
    logic [4:0]   bytes;
    beat_size_t   size;
  } beat_t;

  typedef struct packed {
    logic               check;
    logic               bad_iv;
    logic               bad_tag;
    logic [KeyBits-1:0] key;
    logic [4:0]         tag_bytes;
  } header_t;

  typedef struct packed {
    logic [StreamW-1:0] stream;
    logic               bank;
    step_e              step;
    logic               check;
    logic               fault;
    logic [4:0]         tag_bytes;
  } note_t;

  typedef struct packed {
    logic         full;
    logic [127:0] block;
  } held_t;

  // A block of the message, padded as in SP 800-38B section 6.2.
  function automatic logic [127:0] padded(logic [127:0] block, logic [4:0] bytes);
    logic [127:0] marks;
    marks  = (first(bytes) ^ first(bytes + 5'd1)) & {16{8'h80}};
    padded = (block & first(bytes)) | marks;
  endfunction

  logic live, wipe, rst_clear_n;
  aesculus_mode_clear #(.Cycles(Wipe)) u_clear (
    .clk_i, .rst_ni, .clear_i, .core_cleared_i, .core_clear_o, .live_o(live), .wipe_o(wipe),
    .rst_no(rst_clear_n)
  );
  assign cleared_o = live;

  // Headers. One is taken when the core takes its step, ahead of beats.
  header_t hdr_in, header;
  beat_t   in, beat;
  logic    hdr_ready, hdr_offer, hdr_step, stray, beat_valid, beat_last, accept, ready, bank;
  logic [StreamW-1:0] stream;
  assign hdr_in = '{
    check: hdr_decrypt_i, bad_iv: hdr_iv_bytes_i > Full,
    bad_tag: hdr_tag_bytes_i == '0 || hdr_tag_bytes_i > Full, key: hdr_key_i,
    tag_bytes: hdr_tag_bytes_i
  };
  assign hdr_ready_o = hdr_ready && live && ready;
  assign hdr_offer   = hdr_valid_i && live && hdr_ready && 32'(hdr_stream_i) < Streams;
  assign hdr_step    = hdr_offer && ready;

  assign in = '{
    is_tag: in_kind_i == KindTag, has_data: in_kind_i == KindAad && in_bytes_i != '0,
    bad_kind: in_kind_i == KindIv || (in_kind_i == KindText && in_bytes_i != '0),
    block: in_kind_i == KindTag ? in_block_i
           : padded(in_block_i, in_kind_i == KindAad ? in_bytes_i : '0),
    bytes: in_bytes_i, size: sized(in_bytes_i)
  };

  logic unused_beat_soon, unused_last_soon;
  aesculus_mode_beats #(
    .HeaderW($bits(header_t)), .BeatW($bits(beat_t)), .Streams(Streams),
    .Single(Single)
  ) u_beats (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .live_i(live),
    .hdr_valid_i(hdr_valid_i && live && ready), .hdr_ready_o(hdr_ready), .hdr_stream_i,
    .hdr_data_i(hdr_in), .in_valid_i, .in_ready_o, .in_stream_i, .in_last_i, .in_data_i(in),
    .stray_o(stray),
    .soon_o(unused_beat_soon), .last_soon_o(unused_last_soon), .valid_o(beat_valid),
    .take_i(accept), .stream_o(stream),
    .last_o(beat_last), .data_o(beat), .header_o(header)
  );

  // What goes on between the beats of a stream.
  logic [Streams-1:0] held_q, linked_q, bad_q, wait_q;
  logic               holds, linked, bad;
  assign holds  = held_q[stream];
  assign linked = linked_q[stream];
  assign bad    = bad_q[stream];

  held_t        held;
  logic [127:0] chain, kept_chain, subkey, tap_block;
  logic         tap_valid, key_back, chain_back, forward, has_key;
  note_t        note, tap_note, out_note;
  assign key_back   = tap_valid && tap_note.step == StepSubkey;
  assign chain_back = tap_valid && tap_note.step == StepLink;
  // A result is linked on in the cycle in which the core shows it, if nobody can stop it then.
  assign forward = !Holds && chain_back && tap_note.stream == stream;
  assign chain   = !linked ? '0 : forward ? tap_block : kept_chain;

  // Faults. A message with one goes on to its end, and has no tag.
  logic [ErrorW-1:0] faults;
  logic              fault;
  always_comb begin
    faults = '0;
    faults[ErrIv]     = header.bad_iv;
    faults[ErrKind]   = beat.bad_kind || (beat.is_tag && !(header.check && beat_last));
    faults[ErrLength] = header.bad_tag || beat.size.over
                        || (!beat_last && !beat.size.full
                            && (!header.check || beat.size.none))
                        || (!header.check && beat_last && beat.size.none && linked)
                        || (beat.has_data && holds && !held.full)
                        || (beat.is_tag && beat.bytes != header.tag_bytes)
                        || (header.check && beat_last && !beat.is_tag);
  end
  assign fault = bad || faults != '0;

  // The step that goes with the offered beat: none with the first block that is held.
  step_e step;
  logic  waits, allowed, offer, finish, go, store;
  assign step    = beat_last ? StepFinal : !header.check || holds ? StepLink : StepNone;
  assign waits   = (wait_q[stream] && !forward && step != StepNone)
                   || (step == StepFinal && !has_key);
  assign allowed = beat_valid && !waits && !hdr_offer;
  assign offer   = allowed && step != StepNone;
  assign accept  = allowed && (ready || step == StepNone);
  assign go      = accept && step == StepLink;
  assign finish  = accept && beat_last;
  assign store   = accept && header.check && !beat_last;

  // The block that goes in. A message to check is behind by one, as its last beat is the tag.
  logic         full;
  logic [127:0] block, subkeys;
  always_comb begin
    full  = beat.has_data && beat.size.full;
    block = beat.block;
    if (header.check) begin
      full  = holds && held.full;
      block = holds ? held.block : padded('0, '0);
    end
  end
  assign subkeys = step != StepFinal ? '0 : full ? subkey : doubled(subkey);

  always_comb begin
    note = '{
      stream: stream, bank: 1'b0, step: step, check: header.check, fault: fault,
      tag_bytes: header.tag_bytes
    };
    if (hdr_offer) begin
      note = '{
        stream: hdr_stream_i, bank: bank, step: StepSubkey, check: 1'b0, fault: 1'b0,
        tag_bytes: '0
      };
    end
  end

  logic         sum_valid, sum_ready;
  logic [127:0] mask, sum, unused_sum;
  logic         unused_room;
  logic [15:0]  keep;
  assign mask = header.check && step == StepFinal && !hdr_offer ? beat.block : '0;
  for (genvar b = 0; b < 16; b++) begin : gen_keep
    assign keep[b] = note.step == StepFinal && !fault && header.tag_bytes > 5'(b);
  end

  aesculus_mode_core #(
    .KeyBits(KeyBits), .NoteW($bits(note_t)), .AddrW(AddrW), .Holds(Holds)
  ) u_core (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .in_valid_i(hdr_offer || offer),
    .in_ready_o(ready), .room_o(unused_room),
    .in_block_i(hdr_offer ? '0 : block ^ chain ^ subkeys),
    .in_key_i(hdr_offer ? hdr_key_i : header.key), .in_decrypt_i(1'b0), .in_mask_i(mask),
    .in_keep_i(keep), .in_drop_i(1'b0), .in_note_i(note), .tap_valid_o(tap_valid),
    .tap_block_o(tap_block),
    .tap_sum_o(unused_sum), .tap_note_o(tap_note), .out_valid_o(sum_valid),
    .out_ready_i(sum_ready), .out_block_o(sum), .out_note_o(out_note), .core_valid_o,
    .core_ready_i, .core_block_o, .core_key_o, .core_decrypt_o, .core_valid_i, .core_ready_o,
    .core_block_i
  );

  aesculus_mode_derived #(.Streams(Streams), .Single(Single)) u_subkey (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .ask_i(hdr_step),
    .ask_stream_i(hdr_stream_i), .ask_bank_o(bank), .write_i(key_back),
    .wr_stream_i(tap_note.stream), .wr_bank_i(tap_note.bank), .data_i(doubled(tap_block)),
    .rd_stream_i(stream), .rd_valid_o(has_key), .rd_data_o(subkey), .done_i(finish)
  );
  aesculus_mode_chain #(.Streams(Streams)) u_chain (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .write_i(chain_back),
    .wr_stream_i(tap_note.stream), .data_i(tap_block), .rd_stream_i(stream), .data_o(kept_chain)
  );
  aesculus_mode_chain #(.Streams(Streams), .Width($bits(held_t))) u_held (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .write_i(store), .wr_stream_i(stream),
    .data_i({beat.has_data && beat.size.full, beat.block}), .rd_stream_i(stream), .data_o(held)
  );

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      held_q   <= '0;
      linked_q <= '0;
      bad_q    <= '0;
      wait_q   <= '0;
    end else begin
      if (chain_back) wait_q[tap_note.stream] <= 1'b0;
      if (go) wait_q[stream] <= 1'b1;
      if (accept) begin
        held_q[stream]   <= store;
        linked_q[stream] <= !beat_last && (linked || go);
        bad_q[stream]    <= !beat_last && fault;
      end
    end
  end

  // Out comes what a final step gave, and nothing of the others.
  logic silent, wrong;
  assign silent       = out_note.step != StepFinal;
  assign wrong        = out_note.check && !out_note.fault && sum != '0;
  assign sum_ready    = silent || out_ready_i;
  assign out_valid_o  = sum_valid && !silent;
  assign out_stream_o = out_valid_o ? out_note.stream : '0;
  assign out_last_o   = out_valid_o;
  assign out_auth_o   = out_valid_o && out_note.check && !out_note.fault && !wrong;
  assign out_error_o  = out_valid_o && out_note.fault;

  logic out_tag;
  assign out_tag     = out_valid_o && !out_note.check && !out_note.fault;
  assign out_kind_o  = out_tag ? KindTag : out_valid_o ? KindText : 2'd0;
  assign out_block_o = out_tag ? sum : '0;
  assign out_bytes_o = out_tag ? out_note.tag_bytes : '0;

  logic [ErrorW-1:0] met;
  always_comb begin
    met = '0;
    if (accept && !bad) met = faults;
    if (out_valid_o && out_ready_i && wrong) met[ErrTag] = 1'b1;
    met[ErrStream] = stray;
  end

  aesculus_mode_errors u_errors (
    .clk_i, .rst_ni(rst_clear_n), .clear_i(error_clear_i), .met_i(met), .error_o
  );

  logic unused;
  assign unused = ^{hdr_iv_i, hdr_aad_bytes_i, hdr_text_bytes_i, unused_sum, tap_note,
                    out_note};

endmodule

// SPDX-License-Identifier: Apache-2.0
// CCM of SP 800-38C, on the message port (docs/modes.md), beside a core that encrypts.
//
// With B(0) of nonce and lengths, counter blocks Ctr(i), AAD and text in blocks B, and the chain Y:
//
//               to the core      added to its result    the sum
//   start       B(0)                                    the first Y, kept with the header
//   hide        Ctr(0)                                  S(0), kept with the header
//   text        Ctr(i)           the text               out
//   link        B ^ Y                                   the next Y
//   end         B ^ Y            S(0), the tag to check the tag, or zeros if the one to check is right
//     or        Ctr(0)           Y, the tag to check    the same, where no block is left for it
//
// A header makes start and hide. A beat of AAD makes a link, and one more where the length in front of
// the AAD has moved its last bytes into a block of their own. A beat of text makes text and a link: to
// decrypt, that of the block before it, whose text is there then. The last beat makes the end.
//
// A beat is first judged: how far its message is with it, and whether that is what the header said. It
// then asks the core for its steps, from a register, as counting bytes takes as long as they do.
//
// A stream waits for its chain before each link, and streams in turn fill the core. Text to decrypt is
// held in a memory until its end comes out, and is dropped if that is not zeros (Raw: it goes out at
// once).

module aesculus_ccm
  import aesculus_mode_pkg::*;
#(
  parameter int unsigned KeyBits = 128,
  parameter int unsigned Streams = 1,
  parameter int unsigned AddrW   = 2,     // 2**AddrW steps may be inside the core
  parameter bit          Holds   = 1'b0,  // the core has flow control
  parameter bit          Single  = 1'b0,  // room for one header, see aesculus_mode_headers
  parameter int unsigned HoldW   = 7,     // 2**HoldW blocks of text are held for a stream
  parameter bit          Raw     = 1'b0,  // decrypted text does not wait for its tag

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
  if (HoldW < 2 || HoldW > 12) begin : gen_bad_hold_w
    $error("HoldW is %0d; legal: 2 to 12", HoldW);
  end
  if (Streams > 1 && HoldW + StreamW > 12) begin : gen_bad_held
    $error("HoldW is %0d; legal with Streams %0d: 2 to %0d", HoldW, Streams, 12 - StreamW);
  end
  if (Single && Streams != 1) begin : gen_bad_single
    $error("Streams is %0d; legal with Single 1: 1", Streams);
  end
`endif  // AESCULUS_UNCHECKED

  localparam logic [4:0]  Full     = 5'd16;
  localparam int unsigned NonceW   = 8 * 13;
  localparam int unsigned TextW    = Streams > 1 ? HoldW + StreamW : HoldW;
  localparam int unsigned WipeBeside = wipe_beside_core(AddrW, Streams, 1'b0, 1'b0);
  localparam int unsigned WipeText   = Raw ? 1 : 2 ** TextW + 2;
  localparam int unsigned Wipe       = WipeBeside > WipeText ? WipeBeside : WipeText;

  // Blocks that a nonce begins; what counts is added in the low bits.
  function automatic logic [127:0] begun_by(logic [7:0] flags, logic [NonceW-1:0] nonce);
    return {flags, nonce, 16'd0};
  endfunction

  typedef enum logic [2:0] {
    OpNone,
    OpStart,
    OpHide,
    OpText,
    OpLink,
    OpEnd
  } op_e;

  // What the judged beat asks of the core next.
  typedef enum logic [2:0] {
    DoNothing,
    DoFront,     // AAD, with what moved from the beat before
    DoRest,      // AAD, what moves behind the last beat
    DoText,      // the key stream
    DoOwn,       // the text of the judged beat, which is encrypted
    DoPlain,     // the text before, which was decrypted
    DoDry        // the end of a message that has no block left
  } do_e;

  typedef struct packed {
    logic [1:0]   kind;
    logic [127:0] block;
    logic [4:0]   bytes;
    beat_size_t   size;
  } beat_t;

  typedef struct packed {
    logic               decrypt;
    logic               bad_iv;
    logic               bad_length;
    logic               overrun;
    logic [KeyBits-1:0] key;
    logic [NonceW-1:0]  nonce;
    logic [2:0]         flags;     // bytes of the length of the text, less one
    logic [4:0]         tag_bytes;
    logic [31:0]        aad_bytes;
    logic [31:0]        text_bytes;
  } header_t;

  typedef struct packed {
    logic [StreamW-1:0] stream;
    logic               bank;
    op_e                op;
    logic               decrypt;
    logic               fault;
    logic [HoldW+4:0]   size;      // of text its number and bytes, of an end the bytes to show
  } note_t;

  // A beat that was judged.
  typedef struct packed {
    logic [StreamW-1:0] stream;
    logic               last;
    logic               fault;
    logic               aad;
    logic               dry;       // it has no block of its own: a tag, or no byte
    logic               aad_long;
    logic               rest;      // it ends its AAD, and moves behind it
    logic [47:0]        lead;      // what moves in front of AAD
    logic [HoldW-1:0]   place;     // of text, where it is held
    logic [28:0]        number;    // of text, that of its counter
    logic [4:0]         bytes;
    logic [127:0]       data;
  } judged_t;

  logic live, wipe, rst_clear_n;
  aesculus_mode_clear #(.Cycles(Wipe)) u_clear (
    .clk_i, .rst_ni, .clear_i, .core_cleared_i, .core_clear_o, .live_o(live), .wipe_o(wipe),
    .rst_no(rst_clear_n)
  );
  assign cleared_o = live;

  // Headers. One is taken when the core takes the second of its two steps, ahead of beats, but not of
  // the end of a message of its stream: that still needs what its own header asked for.
  header_t hdr_in, header;
  beat_t   in, beat;
  judged_t judged, now_q;
  header_t header_q;
  logic    hdr_ready, hdr_known, hdr_room, hdr_waits, hdr_offer, hdr_hide_q, stray;
  logic    beat_valid, beat_last, pass, now_valid_q, accept, ready, start_bank, hide_bank;
  logic [StreamW-1:0] stream, beat_stream;
  logic [NonceW-1:0] hdr_nonce;
  logic [2:0]        hdr_flags;
  assign hdr_nonce = hdr_iv_i[127-:NonceW] & NonceW'(first(hdr_iv_bytes_i) >> (128 - NonceW));
  assign hdr_flags = 3'(5'd14 - hdr_iv_bytes_i);
  always_comb begin
    hdr_in = '{
      decrypt: hdr_decrypt_i, bad_iv: hdr_iv_bytes_i < 5'd7 || hdr_iv_bytes_i > 5'd13,
      bad_length: hdr_tag_bytes_i < 5'd4 || hdr_tag_bytes_i > Full || hdr_tag_bytes_i[0],
      overrun: !Raw && hdr_decrypt_i && 33'(hdr_text_bytes_i) > 33'd16 << HoldW,
      key: hdr_key_i, nonce: hdr_nonce, flags: hdr_flags, tag_bytes: hdr_tag_bytes_i,
      aad_bytes: hdr_aad_bytes_i, text_bytes: hdr_text_bytes_i
    };
    // Nonces of 13 and 12 bytes leave two and three for the length.
    if (hdr_iv_bytes_i == 5'd13 && hdr_text_bytes_i[31:16] != '0) hdr_in.bad_length = 1'b1;
    if (hdr_iv_bytes_i == 5'd12 && hdr_text_bytes_i[31:24] != '0) hdr_in.bad_length = 1'b1;
  end
  assign hdr_known   = 32'(hdr_stream_i) < Streams;
  assign hdr_waits   = now_valid_q && now_q.last && now_q.stream == hdr_stream_i;
  assign hdr_ready   = hdr_room && live && (!hdr_known || (ready && hdr_hide_q && !hdr_waits));
  assign hdr_ready_o = hdr_ready;
  assign hdr_offer   = hdr_valid_i && live && hdr_room && hdr_known && !hdr_waits;

  assign in = '{
    kind: in_kind_i, block: in_block_i, bytes: in_bytes_i, size: sized(in_bytes_i)
  };

  logic unused_beat_soon, unused_last_soon;
  aesculus_mode_beats #(
    .HeaderW($bits(header_t)), .BeatW($bits(beat_t)), .Streams(Streams),
    .Single(Single)
  ) u_beats (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .live_i(live),
    .hdr_valid_i(hdr_valid_i && hdr_ready), .hdr_ready_o(hdr_room), .hdr_stream_i,
    .hdr_data_i(hdr_in), .in_valid_i, .in_ready_o, .in_stream_i, .in_last_i, .in_data_i(in),
    .stray_o(stray),
    .soon_o(unused_beat_soon), .last_soon_o(unused_last_soon), .valid_o(beat_valid),
    .take_i(pass), .stream_o(beat_stream),
    .last_o(beat_last), .data_o(beat), .header_o(header)
  );

  logic [127:0] hdr_block;
  always_comb begin
    hdr_block = begun_by({5'd0, hdr_flags}, hdr_nonce);
    if (!hdr_hide_q) begin
      hdr_block[126]    = hdr_aad_bytes_i != '0;
      hdr_block[125:123] = 3'(hdr_tag_bytes_i[4:1] - 4'd1);
      hdr_block[31:0]   = hdr_block[31:0] | hdr_text_bytes_i;
    end
  end

  // ------------------------------------------------------------------------------------- judging
  logic [Streams-1:0] begun_q, texting_q, aad_whole_q, text_whole_q, bad_q;
  logic               begun, texting, bad;
  assign begun   = begun_q[beat_stream];
  assign texting = texting_q[beat_stream];
  assign bad     = bad_q[beat_stream];
  assign pass    = beat_valid && (!now_valid_q || accept);

  // How far the message is: its bytes of this kind.
  logic        is_aad, is_text, is_tag, ends, aad_whole, text_whole;
  logic [31:0] kept_done, done, total;
  logic [32:0] after;
  assign is_aad  = beat.kind == KindAad;
  assign is_text = beat.kind == KindText;
  assign is_tag  = beat.kind == KindTag;
  assign done    = begun && texting == is_text ? kept_done : '0;
  assign total   = is_text ? header.text_bytes : header.aad_bytes;
  assign after   = 33'(done) + 33'(beat.bytes);
  assign ends    = after == 33'(total);
  assign aad_whole  = header.aad_bytes == '0 || aad_whole_q[beat_stream] || (is_aad && ends);
  assign text_whole = header.text_bytes == '0 || text_whole_q[beat_stream] || (is_text && ends);

  // Faults. A message with one goes on to its end, and has no tag.
  logic [ErrorW-1:0] faults;
  logic              fault, bad_size;
  always_comb begin
    if (is_tag) begin
      bad_size = beat.bytes != header.tag_bytes;
    end else begin
      bad_size = after > 33'(total) || (!beat.size.full && !ends)
                 || (beat.size.none && !beat_last) || (beat_last && header.decrypt);
    end
    if (is_text && !aad_whole) bad_size = 1'b1;
    if (beat_last && !(aad_whole && text_whole)) bad_size = 1'b1;
  end
  always_comb begin
    faults = '0;
    faults[ErrIv]      = header.bad_iv;
    faults[ErrOverrun] = header.overrun;
    faults[ErrKind]    = beat.kind == KindIv || (is_aad && texting)
                         || (is_tag && !(header.decrypt && beat_last));
    faults[ErrLength]  = header.bad_length || beat.size.over
                         || (!faults[ErrKind] && bad_size);
  end
  assign fault = bad || faults != '0;

  logic [47:0] kept_rest;
  always_comb begin
    judged = '{
      stream: beat_stream, last: beat_last, fault: fault, aad: is_aad,
      dry: is_tag || beat.size.none, aad_long: header.aad_bytes >= 32'hff00, rest: 1'b0,
      lead: kept_rest, place: done[HoldW+3:4], number: 29'(done[31:4]) + 29'd1, bytes: beat.bytes,
      data: beat.block & first(beat.bytes)
    };
    judged.rest = ends && beat.bytes > (judged.aad_long ? 5'd10 : 5'd14);
    // In front of AAD is its length, which moves it by two bytes, or six.
    if (done == '0) begin
      judged.lead = judged.aad_long ? {16'hfffe, header.aad_bytes} : 48'(header.aad_bytes[15:0]);
    end
  end

  aesculus_mode_chain #(.Streams(Streams), .Width(32 + 48)) u_done (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .write_i(pass), .wr_stream_i(beat_stream),
    .data_i({after[31:0], judged.data[47:0]}), .rd_stream_i(beat_stream),
    .data_o({kept_done, kept_rest})
  );

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      now_valid_q  <= 1'b0;
      now_q        <= '0;
      header_q     <= '0;
      begun_q      <= '0;
      texting_q    <= '0;
      aad_whole_q  <= '0;
      text_whole_q <= '0;
      bad_q        <= '0;
    end else begin
      if (accept) now_valid_q <= 1'b0;
      if (pass) begin
        now_valid_q <= 1'b1;
        now_q       <= judged;
        header_q    <= header;
        begun_q[beat_stream]      <= !beat_last;
        texting_q[beat_stream]    <= !beat_last && is_text;
        aad_whole_q[beat_stream]  <= !beat_last && aad_whole;
        text_whole_q[beat_stream] <= !beat_last && text_whole;
        bad_q[beat_stream]        <= !beat_last && fault;
      end
    end
  end

  // --------------------------------------------------------------------------------------- steps
  logic [Streams-1:0] linked_q, wait_q, plain_q, plain_wait_q;
  assign stream = now_q.stream;

  // What the judged beat does next, and whether there is more to do before it is done with.
  logic second_q, more;
  do_e  todo;
  always_comb begin
    todo = DoNothing;
    more = 1'b0;
    if (now_q.fault) begin
      if (now_q.last) todo = DoDry;
    end else if (now_q.dry) begin
      todo = plain_q[stream] ? DoPlain : DoDry;
    end else if (now_q.aad) begin
      todo = second_q ? DoRest : DoFront;
      more = !second_q && now_q.rest;
    end else if (header_q.decrypt) begin
      todo = plain_q[stream] ? DoPlain : DoText;
      more = plain_q[stream];
    end else begin
      todo = second_q ? DoOwn : DoText;
      more = !second_q;
    end
  end

  note_t        note, tap_note, out_note;
  op_e          op;
  logic         tap_valid, start_back, hide_back, chain_back, plain_back;
  logic         chain_now, plain_now, has_start, has_hide;
  logic [127:0] tap_block, tap_sum;
  assign op         = todo == DoNothing ? OpNone : todo == DoText ? OpText
                    : now_q.last && !more ? OpEnd : OpLink;
  assign start_back = tap_valid && tap_note.op == OpStart;
  assign hide_back  = tap_valid && tap_note.op == OpHide;
  assign chain_back = tap_valid && tap_note.op == OpLink;
  assign plain_back = tap_valid && tap_note.op == OpText && tap_note.decrypt;
  // A result is used in the cycle in which the core shows it, if nobody can stop it then.
  assign chain_now  = !Holds && chain_back && tap_note.stream == stream;
  assign plain_now  = !Holds && plain_back && tap_note.stream == stream;

  logic waits, allowed, offer, finish, go;
  always_comb begin
    waits = op == OpEnd && !has_hide;
    if (op inside {OpLink, OpEnd}) begin
      if (!has_start || (wait_q[stream] && !chain_now)) waits = 1'b1;
      if (plain_wait_q[stream] && !plain_now) waits = 1'b1;
    end
  end
  assign allowed = now_valid_q && !waits && !hdr_offer;
  assign offer   = allowed && op != OpNone;
  assign go      = offer && ready;
  assign accept  = op == OpNone ? allowed : go && !more;
  assign finish  = accept && now_q.last;

  // The block that goes in, and what is added to its result.
  logic [127:0] data, kept_chain, chain, start, hide, plain, kept_plain, tap_plain, linked;
  logic [127:0] counter, block, mask;
  logic [28:0]  number;
  assign data      = now_q.data;
  assign chain     = !linked_q[stream] ? start : chain_now ? tap_block : kept_chain;
  assign tap_plain = tap_sum & first(tap_note.size[4:0]);
  assign plain     = plain_now ? tap_plain : kept_plain;
  assign number    = todo == DoDry ? '0 : now_q.number;
  assign counter   = begun_by({5'd0, header_q.flags}, header_q.nonce) | 128'(number);
  always_comb begin
    unique case (todo)
      DoFront: linked = now_q.aad_long ? {now_q.lead, data[127:48]}
                                       : {now_q.lead[15:0], data[127:16]};
      DoRest:  linked = now_q.aad_long ? {data[47:0], 80'd0} : {data[15:0], 112'd0};
      DoPlain: linked = plain;
      default: linked = data;
    endcase
    block = todo inside {DoText, DoDry} ? counter : linked ^ chain;
    mask  = data;
    if (op == OpEnd) begin
      mask = (todo == DoDry ? chain : hide) ^ (header_q.decrypt ? data : '0);
    end
    note = '{
      stream: stream, bank: 1'b0, op: op, decrypt: header_q.decrypt, fault: now_q.fault,
      size: {now_q.place, now_q.bytes}
    };
    if (op == OpEnd) begin
      note.size = header_q.decrypt ? header_q.text_bytes[HoldW+4:0]
                                   : (HoldW+5)'(header_q.tag_bytes);
    end
    if (hdr_offer) begin
      block = hdr_block;
      mask  = '0;
      note  = '{
        stream: hdr_stream_i, bank: hdr_hide_q ? hide_bank : start_bank,
        op: hdr_hide_q ? OpHide : OpStart, decrypt: 1'b0, fault: 1'b0, size: '0
      };
    end
  end

  // Nothing but text and tags leaves.
  logic [15:0] keep;
  for (genvar b = 0; b < 16; b++) begin : gen_keep
    assign keep[b] = (note.op == OpText && now_q.bytes > 5'(b))
                     || (note.op == OpEnd && !now_q.fault && header_q.tag_bytes > 5'(b));
  end

  logic         sum_valid, sum_ready, unused_room;
  logic [127:0] sum;
  aesculus_mode_core #(
    .KeyBits(KeyBits), .NoteW($bits(note_t)), .AddrW(AddrW), .Holds(Holds)
  ) u_core (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .in_valid_i(hdr_offer || offer),
    .in_ready_o(ready), .room_o(unused_room), .in_block_i(block),
    .in_key_i(hdr_offer ? hdr_key_i : header_q.key), .in_decrypt_i(1'b0), .in_mask_i(mask),
    .in_keep_i(keep), .in_drop_i(1'b0), .in_note_i(note), .tap_valid_o(tap_valid),
    .tap_block_o(tap_block), .tap_sum_o(tap_sum), .tap_note_o(tap_note), .out_valid_o(sum_valid),
    .out_ready_i(sum_ready), .out_block_o(sum), .out_note_o(out_note), .core_valid_o, .core_ready_i,
    .core_block_o, .core_key_o, .core_decrypt_o, .core_valid_i, .core_ready_o, .core_block_i
  );

  aesculus_mode_derived #(.Streams(Streams), .Single(Single)) u_start (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .ask_i(hdr_offer && ready && !hdr_hide_q),
    .ask_stream_i(hdr_stream_i), .ask_bank_o(start_bank), .write_i(start_back),
    .wr_stream_i(tap_note.stream), .wr_bank_i(tap_note.bank), .data_i(tap_block),
    .rd_stream_i(stream), .rd_valid_o(has_start), .rd_data_o(start), .done_i(finish)
  );
  aesculus_mode_derived #(.Streams(Streams), .Single(Single)) u_hide (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .ask_i(hdr_offer && ready && hdr_hide_q),
    .ask_stream_i(hdr_stream_i), .ask_bank_o(hide_bank), .write_i(hide_back),
    .wr_stream_i(tap_note.stream), .wr_bank_i(tap_note.bank), .data_i(tap_block),
    .rd_stream_i(stream), .rd_valid_o(has_hide), .rd_data_o(hide), .done_i(finish)
  );
  aesculus_mode_chain #(.Streams(Streams)) u_chain (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .write_i(chain_back),
    .wr_stream_i(tap_note.stream), .data_i(tap_block), .rd_stream_i(stream), .data_o(kept_chain)
  );
  aesculus_mode_chain #(.Streams(Streams)) u_plain (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .write_i(plain_back),
    .wr_stream_i(tap_note.stream), .data_i(tap_plain), .rd_stream_i(stream), .data_o(kept_plain)
  );

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      hdr_hide_q   <= 1'b0;
      second_q     <= 1'b0;
      linked_q     <= '0;
      wait_q       <= '0;
      plain_q      <= '0;
      plain_wait_q <= '0;
    end else begin
      if (hdr_offer && ready) hdr_hide_q <= !hdr_hide_q;
      if (chain_back) wait_q[tap_note.stream] <= 1'b0;
      if (plain_back) plain_wait_q[tap_note.stream] <= 1'b0;
      if (go) begin
        second_q <= more;
        if (todo == DoPlain) plain_q[stream] <= 1'b0;
        if (op == OpText) begin
          plain_q[stream]      <= header_q.decrypt;
          plain_wait_q[stream] <= header_q.decrypt;
        end
        if (op == OpLink) begin
          linked_q[stream] <= 1'b1;
          wait_q[stream]   <= 1'b1;
        end
      end
      if (finish) begin
        linked_q[stream] <= 1'b0;
        plain_q[stream]  <= 1'b0;
      end
    end
  end

  // Out: text at once, or, if it was held, when the end has come and is right; then the end.
  logic at_text, at_end, held, wrong, play, shown_text;
  logic [127:0] text;
  logic [4:0]   text_bytes;
  assign at_text    = sum_valid && out_note.op == OpText;
  assign at_end     = sum_valid && out_note.op == OpEnd;
  assign held       = !Raw && out_note.decrypt;
  assign wrong      = out_note.decrypt && !out_note.fault && sum != '0;
  assign shown_text = at_text && !held;
  assign sum_ready  = shown_text || (at_end && !play) ? out_ready_i : !at_end;

  if (Raw) begin : gen_raw
    assign play       = 1'b0;
    assign text       = sum;
    assign text_bytes = out_note.size[4:0];
    assign out_valid_o = shown_text || at_end;
  end else begin : gen_held
    logic [HoldW:0]   place_q, whole;
    logic [127:0]     word;
    logic             fetched_q, played_q, next, last;
    logic [TextW-1:0] wr_addr, rd_addr;
    logic [HoldW-1:0] rd_place;
    assign whole    = out_note.size[HoldW+4:4];
    assign last     = place_q == whole || (place_q + 1'b1 == whole && out_note.size[3:0] == '0);
    assign play     = at_end && held && !out_note.fault && !wrong && out_note.size != '0
                      && !played_q;
    assign next     = play && (!fetched_q || (out_ready_i && !last));
    assign rd_place = fetched_q ? HoldW'(place_q + 1'b1) : '0;
    if (Streams > 1) begin : gen_streams
      assign wr_addr = {out_note.stream, out_note.size[HoldW+4:5]};
      assign rd_addr = {out_note.stream, rd_place};
    end else begin : gen_stream
      assign wr_addr = out_note.size[HoldW+4:5];
      assign rd_addr = rd_place;
    end

    aesculus_mode_text #(.Width(128), .AddrW(TextW)) u_text (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .write_i(at_text && held),
      .wr_addr_i(wr_addr), .data_i(sum), .read_i(next), .rd_addr_i(rd_addr), .data_o(word)
    );

    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        place_q   <= '0;
        fetched_q <= 1'b0;
        played_q  <= 1'b0;
      end else if (play) begin
        fetched_q <= 1'b1;
        if (fetched_q && out_ready_i) begin
          place_q <= place_q + 1'b1;
          if (last) begin
            place_q   <= '0;
            fetched_q <= 1'b0;
            played_q  <= 1'b1;
          end
        end
      end else if (out_valid_o && out_ready_i) begin
        played_q <= 1'b0;
      end
    end

    assign text        = play ? word : sum;
    assign text_bytes  = !play ? out_note.size[4:0] : place_q == whole ? 5'(out_note.size[3:0])
                                                                       : Full;
    assign out_valid_o = shown_text || (play ? fetched_q : at_end);
  end

  logic out_end, out_tag, out_text;
  assign out_end      = out_valid_o && at_end && !play;
  assign out_tag      = out_end && !out_note.decrypt && !out_note.fault;
  assign out_text     = out_valid_o && !out_end;
  assign out_stream_o = out_valid_o ? out_note.stream : '0;
  assign out_kind_o   = out_tag ? KindTag : out_valid_o ? KindText : 2'd0;
  assign out_block_o  = out_text ? text : out_tag ? sum : '0;
  assign out_bytes_o  = out_text ? text_bytes : out_tag ? out_note.size[4:0] : '0;
  assign out_last_o   = out_end;
  assign out_auth_o   = out_end && out_note.decrypt && !out_note.fault && !wrong;
  assign out_error_o  = out_end && out_note.fault;

  logic [ErrorW-1:0] met;
  always_comb begin
    met = '0;
    if (pass && !bad) met = faults;
    if (out_end && out_ready_i && wrong) met[ErrTag] = 1'b1;
    met[ErrStream] = stray;
  end

  aesculus_mode_errors u_errors (
    .clk_i, .rst_ni(rst_clear_n), .clear_i(error_clear_i), .met_i(met), .error_o
  );

  logic unused;
  assign unused = ^{hdr_iv_i, header_q, tap_note, out_note};

endmodule

// SPDX-License-Identifier: Apache-2.0
// ECB, CBC, CFB, OFB and CTR of SP 800-38A, on the message port (docs/modes.md), beside a core.
//
// With the chain C of a stream, which its header's IV begins, and a block of data P:
//
//                 to the core   mask    next chain
//   ECB           P             0       -
//   CBC encrypt   P ^ C         0       the result         when it is out
//   CBC decrypt   P             C       P                  at once
//   CFB encrypt   C             P       result ^ P         when it is out
//   CFB decrypt   C             P       P                  at once
//   OFB           C             P       the result         when it is out
//   CTR           C             P       C + 1              at once
//
// CFB with segments of fewer bits (Segment) takes one segment a beat, in the top bits: the chain is then
// the one before, shifted, with the segment behind it (aesculus_segment_mode has the beats of 16 bytes).
//
// Where the next chain comes when the result is out, a stream has one block inside, and the core is
// shared by as many streams as fill it. With several lanes, which ECB and CTR may have, lane l takes
// block l of a beat.

module aesculus_block_mode
  import aesculus_mode_pkg::*;
#(
  parameter mode_e       Mode     = ModeEcb,
  parameter int unsigned KeyBits  = 128,
  parameter int unsigned Lanes    = 1,
  parameter int unsigned Streams  = 1,
  parameter int unsigned CounterW = 128,
  parameter int unsigned Segment  = 128,   // ModeCfb: 128, 8 or 1
  parameter bit          Encrypts = 1'b1,  // what the core can do
  parameter bit          Decrypts = 1'b0,
  parameter int unsigned AddrW    = 2,     // 2**AddrW beats may be inside the core
  parameter bit          Holds    = 1'b0,  // the core has flow control
  parameter bit          Staged   = 1'b0,  // a register may stand in front of the core
  parameter bit          Fast     = 1'b0,  // see aesculus_mode_core
  parameter bit          Single   = 1'b0,  // room for one header, see aesculus_mode_headers

  localparam int unsigned StreamW = Streams > 1 ? $clog2(Streams) : 1,
  localparam int unsigned Block   = 128 * Lanes,
  localparam int unsigned BytesW  = $clog2(16 * Lanes) + 1
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
  input  logic [Block-1:0]   in_block_i,
  input  logic [BytesW-1:0]  in_bytes_i,
  input  logic               in_last_i,

  output logic               out_valid_o,
  input  logic               out_ready_i,
  output logic [StreamW-1:0] out_stream_o,
  output logic [1:0]         out_kind_o,
  output logic [Block-1:0]   out_block_o,
  output logic [BytesW-1:0]  out_bytes_o,
  output logic               out_last_o,
  output logic               out_auth_o,
  output logic               out_error_o,

  output logic [ErrorW-1:0]  error_o,
  input  logic               error_clear_i,

  output logic               core_valid_o,
  input  logic               core_ready_i,
  output logic [Block-1:0]   core_block_o,
  output logic [KeyBits-1:0] core_key_o,
  output logic               core_decrypt_o,
  output logic               core_clear_o,
  input  logic               core_cleared_i,
  input  logic               core_valid_i,
  output logic               core_ready_o,
  input  logic [Block-1:0]   core_block_i
);

  localparam bit HasIv   = Mode != ModeEcb;
  localparam bit Whole   = Mode == ModeEcb || Mode == ModeCbc;  // no partial blocks
  localparam bit Inverse = Mode == ModeEcb || Mode == ModeCbc;  // decrypts by the inverse
  // Chains that go on at once, and those that go on when a result is out.
  localparam bit Early   = Mode == ModeCtr || (Mode == ModeCbc && Decrypts) || Mode == ModeCfb;
  localparam bit Late    = (Mode == ModeCbc && Encrypts) || Mode == ModeCfb || Mode == ModeOfb;
  // A longer counter is not watched: at a block a cycle it comes round after weeks.
  localparam bit Wraps   = Mode == ModeCtr && CounterW <= 48;
  // A result is fed back in the cycle in which the core shows it, if nobody can stop it then.
  localparam bit Forward = Late && !Holds;
  // What goes to the core is not made of results. Without a counter it comes from a register anyway.
  localparam bit Parted  = Staged && !Late && (Fast || Mode == ModeCtr);
  localparam bit Open    = Parted && Fast;
  // Something is added to results.
  localparam bit Masked  = Mode != ModeEcb && !(Mode == ModeCbc && !Decrypts);

  localparam bit Pieces = Segment < 128;
  localparam int unsigned FullBytes = 16 * Lanes;
  localparam int unsigned UnitBytes = Pieces ? 1 : FullBytes;
  localparam int unsigned Wipe      = wipe_beside_core(AddrW, Streams, Parted, Fast);

  // Beside the header of a fast counter mode waits the counter behind its IV, so that no sum of what
  // follows begins with the choice between a new message and the one that runs.
  localparam bit Ahead  = Open && Mode == ModeCtr;
  // A chain that is spread over the device: each word of the counter has control of its own.
  localparam bit Spread = Ahead && Streams == 1;

  // The standard incrementing function: the low CounterW bits count, the others stay. A carry over all
  // of them would be the longest path of the mode. So each word of 32 bits but the lowest is kept as it
  // is and one higher, and what the lowest carries chooses between them when the next block comes. Of a
  // spread chain the lowest word has a byte, so that one higher may be worked out a cycle late: no word
  // is carried into twice within so many blocks.
  localparam int unsigned Word  = 32;
  localparam int unsigned First = Spread ? 8 : Word;
  localparam int unsigned LowW  = CounterW < First ? CounterW : First;
  localparam int unsigned Words = Spread ? 5 : 4;
  localparam int unsigned Upper = Words - 1;

  // Behind the first lane a spread chain keeps the lowest word of each lane, worked out a beat ahead.
  localparam bit          Several = Spread && Lanes > 1;
  localparam int unsigned Others  = Lanes > 1 ? Lanes - 1 : 1;

  // Of word w: its lowest bit.
  function automatic int unsigned low_of(int unsigned w);
    if (!Spread || w == 0) return Word * w;
    return w == 1 ? First : Word * (w - 1);
  endfunction

`ifndef AESCULUS_UNCHECKED
  if (KeyBits != 128 && KeyBits != 192 && KeyBits != 256) begin : gen_bad_key_bits
    $error("KeyBits is %0d; legal: 128, 192, 256", KeyBits);
  end
  if (Lanes < 1 || Lanes > 4 || (Lanes > 1 && Mode != ModeEcb && Mode != ModeCtr))
  begin : gen_bad_lanes
    $error("Lanes is %0d; legal: 1, or with ModeEcb and ModeCtr up to 4", Lanes);
  end
  if (Streams < 1 || Streams > 64) begin : gen_bad_streams
    $error("Streams is %0d; legal: 1 to 64", Streams);
  end
  if (AddrW < 1 || AddrW > 16) begin : gen_bad_addr_w
    $error("AddrW is %0d; legal: 1 to 16", AddrW);
  end
  if (Mode == ModeCtr && (CounterW < 8 || CounterW > 128)) begin : gen_bad_counter_w
    $error("CounterW is %0d; legal: 8 to 128", CounterW);
  end
  // A beat of so many lanes passes the counter that would come again.
  if (Wraps && (Lanes & (Lanes - 1)) != 0) begin : gen_bad_turns
    $error("Lanes is %0d; legal with CounterW %0d: 1, 2, 4", Lanes, CounterW);
  end
  if (Segment != 128 && (Mode != ModeCfb || (Segment != 8 && Segment != 1))) begin : gen_bad_segment
    $error("Segment is %0d; legal: 128, or with ModeCfb 8 and 1", Segment);
  end
  // CFB, OFB and CTR encrypt by the core whichever way the message goes.
  if (!Encrypts && (!Decrypts || !Inverse)) begin : gen_no_direction
    $error("Encrypts is 0; legal with Decrypts %0d and this Mode: 1", Decrypts);
  end
  if (Single && Streams != 1) begin : gen_bad_single
    $error("Streams is %0d; legal with Single 1: 1", Streams);
  end
  if (Fast && Holds) begin : gen_bad_fast
    $error("Fast is 1; legal with Holds 1: 0");
  end
  // With one header nothing asks whether there is room.
  if (Fast && Single) begin : gen_bad_fast_single
    $error("Fast is 1; legal with Single 1: 0");
  end
`endif  // AESCULUS_UNCHECKED

  typedef struct packed {
    logic                       carry;   // of the lowest word
    logic [Upper-1:0]           ones;    // an upper word is all ones: it hands a carry on
    logic [Upper-1:0][Word-1:0] higher;
    logic [127:0]               counter;
  } count_t;

  // What a step makes of the lowest word.
  typedef struct packed {
    logic            carry;
    logic [LowW-1:0] low;
  } sum_t;

  // Word w of a counter plus one, and above it whether it was all ones. Words that do not count are 0.
  function automatic logic [Word:0] one_higher(logic [127:0] counter, int unsigned w);
    logic [Word:0] sum;
    sum = '0;
    if (low_of(w) >= CounterW) return sum;
    for (int unsigned b = 0; b < Word; b++) begin
      if (low_of(w) + b < low_of(w + 1)) sum[b] = counter[low_of(w)+b];
    end
    sum = sum + 1'b1;
    // Of a shorter word the sum's next bit is the carry.
    if (low_of(w + 1) - low_of(w) < Word) sum[Word] = sum[low_of(w+1)-low_of(w)];
    return sum;
  endfunction

  function automatic count_t counted(logic [127:0] counter, logic [LowW:0] steps);
    count_t count;
    count = '0;
    count.counter = counter;
    for (int unsigned w = 1; w < Words; w++) begin
      {count.ones[w-1], count.higher[w-1]} = one_higher(counter, w);
    end
    {count.carry, count.counter[LowW-1:0]} = {1'b0, counter[LowW-1:0]} + steps;
    return count;
  endfunction

  function automatic sum_t stepped(logic [LowW-1:0] low, logic [LowW:0] steps);
    return sum_t'({1'b0, low} + steps);
  endfunction

  function automatic logic [127:0] carried(count_t count);
    logic [127:0] counter;
    logic         carry;
    counter = count.counter;
    carry   = count.carry;
    for (int unsigned w = 1; w < Words; w++) begin
      for (int unsigned b = 0; b < Word; b++) begin
        if (carry && low_of(w) + b < low_of(w + 1) && low_of(w) + b < CounterW) begin
          counter[low_of(w)+b] = count.higher[w-1][b];
        end
      end
      carry = carry && count.ones[w-1];
    end
    return counter;
  endfunction

  typedef struct packed {
    logic               decrypt;
    logic               bad_iv;
    logic [KeyBits-1:0] key;
    logic [127:0]       iv;
  } header_t;

  typedef struct packed {
    logic [StreamW-1:0] stream;
    logic [BytesW-1:0]  bytes;
    logic               last;
    logic               fault;
    logic               late;    // its result is the stream's chain
  } note_t;

  logic live, wipe, rst_clear_n;
  aesculus_mode_clear #(.Cycles(Wipe), .Far(Fast)) u_clear (
    .clk_i, .rst_ni, .clear_i, .core_cleared_i, .core_clear_o, .live_o(live), .wipe_o(wipe),
    .rst_no(rst_clear_n)
  );
  assign cleared_o = live;

  // Headers and beats. What can be said of a beat alone is said when it enters.
  typedef struct packed {
    logic              alien;    // no text
    logic              flawed;   // not what any beat of the mode may be
    logic              partial;
    logic              none;     // no byte
    logic [FullBytes-1:0] keep;
    logic [Block-1:0]  block;
    logic [BytesW-1:0] bytes;
  } beat_t;

  localparam int unsigned SumsW = Several ? 2 * Others * $bits(sum_t) : 0;
  localparam int unsigned HeadW = $bits(header_t) + (Ahead ? $bits(count_t) : 0) + SumsW;

  logic [HeadW-1:0] hdr_word, header_word;
  header_t hdr_in, header;
  beat_t   in, beat;
  logic    core_room, room, hdr_ready, stray, beat_soon, last_soon, beat_valid, beat_last, accept;
  logic [StreamW-1:0] stream;
  assign hdr_in = '{
    decrypt: hdr_decrypt_i,
    bad_iv:  HasIv ? hdr_iv_bytes_i != 5'd16 : hdr_iv_bytes_i > 5'd16,
    key:     hdr_key_i,
    iv:      HasIv ? hdr_iv_i : '0
  };
  assign hdr_ready_o = hdr_ready && live;
  assign room        = !Open || core_room;

  if (Several) begin : gen_ahead_several
    sum_t [Others-1:0] firsts, seconds;  // of a message's first two beats
    for (genvar l = 0; l < Others; l++) begin : gen_lane
      assign firsts[l]  = stepped(hdr_iv_i[LowW-1:0], (LowW+1)'(l + 1));
      assign seconds[l] = stepped(hdr_iv_i[LowW-1:0], (LowW+1)'(Lanes + l + 1));
    end
    assign hdr_word = {firsts, seconds, counted(hdr_iv_i, (LowW+1)'(Lanes)), hdr_in};
  end else if (Ahead) begin : gen_ahead
    assign hdr_word = {counted(hdr_iv_i, (LowW+1)'(Lanes)), hdr_in};
  end else begin : gen_not_ahead
    assign hdr_word = hdr_in;
  end
  assign header = header_word[$bits(header_t)-1:0];

  assign in.alien   = in_kind_i != KindText;
  assign in.flawed  = in_bytes_i > BytesW'(UnitBytes) || (Whole && in_bytes_i[3:0] != '0);
  assign in.partial = in_bytes_i != BytesW'(UnitBytes);
  assign in.none    = in_bytes_i == '0;
  assign in.block   = in_block_i;
  for (genvar b = 0; b < FullBytes; b++) begin : gen_in_keep
    assign in.keep[b] = Fast && in_bytes_i > BytesW'(b);
  end
  assign in.bytes   = in_bytes_i;

  aesculus_mode_beats #(
    .HeaderW(HeadW), .BeatW($bits(beat_t)), .Streams(Streams), .Posted(Fast),
    .Open(Open), .Single(Single)
  ) u_beats (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .live_i(live && room),
    .hdr_valid_i(hdr_valid_i && live), .hdr_ready_o(hdr_ready), .hdr_stream_i,
    .hdr_data_i(hdr_word), .in_valid_i, .in_ready_o, .in_stream_i, .in_last_i, .in_data_i(in),
    .stray_o(stray), .soon_o(beat_soon), .last_soon_o(last_soon), .valid_o(beat_valid),
    .take_i(accept), .stream_o(stream), .last_o(beat_last), .data_o(beat), .header_o(header_word)
  );

  // What goes on between the blocks of a stream.
  logic [Streams-1:0] begun_q, busy_q, bad_q, spent_q;
  logic               begun, bad, spent;
  assign begun = begun_q[stream];

  // For each 32 bits of the counter, whether its message has begun, and whether it takes a step. A spread
  // chain asks registers beside it.
  logic [3:0] begun_of, steps_of;
  if (Spread) begin : gen_spread
    for (genvar w = 0; w < 4; w++) begin : gen_word
      logic ends;
      aesculus_kept_reg u_ends (
        .clk_i, .rst_ni(rst_clear_n), .d_i(last_soon), .q_o(ends)
      );
      aesculus_kept_reg u_steps (
        .clk_i, .rst_ni(rst_clear_n), .d_i(beat_soon), .q_o(steps_of[w])
      );
      aesculus_kept_reg u_begun (
        .clk_i, .rst_ni(rst_clear_n), .d_i(steps_of[w] ? !ends : begun_of[w]), .q_o(begun_of[w])
      );
    end
  end else begin : gen_one
    assign begun_of = {4{begun}};
    assign steps_of = {4{accept}};
  end
  assign bad   = begun && bad_q[stream];
  assign spent = begun && spent_q[stream];

  logic             tap_valid;
  logic [Block-1:0] tap_block, tap_sum, fed;
  note_t            note, tap_note, out_note;
  logic             back, forward, wait_late;
  assign back    = tap_valid && tap_note.late;
  assign fed     = Mode == ModeCfb ? tap_sum : tap_block;
  assign forward = Forward && back && tap_note.stream == stream;

  // The chain.
  logic         late;
  logic [127:0] chain, early_chain;
  logic         come_round;  // the counter that follows is the first one
  logic [Segment-1:0] late_chain, late_part;
  assign late      = Late && (Mode == ModeOfb || !header.decrypt);
  assign late_part = forward ? fed[127-:Segment] : late_chain;
  always_comb begin
    chain = early_chain;
    if (late) chain = Pieces ? early_chain | 128'(late_part) : 128'(late_part);
    for (int unsigned w = 0; w < 4; w++) begin
      if (!begun_of[w]) chain[32*w+:32] = header.iv[32*w+:32];
    end
  end

  // Faults. A message with one goes on to its end, and shows nothing more.
  logic [ErrorW-1:0] faults;
  logic              fault;
  always_comb begin
    faults = '0;
    faults[ErrDir]    = Inverse && !(header.decrypt ? Decrypts : Encrypts);
    faults[ErrIv]     = header.bad_iv;
    faults[ErrKind]   = beat.alien;
    faults[ErrLength] = beat.flawed || (beat.partial && !beat_last);
    faults[ErrWrap]   = spent && !beat.none;
  end
  assign fault = bad || faults != '0;

  logic ready, offer;
  assign wait_late = busy_q[stream] && !forward;
  assign offer     = beat_valid && !wait_late;
  assign accept    = offer && ready;

  logic [Block-1:0]     to_core, mask, counters;
  logic [FullBytes-1:0] keep;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [127:0] data;
    assign data = beat.block[128*l+:128];
    always_comb begin
      unique case (Mode)
        ModeEcb: to_core[128*l+:128] = data;
        ModeCbc: to_core[128*l+:128] = header.decrypt ? data : data ^ chain;
        ModeCtr: to_core[128*l+:128] = counters[128*l+:128];
        default: to_core[128*l+:128] = chain;
      endcase
      unique case (Mode)
        ModeEcb: mask[128*l+:128] = '0;
        ModeCbc: mask[128*l+:128] = header.decrypt ? chain : '0;
        default: mask[128*l+:128] = data;
      endcase
    end
  end
  for (genvar b = 0; b < FullBytes; b++) begin : gen_keep
    // A beat without fault has all its bytes or none, where the mode knows no others.
    assign keep[b] = Whole && Lanes == 1 ? !beat.none
                     : Fast ? beat.keep[b] : beat.bytes > BytesW'(b);
  end

  // Of a fast one the fault comes to the bytes when they leave, as it is known late.
  assign note = '{
    stream: stream, bytes: fault && !Fast ? '0 : beat.bytes, last: beat_last, fault: fault,
    late: late && !beat_last
  };

  aesculus_mode_core #(
    .Lanes(Lanes), .KeyBits(KeyBits), .NoteW($bits(note_t)), .AddrW(AddrW), .Holds(Holds),
    .Staged(Parted), .Fast(Fast), .Open(Open), .Masked(Masked)
  ) u_core (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .in_valid_i(offer), .in_ready_o(ready),
    .room_o(core_room), .in_block_i(to_core), .in_key_i(header.key),
    .in_decrypt_i(Inverse && header.decrypt), .in_mask_i(mask), .in_keep_i(keep),
    .in_drop_i(fault), .in_note_i(note), .tap_valid_o(tap_valid), .tap_block_o(tap_block),
    .tap_sum_o(tap_sum), .tap_note_o(tap_note), .out_valid_o, .out_ready_i, .out_block_o,
    .out_note_o(out_note), .core_valid_o, .core_ready_i, .core_block_o, .core_key_o,
    .core_decrypt_o, .core_valid_i, .core_ready_o, .core_block_i
  );

  if (Mode == ModeCtr) begin : gen_count
    count_t              kept, next;
    logic [CounterW-1:0] following;
    count_t              begins;   // behind the first beat of a message
    count_t              now;      // of this beat
    if (Spread) begin : gen_next_spread
      assign begins = header_word[$bits(header_t)+:$bits(count_t)];
      // What a header brings of the words above is one higher than its IV, as it is for this beat.
      always_comb begin
        now = kept;
        for (int unsigned w = 0; w < 4; w++) begin
          if (!begun_of[w]) now.counter[32*w+:32] = header.iv[32*w+:32];
        end
        for (int unsigned w = 1; w < Words; w++) begin
          if (!begun_of[w-1]) now.higher[w-1] = begins.higher[w-1];
          if (!begun_of[w-1]) now.ones[w-1] = begins.ones[w-1];
        end
      end
      always_comb begin
        next = kept;
        {next.carry, next.counter[LowW-1:0]} = {1'b0, early_chain[LowW-1:0]} + (LowW+1)'(Lanes);
        next.counter[127:LowW] = early_chain[127:LowW];
        if (!begun_of[0]) next.carry = begins.carry;
        for (int unsigned w = 0; w < 4; w++) begin
          if (!begun_of[w]) next.counter[32*w+:32] = begins.counter[32*w+:32];
        end
        for (int unsigned w = 1; w < Words; w++) begin
          if (!begun_of[w-1]) next.higher[w-1] = begins.higher[w-1];
          if (!begun_of[w-1]) next.ones[w-1] = begins.ones[w-1];
        end
      end
    end else if (Ahead) begin : gen_next_ahead
      assign begins = header_word[$bits(header_t)+:$bits(count_t)];
      assign next   = begun ? counted(early_chain, (LowW+1)'(Lanes)) : begins;
      always_comb begin
        now = begins;
        now.carry   = 1'b0;
        now.counter = header.iv;
        if (begun) now = kept;
      end
    end else begin : gen_next
      assign begins = '0;
      logic unused;
      assign unused = ^begins;
      assign next = counted(chain, (LowW+1)'(Lanes));
      assign now  = begun ? kept : counted(header.iv, '0);
    end
    assign early_chain = carried(kept);
    assign following   = CounterW'(carried(next));

    // Words above the lowest are carried into by the last step or by the sum of a lane, and never by
    // both: behind a carry the lowest word is below Lanes, and a lane's is below 2 * Lanes, of which
    // there are four at most.
    sum_t [Others-1:0] sums;
    if (Several) begin : gen_sums_kept
      sum_t [Others-1:0] firsts, seconds, sums_q;
      assign {firsts, seconds} = header_word[HeadW-1-:SumsW];
      always_ff @(posedge clk_i or negedge rst_clear_n) begin
        if (!rst_clear_n) begin
          sums_q <= '0;
        end else if (steps_of[0]) begin
          for (int unsigned l = 0; l < Others; l++) begin
            sums_q[l] <= begun_of[0] ? stepped(early_chain[LowW-1:0], (LowW+1)'(Lanes + l + 1))
                                     : seconds[l];
          end
        end
      end
      assign sums = begun_of[0] ? sums_q : firsts;
    end else begin : gen_sums_now
      always_comb begin
        for (int unsigned l = 0; l < Others; l++) begin
          sums[l] = stepped(now.counter[LowW-1:0], (LowW+1)'(l + 1));
          if (now.carry) sums[l].carry = 1'b1;
        end
      end
    end
    assign counters[127:0] = chain;
    for (genvar l = 1; l < Lanes; l++) begin : gen_lane_counter
      count_t own;
      always_comb begin
        own                   = now;
        own.carry             = sums[l-1].carry;
        own.counter[LowW-1:0] = sums[l-1].low;
      end
      assign counters[128*l+:128] = carried(own);
    end
    logic unused;
    assign unused = ^{now, sums};
    assign come_round  = Wraps && following == header.iv[CounterW-1:0];
    if (Spread) begin : gen_words
      count_t kept_q;
      always_ff @(posedge clk_i or negedge rst_clear_n) begin
        if (!rst_clear_n) begin
          kept_q <= '0;
        end else begin
          if (steps_of[0]) kept_q.carry <= next.carry;
          for (int unsigned w = 0; w < 4; w++) begin
            if (steps_of[w]) kept_q.counter[32*w+:32] <= next.counter[32*w+:32];
          end
          for (int unsigned w = 1; w < Words; w++) begin
            {kept_q.ones[w-1], kept_q.higher[w-1]} <=
                steps_of[w-1] && !begun_of[w-1] ? {begins.ones[w-1], begins.higher[w-1]}
                                                : one_higher(kept_q.counter, w);
          end
        end
      end
      assign kept = kept_q;
    end else begin : gen_chain
      aesculus_mode_chain #(.Streams(Streams), .Width($bits(count_t))) u_chain (
        .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .write_i(accept), .wr_stream_i(stream),
        .data_i(next), .rd_stream_i(stream), .data_o(kept)
      );
    end
  end else if (Early) begin : gen_early
    assign counters = '0;
    // With segments to encrypt, the last one comes when the result is out.
    logic [127:0] early_next;
    assign come_round = 1'b0;
    assign early_next = !Pieces ? beat.block[127:0]
                      : chain << Segment | (late ? '0 : 128'(beat.block[127-:Segment]));
    aesculus_mode_chain #(.Streams(Streams)) u_chain (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .write_i(accept && (Pieces || !late)),
      .wr_stream_i(stream), .data_i(early_next), .rd_stream_i(stream), .data_o(early_chain)
    );
  end else begin : gen_no_early
    assign counters    = '0;
    assign early_chain = '0;
    assign come_round  = 1'b0;
  end

  if (Late) begin : gen_late
    aesculus_mode_chain #(.Streams(Streams), .Width(Segment)) u_chain (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .write_i(back),
      .wr_stream_i(tap_note.stream), .data_i(fed[127-:Segment]), .rd_stream_i(stream),
      .data_o(late_chain)
    );
  end else begin : gen_no_late
    assign late_chain = '0;
  end

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      begun_q <= '0;
      busy_q  <= '0;
      bad_q   <= '0;
      spent_q <= '0;
    end else begin
      if (back) busy_q[tap_note.stream] <= 1'b0;
      if (accept) begin
        begun_q[stream] <= !beat_last;
        busy_q[stream]  <= note.late;
        bad_q[stream]   <= fault;
        spent_q[stream] <= spent || come_round;
      end
    end
  end

  logic [ErrorW-1:0] met;
  always_comb begin
    met = '0;
    if (accept && !bad) met = faults;
    met[ErrStream] = stray;
  end

  aesculus_mode_errors #(.Posted(Fast)) u_errors (
    .clk_i, .rst_ni(rst_clear_n), .clear_i(error_clear_i), .met_i(met), .error_o
  );

  assign out_stream_o = out_note.stream;
  assign out_kind_o   = out_valid_o ? KindText : 2'd0;
  assign out_bytes_o  = Fast && out_note.fault ? '0 : out_note.bytes;
  assign out_last_o   = out_note.last;
  assign out_error_o  = out_note.fault;
  assign out_auth_o   = 1'b0;

  logic unused;
  assign unused = ^{hdr_tag_bytes_i, hdr_aad_bytes_i, hdr_text_bytes_i, hdr_iv_i, out_note.late,
                    fed, tap_block, tap_sum, tap_note, beat_soon, last_soon, begun_of, steps_of};

endmodule

// SPDX-License-Identifier: Apache-2.0
// XTS of IEEE 1619 and SP 800-38E, on the message port (docs/modes.md), beside a core that encrypts,
// or does both.
//
// A message is a data unit. With its tweak T(0) = E(Key2; IV) and T(j+1) = T(j) x in GF(2^128), as IEEE
// 1619 counts bits, block j goes to the core with T(j) added, and T(j) is added to the result. If the
// last block m is partial, of b bytes, the one before gives it the rest of its result (encryption):
//
//               to the core                            out
//   steal       P(m-1), T(m-1)                         nothing: the result is CC
//   splice      P(m) and the last bytes of CC, T(m)    C(m-1), then the first b bytes of CC as C(m)
//
// To decrypt, steal has T(m) and splice T(m-1). So a block is held until what is behind it shows which
// tweak it takes. A first beat is therefore taken without a step of the core, and a last one that is
// full makes two: that of the block before it and its own. A splice waits for its steal; all beats
// wait meanwhile, so there is one pair of them at a time, and one register for CC.
//
// A header makes a step too: the tweak is encrypted when the header is taken, before its message.
//
// The steps that a beat makes hang on the beats of its message alone. So a beat is judged when it
// enters, and beside a fast core it then waits in memory, its steps in another one of few bits:
//
//   beat --> judged --+--> [memory of steps] --> decided --> [choice] --+
//                     +--> [memory of blocks and keys] -----------------+--> picked --> [entry]
//
// Nothing stops what comes through the door there, as room is counted ahead, and what decides has
// nothing wide beside it. It costs cycles of latency, three registers of a block and two of a key.
// Other cores are given at once what is decided.

module aesculus_xts
  import aesculus_mode_pkg::*;
#(
  parameter int unsigned KeyBits  = 128,   // of each of the two keys
  parameter int unsigned Streams  = 1,
  parameter int unsigned LimitW   = 20,    // a data unit has at most 2**LimitW blocks
  parameter bit          Decrypts = 1'b0,  // the core can do both
  parameter int unsigned AddrW    = 2,     // 2**AddrW steps may be inside the core
  parameter bit          Holds    = 1'b0,  // the core has flow control
  parameter bit          Staged   = 1'b0,  // a register stands in front of the core
  parameter bit          Fast     = 1'b0,  // see aesculus_mode_flow
  parameter bit          Single   = 1'b0,  // room for one header, see aesculus_mode_headers

  localparam int unsigned StreamW = Streams > 1 ? $clog2(Streams) : 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 clear_i,
  output logic                 cleared_o,

  input  logic                 hdr_valid_i,
  output logic                 hdr_ready_o,
  input  logic [StreamW-1:0]   hdr_stream_i,
  input  logic                 hdr_decrypt_i,
  input  logic [2*KeyBits-1:0] hdr_key_i,      // Key1 on top
  input  logic [127:0]         hdr_iv_i,
  input  logic [4:0]           hdr_iv_bytes_i,
  input  logic [4:0]           hdr_tag_bytes_i,
  input  logic [31:0]          hdr_aad_bytes_i,
  input  logic [31:0]          hdr_text_bytes_i,

  input  logic                 in_valid_i,
  output logic                 in_ready_o,
  input  logic [StreamW-1:0]   in_stream_i,
  input  logic [1:0]           in_kind_i,
  input  logic [127:0]         in_block_i,
  input  logic [4:0]           in_bytes_i,
  input  logic                 in_last_i,

  output logic                 out_valid_o,
  input  logic                 out_ready_i,
  output logic [StreamW-1:0]   out_stream_o,
  output logic [1:0]           out_kind_o,
  output logic [127:0]         out_block_o,
  output logic [4:0]           out_bytes_o,
  output logic                 out_last_o,
  output logic                 out_auth_o,
  output logic                 out_error_o,

  output logic [ErrorW-1:0]    error_o,
  input  logic                 error_clear_i,

  output logic                 core_valid_o,
  input  logic                 core_ready_i,
  output logic [127:0]         core_block_o,
  output logic [KeyBits-1:0]   core_key_o,
  output logic                 core_decrypt_o,
  output logic                 core_clear_o,
  input  logic                 core_cleared_i,
  input  logic                 core_valid_i,
  output logic                 core_ready_o,
  input  logic [127:0]         core_block_i
);

`ifndef AESCULUS_UNCHECKED
  // IEEE 1619 and SP 800-38E have two keys of 128 or of 256 bits.
  if (KeyBits != 128 && KeyBits != 256) begin : gen_bad_key_bits
    $error("KeyBits is %0d; legal: 128, 256", KeyBits);
  end
  if (Streams < 1 || Streams > 64) begin : gen_bad_streams
    $error("Streams is %0d; legal: 1 to 64", Streams);
  end
  if (AddrW < 1 || AddrW > 16) begin : gen_bad_addr_w
    $error("AddrW is %0d; legal: 1 to 16", AddrW);
  end
  if (Fast && AddrW < 3) begin : gen_bad_fast_addr_w
    $error("AddrW is %0d; legal with Fast 1: 3 to 16", AddrW);
  end
  if (LimitW < 8 || LimitW > 20) begin : gen_bad_limit_w
    $error("LimitW is %0d; legal: 8 to 20", LimitW);
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
  // A step is decided before the register that Staged puts in front of the core.
  if (Fast && !Staged) begin : gen_bad_fast_staged
    $error("Fast is 1; legal with Staged 0: 0");
  end
`endif  // AESCULUS_UNCHECKED

  localparam logic [4:0]  Full = 5'd16;
  localparam int unsigned Wipe = wipe_beside_core(AddrW, Streams, Staged, Fast);

  // A tweak times x: IEEE 1619 has the lowest byte first.
  function automatic logic [127:0] turned(logic [127:0] block);
    for (int unsigned b = 0; b < 16; b++) turned[8*b+:8] = block[8*(15-b)+:8];
  endfunction

  typedef enum logic [2:0] {
    StepNone,
    StepTweak,
    StepHeld,    // the block that is held, which has one behind it
    StepEnd,     // the same as the end of its message
    StepOwn,     // the block that is offered, the last one
    StepSteal,
    StepSplice
  } step_e;

  // What can be said of a beat or a header alone is said when it enters.
  typedef struct packed {
    logic         alien;      // no text
    logic         flawed;     // with whatever comes before it
    logic         short_end;  // less than a block, and the last one
    logic         part;       // less than a block, and not the last one
    logic [127:0] block;
    logic [4:0]   bytes;
    beat_size_t   size;
  } beat_t;

  typedef struct packed {
    logic               decrypt;
    logic               bad_header;
    logic               flawed;
    logic [KeyBits-1:0] key;
  } header_t;

  // What a beat makes: one step or two, by which it is taken. The first beat of several makes none.
  typedef struct packed {
    step_e              first;
    step_e              second;
    logic               none;    // no step
    logic               shares;  // steal and splice
    logic               two;     // a second step
    logic               first_own;   // the first step takes the beat, not what is held
    logic               second_own;
    logic               fresh;   // the first step is its message's first
    logic               last;    // of its message
    logic [StreamW-1:0] stream;
  } moves_t;

  // And what these steps are made of.
  typedef struct packed {
    logic               bad;     // a fault before this beat
    logic               fault;   // or with it
    logic               decrypt;
    logic [KeyBits-1:0] key;
    logic [127:0]       block;
    logic [15:0]        lacks;   // bytes that it has not
    logic [4:0]         bytes;
  } load_t;

  typedef struct packed {
    logic [StreamW-1:0] stream;
    logic               bank;
    logic               tweak;   // the result is a tweak
    logic               steal;   // the result is CC
    logic               splice;  // the first bytes of CC come out behind the result
    logic               shown;
    logic [4:0]         bytes;
    logic               last;
    logic               fault;
  } note_t;

  // A step that is decided.
  typedef struct packed {
    logic               enters;  // something goes to the core
    logic               goes;    // with a tweak of its own
    logic               stores;  // the beat is held
    logic               pops;    // the beat is done with
    step_e              step;
    logic [StreamW-1:0] stream;
    logic               bank;
    logic [127:0]       first_tweak;
  } choice_t;

  // What blocks are made of. They are wide, so columns of 16 bits have choices of their own.
  localparam int unsigned Columns = 8;
  localparam int unsigned KeyPart = KeyBits / Columns;
  typedef struct packed {
    logic ask;    // what the header brings
    logic beat;   // or the beat, as the IV is without Fast; else the block that is held
    logic fresh;  // the message has no tweak but its first
  } of_t;

  // A step on its way to the core, or a beat to be held.
  typedef struct packed {
    logic               enters;
    logic               goes;
    logic               stores;
    logic               later;   // it takes the tweak behind the next one
    logic               decrypt;
    logic [KeyBits-1:0] key;
    logic [127:0]       first_tweak;
    logic [127:0]       block;   // of the beat, or without Fast the IV that a tweak is made of
    of_t [Columns-1:0]  of;
    logic [15:0]        rest;    // bytes that come from CC
    note_t              note;
  } plan_t;

  logic live, wipe, rst_clear_n;
  aesculus_mode_clear #(.Cycles(Wipe), .Far(Fast)) u_clear (
    .clk_i, .rst_ni, .clear_i, .core_cleared_i, .core_clear_o, .live_o(live), .wipe_o(wipe),
    .rst_no(rst_clear_n)
  );
  assign cleared_o = live;

  // What asks for a tweak: the header that is offered, which its stream takes with the core.
  typedef struct packed {
    logic [StreamW-1:0] stream;
    logic [127:0]       iv;
    logic [KeyBits-1:0] key;     // Key2, of the tweak
    header_t            header;
  } ask_t;

  ask_t ask;
  logic hdr_known, hdr_valid, hdr_ready, ready;
  logic hdr_offer, hdr_offer_soon;  // soon: in the next cycle, or it may be
  logic done;                       // a message has made its last step, with Fast a cycle ago
  logic [StreamW-1:0] done_stream;
  assign hdr_known = 32'(ask.stream) < Streams;

  // Under two equal keys XTS is not what its proof is of: FIPS 140-3 IG C.I asks to refuse them.
  // A part of them is compared before a register; with a fast core there are more parts.
  localparam int unsigned Parts   = Fast ? 16 : Columns;
  localparam int unsigned Compare = KeyBits / Parts;
  logic [Parts-1:0] same, same_of;
  for (genvar p = 0; p < Parts; p++) begin : gen_same
    assign same[p] = hdr_key_i[Compare*p+:Compare] == hdr_key_i[KeyBits+Compare*p+:Compare];
  end

  // As it is offered, but for what the keys say together.
  ask_t offered_ask;
  assign offered_ask = '{
    stream: hdr_stream_i, iv: hdr_iv_i, key: hdr_key_i[KeyBits-1:0],
    header: '{
      decrypt: hdr_decrypt_i, bad_header: hdr_iv_bytes_i != Full,
      flawed: hdr_iv_bytes_i != Full || (hdr_decrypt_i && !Decrypts),
      key: hdr_key_i[2*KeyBits-1:KeyBits]
    }
  };

  // With a fast core a header waits in a register until it has been taken to where beats find it. Then
  // it asks for its tweak. There is room for the tweaks of two messages.
  if (Fast) begin : gen_ask_held
    logic                    asks_q, asks_d, taken_q, takes, loads;
    ask_t                    ask_q;
    logic [Parts-1:0]        same_q;
    logic [Streams-1:0][1:0] owed_q, owed_d;
    logic [StreamW-1:0]      place;

    assign place     = hdr_known ? ask_q.stream : '0;
    assign hdr_valid = asks_q && !taken_q && !(hdr_known && owed_q[place][1]);
    assign takes     = hdr_valid && hdr_ready;
    assign hdr_offer = taken_q;
    // One that may be taken: where there is room for its tweak there is room for itself.
    assign hdr_offer_soon = taken_q ? !ready : asks_q && !owed_q[place][1];
    assign same_of   = same_q;

    always_comb begin
      owed_d = owed_q;
      if (done) owed_d[done_stream] = owed_d[done_stream] - 2'd1;
      if (takes && hdr_known) owed_d[place] = owed_d[place] + 2'd1;
    end

    assign asks_d = asks_q ? !(takes && !hdr_known) && !(taken_q && ready) : hdr_valid_i && live;

    // !asks_q, for what is as wide as two keys: one register for both had a net across the device.
    aesculus_kept_reg #(.ResetValue(1'b1)) u_loads (
      .clk_i, .rst_ni(rst_clear_n), .d_i(!asks_d), .q_o(loads)
    );

    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        asks_q  <= 1'b0;
        taken_q <= 1'b0;
        owed_q  <= '0;
        ask_q   <= '0;
        same_q  <= '0;
      end else begin
        owed_q  <= owed_d;
        asks_q  <= asks_d;
        taken_q <= taken_q ? !ready : takes && hdr_known;
        if (loads) begin
          ask_q  <= offered_ask;
          same_q <= same;
        end
      end
    end
    assign hdr_ready_o = live && !asks_q;
    always_comb begin
      ask = ask_q;
      if (&same_of) begin
        ask.header.bad_header = 1'b1;
        ask.header.flawed     = 1'b1;
      end
    end
  end else begin : gen_ask_straight
    assign hdr_valid   = hdr_valid_i && live && ready;
    assign hdr_ready_o = hdr_ready && live && ready;
    assign hdr_offer   = hdr_valid_i && live && hdr_ready && hdr_known;
    assign hdr_offer_soon = hdr_offer;
    assign same_of     = same;
    always_comb begin
      ask = offered_ask;
      if (&same_of) begin
        ask.header.bad_header = 1'b1;
        ask.header.flawed     = 1'b1;
      end
    end
  end

  header_t header;
  beat_t   in, beat;
  logic    stray, beat_valid, beat_last, bank, admits;
  logic [StreamW-1:0] beat_stream;
  assign in = '{
    alien: in_kind_i != KindText, flawed: in_kind_i != KindText || in_bytes_i > Full,
    short_end: in_last_i && in_bytes_i != Full, part: !in_last_i && in_bytes_i != Full,
    block: in_block_i, bytes: in_bytes_i, size: sized(in_bytes_i)
  };

  // Headers say of themselves whether they are wiped, and with a fast core what decides there is late. So
  // they have a register beside them; it is a cycle behind, in which nothing comes to them yet.
  logic wipe_headers;
  if (Fast) begin : gen_wipe_apart
    aesculus_kept_reg #(.ResetValue(1'b1)) u_wipe (
      .clk_i, .rst_ni(rst_clear_n), .d_i(wipe), .q_o(wipe_headers)
    );
  end else begin : gen_wipe_together
    assign wipe_headers = wipe;
  end

  // A beat is taken when it is judged, and judged by the beats before it.
  logic taken, unused_beat_soon, unused_last_soon;
  aesculus_mode_beats #(
    .HeaderW($bits(header_t)), .BeatW($bits(beat_t)), .Streams(Streams), .Posted(Staged),
    .Open(Fast), .Single(Single)
  ) u_beats (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_headers), .live_i(live && admits),
    .hdr_valid_i(hdr_valid), .hdr_ready_o(hdr_ready), .hdr_stream_i(ask.stream),
    .hdr_data_i(ask.header), .in_valid_i, .in_ready_o, .in_stream_i, .in_last_i, .in_data_i(in),
    .stray_o(stray),
    .soon_o(unused_beat_soon), .last_soon_o(unused_last_soon), .valid_o(beat_valid),
    .take_i(taken), .stream_o(beat_stream), .last_o(beat_last), .data_o(beat), .header_o(header)
  );

  // What goes on between the beats of a stream: there was one, there were two, one had a fault.
  logic [Streams-1:0] begun_q, run_q, bad_q;
  logic               begun, bad;
  assign begun = begun_q[beat_stream];
  assign bad   = bad_q[beat_stream];

  // Faults. A message with one goes on to its end, and shows nothing more.
  logic [LimitW:0]   count, kept_count, next_count;  // blocks of the message before this one
  logic [ErrorW-1:0] faults;
  logic              fault;
  // A message begins at zero: with a fast core what is kept is zero then, and no table asks.
  assign count      = Fast || begun ? kept_count : '0;
  assign next_count = Fast && beat_last ? '0 : count + 1'b1;
  always_comb begin
    faults = '0;
    faults[ErrDir]    = header.decrypt && !Decrypts;
    faults[ErrIv]     = header.bad_header;
    faults[ErrKind]   = beat.alien;
    faults[ErrLength] = beat.size.over || beat.part || (beat.short_end && !begun);
    faults[ErrWrap]   = count[LimitW] && !beat.size.none;
  end
  // Whether there is one now or was one before, from bits that were worked out when the beat entered.
  assign fault = bad || header.flawed || beat.flawed || beat.part || (beat.short_end && !begun)
                 || (count[LimitW] && !beat.size.none);

  moves_t judged_moves, moves;
  load_t  judged_load, load;
  step_e  first_step, second_step;
  always_comb begin
    first_step  = StepNone;
    second_step = StepNone;
    if (!begun) begin
      if (beat_last) first_step = StepOwn;
    end else if (beat.short_end && !fault) begin
      first_step  = beat.size.none ? StepEnd : StepSteal;
      second_step = beat.size.none ? StepNone : StepSplice;
    end else begin
      first_step  = StepHeld;
      second_step = beat_last ? StepOwn : StepNone;
    end
  end
  assign judged_moves = '{
    first: first_step, second: second_step, none: first_step == StepNone,
    shares: first_step == StepSteal, two: second_step != StepNone,
    first_own: first_step == StepOwn, second_own: second_step inside {StepOwn, StepSplice},
    fresh: !run_q[beat_stream],
    last: beat_last, stream: beat_stream
  };
  logic [15:0] lacked;
  for (genvar b = 0; b < 16; b++) begin : gen_lacked
    assign lacked[b] = beat.bytes <= 5'(15 - b);
  end
  assign judged_load = '{
    bad: bad, fault: fault, decrypt: Decrypts && header.decrypt,
    key: header.key, block: beat.block, lacks: lacked, bytes: beat.bytes
  };

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      begun_q <= '0;
      run_q   <= '0;
      bad_q   <= '0;
    end else if (taken) begin
      begun_q[beat_stream] <= !beat_last;
      run_q[beat_stream]   <= !beat_last && begun;
      bad_q[beat_stream]   <= !beat_last && fault;
    end
  end

  aesculus_mode_chain #(.Streams(Streams), .Width(LimitW + 1)) u_count (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .write_i(taken), .wr_stream_i(beat_stream),
    .data_i(next_count), .rd_stream_i(beat_stream), .data_o(kept_count)
  );

  // The step that is next: a header's, or the first or second of the beat that is next.
  choice_t      choice, made;
  logic         moves_valid, second_q, cc_busy_q, cc_valid_q, has_tweak, free;
  logic         second, waits, calm, offer, go, pop, finish;
  logic [StreamW-1:0] stream;  // whose step is next
  logic [127:0] first_tweak;
  step_e        step;
  assign stream  = moves.stream;
  assign step    = second_q ? moves.second : moves.first;
  assign offer   = moves_valid && !moves.none && calm && !waits;
  assign go      = offer && ready;
  assign finish  = pop && moves.last;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      second_q <= 1'b0;
    end else begin
      second_q <= second;
    end
  end

  assign choice = '{
    enters: hdr_offer || offer, goes: go, stores: pop && !moves.last, pops: pop,
    step: hdr_offer ? StepTweak : step, stream: hdr_offer ? ask.stream : stream,
    bank: hdr_offer && bank, first_tweak: first_tweak
  };

  of_t               choice_of;
  of_t [Columns-1:0] made_of;
  logic              own;
  assign own = second_q ? moves.second_own : moves.first_own;
  assign choice_of = '{
    ask: hdr_offer, beat: Fast ? own && !hdr_offer : own || hdr_offer,
    fresh: moves.fresh && !second_q
  };

  // No header asks, and the message has its tweak. With one stream both are known ahead, and the tweak
  // of the next message a cycle later, in which its first beat has no step.
  if (Fast && Streams == 1) begin : gen_calm_ahead
    logic calm_q, calm_d;
    // !hdr_offer_soon && has_tweak && !(pop && last)
    aesculus_lut4 #(.Init(16'h0070)) u_calm (
      .a_i({hdr_offer_soon, has_tweak, pop, moves.last}), .y_o(calm_d)
    );
    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) calm_q <= 1'b0;
      else calm_q <= calm_d;
    end
    assign calm = calm_q;
  end else begin : gen_calm_now
    assign calm = has_tweak && !hdr_offer;
  end

  // With a fast core beats stand ready in memory, their steps beside them: what decides has these
  // few bits before it, and what is moved follows a cycle later.
  if (Fast) begin : gen_ahead
    localparam int unsigned Words  = 16;
    localparam int unsigned Unseen = 4;  // beats may be on their way here
    localparam int unsigned RoomW  = $clog2(Words + 1);

    moves_t           moves_q;
    choice_t          choice_q;
    logic             pushes_q, admits_q;
    logic [RoomW-1:0] room_q;

    assign taken = beat_valid;

    aesculus_xts_turn u_turn (
      .valid_i(moves_valid), .none_i(moves.none), .two_i(moves.two), .shares_i(moves.shares),
      .second_i(second_q), .hdr_i(hdr_offer), .calm_i(calm), .ready_i(ready),
      .cc_busy_i(cc_busy_q), .cc_valid_i(cc_valid_q), .waits_o(waits),
      .second_o(second), .pop_o(pop)
    );

    always_ff @(posedge clk_i) moves_q <= judged_moves;

    // Shown later than what they are made of.
    aesculus_mode_prompt #(.Width($bits(moves_t)), .AddrW($clog2(Words))) u_moves (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .push_i(pushes_q), .data_i(moves_q),
      .valid_o(moves_valid), .pop_i({1'b1, pop}), .data_o(moves)
    );
    aesculus_xts_words #(.Width($bits(load_t)), .AddrW($clog2(Words))) u_loads (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .push_i(beat_valid), .data_i(judged_load),
      .pop_soon_i(pop), .data_o(load)
    );

    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        choice_q <= choice_t'('0);
        pushes_q <= 1'b0;
        room_q   <= RoomW'(Words);
        admits_q <= 1'b0;
      end else begin
        choice_q        <= choice;
        choice_q.enters <= choice.enters && ready;
        pushes_q        <= beat_valid;
        room_q          <= room_q + RoomW'(choice_q.pops) - RoomW'(beat_valid);
        admits_q        <= room_q > RoomW'(Unseen);
      end
    end
    assign made   = choice_q;
    assign admits = admits_q;

    for (genvar c = 0; c < Columns; c++) begin : gen_of
      aesculus_kept_reg u_ask (
        .clk_i, .rst_ni(rst_clear_n), .d_i(choice_of.ask), .q_o(made_of[c].ask)
      );
      aesculus_kept_reg u_beat (
        .clk_i, .rst_ni(rst_clear_n), .d_i(choice_of.beat), .q_o(made_of[c].beat)
      );
      aesculus_kept_reg u_fresh (
        .clk_i, .rst_ni(rst_clear_n), .d_i(choice_of.fresh), .q_o(made_of[c].fresh)
      );
    end
  end else begin : gen_at_once
    logic ends;
    assign ends        = second_q || !moves.two;
    assign waits       = moves.shares && (second_q ? !cc_valid_q : cc_busy_q);
    assign second      = go ? !ends : second_q;
    assign pop         = ends && (go || (moves_valid && !hdr_offer && moves.none && free));
    assign taken       = pop;
    assign moves       = judged_moves;
    assign load        = judged_load;
    assign moves_valid = beat_valid;
    assign made        = choice;
    assign made_of     = {Columns{choice_of}};
    assign admits      = 1'b1;
  end

  plan_t plan, planned;
  logic  clean, core_ready, room;
  assign clean = !(made.step == StepOwn ? load.fault : load.bad);
  always_comb begin
    planned = '{
      enters: made.enters, goes: made.goes, stores: made.stores,
      later: made.step == StepSteal && load.decrypt, decrypt: load.decrypt, key: '0,
      first_tweak: made.first_tweak, block: '0, of: made_of,
      rest: made.step == StepSplice ? load.lacks : '0,
      note: '{
        stream: made.stream, bank: made.bank, tweak: 1'b0, steal: made.step == StepSteal,
        splice: made.step == StepSplice, shown: made.step != StepSteal,
        bytes: made.step == StepSplice ? load.bytes : clean ? Full : '0,
        last: made.step inside {StepEnd, StepOwn, StepSplice}, fault: !clean
      }
    };
    for (int unsigned c = 0; c < Columns; c++) begin
      planned.block[16*c+:16] = !Fast && made_of[c].ask ? ask.iv[16*c+:16]
                                                        : load.block[16*c+:16];
      planned.key[KeyPart*c+:KeyPart] = made_of[c].ask ? ask.key[KeyPart*c+:KeyPart]
                                                       : load.key[KeyPart*c+:KeyPart];
    end
    if (made.step == StepTweak) begin
      planned.decrypt    = 1'b0;
      planned.note.tweak = 1'b1;
      planned.note.shown = 1'b0;
      planned.note.bytes = '0;
      planned.note.fault = 1'b0;
    end
  end

  // With a register in front of the core a step is decided in one cycle and made in the next.
  if (Fast) begin : gen_decided
    assign plan  = planned;
    assign free  = 1'b1;
    assign ready = room;
    logic unused;
    assign unused = core_ready;
  end else if (Staged) begin : gen_planned
    plan_t plan_q;
    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        plan_q <= plan_t'('0);
      end else if (free) begin
        plan_q        <= planned;
        plan_q.enters <= planned.enters && ready;
      end
    end
    assign plan  = plan_q;
    assign free  = !plan_q.enters || core_ready;
    assign ready = free;
  end else begin : gen_unplanned
    assign plan  = planned;
    assign free  = 1'b1;
    assign ready = core_ready;
  end

  // What goes in. To decrypt, the two that steal change tweaks.
  typedef struct packed {
    logic               enters;
    logic               decrypt;
    logic [KeyBits-1:0] key;
    logic [127:0]       block;
    logic [15:0]        rest;
    logic [127:0]       mask;
    note_t              note;
  } entry_t;

  entry_t       picked, entry;
  logic [127:0] tweak, kept_tweak, next_tweak, held, cc_q, entry_block;
  assign next_tweak = turned(doubled(turned(tweak)));
  for (genvar c = 0; c < Columns; c++) begin : gen_column
    assign tweak[16*c+:16] = plan.of[c].fresh ? plan.first_tweak[16*c+:16]
                                              : kept_tweak[16*c+:16];
    if (Fast) begin : gen_late_block
      // The beat comes from memory, so its block passes one table alone.
      logic [15:0] other;
      assign other = plan.of[c].ask ? ask.iv[16*c+:16] : held[16*c+:16];
      for (genvar b = 0; b < 16; b++) begin : gen_bit
        // beat ? block : other
        aesculus_lut4 #(.Init(16'hcaca)) u_block (
          .a_i({1'b0, plan.of[c].beat, plan.block[16*c+b], other[b]}), .y_o(picked.block[16*c+b])
        );
      end
    end else begin : gen_block
      assign picked.block[16*c+:16] = plan.of[c].beat ? plan.block[16*c+:16] : held[16*c+:16];
    end
    assign picked.mask[16*c+:16] = plan.of[c].ask ? '0 : plan.later ? next_tweak[16*c+:16]
                                                                    : tweak[16*c+:16];
  end
  for (genvar b = 0; b < 16; b++) begin : gen_byte
    assign entry_block[8*b+:8] = entry.rest[b] ? cc_q[8*b+:8] : entry.block[8*b+:8];
  end
  assign picked.enters  = plan.enters;
  assign picked.decrypt = plan.decrypt;
  assign picked.key     = plan.key;
  assign picked.rest    = plan.rest;
  assign picked.note    = plan.note;

  if (Fast) begin : gen_picked
    entry_t entry_q;
    logic   enters_q;
    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) enters_q <= 1'b0;
      else enters_q <= picked.enters;
    end
    // Overwritten in every cycle: no reset spans it.
    always_ff @(posedge clk_i) entry_q <= picked;
    always_comb begin
      entry        = entry_q;
      entry.enters = enters_q;
    end
  end else begin : gen_straight
    assign entry = picked;
  end

  logic         sum_valid, sum_ready, tap_valid, steal_back, tweak_back;
  logic [127:0] sum, tap_block, tap_sum, back_block;
  note_t        tap_note, back_note, out_note;
  if (Fast) begin : gen_flow
    aesculus_mode_flow #(.KeyBits(KeyBits), .NoteW($bits(note_t)), .AddrW(AddrW)) u_core (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .in_valid_i(entry.enters), .room_o(room),
      .in_block_i(entry_block ^ entry.mask), .in_key_i(entry.key), .in_decrypt_i(entry.decrypt),
      .in_mask_i(entry.mask), .in_drop_i(!entry.note.shown || entry.note.fault),
      .in_note_i(entry.note), .tap_valid_o(tap_valid), .tap_block_o(tap_block),
      .tap_sum_o(tap_sum), .tap_note_o(tap_note), .out_valid_o(sum_valid), .out_ready_i(sum_ready),
      .out_block_o(sum), .out_note_o(out_note), .core_valid_o, .core_block_o, .core_key_o,
      .core_decrypt_o, .core_valid_i, .core_ready_o, .core_block_i
    );
    assign core_ready = 1'b1;
    logic unused;
    assign unused = core_ready_i;
  end else begin : gen_core
    aesculus_mode_core #(
      .KeyBits(KeyBits), .NoteW($bits(note_t)), .AddrW(AddrW), .Holds(Holds), .Staged(Staged)
    ) u_core (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .in_valid_i(entry.enters),
      .in_ready_o(core_ready), .room_o(room), .in_block_i(entry_block ^ entry.mask),
      .in_key_i(entry.key), .in_decrypt_i(entry.decrypt), .in_mask_i(entry.mask), .in_keep_i('1),
      .in_drop_i(!entry.note.shown || entry.note.fault), .in_note_i(entry.note),
      .tap_valid_o(tap_valid), .tap_block_o(tap_block), .tap_sum_o(tap_sum),
      .tap_note_o(tap_note), .out_valid_o(sum_valid), .out_ready_i(sum_ready), .out_block_o(sum),
      .out_note_o(out_note), .core_valid_o, .core_ready_i, .core_block_o, .core_key_o,
      .core_decrypt_o, .core_valid_i, .core_ready_o, .core_block_i
    );
  end
  assign steal_back = tap_valid && tap_note.steal;

  // A tweak's memory lies where steps are decided, and the core's results come from the other end.
  if (Fast) begin : gen_back_later
    logic         tweak_back_q;
    note_t        back_note_q;
    logic [127:0] back_block_q;
    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) tweak_back_q <= 1'b0;
      else tweak_back_q <= tap_valid && tap_note.tweak;
    end
    always_ff @(posedge clk_i) begin
      back_note_q  <= tap_note;
      back_block_q <= tap_block;
    end
    assign tweak_back = tweak_back_q;
    assign back_note  = back_note_q;
    assign back_block = back_block_q;
  end else begin : gen_back_at_once
    assign tweak_back = tap_valid && tap_note.tweak;
    assign back_note  = tap_note;
    assign back_block = tap_block;
  end

  if (Fast) begin : gen_tweaks_later
    logic               done_q;
    logic [StreamW-1:0] done_stream_q;
    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        done_q        <= 1'b0;
        done_stream_q <= '0;
      end else begin
        done_q        <= finish;
        done_stream_q <= stream;
      end
    end
    assign done        = done_q;
    assign done_stream = done_stream_q;

    aesculus_xts_tweaks #(.Streams(Streams)) u_first (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .ask_i(hdr_offer && ready),
      .ask_stream_i(ask.stream), .ask_bank_o(bank), .write_i(tweak_back),
      .wr_stream_i(back_note.stream), .wr_bank_i(back_note.bank), .data_i(back_block),
      .rd_stream_i(stream), .rd_valid_o(has_tweak), .rd_data_o(first_tweak), .done_i(done),
      .done_stream_i(done_stream)
    );
  end else begin : gen_tweaks_at_once
    assign done        = finish;
    assign done_stream = stream;

    aesculus_mode_derived #(.Streams(Streams), .Single(Single)) u_first (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .ask_i(hdr_offer && ready),
      .ask_stream_i(ask.stream), .ask_bank_o(bank), .write_i(tweak_back),
      .wr_stream_i(back_note.stream), .wr_bank_i(back_note.bank), .data_i(back_block),
      .rd_stream_i(stream), .rd_valid_o(has_tweak), .rd_data_o(first_tweak), .done_i(finish)
    );
  end
  aesculus_mode_chain #(.Streams(Streams)) u_tweak (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .write_i(plan.goes && free),
    .wr_stream_i(plan.note.stream), .data_i(plan.later ? tweak : next_tweak),
    .rd_stream_i(plan.note.stream), .data_o(kept_tweak)
  );
  aesculus_mode_chain #(.Streams(Streams)) u_held (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .write_i(plan.stores && free),
    .wr_stream_i(plan.note.stream), .data_i(plan.block), .rd_stream_i(plan.note.stream),
    .data_o(held)
  );
  // Out: of a splice, its result and then the first bytes of CC. A fast core's results leave their queue
  // by a register that says that there is room, and no more.
  typedef struct packed {
    logic [127:0] sum;
    note_t        note;
  } result_t;

  result_t      last_out;
  logic         offers, tail_q, tail_first, out_take, out_free;
  logic [15:0]  tail_keep_q;  // bytes of CC that come out; their note shows a cycle before they do
  logic [127:0] tail;
  if (Fast) begin : gen_exit
    aesculus_mode_exit #(.Width($bits(result_t))) u_exit (
      .clk_i, .rst_ni(rst_clear_n), .in_valid_i(sum_valid && out_note.shown),
      .in_ready_o(sum_ready), .in_data_i({sum, out_note}), .out_valid_o(offers),
      .out_ready_i(out_free), .out_data_o(last_out)
    );
  end else begin : gen_no_exit
    assign offers    = sum_valid && out_note.shown;
    assign sum_ready = !out_note.shown || out_free;
    assign last_out  = '{sum: sum, note: out_note};
  end
  assign tail_first   = last_out.note.splice && !tail_q;
  assign out_free     = out_ready_i && !tail_first;
  assign out_take     = offers && out_ready_i;
  assign out_valid_o  = offers;
  assign out_stream_o = offers ? last_out.note.stream : '0;
  assign out_kind_o   = offers ? KindText : 2'd0;
  // The register gives zeros where there is nothing.
  assign out_block_o  = !Fast && !offers ? '0 : tail_q ? tail : last_out.sum;
  assign out_bytes_o  = !offers ? '0 : tail_first ? Full : last_out.note.bytes;
  assign out_last_o   = offers && last_out.note.last && !tail_first;
  assign out_error_o  = offers && last_out.note.fault;
  assign out_auth_o   = 1'b0;
  for (genvar b = 0; b < 16; b++) begin : gen_tail
    assign tail[8*b+:8] = tail_keep_q[b] ? cc_q[8*b+:8] : '0;
  end

  // CC, until its bytes are out. A splice asks for it two cycles behind its decision, so with a fast
  // core it may come a cycle later, and go: from registers, and each column by its own.
  logic tail_goes;
  assign tail_goes = out_take && tail_q;
  if (Fast) begin : gen_cc_later
    logic [127:0] sum_q;
    always_ff @(posedge clk_i) sum_q <= tap_sum;
    for (genvar c = 0; c < Columns; c++) begin : gen_column
      logic comes, goes;
      aesculus_kept_reg u_comes (.clk_i, .rst_ni(rst_clear_n), .d_i(steal_back), .q_o(comes));
      aesculus_kept_reg u_goes (.clk_i, .rst_ni(rst_clear_n), .d_i(tail_goes), .q_o(goes));
      always_ff @(posedge clk_i or negedge rst_clear_n) begin
        if (!rst_clear_n) begin
          cc_q[16*c+:16] <= '0;
        end else if (comes || goes) begin
          cc_q[16*c+:16] <= comes ? sum_q[16*c+:16] : '0;
        end
      end
    end
  end else begin : gen_cc_at_once
    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        cc_q <= '0;
      end else if (steal_back || tail_goes) begin
        cc_q <= tail_goes ? '0 : tap_sum;
      end
    end
  end

  // The step that starts; with a fast core as a register has it.
  logic  starts;
  step_e start;
  assign starts = Fast ? made.goes : go;
  assign start  = Fast ? made.step : step;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      cc_busy_q   <= 1'b0;
      cc_valid_q  <= 1'b0;
      tail_q      <= 1'b0;
      tail_keep_q <= '0;
    end else begin
      for (int unsigned b = 0; b < 16; b++) tail_keep_q[b] <= last_out.note.bytes > 5'(15 - b);
      if (starts && start == StepSteal) cc_busy_q <= 1'b1;
      if (starts && start == StepSplice) cc_valid_q <= 1'b0;
      if (steal_back) cc_valid_q <= 1'b1;
      if (out_take && last_out.note.splice) tail_q <= !tail_q;
      if (tail_goes) cc_busy_q <= 1'b0;
    end
  end

  logic [ErrorW-1:0] met;
  always_comb begin
    met = '0;
    if (taken && !bad) met = faults;
    met[ErrStream] = stray;
  end

  aesculus_mode_errors #(.Posted(Fast)) u_errors (
    .clk_i, .rst_ni(rst_clear_n), .clear_i(error_clear_i), .met_i(met), .error_o
  );

  logic unused;
  assign unused = ^{room, core_ready, hdr_tag_bytes_i, hdr_aad_bytes_i, hdr_text_bytes_i, tap_note,
                    back_note, out_note, last_out, hdr_offer_soon,
                    made};

endmodule

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
  parameter bit          Fast     = 1'b0,  // see aesculus_mode_core
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

  // A step on its way to the core, or a beat to be held.
  typedef struct packed {
    logic               enters;
    logic               goes;    // with a tweak of its own
    logic               stores;
    step_e              step;
    logic               later;   // it takes the tweak behind the next one
    logic               fresh;   // the message has no tweak but its first
    logic               decrypt;
    logic [KeyBits-1:0] key;
    logic [127:0]       first_tweak;
    logic [127:0]       block;   // of the beat, or the IV that a tweak is made of
    note_t              note;
  } plan_t;

  logic live, wipe, rst_clear_n;
  aesculus_mode_clear #(.Cycles(Wipe), .Far(Fast)) u_clear (
    .clk_i, .rst_ni, .clear_i, .core_cleared_i, .core_clear_o, .live_o(live), .wipe_o(wipe),
    .rst_no(rst_clear_n)
  );
  assign cleared_o = live;

  // What asks for a tweak: the header that is offered, which its stream takes with the core. With a fast
  // core it waits in a register, as it decides what everything else does.
  typedef struct packed {
    logic [StreamW-1:0] stream;
    logic [127:0]       iv;
    logic [KeyBits-1:0] key;     // Key2, of the tweak
    header_t            header;
  } ask_t;

  ask_t asked, ask;
  logic one_key, hdr_valid, hdr_ready, hdr_offer, ready;
  // Under two equal keys XTS is not what its proof is of: FIPS 140-3 IG C.I asks to refuse them.
  assign one_key = hdr_key_i[2*KeyBits-1:KeyBits] == hdr_key_i[KeyBits-1:0];
  assign asked   = '{
    stream: hdr_stream_i, iv: hdr_iv_i, key: hdr_key_i[KeyBits-1:0],
    header: '{
      decrypt: hdr_decrypt_i, bad_header: hdr_iv_bytes_i != Full || one_key,
      flawed: hdr_iv_bytes_i != Full || one_key || (hdr_decrypt_i && !Decrypts),
      key: hdr_key_i[2*KeyBits-1:KeyBits]
    }
  };

  if (Fast) begin : gen_ask_held
    logic asks_q;
    ask_t ask_q;
    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        asks_q <= 1'b0;
        ask_q  <= '0;
      end else if (!asks_q) begin
        asks_q <= hdr_valid_i && live;
        ask_q  <= asked;
      end else if (hdr_ready && ready) begin
        asks_q <= 1'b0;
      end
    end
    assign hdr_valid   = asks_q;
    assign ask         = ask_q;
    assign hdr_ready_o = live && !asks_q;
  end else begin : gen_ask_straight
    assign hdr_valid   = hdr_valid_i && live;
    assign ask         = asked;
    assign hdr_ready_o = hdr_ready && live && ready;
  end
  assign hdr_offer = hdr_valid && hdr_ready && 32'(ask.stream) < Streams;

  header_t header;
  beat_t   in, beat;
  logic    stray, beat_valid, beat_last, accept, bank;
  logic [StreamW-1:0] stream;
  assign in = '{
    alien: in_kind_i != KindText, flawed: in_kind_i != KindText || in_bytes_i > Full,
    short_end: in_last_i && in_bytes_i != Full, part: !in_last_i && in_bytes_i != Full,
    block: in_block_i, bytes: in_bytes_i, size: sized(in_bytes_i)
  };

  logic unused_beat_soon, unused_last_soon;
  aesculus_mode_beats #(
    .HeaderW($bits(header_t)), .BeatW($bits(beat_t)), .Streams(Streams), .Posted(Staged),
    .Single(Single)
  ) u_beats (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .live_i(live),
    .hdr_valid_i(hdr_valid && ready), .hdr_ready_o(hdr_ready), .hdr_stream_i(ask.stream),
    .hdr_data_i(ask.header), .in_valid_i, .in_ready_o, .in_stream_i, .in_last_i, .in_data_i(in),
    .stray_o(stray),
    .soon_o(unused_beat_soon), .last_soon_o(unused_last_soon), .valid_o(beat_valid),
    .take_i(accept), .stream_o(stream), .last_o(beat_last), .data_o(beat), .header_o(header)
  );

  // What goes on between the beats of a stream.
  logic [Streams-1:0] begun_q, held_q, run_q, bad_q;
  logic               begun, holds, bad, decrypt;
  assign begun   = begun_q[stream];
  assign holds   = held_q[stream];
  assign bad     = bad_q[stream];
  assign decrypt = Decrypts && header.decrypt;

  // Faults. A message with one goes on to its end, and shows nothing more.
  logic [LimitW:0]   count, kept_count;  // blocks of the message before this one
  logic [ErrorW-1:0] faults;
  logic              fault;
  assign count = begun ? kept_count : '0;
  always_comb begin
    faults = '0;
    faults[ErrDir]    = header.decrypt && !Decrypts;
    faults[ErrIv]     = header.bad_header;
    faults[ErrKind]   = beat.alien;
    faults[ErrLength] = beat.size.over || beat.part || (beat.short_end && !begun);
    faults[ErrWrap]   = count[LimitW] && !beat.size.none;
  end
  assign fault = bad || header.flawed || beat.flawed || beat.part || (beat.short_end && !begun)
                 || (count[LimitW] && !beat.size.none);

  // The step that the offered beat makes next, and whether it is taken with it.
  logic         stolen_q, cc_busy_q, cc_valid_q, has_tweak;
  logic [127:0] first_tweak;
  step_e step;
  logic  waits, takes, allowed, offer, finish, go, store, free;
  always_comb begin
    step  = StepNone;
    takes = 1'b1;
    if (stolen_q) begin
      step = StepSplice;
    end else if (holds && beat.short_end && !fault) begin
      step  = beat.size.none ? StepEnd : StepSteal;
      takes = beat.size.none;
    end else if (holds) begin
      step  = StepHeld;
      takes = !beat_last;
    end else if (beat_last) begin
      step = StepOwn;
    end
  end
  assign waits   = step != StepNone
                   && (!has_tweak || (step == StepSteal && cc_busy_q)
                       || (step == StepSplice && !cc_valid_q));
  assign allowed = beat_valid && !waits && !hdr_offer;
  assign offer   = allowed && step != StepNone;
  assign go      = offer && ready;
  assign accept  = takes && (step == StepNone ? allowed && free : go);
  assign finish  = accept && beat_last;
  assign store   = accept && !beat_last;

  // With a register in front of the core a step is decided in one cycle and made in the next.
  plan_t plan, planned;
  logic  clean, core_ready, room;
  assign clean = !(step == StepOwn ? fault : bad);
  always_comb begin
    planned = '{
      enters: offer, goes: go, stores: store, step: step, later: step == StepSteal && decrypt,
      fresh: !run_q[stream], decrypt: decrypt, key: header.key, first_tweak: first_tweak,
      block: beat.block,
      note: '{
        stream: stream, bank: 1'b0, tweak: 1'b0, steal: step == StepSteal,
        splice: step == StepSplice, shown: step != StepSteal,
        bytes: step == StepSplice ? beat.bytes : clean ? Full : '0,
        last: step inside {StepEnd, StepOwn, StepSplice}, fault: !clean
      }
    };
    if (hdr_offer) begin
      planned.enters  = 1'b1;
      planned.step    = StepTweak;
      planned.later   = 1'b0;
      planned.decrypt = 1'b0;
      planned.key     = ask.key;
      planned.block   = ask.iv;
      planned.note    = '{
        stream: ask.stream, bank: bank, tweak: 1'b1, steal: 1'b0, splice: 1'b0, shown: 1'b0,
        bytes: '0, last: 1'b0, fault: 1'b0
      };
    end
  end

  if (Staged) begin : gen_planned
    plan_t plan_q;
    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        plan_q <= '0;
      end else if (free) begin
        plan_q        <= planned;
        plan_q.enters <= planned.enters && ready;
      end
    end
    assign plan  = plan_q;
    assign free  = Fast || !plan_q.enters || core_ready;
    assign ready = Fast ? room : free;
  end else begin : gen_unplanned
    assign plan  = planned;
    assign free  = 1'b1;
    assign ready = core_ready;
  end

  // What goes in. To decrypt, the two that steal change tweaks.
  logic [127:0] tweak, kept_tweak, next_tweak, held, block, mask, rest, cc_q;
  assign tweak      = plan.fresh ? plan.first_tweak : kept_tweak;
  assign next_tweak = turned(doubled(turned(tweak)));
  assign rest       = first(plan.note.bytes);
  always_comb begin
    mask  = plan.later ? next_tweak : tweak;
    block = held;
    unique case (plan.step)
      StepTweak: begin
        mask  = '0;
        block = plan.block;
      end
      StepOwn:    block = plan.block;
      StepSplice: block = (plan.block & rest) | (cc_q & ~rest);
      default:    block = held;
    endcase
  end

  logic         sum_valid, sum_ready, tap_valid, steal_back, tweak_back;
  logic [127:0] sum, tap_block, tap_sum;
  note_t        tap_note, out_note;
  aesculus_mode_core #(
    .KeyBits(KeyBits), .NoteW($bits(note_t)), .AddrW(AddrW), .Holds(Holds),
    .Staged(Staged), .Fast(Fast), .Open(Fast && Staged)
  ) u_core (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .in_valid_i(plan.enters),
    .in_ready_o(core_ready), .room_o(room), .in_block_i(block ^ mask), .in_key_i(plan.key),
    .in_decrypt_i(plan.decrypt), .in_mask_i(mask), .in_keep_i('1),
    .in_drop_i(!plan.note.shown || plan.note.fault), .in_note_i(plan.note),
    .tap_valid_o(tap_valid), .tap_block_o(tap_block), .tap_sum_o(tap_sum),
    .tap_note_o(tap_note), .out_valid_o(sum_valid), .out_ready_i(sum_ready), .out_block_o(sum),
    .out_note_o(out_note), .core_valid_o, .core_ready_i, .core_block_o, .core_key_o,
    .core_decrypt_o, .core_valid_i, .core_ready_o, .core_block_i
  );
  assign tweak_back = tap_valid && tap_note.tweak;
  assign steal_back = tap_valid && tap_note.steal;

  aesculus_mode_derived #(.Streams(Streams), .Single(Single)) u_first (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .ask_i(hdr_offer && ready),
    .ask_stream_i(ask.stream), .ask_bank_o(bank), .write_i(tweak_back),
    .wr_stream_i(tap_note.stream), .wr_bank_i(tap_note.bank), .data_i(tap_block),
    .rd_stream_i(stream), .rd_valid_o(has_tweak), .rd_data_o(first_tweak), .done_i(finish)
  );
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
  aesculus_mode_chain #(.Streams(Streams), .Width(LimitW + 1)) u_count (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .write_i(store), .wr_stream_i(stream),
    .data_i(count + 1'b1), .rd_stream_i(stream), .data_o(kept_count)
  );

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      begun_q  <= '0;
      held_q   <= '0;
      run_q    <= '0;
      bad_q    <= '0;
      stolen_q <= 1'b0;
    end else begin
      if (go) begin
        held_q[stream] <= 1'b0;
        run_q[stream]  <= 1'b1;
        stolen_q       <= step == StepSteal;
      end
      if (accept) begin
        begun_q[stream] <= !beat_last;
        held_q[stream]  <= store;
        bad_q[stream]   <= !beat_last && fault;
        if (beat_last) run_q[stream] <= 1'b0;
      end
    end
  end

  // Out: of a splice, its result and then the first bytes of CC.
  logic tail_q, tail_first, out_take;
  assign tail_first   = out_note.splice && !tail_q;
  assign sum_ready    = !out_note.shown || (out_ready_i && !tail_first);
  assign out_valid_o  = sum_valid && out_note.shown;
  assign out_take     = out_valid_o && out_ready_i;
  assign out_stream_o = out_valid_o ? out_note.stream : '0;
  assign out_kind_o   = out_valid_o ? KindText : 2'd0;
  assign out_block_o  = !out_valid_o ? '0 : tail_q ? cc_q & first(out_note.bytes) : sum;
  assign out_bytes_o  = !out_valid_o ? '0 : tail_first ? Full : out_note.bytes;
  assign out_last_o   = out_valid_o && out_note.last && !tail_first;
  assign out_error_o  = out_valid_o && out_note.fault;
  assign out_auth_o   = 1'b0;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      cc_q       <= '0;
      cc_busy_q  <= 1'b0;
      cc_valid_q <= 1'b0;
      tail_q     <= 1'b0;
    end else begin
      if (go && step == StepSteal) cc_busy_q <= 1'b1;
      if (go && step == StepSplice) cc_valid_q <= 1'b0;
      if (steal_back) begin
        cc_q       <= tap_sum;
        cc_valid_q <= 1'b1;
      end
      if (out_take && out_note.splice) tail_q <= !tail_q;
      if (out_take && tail_q) begin
        cc_q      <= '0;
        cc_busy_q <= 1'b0;
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

  logic unused;
  assign unused = ^{room, core_ready, hdr_tag_bytes_i, hdr_aad_bytes_i, hdr_text_bytes_i, tap_note,
                    out_note};

endmodule

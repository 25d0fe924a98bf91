// SPDX-License-Identifier: Apache-2.0
// GCM of SP 800-38D, on the message port (docs/modes.md), beside a core that encrypts.
//
//   headers --> front ----> core -----> results --+
//   in_*  ----> H, J0, a    (E(0), E(J0), E(ctr)) +--> back --> text, held --> out_*
//               step each --> FIFO of steps ------+      |           ^
//                    ^                                 GHASH --> tag, verdict
//                    +------ J0 of an IV that is not 96 bits ----+
//
// A message is a row of steps: E(0) is the key of GHASH, E(J0) hides the tag, then a step for each
// beat. Steps that ask the core for a block wait for it in the FIFO of steps, so all goes in order,
// and the next message's steps follow at once. The length block goes to GHASH when the last step is
// done.
//
// Text to decrypt is held until its tag is right, and dropped if it is not (Raw: it goes out at
// once). A message ends with its tag, or, when it was decrypted or had a fault, with a beat of no
// bytes that has the verdict.

module aesculus_gcm
  import aesculus_mode_pkg::*;
  import aesculus_ghash_pkg::*;
#(
  parameter int unsigned KeyBits = 128,
  parameter int unsigned AddrW   = 2,     // 2**AddrW steps may be on their way through the core
  parameter bit          Holds   = 1'b0,  // the core has flow control
  parameter int unsigned HoldW   = 7,     // 2**HoldW blocks of text are held
  parameter bit          Raw     = 1'b0,  // decrypted text does not wait for its tag
  parameter bit          Mac     = 1'b0,  // GMAC: no text
  parameter int unsigned LimitW  = 32,    // a message has at most 2**LimitW - 2 blocks of text
  parameter int unsigned Digit   = 0,     // bits of a block that GHASH takes in a cycle; 0 for all
  parameter int unsigned Levels  = 4,     // of aesculus_ghash
  parameter cuts_t       Cuts    = DefaultCuts
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clear_i,
  output logic               cleared_o,

  input  logic               hdr_valid_i,
  output logic               hdr_ready_o,
  input  logic               hdr_stream_i,
  input  logic               hdr_decrypt_i,
  input  logic [KeyBits-1:0] hdr_key_i,
  input  logic [127:0]       hdr_iv_i,
  input  logic [4:0]         hdr_iv_bytes_i,
  input  logic [4:0]         hdr_tag_bytes_i,
  input  logic [31:0]        hdr_aad_bytes_i,
  input  logic [31:0]        hdr_text_bytes_i,

  input  logic               in_valid_i,
  output logic               in_ready_o,
  input  logic               in_stream_i,
  input  logic [1:0]         in_kind_i,
  input  logic [127:0]       in_block_i,
  input  logic [4:0]         in_bytes_i,
  input  logic               in_last_i,

  output logic               out_valid_o,
  input  logic               out_ready_i,
  output logic               out_stream_o,
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

  localparam int unsigned WipeText  = 2**HoldW;
  localparam int unsigned WipeSteps = 2**AddrW;
  localparam int unsigned WipeHash  = wipe_cycles(1, Cuts);
  localparam int unsigned WipeMost  = WipeText > WipeSteps ? WipeText : WipeSteps;
  localparam int unsigned Wipe      = (WipeMost > WipeHash ? WipeMost : WipeHash) + 3;
  localparam logic [4:0]  Full      = 5'd16;
  localparam logic [4:0]  ShortIv   = 5'd12;

  function automatic bit legal_tag(logic [4:0] bytes);
    return bytes == 5'd4 || bytes == 5'd8 || (bytes >= 5'd12 && bytes <= 5'd16);
  endfunction

  typedef enum logic [1:0] {
    StepHash,  // the result is the key of GHASH
    StepHide,  // the result hides the tag
    StepIv,    // the IV has ended: its hash is wanted
    StepData
  } step_e;

  typedef struct packed {
    step_e        kind;
    logic         core;     // a result of the core belongs to it
    logic         decrypt;
    logic         last;
    logic         fault;
    logic         ends;     // of the IV, or of the message
    logic         to_hash;
    logic         to_text;
    kind_e        data_kind;
    logic [4:0]   bytes;
    logic [4:0]   tag_bytes;
    logic [127:0] data;
  } step_t;

  typedef struct packed {
    kind_e        kind;
    logic [127:0] block;
    logic [4:0]   bytes;
    beat_size_t   size;
    logic         last;
  } beat_t;

  typedef struct packed {
    logic               decrypt;
    logic               bad_tag;
    logic               bad_iv;
    logic [KeyBits-1:0] key;
    logic [127:0]       iv;
    logic [4:0]         iv_bytes;
    logic [4:0]         tag_bytes;
  } header_t;

  // ----------------------------------------------------------------------- clear, headers, beats
  logic live, wipe, rst_clear_n;
  aesculus_mode_clear #(.Cycles(Wipe)) u_clear (
    .clk_i, .rst_ni, .clear_i, .core_cleared_i, .live_o(live), .wipe_o(wipe),
    .rst_no(rst_clear_n)
  );
  assign cleared_o    = live;
  assign core_clear_o = clear_i;

  header_t hdr_in, hdr_next, header;
  logic    hdr_ready, hdr_stray, hdr_load, has_next, has_header, finish;

  assign hdr_in = '{
    decrypt: hdr_decrypt_i, bad_tag: !legal_tag(hdr_tag_bytes_i), bad_iv: hdr_iv_bytes_i > Full,
    key: hdr_key_i, iv: hdr_iv_i, iv_bytes: hdr_iv_bytes_i, tag_bytes: hdr_tag_bytes_i
  };
  assign hdr_ready_o = hdr_ready && live;

  aesculus_mode_headers #(.Width($bits(header_t)), .Streams(1)) u_headers (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .wr_valid_i(hdr_valid_i && live),
    .wr_ready_o(hdr_ready), .wr_stream_i(hdr_stream_i), .wr_data_i(hdr_in),
    .wr_stray_o(hdr_stray), .rd_stream_i(1'b0), .rd_valid_o(has_next), .rd_data_o(hdr_next),
    .last_i(hdr_load), .done_stream_i(1'b0), .done_i(finish)
  );

  // The header of the message that runs and the beat that is next are in registers: all that the front
  // decides in a cycle begins there.
  beat_t   beat, beat_q;
  header_t header_q;
  logic    has_header_q, has_beat_q, enter, stray, take;

  assign hdr_load   = has_next && (!has_header_q || finish);
  assign has_header = has_header_q;
  assign header     = header_q;
  assign beat       = beat_q;
  assign stray      = in_valid_i && live && in_stream_i;
  assign in_ready_o = live && (in_stream_i
                               || ((has_header_q || has_next) && (!has_beat_q || take)));
  assign enter      = in_valid_i && in_ready_o && !in_stream_i;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      has_header_q <= 1'b0;
      header_q     <= '0;
      has_beat_q   <= 1'b0;
      beat_q       <= '0;
    end else begin
      if (!has_header_q || finish) begin
        has_header_q <= has_next;
        header_q     <= hdr_next;
      end
      if (!has_beat_q || take) begin
        has_beat_q <= enter;
        beat_q     <= '{
          kind: kind_e'(in_kind_i), block: in_block_i, bytes: in_bytes_i, size: sized(in_bytes_i),
          last: in_last_i
        };
      end
    end
  end

  // ---------------------------------------------------------------------------------- the front
  typedef enum logic [2:0] {
    AtHash, AtIv, AtIvEnd, AtWait, AtHide, AtData, AtEnd
  } at_e;

  at_e                at_q, at_d;
  logic               bad_q, partial_q, iv_seen_q, ended_q;
  kind_e              kind_q;
  logic [127:0]       counter_q;
  logic [LimitW-1:0]  blocks_q;
  logic [HoldW:0]     held_q;

  logic               offer, ready, step_go, to_core;
  step_t              step;
  logic [ErrorW-1:0]  faults;
  logic               fault;
  logic               start_valid, start_taken;
  logic [127:0]       start;

  // Faults of the beat that is offered.
  always_comb begin
    faults = '0;
    faults[ErrIv]     = header.bad_iv
                        || (header.iv_bytes == '0 && beat.kind != KindIv && !iv_seen_q)
                        || (header.iv_bytes != '0 && beat.kind == KindIv && kind_q == KindIv);
    faults[ErrKind]   = beat.kind < kind_q
                        || (beat.kind == KindTag && (!header.decrypt || kind_q == KindTag))
                        || (Mac && beat.kind == KindText && !beat.size.none);
    faults[ErrLength] = header.bad_tag || beat.size.over
                        || (partial_q && beat.kind == kind_q)
                        || (beat.kind == KindTag && beat.bytes != header.tag_bytes)
                        || (header.decrypt && beat.last && beat.kind != KindTag);
    faults[ErrWrap]   = beat.kind == KindText && !beat.size.none
                        && blocks_q == {{(LimitW-1){1'b1}}, 1'b0};
    faults[ErrOverrun] = !Raw && header.decrypt && beat.kind == KindText && !beat.size.none
                         && held_q[HoldW];
  end

  assign fault = bad_q || faults != '0;

  logic is_beat;  // the step is that of a beat
  logic skip;     // on without a step
  always_comb begin
    offer     = 1'b0;
    is_beat   = 1'b0;
    skip      = 1'b0;
    at_d      = at_q;
    to_core   = 1'b0;
    core_block_o = counter_q;
    step      = '{
      kind: StepData, core: 1'b0, decrypt: header.decrypt, last: 1'b0, fault: 1'b0, ends: 1'b0,
      to_hash: 1'b0, to_text: 1'b0, data_kind: KindIv, bytes: '0, tag_bytes: header.tag_bytes,
      data: '0
    };
    unique case (at_q)
      AtHash: begin
        offer        = has_header;
        to_core      = 1'b1;
        core_block_o = '0;
        step.kind    = StepHash;
        at_d         = header.iv_bytes == ShortIv ? AtHide : AtIv;
      end
      AtIv: begin
        if (header.iv_bytes != '0) begin
          offer        = 1'b1;
          step.to_hash = 1'b1;
          step.bytes   = header.iv_bytes > Full ? Full : header.iv_bytes;
          step.data    = header.iv;
          at_d         = AtIvEnd;
        end else if (has_beat_q && beat.kind == KindIv) begin
          offer        = 1'b1;
          is_beat      = 1'b1;
          step.to_hash = !beat.size.none;
          step.bytes   = beat.size.over ? Full : beat.bytes;
          step.data    = beat.block;
          at_d         = beat.last ? AtIvEnd : AtIv;
        end else begin
          skip         = has_beat_q;
          at_d         = AtIvEnd;
        end
      end
      AtIvEnd: begin
        offer     = 1'b1;
        step.kind = StepIv;
        step.ends = 1'b1;
        at_d      = AtWait;
      end
      AtWait: begin
        skip = start_valid;
        at_d = AtHide;
      end
      AtHide: begin
        offer        = 1'b1;
        to_core      = 1'b1;
        core_block_o = header.iv_bytes == ShortIv ? {header.iv[127:32], 32'd1} : counter_q;
        step.kind    = StepHide;
        at_d         = ended_q ? AtEnd : AtData;
      end
      AtData: begin
        offer          = has_beat_q;
        is_beat        = 1'b1;
        to_core        = beat.kind == KindText && !beat.size.none && !fault;
        step.data_kind = beat.kind;
        step.bytes     = fault ? '0 : beat.bytes;
        step.data      = fault ? '0 : beat.block;
        step.last      = beat.last;
        step.fault     = fault;
        step.ends      = beat.last;
        step.to_hash   = beat.kind != KindTag && !beat.size.none && !fault;
        // The last step of a message leaves an entry behind its text even without text of its own.
        step.to_text   = to_core || beat.last;
        at_d           = beat.last ? AtHash : AtData;
      end
      AtEnd: begin
        // All of the message was its IV: it is an empty one, which is none to decrypt.
        offer          = 1'b1;
        step.data_kind = KindText;
        step.last      = 1'b1;
        step.fault     = bad_q;
        step.ends      = 1'b1;
        step.to_text   = 1'b1;
        at_d           = AtHash;
      end
      default: at_d = AtHash;
    endcase
    step.core = to_core;
  end

  assign step_go    = offer && ready;
  assign take       = step_go && is_beat;
  assign finish     = step_go && step.last;
  assign start_taken = at_q == AtWait && start_valid;

  logic [127:0] counter;
  assign counter = core_block_o;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      at_q      <= AtHash;
      bad_q     <= 1'b0;
      partial_q <= 1'b0;
      iv_seen_q <= 1'b0;
      ended_q   <= 1'b0;
      kind_q    <= KindIv;
      counter_q <= '0;
      blocks_q  <= '0;
      held_q    <= '0;
    end else begin
      if (step_go || skip) at_q <= at_d;
      if (start_taken) counter_q <= start;
      if (step_go && to_core && at_q != AtHash) begin
        counter_q <= {counter[127:32], counter[31:0] + 32'd1};
      end
      if (step_go && is_beat) begin
        bad_q     <= fault;
        kind_q    <= beat.kind;
        partial_q <= !beat.size.full;
        if (beat.kind == KindIv) iv_seen_q <= iv_seen_q || !beat.size.none;
        if (beat.kind == KindIv && beat.last) begin
          ended_q <= 1'b1;
          bad_q   <= fault || header.decrypt || !(iv_seen_q || !beat.size.none);
        end
        if (to_core) begin
          blocks_q <= blocks_q + 1'b1;
          if (!held_q[HoldW]) held_q <= held_q + 1'b1;
        end
      end
      if (finish) begin
        bad_q     <= 1'b0;
        partial_q <= 1'b0;
        iv_seen_q <= 1'b0;
        ended_q   <= 1'b0;
        kind_q    <= KindIv;
        counter_q <= '0;
        blocks_q  <= '0;
        held_q    <= '0;
      end
    end
  end

  // ----------------------------------------------------------------- the core, steps and results
  logic [AddrW:0] room_q, room;
  logic           admit_q, step_done, step_valid, result_valid, result_pop;
  step_t          now;
  logic [127:0]   result;

  assign room           = room_q + (AddrW + 1)'(step_done) - (AddrW + 1)'(step_go);
  assign ready          = admit_q && (!to_core || core_ready_i);
  assign core_valid_o   = admit_q && offer && to_core;
  assign core_key_o     = header.key;
  assign core_decrypt_o = 1'b0;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      room_q  <= (AddrW + 1)'(1) << AddrW;
      admit_q <= 1'b1;
    end else begin
      room_q  <= room;
      admit_q <= room != '0;
    end
  end

  aesculus_mode_fifo #(.Width($bits(step_t)), .AddrW(AddrW)) u_steps (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .push_i(step_go), .data_i(step),
    .valid_o(step_valid), .pop_i(step_done), .data_o(now)
  );

  assign result_pop = step_done && now.core;

  if (Holds) begin : gen_straight
    assign core_ready_o = result_pop;
    assign result_valid = core_valid_i;
    assign result       = core_block_i;
  end else begin : gen_held
    assign core_ready_o = 1'b1;
    aesculus_mode_fifo #(.Width(128), .AddrW(AddrW)) u_results (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .push_i(core_valid_i && live),
      .data_i(core_block_i), .valid_o(result_valid), .pop_i(result_pop),
      .data_o(result)
    );
  end

  // ----------------------------------------------------------------------------------- the back
  typedef struct packed {
    logic         is_iv;
    logic         decrypt;
    logic         fault;
    logic [4:0]   tag_bytes;
    logic [127:0] hide;      // what hides the tag, to decrypt with the tag that came
  } verdict_t;

  typedef struct packed {
    logic         decrypt;
    logic         last;      // of its message
    logic         data;      // it has text
    logic [4:0]   bytes;
    logic [127:0] block;
  } text_t;

  logic [127:0] hash_key_q, hide_q, tag_q, mask, plain, sum;
  logic         key_wait_q, len_wait_q, len_iv_q;
  logic [60:0]  aad_q;       // bytes
  logic [35:0]  text_q;
  logic         has_result;
  logic         key_ready, hash_in_ready, hash_in_valid, hash_in_last;
  logic [127:0] hash_in, length_block;
  logic         info_room, info_valid, info_pop, text_room;
  verdict_t     info_in, info;
  text_t        text_in;

  assign has_result = !now.core || result_valid;
  assign mask       = first(now.bytes);
  assign plain      = now.data & mask;
  assign sum        = (now.data ^ result) & mask;

  always_comb begin
    step_done = live && step_valid && has_result;
    if (now.kind inside {StepHash, StepIv} && key_wait_q) step_done = 1'b0;
    if ((now.to_hash || now.ends) && len_wait_q) step_done = 1'b0;
    if (now.to_hash && !hash_in_ready) step_done = 1'b0;
    if (now.ends && !info_room) step_done = 1'b0;
    if (now.to_text && !text_room) step_done = 1'b0;
  end

  assign length_block = len_iv_q ? {64'd0, aad_q, 3'd0} : {aad_q, 3'd0, 25'd0, text_q, 3'd0};

  assign hash_in_valid = len_wait_q || (step_done && now.to_hash);
  assign hash_in_last  = len_wait_q;
  assign hash_in       = len_wait_q ? length_block
                       : now.data_kind == KindText && !now.decrypt ? sum : plain;

  assign info_in = '{
    is_iv: now.kind == StepIv, decrypt: now.decrypt, fault: now.fault, tag_bytes: now.tag_bytes,
    hide: !now.decrypt ? hide_q : hide_q ^ (now.data_kind == KindTag ? plain : tag_q)
  };
  assign text_in = '{
    decrypt: now.decrypt, last: now.last, data: now.core, bytes: now.core ? now.bytes : '0,
    block: now.core ? sum : '0
  };

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      hash_key_q <= '0;
      hide_q     <= '0;
      tag_q      <= '0;
      key_wait_q <= 1'b0;
      len_wait_q <= 1'b0;
      len_iv_q   <= 1'b0;
      aad_q      <= '0;
      text_q     <= '0;
    end else begin
      if (key_wait_q && key_ready) key_wait_q <= 1'b0;
      if (len_wait_q && hash_in_ready) begin
        len_wait_q <= 1'b0;
        aad_q      <= '0;
        text_q     <= '0;
      end
      if (step_done) begin
        unique case (now.kind)
          StepHash: begin
            hash_key_q <= result;
            key_wait_q <= 1'b1;
          end
          StepHide: hide_q <= result;
          StepIv: begin
            key_wait_q <= 1'b1;
            len_wait_q <= 1'b1;
            len_iv_q   <= 1'b1;
          end
          default: begin
            if (now.data_kind == KindTag) tag_q <= plain;
            if (now.to_hash && now.data_kind == KindText) text_q <= text_q + 36'(now.bytes);
            if (now.to_hash && now.data_kind != KindText) aad_q <= aad_q + 61'(now.bytes);
            if (now.last) begin
              len_wait_q <= 1'b1;
              len_iv_q   <= 1'b0;
              tag_q      <= '0;
            end
          end
        endcase
      end
    end
  end

  // -------------------------------------------------------------------------------------- GHASH
  logic         hash_valid, hash_ready;
  logic [127:0] hash;

  if (Digit == 0) begin : gen_ghash
    aesculus_ghash #(.Blocks(1), .Levels(Levels), .Cuts(Cuts)) u_ghash (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .h_valid_i(key_wait_q), .h_ready_o(key_ready),
      .h_i(hash_key_q), .in_valid_i(hash_in_valid), .in_ready_o(hash_in_ready),
      .in_blocks_i(hash_in), .in_count_i(1'b1), .in_last_i(hash_in_last),
      .out_valid_o(hash_valid), .out_ready_i(hash_ready), .out_hash_o(hash)
    );
  end else begin : gen_serial
    aesculus_ghash_serial #(.Digit(Digit)) u_ghash (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .h_valid_i(key_wait_q), .h_ready_o(key_ready),
      .h_i(hash_key_q), .in_valid_i(hash_in_valid), .in_ready_o(hash_in_ready),
      .in_blocks_i(hash_in), .in_count_i(1'b1), .in_last_i(hash_in_last),
      .out_valid_o(hash_valid), .out_ready_i(hash_ready), .out_hash_o(hash)
    );
  end

  // What waits for a hash, in order.
  localparam int unsigned InfoW = 2;
  logic [InfoW:0] infos_q;
  assign info_room = infos_q != (InfoW+1)'(2**InfoW);

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      infos_q <= '0;
    end else begin
      infos_q <= infos_q + (InfoW+1)'(step_done && now.ends) - (InfoW+1)'(info_pop);
    end
  end

  aesculus_fifo #(.Width($bits(verdict_t)), .AddrW(InfoW)) u_info (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .push_i(step_done && now.ends),
    .data_i(wipe ? '0 : info_in), .valid_o(info_valid), .pop_i(info_pop), .data_o(info)
  );

  // Tag and verdict of the oldest message that is not out.
  logic         done_q, right_q, fault_q, done_pop;
  logic [4:0]   tag_bytes_q;
  logic [127:0] tag_out_q, tag;

  assign tag         = (hash ^ info.hide) & first(info.tag_bytes);
  assign start_valid = hash_valid && info_valid && info.is_iv;
  assign start       = hash;
  assign info_pop    = hash_valid && info_valid && (info.is_iv ? start_taken : !done_q || done_pop);
  assign hash_ready  = info_pop;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      done_q      <= 1'b0;
      right_q     <= 1'b0;
      fault_q     <= 1'b0;
      tag_bytes_q <= '0;
      tag_out_q   <= '0;
    end else if (info_pop && !info.is_iv) begin
      done_q      <= 1'b1;
      fault_q     <= info.fault;
      right_q     <= info.decrypt && !info.fault && tag == '0;
      tag_bytes_q <= info.fault || info.decrypt ? '0 : info.tag_bytes;
      tag_out_q   <= info.fault || info.decrypt ? '0 : tag;
    end else if (done_pop) begin
      done_q    <= 1'b0;
      tag_out_q <= '0;
    end
  end

  // ------------------------------------------------------------------------------- text, and out
  text_t text;
  logic  text_valid, text_pop, ending_q, text_go;

  aesculus_gcm_text #(.Width($bits(text_t)), .AddrW(HoldW)) u_text (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .push_i(step_done && now.to_text),
    .room_o(text_room), .data_i(text_in), .valid_o(text_valid), .pop_i(text_pop), .data_o(text)
  );

  // Text goes out at once, or when its message is known to be right; then the end.
  assign text_go  = text_valid && !ending_q;
  logic show_text, drop_text, show_end;
  always_comb begin
    show_text = 1'b0;
    drop_text = 1'b0;
    if (text_go) begin
      if (!text.data) begin
        drop_text = 1'b1;
      end else if (text.decrypt && !Raw) begin
        show_text = done_q && right_q;
        drop_text = done_q && !right_q;
      end else begin
        show_text = 1'b1;
      end
    end
  end
  assign show_end = ending_q && done_q;
  assign text_pop = drop_text || (show_text && out_ready_i);
  assign done_pop = show_end && out_ready_i;

  logic end_decrypt_q;
  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      ending_q      <= 1'b0;
      end_decrypt_q <= 1'b0;
    end else if (text_pop && text.last) begin
      ending_q      <= 1'b1;
      end_decrypt_q <= text.decrypt;
    end else if (done_pop) begin
      ending_q <= 1'b0;
    end
  end

  logic end_tag;
  assign end_tag      = show_end && !end_decrypt_q && !fault_q;
  assign out_valid_o  = live && (show_text || show_end);
  assign out_stream_o = 1'b0;
  assign out_kind_o   = !out_valid_o ? KindIv : end_tag ? KindTag : KindText;
  assign out_block_o  = !live ? '0 : show_text ? text.block : end_tag ? tag_out_q : '0;
  assign out_bytes_o  = !live ? '0 : show_text ? text.bytes : end_tag ? tag_bytes_q : '0;
  assign out_last_o   = live && show_end;
  assign out_auth_o   = out_last_o && right_q;
  assign out_error_o  = out_last_o && fault_q;

  // --------------------------------------------------------------------------------------- errors
  logic [ErrorW-1:0] met;
  always_comb begin
    met = '0;
    if (step_go && is_beat && !bad_q) met = faults;
    if (step_go && at_q == AtEnd && !iv_seen_q) met[ErrIv] = 1'b1;
    if (info_pop && !info.is_iv && info.decrypt && !info.fault && tag != '0) begin
      met[ErrTag] = 1'b1;
    end
    if (hdr_stray || stray) met[ErrStream] = 1'b1;
  end

  aesculus_mode_errors u_errors (
    .clk_i, .rst_ni(rst_clear_n), .clear_i(error_clear_i), .met_i(met), .error_o
  );

  logic unused;
  assign unused = ^{hdr_aad_bytes_i, hdr_text_bytes_i};

endmodule

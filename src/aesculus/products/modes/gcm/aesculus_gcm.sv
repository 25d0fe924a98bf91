// SPDX-License-Identifier: Apache-2.0
// GCM of SP 800-38D, on the message port (docs/modes.md), beside a core that encrypts.
//
//   headers --+--> front ---> asks ---------> core --> results --+
//   in_* --> judge --^   \--> steps -----------------------------+--> back --> text --> out_*
//               \-----------> data ------------------------------+     |         ^
//                    ^                                              GHASH --> tags, verdicts
//                    +------------ J0 of an IV that is not 96 bits ----+
//
// With several lanes a beat has as many blocks, lane l has block l, and GHASH takes them together;
// blocks that the core is asked for besides text come from the last lane.
//
// A message is a row of steps: E(0) is the key of GHASH, E(J0) hides the tag, then a step for each
// beat. Steps that ask the core for a block wait for it in the FIFO of steps, so all goes in order,
// and the next message's steps follow at once. The length block goes to GHASH behind the last step.
//
// Text to decrypt is held until its tag is right, and dropped if it is not (Raw: it goes out at
// once). A message ends with its tag, or, when it was decrypted or had a fault, with a beat of no
// bytes that has the verdict.
//
// Four places decide, each in a cycle and from registers alone: the door, the front, the back and
// the exit. Between them nothing stops: what goes on has room behind, which is counted. A count starts
// at the free words less those that may be under way unseen. While it is below zero, which its highest
// bit says, nothing goes on. Wide words pass by in FIFOs of their own, and are popped a cycle behind
// the decision.
//
// Names say where a register stands: a_ to e_ from the door to the front, f_ to h_ behind it for the tag.

module aesculus_gcm
  import aesculus_mode_pkg::*;
  import aesculus_ghash_pkg::*;
#(
  parameter int unsigned KeyBits = 128,
  parameter int unsigned Lanes   = 1,
  parameter int unsigned AddrW   = 2,     // 2**AddrW steps may be on their way through the core
  parameter bit          Holds   = 1'b0,  // the core has flow control
  parameter bit          Open    = 1'b0,  // the core takes a beat in every cycle
  parameter int unsigned HoldW   = 7,     // 2**HoldW beats of text are held
  parameter bit          Raw     = 1'b0,  // decrypted text does not wait for its tag
  parameter bit          Mac     = 1'b0,  // GMAC: no text
  parameter int unsigned LimitW  = 32,    // a message has at most 2**LimitW - 2 blocks of text
  parameter int unsigned Digit   = 0,     // bits of a block that GHASH takes in a cycle; 0 for all
  parameter int unsigned Levels  = 4,     // of aesculus_ghash
  parameter cuts_t       Cuts    = DefaultCuts,

  localparam int unsigned Block  = 128 * Lanes,
  localparam int unsigned BytesW = $clog2(16 * Lanes) + 1
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
  input  logic [Block-1:0]   in_block_i,
  input  logic [BytesW-1:0]  in_bytes_i,
  input  logic               in_last_i,

  output logic               out_valid_o,
  input  logic               out_ready_i,
  output logic               out_stream_o,
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

`ifndef AESCULUS_UNCHECKED
  if (KeyBits != 128 && KeyBits != 192 && KeyBits != 256) begin : gen_bad_key_bits
    $error("KeyBits is %0d; legal: 128, 192, 256", KeyBits);
  end
  if (Lanes < 1 || Lanes > 4) begin : gen_bad_lanes
    $error("Lanes is %0d; legal: 1 to 4", Lanes);
  end
  if (AddrW < 2 || AddrW > 16) begin : gen_bad_addr_w
    $error("AddrW is %0d; legal: 2 to 16", AddrW);
  end
  // A core with flow control may refuse a beat.
  if (Open && Holds) begin : gen_bad_open
    $error("Open is 1; legal with Holds 1: 0");
  end
  if (HoldW < 2 || HoldW > 12) begin : gen_bad_hold_w
    $error("HoldW is %0d; legal: 2 to 12", HoldW);
  end
  if (LimitW < 8 || LimitW > 32) begin : gen_bad_limit_w
    $error("LimitW is %0d; legal: 8 to 32", LimitW);
  end
  if (Digit > 64 || (Digit & (Digit - 1)) != 0) begin : gen_bad_digit
    $error("Digit is %0d; legal: 0, or a power of two up to 64", Digit);
  end
`endif  // AESCULUS_UNCHECKED

  // In each FIFO there is room for what its loop has on the way.
  localparam bit          Fast   = Digit == 0;
  localparam int unsigned HeadW  = Fast ? 2 : 1;           // headers of messages not at their end
  localparam int unsigned DataW  = AddrW < 3 ? 3 : AddrW;  // beats between door and back
  localparam int unsigned AskW   = 2;
  localparam int unsigned HashW  = Fast ? 4 : Digit > 16 ? 3 : 2;  // beats in front of GHASH
  localparam int unsigned InfoW  = Fast ? 4 : 2;           // messages that wait for their hash
  localparam int unsigned TagW   = Fast ? 2 : 1;           // messages that wait for the exit
  localparam int unsigned TextW  = HoldW < 4 ? 4 : HoldW;
  localparam int unsigned OutW   = Fast ? 4 : 2;

  localparam int unsigned WipeText = 2**(TextW > DataW ? TextW : DataW);
  localparam int unsigned WipeHash = wipe_cycles(Lanes, Cuts);
  localparam int unsigned WipeMost = WipeText > WipeHash ? WipeText : WipeHash;
  localparam int unsigned Wipe     = WipeMost + 16;
  localparam logic [4:0]  Full     = 5'd16;
  localparam logic [4:0]  ShortIv  = 5'd12;
  localparam int unsigned CountW   = $clog2(Lanes + 1);
  localparam logic [BytesW-1:0] FullBytes = BytesW'(16 * Lanes);
  // A message may have so many whole beats of text, and behind them a beat of so many bytes.
  localparam logic [31:0] MostBlocks = (32'hffff_ffff >> (32 - LimitW)) - 32'd1;
  localparam logic [31:0] MostBeats  = MostBlocks / Lanes;
  localparam logic [BytesW-1:0] MostMore = BytesW'(16 * (MostBlocks % Lanes));

  function automatic bit legal_tag(logic [4:0] bytes);
    return bytes == 5'd4 || bytes == 5'd8 || (bytes >= 5'd12 && bytes <= 5'd16);
  endfunction

  function automatic logic [16*Lanes-1:0] keep(logic [BytesW-1:0] bytes);
    logic [16*Lanes-1:0] found;
    for (int b = 0; b < 16 * Lanes; b++) found[b] = bytes > BytesW'(b);
    return found;
  endfunction

  function automatic logic [127:0] kept(logic [127:0] block, logic [15:0] bytes);
    logic [127:0] found;
    for (int b = 0; b < 16; b++) found[8*(15-b)+:8] = bytes[b] ? block[8*(15-b)+:8] : '0;
    return found;
  endfunction

  function automatic logic [Block-1:0] all_kept(
    logic [Block-1:0] blocks, logic [16*Lanes-1:0] bytes
  );
    logic [Block-1:0] found;
    for (int l = 0; l < Lanes; l++) begin
      found[128*l+:128] = kept(blocks[128*l+:128], bytes[16*l+:16]);
    end
    return found;
  endfunction

  // ------------------------------------------------------------------------------ clear, headers
  typedef struct packed {
    logic       decrypt;
    logic       iv_short;   // 12 bytes: nothing has to be hashed
    logic       iv_none;    // it comes in beats
    logic [4:0] iv_bytes;
    logic [4:0] tag_bytes;
  } flags_t;

  typedef struct packed {
    logic [KeyBits-1:0] key;
    logic [127:0]       iv;
  } header_t;

  typedef struct packed {
    logic       decrypt;
    logic       bad_tag;
    logic       bad_iv;
    logic       iv_none;
    logic [4:0] tag_bytes;
  } claim_t;

  // What FIFOs tell that nobody asks.
  logic [10:0] unused_soon;
  logic [5:0]  unused_valid;

  // Each memory has its own step of the way that the wipe goes, so that no register of it is read
  // all over the mode.
  localparam int unsigned Wipes = 11;
  logic             own_live, own_wipe, rst_clear_n, live_q;
  logic [Wipes-1:0] wipe_q;
  aesculus_mode_clear #(.Cycles(Wipe), .Far(Fast)) u_clear (
    .clk_i, .rst_ni, .clear_i, .core_cleared_i, .core_clear_o, .live_o(own_live),
    .wipe_o(own_wipe), .rst_no(rst_clear_n)
  );

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      wipe_q <= '0;
      live_q <= 1'b0;
    end else begin
      wipe_q <= {wipe_q[Wipes-2:0], own_wipe};
      live_q <= own_live && !wipe_q[Wipes-1];
    end
  end
  assign cleared_o = live_q;

  logic       hdr_known, has_next;
  logic [15:0] iv_keep_q;
  logic [HeadW:0] headers_q;  // of the message that runs, and those behind it
  flags_t     flags_in, flags_next, flags_q;
  header_t    header_in, header_next, header_q;
  logic       has_header_q, header_load_q, finish, finish_q;

  assign flags_in = '{
    decrypt: hdr_decrypt_i, iv_short: hdr_iv_bytes_i == ShortIv, iv_none: hdr_iv_bytes_i == '0,
    iv_bytes: hdr_iv_bytes_i > Full ? Full : hdr_iv_bytes_i, tag_bytes: hdr_tag_bytes_i
  };
  assign header_in = '{key: hdr_key_i, iv: hdr_iv_i};
  assign hdr_ready_o = live_q && (hdr_stream_i || !headers_q[HeadW]);
  assign hdr_known   = hdr_valid_i && live_q && !hdr_stream_i && !headers_q[HeadW];

  aesculus_mode_queue #(
    .Width($bits(flags_t) + $bits(header_t)), .AddrW(HeadW), .Posted(Fast)
  ) u_headers (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[0]), .push_i(hdr_known),
    .data_i({flags_in, header_in}), .valid_o(has_next), .soon_o(unused_soon[0]),
    .pop_i(header_load_q), .data_o({flags_next, header_next})
  );

  // The front reads flags when the message before has ended, key and IV a cycle later.
  logic header_load;  // it waits, and the one before is at its end

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      has_header_q  <= 1'b0;
      header_load_q <= 1'b0;
      finish_q      <= 1'b0;
      headers_q     <= '0;
      iv_keep_q     <= '0;
      flags_q       <= '0;
    end else begin
      header_load_q <= header_load;
      finish_q      <= finish;
      headers_q     <= headers_q + (HeadW+1)'(hdr_known) - (HeadW+1)'(finish_q);
      if (!has_header_q || finish) begin
        has_header_q <= has_next;
        flags_q      <= flags_next;
      end
      // Bytes behind an IV are taken off it a cycle later, before anything asks for them.
      iv_keep_q <= 16'(keep(BytesW'(flags_q.iv_bytes)));
    end
  end

  // Key and IV are wide, so each column of them is told for itself.
  header_t header_stays;
  assign header_stays = '{key: header_q.key, iv: kept(header_q.iv, iv_keep_q)};
  for (genvar c = 0; c < (KeyBits + 128) / 16; c++) begin : gen_header
    logic loads;
    aesculus_kept_reg u_loads (.clk_i, .rst_ni(rst_clear_n), .d_i(header_load), .q_o(loads));
    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        header_q[16*c+:16] <= '0;
      end else begin
        header_q[16*c+:16] <= loads ? header_next[16*c+:16] : header_stays[16*c+:16];
      end
    end
  end

  // ------------------------------------------------------------------------------------ the door
  // A beat enters when its message's header has, and there is room for its data up to the back.
  logic         enter, enter_q, enter_ok_q, header_in_q, stray_q, back_beat_q;
  logic [HeadW:0] ahead_q, ahead;      // headers whose last beat has not entered
  logic [DataW:0] data_free_q;
  claim_t       claim_in, claim_in_q;
  kind_e        a_kind_q;
  logic [Block-1:0]    a_block_q;
  logic [BytesW-1:0]   a_bytes_q;
  logic [16*Lanes-1:0] a_keep_q;
  beat_size_t   a_size_q;
  logic         a_last_q;

  assign in_ready_o = live_q && (in_stream_i || enter_ok_q);
  assign enter      = in_valid_i && live_q && !in_stream_i && enter_ok_q;
  assign ahead      = ahead_q + (HeadW+1)'(header_in_q) - (HeadW+1)'(enter && in_last_i);

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      header_in_q <= 1'b0;
      stray_q     <= 1'b0;
      claim_in_q  <= '0;
      ahead_q     <= '0;
      enter_ok_q  <= 1'b0;
      enter_q     <= 1'b0;
      data_free_q <= (DataW+1)'(2**DataW - 3);
      a_kind_q    <= KindIv;
      a_block_q   <= '0;
      a_bytes_q   <= '0;
      a_keep_q    <= '0;
      a_size_q    <= '0;
      a_last_q    <= 1'b0;
    end else begin
      header_in_q <= hdr_known;
      stray_q     <= live_q && ((in_valid_i && in_stream_i) || (hdr_valid_i && hdr_stream_i));
      claim_in_q  <= claim_in;
      ahead_q     <= ahead;
      enter_ok_q  <= ahead != '0 && !data_free_q[DataW];
      enter_q     <= enter;
      data_free_q <= data_free_q + (DataW+1)'(back_beat_q) - (DataW+1)'(enter_q);
      a_kind_q    <= kind_e'(in_kind_i);
      a_block_q   <= in_block_i;
      a_bytes_q   <= in_bytes_i;
      a_keep_q    <= keep(in_bytes_i);
      a_size_q    <= '{
        none: in_bytes_i == '0, full: in_bytes_i == FullBytes, over: in_bytes_i > FullBytes
      };
      a_last_q    <= in_last_i;
    end
  end

  // ----------------------------------------------------------------------------------- the judge
  // A beat meets what its header claims, then the beats before it, then their faults.
  claim_t       claim;
  logic         claim_valid, b_valid_q, b_last_q, b_bad_tag_q;
  kind_e        b_kind_q, kind_q;
  logic [Block-1:0]  b_block_q;
  logic [BytesW-1:0] b_bytes_q;
  beat_size_t   b_size_q;
  claim_t       b_claim_q;

  assign claim_in = '{
    decrypt: hdr_decrypt_i, bad_tag: !legal_tag(hdr_tag_bytes_i), bad_iv: hdr_iv_bytes_i > Full,
    iv_none: hdr_iv_bytes_i == '0, tag_bytes: hdr_tag_bytes_i
  };

  aesculus_mode_queue #(.Deep(1'b0), .Width($bits(claim_t)), .AddrW(HeadW)) u_claims (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[0]), .push_i(header_in_q),
    .data_i(claim_in_q), .valid_o(claim_valid), .soon_o(unused_soon[1]),
    .pop_i(enter_q && a_last_q), .data_o(claim)
  );

  logic              partial_q, iv_seen_q, b_text;
  logic [LimitW-1:0] beats_q;
  logic [HoldW:0]    held_q;
  assign b_text = b_kind_q == KindText && !b_size_q.none;

  logic         c_valid_q, c_last_q, c_no_iv_q, c_wrap_q;
  logic [3:0]   c_full_q;                // parts of the count of beats are full
  logic         c_iv_q, c_kind_fault_q, c_length_q, c_over_q;
  kind_e        c_kind_q, d_kind_q;
  logic [BytesW-1:0] c_bytes_q, d_bytes_q;
  logic         c_some_q, d_some_q;
  logic         d_valid_q, d_last_q, d_no_iv_q, d_any_q, bad_q, d_fault;
  logic [ErrorW-1:0] c_faults, d_faults_q, e_met_q;
  logic [31:0]  beats;
  assign beats = 32'(beats_q);

  always_comb begin
    c_faults             = '0;
    c_faults[ErrIv]      = c_iv_q || c_no_iv_q;
    c_faults[ErrKind]    = c_kind_fault_q;
    c_faults[ErrLength]  = c_length_q;
    c_faults[ErrWrap]    = c_wrap_q && &c_full_q;
    c_faults[ErrOverrun] = c_over_q;
  end
  assign d_fault = bad_q || d_any_q;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      b_valid_q   <= 1'b0;
      b_last_q    <= 1'b0;
      b_bad_tag_q <= 1'b0;
      b_kind_q    <= KindIv;
      b_block_q   <= '0;
      b_bytes_q   <= '0;
      b_size_q    <= '0;
      b_claim_q   <= '0;
      kind_q      <= KindIv;
      partial_q   <= 1'b0;
      iv_seen_q   <= 1'b0;
      beats_q     <= '0;
      held_q      <= '0;
      c_valid_q   <= 1'b0;
      d_valid_q   <= 1'b0;
      bad_q       <= 1'b0;
      e_met_q     <= '0;
    end else begin
      b_valid_q   <= enter_q;
      b_last_q    <= a_last_q;
      b_kind_q    <= a_kind_q;
      b_block_q   <= all_kept(a_block_q, a_keep_q);
      b_bytes_q   <= a_bytes_q;
      b_size_q    <= a_size_q;
      b_claim_q   <= claim;
      b_bad_tag_q <= a_kind_q == KindTag && a_bytes_q != BytesW'(claim.tag_bytes);

      c_valid_q <= b_valid_q;
      if (b_valid_q) begin
        kind_q    <= b_last_q ? KindIv : b_kind_q;
        partial_q <= !b_last_q && !b_size_q.full;
        iv_seen_q <= !b_last_q && (iv_seen_q || (b_kind_q == KindIv && !b_size_q.none));
        if (b_last_q) begin
          beats_q <= '0;
          held_q  <= '0;
        end else if (b_text) begin
          beats_q <= beats_q + 1'b1;
          if (!held_q[HoldW]) held_q <= held_q + 1'b1;
        end
      end

      d_valid_q <= c_valid_q;
      e_met_q   <= '0;
      if (d_valid_q) begin
        bad_q <= !d_last_q && d_fault;
        if (!bad_q) e_met_q <= d_faults_q;
        if (d_no_iv_q) e_met_q[ErrIv] <= 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    c_last_q   <= b_last_q;
    c_kind_q   <= b_kind_q;
    c_bytes_q  <= b_bytes_q;
    c_some_q   <= !b_size_q.none;
    c_iv_q     <= b_claim_q.bad_iv || (b_claim_q.iv_none && b_kind_q != KindIv && !iv_seen_q)
                  || (!b_claim_q.iv_none && b_kind_q == KindIv && kind_q == KindIv)
                  || (b_claim_q.iv_none && b_kind_q == KindIv && !iv_seen_q
                      && b_bytes_q == BytesW'(ShortIv));
    // All of the message was its IV, without a byte.
    c_no_iv_q  <= b_claim_q.iv_none && b_kind_q == KindIv && b_last_q && b_size_q.none
                  && !iv_seen_q;
    c_kind_fault_q <= b_kind_q < kind_q
                      || (b_kind_q == KindTag && (!b_claim_q.decrypt || kind_q == KindTag))
                      || (Mac && b_text);
    c_length_q <= b_claim_q.bad_tag || b_size_q.over || b_bad_tag_q
                  || (partial_q && b_kind_q == kind_q)
                  || (b_claim_q.decrypt && b_last_q && b_kind_q != KindTag);
    // Faults or not, what came is counted: with a fault the count is of no use.
    c_wrap_q   <= b_text && b_bytes_q > MostMore;
    for (int k = 0; k < 4; k++) c_full_q[k] <= beats[8*k+:8] == MostBeats[8*k+:8];
    c_over_q   <= !Raw && b_claim_q.decrypt && b_text && held_q[HoldW];

    d_last_q   <= c_last_q;
    d_kind_q   <= c_kind_q;
    d_bytes_q  <= c_bytes_q;
    d_some_q   <= c_some_q;
    d_no_iv_q  <= c_no_iv_q;
    d_faults_q <= c_faults;
    d_any_q    <= c_faults != '0;
  end

  // What the front is told of a beat.
  typedef struct packed {
    logic       is_iv;
    logic       is_text;
    logic       last;
    logic       fault;
    logic       core;
    logic       to_hash;
    logic [BytesW-1:0] bytes;
  } beat_t;

  beat_t e_beat_q, beat;
  logic  e_valid_q, has_beat, take;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      e_valid_q <= 1'b0;
      e_beat_q  <= '0;
    end else begin
      e_valid_q <= d_valid_q;
      e_beat_q  <= '{
        is_iv: d_kind_q == KindIv, is_text: d_kind_q == KindText, last: d_last_q,
        fault: d_fault, core: d_kind_q == KindText && d_some_q && !d_fault,
        to_hash: d_kind_q != KindTag && d_some_q && !d_fault, bytes: d_fault ? '0 : d_bytes_q
      };
    end
  end

  aesculus_mode_queue #(.Width($bits(beat_t)), .AddrW(DataW), .Posted(Fast)) u_beats (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[3]), .push_i(e_valid_q), .data_i(e_beat_q),
    .valid_o(has_beat), .soon_o(unused_soon[2]), .pop_i(take), .data_o(beat)
  );

  // ----------------------------------------------------------------------------------- the front
  // Where the front stands: at E(0); at the IV, of the header or in beats, and at its end; until J0 is
  // made of it; at E(J0); at the beats; at an end without them.
  logic at_hash_q, at_iv_q, at_iv_beat_q, at_iv_end_q, at_wait_q, at_hide_q, at_data_q, at_end_q;
  logic ended_q, end_fault_q, started_q, start, start_next, asks_ok;
  logic do_hash, do_iv, do_iv_beat, do_iv_end, do_hide, do_data, do_end, full, go, no_iv_beat, hid;
  logic beat_goes, end_goes, asks, counts;
  logic [AddrW:0] step_free_q;
  logic           back_go_q;

  // The header has to stay until all is asked that needs it.
  assign full       = step_free_q[AddrW] || !asks_ok;
  assign beat_goes  = has_beat && (hid || !at_data_q || !beat.last);
  assign end_goes   = at_end_q && hid;
  assign no_iv_beat = at_iv_beat_q && has_beat && !beat.is_iv;
  assign do_hash    = !full && at_hash_q && has_header_q;
  assign do_iv      = !full && at_iv_q;
  assign do_iv_beat = !full && at_iv_beat_q && has_beat && beat.is_iv;
  assign do_iv_end  = !full && at_iv_end_q;
  assign do_hide    = !full && at_hide_q;
  assign do_data    = !full && at_data_q && beat_goes;
  assign do_end     = !full && end_goes;

  aesculus_gcm_turn u_turn (
    .full_i(full), .at_hash_i(at_hash_q), .has_header_i(has_header_q), .at_iv_i(at_iv_q),
    .at_iv_beat_i(at_iv_beat_q), .at_iv_end_i(at_iv_end_q), .at_hide_i(at_hide_q),
    .at_data_i(at_data_q), .at_end_i(end_goes), .has_beat_i(beat_goes), .is_iv_i(beat.is_iv),
    .last_i(beat.last), .core_i(beat.core), .has_next_i(has_next), .starts_i(start_next),
    .go_o(go), .take_o(take), .finish_o(finish), .load_o(header_load), .ask_o(asks),
    .count_o(counts)
  );

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      at_hash_q   <= 1'b1;
      at_iv_q     <= 1'b0;
      at_iv_beat_q <= 1'b0;
      at_iv_end_q <= 1'b0;
      at_wait_q   <= 1'b0;
      at_hide_q   <= 1'b0;
      at_data_q   <= 1'b0;
      at_end_q    <= 1'b0;
      ended_q     <= 1'b0;
      end_fault_q <= 1'b0;
      started_q   <= 1'b0;
    end else begin
      started_q <= start;
      if (do_hash) begin
        at_hash_q <= 1'b0;
        at_iv_q   <= !flags_q.iv_short && !flags_q.iv_none;
        at_iv_beat_q <= flags_q.iv_none;
        at_hide_q <= flags_q.iv_short;
      end
      if (do_iv || no_iv_beat || (do_iv_beat && beat.last)) begin
        at_iv_q     <= 1'b0;
        at_iv_beat_q <= 1'b0;
        at_iv_end_q <= 1'b1;
      end
      if (do_iv_beat && beat.last) begin
        ended_q     <= 1'b1;
        end_fault_q <= beat.fault;
      end
      if (do_iv_end) begin
        at_iv_end_q <= 1'b0;
        at_wait_q   <= 1'b1;
      end
      if (at_wait_q && started_q) begin
        at_wait_q <= 1'b0;
        at_hide_q <= 1'b1;
      end
      if (do_hide) begin
        at_hide_q <= 1'b0;
        at_data_q <= !ended_q;
        at_end_q  <= ended_q;
      end
      if (finish) begin
        at_data_q <= 1'b0;
        at_end_q  <= 1'b0;
        at_hash_q <= 1'b1;
        ended_q   <= 1'b0;
      end
    end
  end

  typedef struct packed {
    logic       keys;      // GHASH takes a key
    logic       hash;      // the result is that key
    logic       hide;      // the result hides the tag
    logic       iv_end;
    logic       iv;        // of the header
    logic       core;      // a result of the core belongs to it
    logic       beat;      // a beat's data belongs to it
    logic       to_hash;
    logic       to_text;
    logic       ends;      // the IV, or the message
    logic       last;      // of the message
    logic       is_text;
    logic       decrypt;
    logic       fault;
    logic [4:0] tag_bytes;
    logic [BytesW-1:0] bytes;
  } step_t;

  step_t step_q, now;
  logic  step_valid_q, has_step, back_go;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      step_valid_q <= 1'b0;
      step_q       <= '0;
      step_free_q  <= (AddrW+1)'(2**AddrW - 2);
    end else begin
      step_valid_q <= go;
      step_q       <= '{
        keys: do_hash || do_iv_end, hash: do_hash, hide: do_hide, iv_end: do_iv_end, iv: do_iv,
        core: do_hash || do_hide || (do_data && beat.core), beat: take,
        to_hash: do_iv || (take && beat.to_hash),
        // The last step leaves an entry behind the text, even without text of its own.
        to_text: (do_data && (beat.core || beat.last)) || do_end,
        ends: finish || do_iv_end, last: finish, is_text: do_data && beat.is_text,
        decrypt: flags_q.decrypt, fault: at_end_q ? end_fault_q : beat.fault,
        bytes: at_iv_q ? BytesW'(flags_q.iv_bytes) : beat.bytes,
        tag_bytes: flags_q.tag_bytes
      };
      step_free_q <= step_free_q + (AddrW+1)'(back_go_q) - (AddrW+1)'(step_valid_q);
    end
  end

  aesculus_mode_queue #(.Width($bits(step_t)), .AddrW(AddrW), .Posted(Fast)) u_steps (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[3]), .push_i(step_valid_q), .data_i(step_q),
    .valid_o(has_step), .soon_o(unused_soon[3]), .pop_i(back_go), .data_o(now)
  );

  // --------------------------------------------------------------------------- asking the core
  typedef struct packed {
    logic zero;    // E(0)
    logic first;   // E(J0)
    logic starts;  // and J0 is made of the IV, else it is the counter
  } ask_t;

  ask_t               ask_q, ask;
  logic               ask_valid_q, has_ask, ask_go, core_valid_q, count;
  logic [127:0]       iv_start, hash_sum_q;
  logic [Block-1:0]   block_q, counters;
  logic [95:0]        upper_q;     // of the counter, of all lanes
  logic [Lanes-1:0][31:0] lower_q; // each lane's counts for itself
  logic [KeyBits-1:0] key_q;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      ask_valid_q <= 1'b0;
      ask_q       <= '0;
    end else begin
      ask_valid_q <= asks;
      ask_q       <= '{zero: do_hash, first: do_hide, starts: do_hide && flags_q.iv_short};
    end
  end

  if (Open) begin : gen_open
    assign has_ask = ask_valid_q;
    assign ask     = ask_q;
    assign ask_go  = ask_valid_q;
    assign asks_ok = 1'b1;
    assign hid     = 1'b1;  // the header stays for so long

    // The counter is as wide as a block, so its enable is known a cycle ahead.
    logic count_q;
    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        count_q <= 1'b0;
      end else begin
        count_q <= counts;
      end
    end
    assign count = count_q;
    logic unused;
    assign unused = core_ready_i;
  end else begin : gen_paced
    logic [AskW:0] ask_free_q;
    logic          hid_q;
    logic          unused;
    assign unused  = counts;  // here the counter moves when the core takes its block
    assign ask_go  = has_ask && (!core_valid_q || core_ready_i);
    assign asks_ok = !ask_free_q[AskW];
    assign hid     = hid_q;
    assign count   = start || (ask_go && !ask.zero);

    aesculus_mode_queue #(.Deep(1'b0), .Width($bits(ask_t)), .AddrW(AskW)) u_asks (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[3]), .push_i(ask_valid_q),
      .data_i(ask_q), .valid_o(has_ask), .soon_o(unused_soon[4]), .pop_i(ask_go), .data_o(ask)
    );

    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        ask_free_q <= (AskW+1)'(2**AskW - 2);
        hid_q      <= 1'b1;
      end else begin
        ask_free_q <= ask_free_q + (AskW+1)'(ask_go) - (AskW+1)'(ask_valid_q);
        if (do_hash) begin
          hid_q <= 1'b0;
        end else if (ask_go && ask.first) begin
          hid_q <= 1'b1;
        end
      end
    end
  end

  assign iv_start = {header_q.iv[127:32], 32'd1};
  for (genvar l = 0; l < Lanes; l++) begin : gen_counter
    assign counters[128*l+:128] = {upper_q, lower_q[l]};
  end

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      core_valid_q <= 1'b0;
      block_q      <= '0;
      upper_q      <= '0;
      lower_q      <= '0;
    end else begin
      if (Open || !core_valid_q || core_ready_i) begin
        core_valid_q <= has_ask;
        block_q      <= ask.zero ? '0 : ask.starts ? {Lanes{iv_start}} : counters;
      end
      if (count) begin
        upper_q <= start ? hash_sum_q[127:32] : ask.starts ? iv_start[127:32] : upper_q;
        for (int l = 0; l < Lanes; l++) begin
          // J0 is asked for by the last lane; the first text's block is one behind it.
          lower_q[l] <= start ? hash_sum_q[31:0] - 32'(Lanes - 1 - l)
                        : ask.starts ? 32'(2 + l) : lower_q[l] + 32'(Lanes);
        end
      end
    end
  end

  // A key is as wide as a block or two, so in front of a fast core each column is told for itself.
  localparam int unsigned KeyPart = KeyBits / 8;
  for (genvar c = 0; c < 8; c++) begin : gen_key
    logic takes;
    if (Open) begin : gen_told
      aesculus_kept_reg u_takes (.clk_i, .rst_ni(rst_clear_n), .d_i(do_hash), .q_o(takes));
    end else begin : gen_asked
      assign takes = ask_go && ask.zero;
    end
    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        key_q[KeyPart*c+:KeyPart] <= '0;
      end else if (takes) begin
        key_q[KeyPart*c+:KeyPart] <= header_q.key[KeyPart*c+:KeyPart];
      end
    end
  end

  assign core_valid_o   = core_valid_q;
  assign core_block_o   = block_q;
  assign core_key_o     = key_q;
  assign core_decrypt_o = 1'b0;

  // ---------------------------------------------------------------------------- data and results
  logic [Block-1:0] data, result;
  logic [127:0]     own_result;   // what is not for text
  logic             data_soon, result_soon;
  assign own_result = result[Block-1-:128];

  aesculus_mode_queue #(.Width(Block), .AddrW(DataW), .Posted(Fast)) u_data (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[1]), .push_i(b_valid_q), .data_i(b_block_q),
    .valid_o(unused_valid[0]), .soon_o(data_soon), .pop_i(back_beat_q), .data_o(data)
  );

  logic back_core_q;
  if (Holds) begin : gen_few
    logic [2:0] held_results_q;
    logic       arrives;
    assign core_ready_o = !held_results_q[2];
    // What the core shows before it hears of a clear is of no message that there is.
    assign arrives      = core_valid_i && core_ready_o && live_q;
    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        held_results_q <= '0;
      end else begin
        held_results_q <= held_results_q + 3'(arrives) - 3'(back_core_q);
      end
    end
    aesculus_mode_queue #(.Width(Block), .AddrW(2)) u_results (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[2]), .push_i(arrives),
      .data_i(core_block_i), .valid_o(unused_valid[1]), .soon_o(result_soon), .pop_i(back_core_q),
      .data_o(result)
    );
  end else begin : gen_all
    assign core_ready_o = 1'b1;
    aesculus_mode_queue #(.Width(Block), .AddrW(AddrW), .Posted(Fast)) u_results (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[2]), .push_i(core_valid_i && live_q),
      .data_i(core_block_i), .valid_o(unused_valid[2]), .soon_o(result_soon), .pop_i(back_core_q),
      .data_o(result)
    );
  end

  // ------------------------------------------------------------------------------------ the back
  typedef struct packed {
    logic         is_iv;
    logic         decrypt;
    logic         fault;
    logic [4:0]   tag_bytes;
    logic [15:0]  keep;      // of the hash
    logic [127:0] hide;      // what hides the tag, to decrypt with the tag that came
  } info_t;

  typedef struct packed {
    logic       waits;     // for the verdict
    logic       data;      // it has text
    logic       last;      // of its message
    logic [BytesW-1:0] bytes;
  } text_t;

  logic           keyed_q;         // a key is on its way to GHASH
  logic           key_wait_q, key_ready;
  logic [HashW:0] hash_free_q;
  logic [InfoW:0] info_free_q;
  logic [TextW+1:0] text_free_q;
  logic           room_q, hash_pop, hash_popped_q, info_pop, info_popped_q, text_pop, text_popped_q;
  step_t          back_q;
  logic [16*Lanes-1:0] back_keep_q, back_add_q;
  logic [15:0]    back_tag_keep_q;
  logic [CountW-1:0] back_count_q;
  logic [BytesW-1:0] aad_more_q, text_more_q;
  logic           back_hash_q, back_text_q, back_ends_q, back_key_q, back_hide_q;

  // All behind it hangs on this, so it is made of two levels of tables: see aesculus_xts_turn.
  logic back_has, back_may;
  // (!core || result_soon) && (!beat || data_soon)
  aesculus_lut4 #(.Init(16'hb0bb)) u_back_has (
    .a_i({now.core, result_soon, now.beat, data_soon}), .y_o(back_has)
  );
  // has_step && room && (!keys || !keyed)
  aesculus_lut4 #(.Init(16'h7000)) u_back_may (
    .a_i({has_step, room_q, now.keys, keyed_q}), .y_o(back_may)
  );
  assign back_go = back_has && back_may;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      room_q        <= 1'b0;
      keyed_q       <= 1'b0;
      back_go_q     <= 1'b0;
      back_core_q   <= 1'b0;
      back_beat_q   <= 1'b0;
      back_hash_q   <= 1'b0;
      back_text_q   <= 1'b0;
      back_ends_q   <= 1'b0;
      back_key_q    <= 1'b0;
      back_hide_q   <= 1'b0;
      back_q        <= '0;
      back_keep_q   <= '0;
      back_add_q    <= '0;
      back_tag_keep_q <= '0;
      back_count_q  <= '0;
      aad_more_q    <= '0;
      text_more_q   <= '0;
      hash_free_q   <= (HashW+1)'(2**HashW - 4);
      info_free_q   <= (InfoW+1)'(2**InfoW - 3);
      text_free_q   <= (TextW+2)'(2**TextW);
      hash_popped_q <= 1'b0;
      info_popped_q <= 1'b0;
      text_popped_q <= 1'b0;
    end else begin
      room_q <= !hash_free_q[HashW] && !info_free_q[InfoW] && !text_free_q[TextW+1];
      if (back_go && now.keys) begin
        keyed_q <= 1'b1;
      end else if (key_wait_q && key_ready) begin
        keyed_q <= 1'b0;
      end
      back_go_q   <= back_go;
      back_core_q <= back_go && now.core;
      back_beat_q <= back_go && now.beat;
      back_hash_q <= back_go && now.to_hash;
      back_text_q <= back_go && now.to_text;
      back_ends_q <= back_go && now.ends;
      back_key_q  <= back_go && now.keys;
      back_hide_q <= back_go && now.hide;
      back_q      <= now;
      // Bytes of the result that are added to data: for text, and for the hash of it.
      back_keep_q <= keep(now.bytes);
      back_add_q  <= now.is_text && !now.decrypt ? keep(now.bytes) : '0;
      back_tag_keep_q <= now.iv_end ? '1 : 16'(keep(BytesW'(now.tag_bytes)));
      back_count_q <= CountW'((now.bytes + BytesW'(15)) >> 4);
      aad_more_q  <= now.is_text ? '0 : now.bytes;
      text_more_q <= now.is_text ? now.bytes : '0;

      hash_popped_q <= hash_pop;
      info_popped_q <= info_pop;
      text_popped_q <= text_pop;
      hash_free_q   <= hash_free_q + (HashW+1)'(hash_popped_q) - (HashW+1)'(back_hash_q)
                       - (HashW+1)'(back_ends_q);
      info_free_q   <= info_free_q + (InfoW+1)'(info_popped_q) - (InfoW+1)'(back_ends_q);
      text_free_q   <= text_free_q + (TextW+2)'(text_popped_q) - (TextW+2)'(back_text_q);
    end
  end

  // A cycle behind: results and data are there.
  logic [Block-1:0] sum, hash_block_q, hash_in;
  logic [127:0] hash_key_q, hide_q, length_block_q;
  logic [CountW-1:0] hash_count_q, hash_in_count;
  logic         hash_push_q, ends_q, length_q, counts_q, ends_iv_q;
  logic [60:0]      aad;
  logic [35:0]      text_bytes;
  info_t        info_in, info;

  assign sum           = data ^ all_kept(result, back_keep_q);
  assign hash_in       = length_q ? Block'(length_block_q) : hash_block_q;
  assign hash_in_count = length_q ? CountW'(1) : hash_count_q;

  // A tag is hidden by what the core gave, to decrypt together with the tag that came. Each column of it
  // knows of its own.
  logic [127:0] hide;
  for (genvar c = 0; c < 8; c++) begin : gen_hide
    logic hides, tells;
    aesculus_kept_reg u_hides (
      .clk_i, .rst_ni(rst_clear_n), .d_i(!now.iv_end), .q_o(hides)
    );
    aesculus_kept_reg u_tells (
      .clk_i, .rst_ni(rst_clear_n), .d_i(now.decrypt && !now.iv_end), .q_o(tells)
    );
    assign hide[16*c+:16] = (hides ? hide_q[16*c+:16] : '0) ^ (tells ? data[16*c+:16] : '0);
  end

  assign info_in      = '{
    is_iv: back_q.iv_end, decrypt: back_q.decrypt, fault: back_q.fault,
    tag_bytes: back_q.tag_bytes, keep: back_tag_keep_q,
    hide: hide
  };

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      hash_key_q   <= '0;
      hide_q       <= '0;
      hash_block_q <= '0;
      hash_count_q <= '0;
      hash_push_q  <= 1'b0;
      key_wait_q   <= 1'b0;
      ends_q       <= 1'b0;
      ends_iv_q    <= 1'b0;
      length_q     <= 1'b0;
      length_block_q <= '0;
      counts_q     <= 1'b1;
    end else begin
      if (back_key_q) begin
        key_wait_q <= 1'b1;
      end else if (key_ready) begin
        key_wait_q <= 1'b0;
      end
      if (back_key_q && back_q.hash) hash_key_q <= own_result;
      if (back_hide_q) hide_q <= own_result;
      hash_block_q <= back_q.iv ? Block'(header_q.iv) : data ^ all_kept(result, back_add_q);
      hash_count_q <= back_count_q;
      hash_push_q  <= back_hash_q;
      // The length block goes two cycles behind the end, and no step of the next message can be
      // hashed so early that it meets it.
      ends_q      <= back_ends_q;
      ends_iv_q   <= back_q.iv_end;
      length_q    <= ends_q;
      // The counts are whole by now.
      length_block_q <= ends_iv_q ? {64'd0, aad, 3'd0} : {aad, 3'd0, 25'd0, text_bytes, 3'd0};
      // They begin anew with the length block. Its own register chooses that block, 128 bits wide.
      counts_q    <= !ends_q;
    end
  end

  aesculus_gcm_count #(.Width(61), .LowW(31), .BytesW(BytesW)) u_aad (
    .clk_i, .rst_ni(rst_clear_n), .keeps_i(counts_q), .bytes_i(back_hash_q ? aad_more_q : '0),
    .sum_o(aad)
  );
  aesculus_gcm_count #(.Width(36), .LowW(18), .BytesW(BytesW)) u_text_bytes (
    .clk_i, .rst_ni(rst_clear_n), .keeps_i(counts_q), .bytes_i(back_hash_q ? text_more_q : '0),
    .sum_o(text_bytes)
  );

  // --------------------------------------------------------------------------------------- GHASH
  logic         has_hash_in, hash_in_ready, hash_valid, hash_in_last;
  logic [127:0] hash;
  // How many blocks a beat has stands on top, where there can be several.
  localparam int unsigned HashBits = Lanes > 1 ? CountW + 1 + Block : 1 + Block;
  logic [HashBits-1:0] hash_next;

  assign hash_pop     = has_hash_in && hash_in_ready;
  assign hash_in_last = hash_next[Block];
  aesculus_mode_queue #(.Deep(1'b0), .Width(HashBits), .AddrW(HashW), .Posted(Fast)) u_hash_in (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[4]), .push_i(hash_push_q || length_q),
    .data_i(HashBits'({hash_in_count, length_q, hash_in})), .valid_o(has_hash_in),
    .soon_o(unused_soon[5]), .pop_i(hash_pop), .data_o(hash_next)
  );

  if (Fast) begin : gen_ghash
    logic              valid, ready, last;
    logic [Block-1:0]  blocks;
    logic [CountW-1:0] count_of;

    if (Lanes > 1) begin : gen_pack
      // A beat that is not full is filled up by what is hashed behind it.
      aesculus_ghash_pack #(.Blocks(Lanes)) u_pack (
        .clk_i, .rst_ni(rst_clear_n), .in_valid_i(has_hash_in), .in_ready_o(hash_in_ready),
        .in_blocks_i(hash_next[Block-1:0]), .in_count_i(hash_next[HashBits-1:Block+1]),
        .in_last_i(hash_in_last), .out_valid_o(valid), .out_ready_i(ready),
        .out_blocks_o(blocks), .out_count_o(count_of), .out_last_o(last)
      );
    end else begin : gen_alone
      assign valid         = has_hash_in;
      assign hash_in_ready = ready;
      assign blocks        = hash_next[Block-1:0];
      assign count_of      = 1'b1;
      assign last          = hash_in_last;
    end

    aesculus_ghash #(.Blocks(Lanes), .Levels(Levels), .Cuts(Cuts)) u_ghash (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[5]), .h_valid_i(key_wait_q),
      .h_ready_o(key_ready), .h_i(hash_key_q), .in_valid_i(valid), .in_ready_o(ready),
      .in_blocks_i(blocks), .in_count_i(count_of), .in_last_i(last),
      .out_valid_o(hash_valid), .out_ready_i(info_pop), .out_hash_o(hash)
    );
  end else begin : gen_serial
    if (Lanes > 1) begin : gen_no_lanes
      $error("Lanes is %0d; legal with Digit %0d: 1", Lanes, Digit);
    end

    aesculus_ghash_serial #(.Digit(Digit)) u_ghash (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[5]), .h_valid_i(key_wait_q),
      .h_ready_o(key_ready), .h_i(hash_key_q), .in_valid_i(has_hash_in),
      .in_ready_o(hash_in_ready),
      .in_blocks_i(hash_next[Block-1:0]), .in_count_i(1'b1), .in_last_i(hash_in_last),
      .out_valid_o(hash_valid), .out_ready_i(info_pop), .out_hash_o(hash)
    );
  end

  // What waits for a hash, in order; it is there long before.
  aesculus_mode_queue #(.Deep(1'b0), .Width($bits(info_t)), .AddrW(InfoW), .Posted(Fast)) u_info (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[6]), .push_i(back_ends_q),
    .data_i(info_in), .valid_o(unused_valid[3]), .soon_o(unused_soon[6]), .pop_i(info_pop),
    .data_o(info)
  );

  // ------------------------------------------------------------------------- tags and verdicts
  typedef struct packed {
    logic       right;
    logic       fault;
    logic       shows;      // the message ends with its tag
    logic [4:0] tag_bytes;
  } verdict_t;

  logic [TagW:0] tags_q;    // that are made, or wait for the exit
  logic          exit_end_q;
  logic          f_valid_q, g_valid_q, h_valid_q, start_q;
  logic          f_decrypt_q, g_decrypt_q, h_decrypt_q, f_fault_q, g_fault_q, h_fault_q;
  logic [4:0]    f_bytes_q, g_bytes_q, h_bytes_q;
  logic [15:0]   f_keep_q;
  logic [127:0]  g_tag_q, tag;
  logic [7:0]    h_wrong_q;
  logic          has_verdict, tag_met_q, verdict_pop;
  verdict_t      verdict_in, verdict;

  assign info_pop = hash_valid && !tags_q[TagW];
  assign start      = start_q;
  assign start_next = info_pop && info.is_iv;
  assign verdict_in = '{
    right: h_decrypt_q && !h_fault_q && h_wrong_q == '0, fault: h_fault_q,
    shows: !h_decrypt_q && !h_fault_q, tag_bytes: h_decrypt_q || h_fault_q ? '0 : h_bytes_q
  };

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      tags_q      <= '0;
      start_q     <= 1'b0;
      f_valid_q   <= 1'b0;
      g_valid_q   <= 1'b0;
      h_valid_q   <= 1'b0;
      f_decrypt_q <= 1'b0;
      g_decrypt_q <= 1'b0;
      h_decrypt_q <= 1'b0;
      f_fault_q   <= 1'b0;
      g_fault_q   <= 1'b0;
      h_fault_q   <= 1'b0;
      f_bytes_q   <= '0;
      g_bytes_q   <= '0;
      h_bytes_q   <= '0;
      f_keep_q    <= '0;
      hash_sum_q  <= '0;
      g_tag_q     <= '0;
      h_wrong_q   <= '0;
      tag_met_q   <= 1'b0;
    end else begin
      tags_q <= tags_q + (TagW+1)'(info_pop && !info.is_iv) - (TagW+1)'(exit_end_q);

      start_q     <= start_next;
      f_valid_q   <= info_pop && !info.is_iv;
      f_decrypt_q <= info.decrypt;
      f_fault_q   <= info.fault;
      f_bytes_q   <= info.tag_bytes;
      f_keep_q    <= info.keep;
      hash_sum_q  <= hash ^ info.hide;

      g_valid_q   <= f_valid_q;
      g_decrypt_q <= f_decrypt_q;
      g_fault_q   <= f_fault_q;
      g_bytes_q   <= f_bytes_q;
      g_tag_q     <= kept(hash_sum_q, f_keep_q);

      h_valid_q   <= g_valid_q;
      h_decrypt_q <= g_decrypt_q;
      h_fault_q   <= g_fault_q;
      h_bytes_q   <= g_bytes_q;
      for (int k = 0; k < 8; k++) h_wrong_q[k] <= g_tag_q[16*k+:16] != '0;

      tag_met_q <= h_valid_q && h_decrypt_q && !h_fault_q && h_wrong_q != '0;
    end
  end

  aesculus_mode_queue #(.Deep(1'b0), .Width(128), .AddrW(TagW), .Posted(Fast)) u_tags (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[7]), .push_i(g_valid_q),
    .data_i(g_decrypt_q || g_fault_q ? '0 : g_tag_q), .valid_o(unused_valid[4]),
    .soon_o(unused_soon[7]), .pop_i(exit_end_q),
    .data_o(tag)
  );

  aesculus_mode_queue #(
    .Deep(1'b0), .Width($bits(verdict_t)), .AddrW(TagW), .Posted(Fast)
  ) u_verdicts (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[7]), .push_i(h_valid_q),
    .data_i(verdict_in), .valid_o(has_verdict), .soon_o(unused_soon[8]), .pop_i(verdict_pop),
    .data_o(verdict)
  );

  // -------------------------------------------------------------------------- text, and the exit
  text_t        text_in, text;
  logic [Block-1:0] text_block;
  logic         has_text;

  assign text_in = '{
    waits: back_core_q && back_q.decrypt && !Raw, data: back_core_q, last: back_q.last,
    bytes: back_q.bytes
  };

  aesculus_mode_queue #(.Width($bits(text_t)), .AddrW(TextW), .Posted(Fast)) u_text (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[9]), .push_i(back_text_q), .data_i(text_in),
    .valid_o(has_text), .soon_o(unused_soon[9]), .pop_i(text_pop), .data_o(text)
  );

  logic exit_data_q, held_soon;
  aesculus_mode_queue #(.Width(Block), .AddrW(TextW), .Posted(Fast)) u_held (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[8]), .push_i(back_text_q && back_core_q),
    .data_i(sum), .valid_o(unused_valid[5]), .soon_o(held_soon), .pop_i(exit_data_q),
    .data_o(text_block)
  );

  // Text goes out at once, or when its message is known to be right; then the end.
  typedef struct packed {
    kind_e        kind;
    logic [Block-1:0]  block;
    logic [BytesW-1:0] bytes;
    logic         last;
    logic         auth;
    logic         error;
  } out_t;

  verdict_t      verdict_q;
  logic          has_verdict_q, ending_q, end_go, exit_show, exit_push, exit_waits_q;
  logic          out_pop, out_popped_q, out_pushed_q;
  logic          has_out;
  logic [BytesW-1:0] exit_bytes_q;
  verdict_t      exit_verdict_q;
  logic [OutW:0] out_free_q;
  out_t          out_in, out;

  assign verdict_pop = has_verdict && (!has_verdict_q || end_go);
  assign text_pop    = has_text && !ending_q && !out_free_q[OutW] && (!text.data || held_soon)
                       && (!text.waits || has_verdict_q);
  assign end_go      = ending_q && has_verdict_q && !out_free_q[OutW];
  // A cycle behind: text that waited and is wrong goes nowhere.
  assign exit_show   = exit_data_q && (!exit_waits_q || exit_verdict_q.right);
  assign exit_push   = exit_end_q || exit_show;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      has_verdict_q  <= 1'b0;
      verdict_q      <= '0;
      ending_q       <= 1'b0;
      exit_waits_q   <= 1'b0;
      exit_data_q    <= 1'b0;
      exit_end_q     <= 1'b0;
      exit_bytes_q   <= '0;
      exit_verdict_q <= '0;
      out_popped_q   <= 1'b0;
      out_pushed_q   <= 1'b0;
      out_free_q     <= (OutW+1)'(2**OutW - 3);
    end else begin
      if (!has_verdict_q || end_go) begin
        has_verdict_q <= has_verdict;
        verdict_q     <= verdict;
      end
      if (text_pop && text.last) begin
        ending_q <= 1'b1;
      end else if (end_go) begin
        ending_q <= 1'b0;
      end
      exit_data_q    <= text_pop && text.data;
      exit_waits_q   <= text.waits;
      exit_end_q     <= end_go;
      exit_bytes_q   <= ending_q ? BytesW'(verdict_q.tag_bytes) : text.bytes;
      exit_verdict_q <= verdict_q;
      out_popped_q   <= out_pop;
      out_pushed_q   <= exit_push;
      out_free_q     <= out_free_q + (OutW+1)'(out_popped_q) - (OutW+1)'(out_pushed_q);
    end
  end

  assign out_in = '{
    kind: exit_end_q && exit_verdict_q.shows ? KindTag : KindText,
    block: exit_show ? text_block : Block'(tag), bytes: exit_bytes_q, last: exit_end_q,
    auth: exit_end_q && exit_verdict_q.right, error: exit_end_q && exit_verdict_q.fault
  };

  aesculus_mode_queue #(.Deep(1'b0), .Width($bits(out_t)), .AddrW(OutW), .Posted(Fast)) u_out (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe_q[10]), .push_i(exit_push),
    .data_i(out_in), .valid_o(has_out), .soon_o(unused_soon[10]), .pop_i(out_pop), .data_o(out)
  );

  out_t out_shown;
  if (Fast) begin : gen_registered
    // What is shown is found in memory a cycle ahead, and out_ready_i goes no further than the
    // registers here.
    logic free;
    assign out_pop = has_out && free;
    aesculus_mode_exit #(.Width($bits(out_t))) u_exit (
      .clk_i, .rst_ni(rst_clear_n), .in_valid_i(has_out), .in_ready_o(free),
      .in_data_i(has_out ? out : '0), .out_valid_o, .out_ready_i, .out_data_o(out_shown)
    );
  end else begin : gen_from_memory
    assign out_pop     = has_out && out_ready_i;
    assign out_valid_o = has_out;
    assign out_shown   = has_out ? out : '0;
  end

  assign out_stream_o = 1'b0;
  assign out_kind_o   = out_shown.kind;
  assign out_block_o  = out_shown.block;
  assign out_bytes_o  = out_shown.bytes;
  assign out_last_o   = out_shown.last;
  assign out_auth_o   = out_shown.auth;
  assign out_error_o  = out_shown.error;

  // --------------------------------------------------------------------------------------- errors
  logic [ErrorW-1:0] met;
  always_comb begin
    met = e_met_q;
    if (tag_met_q) met[ErrTag] = 1'b1;
    if (stray_q) met[ErrStream] = 1'b1;
  end

  aesculus_mode_errors u_errors (
    .clk_i, .rst_ni(rst_clear_n), .clear_i(error_clear_i), .met_i(met), .error_o
  );

  logic unused;
  assign unused = ^{
    hdr_aad_bytes_i, hdr_text_bytes_i, claim_valid, b_claim_q, back_q, exit_verdict_q
  };

endmodule

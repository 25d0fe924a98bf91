// SPDX-License-Identifier: Apache-2.0
// GCM of SP 800-38D for small devices, on the message port (docs/modes.md), beside a core that has
// one block inside. It does what aesculus_gcm does, one thing after the other.
//
//   in_block_i ----> digit --+--+----> X ------------------> out_block_o
//   hdr_iv_i ------> digit --+  |      | (its other end)       text held <-> X
//   K, of the core > digit -----+      +--> Z x + digit H
//
// All that is 128 bits wide goes through X, `Digit` bits a cycle, the last bits of a block first.
// That is the order in which GHASH takes them (Horner's rule), in which a counter carries, and in
// which lengths add up: what would be a multiplexer or an adder of 128 bits is one of a digit.
//
// Such a pass begins with X = Z and Z = 0. Then Z takes the digits of X and of a block, and what
// leaves X makes room for what comes out: cipher text, text, a tag.
//
//   pass    digits that Z takes     into X              into C       lengths
//   Load    -                       -                   IV, J0       -
//   IvHash  X + IV of the header    -                   -            + bytes
//   IvLen   X + lengths             -                   zeros        become zeros
//   Copy    -                       -                   X: J0        -
//   Data    X + cipher text or AAD  block + K           -            + bytes
//   Len     X + lengths             -                   zeros        become zeros
//   Final   -                       X + K: the tag      -            -
//   Fetch   -                       text that was held  -            -
//
// A beat stays on the port until its pass is over, and a header until its IV is used: no register
// holds them. C is what the core is asked for: zeros for H, then the counter. J0 comes back for the
// tag.
//
// Text to decrypt is held until its tag is right, and none of it is read if it is not.
// Cost with a digit of one bit: Z, X and the way out take a LUT4 a bit each, the three multiplexers
// of digits two for three bits. H, K, key, C and lengths are registers without a table.

module aesculus_gcm_small
  import aesculus_mode_pkg::*;
#(
  parameter int unsigned KeyBits = 128,
  parameter int unsigned HoldW   = 7,     // 2**HoldW blocks of text are held
  parameter bit          Raw     = 1'b0,  // decrypted text does not wait for its tag
  parameter bit          Mac     = 1'b0,  // GMAC: no text
  parameter int unsigned LimitW  = 32,    // a message has at most 2**LimitW - 2 blocks of text
  parameter int unsigned Digit   = 1,     // a power of two up to 64
  parameter int unsigned Least   = 1      // a result of the core takes so many cycles at the least
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

`ifndef AESCULUS_UNCHECKED
  if (KeyBits != 128 && KeyBits != 192 && KeyBits != 256) begin : gen_bad_key_bits
    $error("KeyBits is %0d; legal: 128, 192, 256", KeyBits);
  end
  if (HoldW < 2 || HoldW > 12) begin : gen_bad_hold_w
    $error("HoldW is %0d; legal: 2 to 12", HoldW);
  end
  if (LimitW < 8 || LimitW > 32) begin : gen_bad_limit_w
    $error("LimitW is %0d; legal: 8 to 32", LimitW);
  end
  if (Digit == 0 || Digit > 64 || (Digit & (Digit - 1)) != 0) begin : gen_bad_digit
    $error("Digit is %0d; legal: a power of two up to 64", Digit);
  end
  if (Least < 1) begin : gen_bad_least
    $error("Least is %0d; legal: 1 and more", Least);
  end
`endif  // AESCULUS_UNCHECKED

  localparam bit          Holds   = !Raw && !Mac;
  localparam int unsigned Digits  = 128 / Digit;
  localparam int unsigned DigitW  = $clog2(Digit);
  localparam int unsigned IdxW    = 7 - DigitW;
  localparam int unsigned CountD  = Digit < 32 ? Digit : 32;  // bits of the counter in a cycle
  localparam int unsigned Turns   = 32 / CountD;
  localparam int unsigned TurnW   = Turns > 1 ? $clog2(Turns) : 1;

  // The digit of a pass beside which the core is asked for what the next pass needs.
  localparam logic [IdxW-1:0] NextAsk = Least < Digits ? IdxW'(Digits - Least) : '0;

  // Held text: words as block RAM has them, or as wide as a digit.
  localparam int unsigned WordBits = Digit < 16 ? 16 : Digit;
  localparam int unsigned WordW    = 7 - $clog2(WordBits);  // address of a word in a block
  localparam int unsigned PartW    = IdxW - WordW;          // address of a digit in a word
  localparam int unsigned TextW    = HoldW + WordW;
  localparam int unsigned Wipe     = Holds ? 2**TextW + 2 : 2;

  localparam logic [4:0]  Full     = 5'd16;
  localparam logic [4:0]  ShortIv  = 5'd12;

  // Bits of the length of a text that has as many blocks as a message may have.
  localparam logic [127:0] Care = ((128'd1 << LimitW) - 128'd1) << 7;
  localparam logic [127:0] Most = Care & ~(128'd1 << 7);

  typedef logic [Digit-1:0] digit_t;

  typedef enum logic [4:0] {
    StIdle,    // for a header
    StKey,     // until the core has taken the zeros
    StLoad,
    StHashKey, // H comes
    StIvHash,
    StHeader,  // it is taken
    StIvLen,
    StCopy,
    StFirst,   // J0 is in C
    StBeat,    // for a beat
    StJudge,
    StData,
    StTake,    // the beat is taken
    StShow,
    StEnd,     // the core is asked for what hides the tag
    StLen,
    StHide,    // it comes
    StFinal,
    StVerdict,
    StFetch,
    StHeld,    // text that was held is shown
    StLast     // the tag, or the verdict
  } state_e;

  state_e          state_q;
  logic            pass, run_q, last_digit;
  logic [IdxW-1:0] idx_q, idx_d;

  logic live, wipe, rst_clear_n;
  aesculus_mode_clear #(.Cycles(Wipe)) u_clear (
    .clk_i, .rst_ni, .clear_i, .core_cleared_i, .core_clear_o, .live_o(live), .wipe_o(wipe),
    .rst_no(rst_clear_n)
  );
  assign cleared_o = live;

  // -------------------------------------------------------------------------- what was promised
  logic       decrypt_q, iv_short_q, iv_none_q, bad_iv_q, bad_tag_q;
  logic [4:0] tag_bytes_q;
  logic       offered;
  assign offered = live && hdr_valid_i && !hdr_stream_i && state_q == StIdle;

  logic [KeyBits-1:0] key_q;
  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      key_q       <= '0;
      decrypt_q   <= 1'b0;
      iv_short_q  <= 1'b0;
      iv_none_q   <= 1'b0;
      bad_iv_q    <= 1'b0;
      bad_tag_q   <= 1'b0;
      tag_bytes_q <= '0;
    end else if (offered) begin
      key_q       <= hdr_key_i;
      decrypt_q   <= hdr_decrypt_i;
      iv_short_q  <= hdr_iv_bytes_i == ShortIv;
      iv_none_q   <= hdr_iv_bytes_i == '0;
      bad_iv_q    <= hdr_iv_bytes_i > Full;
      bad_tag_q   <= !(hdr_tag_bytes_i == 5'd4 || hdr_tag_bytes_i == 5'd8
                       || (hdr_tag_bytes_i >= 5'd12 && hdr_tag_bytes_i <= Full));
      tag_bytes_q <= hdr_tag_bytes_i;
    end
  end

  // ----------------------------------------------------------------------------------- the judge
  logic       see, open_q;   // the IV is still to come
  logic       last_q, some_q, is_text_q, is_tag_q, is_aad_q;
  logic [1:0] kind_q;        // of the beat before
  logic       partial_q, iv_seen_q, bad_q, full_q, no_iv_q, over_hold;
  logic [4:0] size_q;        // bytes of what passes
  logic [ErrorW-1:0] faults, faults_q;
  logic       some, is_text, is_tag, is_iv, no_iv, fault, work;

  assign see     = state_q == StBeat && in_valid_i && !in_stream_i
                   && !(open_q && in_kind_i != KindIv);
  assign some    = in_bytes_i != '0;
  assign is_iv   = in_kind_i == KindIv;
  assign is_text = in_kind_i == KindText && some;
  assign is_tag  = in_kind_i == KindTag;
  // All of the message was its IV, without a byte.
  assign no_iv   = iv_none_q && is_iv && in_last_i && !some && !iv_seen_q;

  always_comb begin
    faults             = '0;
    faults[ErrIv]      = bad_iv_q || (iv_none_q && !is_iv && !iv_seen_q)
                         || (!iv_none_q && is_iv && kind_q == KindIv)
                         || (iv_none_q && is_iv && in_bytes_i == ShortIv && !iv_seen_q);
    faults[ErrKind]    = in_kind_i < kind_q || (is_tag && (!decrypt_q || kind_q == KindTag))
                         || (Mac && is_text);
    faults[ErrLength]  = bad_tag_q || in_bytes_i > Full || (is_tag && in_bytes_i != tag_bytes_q)
                         || (partial_q && in_kind_i == kind_q)
                         || (decrypt_q && in_last_i && !is_tag);
    faults[ErrWrap]    = is_text && full_q;
    faults[ErrOverrun] = is_text && decrypt_q && over_hold;
    if (no_iv) faults[ErrIv] = 1'b1;
  end

  assign fault = bad_q || faults_q != '0;
  assign work  = !fault && some_q && !is_tag_q;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      last_q    <= 1'b0;
      some_q    <= 1'b0;
      is_text_q <= 1'b0;
      is_tag_q  <= 1'b0;
      is_aad_q  <= 1'b0;
      kind_q    <= KindIv;
      partial_q <= 1'b0;
      iv_seen_q <= 1'b0;
      bad_q     <= 1'b0;
      no_iv_q   <= 1'b0;
      faults_q  <= '0;
      size_q    <= '0;
    end else begin
      if (state_q == StIdle) begin
        last_q    <= 1'b0;
        is_text_q <= 1'b0;
        is_tag_q  <= 1'b0;
        is_aad_q  <= 1'b0;
        kind_q    <= KindIv;
        partial_q <= 1'b0;
        iv_seen_q <= 1'b0;
        bad_q     <= 1'b0;
        size_q    <= hdr_iv_bytes_i;
      end else if (see) begin
        last_q    <= in_last_i;
        some_q    <= some;
        is_text_q <= is_text;
        is_tag_q  <= is_tag;
        is_aad_q  <= in_kind_i == KindAad;
        kind_q    <= in_kind_i;
        partial_q <= in_bytes_i != Full;
        iv_seen_q <= iv_seen_q || (is_iv && some);
        faults_q  <= faults;
        no_iv_q   <= no_iv;
        size_q    <= in_bytes_i;
      end else if (state_q == StJudge) begin
        bad_q     <= fault;
      end else if (state_q == StHide) begin
        size_q    <= tag_bytes_q;
      end
    end
  end

  // ------------------------------------------------------------------------------------ the core
  // K has to be free when a result comes, but not before: the core is asked for the next one so long
  // before the end of the pass that uses the last one.
  logic ask_q, pend_q, have_q, accept, turning;
  logic hidden_q;  // it was asked for what hides the tag
  logic ask, ask_hide, quiet, wants;

  assign core_valid_o   = ask_q && !turning;
  assign core_key_o     = key_q;
  assign core_decrypt_o = 1'b0;
  assign core_ready_o   = 1'b1;
  assign accept         = core_valid_o && core_ready_i;
  assign quiet          = !ask_q && !pend_q && !turning;

  // The next block of key stream is asked for before it is known that there is more text.
  assign wants    = state_q == StData && is_text_q && run_q && idx_q == NextAsk;
  assign ask      = offered || (!Mac && (wants && !last_q))
                    || (!Mac && state_q == StJudge && work && is_text_q && !have_q && !ask_q
                        && !pend_q)
                    || (Mac && state_q == StFirst);
  assign ask_hide = !Mac && ((state_q == StEnd && !hidden_q && quiet) || (wants && last_q));

  logic [127:0] k_q, h_q;
  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      ask_q    <= 1'b0;
      pend_q   <= 1'b0;
      have_q   <= 1'b0;
      hidden_q <= Mac;
    end else begin
      if (accept) ask_q <= 1'b0;
      if (ask || ask_hide) ask_q <= 1'b1;
      if (ask_hide) hidden_q <= 1'b1;
      if (state_q == StIdle) hidden_q <= Mac;
      if (accept) pend_q <= 1'b1;
      if (core_valid_i) pend_q <= 1'b0;
      if (core_valid_i && pend_q) begin
        have_q <= 1'b1;
      end else if (ask_hide || state_q == StHashKey || (pass && !run_q && state_q == StFinal)
                   || (state_q == StData && is_text_q && !run_q)) begin
        have_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      k_q <= '0;
    end else if (core_valid_i && pend_q) begin
      k_q <= core_block_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      h_q <= '0;
    end else if (state_q == StHashKey) begin
      h_q <= k_q;
    end
  end

  // ----------------------------------------------------------------------------------- one digit
  function automatic digit_t digit_of(logic [127:0] block, logic [IdxW-1:0] idx);
    return block[32'(idx)*Digit+:Digit];
  endfunction

  logic [127:0] x_q, z_q, c_q, length_q, added;
  logic         is_load, is_iv_hash, is_len, is_data, is_final, is_fetch;
  logic         text_in_hash, wrong_q, carry_q, sum_carry;
  digit_t       in_digit, hdr_digit, k_digit, live_bits, from, masked, sent, hashed, into_x, into_c;
  digit_t       first_digit, sum, held_digit;

  assign is_load    = state_q == StLoad;
  assign is_iv_hash = state_q == StIvHash;
  assign is_len     = state_q == StIvLen || state_q == StLen;
  assign is_data    = state_q == StData;
  assign is_final   = state_q == StFinal;
  assign is_fetch   = state_q == StFetch;
  assign pass       = is_load || is_iv_hash || is_len || is_data || is_final || is_fetch
                      || state_q == StCopy;
  assign idx_d      = pass && run_q ? idx_q + 1'b1 : '0;
  assign last_digit = &idx_q;

  assign in_digit  = digit_of(in_block_i, idx_q);
  assign hdr_digit = digit_of(hdr_iv_i, idx_q);
  assign k_digit   = digit_of(k_q, idx_q);

  // The last byte passes first: what is behind the valid ones is zero.
  always_comb begin
    for (int unsigned k = 0; k < Digit; k++) begin
      live_bits[k] = 6'(4'((7'(idx_q) * 7'(Digit) + 7'(k)) >> 3)) + 6'(size_q) > 6'd15;
    end
  end

  assign text_in_hash = is_text_q && !decrypt_q;
  assign from   = is_iv_hash ? hdr_digit
                  : is_data || decrypt_q ? in_digit : '0;
  assign masked = (from ^ (text_in_hash ? k_digit : '0)) & live_bits;
  // What goes out: a block and the key stream, or the hash and what hides it.
  assign sent   = (from ^ (is_final || is_text_q ? k_digit : '0)
                   ^ (is_final ? x_q[Digit-1:0] : '0)) & live_bits;
  assign hashed = is_len ? x_q[Digit-1:0] ^ length_q[Digit-1:0]
                  : is_data || is_iv_hash ? x_q[Digit-1:0] ^ masked : '0;
  assign into_x = is_fetch ? held_digit : sent;

  // J0 of an IV of 12 bytes ends with a counter of 1.
  always_comb begin
    for (int unsigned k = 0; k < Digit; k++) begin
      first_digit[k] = 7'(idx_q) * 7'(Digit) + 7'(k) == '0 ? 1'b1
                       : 7'(idx_q) * 7'(Digit) + 7'(k) >= 7'd32 && hdr_digit[k];
    end
  end
  assign into_c = is_load ? first_digit : is_len ? '0 : x_q[Digit-1:0];

  // Z x + digit H, for each bit of the digit.
  logic [127:0] z_step;
  always_comb begin
    z_step = z_q;
    for (int unsigned k = 0; k < Digit; k++) begin
      z_step = {1'b0, z_step[127:1]} ^ (z_step[0] ? {8'he1, 120'd0} : '0)
               ^ (hashed[k] ? h_q : '0);
    end
  end

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      run_q   <= 1'b0;
      idx_q   <= '0;
      x_q     <= '0;
      z_q     <= '0;
      wrong_q <= 1'b0;
    end else begin
      run_q <= pass && !(run_q && last_digit);
      idx_q <= idx_d;
      if (pass) begin
        x_q <= run_q ? 128'({into_x, x_q} >> Digit) : z_q;
        z_q <= run_q ? z_step : '0;
      end
      if (is_final) wrong_q <= run_q && (wrong_q || sent != '0);
    end
  end

  // -------------------------------------------------------------------------------------- lengths
  // Bits of AAD in the upper half, of text or IV in the lower one. Each pass turns them round once.
  logic counts;
  assign counts = run_q && (is_data || is_iv_hash);
  assign added  = is_aad_q ? {56'd0, size_q, 3'd0, 64'd0} : {120'd0, size_q, 3'd0};
  assign {sum_carry, sum} = {1'b0, length_q[Digit-1:0]} + {1'b0, digit_of(added, idx_q)}
                            + (Digit+1)'(carry_q);

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      length_q <= '0;
      carry_q  <= 1'b0;
    end else if (counts || (run_q && is_len)) begin
      length_q <= 128'({counts ? sum : '0, length_q} >> Digit);
      carry_q  <= counts && sum_carry;
    end
  end

  // A message may have no more text when these bits are those of the most blocks.
  if (Mac) begin : gen_no_limit
    assign full_q = 1'b0;
  end else begin : gen_limit
    logic at_most_q;
    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        at_most_q <= 1'b0;
      end else if (state_q == StIdle) begin
        at_most_q <= 1'b0;
      end else if (is_data && is_text_q) begin
        at_most_q <= !run_q || (at_most_q && ((sum ^ digit_of(Most, idx_q))
                                              & digit_of(Care, idx_q)) == '0);
      end
    end
    assign full_q = at_most_q;
  end

  // ------------------------------------------------------------------------------------- counter
  // It turns round with 1 added when the core has taken it. Its first value, J0, is kept.
  logic         moves_c;
  logic [127:0] c_moved;
  assign moves_c = run_q && (is_load || is_len || state_q == StCopy);
  assign c_moved = 128'({into_c, c_q} >> Digit);

  if (Mac) begin : gen_no_counter
    assign turning = 1'b0;
    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        c_q <= '0;
      end else if (moves_c) begin
        c_q <= c_moved;
      end
    end
  end else begin : gen_counter
    logic              begin_turn, turn_end, turn_q, plus_q, keep_q, back_q, plus;
    logic [TurnW-1:0]  turns_q;
    logic [31:0]       start_q;
    logic [CountD-1:0] more;

    assign turning   = turn_q;
    assign turn_end  = turns_q == TurnW'(Turns - 1);
    assign begin_turn = state_q == StFirst || ask_hide
                       || (accept && state_q != StKey && !hidden_q);
    assign {plus, more} = {1'b0, c_q[CountD-1:0]} + (CountD+1)'(plus_q);

    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        turn_q    <= 1'b0;
        turns_q   <= '0;
        plus_q    <= 1'b0;
        keep_q    <= 1'b0;
        back_q    <= 1'b0;
        start_q   <= '0;
        c_q       <= '0;
      end else begin
        if (begin_turn) begin
          turn_q    <= 1'b1;
          keep_q    <= state_q == StFirst || ask_hide;
          back_q    <= ask_hide;
          plus_q    <= 1'b1;
        end else if (turn_q) begin
          turn_q  <= !turn_end;
          turns_q <= turn_end ? '0 : turns_q + 1'b1;
          plus_q  <= plus;
        end
        if (turn_q && keep_q) start_q <= 32'({c_q[CountD-1:0], start_q} >> CountD);
        if (moves_c) begin
          c_q <= c_moved;
        end else if (turn_q) begin
          c_q[31:0] <= 32'({back_q ? start_q[CountD-1:0] : more, c_q[31:0]} >> CountD);
        end
      end
    end
  end
  assign core_block_o = c_q;

  // ----------------------------------------------------------------------------------- held text
  logic [4:0] held_bytes;
  logic       held_last, held_none;
  if (Holds) begin : gen_held
    logic [HoldW:0]      held_q;   // blocks
    logic [HoldW-1:0]    fetch_q;
    logic [4:0]          tail_q;   // bytes of the last one
    logic                write_q;
    logic [WordW-1:0]    place_q;
    logic [WordBits-1:0] word;

    always_ff @(posedge clk_i or negedge rst_clear_n) begin
      if (!rst_clear_n) begin
        held_q  <= '0;
        fetch_q <= '0;
        tail_q  <= '0;
        write_q <= 1'b0;
        place_q <= '0;
      end else begin
        // A word is whole when its last digit is in X, a cycle later.
        write_q <= is_data && is_text_q && decrypt_q && run_q
                   && (idx_q | ~IdxW'(2**PartW - 1)) == '1;
        place_q <= WordW'(idx_q >> PartW);
        if (state_q == StIdle) begin
          held_q  <= '0;
          fetch_q <= '0;
        end else if (state_q == StTake && work && is_text_q && decrypt_q) begin
          held_q <= held_q + 1'b1;
          tail_q <= size_q;
        end
        if (state_q == StHeld && out_ready_i) fetch_q <= fetch_q + 1'b1;
      end
    end

    // The block that was written last is not counted yet.
    aesculus_mode_text #(.Width(WordBits), .AddrW(TextW)) u_text (
      .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .write_i(write_q),
      .wr_addr_i({held_q[HoldW-1:0], place_q}), .data_i(x_q[127-:WordBits]), .read_i(is_fetch),
      .rd_addr_i({fetch_q, WordW'(idx_d >> PartW)}), .data_o(word)
    );

    assign over_hold  = held_q[HoldW];
    assign held_none  = held_q == '0;
    assign held_last  = held_q == (HoldW+1)'(fetch_q) + 1'b1;
    assign held_bytes = held_last ? tail_q : Full;
    if (PartW == 0) begin : gen_whole
      assign held_digit = word;
    end else begin : gen_part
      assign held_digit = word[32'(idx_q[PartW-1:0])*Digit+:Digit];
    end
  end else begin : gen_none_held
    assign over_hold  = 1'b0;
    assign held_none  = 1'b1;
    assign held_last  = 1'b1;
    assign held_bytes = '0;
    assign held_digit = '0;
    logic unused;
    assign unused = wipe;
  end

  // --------------------------------------------------------------------------------- its course
  logic shows, right, done, pinned;  // the tag that came stays on the port
  assign shows  = work && is_text_q && (Raw || !decrypt_q);
  assign right  = decrypt_q && !bad_q && !wrong_q;
  assign done   = run_q && last_digit;
  assign pinned = is_tag_q && last_q && !fault;

  state_e after_beat;
  assign after_beat = !last_q ? StBeat : open_q ? StIvLen : StEnd;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      state_q <= StIdle;
      open_q  <= 1'b0;
    end else begin
      unique case (state_q)
        StIdle:    if (offered) state_q <= StKey;
        StKey: begin
          open_q <= !iv_short_q;
          if (accept) state_q <= iv_short_q ? StLoad : StHashKey;
        end
        StLoad:    if (done) state_q <= StHashKey;
        StHashKey: if (have_q) state_q <= iv_short_q || iv_none_q ? StHeader : StIvHash;
        StIvHash:  if (done) state_q <= StHeader;
        StHeader:  state_q <= iv_short_q ? StFirst : iv_none_q ? StBeat : StIvLen;
        StIvLen:   if (done) state_q <= StCopy;
        StCopy: begin
          open_q <= 1'b0;
          if (done) state_q <= StFirst;
        end
        StFirst:   state_q <= last_q ? StEnd : StBeat;
        StBeat: begin
          if (see) begin
            state_q <= StJudge;
          end else if (in_valid_i && !in_stream_i) begin
            state_q <= StIvLen;
          end
        end
        StJudge: begin
          if (!work) begin
            state_q <= pinned ? StEnd : StTake;
          end else if (!is_text_q || have_q) begin
            state_q <= StData;
          end
        end
        StData:    if (done) state_q <= StTake;
        StTake:    state_q <= shows ? StShow : after_beat;
        StShow:    if (out_ready_i) state_q <= after_beat;
        StEnd:     if (hidden_q && !ask_q) state_q <= StLen;
        StLen:     if (done) state_q <= StHide;
        StHide:    if (have_q) state_q <= StFinal;
        StFinal:   if (done) state_q <= StVerdict;
        StVerdict: state_q <= right && !held_none ? StFetch : StLast;
        StFetch:   if (done) state_q <= StHeld;
        StHeld:    if (out_ready_i) state_q <= held_last ? StLast : StFetch;
        StLast:    if (out_ready_i) state_q <= StIdle;
        default:   state_q <= StIdle;
      endcase
    end
  end

  assign hdr_ready_o = live && (hdr_stream_i || state_q == StHeader);
  assign in_ready_o  = live && (in_stream_i || state_q == StTake
                                || (state_q == StVerdict && pinned));

  // -------------------------------------------------------------------------------- what comes out
  logic at_last, at_tag, show_data;
  assign at_last      = state_q == StLast;
  assign at_tag       = at_last && !decrypt_q && !bad_q;
  assign show_data    = state_q == StShow || state_q == StHeld || at_tag;
  assign out_valid_o  = show_data || at_last;
  assign out_stream_o = 1'b0;
  assign out_kind_o   = at_tag ? KindTag : out_valid_o ? KindText : 2'd0;
  assign out_block_o  = show_data ? x_q : '0;
  assign out_bytes_o  = state_q == StHeld ? held_bytes : show_data ? size_q : '0;
  assign out_last_o   = at_last;
  assign out_auth_o   = at_last && right;
  assign out_error_o  = at_last && bad_q;

  logic [ErrorW-1:0] met;
  always_comb begin
    met = '0;
    if (state_q == StJudge && !bad_q) met = faults_q;
    if (state_q == StJudge && no_iv_q) met[ErrIv] = 1'b1;
    if (state_q == StVerdict && decrypt_q && !bad_q && wrong_q) met[ErrTag] = 1'b1;
    if (live && ((in_valid_i && in_stream_i) || (hdr_valid_i && hdr_stream_i))) begin
      met[ErrStream] = 1'b1;
    end
  end

  aesculus_mode_errors u_errors (
    .clk_i, .rst_ni(rst_clear_n), .clear_i(error_clear_i), .met_i(met), .error_o
  );

  logic unused;
  assign unused = ^{hdr_aad_bytes_i, hdr_text_bytes_i};

endmodule

// SPDX-License-Identifier: Apache-2.0
// Types and constants of the AES core. Names follow FIPS 197.
//
// Byte order: byte 0 of FIPS 197 is bits 127:120 of a block, so a block reads as the standard
// prints it. Byte r + 4*c is row r, column c of the State. Word 0 of a key is its top 32 bits.

package aesculus_pkg;

  import aesculus_field_pkg::*;

  typedef enum logic [1:0] {
    DirEncrypt = 2'd0,
    DirDecrypt = 2'd1,
    DirBoth    = 2'd2
  } direction_e;

  typedef enum logic [2:0] {
    SboxBram          = 3'd0,  // synchronous dual-port ROM, two S-boxes in each
    SboxRom           = 3'd1,  // asynchronous ROM in LUTs
    SboxLogic         = 3'd2,  // the table as logic equations
    SboxTower         = 3'd3,  // inversion in GF((2^4)^2)
    SboxCanright      = 3'd4,  // inversion in GF(((2^2)^2)^2), normal bases
    SboxLine          = 3'd5,  // a straight-line program of few gates
    SboxTtable        = 3'd6,  // SubBytes and MixColumns in one block RAM; encryption
    SboxShallow       = 3'd7   // a straight-line program of few gates in a row
  } sbox_e;

  typedef enum logic [2:0] {
    KeyOnline   = 3'd0,  // each round expands the key that its block carries
    KeyStored   = 3'd1,
    KeyExternal = 3'd2,
    KeyFixed    = 3'd3,
    KeyLast     = 3'd4   // as KeyOnline, but a block to decrypt brings the end of its schedule
  } key_schedule_e;

  // Whether keys come and go with the blocks.
  function automatic bit travels(key_schedule_e schedule);
    return schedule == KeyOnline || schedule == KeyLast;
  endfunction

  typedef enum logic [1:0] {
    FlowNone   = 2'd0,  // out_ready_i is ignored; a block leaves a fixed time after it entered
    FlowStall  = 2'd1,  // one enable holds the whole ring while the output waits
    FlowCredit = 2'd2   // an output FIFO as deep as the ring; no enable anywhere in the ring
  } flow_e;

  typedef enum logic [0:0] {
    LaneKeysShared   = 1'b0,  // one key and one key schedule for the blocks of a beat
    LaneKeysSeparate = 1'b1   // one each
  } lane_keys_e;

  // What a ring does on its turns.
  typedef enum logic [0:0] {
    WorkCipher  = 1'b0,
    WorkPrepare = 1'b1   // run the key schedule to its end, for decryption
  } work_e;

  // Which rounds of a physical round are the cipher's last one, the one without MixColumns.
  typedef enum logic [1:0] {
    LastNever  = 2'd0,
    LastAlways = 2'd1,
    LastPass   = 2'd2   // the last pass only
  } last_e;

  // Cut positions of a round, in data order: bit numbers of the Cuts parameter.
  localparam int unsigned NumCuts = 12;
  localparam int unsigned CutStart = 0;  // before SubBytes
  localparam int unsigned CutInner = 1;  // first of seven positions inside the S-box
  localparam int unsigned NumInnerCuts = 7;
  localparam int unsigned CutSub   = 8;  // after SubBytes
  localparam int unsigned CutPre   = 9;  // decryption: before MixColumns
  localparam int unsigned CutM1    = 10; // inside MixColumns
  localparam int unsigned CutMix   = 11; // after MixColumns, before AddRoundKey
  localparam int unsigned NumSboxCuts = CutSub + 1;

  typedef logic [NumCuts-1:0]     cuts_t;
  typedef logic [NumSboxCuts-1:0] sbox_cuts_t;

  // Nr of FIPS 197, section 5.
  function automatic int unsigned num_rounds(int unsigned key_bits);
    return key_bits / 32 + 6;
  endfunction

  function automatic int unsigned count_cuts(cuts_t cuts);
    int unsigned n;
    n = 0;
    for (int i = 0; i < NumCuts; i++) n += 32'(cuts[i]);
    return n;
  endfunction

  // The cuts that physical round `index` holds.
  function automatic cuts_t round_cuts(cuts_t cuts, int unsigned cut_every, int unsigned index);
    return (index % cut_every == 0) ? cuts : '0;
  endfunction

  // Registers between the entry of the ring and the input of physical round `rounds`.
  function automatic int unsigned ring_depth(cuts_t cuts, int unsigned cut_every,
                                             int unsigned rounds);
    int unsigned n;
    n = 0;
    for (int unsigned i = 0; i < rounds; i++) n += count_cuts(round_cuts(cuts, cut_every, i));
    return n;
  endfunction

  // Which inner cut positions an S-box kind has; the cipher's S-box may use no others.
  function automatic logic [NumInnerCuts-1:0] inner_cuts(sbox_e kind);
    case (kind)
      SboxTower, SboxCanright: return '1;
      SboxLine, SboxShallow:   return 7'h3f;
      default:                 return '0;
    endcase
  endfunction

  // Multiplication by {02}: FIPS 197, section 4.2.1.
  function automatic logic [7:0] xtime(logic [7:0] a);
    return {a[6:0], 1'b0} ^ (a[7] ? 8'h1b : 8'h00);
  endfunction

  // Round constant x^(i-1): FIPS 197, section 5.2.
  function automatic logic [7:0] rcon(int unsigned i);
    logic [7:0] r;
    r = 8'h01;
    for (int unsigned k = 1; k < i; k++) r = xtime(r);
    return r;
  endfunction

  // What a key step needs to know of its round.
  typedef struct packed {
    logic [7:0] rcon;    // round constant of the SubWord in this step, 0 if it has none
    logic       rot;     // RotWord before it
    logic       sub_lo;  // it stands before the first new word
    logic       sub_hi;  // it stands before the third, or before the first
  } key_info_t;

  localparam int unsigned MaxPasses = 16;
  typedef key_info_t [MaxPasses-1:0] key_info_table_t;

  // Of the step that makes words `first` to first+3, or undoes them: SubWord falls on the words
  // whose index is a multiple of Nk, and for Nk = 8 also of 4 (FIPS 197, section 5.2).
  function automatic key_info_t key_info(int unsigned key_bits, int unsigned first);
    key_info_t info;
    int unsigned nk, third;
    nk = key_bits / 32;
    third = first + 2;
    info = '0;
    if (first % nk == 0 || (nk == 8 && first % 4 == 0)) begin
      info.sub_lo = 1'b1;
      info.sub_hi = 1'b1;
      info.rot    = first % nk == 0;
      info.rcon   = first % nk == 0 ? rcon(first / nk) : 8'h00;
    end else if (third % nk == 0) begin
      info.sub_hi = 1'b1;
      info.rot    = 1'b1;
      info.rcon   = rcon(third / nk);
    end
    return info;
  endfunction

  // Of physical round `index`, by pass. The step of round r makes words 4(r-1)+Nk onwards, which
  // decryption undoes from the last round to the first; `from_end` as in aesculus_key_step.
  // Round constants are written in the domain of the key.
  function automatic key_info_table_t key_info_table(int unsigned key_bits, int unsigned unroll,
                                                     int unsigned index, bit inverse, bit from_end,
                                                     matrix_t domain);
    key_info_table_t t;
    int unsigned nr, r;
    t = '0;
    nr = num_rounds(key_bits);
    for (int unsigned i = 0; i < MaxPasses; i++) begin
      r = i * unroll + index + 1;
      if (r <= nr) begin
        if (inverse) r = nr + 1 - r;
        t[i] = key_info(key_bits, inverse && from_end ? 4 * r : 4 * (r - 1) + key_bits / 32);
        t[i].rcon = apply(domain, t[i].rcon);
      end
    end
    return t;
  endfunction

  // By round, for datapaths below one round: nothing for the rounds of loading, 0 and 15.
  function automatic key_info_table_t narrow_schedule(int unsigned key_bits);
    key_info_table_t t;
    t = '0;
    for (int unsigned r = 1; r <= num_rounds(key_bits); r++) begin
      t[r] = key_info(key_bits, 4 * (r - 1) + key_bits / 32);
    end
    return t;
  endfunction

  // ShiftRows on a whole State: row r turns left by r columns (FIPS 197, section 5.1.2).
  function automatic logic [127:0] shift_rows(logic [127:0] s);
    logic [127:0] t;
    for (int c = 0; c < 4; c++) begin
      for (int r = 0; r < 4; r++) begin
        t[127-8*(r+4*c)-:8] = s[127-8*(r+4*((c+r)%4))-:8];
      end
    end
    return t;
  endfunction

  // InvShiftRows on a whole State (FIPS 197, section 5.3.1).
  function automatic logic [127:0] inv_shift_rows(logic [127:0] s);
    logic [127:0] t;
    for (int c = 0; c < 4; c++) begin
      for (int r = 0; r < 4; r++) begin
        t[127-8*(r+4*((c+r)%4))-:8] = s[127-8*(r+4*c)-:8];
      end
    end
    return t;
  endfunction

  // The polynomial of InvMixColumns is that of MixColumns times {04}x^2 + {05}, so a State
  // multiplied by the latter needs only MixColumns thereafter: a_i + {04}(a_i + a_(i+2)).
  // `four` is multiplication by {04} in the domain of the State.
  function automatic logic [127:0] inv_premix(logic [127:0] s, matrix_t four);
    logic [127:0] t;
    logic [7:0] d;
    for (int c = 0; c < 4; c++) begin
      for (int r = 0; r < 4; r++) begin
        d = s[127-8*(4*c+r)-:8] ^ s[127-8*(4*c+(r+2)%4)-:8];
        t[127-8*(4*c+r)-:8] = s[127-8*(4*c+r)-:8] ^ apply(four, d);
      end
    end
    return t;
  endfunction

endpackage

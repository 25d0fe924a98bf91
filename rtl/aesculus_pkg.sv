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

  typedef enum logic [3:0] {
    SboxBram          = 4'd0,  // synchronous dual-port ROM, two S-boxes in each
    SboxRom           = 4'd1,  // asynchronous ROM in LUTs
    SboxLogic         = 4'd2,  // the table as logic equations
    SboxTower         = 4'd3,  // inversion in GF((2^4)^2)
    SboxCanright      = 4'd4,  // inversion in GF(((2^2)^2)^2), normal bases
    SboxLine          = 4'd5,  // a straight-line program of few gates
    SboxTtable        = 4'd6,  // SubBytes and MixColumns in one block RAM; encryption
    SboxShallow       = 4'd7,  // a straight-line program of few gates in a row
    SboxLut           = 4'd8   // a network of look-up tables of four inputs
  } sbox_e;
  localparam sbox_e LastSbox = SboxLut;

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
      SboxTower, SboxCanright, SboxLut: return '1;
      SboxLine, SboxShallow:            return 7'h3f;
      default:                          return '0;
    endcase
  endfunction

  // The parameters of aesculus_core, as its parts hand them on.
  typedef struct packed {
    int unsigned   key_bits;
    direction_e    direction;
    int unsigned   unroll;
    cuts_t         cuts;
    int unsigned   cut_every;
    int unsigned   entry_cuts;
    int unsigned   width;
    sbox_e         sbox;
    sbox_e         key_sbox;
    int unsigned   basis;
    bit            whole;
    key_schedule_e key_schedule;
    bit            has_fixed_key;
    int unsigned   lanes;
    lane_keys_e    lane_keys;
    flow_e         flow;
    int unsigned   tag_bits;
    bit            isolate;
  } config_t;

  // What is wrong with a configuration: the first parameter of which no value in reach is legal.
  typedef enum logic [4:0] {
    FaultNone       = 5'd0,
    FaultKeyBits    = 5'd1,
    FaultDirection  = 5'd2,
    FaultUnroll     = 5'd3,
    FaultCutEvery   = 5'd4,
    FaultNoCuts     = 5'd5,
    FaultEntryCuts  = 5'd6,
    FaultWidth      = 5'd7,
    FaultTtable     = 5'd8,
    FaultMemory     = 5'd9,
    FaultInnerCuts  = 5'd10,
    FaultPreCut     = 5'd11,
    FaultBasis      = 5'd12,
    FaultWhole      = 5'd13,
    FaultSchedule   = 5'd14,
    FaultFixedKey   = 5'd15,
    FaultLanes      = 5'd16,
    FaultLaneKeys   = 5'd17,
    FaultFlow       = 5'd18,
    FaultTagBits    = 5'd19,
    FaultNarrow     = 5'd20,
    FaultSbox       = 5'd21,
    FaultKeySbox    = 5'd22,
    FaultIsolate    = 5'd23
  } fault_e;

  // Whether a kind is a synchronous memory, whose address register is the start cut.
  function automatic bit is_memory(sbox_e kind);
    return kind == SboxBram || kind == SboxTtable;
  endfunction

  // Whether the core expands keys, with S-boxes of its own for that.
  function automatic bit expands(config_t cfg);
    return travels(cfg.key_schedule) || cfg.key_schedule == KeyStored;
  endfunction

  // Whether a datapath a byte wide has an S-box for the State and one of another kind for the key.
  function automatic bit is_twin(config_t cfg);
    return cfg.width == 8 && cfg.key_bits == 128 && cfg.key_sbox != cfg.sbox;
  endfunction

  // Whether a datapath below one round can do what is asked: one round, cut at start, encrypts with
  // keys that come with the blocks.
  function automatic bit fits_narrow(config_t cfg);
    return cfg.direction == DirEncrypt && cfg.unroll == 1 && cfg.cuts == cuts_t'(1 << CutStart) &&
           (cfg.key_sbox == cfg.sbox || is_twin(cfg)) && cfg.sbox != SboxTtable &&
           cfg.key_sbox != SboxTtable && !cfg.whole &&
           travels(cfg.key_schedule) && cfg.lanes == 1 && cfg.flow != FlowCredit;
  endfunction

  function automatic bit is_whole_possible(config_t cfg);
    return expands(cfg) && cfg.sbox == SboxTower && cfg.key_sbox == SboxTower;
  endfunction

  // aesculus_core_checks says each in words. Ranges go first, so that what follows is defined. An X in a
  // four-state field is in no range; the other fields have two states, where an X is a 0 already.
  function automatic fault_e config_fault(config_t cfg);
    bit every_round, memory;
    if (cfg.key_bits !== 128 && cfg.key_bits !== 192 && cfg.key_bits !== 256) return FaultKeyBits;
    if ($isunknown(cfg.direction) || cfg.direction > DirBoth) return FaultDirection;
    if ($isunknown(cfg.unroll)) return FaultUnroll;
    if (cfg.unroll < 1 || cfg.unroll > num_rounds(cfg.key_bits)) return FaultUnroll;
    if ($isunknown(cfg.cuts) || cfg.cuts == '0) return FaultNoCuts;
    if ($isunknown(cfg.cut_every)) return FaultCutEvery;
    if (cfg.cut_every < 1 || cfg.cut_every > cfg.unroll) return FaultCutEvery;
    if ($isunknown(cfg.entry_cuts) || cfg.entry_cuts > 2) return FaultEntryCuts;
    if (cfg.entry_cuts > 0 && cfg.unroll != num_rounds(cfg.key_bits)) return FaultEntryCuts;
    if (cfg.width !== 128 && cfg.width !== 32 && cfg.width !== 8) return FaultWidth;
    if ($isunknown(cfg.sbox) || cfg.sbox > LastSbox) return FaultSbox;
    if ($isunknown(cfg.key_sbox) || cfg.key_sbox > LastSbox) return FaultKeySbox;
    if (cfg.sbox == SboxTtable && cfg.direction != DirEncrypt) return FaultTtable;
    every_round = cfg.cuts[CutStart] && cfg.cut_every == 1;
    memory = is_memory(cfg.sbox) || (expands(cfg) && is_memory(cfg.key_sbox));
    if (memory && !every_round) return FaultMemory;
    if ((cfg.cuts[CutSub-1:CutInner] & ~inner_cuts(cfg.sbox)) != '0) return FaultInnerCuts;
    if (cfg.cuts[CutPre] && cfg.direction == DirEncrypt) return FaultPreCut;
    if ($isunknown(cfg.basis)) return FaultBasis;
    if (cfg.basis != 0 && !is_basis(cfg.basis)) return FaultBasis;
    if ($isunknown(cfg.whole)) return FaultWhole;
    if (cfg.whole && !is_whole_possible(cfg)) return FaultWhole;
    if ($isunknown(cfg.key_schedule) || cfg.key_schedule > KeyLast) return FaultSchedule;
    if (cfg.key_schedule == KeyFixed && !cfg.has_fixed_key) return FaultFixedKey;
    if ($isunknown(cfg.lanes) || cfg.lanes < 1 || cfg.lanes > 16) return FaultLanes;
    if ($isunknown(cfg.lane_keys)) return FaultLaneKeys;
    if (cfg.lane_keys == LaneKeysSeparate && (cfg.lanes == 1 || !travels(cfg.key_schedule))) begin
      return FaultLaneKeys;
    end
    if ($isunknown(cfg.flow) || cfg.flow > FlowCredit) return FaultFlow;
    if ($isunknown(cfg.tag_bits)) return FaultTagBits;
    if (cfg.tag_bits < 1 || cfg.tag_bits > 32) return FaultTagBits;
    if ($isunknown(cfg.isolate)) return FaultIsolate;
    if (cfg.width != 128 && !fits_narrow(cfg)) return FaultNarrow;
    return FaultNone;
  endfunction

  // Keys that come with a beat.
  function automatic int unsigned num_keys(config_t cfg);
    return cfg.lane_keys == LaneKeysSeparate ? cfg.lanes : 1;
  endfunction

  // How often a beat goes round.
  function automatic int unsigned num_passes(config_t cfg);
    return (num_rounds(cfg.key_bits) + cfg.unroll - 1) / cfg.unroll;
  endfunction

  // Parts of a result that are loaded and reset by nets of their own. The bytes of a block lie apart,
  // each beside its S-box, and the clock of an open ring is worth some registers more.
  function automatic int unsigned result_parts(config_t cfg, work_e work);
    return work == WorkCipher && num_passes(cfg) == 1 ? 16 * cfg.lanes : 1;
  endfunction

  // Whether a ring that prepares keys stands ahead of the cipher's.
  function automatic bit prepares(config_t cfg);
    return cfg.key_schedule == KeyOnline && cfg.direction != DirEncrypt;
  endfunction

  // Registers and the map to the domain of Whole stand at the entry of the first ring.
  function automatic bit is_first(config_t cfg, work_e work);
    return work == WorkPrepare || !prepares(cfg);
  endfunction

  function automatic int unsigned ring_entry_cuts(config_t cfg, work_e work);
    return is_first(cfg, work) ? cfg.entry_cuts : 0;
  endfunction

  // Registers that a beat passes on one way through all rings, without the output's.
  function automatic int unsigned turn_cycles(config_t cfg);
    int unsigned ring;
    ring = ring_depth(cfg.cuts, cfg.cut_every, cfg.unroll);
    return cfg.entry_cuts + ring + (prepares(cfg) ? ring + 1 : 0);
  endfunction

  // FlowCredit: a FIFO of 2**this words has room for all in flight, and three words more, for the
  // output register, its own cycle and the credit's way back, so that a ready consumer never
  // costs a slot.
  function automatic int unsigned fifo_address_bits(config_t cfg);
    return $clog2(turn_cycles(cfg) + 3);
  endfunction

  // Cycles in which nothing enters and what was in is overwritten: a turn of the rings, a write to
  // each word of the FIFO, or for a datapath below one round all its shift registers in a row.
  function automatic int unsigned flush_cycles(config_t cfg);
    if (cfg.width == 8) return cfg.key_bits / 8 + 40;
    if (cfg.width == 32) return cfg.key_bits / 32 + 12;
    if (cfg.flow == FlowCredit) return 2 ** fifo_address_bits(cfg) + 1;
    return turn_cycles(cfg);
  endfunction

  // Whether what ends a clear comes to its readers through registers more: in an open ring they lie
  // far apart, and a ring this long is still empty when the last of them knows.
  function automatic bit clears_far(config_t cfg);
    return num_passes(cfg) == 1 && turn_cycles(cfg) > 3;
  endfunction

  // What the slots tell the paths of the beat at a place.
  typedef struct packed {
    logic       inv;   // it is decrypted
    logic       bank;  // of stored keys
    logic [3:0] pass;
  } mark_t;

  // Of a physical round: at its start, at the sub position and behind it.
  typedef struct packed {
    mark_t start;
    mark_t sub;
    mark_t behind;
  } marks_t;

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

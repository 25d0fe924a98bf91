// SPDX-License-Identifier: Apache-2.0
// The ring of slots: `Unroll` physical rounds with their cuts, closed unless Unroll is Nr.
//
// A slot is one register position along the ring. It carries valid, pass, direction, key bank, tag,
// the States of its beat (one for each lane) and, with an online schedule, the key windows. A beat
// enters an empty slot at round 0, after the initial AddRoundKey, goes round ceil(Nr/Unroll)
// times, and leaves behind the physical round in which its round Nr falls. A slot freed in
// mid-ring (Unroll no divisor of Nr) travels on empty to the entry.
//
// With WorkPrepare the rounds only step the key, from the cipher key to the end of its schedule;
// beats wait beside it. A preparing ring feeds a cipher ring of the same shape without a
// handshake: their slots turn in step, so the cipher's is empty when a beat arrives.
//
// Order: all beats take the same time, so they leave in the order in which they came.
// Reset: the slots have none, so that no reset net spans the ring. A counter, which reset starts,
// runs for one turn; meanwhile the entry takes every slot for empty and nothing may leave. A beat
// accepted at once after reset is not hindered: it is a turn behind all that reset dropped.
// Zeroise: an empty slot takes what the input port shows each time it passes the entry, so every
// key and State from before a reset is gone after one turn plus one cycle (with FlowStall too, as
// nothing valid is left to stall for).

module aesculus_ring
  import aesculus_pkg::*;
  import aesculus_field_pkg::*;
#(
  parameter work_e         Work        = WorkCipher,
  parameter int unsigned   KeyBits     = 128,
  parameter direction_e    Direction   = DirEncrypt,
  parameter int unsigned   Unroll      = 1,
  parameter cuts_t         Cuts        = 12'h001,
  parameter int unsigned   CutEvery    = 1,
  parameter int unsigned   EntryCuts   = 0,
  parameter sbox_e         Sbox        = SboxTower,
  parameter sbox_e         KeySbox     = SboxTower,
  parameter int unsigned   Basis       = 0,
  parameter bit            Whole       = 1'b0,   // compute in F2 (aesculus_field_pkg) throughout
  parameter bit            MapsIn      = Whole,  // blocks and keys arrive in F1
  parameter key_schedule_e KeySchedule = KeyOnline,
  parameter int unsigned   Lanes       = 1,
  parameter int unsigned   Keys        = 1,      // key windows in a slot: 1 or Lanes
  parameter int unsigned   TagBits     = 1,

  localparam int unsigned  Nr          = num_rounds(KeyBits)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          en_i,        // low holds every slot and the output
  input  logic                          in_valid_i,  // taken when en_i and in_ready_o
  output logic                          in_ready_o,  // the slot at the entry is empty
  input  logic                          in_decrypt_i,
  input  logic                          in_bank_i,
  input  logic [TagBits-1:0]            in_tag_i,
  input  logic [Lanes-1:0][127:0]       in_block_i,
  input  logic [Keys-1:0][KeyBits-1:0]  in_key_i,
  output logic                          out_valid_o,
  output logic                          out_decrypt_o,
  output logic                          out_bank_o,
  output logic [TagBits-1:0]            out_tag_o,
  output logic [Lanes-1:0][127:0]       out_block_o,
  output logic [Keys-1:0][KeyBits-1:0]  out_key_o,   // WorkPrepare
  // Round keys that do not travel: the key store's writes, or the keys themselves.
  input  logic                          key_we_i,
  input  logic                          key_bank_i,
  input  logic [3:0]                    key_index_i,
  input  logic [127:0]                  key_data_i,
  input  logic [0:Nr][127:0]            round_keys_i
);

  localparam int unsigned NumPass   = (Nr + Unroll - 1) / Unroll;
  localparam int unsigned PassW     = NumPass > 1 ? $clog2(NumPass) : 1;
  localparam int unsigned ExitRound = (Nr - 1) % Unroll;
  localparam bit          Online    = travels(KeySchedule);
  localparam bit          FromEnd   = KeySchedule == KeyLast;
  localparam bit          Ciphers   = Work == WorkCipher;
  localparam matrix_t     Domain    = to_domain(Whole, Basis);
  localparam bit          MapsOut   = Whole && Ciphers;

  typedef logic [PassW-1:0] pass_t;
  localparam pass_t FinalPass = pass_t'(NumPass - 1);

  typedef struct packed {
    logic               inv;
    logic               bank;
    logic [TagBits-1:0] tag;
  } note_t;  // what a slot carries unchanged

  typedef logic [Lanes-1:0][127:0] states_t;
  typedef logic [Keys-1:0][KeyBits-1:0] windows_t;

  // Entry registers and the map to the domain; open rings only.
  logic     entry_valid;
  note_t    entry_note;
  states_t  entry_block, mapped_block;
  windows_t entry_key, mapped_key;
  note_t    in_note;
  states_t  first_block;
  windows_t first_key;
  assign in_note = '{inv: in_decrypt_i, bank: in_bank_i, tag: in_tag_i};
  localparam int unsigned FirstCuts = EntryCuts > 0 ? EntryCuts - 32'(MapsIn && EntryCuts > 1) : 0;
  localparam int unsigned MapCuts   = EntryCuts - FirstCuts;
  aesculus_cut #(.Width(128 * Lanes + Keys * KeyBits), .Depth(FirstCuts)) u_entry_first (
    .clk_i, .en_i, .d_i({in_block_i, in_key_i}), .q_o({first_block, first_key})
  );
  if (MapsIn) begin : gen_map_in
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      assign mapped_block[l] = apply_block(Domain, first_block[l]);
    end
    for (genvar k = 0; k < Keys; k++) begin : gen_key
      for (genvar i = 0; i < KeyBits / 8; i++) begin : gen_byte
        assign mapped_key[k][8*i+:8] = apply(Domain, first_key[k][8*i+:8]);
      end
    end
  end else begin : gen_no_map_in
    assign mapped_block = first_block;
    assign mapped_key   = first_key;
  end
  aesculus_cut #(.Width(128 * Lanes + Keys * KeyBits), .Depth(MapCuts)) u_entry_map (
    .clk_i, .en_i, .d_i({mapped_block, mapped_key}), .q_o({entry_block, entry_key})
  );
  aesculus_cut #(.Width($bits(note_t)), .Depth(EntryCuts)) u_entry_note (
    .clk_i, .en_i, .d_i(in_note), .q_o(entry_note)
  );
  aesculus_cut #(.Width(1), .Depth(EntryCuts)) u_entry_valid (
    .clk_i, .en_i, .d_i(in_valid_i), .q_o(entry_valid)
  );

  // High for one turn after reset.
  localparam int unsigned Turn  = EntryCuts + ring_depth(Cuts, CutEvery, Unroll);
  localparam int unsigned TurnW = $clog2(Turn + 1);
  logic [TurnW-1:0] left_q;
  logic flush_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q  <= TurnW'(Turn - 1);
      flush_q <= 1'b1;
    end else if (en_i) begin
      if (left_q != '0) left_q <= left_q - 1'b1;
      flush_q <= left_q != '0;
    end
  end

  // Index p: before physical round p; index Unroll: behind the last one.
  logic     [Unroll:0] valid;
  pass_t    [Unroll:0] pass;
  note_t    [Unroll:0] note;
  states_t  [Unroll:0] state;
  windows_t [Unroll:0] key;

  // Initial AddRoundKey.
  states_t whitened;
  logic [127:0] whitening_encrypt, whitening_decrypt;  // the latter for both directions too
  if (Online || !Ciphers) begin : gen_whitening_online
    assign whitening_encrypt = '0;
    assign whitening_decrypt = '0;
  end else begin : gen_whitening_given
    if (Direction == DirEncrypt) begin : gen_encrypt
      aesculus_round_keys #(.KeySchedule(KeySchedule), .Nr(Nr), .First(0)) u_keys (
        .clk_i, .we_i(key_we_i), .bank_i(key_bank_i), .index_i(key_index_i), .key_i(key_data_i),
        .keys_i(round_keys_i), .bank_sel_i(entry_note.bank), .inv_i(1'b0), .pass_i(1'b0),
        .key_o(whitening_encrypt)
      );
      assign whitening_decrypt = '0;
    end else begin : gen_decrypt
      assign whitening_encrypt = '0;
      aesculus_round_keys #(
        .KeySchedule(KeySchedule), .Nr(Nr), .First(0), .Direction(Direction)
      ) u_keys (
        .clk_i, .we_i(key_we_i), .bank_i(key_bank_i), .index_i(key_index_i), .key_i(key_data_i),
        .keys_i(round_keys_i), .bank_sel_i(entry_note.bank), .inv_i(entry_note.inv),
        .pass_i(1'b0), .key_o(whitening_decrypt)
      );
    end
  end
  logic entry_inv;
  assign entry_inv = Direction == DirBoth ? entry_note.inv : Direction == DirDecrypt;
  for (genvar l = 0; l < Lanes; l++) begin : gen_whiten
    if (!Ciphers) begin : gen_none
      assign whitened[l] = entry_block[l];
    end else if (Online) begin : gen_online
      assign whitened[l] = entry_block[l] ^ (FromEnd && entry_inv ? entry_key[l%Keys][127:0]
                                             : entry_key[l%Keys][KeyBits-1-:128]);
    end else begin : gen_given
      assign whitened[l] = entry_block[l] ^
                           (Direction == DirEncrypt ? whitening_encrypt : whitening_decrypt);
    end
  end

  if (NumPass == 1) begin : gen_open
    assign in_ready_o = 1'b1;
    assign valid[0]   = entry_valid;
    assign pass[0]    = '0;
    assign note[0]    = entry_note;
    assign state[0]   = whitened;
    assign key[0]     = entry_key;
    logic unused;
    assign unused = ^{valid[Unroll], pass[Unroll], note[Unroll], state[Unroll], key[Unroll]};
  end else begin : gen_closed
    logic occupied;
    assign occupied   = valid[Unroll] && !flush_q;
    assign in_ready_o = !occupied;
    assign valid[0]   = occupied || entry_valid;
    assign pass[0]    = occupied ? pass[Unroll] + 1'b1 : '0;
    assign note[0]    = occupied ? note[Unroll] : entry_note;
    assign state[0]   = occupied ? state[Unroll] : whitened;
    assign key[0]     = occupied ? key[Unroll] : entry_key;
  end

  logic     exit_valid;
  note_t    exit_note;
  states_t  exit_state;
  windows_t exit_key;

  for (genvar p = 0; p < Unroll; p++) begin : gen_round
    localparam cuts_t RoundCuts = round_cuts(Cuts, CutEvery, p);
    localparam int unsigned Depth = count_cuts(RoundCuts);
    localparam int unsigned SubDepth = count_cuts(cuts_t'(RoundCuts[CutSub:CutStart]));
    localparam key_info_table_t Forward = key_info_table(KeyBits, Unroll, p, 1'b0, 1'b0, Domain);
    localparam key_info_table_t Backward =
        key_info_table(KeyBits, Unroll, p, 1'b1, FromEnd, Domain);
    localparam last_e Last = (p != ExitRound) ? LastNever : (NumPass == 1) ? LastAlways : LastPass;

    // Slot bookkeeping at the sub position and behind the round.
    logic  inv, inv_sub, inv_end;
    pass_t pass_sub, pass_end;
    note_t note_sub;

    aesculus_cut #(.Width($bits(note_t)), .Depth(SubDepth)) u_note_sub (
      .clk_i, .en_i, .d_i(note[p]), .q_o(note_sub)
    );
    aesculus_cut #(.Width($bits(note_t)), .Depth(Depth - SubDepth)) u_note_end (
      .clk_i, .en_i, .d_i(note_sub), .q_o(note[p+1])
    );
    if (NumPass == 1) begin : gen_one_pass
      assign pass_sub = '0;
      assign pass_end = '0;
      logic unused;
      assign unused = ^pass[p];
    end else begin : gen_passes
      aesculus_cut #(.Width(PassW), .Depth(SubDepth)) u_pass_sub (
        .clk_i, .en_i, .d_i(pass[p]), .q_o(pass_sub)
      );
      aesculus_cut #(.Width(PassW), .Depth(Depth - SubDepth)) u_pass_end (
        .clk_i, .en_i, .d_i(pass_sub), .q_o(pass_end)
      );
    end
    assign pass[p+1] = pass_end;
    assign inv     = Direction == DirBoth ? note[p].inv   : Direction == DirDecrypt;
    assign inv_sub = Direction == DirBoth ? note_sub.inv  : Direction == DirDecrypt;
    assign inv_end = Direction == DirBoth ? note[p+1].inv : Direction == DirDecrypt;

    // Round keys, at the sub position for decryption and behind the round for encryption.
    logic [Keys-1:0][127:0] key_sub, key_end;

    if (Online || !Ciphers) begin : gen_online
      localparam bit Prepares = !Ciphers;
      key_info_t info;
      logic [3:0] turn;
      assign turn = NumPass == 1 ? 4'd0 : 4'(pass[p]);
      assign info = !Prepares && inv ? Backward[turn] : Forward[turn];
      for (genvar k = 0; k < Keys; k++) begin : gen_key
        aesculus_key_step #(
          .KeyBits(KeyBits), .Direction(Prepares ? DirEncrypt : Direction), .Cuts(RoundCuts),
          .Sbox(KeySbox), .Basis(Basis), .Whole(Whole),
          .CanSkip(Prepares && Direction == DirBoth), .FromEnd(FromEnd)
        ) u_step (
          .clk_i, .en_i, .inv_i(inv), .skip_i(!inv), .info_i(info), .key_i(key[p][k]),
          .round_key_o(key_sub[k]), .key_o(key[p+1][k])
        );
        assign key_end[k] = key[p+1][k][KeyBits-1-:128];
      end
    end else begin : gen_given
      assign key[p+1] = '0;
      // For both directions the key is read where decryption needs it, and goes on to where
      // encryption does: a register at each cut behind SubBytes costs less than a second memory.
      if (Direction != DirEncrypt) begin : gen_decrypt
        aesculus_round_keys #(
          .KeySchedule(KeySchedule), .Nr(Nr), .First(p + 1), .Stride(Unroll), .NumPass(NumPass),
          .Direction(Direction), .PassW(PassW)
        ) u_keys (
          .clk_i, .we_i(key_we_i), .bank_i(key_bank_i), .index_i(key_index_i), .key_i(key_data_i),
          .keys_i(round_keys_i), .bank_sel_i(note_sub.bank), .inv_i(inv_sub), .pass_i(pass_sub),
          .key_o(key_sub[0])
        );
        aesculus_cut #(.Width(128), .Depth(Direction == DirBoth ? Depth - SubDepth : 0)) u_end (
          .clk_i, .en_i, .d_i(key_sub[0]), .q_o(key_end[0])
        );
      end else begin : gen_encrypt
        assign key_sub[0] = '0;
        aesculus_round_keys #(
          .KeySchedule(KeySchedule), .Nr(Nr), .First(p + 1), .Stride(Unroll), .NumPass(NumPass),
          .PassW(PassW)
        ) u_keys (
          .clk_i, .we_i(key_we_i), .bank_i(key_bank_i), .index_i(key_index_i), .key_i(key_data_i),
          .keys_i(round_keys_i), .bank_sel_i(note[p+1].bank), .inv_i(1'b0), .pass_i(pass_end),
          .key_o(key_end[0])
        );
      end
    end

    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      if (Ciphers) begin : gen_cipher
        aesculus_round #(
          .Direction(Direction), .Cuts(RoundCuts), .Sbox(Sbox), .Basis(Basis), .Whole(Whole),
          .Last(Last)
        ) u_round (
          .clk_i, .en_i, .inv_i(inv), .last_i(pass[p] == FinalPass), .state_i(state[p][l]),
          .key_sub_i(key_sub[l%Keys]), .key_end_i(key_end[l%Keys]), .state_o(state[p+1][l])
        );
      end else begin : gen_wait
        aesculus_cut #(.Width(128), .Depth(Depth)) u_state (
          .clk_i, .en_i, .d_i(state[p][l]), .q_o(state[p+1][l])
        );
      end
    end

    if (p == ExitRound) begin : gen_exit
      // Whether a beat leaves is settled before the round, so that the entry's choice between a
      // slot and the port, which drives every bit of a slot, comes straight from a register.
      aesculus_cut #(.Width(2), .Depth(Depth)) u_valid (
        .clk_i, .en_i,
        .d_i({valid[p] && pass[p] == FinalPass, valid[p] && pass[p] != FinalPass}),
        .q_o({exit_valid, valid[p+1]})
      );
      assign exit_note  = note[p+1];
      assign exit_key   = key[p+1];
      for (genvar l = 0; l < Lanes; l++) begin : gen_lane
        assign exit_state[l] = MapsOut ? apply_block(invert(Domain), state[p+1][l])
                                       : state[p+1][l];
      end
    end else begin : gen_stay
      aesculus_cut #(.Width(1), .Depth(Depth)) u_valid (
        .clk_i, .en_i, .d_i(valid[p]), .q_o(valid[p+1])
      );
    end

    logic unused;
    assign unused = ^{inv, inv_sub, inv_end, key_sub, key_end, pass_sub};
  end

  note_t out_note;
  aesculus_valid_cut u_out_valid (
    .clk_i, .rst_ni, .en_i, .d_i(exit_valid && !flush_q), .q_o(out_valid_o)
  );
  aesculus_cut #(.Width($bits(note_t) + 128 * Lanes)) u_out (
    .clk_i, .en_i, .d_i({exit_note, exit_state}), .q_o({out_note, out_block_o})
  );
  assign out_decrypt_o = out_note.inv;
  assign out_bank_o    = out_note.bank;
  assign out_tag_o     = out_note.tag;
  if (Ciphers) begin : gen_no_key_out
    assign out_key_o = '0;
    logic unused;
    assign unused = ^exit_key;
  end else begin : gen_key_out
    aesculus_cut #(.Width(Keys * KeyBits)) u_out_key (
      .clk_i, .en_i, .d_i(exit_key), .q_o(out_key_o)
    );
  end

  logic unused;
  assign unused = ^{key_we_i, key_bank_i, key_index_i, key_data_i, round_keys_i, entry_inv,
                    in_key_i, whitening_encrypt, whitening_decrypt};

endmodule

// SPDX-License-Identifier: Apache-2.0
// The round keys of a ring of slots. With keys that come with the beats a slot carries a window of
// the key schedule, which a key step beside each physical round moves on; all others are read from
// memories, ports or constants when a round needs them (aesculus_round_keys).
//
// In a preparing ring the steps take a key from the cipher key to the end of its schedule.

module aesculus_key_path
  import aesculus_pkg::*;
  import aesculus_field_pkg::*;
#(
  parameter config_t      Cfg  = '0,
  parameter work_e        Work = WorkCipher,

  localparam int unsigned Unroll  = Cfg.unroll,
  localparam int unsigned KeyBits = Cfg.key_bits,
  localparam int unsigned Keys    = num_keys(Cfg),
  localparam int unsigned Nr      = num_rounds(KeyBits)
) (
  input  logic                               clk_i,
  input  logic                               en_i,
  input  logic [Keys-1:0][KeyBits-1:0]       in_key_i,
  input  logic                               loop_i,
  input  mark_t                              entry_i,
  input  marks_t [Unroll-1:0]                marks_i,
  input  logic                               leave_i,
  // Round keys that do not travel: the key store's writes, or the keys themselves.
  input  logic                               key_we_i,
  input  logic                               key_bank_i,
  input  logic [3:0]                         key_index_i,
  input  logic [127:0]                       key_data_i,
  input  logic [0:Nr][127:0]                 round_keys_i,
  output logic [Keys-1:0][127:0]             white_o,    // of the beat that enters
  output logic [Unroll-1:0][Keys-1:0][127:0] key_sub_o,  // at the sub position, for decryption
  output logic [Unroll-1:0][Keys-1:0][127:0] key_end_o,  // behind all cuts, for encryption
  output logic [Keys-1:0][KeyBits-1:0]       out_key_o   // WorkPrepare
);

  localparam int unsigned NumPass   = num_passes(Cfg);
  localparam int unsigned ExitRound = (Nr - 1) % Unroll;
  localparam int unsigned EntryCuts = ring_entry_cuts(Cfg, Work);
  localparam bit          Prepares  = Work == WorkPrepare;
  localparam bit          FromEnd   = Cfg.key_schedule == KeyLast;
  localparam bit          MapsIn    = Cfg.whole && is_first(Cfg, Work);
  localparam matrix_t     Domain    = to_domain(Cfg.whole, Cfg.basis);

  if (travels(Cfg.key_schedule)) begin : gen_travels
    typedef logic [Keys-1:0][KeyBits-1:0] windows_t;

    // Entry registers and the map to the domain, as for blocks (aesculus_cipher_path).
    localparam int unsigned MapCuts = EntryCuts > 1 && MapsIn ? 1 : 0;
    windows_t first_key, mapped_key, entry_key;
    aesculus_cut #(.Width(Keys * KeyBits), .Depth(EntryCuts - MapCuts)) u_entry_first (
      .clk_i, .en_i, .d_i(in_key_i), .q_o(first_key)
    );
    for (genvar k = 0; k < Keys; k++) begin : gen_map_in
      for (genvar i = 0; i < KeyBits / 8; i++) begin : gen_byte
        assign mapped_key[k][8*i+:8] = MapsIn ? apply(Domain, first_key[k][8*i+:8])
                                              : first_key[k][8*i+:8];
      end
    end
    aesculus_cut #(.Width(Keys * KeyBits), .Depth(MapCuts)) u_entry_map (
      .clk_i, .en_i, .d_i(mapped_key), .q_o(entry_key)
    );

    // Index p: before physical round p; index Unroll: behind the last one.
    windows_t [Unroll:0] key;
    if (NumPass == 1) begin : gen_open
      assign key[0] = entry_key;
      logic unused;
      assign unused = ^{loop_i, key[Unroll]};
    end else begin : gen_closed
      assign key[0] = loop_i ? key[Unroll] : entry_key;
    end
    for (genvar k = 0; k < Keys; k++) begin : gen_white
      assign white_o[k] = FromEnd && entry_i.inv ? entry_key[k][127:0]
                                                 : entry_key[k][KeyBits-1-:128];
    end

    for (genvar p = 0; p < Unroll; p++) begin : gen_round
      localparam key_info_table_t Forward =
          key_info_table(KeyBits, Unroll, p, 1'b0, 1'b0, Domain);
      localparam key_info_table_t Backward =
          key_info_table(KeyBits, Unroll, p, 1'b1, FromEnd, Domain);
      logic inv;
      logic [3:0] pass;
      key_info_t info;
      assign inv  = marks_i[p].start.inv;
      assign pass = marks_i[p].start.pass;
      assign info = !Prepares && inv ? Backward[pass] : Forward[pass];
      for (genvar k = 0; k < Keys; k++) begin : gen_key
        aesculus_key_step #(
          .KeyBits(KeyBits), .Direction(Prepares ? DirEncrypt : Cfg.direction),
          .Cuts(round_cuts(Cfg.cuts, Cfg.cut_every, p)), .Sbox(Cfg.key_sbox), .Basis(Cfg.basis),
          .Whole(Cfg.whole), .CanSkip(Prepares && Cfg.direction == DirBoth), .FromEnd(FromEnd)
        ) u_step (
          .clk_i, .en_i, .inv_i(inv), .skip_i(!inv), .info_i(info), .key_i(key[p][k]),
          .round_key_o(key_sub_o[p][k]), .key_o(key[p+1][k])
        );
        assign key_end_o[p][k] = key[p+1][k][KeyBits-1-:128];
      end
    end

    if (Prepares) begin : gen_hand_on
      aesculus_cut #(.Width(Keys * KeyBits)) u_out_key (
        .clk_i, .en_i, .d_i(Cfg.isolate && !leave_i ? '0 : key[ExitRound+1]), .q_o(out_key_o)
      );
    end else begin : gen_no_out
      assign out_key_o = '0;
    end
    logic unused;
    assign unused = ^{entry_i, leave_i, key_we_i, key_bank_i, key_index_i, key_data_i,
                      round_keys_i};
  end else begin : gen_given
    localparam bit Encrypts = Cfg.direction == DirEncrypt;

    aesculus_round_keys #(
      .KeySchedule(Cfg.key_schedule), .Nr(Nr), .First(0), .Direction(Cfg.direction)
    ) u_white (
      .clk_i, .we_i(key_we_i), .bank_i(key_bank_i), .index_i(key_index_i), .key_i(key_data_i),
      .keys_i(round_keys_i), .mark_i(entry_i), .key_o(white_o[0])
    );

    for (genvar p = 0; p < Unroll; p++) begin : gen_round
      localparam cuts_t RoundCuts = round_cuts(Cfg.cuts, Cfg.cut_every, p);
      localparam int unsigned BehindSub = count_cuts(RoundCuts) -
                                          count_cuts(cuts_t'(RoundCuts[CutSub:CutStart]));
      // For both directions the key is read where decryption needs it, and goes on to where
      // encryption does: a register at each cut behind SubBytes costs less than a second memory.
      logic [127:0] read;
      aesculus_round_keys #(
        .KeySchedule(Cfg.key_schedule), .Nr(Nr), .First(p + 1), .Stride(Unroll), .NumPass(NumPass),
        .Direction(Cfg.direction)
      ) u_keys (
        .clk_i, .we_i(key_we_i), .bank_i(key_bank_i), .index_i(key_index_i), .key_i(key_data_i),
        .keys_i(round_keys_i), .mark_i(Encrypts ? marks_i[p].behind : marks_i[p].sub), .key_o(read)
      );
      assign key_sub_o[p][0] = Encrypts ? '0 : read;
      aesculus_cut #(.Width(128), .Depth(Cfg.direction == DirBoth ? BehindSub : 0)) u_end (
        .clk_i, .en_i, .d_i(read), .q_o(key_end_o[p][0])
      );
    end
    assign out_key_o = '0;
    logic unused;
    assign unused = ^{in_key_i, loop_i, leave_i};
  end

  logic unused;
  assign unused = ^marks_i;

endmodule

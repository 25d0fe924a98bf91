// SPDX-License-Identifier: Apache-2.0
// The States of a ring of slots, one for each lane: the initial AddRoundKey, `Unroll` physical rounds
// with their cuts, and the output register. The slots (aesculus_slots) say who goes where.
//
// In a preparing ring blocks only wait, as long as the key beside them is stepped.

module aesculus_cipher_path
  import aesculus_pkg::*;
  import aesculus_field_pkg::*;
#(
  parameter config_t      Cfg  = '0,
  parameter work_e        Work = WorkCipher,

  localparam int unsigned Unroll = Cfg.unroll,
  localparam int unsigned Lanes  = Cfg.lanes,
  localparam int unsigned Keys   = num_keys(Cfg),
  localparam int unsigned Parts  = result_parts(Cfg, Work)
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  input  logic                               clear_i,    // begins
  input  logic                               wipe_i,     // goes on
  input  logic                               en_i,
  input  logic [Lanes-1:0][127:0]            in_block_i,
  input  logic                               loop_i,
  input  marks_t [Unroll-1:0]                marks_i,
  input  logic [Keys-1:0][127:0]             white_i,    // round key of the initial AddRoundKey
  input  logic [Unroll-1:0][Keys-1:0][127:0] key_sub_i,  // at the sub position, for decryption
  input  logic [Unroll-1:0][Keys-1:0][127:0] key_end_i,  // behind all cuts, for encryption
  input  logic [Parts-1:0]                   leave_i,
  output logic [Lanes-1:0][127:0]            out_block_o
);

  localparam int unsigned NumPass   = num_passes(Cfg);
  localparam int unsigned ExitRound = (num_rounds(Cfg.key_bits) - 1) % Unroll;
  localparam int unsigned EntryCuts = ring_entry_cuts(Cfg, Work);
  localparam bit          Ciphers   = Work == WorkCipher;
  localparam bit          MapsIn    = Cfg.whole && is_first(Cfg, Work);
  localparam bit          MapsOut   = Cfg.whole && Ciphers;
  localparam matrix_t     Domain    = to_domain(Cfg.whole, Cfg.basis);
  localparam matrix_t     Back      = invert(Domain);
  localparam logic [3:0]  FinalPass = 4'(NumPass - 1);

  typedef logic [Lanes-1:0][127:0] states_t;

  // Entry registers and the map to the domain; the map stands before the last of them.
  localparam int unsigned MapCuts = EntryCuts > 1 && MapsIn ? 1 : 0;
  states_t first_block, mapped_block, entry_block;
  aesculus_cut #(.Width(128 * Lanes), .Depth(EntryCuts - MapCuts)) u_entry_first (
    .clk_i, .en_i, .d_i(in_block_i), .q_o(first_block)
  );
  for (genvar l = 0; l < Lanes; l++) begin : gen_map_in
    assign mapped_block[l] = MapsIn ? apply_block(Domain, first_block[l]) : first_block[l];
  end
  aesculus_cut #(.Width(128 * Lanes), .Depth(MapCuts)) u_entry_map (
    .clk_i, .en_i, .d_i(mapped_block), .q_o(entry_block)
  );

  // Index p: before physical round p; index Unroll: behind the last one.
  states_t [Unroll:0] state;

  states_t whitened;
  for (genvar l = 0; l < Lanes; l++) begin : gen_whiten
    assign whitened[l] = Ciphers ? entry_block[l] ^ white_i[l%Keys] : entry_block[l];
  end
  if (NumPass == 1) begin : gen_open
    assign state[0] = whitened;
    logic unused;
    assign unused = ^{loop_i, state[Unroll]};
  end else begin : gen_closed
    assign state[0] = loop_i ? state[Unroll] : whitened;
  end

  for (genvar p = 0; p < Unroll; p++) begin : gen_round
    localparam cuts_t RoundCuts = round_cuts(Cfg.cuts, Cfg.cut_every, p);
    localparam last_e Last = (p != ExitRound) ? LastNever : (NumPass == 1) ? LastAlways : LastPass;
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      if (Ciphers) begin : gen_cipher
        aesculus_round #(
          .Direction(Cfg.direction), .Cuts(RoundCuts), .Sbox(Cfg.sbox), .Basis(Cfg.basis),
          .Whole(Cfg.whole), .Last(Last)
        ) u_round (
          .clk_i, .en_i, .inv_i(marks_i[p].start.inv),
          .last_i(marks_i[p].start.pass == FinalPass), .state_i(state[p][l]),
          .key_sub_i(key_sub_i[p][l%Keys]), .key_end_i(key_end_i[p][l%Keys]),
          .state_o(state[p+1][l])
        );
      end else begin : gen_wait
        aesculus_cut #(.Width(128), .Depth(count_cuts(RoundCuts))) u_state (
          .clk_i, .en_i, .d_i(state[p][l]), .q_o(state[p+1][l])
        );
      end
    end
  end

  states_t exit_state;
  for (genvar l = 0; l < Lanes; l++) begin : gen_map_out
    assign exit_state[l] = MapsOut ? apply_block(Back, state[ExitRound+1][l])
                                   : state[ExitRound+1][l];
  end
  if (Ciphers) begin : gen_result
    localparam int unsigned LaneParts = Parts > 1 ? Parts / Lanes : 1;
    logic [Lanes-1:0][LaneParts-1:0] leave;
    assign leave = {(Lanes * LaneParts / Parts){leave_i}};
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      logic wipe;
      if (clears_far(Cfg)) begin : gen_far
        aesculus_kept_reg #(.ResetValue(1'b1)) u_wipe (
          .clk_i, .rst_ni, .d_i(clear_i || wipe_i), .q_o(wipe)
        );
      end else begin : gen_near
        assign wipe = wipe_i;
      end
      // The clock of an open ring is worth a net's delay.
      aesculus_result_reg #(
        .Width(128), .Reach(128 / LaneParts), .Prompt(LaneParts > 1)
      ) u_out (
        .clk_i, .rst_ni, .clear_i, .wipe_i(wipe),
        .load_i({LaneParts{en_i}} & leave[l]), .d_i(exit_state[l]), .q_o(out_block_o[l])
      );
    end
  end else begin : gen_hand_on
    aesculus_cut #(.Width(128 * Lanes)) u_out (
      .clk_i, .en_i, .d_i(Cfg.isolate && !leave_i[0] ? '0 : exit_state), .q_o(out_block_o)
    );
    logic unused;
    assign unused = ^{rst_ni, clear_i, wipe_i, leave_i};
  end

  logic unused;
  assign unused = ^{marks_i, white_i, key_sub_i, key_end_i};

endmodule

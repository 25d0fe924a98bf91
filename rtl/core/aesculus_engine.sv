// SPDX-License-Identifier: Apache-2.0
// The core behind its checks: aesculus_core.sv has the picture and says what the ports mean.

module aesculus_engine
  import aesculus_pkg::*;
#(
  parameter config_t      Cfg      = '0,
  parameter logic [255:0] FixedKey = '0,   // KeyFixed

  localparam int unsigned Lanes   = Cfg.lanes,
  localparam int unsigned KeyBits = Cfg.key_bits,
  localparam int unsigned Keys    = num_keys(Cfg),
  localparam int unsigned TagBits = Cfg.tag_bits,
  localparam int unsigned Nr      = num_rounds(KeyBits)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic                         in_valid_i,
  output logic                         in_ready_o,
  input  logic [Lanes-1:0][127:0]      in_block_i,
  input  logic [Keys-1:0][KeyBits-1:0] in_key_i,
  input  logic                         in_decrypt_i,
  input  logic [TagBits-1:0]           in_tag_i,
  output logic                         out_valid_o,
  input  logic                         out_ready_i,
  output logic [Lanes-1:0][127:0]      out_block_o,
  output logic [TagBits-1:0]           out_tag_o,
  input  logic                         key_valid_i,
  output logic                         key_ready_o,
  input  logic [KeyBits-1:0]           key_i,
  input  logic [128*(Nr+1)-1:0]        round_key_i,
  input  logic                         clear_i,
  output logic                         cleared_o
);

  localparam bit Online = travels(Cfg.key_schedule);

  // A beat as it goes from one part to the next.
  typedef struct packed {
    logic                         valid;
    logic                         decrypt;
    logic                         bank;
    logic [TagBits-1:0]           tag;
    logic [Lanes-1:0][127:0]      block;
    logic [Keys-1:0][KeyBits-1:0] key;
  } beat_t;

  beat_t offered;   // at the ports
  beat_t beat;      // at the entry of the cipher's ring
  beat_t ring;      // behind it

  logic live, admits, rst_core_n, wipe;
  logic enable, room, keys_ready, wiped, bank;
  logic slot_empty, ring_ready, admit, enter;

  aesculus_clear #(
    .Cycles(flush_cycles(Cfg)), .Apart(1'b1), .Far(clears_far(Cfg))
  ) u_clear (
    .clk_i, .rst_ni, .clear_i, .live_o(live), .admits_o(admits), .rst_core_no(rst_core_n),
    .wipe_o(wipe)
  );
  assign cleared_o = live && wiped;

  // The entry. An isolated one passes nothing but beats.
  logic open;
  assign admit      = admits && keys_ready && room;
  assign in_ready_o = slot_empty && enable && admit;
  assign enter      = in_valid_i && in_ready_o;
  assign open       = !Cfg.isolate || offered.valid;
  assign offered = '{
    valid:   in_valid_i && admit,
    decrypt: in_decrypt_i && open,
    bank:    bank,
    tag:     open ? in_tag_i : '0,
    block:   open ? in_block_i : '0,
    key:     open && Online ? in_key_i : '0
  };

  logic               key_we, key_bank;
  logic [3:0]         key_index;
  logic [127:0]       key_data;
  logic [0:Nr][127:0] round_keys;

  if (prepares(Cfg)) begin : gen_prepare
    aesculus_ring #(.Cfg(Cfg), .Work(WorkPrepare)) u_prepare (
      .clk_i, .rst_ni, .live_i(live), .clear_i, .wipe_i(wipe), .en_i(enable),
      .in_valid_i(offered.valid), .in_ready_o(slot_empty), .in_decrypt_i(offered.decrypt),
      .in_bank_i(1'b0), .in_tag_i(offered.tag), .in_block_i(offered.block),
      .in_key_i(offered.key), .out_valid_o(beat.valid), .out_decrypt_o(beat.decrypt),
      .out_bank_o(beat.bank), .out_tag_o(beat.tag), .out_block_o(beat.block),
      .out_key_o(beat.key), .key_we_i(1'b0), .key_bank_i(1'b0), .key_index_i('0),
      .key_data_i('0), .round_keys_i('0)
    );
    logic unused;
    assign unused = ^{ring_ready, offered.bank};
  end else begin : gen_straight
    assign beat       = offered;
    assign slot_empty = ring_ready;
  end

  if (Cfg.width == 128) begin : gen_ring
    aesculus_ring #(.Cfg(Cfg), .Work(WorkCipher)) u_ring (
      .clk_i, .rst_ni, .live_i(live), .clear_i, .wipe_i(wipe), .en_i(enable),
      .in_valid_i(beat.valid), .in_ready_o(ring_ready), .in_decrypt_i(beat.decrypt),
      .in_bank_i(beat.bank), .in_tag_i(beat.tag), .in_block_i(beat.block),
      .in_key_i(beat.key), .out_valid_o(ring.valid), .out_decrypt_o(ring.decrypt),
      .out_bank_o(ring.bank), .out_tag_o(ring.tag), .out_block_o(ring.block),
      .out_key_o(ring.key), .key_we_i(key_we), .key_bank_i(key_bank), .key_index_i(key_index),
      .key_data_i(key_data), .round_keys_i(round_keys)
    );
  end else begin : gen_narrow
    // A round in several cycles: one block at a time, or one and the next (aesculus_narrow).
    aesculus_narrow #(.Cfg(Cfg)) u_narrow (
      .clk_i, .rst_ni, .rst_core_ni(rst_core_n), .clear_i, .wipe_i(wipe), .en_i(enable),
      .in_valid_i(beat.valid), .in_ready_o(ring_ready), .in_block_i(beat.block),
      .in_key_i(beat.key), .in_tag_i(beat.tag), .out_valid_o(ring.valid),
      .out_block_o(ring.block), .out_tag_o(ring.tag)
    );
    assign ring.decrypt = 1'b0;
    assign ring.bank    = 1'b0;
    assign ring.key     = '0;
    logic unused;
    assign unused = ^{beat, key_we, key_bank, key_index, key_data, round_keys};
  end

  // Key schedule that does not travel with the blocks.
  if (Cfg.key_schedule == KeyStored) begin : gen_key_store
    aesculus_key_store #(.Cfg(Cfg)) u_key_store (
      .clk_i, .rst_ni(rst_core_n), .live_i(live), .wiped_o(wiped),
      .key_valid_i, .key_ready_o, .key_i, .ready_o(keys_ready), .bank_o(bank),
      .enter_i(enter), .leave_i(ring.valid && enable), .leave_bank_i(ring.bank),
      .we_o(key_we), .we_bank_o(key_bank), .we_index_o(key_index), .we_key_o(key_data)
    );
    assign round_keys = '0;
  end else begin : gen_no_key_store
    assign wiped       = 1'b1;
    assign key_ready_o = 1'b0;
    assign keys_ready  = 1'b1;
    assign bank        = 1'b0;
    assign key_we      = 1'b0;
    assign key_bank    = 1'b0;
    assign key_index   = '0;
    assign key_data    = '0;
    if (Cfg.key_schedule == KeyFixed) begin : gen_fixed
      localparam aesculus_key_pkg::round_keys_t Fixed =
          aesculus_key_pkg::expand_key(KeyBits, FixedKey);
      assign round_keys = Fixed[0:Nr];
    end else begin : gen_external
      assign round_keys = round_key_i;
    end
  end

  aesculus_flow #(.Cfg(Cfg)) u_flow (
    .clk_i, .rst_ni(rst_core_n), .live_i(live), .clear_i, .enter_i(enter), .room_o(room),
    .enable_o(enable), .ring_valid_i(ring.valid), .ring_tag_i(ring.tag),
    .ring_block_i(ring.block), .out_valid_o, .out_ready_i, .out_tag_o, .out_block_o
  );

  // Ports of other points.
  logic unused;
  assign unused = ^{in_decrypt_i, in_key_i, key_valid_i, key_i, round_key_i, ring, rst_core_n,
                    bank};

endmodule

// SPDX-License-Identifier: Apache-2.0
// AES as FIPS 197 defines it, over the whole design space. Which values may go together is
// stated in aesculus_core_checks.sv and in src/aesculus/ciphers/aes/space; a test holds the two together.
//
// Time never depends on data or key: a block's way through the ring is fixed by the parameters.
// The core makes no side-channel claim beyond that.
//
// Handshakes are valid/ready: a transfer happens in a cycle with both high; valid never waits for
// ready. Ports that a point does not use stay: inputs are ignored, outputs are zero.

module aesculus_core
  import aesculus_pkg::*;
#(
  parameter int unsigned        KeyBits     = 128,
  parameter direction_e         Direction   = DirEncrypt,
  parameter int unsigned        Unroll      = 1,
  parameter cuts_t              Cuts        = 12'h001,
  parameter int unsigned        CutEvery    = 1,
  parameter int unsigned        EntryCuts   = 0,
  parameter int unsigned        Width       = 128,
  parameter sbox_e              Sbox        = SboxTower,
  parameter sbox_e              KeySbox     = SboxTower,
  parameter int unsigned        Basis       = 0,
  parameter bit                 Whole       = 1'b0,
  parameter key_schedule_e      KeySchedule = KeyOnline,
  parameter logic [KeyBits-1:0] FixedKey    = '0,        // KeyFixed
  parameter int unsigned        Lanes       = 1,
  parameter lane_keys_e         LaneKeys    = LaneKeysShared,
  parameter flow_e              Flow        = FlowNone,
  parameter int unsigned        TagBits     = 1,

  localparam int unsigned       Nr          = num_rounds(KeyBits),
  localparam int unsigned       Keys        = LaneKeys == LaneKeysSeparate ? Lanes : 1
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,       // asynchronous, active low

  // A beat: one block for each lane. Byte 0 of FIPS 197 is bits 127:120 of a block.
  input  logic                         in_valid_i,
  output logic                         in_ready_o,
  input  logic [Lanes-1:0][127:0]      in_block_i,
  // KeyOnline, KeyLast: this beat's key; KeyLast, to decrypt: words 4*Nr+4-Nk to 4*Nr+3 of its
  // schedule, the last Nk.
  input  logic [Keys-1:0][KeyBits-1:0] in_key_i,
  input  logic                         in_decrypt_i, // DirBoth: decrypt this beat
  input  logic [TagBits-1:0]           in_tag_i,     // comes back with the beat

  output logic                         out_valid_o,
  input  logic                         out_ready_i,  // ignored with FlowNone
  output logic [Lanes-1:0][127:0]      out_block_o,
  output logic [TagBits-1:0]           out_tag_o,

  // KeyStored: beats accepted after a transfer use the new key; in_ready_o is low until it is
  // expanded. Beats under the old key go on.
  input  logic                         key_valid_i,
  output logic                         key_ready_o,
  input  logic [KeyBits-1:0]           key_i,
  // KeyExternal: round key 0 in the top 128 bits, held still while beats are in flight.
  input  logic [128*(Nr+1)-1:0]        round_key_i
);

  aesculus_core_checks #(
    .KeyBits(KeyBits), .Direction(Direction), .Unroll(Unroll), .Cuts(Cuts), .CutEvery(CutEvery),
    .EntryCuts(EntryCuts), .Width(Width), .Sbox(Sbox), .KeySbox(KeySbox), .Basis(Basis),
    .Whole(Whole), .KeySchedule(KeySchedule), .Lanes(Lanes), .LaneKeys(LaneKeys), .Flow(Flow),
    .TagBits(TagBits)
  ) u_checks ();

  localparam bit Online   = travels(KeySchedule);
  localparam bit Prepares = KeySchedule == KeyOnline && Direction != DirEncrypt;
  localparam int unsigned Depth = EntryCuts + ring_depth(Cuts, CutEvery, Unroll) +
                                  (Prepares ? ring_depth(Cuts, CutEvery, Unroll) + 1 : 0);

  logic enable, slot_empty, keys_ready, admit, enter;
  logic bank;

  // The cipher ring's input: the ports, or the preparing ring's output.
  logic                         beat_valid, beat_decrypt, beat_bank;
  logic [TagBits-1:0]           beat_tag;
  logic [Lanes-1:0][127:0]      beat_block;
  logic [Keys-1:0][KeyBits-1:0] beat_key;

  logic                         ring_valid, ring_decrypt, ring_bank, ring_ready;
  logic [TagBits-1:0]           ring_tag;
  logic [Lanes-1:0][127:0]      ring_block;
  logic [Keys-1:0][KeyBits-1:0] ring_key;

  logic               key_we, key_bank;
  logic [3:0]         key_index;
  logic [127:0]       key_data;
  logic [0:Nr][127:0] round_keys;

  if (Prepares) begin : gen_prepare
    aesculus_ring #(
      .Work(WorkPrepare), .KeyBits(KeyBits), .Direction(Direction), .Unroll(Unroll), .Cuts(Cuts),
      .CutEvery(CutEvery), .EntryCuts(EntryCuts), .Sbox(Sbox), .KeySbox(KeySbox), .Basis(Basis),
      .Whole(Whole), .KeySchedule(KeySchedule), .Lanes(Lanes), .Keys(Keys), .TagBits(TagBits)
    ) u_prepare (
      .clk_i, .rst_ni, .en_i(enable),
      .in_valid_i(in_valid_i && admit), .in_ready_o(slot_empty), .in_decrypt_i, .in_bank_i(1'b0),
      .in_tag_i, .in_block_i, .in_key_i,
      .out_valid_o(beat_valid), .out_decrypt_o(beat_decrypt), .out_bank_o(beat_bank),
      .out_tag_o(beat_tag), .out_block_o(beat_block), .out_key_o(beat_key),
      .key_we_i(1'b0), .key_bank_i(1'b0), .key_index_i('0), .key_data_i('0), .round_keys_i('0)
    );
    logic unused;
    assign unused = ring_ready;
  end else begin : gen_straight
    assign beat_valid   = in_valid_i && admit;
    assign beat_decrypt = in_decrypt_i;
    assign beat_bank    = bank;
    assign beat_tag     = in_tag_i;
    assign beat_block   = in_block_i;
    assign beat_key     = Online ? in_key_i : '0;
    assign slot_empty   = ring_ready;
  end

  if (Width == 128) begin : gen_ring
    aesculus_ring #(
      .Work(WorkCipher), .KeyBits(KeyBits), .Direction(Direction), .Unroll(Unroll), .Cuts(Cuts),
      .CutEvery(CutEvery), .EntryCuts(Prepares ? 0 : EntryCuts), .Sbox(Sbox), .KeySbox(KeySbox),
      .Basis(Basis), .Whole(Whole), .MapsIn(Whole && !Prepares), .KeySchedule(KeySchedule),
      .Lanes(Lanes), .Keys(Keys), .TagBits(TagBits)
    ) u_ring (
      .clk_i, .rst_ni, .en_i(enable),
      .in_valid_i(beat_valid), .in_ready_o(ring_ready), .in_decrypt_i(beat_decrypt),
      .in_bank_i(beat_bank), .in_tag_i(beat_tag), .in_block_i(beat_block), .in_key_i(beat_key),
      .out_valid_o(ring_valid), .out_decrypt_o(ring_decrypt), .out_bank_o(ring_bank),
      .out_tag_o(ring_tag), .out_block_o(ring_block), .out_key_o(ring_key),
      .key_we_i(key_we), .key_bank_i(key_bank), .key_index_i(key_index), .key_data_i(key_data),
      .round_keys_i(round_keys)
    );
  end else begin : gen_narrow
    // A round in several cycles: one block at a time, which is held as a full slot would be.
    if (Width == 32) begin : gen_column
      aesculus_narrow_column #(
        .KeyBits(KeyBits), .Sbox(Sbox), .Basis(Basis), .TagBits(TagBits)
      ) u_narrow (
        .clk_i, .rst_ni, .en_i(enable), .in_valid_i(beat_valid), .in_ready_o(ring_ready),
        .in_block_i(beat_block), .in_key_i(beat_key), .in_tag_i(beat_tag),
        .out_valid_o(ring_valid), .out_block_o(ring_block), .out_tag_o(ring_tag)
      );
    end else begin : gen_byte
      aesculus_narrow_byte #(
        .KeyBits(KeyBits), .Sbox(Sbox), .Basis(Basis), .TagBits(TagBits)
      ) u_narrow (
        .clk_i, .rst_ni, .en_i(enable), .in_valid_i(beat_valid), .in_ready_o(ring_ready),
        .in_block_i(beat_block), .in_key_i(beat_key), .in_tag_i(beat_tag),
        .out_valid_o(ring_valid), .out_block_o(ring_block), .out_tag_o(ring_tag)
      );
    end
    assign ring_decrypt = 1'b0;
    assign ring_bank    = 1'b0;
    assign ring_key     = '0;
    logic unused;
    assign unused = ^{beat_decrypt, beat_bank, key_we, key_bank, key_index, key_data, round_keys};
  end

  // Key schedule that does not travel with the blocks.
  if (KeySchedule == KeyStored) begin : gen_key_store
    aesculus_key_store #(
      .KeyBits(KeyBits), .Cuts(round_cuts(Cuts, CutEvery, 0)), .Sbox(KeySbox), .Basis(Basis),
      .Whole(Whole), .InFlight(Depth + 1)
    ) u_key_store (
      .clk_i, .rst_ni, .key_valid_i, .key_ready_o, .key_i,
      .ready_o(keys_ready), .bank_o(bank),
      .enter_i(enter), .leave_i(ring_valid && enable), .leave_bank_i(ring_bank),
      .we_o(key_we), .we_bank_o(key_bank), .we_index_o(key_index), .we_key_o(key_data)
    );
    assign round_keys = '0;
  end else begin : gen_no_key_store
    assign key_ready_o = 1'b0;
    assign keys_ready  = 1'b1;
    assign bank        = 1'b0;
    assign key_we      = 1'b0;
    assign key_bank    = 1'b0;
    assign key_index   = '0;
    assign key_data    = '0;
    if (KeySchedule == KeyFixed) begin : gen_fixed
      localparam aesculus_key_pkg::round_keys_t Fixed =
          aesculus_key_pkg::expand_key(KeyBits, 256'(FixedKey));
      assign round_keys = Fixed[0:Nr];
    end else begin : gen_external
      assign round_keys = round_key_i;
    end
    logic unused;
    assign unused = ^{enter, ring_bank};
  end

  assign enter = in_valid_i && in_ready_o;

  if (Flow == FlowCredit) begin : gen_credit
    // A beat is admitted only when the FIFO has room for it and for all ahead of it. The three
    // words beyond the ring cover the output register, the FIFO's own cycle and the credit's way
    // back, so that a ready consumer never costs a slot.
    localparam int unsigned AddrW = $clog2(Depth + 3);
    logic [AddrW:0] credit_q;
    logic give;

    assign enable     = 1'b1;
    assign admit      = keys_ready && credit_q != '0;
    assign in_ready_o = slot_empty && admit;
    assign give       = out_valid_o && out_ready_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        credit_q <= (AddrW + 1)'(1) << AddrW;
      end else begin
        credit_q <= credit_q + (AddrW + 1)'(give) - (AddrW + 1)'(enter);
      end
    end

    aesculus_fifo #(.Width(128 * Lanes + TagBits), .AddrW(AddrW)) u_fifo (
      .clk_i, .rst_ni, .push_i(ring_valid), .data_i({ring_tag, ring_block}),
      .valid_o(out_valid_o), .pop_i(out_ready_i), .data_o({out_tag_o, out_block_o})
    );
  end else begin : gen_direct
    assign enable      = Flow == FlowNone || !ring_valid || out_ready_i;
    assign admit       = keys_ready;
    assign in_ready_o  = slot_empty && enable && admit;
    assign out_valid_o = ring_valid;
    assign out_block_o = ring_block;
    assign out_tag_o   = ring_tag;
  end

  // Ports of other points.
  logic unused;
  assign unused = ^{in_decrypt_i, in_key_i, out_ready_i, key_valid_i, key_i, round_key_i,
                    ring_decrypt, ring_key, ring_ready, bank};

endmodule

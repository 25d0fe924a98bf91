// SPDX-License-Identifier: Apache-2.0
// AES as FIPS 197 defines it, over the whole design space. Which values may go together is
// stated here and in src/aesculus/space; a test holds the two together.
//
// Time never depends on data or key: a block's way through the ring is fixed by the parameters.
// The core makes no side-channel claim beyond that.
//
// Handshakes are valid/ready: a transfer happens in a cycle with both high; valid never waits for
// ready. Ports that a point does not use stay: inputs are ignored, outputs are zero.

module aes_core
  import aes_pkg::*;
#(
  parameter int unsigned   KeyBits     = 128,
  parameter direction_e    Direction   = DirEncrypt,
  parameter int unsigned   Unroll      = 1,
  parameter cuts_t         Cuts        = 12'h001,
  parameter int unsigned   CutEvery    = 1,
  parameter sbox_e         Sbox        = SboxTower,
  parameter sbox_e         KeySbox     = SboxTower,
  parameter int unsigned   Basis       = 0,
  parameter key_schedule_e KeySchedule = KeyOnline,
  parameter int unsigned   Lanes       = 1,
  parameter flow_e         Flow        = FlowNone,
  parameter int unsigned   TagBits     = 1,

  localparam int unsigned  Nr          = num_rounds(KeyBits)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,       // asynchronous, active low

  input  logic                    in_valid_i,
  output logic                    in_ready_o,
  input  logic [127:0]            in_block_i,   // byte 0 of FIPS 197 is bits 127:120
  input  logic [KeyBits-1:0]      in_key_i,     // KeyOnline: this block's key
  input  logic                    in_decrypt_i, // DirBoth: decrypt this block
  input  logic [TagBits-1:0]      in_tag_i,     // comes back with the block

  output logic                    out_valid_o,
  input  logic                    out_ready_i,  // ignored with FlowNone
  output logic [127:0]            out_block_o,
  output logic [TagBits-1:0]      out_tag_o,

  input  logic                    key_valid_i,  // KeyStored
  output logic                    key_ready_o,
  input  logic [KeyBits-1:0]      key_i,
  input  logic [128*(Nr+1)-1:0]   round_key_i   // KeyExternal: round key 0 in the top 128 bits
);

  if (KeyBits != 128 && KeyBits != 192 && KeyBits != 256) begin : gen_bad_key_bits
    $error("KeyBits is %0d; legal: 128, 192, 256", KeyBits);
  end
  if (Direction != DirEncrypt) begin : gen_bad_direction
    $error("Direction is %0d; available: DirEncrypt", Direction);
  end
  if (Unroll < 1 || Unroll > Nr) begin : gen_bad_unroll
    $error("Unroll is %0d; legal: 1 to %0d", Unroll, Nr);
  end
  if (Cuts == '0) begin : gen_bad_no_cuts
    $error("Cuts is 0; the ring needs a register");
  end
  if (CutEvery < 1 || CutEvery > Unroll) begin : gen_bad_cut_every
    $error("CutEvery is %0d; legal: 1 to Unroll", CutEvery);
  end
  if (Sbox > SboxTower || KeySbox > SboxTower) begin : gen_bad_sbox
    $error("Sbox is %0d, KeySbox is %0d; available: 0 to 3", Sbox, KeySbox);
  end
  if ((Sbox == SboxBram || KeySbox == SboxBram) &&
      !(Cuts[CutStart] && (CutEvery == 1 || Unroll == 1))) begin : gen_bad_bram
    $error("a block RAM S-box is synchronous: every round needs the start cut");
  end
  if ((Cuts[CutSub-1:CutInner] & ~inner_cuts(Sbox)) != '0) begin : gen_bad_inner
    $error("Cuts is %h; Sbox %0d has no such inner position", Cuts, Sbox);
  end
  if (Cuts[CutPre] && Direction == DirEncrypt) begin : gen_bad_pre
    $error("Cuts has the pre position, which only decryption has");
  end
  if (Basis != 0) begin : gen_bad_basis
    $error("Basis is %0d; available: 0", Basis);
  end
  if (KeySchedule != KeyOnline) begin : gen_bad_key_schedule
    $error("KeySchedule is %0d; available: KeyOnline", KeySchedule);
  end
  if (Lanes != 1) begin : gen_bad_lanes
    $error("Lanes is %0d; available: 1", Lanes);
  end
  if (Flow > FlowCredit) begin : gen_bad_flow
    $error("Flow is %0d; legal: 0 to 2", Flow);
  end
  if (TagBits < 1 || TagBits > 32) begin : gen_bad_tag_bits
    $error("TagBits is %0d; legal: 1 to 32", TagBits);
  end

  logic               enable, slot_empty, admit;
  logic               ring_valid;
  logic [127:0]       ring_block;
  logic [TagBits-1:0] ring_tag;

  aes_ring #(
    .KeyBits(KeyBits), .Unroll(Unroll), .Cuts(Cuts), .CutEvery(CutEvery), .Sbox(Sbox),
    .KeySbox(KeySbox), .Basis(Basis), .TagBits(TagBits)
  ) u_ring (
    .clk_i, .rst_ni, .en_i(enable),
    .in_valid_i(in_valid_i && admit), .in_ready_o(slot_empty), .in_block_i, .in_key_i, .in_tag_i,
    .out_valid_o(ring_valid), .out_block_o(ring_block), .out_tag_o(ring_tag)
  );

  assign key_ready_o = 1'b0;

  if (Flow == FlowCredit) begin : gen_credit
    // A block is admitted only when the FIFO has room for it and for all ahead of it. The three
    // words beyond the ring cover the output register, the FIFO's own cycle and the credit's way
    // back, so that a ready consumer never costs a slot.
    localparam int unsigned AddrW = $clog2(ring_depth(Cuts, CutEvery, Unroll) + 3);
    logic [AddrW:0] credit_q;
    logic take, give;

    assign enable      = 1'b1;
    assign admit       = credit_q != '0;
    assign in_ready_o  = slot_empty && admit;
    assign take        = in_valid_i && in_ready_o;
    assign give        = out_valid_o && out_ready_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        credit_q <= (AddrW + 1)'(1) << AddrW;
      end else begin
        credit_q <= credit_q + (AddrW + 1)'(give) - (AddrW + 1)'(take);
      end
    end

    prim_fifo #(.Width(128 + TagBits), .AddrW(AddrW)) u_fifo (
      .clk_i, .rst_ni, .push_i(ring_valid), .data_i({ring_tag, ring_block}),
      .valid_o(out_valid_o), .pop_i(out_ready_i), .data_o({out_tag_o, out_block_o})
    );
  end else begin : gen_direct
    assign enable      = Flow == FlowNone || !ring_valid || out_ready_i;
    assign admit       = 1'b1;
    assign in_ready_o  = slot_empty && enable;
    assign out_valid_o = ring_valid;
    assign out_block_o = ring_block;
    assign out_tag_o   = ring_tag;
  end

  // Ports of other points.
  logic unused;
  assign unused = ^{in_decrypt_i, out_ready_i, key_valid_i, key_i, round_key_i};

endmodule

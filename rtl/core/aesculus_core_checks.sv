// SPDX-License-Identifier: Apache-2.0
// Refuses parameters of aesculus_core that cannot be, when the design elaborates. The same rules, with
// the same meaning, are src/aesculus/ciphers/aes/space/rules.py.

module aesculus_core_checks
  import aesculus_pkg::*;
  import aesculus_field_pkg::is_basis;
#(
  parameter int unsigned   KeyBits     = 128,
  parameter direction_e    Direction   = DirEncrypt,
  parameter int unsigned   Unroll      = 1,
  parameter cuts_t         Cuts        = 12'h001,
  parameter int unsigned   CutEvery    = 1,
  parameter int unsigned   EntryCuts   = 0,
  parameter int unsigned   Width       = 128,
  parameter sbox_e         Sbox        = SboxTower,
  parameter sbox_e         KeySbox     = SboxTower,
  parameter int unsigned   Basis       = 0,
  parameter bit            Whole       = 1'b0,
  parameter key_schedule_e KeySchedule = KeyOnline,
  parameter int unsigned   Lanes       = 1,
  parameter lane_keys_e    LaneKeys    = LaneKeysShared,
  parameter flow_e         Flow        = FlowNone,
  parameter int unsigned   TagBits     = 1
) ();

  localparam int unsigned Nr = num_rounds(KeyBits);
  localparam bit Expands = travels(KeySchedule) || KeySchedule == KeyStored;

  if (KeyBits != 128 && KeyBits != 192 && KeyBits != 256) begin : gen_bad_key_bits
    $error("KeyBits is %0d; legal: 128, 192, 256", KeyBits);
  end
  if (Direction > DirBoth) begin : gen_bad_direction
    $error("Direction is %0d; legal: 0 to 2", Direction);
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
  if (EntryCuts > 2 || (EntryCuts > 0 && Unroll != Nr)) begin : gen_bad_entry_cuts
    $error("EntryCuts is %0d; legal: 0 to 2, and more than 0 only when Unroll is Nr", EntryCuts);
  end
  if (Sbox == SboxTtable && Direction != DirEncrypt) begin : gen_bad_ttable
    $error("SboxTtable is for encryption alone");
  end
  if ((Sbox == SboxBram || Sbox == SboxTtable ||
       (Expands && (KeySbox == SboxBram || KeySbox == SboxTtable))) &&
      !(Cuts[CutStart] && (CutEvery == 1 || Unroll == 1))) begin : gen_bad_bram
    $error("a block RAM S-box is synchronous: every round needs the start cut");
  end
  if ((Cuts[CutSub-1:CutInner] & ~inner_cuts(Sbox)) != '0) begin : gen_bad_inner
    $error("Cuts is %h; Sbox %0d has no such inner position", Cuts, Sbox);
  end
  if (Cuts[CutPre] && Direction == DirEncrypt) begin : gen_bad_pre
    $error("Cuts has the pre position, which only decryption has");
  end
  if (Basis != 0 && !is_basis(Basis)) begin : gen_bad_basis
    $error("Basis is %h; legal: 0, or 16*Z + B of an isomorphism", Basis);
  end
  if (Whole && (Sbox != SboxTower || (Expands && KeySbox != SboxTower) || !Expands))
  begin : gen_bad_whole
    $error("Whole needs tower S-boxes and a key schedule of its own");
  end
  if (Lanes < 1 || Lanes > 16) begin : gen_bad_lanes
    $error("Lanes is %0d; legal: 1 to 16", Lanes);
  end
  if (LaneKeys == LaneKeysSeparate && (Lanes == 1 || !travels(KeySchedule)))
  begin : gen_bad_lane_keys
    $error("LaneKeysSeparate needs more than one lane and keys that come with the beats");
  end
  if (Flow > FlowCredit) begin : gen_bad_flow
    $error("Flow is %0d; legal: 0 to 2", Flow);
  end
  if (TagBits < 1 || TagBits > 32) begin : gen_bad_tag_bits
    $error("TagBits is %0d; legal: 1 to 32", TagBits);
  end
  if (Width != 128 && Width != 32 && Width != 8) begin : gen_bad_width
    $error("Width is %0d; legal: 128, 32, 8", Width);
  end
  // Besides: one kind of S-box, Whole 0, one lane, no credit.
  if (Width != 128 && (Direction != DirEncrypt || Unroll != 1 || Cuts != cuts_t'(1 << CutStart) ||
                       KeySbox != Sbox || Sbox == SboxTtable || Whole ||
                       !travels(KeySchedule) || Lanes != 1 || Flow == FlowCredit))
  begin : gen_bad_narrow
    $error("Width is %0d; legal: 128 unless one round, cut at start, encrypts with online keys",
           Width);
  end

endmodule

// SPDX-License-Identifier: Apache-2.0
// Says in words what aesculus_pkg::config_fault found, and stops elaboration. Empty for a legal
// configuration.

module aesculus_core_checks
  import aesculus_pkg::*;
#(
  parameter config_t Cfg   = '0,
  parameter fault_e  Fault = FaultNone
) ();

  localparam int unsigned Nr = num_rounds(Cfg.key_bits);

  if (Fault == FaultKeyBits) begin : gen_key_bits
    $error("KeyBits is %0d; legal: 128, 192, 256", Cfg.key_bits);
  end else if (Fault == FaultDirection) begin : gen_direction
    $error("Direction is %0d; legal: 0 to 2", Cfg.direction);
  end else if (Fault == FaultUnroll) begin : gen_unroll
    $error("Unroll is %0d; legal: 1 to %0d", Cfg.unroll, Nr);
  end else if (Fault == FaultNoCuts) begin : gen_no_cuts
    $error("Cuts is %0h; legal: 12'h001 to 12'hfff, as a ring needs a register", Cfg.cuts);
  end else if (Fault == FaultCutEvery) begin : gen_cut_every
    $error("CutEvery is %0d; legal: 1 to %0d", Cfg.cut_every, Cfg.unroll);
  end else if (Fault == FaultEntryCuts) begin : gen_entry_cuts
    $error("EntryCuts is %0d; legal: 0, or with Unroll %0d up to 2", Cfg.entry_cuts, Nr);
  end else if (Fault == FaultWidth) begin : gen_width
    $error("Width is %0d; legal: 128, 32, 8", Cfg.width);
  end else if (Fault == FaultSbox) begin : gen_sbox
    $error("Sbox is %0d; legal: 0 to %0d", Cfg.sbox, LastSbox);
  end else if (Fault == FaultKeySbox) begin : gen_key_sbox
    $error("KeySbox is %0d; legal: 0 to %0d", Cfg.key_sbox, LastSbox);
  end else if (Fault == FaultTtable) begin : gen_ttable
    $error("Sbox is SboxTtable; legal: any other, or Direction DirEncrypt");
  end else if (Fault == FaultMemory) begin : gen_memory
    $error("Cuts is %h, CutEvery %0d; legal with a block RAM S-box: bit 0 of Cuts and CutEvery 1",
           Cfg.cuts, Cfg.cut_every);
  end else if (Fault == FaultInnerCuts) begin : gen_inner_cuts
    $error("Cuts is %h; legal in bits 7:1 with Sbox %0d: a part of %b", Cfg.cuts, Cfg.sbox,
           inner_cuts(Cfg.sbox));
  end else if (Fault == FaultPreCut) begin : gen_pre_cut
    $error("Cuts is %h; legal in bit 9 with Direction DirEncrypt: 0", Cfg.cuts);
  end else if (Fault == FaultBasis) begin : gen_basis
    $error("Basis is %h; legal: 0, or the number of an isomorphism (aesculus_field_pkg)",
           Cfg.basis);
  end else if (Fault == FaultWhole) begin : gen_whole
    $error("Whole is %b; legal: 0, or Sbox and KeySbox SboxTower and keys that the core expands",
           Cfg.whole);
  end else if (Fault == FaultSchedule) begin : gen_schedule
    $error("KeySchedule is %0d; legal: 0 to 4", Cfg.key_schedule);
  end else if (Fault == FaultFixedKey) begin : gen_fixed_key
    $error("FixedKey is not given; legal with KeyFixed: a key of %0d bits", Cfg.key_bits);
  end else if (Fault == FaultLanes) begin : gen_lanes
    $error("Lanes is %0d; legal: 1 to 16", Cfg.lanes);
  end else if (Fault == FaultLaneKeys) begin : gen_lane_keys
    $error("LaneKeys is %b; legal: 0, shared, or with Lanes > 1 and KeyOnline/Last 1, separate",
           Cfg.lane_keys);
  end else if (Fault == FaultFlow) begin : gen_flow
    $error("Flow is %0d; legal: 0 to 2", Cfg.flow);
  end else if (Fault == FaultTagBits) begin : gen_tag_bits
    $error("TagBits is %0d; legal: 1 to 32", Cfg.tag_bits);
  end else if (Fault == FaultIsolate) begin : gen_isolate
    $error("Isolate is %b; legal: 0, 1", Cfg.isolate);
  end else if (Fault == FaultNarrow) begin : gen_narrow
    // Below 128: one round, cut at start, that encrypts with keys that come with the blocks.
    if (Cfg.direction != DirEncrypt) begin : gen_direction
      $error("Direction is %0d; legal with Width %0d: 0", Cfg.direction, Cfg.width);
    end else if (Cfg.unroll != 1) begin : gen_unroll
      $error("Unroll is %0d; legal with Width %0d: 1", Cfg.unroll, Cfg.width);
    end else if (Cfg.cuts != cuts_t'(1 << CutStart)) begin : gen_cuts
      $error("Cuts is %h; legal with Width %0d: 001", Cfg.cuts, Cfg.width);
    end else if (Cfg.lanes != 1) begin : gen_lanes
      $error("Lanes is %0d; legal with Width %0d: 1", Cfg.lanes, Cfg.width);
    end else if (Cfg.flow == FlowCredit) begin : gen_flow
      $error("Flow is %0d; legal with Width %0d: 0, 1", Cfg.flow, Cfg.width);
    end else if (Cfg.whole) begin : gen_whole
      $error("Whole is 1; legal with Width %0d: 0", Cfg.width);
    end else if (!travels(Cfg.key_schedule)) begin : gen_schedule
      $error("KeySchedule is %0d; legal with Width %0d: %0d, %0d", Cfg.key_schedule, Cfg.width,
             KeyOnline, KeyLast);
    end else if (Cfg.sbox == SboxTtable || Cfg.key_sbox == SboxTtable) begin : gen_ttable
      $error("Sbox is %0d, KeySbox %0d; legal with Width %0d: any but %0d", Cfg.sbox, Cfg.key_sbox,
             Cfg.width, SboxTtable);
    end else begin : gen_key_sbox
      $error("KeySbox is %0d; legal with Width %0d, KeyBits %0d: as Sbox, %0d", Cfg.key_sbox,
             Cfg.width, Cfg.key_bits, Cfg.sbox);
    end
  end

endmodule

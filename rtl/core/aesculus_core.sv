// SPDX-License-Identifier: Apache-2.0
// AES as FIPS 197 defines it, over the whole design space. Which values may go together
// aesculus_pkg::config_fault says, and so does src/aesculus/space; a test holds the two together.
//
//            +-- aesculus_engine --------------------------------------------------------------+
//   in_*  -->| entry --> [preparing ring] --> cipher ring: --> flow: nothing, --> out_*        |
//            | (isolates)  runs each key to     slots          stall or a FIFO                 |
//            |             its end; decryption  + States                                       |
//            |             with online keys     + round keys   or a narrow core: a round in    |
//            |                                      ^          several cycles                  |
//   key_i -->| key store: expands a key ------------+                                          |
//            |   into one of two banks                                                         |
//   clear_i->| clear: resets, and a turn in which nothing enters or leaves                     |
//            +---------------------------------------------------------------------------------+
//
// Time never depends on data or key: a block's way through the ring is fixed by the parameters.
// The core makes no side-channel claim beyond that.
//
// Handshakes are valid/ready: a transfer happens in a cycle with both high; valid never waits for
// ready. Ports that a point does not use stay: inputs are ignored, outputs are zero. Outputs beside a
// low out_valid_o show zeros or a result that was delivered.

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
  parameter logic [KeyBits-1:0] FixedKey    = 'x,        // KeyFixed; X stands for none
  parameter int unsigned        Lanes       = 1,
  parameter lane_keys_e         LaneKeys    = LaneKeysShared,
  parameter flow_e              Flow        = FlowNone,
  parameter int unsigned        TagBits     = 1,
  parameter bit                 Isolate     = 1'b0,

  localparam config_t           Cfg         = '{
    key_bits: KeyBits, direction: Direction, unroll: Unroll, cuts: Cuts, cut_every: CutEvery,
    entry_cuts: EntryCuts, width: Width, sbox: Sbox, key_sbox: KeySbox, basis: Basis,
    whole: Whole, key_schedule: KeySchedule, has_fixed_key: !$isunknown(FixedKey),
    lanes: Lanes, lane_keys: LaneKeys, flow: Flow, tag_bits: TagBits, isolate: Isolate
  },
  localparam fault_e            Fault       = config_fault(Cfg),
  localparam bit                Legal       = Fault == FaultNone,
  // Widths of ports, such that an illegal value is refused by its name and not by its port.
  localparam int unsigned       Blocks      = Legal ? Lanes : 1,
  localparam int unsigned       Keys        = Legal ? num_keys(Cfg) : 1,
  localparam int unsigned       KeyW        = Legal ? KeyBits : 128,
  localparam int unsigned       TagW        = Legal ? TagBits : 1,
  localparam int unsigned       Nr          = Legal ? num_rounds(KeyBits) : 10
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,       // asynchronous, active low

  // A beat: one block for each lane. Byte 0 of FIPS 197 is bits 127:120 of a block.
  input  logic                      in_valid_i,
  output logic                      in_ready_o,
  input  logic [Blocks-1:0][127:0]  in_block_i,
  // KeyOnline, KeyLast: this beat's key; KeyLast, to decrypt: words 4*Nr+4-Nk to 4*Nr+3 of its
  // schedule, the last Nk.
  input  logic [Keys-1:0][KeyW-1:0] in_key_i,
  input  logic                      in_decrypt_i, // DirBoth: decrypt this beat
  input  logic [TagW-1:0]           in_tag_i,     // comes back with the beat

  output logic                      out_valid_o,
  input  logic                      out_ready_i,  // ignored with FlowNone
  output logic [Blocks-1:0][127:0]  out_block_o,
  output logic [TagW-1:0]           out_tag_o,

  // KeyStored: beats accepted after a transfer use the new key; in_ready_o is low until it is
  // expanded. Beats under the old key go on.
  input  logic                      key_valid_i,
  output logic                      key_ready_o,
  input  logic [KeyW-1:0]           key_i,
  // KeyExternal: round key 0 in the top 128 bits, held still while beats are in flight.
  input  logic [128*(Nr+1)-1:0]     round_key_i,

  // An edge with clear_i high begins to drop and overwrite all that the core holds, keys included;
  // cleared_o is high when nothing of it is left (aesculus_clear). So it is after a reset.
  input  logic                      clear_i,
  output logic                      cleared_o
);

  if (Legal) begin : gen_legal
    aesculus_engine #(
      .Cfg(Cfg), .FixedKey(Cfg.has_fixed_key ? 256'(FixedKey) : '0)
    ) u_engine (
      .clk_i, .rst_ni, .in_valid_i, .in_ready_o, .in_block_i, .in_key_i, .in_decrypt_i, .in_tag_i,
      .out_valid_o, .out_ready_i, .out_block_o, .out_tag_o, .key_valid_i, .key_ready_o, .key_i,
      .round_key_i, .clear_i, .cleared_o
    );
  end else begin : gen_illegal
    aesculus_core_checks #(.Cfg(Cfg), .Fault(Fault)) u_checks ();
  end

endmodule

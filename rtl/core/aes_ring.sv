// SPDX-License-Identifier: Apache-2.0
// The ring of slots: `Unroll` physical rounds with their cuts, closed unless Unroll is Nr.
//
// A slot is one register position along the ring; it carries valid, pass, tag, State and key
// window. A block enters an empty slot at round 0, after the initial AddRoundKey, goes round
// ceil(Nr/Unroll) times, and leaves behind the physical round in which its round Nr falls. A slot
// freed in mid-ring (Unroll no divisor of Nr) travels on empty to the entry.
//
// Order: all blocks take the same time, so they leave in the order in which they came.
// Zeroise: reset clears the valid bits; an empty slot takes what the input port shows each time it
// passes the entry, so every key and State from before is gone after one turn plus one cycle
// (with FlowStall too, as nothing valid is left to stall for).

module aes_ring
  import aes_pkg::*;
#(
  parameter int unsigned KeyBits  = 128,
  parameter int unsigned Unroll   = 1,
  parameter cuts_t       Cuts     = 12'h001,
  parameter int unsigned CutEvery = 1,
  parameter sbox_e       Sbox     = SboxTower,
  parameter sbox_e       KeySbox  = SboxTower,
  parameter int unsigned Basis    = 0,
  parameter int unsigned TagBits  = 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               en_i,        // low holds every slot and the output
  input  logic               in_valid_i,  // taken when en_i and in_ready_o
  output logic               in_ready_o,  // the slot at the entry is empty
  input  logic [127:0]       in_block_i,
  input  logic [KeyBits-1:0] in_key_i,
  input  logic [TagBits-1:0] in_tag_i,
  output logic               out_valid_o,
  output logic [127:0]       out_block_o,
  output logic [TagBits-1:0] out_tag_o
);

  localparam int unsigned Nr = num_rounds(KeyBits);
  localparam int unsigned NumPass = (Nr + Unroll - 1) / Unroll;
  localparam int unsigned PassW = NumPass > 1 ? $clog2(NumPass) : 1;
  localparam int unsigned ExitRound = (Nr - 1) % Unroll;

  typedef logic [PassW-1:0] pass_t;
  localparam pass_t FinalPass = pass_t'(NumPass - 1);

  // Index p: before physical round p; index Unroll: behind the last one.
  logic [Unroll:0]              valid;
  pass_t [Unroll:0]             pass;
  logic [Unroll:0][TagBits-1:0] tag;
  logic [Unroll:0][127:0]       state;
  logic [Unroll:0][KeyBits-1:0] key;

  logic               exit_valid;
  logic [127:0]       exit_state;
  logic [TagBits-1:0] exit_tag;

  logic [127:0] whitened;
  assign whitened = in_block_i ^ in_key_i[KeyBits-1-:128];

  if (NumPass == 1) begin : gen_open
    assign in_ready_o = 1'b1;
    assign valid[0]   = in_valid_i;
    assign pass[0]    = '0;
    assign tag[0]     = in_tag_i;
    assign state[0]   = whitened;
    assign key[0]     = in_key_i;
    logic unused;
    assign unused = ^{valid[Unroll], pass[Unroll], tag[Unroll], state[Unroll], key[Unroll]};
  end else begin : gen_closed
    logic occupied;
    assign occupied   = valid[Unroll];
    assign in_ready_o = !occupied;
    assign valid[0]   = occupied || in_valid_i;
    assign pass[0]    = occupied ? pass[Unroll] + 1'b1 : '0;
    assign tag[0]     = occupied ? tag[Unroll] : in_tag_i;
    assign state[0]   = occupied ? state[Unroll] : whitened;
    assign key[0]     = occupied ? key[Unroll] : in_key_i;
  end

  for (genvar p = 0; p < Unroll; p++) begin : gen_round
    localparam cuts_t RoundCuts = round_cuts(Cuts, CutEvery, p);
    localparam int unsigned Depth = count_cuts(RoundCuts);
    localparam key_info_table_t Info = key_info_table(KeyBits, Unroll, p);
    localparam last_e Last = (p != ExitRound) ? LastNever : (NumPass == 1) ? LastAlways : LastPass;

    logic  valid_out;
    pass_t pass_out;
    key_info_t info;

    if (NumPass == 1) begin : gen_one_pass
      assign info     = Info[0];
      assign pass_out = '0;
      logic unused;
      assign unused = ^pass[p];
    end else begin : gen_passes
      assign info = Info[4'(pass[p])];
      prim_cut #(.Width(PassW), .Depth(Depth)) u_pass (
        .clk_i, .en_i, .d_i(pass[p]), .q_o(pass_out)
      );
    end

    aes_round #(
      .KeyBits(KeyBits), .Cuts(RoundCuts), .Sbox(Sbox), .KeySbox(KeySbox), .Basis(Basis),
      .Last(Last)
    ) u_round (
      .clk_i, .en_i, .last_i(pass[p] == FinalPass), .info_i(info),
      .state_i(state[p]), .key_i(key[p]), .state_o(state[p+1]), .key_o(key[p+1])
    );

    prim_valid_cut #(.Depth(Depth)) u_valid (
      .clk_i, .rst_ni, .en_i, .d_i(valid[p]), .q_o(valid_out)
    );
    prim_cut #(.Width(TagBits), .Depth(Depth)) u_tag (
      .clk_i, .en_i, .d_i(tag[p]), .q_o(tag[p+1])
    );
    assign pass[p+1] = pass_out;

    if (p == ExitRound) begin : gen_exit
      assign exit_valid = valid_out && pass_out == FinalPass;
      assign exit_state = state[p+1];
      assign exit_tag   = tag[p+1];
      assign valid[p+1] = valid_out && pass_out != FinalPass;
    end else begin : gen_stay
      assign valid[p+1] = valid_out;
    end
  end

  prim_valid_cut u_out_valid (.clk_i, .rst_ni, .en_i, .d_i(exit_valid), .q_o(out_valid_o));
  prim_cut #(.Width(128 + TagBits)) u_out (
    .clk_i, .en_i, .d_i({exit_tag, exit_state}), .q_o({out_tag_o, out_block_o})
  );

endmodule

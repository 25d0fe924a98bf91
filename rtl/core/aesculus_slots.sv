// SPDX-License-Identifier: Apache-2.0
// The bookkeeping of a ring of slots: who enters, who goes round, who leaves. No data is in here.
//
// A slot is one register position along the ring. Here it has valid, pass, direction, key bank and
// tag. A beat enters an empty slot, goes round ceil(Nr/Unroll) times, and leaves behind the physical
// round in which its round Nr falls. A slot freed in mid-ring (Unroll no divisor of Nr) travels on
// empty to the entry. With Unroll = Nr the ring is open: walked once, without a loop.
//
// Order: all beats take the same time, so they leave in the order in which they came.
// The slots have no reset, so that no reset net spans the ring: while live_i is low, which lasts a
// turn (aesculus_clear), the entry takes every slot for empty and nothing leaves. Of a closed ring whose
// last round has a register, the valid bit right before the entry has a reset, and falls with live_i.

module aesculus_slots
  import aesculus_pkg::*;
#(
  parameter config_t       Cfg  = '0,
  parameter work_e         Work = WorkCipher,

  localparam int unsigned  Unroll  = Cfg.unroll,
  localparam int unsigned  TagBits = Cfg.tag_bits,
  localparam int unsigned  Parts   = result_parts(Cfg, Work)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                live_i,
  input  logic                clear_i,     // begins
  input  logic                wipe_i,      // goes on
  input  logic                en_i,        // low holds every slot and the output
  input  logic                in_valid_i,  // taken when en_i and in_ready_o
  output logic                in_ready_o,  // the slot at the entry is empty
  input  logic                in_decrypt_i,
  input  logic                in_bank_i,
  input  logic [TagBits-1:0]  in_tag_i,
  output mark_t               entry_o,     // of the beat that enters, behind the entry registers
  output logic                loop_o,      // the slot at the entry goes round
  output marks_t [Unroll-1:0] marks_o,
  output logic [Parts-1:0]    leave_o,     // a beat is behind its last round; all bits are alike
  output logic                out_valid_o,
  output logic                out_decrypt_o,
  output logic                out_bank_o,
  output logic [TagBits-1:0]  out_tag_o
);

  localparam int unsigned NumPass   = num_passes(Cfg);
  localparam int unsigned PassW     = NumPass > 1 ? $clog2(NumPass) : 1;
  localparam int unsigned ExitRound = (num_rounds(Cfg.key_bits) - 1) % Unroll;
  localparam int unsigned EntryCuts = ring_entry_cuts(Cfg, Work);
  localparam int unsigned LastDepth = count_cuts(round_cuts(Cfg.cuts, Cfg.cut_every, Unroll - 1));
  // The valid bit before the entry of a closed ring comes from a register, which knows of live_i.
  localparam bit          Knows     = NumPass > 1 && LastDepth > 0;

  typedef logic [PassW-1:0] pass_t;
  localparam pass_t FinalPass = pass_t'(NumPass - 1);

  typedef struct packed {
    logic               inv;
    logic               bank;
    logic [TagBits-1:0] tag;
  } note_t;  // what a slot carries unchanged

  function automatic mark_t mark(logic inv, logic bank, pass_t pass);
    return '{
      inv:  Cfg.direction == DirBoth ? inv : Cfg.direction == DirDecrypt,
      bank: bank,
      pass: 4'(pass)
    };
  endfunction

  // Entry registers; open rings only.
  logic  entry_valid;
  note_t in_note, entry_note;
  assign in_note = '{inv: in_decrypt_i, bank: in_bank_i, tag: in_tag_i};
  aesculus_cut #(.Width($bits(note_t)), .Depth(EntryCuts)) u_entry_note (
    .clk_i, .en_i, .d_i(in_note), .q_o(entry_note)
  );
  aesculus_cut #(.Width(1), .Depth(EntryCuts)) u_entry_valid (
    .clk_i, .en_i, .d_i(in_valid_i), .q_o(entry_valid)
  );
  assign entry_o = mark(entry_note.inv, entry_note.bank, '0);

  // Index p: before physical round p; index Unroll: behind the last one.
  logic  [Unroll:0] valid;
  pass_t [Unroll:0] pass;
  note_t [Unroll:0] note;

  if (NumPass == 1) begin : gen_open
    assign loop_o     = 1'b0;
    assign in_ready_o = 1'b1;
    assign valid[0]   = entry_valid;
    assign pass[0]    = '0;
    assign note[0]    = entry_note;
    logic unused;
    assign unused = ^{live_i, valid[Unroll], pass[Unroll], note[Unroll]};
  end else begin : gen_closed
    logic occupied;
    assign occupied   = valid[Unroll] && (Knows || live_i);
    assign loop_o     = occupied;
    assign in_ready_o = !occupied;
    assign valid[0]   = occupied || entry_valid;
    assign pass[0]    = occupied ? pass[Unroll] + 1'b1 : '0;
    assign note[0]    = occupied ? note[Unroll] : entry_note;
  end

  logic  exit_valid;
  note_t exit_note;

  for (genvar p = 0; p < Unroll; p++) begin : gen_round
    localparam cuts_t RoundCuts = round_cuts(Cfg.cuts, Cfg.cut_every, p);
    localparam int unsigned Depth = count_cuts(RoundCuts);
    localparam int unsigned SubDepth = count_cuts(cuts_t'(RoundCuts[CutSub:CutStart]));

    pass_t pass_sub;
    note_t note_sub;

    aesculus_cut #(.Width($bits(note_t)), .Depth(SubDepth)) u_note_sub (
      .clk_i, .en_i, .d_i(note[p]), .q_o(note_sub)
    );
    aesculus_cut #(.Width($bits(note_t)), .Depth(Depth - SubDepth)) u_note_end (
      .clk_i, .en_i, .d_i(note_sub), .q_o(note[p+1])
    );
    if (NumPass == 1) begin : gen_one_pass
      assign pass_sub  = '0;
      assign pass[p+1] = '0;
    end else begin : gen_passes
      aesculus_cut #(.Width(PassW), .Depth(SubDepth)) u_pass_sub (
        .clk_i, .en_i, .d_i(pass[p]), .q_o(pass_sub)
      );
      aesculus_cut #(.Width(PassW), .Depth(Depth - SubDepth)) u_pass_end (
        .clk_i, .en_i, .d_i(pass_sub), .q_o(pass[p+1])
      );
    end
    assign marks_o[p] = '{
      start:  mark(note[p].inv, note[p].bank, pass[p]),
      sub:    mark(note_sub.inv, note_sub.bank, pass_sub),
      behind: mark(note[p+1].inv, note[p+1].bank, pass[p+1])
    };

    // Whether a beat leaves, and with the last register whether the core is cleared, is settled
    // before the entry's choice between a slot and the port: it drives every bit of a slot. Where the
    // last round has a register it comes straight from one.
    logic stays;
    assign stays = valid[p] && (p != ExitRound || pass[p] != FinalPass);
    if (Knows && p == Unroll - 1) begin : gen_last
      logic last, last_q;
      aesculus_cut #(.Width(1), .Depth(Depth - 1)) u_valid (
        .clk_i, .en_i, .d_i(stays), .q_o(last)
      );
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          last_q <= 1'b0;
        end else begin
          last_q <= !clear_i && !wipe_i && (en_i ? last : last_q);
        end
      end
      assign valid[p+1] = last_q;
    end else begin : gen_valid
      aesculus_cut #(.Width(1), .Depth(Depth)) u_valid (
        .clk_i, .en_i, .d_i(stays), .q_o(valid[p+1])
      );
    end

    if (p == ExitRound) begin : gen_exit
      aesculus_cut #(.Width(1), .Depth(Depth)) u_valid (
        .clk_i, .en_i, .d_i(valid[p] && pass[p] == FinalPass), .q_o(exit_valid)
      );
      assign exit_note = note[p+1];

      if (Parts > 1 && Depth > 0) begin : gen_parts
        // A tree of registers, as the parts lie apart.
        localparam int unsigned Branch = 4;
        logic leaves;
        logic [Parts/Branch-1:0] branch;
        aesculus_cut #(.Width(1), .Depth(Depth > 1 ? Depth - 2 : 0)) u_leaves (
          .clk_i, .en_i, .d_i(valid[p] && pass[p] == FinalPass), .q_o(leaves)
        );
        for (genvar b = 0; b < Parts / Branch; b++) begin : gen_branch
          if (Depth > 1) begin : gen_far
            aesculus_kept_cut u_branch (.clk_i, .en_i, .d_i(leaves), .q_o(branch[b]));
          end else begin : gen_near
            assign branch[b] = leaves;
          end
        end
        for (genvar c = 0; c < Parts; c++) begin : gen_part
          aesculus_kept_cut u_leave (
            .clk_i, .en_i, .d_i(branch[c/Branch]), .q_o(leave_o[c])
          );
        end
      end else begin : gen_whole
        assign leave_o = {Parts{exit_valid}};
      end
    end
  end

  // What a cipher ring shows is a result. A preparing ring's output is a slot of the cipher's
  // ring, which has to be overwritten when it is empty as every other.
  note_t out_note;
  logic load;
  assign load = en_i && (exit_valid || Work == WorkPrepare);
  aesculus_result_reg u_out_valid (
    .clk_i, .rst_ni, .clear_i, .wipe_i, .load_i(en_i), .d_i(exit_valid), .q_o(out_valid_o)
  );
  aesculus_result_reg #(.Width($bits(note_t))) u_out_note (
    .clk_i, .rst_ni, .clear_i, .wipe_i, .load_i(load), .d_i(exit_note), .q_o(out_note)
  );
  assign out_decrypt_o = out_note.inv;
  assign out_bank_o    = out_note.bank;
  assign out_tag_o     = out_note.tag;

endmodule

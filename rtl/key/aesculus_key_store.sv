// SPDX-License-Identifier: Apache-2.0
// Expands a key once, a step at a time with four S-boxes of its own, into one of two banks.
//
// A key may come while blocks under the one before are in flight: it goes to the other bank, and
// key_ready_o is low while that bank is still read. Blocks accepted after the transfer use the
// new key; until it is expanded, ready_o is low. The step has the cuts of a round, so it never
// sets the clock; expansion takes Nr steps of that many cycles.
// Zeroise: after reset both banks are overwritten with the expansion of the all-zero key before
// the first key is taken. The cuts of the step are, too, as it has only one step under way.

module aesculus_key_store
  import aesculus_pkg::*;
  import aesculus_field_pkg::*;
#(
  parameter config_t      Cfg = '0,

  localparam int unsigned KeyBits = Cfg.key_bits
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               live_i,       // low: no key is taken
  output logic               wiped_o,      // no key from before the reset is left
  input  logic               key_valid_i,
  output logic               key_ready_o,
  input  logic [KeyBits-1:0] key_i,
  output logic               ready_o,      // blocks may enter
  output logic               bank_o,       // and use this bank
  input  logic               enter_i,      // a block enters
  input  logic               leave_i,      // a block leaves
  input  logic               leave_bank_i,
  output logic               we_o,
  output logic               we_bank_o,
  output logic [3:0]         we_index_o,
  output logic [127:0]       we_key_o
);

  localparam int unsigned Nr     = num_rounds(KeyBits);
  // Blocks in flight are those in the ring and the one in the output register.
  localparam int unsigned CountW = $clog2(turn_cycles(Cfg) + 2);
  localparam cuts_t Cuts         = round_cuts(Cfg.cuts, Cfg.cut_every, 0);
  localparam matrix_t Domain     = to_domain(Cfg.whole, Cfg.basis);
  localparam key_info_table_t Info = key_info_table(KeyBits, 1, 0, 1'b0, 1'b0, Domain);

  typedef enum logic [2:0] {WipeLoad, Wipe, Idle, Load, Expand} phase_e;

  phase_e phase_q, phase_d;
  logic [3:0] round_q, round_d;        // of the key in the window
  logic bank_q, bank_d, ready_q, ready_d, wiped_q, wiped_d, target;
  logic [KeyBits-1:0] window, stepped, key_q;
  logic start, done_step, feed;
  logic [1:0][CountW-1:0] count_q;

  function automatic logic [KeyBits-1:0] map_key(logic [KeyBits-1:0] key);
    logic [KeyBits-1:0] y;
    for (int i = 0; i < KeyBits / 8; i++) y[8*i+:8] = apply(Domain, key[8*i+:8]);
    return y;
  endfunction

  assign target      = phase_q inside {WipeLoad, Wipe} ? wiped_q : !bank_q;
  assign wiped_o     = !(phase_q inside {WipeLoad, Wipe});
  assign key_ready_o = phase_q == Idle && count_q[!bank_q] == '0 && live_i;
  assign ready_o     = ready_q && phase_q == Idle;
  assign bank_o      = bank_q;

  // The key is taken to a register first, so that the port has no logic behind it.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      key_q <= '0;
    end else if (key_valid_i && key_ready_o) begin
      key_q <= key_i;
    end else if (phase_q == Idle) begin
      key_q <= '0;
    end
  end

  assign start  = phase_q inside {WipeLoad, Load};
  assign feed   = start || (done_step && 32'(round_q) != Nr);
  // Nothing but the step under way is in the cuts, so a key is gone from them when it is done.
  assign window = phase_q == Load ? map_key(key_q) : done_step ? stepped : '0;

  aesculus_valid_cut #(.Depth(count_cuts(Cuts))) u_token (
    .clk_i, .rst_ni, .en_i(1'b1), .d_i(feed), .q_o(done_step)
  );

  logic [127:0] unused_round_key;
  aesculus_key_step #(
    .KeyBits(KeyBits), .Cuts(Cuts), .Sbox(Cfg.key_sbox), .Basis(Cfg.basis), .Whole(Cfg.whole)
  ) u_step (
    .clk_i, .en_i(1'b1), .inv_i(1'b0), .skip_i(1'b0),
    .info_i(Info[start ? 4'd0 : round_q]), .key_i(window),
    .round_key_o(unused_round_key), .key_o(stepped)
  );

  // round_q counts the steps fed: the window that comes out belongs to round round_q.
  always_comb begin
    phase_d = phase_q;
    round_d = round_q;
    bank_d  = bank_q;
    ready_d = ready_q;
    wiped_d = wiped_q;
    unique case (phase_q)
      WipeLoad: begin
        round_d = 4'd1;
        phase_d = Wipe;
      end
      Wipe: if (done_step) begin
        if (32'(round_q) != Nr) begin
          round_d = round_q + 4'd1;
        end else begin
          wiped_d = 1'b1;
          phase_d = wiped_q ? Idle : WipeLoad;
        end
      end
      Idle: if (key_valid_i && key_ready_o) phase_d = Load;
      Load: begin
        round_d = 4'd1;
        phase_d = Expand;
      end
      Expand: if (done_step) begin
        if (32'(round_q) != Nr) begin
          round_d = round_q + 4'd1;
        end else begin
          bank_d  = !bank_q;
          ready_d = 1'b1;
          phase_d = Idle;
        end
      end
      default: phase_d = WipeLoad;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= WipeLoad;
      round_q <= '0;
      bank_q  <= 1'b0;
      ready_q <= 1'b0;
      wiped_q <= 1'b0;
    end else begin
      phase_q <= phase_d;
      round_q <= round_d;
      bank_q  <= bank_d;
      ready_q <= ready_d;
      wiped_q <= wiped_d;
    end
  end

  assign we_o       = start || done_step;
  assign we_bank_o  = target;
  assign we_index_o = start ? 4'd0 : round_q;
  assign we_key_o   = start ? window[KeyBits-1-:128] : stepped[KeyBits-1-:128];

  for (genvar b = 0; b < 2; b++) begin : gen_count
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        count_q[b] <= '0;
      end else begin
        count_q[b] <= count_q[b] + CountW'(enter_i && bank_q == 1'(b)) -
                      CountW'(leave_i && leave_bank_i == 1'(b));
      end
    end
  end

endmodule

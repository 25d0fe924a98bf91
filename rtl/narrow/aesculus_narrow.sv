// SPDX-License-Identifier: Apache-2.0
// A datapath below one round, in the place of a ring: input registers, control, the datapath of the
// width, and the output register. One block at a time, or, with Seamless, one and the next.

module aesculus_narrow
  import aesculus_pkg::*;
#(
  parameter config_t      Cfg = '0,

  localparam int unsigned KeyBits = Cfg.key_bits,
  localparam int unsigned TagBits = Cfg.tag_bits
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               rst_core_ni,
  input  logic               clear_i,      // begins
  input  logic               wipe_i,       // goes on
  input  logic               en_i,         // low: output held, nothing taken; Seamless: all held
  input  logic               in_valid_i,
  output logic               in_ready_o,
  input  logic [127:0]       in_block_i,
  input  logic [KeyBits-1:0] in_key_i,
  input  logic [TagBits-1:0] in_tag_i,
  output logic               out_valid_o,
  output logic [127:0]       out_block_o,
  output logic [TagBits-1:0] out_tag_o
);

  localparam int unsigned Width    = Cfg.width;
  localparam int unsigned Steps    = 128 / Width;
  localparam int unsigned Pause    = Width == 32 ? 1 : 4;
  localparam int unsigned KeySteps = KeyBits > 128 ? 2 * Steps : Steps;

  // A byte a cycle and a key as long as a block: the next block comes in while one ends.
  localparam bit          Seamless = Width == 8 && KeyBits == 128;

  logic done, load;
  logic [KeySteps:0] token;
  logic [127:0] block, result;
  logic [KeyBits-1:0] key;
  logic [Width-1:0] block_part, key_part;
  logic [TagBits-1:0] tag, result_tag;

  // What is offered while a result waits stays outside: it may be withdrawn.
  assign load = in_ready_o && en_i;

  aesculus_narrow_load #(
    .KeyBits(KeyBits), .Width(Width), .TagBits(TagBits), .Lag(Seamless ? 0 : 1)
  ) u_load (
    .clk_i, .load_i(load), .block_i(block), .key_i(key), .tag_i(in_tag_i),
    .token_i(token), .block_o(block_part), .key_o(key_part), .tag_o(tag)
  );

  if (Seamless) begin : gen_seamless
    logic loading;
    logic [7:0] constant;
    logic [127:0] rotated;

    assign token[KeySteps] = 1'b0;

    // Row 3 of a column goes first.
    for (genvar c = 0; c < 4; c++) begin : gen_column
      assign block[32*c+:32]  = {in_block_i[32*c+:8], in_block_i[32*c+8+:24]};
      assign key[32*c+:32]    = {in_key_i[32*c+:8], in_key_i[32*c+8+:24]};
      assign result[32*c+:32] = {rotated[32*c+:24], rotated[32*c+24+:8]};
    end

    if (is_twin(Cfg)) begin : gen_twin
      logic whitening;
      logic [3:0] count;
      aesculus_narrow_twin_control u_control (
        .clk_i, .rst_ni(rst_core_ni), .clear_i, .en_i, .in_valid_i, .in_ready_o,
        .done_o(done), .out_valid_o, .rcon_o(constant), .count_o(count), .loading_o(loading),
        .whitening_o(whitening), .token_o(token[KeySteps-1:0])
      );
      aesculus_narrow_twin #(
        .Sbox(Cfg.sbox), .KeySbox(Cfg.key_sbox), .Basis(Cfg.basis)
      ) u_path (
        .clk_i, .en_i, .rcon_i(constant), .count_i(count), .loading_i(loading),
        .whitening_i(whitening), .block_i(block_part), .key_i(key_part), .result_o(rotated)
      );
    end else begin : gen_shared
      logic fresh, key_step;
      logic [4:0] count;
      logic [3:0] step;
      aesculus_narrow_seamless_control u_control (
        .clk_i, .rst_ni(rst_core_ni), .clear_i, .en_i, .in_valid_i, .in_ready_o,
        .done_o(done), .out_valid_o, .rcon_o(constant), .count_o(count), .next_o(step),
        .loading_o(loading), .fresh_o(fresh), .key_step_o(key_step),
        .token_o(token[KeySteps-1:0])
      );
      aesculus_narrow_seamless #(.Sbox(Cfg.sbox), .Basis(Cfg.basis)) u_path (
        .clk_i, .en_i, .rcon_i(constant), .count_i(count), .step_i(step), .loading_i(loading),
        .fresh_i(fresh), .key_step_i(key_step), .block_i(block_part), .key_i(key_part),
        .result_o(rotated)
      );
    end

    // The next block's tag comes before the result does.
    always_ff @(posedge clk_i) begin
      if (load) result_tag <= tag;
    end
  end else begin : gen_alone
    localparam int unsigned StepW = $clog2(Steps);
    logic loading, mixes, key_step;
    logic [3:0] round;
    logic [StepW:0] count;
    logic [StepW-1:0] step;  // of the key

    aesculus_narrow_control #(.KeyBits(KeyBits), .Steps(Steps), .Pause(Pause)) u_control (
      .clk_i, .rst_ni(rst_core_ni), .clear_i, .en_i, .in_valid_i, .in_ready_o, .done_o(done),
      .out_valid_o, .round_o(round), .count_o(count), .next_o(step), .loading_o(loading),
      .mixes_o(mixes), .key_step_o(key_step), .token_o(token)
    );
    assign block      = in_block_i;
    assign key        = in_key_i;
    assign result_tag = tag;

    if (Width == 32) begin : gen_column
      aesculus_narrow_column #(.KeyBits(KeyBits), .Sbox(Cfg.sbox), .Basis(Cfg.basis)) u_path (
        .clk_i, .round_i(round), .count_i(count), .step_i(step), .loading_i(loading),
        .mixes_i(mixes), .key_step_i(key_step), .block_i(block_part), .key_i(key_part),
        .result_o(result)
      );
    end else begin : gen_byte
      aesculus_narrow_byte #(.KeyBits(KeyBits), .Sbox(Cfg.sbox), .Basis(Cfg.basis)) u_path (
        .clk_i, .round_i(round), .count_i(count), .step_i(step), .loading_i(loading),
        .mixes_i(mixes), .key_step_i(key_step), .block_i(block_part), .key_i(key_part),
        .result_o(result)
      );
    end
  end

  aesculus_result_reg #(.Width(128 + TagBits)) u_out (
    .clk_i, .rst_ni, .clear_i, .wipe_i, .load_i(done),
    .d_i({result_tag, result}), .q_o({out_tag_o, out_block_o})
  );

endmodule

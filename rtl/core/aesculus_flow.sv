// SPDX-License-Identifier: Apache-2.0
// Flow control: what stands between the ring's output and the core's, and when beats may enter.
//
// FlowNone shows a result for one cycle. FlowStall holds the ring while a result waits. FlowCredit
// admits a beat only when the FIFO has room for it and for all ahead of it, and never holds the ring.

module aesculus_flow
  import aesculus_pkg::*;
#(
  parameter config_t      Cfg = '0,

  localparam int unsigned Lanes   = Cfg.lanes,
  localparam int unsigned TagBits = Cfg.tag_bits
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    live_i,
  input  logic                    clear_i,      // the next edge begins a clear
  input  logic                    enter_i,      // a beat enters
  output logic                    room_o,       // one may enter
  output logic                    enable_o,     // of the ring
  input  logic                    ring_valid_i,
  input  logic [TagBits-1:0]      ring_tag_i,
  input  logic [Lanes-1:0][127:0] ring_block_i,
  output logic                    out_valid_o,
  input  logic                    out_ready_i,
  output logic [TagBits-1:0]      out_tag_o,
  output logic [Lanes-1:0][127:0] out_block_o
);

  if (Cfg.flow == FlowCredit) begin : gen_credit
    localparam int unsigned AddrW = fifo_address_bits(Cfg);
    logic [AddrW:0] credit_q;
    logic give;

    assign enable_o = 1'b1;
    assign room_o   = credit_q != '0;
    assign give     = out_valid_o && out_ready_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        credit_q <= (AddrW + 1)'(1) << AddrW;
      end else begin
        credit_q <= credit_q + (AddrW + 1)'(give) - (AddrW + 1)'(enter_i);
      end
    end

    // While the core is cleared the ring shows zeros, which go to every word. The edge that begins a
    // clear moves nothing: what it brought to the output would stand there until the reset has come
    // through its net, as in aesculus_result_reg.
    aesculus_fifo #(.Width(128 * Lanes + TagBits), .AddrW(AddrW)) u_fifo (
      .clk_i, .rst_ni, .wipe_i(!live_i), .push_i(ring_valid_i && !clear_i),
      .data_i({ring_tag_i, ring_block_i}), .valid_o(out_valid_o),
      .pop_i(out_ready_i && !clear_i), .data_o({out_tag_o, out_block_o})
    );
  end else begin : gen_direct
    assign enable_o    = Cfg.flow == FlowNone || !ring_valid_i || out_ready_i;
    assign room_o      = 1'b1;
    assign out_valid_o = ring_valid_i;
    assign out_block_o = ring_block_i;
    assign out_tag_o   = ring_tag_i;
    logic unused;
    assign unused = ^{clk_i, rst_ni, live_i, clear_i, enter_i, out_ready_i};
  end

endmodule

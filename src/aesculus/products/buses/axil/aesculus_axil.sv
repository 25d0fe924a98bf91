// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite (ARM IHI 0022) in front of registers that answer in the cycle of a request.
//
// All outputs of the bus are registers. Each channel holds one transfer, so a read or a write takes two
// cycles when they follow each other. Reads and writes take turns where both wait.
//
// What waits here is no longer than its transaction: data are zeros behind it. A clear by the pin
// (clear_i) does not break handshakes: a write whose data wait here answers SLVERR and does nothing, and
// the data of a read that waits to be taken turn to zeros.

module aesculus_axil #(
  localparam int unsigned AddrW = 8,
  localparam int unsigned DataW = 32
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clear_i,

  input  logic               s_axil_awvalid_i,
  output logic               s_axil_awready_o,
  input  logic [AddrW-1:0]   s_axil_awaddr_i,
  input  logic [2:0]         s_axil_awprot_i,
  input  logic               s_axil_wvalid_i,
  output logic               s_axil_wready_o,
  input  logic [DataW-1:0]   s_axil_wdata_i,
  input  logic [DataW/8-1:0] s_axil_wstrb_i,
  output logic               s_axil_bvalid_o,
  input  logic               s_axil_bready_i,
  output logic [1:0]         s_axil_bresp_o,
  input  logic               s_axil_arvalid_i,
  output logic               s_axil_arready_o,
  input  logic [AddrW-1:0]   s_axil_araddr_i,
  input  logic [2:0]         s_axil_arprot_i,
  output logic               s_axil_rvalid_o,
  input  logic               s_axil_rready_i,
  output logic [DataW-1:0]   s_axil_rdata_o,
  output logic [1:0]         s_axil_rresp_o,

  output logic               req_o,
  output logic               req_write_o,
  output logic [AddrW-1:0]   req_addr_o,
  output logic [DataW-1:0]   req_data_o,
  output logic [DataW/8-1:0] req_strobe_o,
  input  logic [DataW-1:0]   rsp_data_i,
  input  logic               rsp_error_i
);

  localparam logic [1:0] Okay   = 2'b00;
  localparam logic [1:0] SlvErr = 2'b10;

  logic               aw_full_q, w_full_q, ar_full_q, aw_ready_q, w_ready_q, ar_ready_q;
  logic               aw_full_d, w_full_d, ar_full_d, b_valid_q, r_valid_q;
  logic [AddrW-1:2]   aw_addr_q, ar_addr_q;
  logic [DataW-1:0]   w_data_q, r_data_q;
  logic [DataW/8-1:0] w_strobe_q;
  logic               b_error_q, r_error_q, dropped_q, read_next_q;
  logic               aw_take, w_take, ar_take, wait_wr, wait_rd, write, read;

  assign aw_take = s_axil_awvalid_i && aw_ready_q;
  assign w_take  = s_axil_wvalid_i && w_ready_q;
  assign ar_take = s_axil_arvalid_i && ar_ready_q;

  assign wait_wr = aw_full_q && w_full_q && !b_valid_q;
  assign wait_rd = ar_full_q && !r_valid_q;
  assign write   = wait_wr && !(wait_rd && read_next_q);
  assign read    = wait_rd && !write;

  assign aw_full_d = aw_take || (aw_full_q && !write);
  assign w_full_d  = w_take || (w_full_q && !write);
  assign ar_full_d = ar_take || (ar_full_q && !read);

  assign req_o        = read || (write && !dropped_q);
  assign req_write_o  = write;
  assign req_addr_o   = {write ? aw_addr_q : ar_addr_q, 2'b00};
  assign req_data_o   = w_data_q;
  assign req_strobe_o = w_strobe_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_full_q   <= 1'b0;
      w_full_q    <= 1'b0;
      ar_full_q   <= 1'b0;
      aw_ready_q  <= 1'b0;
      w_ready_q   <= 1'b0;
      ar_ready_q  <= 1'b0;
      aw_addr_q   <= '0;
      ar_addr_q   <= '0;
      w_data_q    <= '0;
      w_strobe_q  <= '0;
      dropped_q   <= 1'b0;
      read_next_q <= 1'b0;
      b_valid_q   <= 1'b0;
      b_error_q   <= 1'b0;
      r_valid_q   <= 1'b0;
      r_error_q   <= 1'b0;
      r_data_q    <= '0;
    end else begin
      aw_full_q  <= aw_full_d;
      w_full_q   <= w_full_d;
      ar_full_q  <= ar_full_d;
      aw_ready_q <= !aw_full_d;
      w_ready_q  <= !w_full_d;
      ar_ready_q <= !ar_full_d;
      if (aw_take) aw_addr_q <= s_axil_awaddr_i[AddrW-1:2];
      if (ar_take) ar_addr_q <= s_axil_araddr_i[AddrW-1:2];
      if (clear_i || write) begin
        w_data_q   <= '0;
        w_strobe_q <= '0;
        dropped_q  <= clear_i && w_full_d;
      end else if (w_take) begin
        w_data_q   <= s_axil_wdata_i;
        w_strobe_q <= s_axil_wstrb_i;
      end
      if (write || read) read_next_q <= write;
      if (write) begin
        b_valid_q <= 1'b1;
        b_error_q <= dropped_q || rsp_error_i;
      end else if (s_axil_bready_i) begin
        b_valid_q <= 1'b0;
      end
      if (read) begin
        r_valid_q <= 1'b1;
        r_error_q <= rsp_error_i;
        r_data_q  <= clear_i ? '0 : rsp_data_i;
      end else begin
        if (s_axil_rready_i) r_valid_q <= 1'b0;
        if (s_axil_rready_i || clear_i) r_data_q <= '0;
      end
    end
  end

  assign s_axil_awready_o = aw_ready_q;
  assign s_axil_wready_o  = w_ready_q;
  assign s_axil_arready_o = ar_ready_q;
  assign s_axil_bvalid_o  = b_valid_q;
  assign s_axil_bresp_o   = b_error_q ? SlvErr : Okay;
  assign s_axil_rvalid_o  = r_valid_q;
  assign s_axil_rdata_o   = r_data_q;
  assign s_axil_rresp_o   = r_error_q ? SlvErr : Okay;

  logic unused;
  assign unused = ^{s_axil_awprot_i, s_axil_arprot_i, s_axil_awaddr_i[1:0], s_axil_araddr_i[1:0]};

endmodule

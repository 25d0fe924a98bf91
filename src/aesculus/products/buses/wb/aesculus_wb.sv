// SPDX-License-Identifier: Apache-2.0
// Wishbone (revision B4, standard cycles) in front of registers that answer in the cycle of a request.
//
// A request goes to the registers in the first cycle of STB, and nothing of it is kept here. Its answer
// is a register: ACK, or ERR where there is no register, for one cycle, in which no other request is
// taken. So an access takes two cycles. A master holds STB until ACK or ERR. Data are zeros but beside
// the ACK of a read, and beside that too if clear_i was high in the cycle of the request. The address is
// that of words.

module aesculus_wb #(
  localparam int unsigned AddrW = 8,
  localparam int unsigned DataW = 32
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clear_i,

  input  logic               s_wb_cyc_i,
  input  logic               s_wb_stb_i,
  input  logic               s_wb_we_i,
  input  logic [AddrW-3:0]   s_wb_adr_i,
  input  logic [DataW/8-1:0] s_wb_sel_i,
  input  logic [DataW-1:0]   s_wb_dat_i,
  output logic [DataW-1:0]   s_wb_dat_o,
  output logic               s_wb_ack_o,
  output logic               s_wb_err_o,

  output logic               req_o,
  output logic               req_write_o,
  output logic [AddrW-1:0]   req_addr_o,
  output logic [DataW-1:0]   req_data_o,
  output logic [DataW/8-1:0] req_strobe_o,
  input  logic [DataW-1:0]   rsp_data_i,
  input  logic               rsp_error_i
);

  logic             ack_q, err_q;
  logic [DataW-1:0] data_q;

  assign req_o        = s_wb_cyc_i && s_wb_stb_i && !ack_q && !err_q;
  assign req_write_o  = s_wb_we_i;
  assign req_addr_o   = {s_wb_adr_i, 2'b00};
  assign req_data_o   = s_wb_dat_i;
  assign req_strobe_o = s_wb_sel_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ack_q  <= 1'b0;
      err_q  <= 1'b0;
      data_q <= '0;
    end else begin
      ack_q  <= req_o && !rsp_error_i;
      err_q  <= req_o && rsp_error_i;
      data_q <= req_o && !clear_i ? rsp_data_i : '0;
    end
  end

  assign s_wb_dat_o = data_q;
  assign s_wb_ack_o = ack_q;
  assign s_wb_err_o = err_q;

endmodule

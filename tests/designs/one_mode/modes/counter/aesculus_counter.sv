// Counter mode beside a core: the output is the input, added to the enciphered counter.
//
// The counter is loaded by its own handshake, and goes up by one with each block. One block is
// inside at a time. Without a result out_block_o is zero.

module aesculus_counter (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         iv_valid_i,
  output logic         iv_ready_o,
  input  logic [127:0] iv_i,

  input  logic         in_valid_i,
  output logic         in_ready_o,
  input  logic [127:0] in_block_i,

  output logic         out_valid_o,
  input  logic         out_ready_i,
  output logic [127:0] out_block_o,

  output logic         core_valid_o,
  input  logic         core_ready_i,
  output logic [127:0] core_block_o,
  input  logic         core_valid_i,
  input  logic [127:0] core_block_i
);

  logic         live_q, busy_q, valid_q;
  logic [127:0] counter_q, data_q;
  logic         take, load;

  assign iv_ready_o   = live_q && !busy_q;
  assign load         = iv_valid_i && iv_ready_o;
  assign in_ready_o   = live_q && !busy_q && !iv_valid_i && core_ready_i;
  assign core_valid_o = live_q && !busy_q && !iv_valid_i && in_valid_i;
  assign core_block_o = counter_q;
  assign take         = in_valid_i && in_ready_o;

  assign out_valid_o = valid_q;
  assign out_block_o = valid_q ? data_q : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q    <= 1'b0;
      busy_q    <= 1'b0;
      valid_q   <= 1'b0;
      counter_q <= '0;
      data_q    <= '0;
    end else begin
      live_q <= 1'b1;
      if (load) counter_q <= iv_i;
      if (take) begin
        counter_q <= counter_q + 128'd1;
        data_q    <= in_block_i;
        busy_q    <= 1'b1;
      end
      if (core_valid_i && busy_q && !valid_q) begin
        data_q  <= data_q ^ core_block_i;
        valid_q <= 1'b1;
      end
      if (valid_q && out_ready_i) begin
        data_q  <= '0;
        busy_q  <= 1'b0;
        valid_q <= 1'b0;
      end
    end
  end

endmodule

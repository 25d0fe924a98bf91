// SIMON 128/128, encryption: Unroll rounds a cycle, one block at a time, its key with it.
//
// A block is the words x, y and a key the words k1, k0, as the paper prints them. The result is
// shown for one cycle, 68 / Unroll + 1 cycles after its block was taken; without one it is zero.

module aesculus_simon128 #(
  parameter int unsigned Unroll  = 1,
  parameter int unsigned TagBits = 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               in_valid_i,
  output logic               in_ready_o,
  input  logic [127:0]       in_block_i,
  input  logic [127:0]       in_key_i,
  input  logic               in_decrypt_i,
  input  logic [TagBits-1:0] in_tag_i,
  output logic               out_valid_o,
  input  logic               out_ready_i,
  output logic [127:0]       out_block_o,
  output logic [TagBits-1:0] out_tag_o,
  input  logic               key_valid_i,
  output logic               key_ready_o,
  input  logic [127:0]       key_i,
  input  logic [127:0]       round_key_i,
  input  logic               clear_i,
  output logic               cleared_o
);

  localparam int unsigned Rounds = 68;
  localparam int unsigned Period = 62;
  localparam int unsigned Cycles = Rounds / Unroll;

  // The first constant of the schedule is the leftmost bit.
  localparam logic [Period-1:0] Z2 =
      62'b10101111011100000011010010011000101000010001111110010110110011;

  if (Unroll == 0 || Rounds % Unroll != 0) begin : gen_illegal
    $error("Unroll %0d: no divisor of %0d", Unroll, Rounds);
  end

  logic               live_q, busy_q, valid_q;
  logic [6:0]         left_q;
  logic [63:0]        x_q, y_q, k1_q, k0_q;
  logic [Period-1:0]  z_q;
  logic [TagBits-1:0] tag_q, out_tag_q;
  logic [127:0]       out_q;

  logic [63:0]        x, y, k1, k0;
  logic [Period-1:0]  z;
  logic               last, take;

  assign last       = busy_q && left_q == 7'd1;
  assign in_ready_o = live_q && (!busy_q || last);
  assign take       = in_valid_i && in_ready_o;

  assign out_valid_o = valid_q;
  assign out_block_o = out_q;
  assign out_tag_o   = out_tag_q;
  assign key_ready_o = 1'b0;
  // Everything is overwritten by the edge that is asked to clear.
  assign cleared_o   = live_q;

  logic unused;
  assign unused = ^{in_decrypt_i, out_ready_i, key_valid_i, key_i, round_key_i};

  always_comb begin
    {x, y, k1, k0, z} = {x_q, y_q, k1_q, k0_q, z_q};
    for (int unsigned i = 0; i < Unroll; i++) begin
      // k0 and x go on in what follows, so both new words are made of the old ones.
      {x, y}   = {y ^ ({x[62:0], x[63]} & {x[55:0], x[63:56]}) ^ {x[61:0], x[63:62]} ^ k0, x};
      {k1, k0} = {~64'd3 ^ {63'd0, z[Period-1]} ^ k0 ^ {k1[2:0], k1[63:3]} ^ {k1[3:0], k1[63:4]},
                  k1};
      z        = {z[Period-2:0], z[Period-1]};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q    <= 1'b0;
      busy_q    <= 1'b0;
      valid_q   <= 1'b0;
      left_q    <= '0;
      {x_q, y_q, k1_q, k0_q, z_q} <= '0;
      {tag_q, out_tag_q, out_q}   <= '0;
    end else if (clear_i) begin
      live_q    <= 1'b0;
      busy_q    <= 1'b0;
      valid_q   <= 1'b0;
      left_q    <= '0;
      {x_q, y_q, k1_q, k0_q, z_q} <= '0;
      {tag_q, out_tag_q, out_q}   <= '0;
    end else begin
      live_q    <= 1'b1;
      valid_q   <= last;
      out_q     <= last ? {x, y} : '0;
      out_tag_q <= last ? tag_q : '0;
      if (take) begin
        busy_q <= 1'b1;
        left_q <= 7'(Cycles);
        {x_q, y_q}   <= in_block_i;
        {k1_q, k0_q} <= in_key_i;
        z_q          <= Z2;
        tag_q        <= in_tag_i;
      end else begin
        busy_q <= busy_q && !last;
        if (busy_q) left_q <= left_q - 7'd1;
        {x_q, y_q, k1_q, k0_q, z_q} <= last ? '0 : {x, y, k1, k0, z};
      end
    end
  end

endmodule

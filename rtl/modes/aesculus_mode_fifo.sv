// SPDX-License-Identifier: Apache-2.0
// First-in first-out buffer beside a core, without overflow protection: the writer must know that there
// is room. The oldest word is on the output, zeros when there is none.
//
//   data_i --> [register] --+--> memory --+--> [register] --> data_o
//                           +-------------+   (while the memory is empty)
//
// A wide and deep memory is spread over the device. So what is written and what is read each have a
// register beside it, which costs two words of flip-flops, and a cycle of latency: a word is shown two
// cycles after it was pushed. A memory of two words needs neither (aesculus_fifo).
//
// While wipe_i is high zeros go to one word after the other, so 2**AddrW + 2 cycles of it leave zeros. It
// comes with or behind a reset.

module aesculus_mode_fifo #(
  parameter int unsigned Width = 8,
  parameter int unsigned AddrW = 2   // so many words may be inside: 2**AddrW
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             wipe_i,
  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  output logic             valid_o,
  input  logic             pop_i,
  output logic [Width-1:0] data_o
);

  if (AddrW < 2) begin : gen_small
    aesculus_fifo #(.Width(Width), .AddrW(AddrW)) u_words (
      .clk_i, .rst_ni, .wipe_i, .push_i, .data_i(wipe_i ? '0 : data_i), .valid_o, .pop_i, .data_o
    );
  end else begin : gen_large
    logic [Width-1:0] mem [2**AddrW];
    logic [AddrW:0]   wr_q, rd_q;  // one bit more than the address tells full from empty
    logic [Width-1:0] pushed_q, oldest_q, next;
    logic             write_q, push_q, valid_q, stored, load;

    assign stored = wr_q != rd_q;
    assign load   = !valid_q || pop_i;
    // What comes straight from the first register is in memory too, and passed over there.
    assign next   = stored ? mem[rd_q[AddrW-1:0]] : push_q ? pushed_q : '0;

    always_ff @(posedge clk_i) begin
      if (write_q) mem[wr_q[AddrW-1:0]] <= pushed_q;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        write_q  <= 1'b0;
        push_q   <= 1'b0;
        pushed_q <= '0;
        valid_q  <= 1'b0;
        oldest_q <= '0;
        wr_q     <= '0;
        rd_q     <= '0;
      end else begin
        write_q  <= push_i || wipe_i;
        push_q   <= push_i && !wipe_i;
        pushed_q <= wipe_i ? '0 : data_i;
        if (write_q) wr_q <= wr_q + 1'b1;
        if (load) begin
          valid_q  <= stored || push_q;
          oldest_q <= next;
        end
        if (load && (stored || write_q)) rd_q <= rd_q + 1'b1;
      end
    end

    assign valid_o = valid_q;
    assign data_o  = oldest_q;
  end

endmodule

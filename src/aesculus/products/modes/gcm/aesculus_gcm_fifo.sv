// SPDX-License-Identifier: Apache-2.0
// First-in first-out buffer of GCM, without overflow protection: the writer must know that there is room.
//
//   data_i --> memory --> [register] --> [register] --> [register] --> data_o
//
// Deep ones have three registers behind the memory: block RAM has the first two, and is so slow
// without the second that what it shows goes no further in the same cycle. A word is shown four cycles
// after it was pushed. They hold 2**AddrW + 2 words at least. With valid_o low data_o is any word.
//
// soon_o says that valid_o will be high in the next cycle, if not more. So what is decided a cycle ahead
// can be taken by pop_i from a register.
//
// While wipe_i is high zeros go to one word after the other, so 2**AddrW + 3 cycles of it leave zeros. It
// comes with or behind a reset.

module aesculus_gcm_fifo #(
  parameter int unsigned Width = 8,
  parameter int unsigned AddrW = 2
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             wipe_i,
  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  output logic             valid_o,
  output logic             soon_o,
  input  logic             pop_i,    // only with valid_o
  output logic [Width-1:0] data_o
);

  if (AddrW < 3) begin : gen_small
    logic [AddrW:0] held_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        held_q <= '0;
      end else begin
        held_q <= held_q + (AddrW + 1)'(push_i) - (AddrW + 1)'(pop_i);
      end
    end

    assign soon_o = held_q > (AddrW + 1)'(1) || (held_q != '0 && !pop_i);

    aesculus_fifo #(.Width(Width), .AddrW(AddrW)) u_words (
      .clk_i, .rst_ni, .wipe_i, .push_i, .data_i(wipe_i ? '0 : data_i), .valid_o, .pop_i, .data_o
    );
  end else begin : gen_large
    // A word is not read in the cycle in which it is written, or what is read is not used.
    (* no_rw_check *) logic [Width-1:0] mem [2**AddrW];
    logic [Width-1:0] fetched_q, second_q, data_q;
    logic [AddrW:0]   wr_q, rd_q;  // one bit more than the address tells full from empty
    logic             has_fetched_q, has_second_q, valid_q, there, load, advance;

    logic [AddrW-1:0] rd_word;
    assign rd_word = rd_q[AddrW-1:0] ^ {wipe_i, (AddrW-1)'(0)};
    assign there   = wr_q != rd_q;
    assign load    = !valid_q || pop_i;
    assign advance = !has_second_q || load;

    always_ff @(posedge clk_i) begin
      if (push_i || wipe_i) mem[wr_q[AddrW-1:0]] <= wipe_i ? '0 : data_i;
    end

    always_ff @(posedge clk_i) begin
      if (advance) begin
        fetched_q <= mem[rd_word];
        second_q  <= fetched_q;
      end
      if (load) data_q <= second_q;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        wr_q          <= '0;
        rd_q          <= '0;
        has_fetched_q <= 1'b0;
        has_second_q  <= 1'b0;
        valid_q       <= 1'b0;
      end else begin
        if (push_i || wipe_i) wr_q <= wr_q + 1'b1;
        // Read in a wipe are words half a turn away, in the end zeros.
        if ((there && advance) || wipe_i) rd_q <= rd_q + 1'b1;
        if (advance) begin
          has_fetched_q <= there;
          has_second_q  <= has_fetched_q;
        end
        if (load) valid_q <= has_second_q;
      end
    end

    assign valid_o = valid_q;
    assign soon_o  = has_second_q || (valid_q && !pop_i);
    assign data_o  = data_q;
  end

endmodule

// SPDX-License-Identifier: Apache-2.0
// First-in first-out buffer beside a core that takes a block in every cycle, without overflow
// protection: the writer must know that there is room. aesculus_mode_fifo is smaller and slower.
//
//   data_i --> [register] --> memory --> [register] --> [register] --+--> [register] --> data_o
//                                                                    +--> [spare] --^
//
// Posted ones have a register in front of the memory, which a word passes in a cycle: what decides
// a push drives that register and not all of a wide memory's enables. It costs Width registers.
// With Shelf they run without a stop up to 16 words beside the output (aesculus_mode_shelf), so
// that who takes a word stops nothing far away:
//
//   data_i --> [register] --> memory --> [register] --> [register] --> shelf --> data_o
//
// Deep ones have registers behind the memory: block RAM has the first two, and is so slow without
// the second that what it shows goes no further in the same cycle. With the spare one pop_i goes no
// further than the register of what is shown. A word is shown four cycles after it was pushed, or
// up to four later behind others that were held up; they hold 2**AddrW + 3 words at least, with Shelf 16
// more. Others show it in the next cycle, from the memory. With Posted all that is a cycle later, with
// Shelf two.
//
// If soon_o is high, valid_o is high in the next cycle; it may be so without, by a word that is pushed
// now. So what is decided a cycle ahead can be taken by pop_i from a register.
//
// With valid_o low data_o is any word, or zeros where there is a shelf. While wipe_i is high zeros go to
// one word after the other, so 2**AddrW + 5 cycles of it leave zeros, 2**AddrW + 24 with a shelf. It
// comes with or behind a reset.

module aesculus_mode_queue #(
  parameter int unsigned Width  = 8,
  parameter int unsigned AddrW  = 2,
  parameter bit          Deep   = AddrW > 2,
  parameter bit          Posted = 1'b0,
  parameter bit          Shelf  = 1'b0   // with Deep and Posted only
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

  // What is written: zeros while wiped.
  logic             push, write;
  logic [Width-1:0] word;

  if (Posted) begin : gen_posted
    logic             push_q, write_q;
    logic [Width-1:0] word_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        push_q  <= 1'b0;
        write_q <= 1'b0;
      end else begin
        push_q  <= push_i;
        write_q <= push_i || wipe_i;
      end
    end
    always_ff @(posedge clk_i) word_q <= wipe_i ? '0 : data_i;
    assign push  = push_q;
    assign write = write_q;
    assign word  = word_q;
  end else begin : gen_direct
    assign push  = push_i;
    assign write = push_i || wipe_i;
    assign word  = wipe_i ? '0 : data_i;
  end

  // Of the memory. A read in a wipe ends with zeros.
  logic [AddrW-1:0] wr_q, rd_q;
  logic             some, more, some_soon;
  logic             fetch;                 // one leaves

  aesculus_mode_level #(.AddrW(AddrW)) u_level (
    .clk_i, .rst_ni, .push_i(push), .take_i(fetch), .some_o(some), .more_o(more),
    .some_soon_o(some_soon)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wr_q <= '0;
      rd_q <= '0;
    end else begin
      if (write) wr_q <= wr_q + 1'b1;
      if (fetch || wipe_i) rd_q <= rd_q + 1'b1;
    end
  end

  if (!Deep) begin : gen_small
    logic [Width-1:0] mem [2**AddrW];

    always_ff @(posedge clk_i) begin
      if (write) mem[wr_q] <= word;
    end

    assign fetch   = pop_i;

    assign valid_o = some;
    assign soon_o  = more || (some && !pop_i);
    assign data_o  = mem[rd_q];

    logic unused;
    assign unused = some_soon;
  end else begin : gen_deep
    // Block RAM has its second register in columns of so many bits.
    localparam int unsigned Column  = 16;
    localparam int unsigned Columns = (Width + Column - 1) / Column;

    logic [Column*Columns-1:0] wide, second;
    logic [AddrW-1:0]          rd_word;
    logic                      advance;  // the registers behind the memory take what comes

    // Read in a wipe are words half a turn away.
    assign rd_word = rd_q ^ {wipe_i, (AddrW-1)'(0)};
    assign wide    = (Column*Columns)'(word);

    for (genvar c = 0; c < Columns; c++) begin : gen_column
      // A word is not read in the cycle in which it is written, or what is read is not used.
      (* no_rw_check *) logic [Column-1:0] mem [2**AddrW];
      logic [Column-1:0] fetched_q, second_q;

      always_ff @(posedge clk_i) begin
        if (write) mem[wr_q] <= wide[Column*c+:Column];
      end

      always_ff @(posedge clk_i) begin
        if (advance) begin
          fetched_q <= mem[rd_word];
          second_q  <= fetched_q;
        end
      end
      assign second[Column*c+:Column] = second_q;
    end

    if (Shelf) begin : gen_running
      logic [4:0] free_q;  // words of the shelf that are for none on the way
      logic       ok_q, fetched_q, take, taken_q;

      assign advance = 1'b1;
      assign fetch   = some && ok_q;

      // Whether there is room is known a cycle late, so one word of it is kept.
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          free_q    <= 5'd16;
          ok_q      <= 1'b1;
          fetched_q <= 1'b0;
          taken_q   <= 1'b0;
        end else begin
          free_q    <= free_q + 5'(taken_q) - 5'(fetch);
          ok_q      <= free_q > 5'd1;
          fetched_q <= fetch;
          taken_q   <= take;
        end
      end

      aesculus_mode_shelf #(.Width(Width)) u_shelf (
        .clk_i, .rst_ni, .wipe_i, .push_soon_i(fetched_q), .data_i(second[Width-1:0]),
        .take_o(take), .valid_o, .soon_o, .pop_i, .data_o
      );
    end else begin : gen_stopping
      logic [Width-1:0] spare_q, data_q, next;
      logic             load;
      logic             has_fetched_q, has_second_q, has_spare_q, valid_q, bare_q;
      logic             has_next_q;  // has_second_q or has_spare_q

      // With a register of its own: what is decided by soon_o has no part in what moves words.
      assign load    = bare_q || pop_i;
      assign advance = !has_second_q || !has_spare_q;
      assign fetch   = some && advance;
      assign next    = has_spare_q ? spare_q : second[Width-1:0];

      always_ff @(posedge clk_i) begin
        if (!has_spare_q) spare_q <= second[Width-1:0];
        if (load) data_q <= next;
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          has_fetched_q <= 1'b0;
          has_second_q  <= 1'b0;
          has_spare_q   <= 1'b0;
          has_next_q    <= 1'b0;
          valid_q       <= 1'b0;
          bare_q        <= 1'b1;
        end else begin
          if (advance) begin
            has_fetched_q <= some;
            has_second_q  <= has_fetched_q;
          end
          has_spare_q <= has_next_q && !load;
          // Both said by one register, as it is asked for where time is short.
          has_next_q  <= (has_next_q && !load) || (advance ? has_fetched_q : has_second_q);
          valid_q     <= has_next_q || (valid_q && !pop_i);
          if (load) bare_q <= !has_next_q;
        end
      end

      assign valid_o = valid_q;
      assign soon_o  = has_next_q || (valid_q && !pop_i);
      assign data_o  = data_q;
    end

    logic unused;
    assign unused = ^{second, more, some_soon};
  end

endmodule

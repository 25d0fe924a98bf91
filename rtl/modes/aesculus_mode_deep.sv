// SPDX-License-Identifier: Apache-2.0
// Deep memory with registers on both sides, in front of a near memory of 2**NearW words. It runs without
// a stop: a word goes on when there is room in the near memory for it and for all on the way. So
// nothing that is late moves it. The writer must know that there is room, for 2**AddrW words and those of
// the near memory.
//
//   data_i --> [register] --> memory --> [register] --> [register] --> data_o
//
// A word that is pushed comes out four cycles later, or behind others. While wipe_i is high zeros go
// to one word after the other, so 2**AddrW + 5 cycles of it leave zeros. It comes with or behind a reset.

module aesculus_mode_deep #(
  parameter int unsigned Width = 8,
  parameter int unsigned AddrW = 6,  // 2 or more
  parameter int unsigned NearW = 4   // 2 or more
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             wipe_i,
  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  input  logic             taken_i,  // a word has left the near memory
  output logic             soon_o,   // a word comes out in the next cycle
  output logic             valid_o,  // one does now
  output logic [Width-1:0] data_o
);

`ifndef AESCULUS_UNCHECKED
  if (AddrW < 2 || AddrW > 16) begin : gen_bad_addr_w
    $error("AddrW is %0d; legal: 2 to 16", AddrW);
  end
  // Three words of it are room that is not counted yet.
  if (NearW < 2 || NearW > 8) begin : gen_bad_near_w
    $error("NearW is %0d; legal: 2 to 8", NearW);
  end
`endif  // AESCULUS_UNCHECKED

  // Block RAM has its second register in columns of so many bits. What is few words is small memory.
  localparam int unsigned Column  = 16;
  localparam int unsigned Columns = (Width + Column - 1) / Column;
  localparam bit          Block   = AddrW > 5;

  logic                      push_q, write_q, some, fetch, ok_q, unused_soon;
  logic                      up_q, down_q;  // of the near memory's room
  logic [1:0]                moving_q;
  logic [Column*Columns-1:0] wide_q, second;
  logic [AddrW-1:0]          wr_q, rd_q, rd_word;
  logic [NearW:0]            free_q, free_d;  // near words that are for none on the way

  aesculus_mode_tally #(.AddrW(AddrW)) u_tally (
    .clk_i, .rst_ni, .push_i(push_q), .take_i(fetch), .some_o(some), .some_soon_o(unused_soon)
  );

  // What goes on is counted three cycles late, so room is kept for two more.
  assign fetch  = some && ok_q;
  assign free_d = free_q + {{NearW{down_q}}, up_q || down_q};
  // Read in a wipe are words half a turn away: no word is read while it is written.
  assign rd_word = rd_q ^ {wipe_i, (AddrW-1)'(0)};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      push_q   <= 1'b0;
      write_q  <= 1'b0;
      wr_q     <= '0;
      rd_q     <= '0;
      free_q   <= (NearW+1)'(1) << NearW;
      up_q     <= 1'b0;
      down_q   <= 1'b0;
      ok_q     <= 1'b1;
      moving_q <= '0;
    end else begin
      push_q   <= push_i;
      write_q  <= push_i || wipe_i;
      if (write_q) wr_q <= wr_q + 1'b1;
      if (fetch || wipe_i) rd_q <= rd_q + 1'b1;
      free_q   <= free_d;
      up_q     <= taken_i && !fetch;
      down_q   <= fetch && !taken_i;
      ok_q     <= free_q > (NearW+1)'(2);
      moving_q <= {moving_q[0], fetch};
    end
  end

  always_ff @(posedge clk_i) wide_q <= wipe_i ? '0 : (Column*Columns)'(data_i);

  for (genvar c = 0; c < Columns; c++) begin : gen_column
    logic [Column-1:0] fetched_q, second_q;
    if (Block) begin : gen_block
      // The last column may not be full: left alone it would be small memory, and many multiplexers.
      // A word is not read in the cycle in which it is written, or what is read is not used.
      (* ram_style = "block", no_rw_check *) logic [Column-1:0] mem [2**AddrW];
      always_ff @(posedge clk_i) begin
        if (write_q) mem[wr_q] <= wide_q[Column*c+:Column];
      end
      always_ff @(posedge clk_i) fetched_q <= mem[rd_word];
    end else begin : gen_small
      logic [Column-1:0] mem [2**AddrW];
      always_ff @(posedge clk_i) begin
        if (write_q) mem[wr_q] <= wide_q[Column*c+:Column];
      end
      always_ff @(posedge clk_i) fetched_q <= mem[rd_word];
    end
    always_ff @(posedge clk_i) second_q <= fetched_q;
    assign second[Column*c+:Column] = second_q;
  end

  assign soon_o  = moving_q[0];
  assign valid_o = moving_q[1];
  assign data_o  = second[Width-1:0];

  logic unused;
  assign unused = ^{second, unused_soon};

endmodule

// SPDX-License-Identifier: Apache-2.0
// The headers of messages: for each stream the one that runs and the one behind it.
//
// A header is taken while its stream has room, and dropped when there is no such stream. The header
// of the message whose beats come on rd_stream_i is on rd_data_o in the same cycle, if rd_valid_o;
// last_i with it says that they have all come. done_i says that this message needs its room no more: it
// comes with last_i or later, and before the last_i of the next message or with it. While wipe_i is high
// zeros go to one word after the other, so 2*Streams + 1 cycles of it leave zeros. It comes with or
// behind a reset.
//
// With Posted a register stands in front of the memory: a header can be read a cycle later, and the
// memory, which a fast core pulls towards itself, need not lie beside what brings headers. It costs a
// word of flip-flops. With one stream each part of the memory has control of its own, four flip-flops
// more, as one net to all of it was longer than a round; and a free bank takes whatever is offered, so
// that control does not hang on what brings headers. The zeros of a wipe come a cycle late there, and
// no header is taken in that cycle.
//
// With Later, and with Posted and one stream only, rd_data_o is a cycle behind rd_valid_o. Then done_i may
// also come a cycle behind the last_i of the next message.
//
// With Single there is room for the header of the message that runs alone, in a register. The next one is
// taken when done_i has come, which a core with one block at a time does not notice. It saves a word
// and the choice between two.

module aesculus_mode_headers #(
  parameter int unsigned Width   = 8,
  parameter int unsigned Streams = 1,
  parameter bit          Posted  = 1'b0,
  parameter bit          Single  = 1'b0,  // with one stream only; Posted says nothing then
  parameter bit          Later   = 1'b0,

  localparam int unsigned StreamW = Streams > 1 ? $clog2(Streams) : 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               wipe_i,

  input  logic               wr_valid_i,
  output logic               wr_ready_o,
  input  logic [StreamW-1:0] wr_stream_i,
  input  logic [Width-1:0]   wr_data_i,
  output logic               wr_stray_o,   // a header that is taken has no stream

  input  logic               permit_i,     // with Later: rd_valid_o may be high in the next cycle
  input  logic [StreamW-1:0] rd_stream_i,
  output logic               rd_valid_o,
  output logic [Width-1:0]   rd_data_o,
  input  logic               last_i,

  input  logic [StreamW-1:0] done_stream_i,  // there is such a stream
  input  logic               done_i
);

  logic wr_known, rd_known, write, last;
  assign wr_known   = 32'(wr_stream_i) < Streams;
  assign rd_known   = 32'(rd_stream_i) < Streams;
  assign wr_stray_o = wr_valid_i && wr_ready_o && !wr_known;
  assign write      = wr_valid_i && wr_ready_o && wr_known;
  assign last       = last_i && rd_valid_o;

  if (Single) begin : gen_single
    logic [Width-1:0] word_q;
    logic             full_q, open_q;  // it is taken, and beats of it are still to come

    assign wr_ready_o = !wipe_i && !(wr_known && full_q);
    assign rd_valid_o = rd_known && open_q;
    assign rd_data_o  = word_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        word_q <= '0;
        full_q <= 1'b0;
        open_q <= 1'b0;
      end else begin
        if (write) word_q <= wr_data_i;
        full_q <= write || (full_q && !done_i);
        open_q <= write || (open_q && !last);
      end
    end

    logic unused;
    assign unused = ^{done_stream_i, permit_i};
  end else begin : gen_banks
    localparam int unsigned AddrW = $clog2(2 * Streams);

    // Bit 0 of a word's address is the bank of the stream.
    localparam bit          Apart = Posted && Streams == 1;
    localparam int unsigned PartW = Apart ? 32 : Width;
    localparam int unsigned Parts = (Width + PartW - 1) / PartW;

    logic [Parts*PartW-1:0]  wide, read;
    logic [Streams-1:0][1:0] full_q, full_d, there;  // taken, and to be read
    logic [Streams-1:0]      wr_bank_q, rd_bank_q, done_bank_q;
    logic [AddrW-1:0]        wipe_q;
    logic [StreamW-1:0]      wr, rd;
    logic                    wr_bank, rd_bank, done_bank;

    assign wr        = wr_known ? wr_stream_i : '0;
    assign rd        = rd_known ? rd_stream_i : '0;
    assign wr_bank   = wr_bank_q[wr];
    assign rd_bank   = rd_bank_q[rd];
    assign done_bank = done_bank_q[done_stream_i];

    logic wiping;  // zeros go to memory
    assign wr_ready_o = !wipe_i && !wiping && !(wr_known && full_q[wr][wr_bank]);

    if (Later) begin : gen_valid_later
      // Known from a register: where beats come from and the headers lie apart.
      logic valid_q;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          valid_q <= 1'b0;
        end else begin
          valid_q <= permit_i && there[0][rd_bank ^ last];
        end
      end
      assign rd_valid_o = rd_known && valid_q;
    end else begin : gen_valid_now
      assign rd_valid_o = rd_known && there[rd][rd_bank];
      logic unused;
      assign unused = permit_i;
    end
    assign rd_data_o  = read[Width-1:0];

    always_comb begin
      full_d = full_q;
      if (done_i) full_d[done_stream_i][done_bank] = 1'b0;
      if (write)  full_d[wr][wr_bank] = 1'b1;
    end

    // With Later done_i can come behind the next last_i: a header that all beats have asked for is not
    // there for another message.
    logic [Streams-1:0][1:0] over;
    if (Later) begin : gen_over
      logic [Streams-1:0][1:0] over_q;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          over_q <= '0;
        end else begin
          if (last)  over_q[rd][rd_bank] <= 1'b1;
          if (write) over_q[wr][wr_bank] <= 1'b0;
        end
      end
      assign over = over_q;
    end else begin : gen_not_over
      assign over = '0;
    end

    // What goes to memory.
    logic             store_d, store;
    logic [AddrW-1:0] place_d, place;
    logic [Width-1:0] word_d, word;
    logic [Parts*PartW-1:0] wiped;  // what is given, zeros in a wipe
    assign wide    = (Parts*PartW)'(word);
    assign store_d = wipe_i || write;
    assign place_d = wipe_i ? wipe_q : AddrW'({wr, wr_bank});
    assign word_d  = wiped[Width-1:0];

    if (Apart) begin : gen_wipe_apart
      logic wiping_q;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) wiping_q <= 1'b0;
        else wiping_q <= wipe_i;
      end
      assign wiping = wiping_q;
    end else begin : gen_wipe_at_once
      assign wiping = 1'b0;
    end

    if (Posted) begin : gen_posted
      logic                    store_q;
      logic [AddrW-1:0]        place_q;
      logic [Width-1:0]        word_q;
      logic [Streams-1:0][1:0] there_q;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          store_q <= 1'b0;
          place_q <= '0;
          there_q <= '0;
        end else begin
          store_q <= store_d;
          place_q <= place_d;
          // What is in the register now is in memory then.
          there_q <= full_q & full_d;
        end
      end

      // A wipe overwrites it, so no net of a reset spans it.
      always_ff @(posedge clk_i) word_q <= word_d;

      assign store = store_q;
      assign place = place_q;
      assign word  = word_q;
      assign there = there_q & ~over;
    end else begin : gen_direct
      assign store = store_d;
      assign place = place_d;
      assign word  = word_d;
      assign there = full_q;
      logic unused;
      assign unused = ^over;
    end

    for (genvar p = 0; p < Parts; p++) begin : gen_part
      logic [PartW-1:0] mem [2*Streams];
      logic             stores;
      logic [AddrW-1:0] goes, comes;

      logic [PartW-1:0] given;
      assign given = PartW'(((Parts*PartW)'(wr_data_i)) >> (PartW*p));

      if (Apart) begin : gen_apart
        logic wipes;
        aesculus_kept_reg u_wipes (.clk_i, .rst_ni, .d_i(wipe_i), .q_o(wipes));
        assign wiped[PartW*p+:PartW] = wipes ? '0 : given;
        aesculus_kept_reg u_stores (
          .clk_i, .rst_ni, .d_i(wipe_i || !full_q[0][wr_bank]), .q_o(stores)
        );
        aesculus_kept_reg u_goes (.clk_i, .rst_ni, .d_i(place_d[0]), .q_o(goes));
        aesculus_kept_reg u_comes (.clk_i, .rst_ni, .d_i(rd_bank ^ (last && !Later)), .q_o(comes));
      end else begin : gen_together
        assign wiped[PartW*p+:PartW] = wipe_i ? '0 : given;
        assign stores = store;
        assign goes   = place;
        assign comes  = AddrW'({rd, rd_bank});
      end

      always_ff @(posedge clk_i) begin
        if (stores) mem[goes] <= wide[PartW*p+:PartW];
      end
      assign read[PartW*p+:PartW] = mem[comes];
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        full_q      <= '0;
        wr_bank_q   <= '0;
        rd_bank_q   <= '0;
        done_bank_q <= '0;
        wipe_q      <= '0;
      end else begin
        full_q <= full_d;
        if (write) wr_bank_q[wr] <= !wr_bank;
        if (last) rd_bank_q[rd] <= !rd_bank;
        if (done_i) done_bank_q[done_stream_i] <= !done_bank;
        if (wipe_i) wipe_q <= wipe_q == AddrW'(2 * Streams - 1) ? '0 : wipe_q + 1'b1;
      end
    end
  end

endmodule

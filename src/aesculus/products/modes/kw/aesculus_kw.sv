// SPDX-License-Identifier: Apache-2.0
// Key wrap of SP 800-38F, on the message port (docs/modes.md), beside a core: KW, and KWP, which pads.
//
// A and the semiblocks R(1) to R(n) are wrapped in 6n steps, t = 1 to 6n, each with the R whose turn it
// is: A || R becomes the two halves of CIPH(A || R), A with t added. To unwrap, steps and semiblocks go
// the other way, and A shows whether the key was right: only then something is let out. KWP with one
// semiblock is a single step, without t.
//
// A message is in a memory as a whole before its first step. What goes out is overwritten there, and so
// is what is not let out.

module aesculus_kw
  import aesculus_mode_pkg::*;
#(
  parameter int unsigned KeyBits  = 128,
  parameter bit          Pads     = 1'b0,  // KWP
  parameter bit          Inverse  = 1'b0,  // wraps by the inverse cipher
  parameter bit          Encrypts = 1'b1,  // what the core can do
  parameter bit          Decrypts = 1'b0,
  parameter bit          Single   = 1'b0,  // room for one header, see aesculus_mode_headers
  parameter int unsigned HoldW    = 5      // 2**HoldW blocks are held
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clear_i,
  output logic               cleared_o,

  input  logic               hdr_valid_i,
  output logic               hdr_ready_o,
  input  logic               hdr_stream_i,
  input  logic               hdr_decrypt_i,
  input  logic [KeyBits-1:0] hdr_key_i,
  input  logic [127:0]       hdr_iv_i,
  input  logic [4:0]         hdr_iv_bytes_i,
  input  logic [4:0]         hdr_tag_bytes_i,
  input  logic [31:0]        hdr_aad_bytes_i,
  input  logic [31:0]        hdr_text_bytes_i,

  input  logic               in_valid_i,
  output logic               in_ready_o,
  input  logic               in_stream_i,
  input  logic [1:0]         in_kind_i,
  input  logic [127:0]       in_block_i,
  input  logic [4:0]         in_bytes_i,
  input  logic               in_last_i,

  output logic               out_valid_o,
  input  logic               out_ready_i,
  output logic               out_stream_o,
  output logic [1:0]         out_kind_o,
  output logic [127:0]       out_block_o,
  output logic [4:0]         out_bytes_o,
  output logic               out_last_o,
  output logic               out_auth_o,
  output logic               out_error_o,

  output logic [ErrorW-1:0]  error_o,
  input  logic               error_clear_i,

  output logic               core_valid_o,
  input  logic               core_ready_i,
  output logic [127:0]       core_block_o,
  output logic [KeyBits-1:0] core_key_o,
  output logic               core_decrypt_o,
  output logic               core_clear_o,
  input  logic               core_cleared_i,
  input  logic               core_valid_i,
  output logic               core_ready_o,
  input  logic [127:0]       core_block_i
);

`ifndef AESCULUS_UNCHECKED
  if (KeyBits != 128 && KeyBits != 192 && KeyBits != 256) begin : gen_bad_key_bits
    $error("KeyBits is %0d; legal: 128, 192, 256", KeyBits);
  end
  if (HoldW < 1 || HoldW > 12) begin : gen_bad_hold_w
    $error("HoldW is %0d; legal: 1 to 12", HoldW);
  end
  if (!Encrypts && !Decrypts) begin : gen_no_direction
    $error("Encrypts is 0; legal with Decrypts 0: 1");
  end
`endif  // AESCULUS_UNCHECKED

  localparam logic [4:0]  Full   = 5'd16;
  localparam logic [63:0] Icv1   = 64'ha6a6_a6a6_a6a6_a6a6;  // SP 800-38F, 6.2
  localparam logic [31:0] Icv2   = 32'ha659_59a6;            // SP 800-38F, 6.3
  localparam int unsigned AddrW  = HoldW + 1;
  localparam int unsigned CountW = AddrW + 1;                // of semiblocks
  localparam int unsigned StepW  = CountW + 3;               // six steps each
  localparam int unsigned LeftW  = HoldW + 5;                // of bytes, A included
  localparam int unsigned Wipe   = 2 ** AddrW + 2;

  localparam logic [CountW:0] Room  = (CountW+1)'(2 ** AddrW);
  localparam logic [CountW:0] Least = Pads ? (CountW+1)'(1) : (CountW+1)'(2);

  typedef struct packed {
    logic               unwrap;
    logic               bad_iv;
    logic [KeyBits-1:0] key;
  } header_t;

  typedef enum logic [3:0] {
    AtLoad,   // semiblocks come
    AtBegin,
    AtFetch,  // the first R is read
    AtStep,   // a step goes to the core
    AtWait,   // and comes back
    AtLast,   // R(n) is read, where KWP has its padding
    AtHold,   // as a memory shows a word too late to compare it in the same cycle
    AtCheck,
    AtRead,   // a semiblock is read, to go out
    AtPut,    // and overwritten
    AtOut
  } at_e;

  logic live, wipe, rst_clear_n;
  aesculus_mode_clear #(.Cycles(Wipe)) u_clear (
    .clk_i, .rst_ni, .clear_i, .core_cleared_i, .core_clear_o, .live_o(live), .wipe_o(wipe),
    .rst_no(rst_clear_n)
  );
  assign cleared_o = live;

  header_t hdr_in, header;
  logic    hdr_ready, hdr_stray, has_header, finish;
  assign hdr_in      = '{unwrap: hdr_decrypt_i, bad_iv: hdr_iv_bytes_i > Full, key: hdr_key_i};
  assign hdr_ready_o = hdr_ready && live;

  aesculus_mode_headers #(
    .Width($bits(header_t)), .Streams(1), .Single(Single)
  ) u_headers (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .wr_valid_i(hdr_valid_i && live),
    .wr_ready_o(hdr_ready), .wr_stream_i(hdr_stream_i), .wr_data_i(hdr_in),
    .wr_stray_o(hdr_stray), .permit_i(1'b1), .rd_stream_i(1'b0), .rd_valid_o(has_header),
    .rd_data_o(header), .last_i(finish), .done_stream_i(1'b0), .done_i(finish)
  );

  at_e               at_q;
  logic              half_q;    // the lower half of a block is next
  logic              begun_q, bad_q, silent_q, right_q;
  logic [63:0]       a_q;
  logic [CountW-1:0] count_q;   // semiblocks that are there
  logic [CountW-1:0] place_q;   // the one whose turn it is
  logic [2:0]        pad_q;     // bytes that the last one lacks
  logic [StepW-1:0]  step_q, steps;
  logic [127:0]      block_q;
  logic [LeftW-1:0]  left_q;    // bytes to go out
  logic              up, single;
  assign up     = !header.unwrap;
  assign single = count_q == CountW'(1);
  assign steps  = {1'b0, count_q, 2'b0} + {2'b0, count_q, 1'b0};

  // A beat is one semiblock or two, which are written one by one; the first to unwrap is A.
  logic              more, to_a, go, accept, stray, ours;
  logic [1:0]        words;
  logic [CountW:0]   count;
  logic [127:0]      data;
  logic [63:0]       word_in;
  logic [ErrorW-1:0] faults;
  logic              fault;
  assign words   = in_bytes_i == '0 ? 2'd0 : in_bytes_i > 5'd8 ? 2'd2 : 2'd1;
  assign to_a    = header.unwrap && !begun_q && words != '0;
  assign count   = (CountW+1)'(count_q) + (CountW+1)'(words) - (CountW+1)'(to_a);
  assign data    = in_block_i & first(in_bytes_i);
  assign word_in = half_q ? data[63:0] : data[127:64];
  always_comb begin
    faults = '0;
    if (!half_q) begin
      faults[ErrDir]     = (header.unwrap ^ Inverse) ? !Decrypts : !Encrypts;
      faults[ErrIv]      = header.bad_iv;
      faults[ErrKind]    = in_kind_i != KindText;
      faults[ErrLength]  = in_bytes_i > Full || (in_bytes_i != Full && !in_last_i)
                           || (in_bytes_i[2:0] != '0 && (!Pads || header.unwrap))
                           || (in_last_i && count < Least);
      faults[ErrOverrun] = count > Room;
    end
  end
  assign fault      = bad_q || faults != '0;
  assign more       = !fault && words == 2'd2 && !half_q;
  assign ours       = live && !in_stream_i && has_header && at_q == AtLoad;
  assign go         = in_valid_i && ours;
  assign accept     = go && !more;
  assign stray      = in_valid_i && live && in_stream_i;
  assign in_ready_o = (live && in_stream_i) || (ours && !more);

  // A step. The next semiblock is read while the core has one.
  logic              ends, final_place;
  logic [CountW-1:0] next_place;
  logic [63:0]       turn, word, result_a;
  assign final_place = place_q + 1'b1 == count_q;
  always_comb begin
    if (up) next_place = final_place ? '0 : place_q + 1'b1;
    else    next_place = (place_q == '0 ? count_q : place_q) - 1'b1;
  end
  assign turn     = single ? '0 : 64'(step_q);
  assign ends     = single || step_q == (up ? steps : StepW'(1));
  assign result_a = core_block_i[127:64] ^ (up ? turn : '0);

  assign core_valid_o   = at_q == AtStep;
  assign core_block_o   = core_valid_o ? {a_q ^ (up ? '0 : turn), word} : '0;
  assign core_key_o     = header.key;
  assign core_decrypt_o = header.unwrap ^ Inverse;
  assign core_ready_o   = 1'b1;

  // The memory.
  logic             write, read;
  logic [AddrW-1:0] wr_addr, rd_addr;
  logic [63:0]      wr_data;
  always_comb begin
    write   = 1'b0;
    wr_addr = AddrW'(place_q);
    wr_data = '0;
    // The read in AtOut finds a word that is zeros, so the memory's register keeps nothing of a message.
    read    = at_q inside {AtFetch, AtLast, AtRead, AtOut} || (core_valid_o && core_ready_i);
    rd_addr = AddrW'(place_q);
    unique case (at_q)
      AtLoad: begin
        write   = go && !fault && words != '0 && (half_q || !to_a);
        wr_addr = AddrW'(count_q);
        wr_data = word_in;
      end
      AtStep: rd_addr = AddrW'(next_place);
      AtWait: begin
        write   = core_valid_i;
        wr_data = core_block_i[63:0];
      end
      AtLast:  rd_addr = AddrW'(count_q - 1'b1);
      AtPut:   write   = 1'b1;
      default: write   = 1'b0;
    endcase
  end

  aesculus_mode_text #(.Width(64), .AddrW(AddrW)) u_words (
    .clk_i, .rst_ni(rst_clear_n), .wipe_i(wipe), .write_i(write), .wr_addr_i(wr_addr),
    .data_i(wr_data), .read_i(read), .rd_addr_i(rd_addr), .data_o(word)
  );

  // What has been unwrapped is right if A is, and with it, in KWP, length and padding.
  logic [31:0] bytes, lacks;
  logic        right;
  assign bytes = 32'({count_q, 3'd0});
  assign lacks = bytes - a_q[31:0];
  always_comb begin
    right = a_q == Icv1;
    if (Pads) begin
      right = a_q[63:32] == Icv2 && lacks[31:3] == '0
              && (block_q[63:0] & ~(~64'd0 << {lacks[2:0], 3'd0})) == '0;
    end
  end

  logic out_take, out_last;
  assign out_last = silent_q || left_q <= LeftW'(Full);
  assign out_take = out_valid_o && out_ready_i;
  assign finish   = out_take && out_last;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      at_q     <= AtLoad;
      half_q   <= 1'b0;
      begun_q  <= 1'b0;
      bad_q    <= 1'b0;
      silent_q <= 1'b0;
      right_q  <= 1'b0;
      a_q      <= '0;
      count_q  <= '0;
      place_q  <= '0;
      pad_q    <= '0;
      step_q   <= '0;
      block_q  <= '0;
      left_q   <= '0;
    end else begin
      unique case (at_q)
        AtLoad: if (go) begin
          half_q  <= more;
          begun_q <= begun_q || accept;
          bad_q   <= fault;
          if (to_a && !half_q && !fault) a_q <= word_in;
          if (write) count_q <= count_q + 1'b1;
          if (in_bytes_i != '0) pad_q <= 3'(-in_bytes_i);
          if (accept && in_last_i) begin
            silent_q <= fault;
            at_q     <= !fault ? AtBegin : count_q == '0 ? AtOut : AtRead;
          end
        end
        AtBegin: begin
          if (up) a_q <= Pads ? {Icv2, bytes - 32'(pad_q)} : Icv1;
          place_q <= up ? '0 : count_q - 1'b1;
          step_q  <= up ? StepW'(1) : steps;
          at_q    <= AtFetch;
        end
        AtFetch: at_q <= AtStep;
        AtStep: if (core_ready_i) at_q <= AtWait;
        AtWait: if (core_valid_i) begin
          a_q     <= result_a;
          place_q <= next_place;
          step_q  <= up ? step_q + 1'b1 : step_q - 1'b1;
          at_q    <= AtStep;
          if (ends) begin
            place_q <= '0;
            left_q  <= LeftW'(bytes) + LeftW'(8);
            at_q    <= up ? AtRead : AtLast;
            if (up) begin
              block_q[127:64] <= result_a;
              half_q          <= 1'b1;
            end
          end
        end
        AtLast: at_q <= AtHold;
        AtHold: begin
          block_q[63:0] <= word;
          at_q          <= AtCheck;
        end
        AtCheck: begin
          block_q  <= '0;
          right_q  <= right;
          silent_q <= !right;
          left_q   <= Pads ? LeftW'(a_q[31:0]) : LeftW'(bytes);
          at_q     <= AtRead;
        end
        AtRead: at_q <= AtPut;
        AtPut: begin
          if (!silent_q) begin
            if (half_q) block_q[63:0] <= word;
            else        block_q[127:64] <= word;
          end
          half_q  <= !half_q;
          place_q <= place_q + 1'b1;
          at_q    <= final_place || (half_q && !silent_q) ? AtOut : AtRead;
        end
        default: if (out_take) begin  // AtOut
          block_q <= '0;
          half_q  <= 1'b0;
          left_q  <= left_q - LeftW'(Full);
          at_q    <= AtRead;
          if (out_last) begin
            begun_q  <= 1'b0;
            bad_q    <= 1'b0;
            silent_q <= 1'b0;
            right_q  <= 1'b0;
            a_q      <= '0;
            count_q  <= '0;
            place_q  <= '0;
            left_q   <= '0;
            at_q     <= AtLoad;
          end
        end
      endcase
    end
  end

  assign out_valid_o  = live && at_q == AtOut;
  assign out_stream_o = 1'b0;
  assign out_kind_o   = out_valid_o ? KindText : 2'd0;
  assign out_block_o  = out_valid_o ? block_q : '0;
  assign out_bytes_o  = !out_valid_o || silent_q ? '0 : out_last ? 5'(left_q) : Full;
  assign out_last_o   = out_valid_o && out_last;
  assign out_auth_o   = out_last_o && right_q;
  assign out_error_o  = out_valid_o && bad_q;

  logic [ErrorW-1:0] met;
  always_comb begin
    met = '0;
    if (accept && !bad_q) met = faults;
    if (out_take && silent_q && !bad_q) met[ErrTag] = 1'b1;
    if (hdr_stray || stray) met[ErrStream] = 1'b1;
  end

  aesculus_mode_errors u_errors (
    .clk_i, .rst_ni(rst_clear_n), .clear_i(error_clear_i), .met_i(met), .error_o
  );

  logic unused;
  assign unused = ^{hdr_iv_i, hdr_tag_bytes_i, hdr_aad_bytes_i, hdr_text_bytes_i};

endmodule

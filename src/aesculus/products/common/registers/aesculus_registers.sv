// SPDX-License-Identifier: Apache-2.0
// Registers on one side, the message port of a mode with one stream on the other (docs/registers.md).
//
// The registers themselves are generated (aesculus_regs). This gives them their meaning: a header is
// offered from the write of CTRL.start until the mode takes it, a block from the write of its last word;
// meanwhile what they are made of is not written. No message begins before each word of the key was
// written since the last clear, by one byte at least. A block out is that of the mode: reading its last
// word takes it.
//
// A request is answered in its cycle. Two writes have a cycle between them, in which what the first one
// started takes effect.

module aesculus_registers #(
  parameter int unsigned KeyBits  = 128,
  parameter logic [63:0] ModeName = '0,  // the first letter in the lowest byte
  parameter logic [63:0] Digest   = '0,  // the first digit on top
  parameter bit          Lengths  = 1'b1,  // the mode reads AAD_BYTES and TEXT_BYTES

  localparam int unsigned AddrW = 8,
  localparam int unsigned DataW = 32
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clear_i,
  output logic               cleared_o,
  output logic               irq_o,

  input  logic               req_i,
  input  logic               req_write_i,
  input  logic [AddrW-1:0]   req_addr_i,
  input  logic [DataW-1:0]   req_data_i,
  input  logic [DataW/8-1:0] req_strobe_i,
  output logic [DataW-1:0]   rsp_data_o,
  output logic               rsp_error_o,

  output logic               mode_clear_o,
  input  logic               mode_cleared_i,
  output logic               hdr_valid_o,
  input  logic               hdr_ready_i,
  output logic               hdr_stream_o,
  output logic               hdr_decrypt_o,
  output logic [KeyBits-1:0] hdr_key_o,
  output logic [127:0]       hdr_iv_o,
  output logic [4:0]         hdr_iv_bytes_o,
  output logic [4:0]         hdr_tag_bytes_o,
  output logic [31:0]        hdr_aad_bytes_o,
  output logic [31:0]        hdr_text_bytes_o,
  output logic               in_valid_o,
  input  logic               in_ready_i,
  output logic               in_stream_o,
  output logic [1:0]         in_kind_o,
  output logic [127:0]       in_block_o,
  output logic [4:0]         in_bytes_o,
  output logic               in_last_o,
  input  logic               out_valid_i,
  output logic               out_ready_o,
  input  logic               out_stream_i,
  input  logic [1:0]         out_kind_i,
  input  logic [127:0]       out_block_i,
  input  logic [4:0]         out_bytes_i,
  input  logic               out_last_i,
  input  logic               out_auth_i,
  input  logic               out_error_i,
  input  logic [7:0]         mode_error_i,
  output logic               mode_error_clear_o,

  output logic [7:0]         error_o,
  input  logic               error_clear_i
);

`ifndef AESCULUS_UNCHECKED
  if (KeyBits == 0 || KeyBits > 512 || KeyBits % 32 != 0) begin : gen_bad_key_bits
    $error("KeyBits is %0d; legal: 128, 192, 256, 512", KeyBits);
  end
`endif  // AESCULUS_UNCHECKED

  localparam int unsigned KeyWords = 16;
  localparam int unsigned Block    = 4;  // words of one

  // Byte 0 is the lowest of a word and the highest of a key or block.
  function automatic logic [31:0] turned(logic [31:0] word);
    turned = {word[7:0], word[15:8], word[23:16], word[31:24]};
  endfunction

  aesculus_regs_pkg::aesculus_regs__in_t  to_regs;
  aesculus_regs_pkg::aesculus_regs__out_t from_regs;

  // A clear takes all keys and data: of a request, of the pin, and in a reset.
  logic clear, own_live, live, live_q, rst_clear_n, unused_admits, unused_wipe;
  assign clear = clear_i || from_regs.CTRL.zeroise.value;
  aesculus_clear #(.Cycles(1)) u_clear (
    .clk_i, .rst_ni, .clear_i(clear), .live_o(own_live), .admits_o(unused_admits),
    .rst_core_no(rst_clear_n), .wipe_o(unused_wipe)
  );
  assign live         = own_live && mode_cleared_i;
  assign cleared_o    = live;
  assign mode_clear_o = clear;

  logic [DataW-1:0] bits;
  for (genvar b = 0; b < DataW; b++) begin : gen_bits
    assign bits[b] = req_strobe_i[b/8];
  end

  // A write of no byte is none.
  logic req, read_error, write_error;
  assign req = req_i && !(req_write_i && req_strobe_i == '0);
  logic unused_stall_wr, unused_stall_rd, unused_rd_ack, unused_wr_ack;
  logic [DataW-1:0] read_data;
  aesculus_regs u_regs (
    .clk(clk_i), .arst_n(rst_clear_n), .rst_all_n(rst_ni), .s_cpuif_req(req),
    .s_cpuif_req_is_wr(req_write_i), .s_cpuif_addr(req_addr_i), .s_cpuif_wr_data(req_data_i),
    .s_cpuif_wr_biten(bits), .s_cpuif_req_stall_wr(unused_stall_wr),
    .s_cpuif_req_stall_rd(unused_stall_rd), .s_cpuif_rd_ack(unused_rd_ack),
    .s_cpuif_rd_err(read_error), .s_cpuif_rd_data(read_data), .s_cpuif_wr_ack(unused_wr_ack),
    .s_cpuif_wr_err(write_error), .hwif_in(to_regs), .hwif_out(from_regs)
  );
  assign rsp_data_o  = req_i && !req_write_i ? read_data : '0;
  assign rsp_error_o = req_write_i ? write_error : read_error;

  // Header and block: offered until they are taken, and not written meanwhile.
  logic hdr_full_q, in_full_q, hdr_free, in_free, start, keyed, hand_over;
  assign start     = from_regs.CTRL.start.value;
  assign hdr_free  = live && !hdr_full_q;
  assign in_free   = live && !in_full_q;
  assign hand_over = from_regs.DATA_IN[Block-1].word.wr_swacc && in_free;

  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      hdr_full_q <= 1'b0;
      in_full_q  <= 1'b0;
    end else begin
      if (start && hdr_free && keyed) begin
        hdr_full_q <= 1'b1;
      end else if (hdr_ready_i) begin
        hdr_full_q <= 1'b0;
      end
      if (hand_over) begin
        in_full_q <= 1'b1;
      end else if (in_ready_i) begin
        in_full_q <= 1'b0;
      end
    end
  end

  assign hdr_valid_o      = hdr_full_q && live;
  assign hdr_stream_o     = 1'b0;
  assign hdr_decrypt_o    = from_regs.HEADER.decrypt.value;
  assign hdr_iv_bytes_o   = from_regs.HEADER.iv_bytes.value;
  assign hdr_tag_bytes_o  = from_regs.HEADER.tag_bytes.value;
  assign hdr_aad_bytes_o  = from_regs.AAD_BYTES.bytes.value;
  assign hdr_text_bytes_o = from_regs.TEXT_BYTES.bytes.value;
  assign in_valid_o       = in_full_q && live;
  assign in_stream_o      = 1'b0;
  assign in_kind_o        = from_regs.IN_CTRL.kind.value;
  assign in_bytes_o       = from_regs.IN_CTRL.bytes.value;
  assign in_last_o        = from_regs.IN_CTRL.last.value;

  logic [KeyWords-1:0]    key_write;
  logic [32*KeyWords-1:0] key;
  logic [Block-1:0]       iv_write, in_write, out_read;
  for (genvar w = 0; w < KeyWords; w++) begin : gen_key
    assign key[32*(KeyWords-1-w)+:32] = turned(from_regs.KEY[w].word.value);
    assign key_write[w]               = from_regs.KEY[w].word.wr_swacc;
  end
  assign hdr_key_o = key[32*KeyWords-1-:KeyBits];

  // Which words of the key were written since the last clear.
  logic [KeyBits/32-1:0] keyed_q;
  assign keyed = &keyed_q;
  always_ff @(posedge clk_i or negedge rst_clear_n) begin
    if (!rst_clear_n) begin
      keyed_q <= '0;
    end else if (!to_regs.hdr_locked) begin
      keyed_q <= keyed_q | key_write[KeyBits/32-1:0];
    end
  end

  for (genvar w = 0; w < Block; w++) begin : gen_block
    assign hdr_iv_o[32*(Block-1-w)+:32]   = turned(from_regs.IV[w].word.value);
    assign in_block_o[32*(Block-1-w)+:32] = turned(from_regs.DATA_IN[w].word.value);
    assign iv_write[w]                    = from_regs.IV[w].word.wr_swacc;
    assign in_write[w]                    = from_regs.DATA_IN[w].word.wr_swacc;
    assign out_read[w]                    = from_regs.DATA_OUT[w].word.rd_swacc;
    // Without a block the mode shows zeros.
    assign to_regs.DATA_OUT[w].word.next  = turned(out_block_i[32*(Block-1-w)+:32]);
  end
  assign out_ready_o = out_read[Block-1];

  // What was not done is noted a cycle later, so that the reset of a clear does not hide it. A start
  // comes a cycle after its write: it is noted at once as well, so that the next request sees it.
  logic hdr_write, in_write_any, lost, lost_q, empty, empty_q, no_key;
  assign hdr_write = key_write != '0 || iv_write != '0 || from_regs.HEADER.decrypt.wr_swacc
                     || from_regs.AAD_BYTES.bytes.wr_swacc
                     || from_regs.TEXT_BYTES.bytes.wr_swacc;
  assign in_write_any = in_write != '0 || from_regs.IN_CTRL.kind.wr_swacc;
  assign lost   = (start && !hdr_free) || (hdr_write && to_regs.hdr_locked)
                  || (in_write_any && to_regs.in_locked);
  assign no_key = start && hdr_free && !keyed;
  assign empty  = out_read != '0 && !out_valid_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lost_q  <= 1'b0;
      empty_q <= 1'b0;
      live_q  <= 1'b0;
    end else begin
      lost_q  <= lost;
      empty_q <= empty;
      live_q  <= live;
    end
  end
  assign to_regs.hdr_locked = !hdr_free || start;
  assign to_regs.lengths_locked = to_regs.hdr_locked || !Lengths;
  assign to_regs.in_locked  = !in_free;

  // Errors stay here and not in the mode, which gives each for a cycle.
  logic error_any;
  assign mode_error_clear_o = 1'b1;
  assign error_o = {
    from_regs.ERROR.overrun.value, from_regs.ERROR.stream.value, from_regs.ERROR.tag.value,
    from_regs.ERROR.iv.value, from_regs.ERROR.wrap.value, from_regs.ERROR.kind.value,
    from_regs.ERROR.length.value, from_regs.ERROR.direction.value
  };
  assign error_any = error_o != '0 || from_regs.ERROR.busy.value || from_regs.ERROR.empty.value
                     || from_regs.ERROR.no_key.value;
  assign to_regs.ERROR.direction.hwset = mode_error_i[aesculus_mode_pkg::ErrDir];
  assign to_regs.ERROR.length.hwset    = mode_error_i[aesculus_mode_pkg::ErrLength];
  assign to_regs.ERROR.kind.hwset      = mode_error_i[aesculus_mode_pkg::ErrKind];
  assign to_regs.ERROR.wrap.hwset      = mode_error_i[aesculus_mode_pkg::ErrWrap];
  assign to_regs.ERROR.iv.hwset        = mode_error_i[aesculus_mode_pkg::ErrIv];
  assign to_regs.ERROR.tag.hwset       = mode_error_i[aesculus_mode_pkg::ErrTag];
  assign to_regs.ERROR.stream.hwset    = mode_error_i[aesculus_mode_pkg::ErrStream];
  assign to_regs.ERROR.overrun.hwset   = mode_error_i[aesculus_mode_pkg::ErrOverrun];
  assign to_regs.ERROR.busy.hwset      = lost_q || (start && !hdr_free);
  assign to_regs.ERROR.empty.hwset     = empty_q;
  assign to_regs.ERROR.no_key.hwset    = no_key;
  assign to_regs.ERROR.direction.hwclr = error_clear_i;
  assign to_regs.ERROR.length.hwclr    = error_clear_i;
  assign to_regs.ERROR.kind.hwclr      = error_clear_i;
  assign to_regs.ERROR.wrap.hwclr      = error_clear_i;
  assign to_regs.ERROR.iv.hwclr        = error_clear_i;
  assign to_regs.ERROR.tag.hwclr       = error_clear_i;
  assign to_regs.ERROR.stream.hwclr    = error_clear_i;
  assign to_regs.ERROR.overrun.hwclr   = error_clear_i;
  assign to_regs.ERROR.busy.hwclr      = error_clear_i;
  assign to_regs.ERROR.empty.hwclr     = error_clear_i;
  assign to_regs.ERROR.no_key.hwclr    = error_clear_i;

  assign to_regs.POINT.key_bits.next   = 10'(KeyBits);
  assign to_regs.MODE[0].letters.next  = ModeName[31:0];
  assign to_regs.MODE[1].letters.next  = ModeName[63:32];
  assign to_regs.DIGEST[0].digits.next = Digest[63:32];
  assign to_regs.DIGEST[1].digits.next = Digest[31:0];

  assign to_regs.STATUS.hdr_ready.next = hdr_free;
  assign to_regs.STATUS.in_ready.next  = in_free;
  assign to_regs.STATUS.out_valid.next = out_valid_i;
  assign to_regs.STATUS.cleared.next   = live;
  assign to_regs.STATUS.keyed.next     = keyed;
  assign to_regs.STATUS.out_last.next  = out_last_i;
  assign to_regs.STATUS.out_auth.next  = out_auth_i;
  assign to_regs.STATUS.out_error.next = out_error_i;
  assign to_regs.STATUS.out_kind.next  = out_kind_i;
  assign to_regs.STATUS.out_bytes.next = out_bytes_i;

  assign to_regs.IRQ_STATUS.hdr_ready.next = hdr_free;
  assign to_regs.IRQ_STATUS.in_ready.next  = in_free;
  assign to_regs.IRQ_STATUS.out_valid.next = out_valid_i;
  assign to_regs.IRQ_STATUS.cleared.hwset  = live && !live_q;
  assign to_regs.IRQ_STATUS.error.next     = error_any;

  logic irq_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      irq_q <= 1'b0;
    end else begin
      irq_q <= (from_regs.IRQ_ENABLE.hdr_ready.value && hdr_free)
               || (from_regs.IRQ_ENABLE.in_ready.value && in_free)
               || (from_regs.IRQ_ENABLE.out_valid.value && out_valid_i)
               || (from_regs.IRQ_ENABLE.cleared.value && from_regs.IRQ_STATUS.cleared.value)
               || (from_regs.IRQ_ENABLE.error.value && error_any);
    end
  end
  assign irq_o = irq_q;

  logic unused;
  assign unused = ^{out_stream_i, key, key_write};

endmodule

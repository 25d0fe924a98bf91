// SPDX-License-Identifier: Apache-2.0
// What modes of operation share: kinds of data, numbers of errors, which mode a block mode is, and
// what is done to blocks outside the cipher.

package aesculus_mode_pkg;

  // What a beat of a message holds. Within a message kinds never go down.
  typedef enum logic [1:0] {
    KindIv   = 2'd0,
    KindAad  = 2'd1,
    KindText = 2'd2,
    KindTag  = 2'd3
  } kind_e;

  // Modes of SP 800-38A that aesculus_block_mode has.
  typedef enum logic [2:0] {
    ModeEcb = 3'd0,
    ModeCbc = 3'd1,
    ModeCfb = 3'd2,
    ModeOfb = 3'd3,
    ModeCtr = 3'd4
  } mode_e;

  // Bits of error_o, which stay until error_clear_i.
  typedef enum logic [2:0] {
    ErrDir     = 3'd0, // the core has not this direction
    ErrLength  = 3'd1, // a block is partial where none may be, or a length is bad
    ErrKind    = 3'd2, // the mode has no such kind, or kinds are out of order
    ErrWrap    = 3'd3, // a counter would come again under the same key; of XTS a unit is too long
    ErrIv      = 3'd4, // the IV, or its length, is not legal; of XTS its two keys are one
    ErrTag     = 3'd5, // a tag was wrong
    ErrStream  = 3'd6, // there is no such stream
    ErrOverrun = 3'd7  // a message is longer than what holds it back
  } error_e;
  localparam int unsigned ErrorW = 8;

  // What modes ask of the size of a beat. It is known when the beat enters, so that what is decided about
  // the beat need not begin with a comparison.
  typedef struct packed {
    logic none;  // no byte
    logic full;  // a block
    logic over;  // more than a block
  } beat_size_t;

  function automatic beat_size_t sized(logic [4:0] bytes);
    return '{none: bytes == '0, full: bytes == 5'd16, over: bytes > 5'd16};
  endfunction

  // Cycles that a wipe of a mode takes. Zeros go to a FIFO beside the core, of 2**addr_w words, and beside
  // that to a memory of two words a stream. Behind the longer of the two come its registers: two cycles,
  // three if staged, and 27 with a shelf, whose 16 words are among them.
  function automatic int unsigned wipe_beside_core(
    int unsigned addr_w, int unsigned streams, bit staged, bit shelf
  );
    int unsigned words = 2 ** addr_w > 2 * streams ? 2 ** addr_w : 2 * streams;
    return words + (shelf ? 27 : staged ? 3 : 2);
  endfunction

  // Ones where the first bytes of a block are.
  function automatic logic [127:0] first(logic [4:0] bytes);
    logic [127:0] mask;
    for (int b = 0; b < 16; b++) mask[8*(15-b)+:8] = {8{bytes > 5'(b)}};
    return mask;
  endfunction

  // A block times x in GF(2^128), modulo x^128 + x^7 + x^2 + x + 1; bit 127 is the coefficient of x^127.
  function automatic logic [127:0] doubled(logic [127:0] block);
    return {block[126:0], 1'b0} ^ (block[127] ? 128'h87 : '0);
  endfunction

endpackage

// SPDX-License-Identifier: Apache-2.0
// What modes of operation share: kinds of data, numbers of errors, and which mode a block mode is.

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
    ErrWrap    = 3'd3, // a counter would come again under the same key
    ErrIv      = 3'd4, // the length of the IV is not legal
    ErrTag     = 3'd5, // a tag was wrong
    ErrStream  = 3'd6, // there is no such stream
    ErrOverrun = 3'd7  // a message is longer than what holds it back
  } error_e;
  localparam int unsigned ErrorW = 8;

endpackage

// SPDX-License-Identifier: Apache-2.0
// A serial line at the pins of a simulated board. Bytes come and go on standard input and output; the
// bits between are made and read here, by the time of a bit, and not by the design's own parts.
//
// Standard input: 'w' n bytes   sends bytes, once there is time for it
//                 'r' n limit   lets time pass until n bytes have come, or `limit` cycles are over
// Standard output, after 'r':   cycles since the start (8 bytes), the number of bytes (4), the bytes
// Numbers are of 32 bits, in the machine's order. A stop bit that is low ends the program.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <vector>

#include "Vharness.h"
#include "verilated.h"

namespace {

class Board {
 public:
  Board(uint32_t bit, int seed) : bit_(bit) {
    context_.randReset(2);
    context_.randSeed(seed);
    top_ = std::make_unique<Vharness>(&context_);
    top_->clk_i = 0;
    top_->rx_i = 1;
#ifdef RESET_IDLE
    top_->reset_i = RESET_IDLE;
#endif
    top_->eval();
  }

  void send(uint8_t byte) { queue_.push_back(byte); }

  // One cycle; returns false if the line breaks.
  bool step() {
    drive();
    top_->clk_i = 1;
    top_->eval();
    top_->clk_i = 0;
    top_->eval();
    ++cycles_;
    return sample();
  }

  std::vector<uint8_t> received;
  uint64_t cycles() const { return cycles_; }

 private:
  void drive() {
    if (out_left_ == 0) {
      if (queue_.empty()) return;
      // Stop bit, data, start bit: the lowest goes first.
      out_bits_ = 0x200u | static_cast<uint32_t>(queue_.front()) << 1;
      queue_.pop_front();
      out_left_ = 10 * bit_;
    }
    if (out_left_ % bit_ == 0) {
      top_->rx_i = out_bits_ & 1;
      out_bits_ >>= 1;
    }
    --out_left_;
  }

  bool sample() {
    const bool line = top_->tx_o != 0;
    if (in_wait_ == 0) {
      // The line is idle until the clock is there, and a start bit is a fall.
      if (was_ && !line) {
        in_wait_ = bit_ + bit_ / 2;
        in_count_ = 0;
        in_byte_ = 0;
      }
      was_ = line;
      return true;
    }
    if (--in_wait_ != 0) return true;
    if (in_count_ == 8) {
      if (!line) return false;
      received.push_back(in_byte_);
      was_ = line;
      return true;
    }
    in_byte_ = static_cast<uint8_t>(in_byte_ >> 1 | (line ? 0x80 : 0));
    ++in_count_;
    in_wait_ = bit_;
    return true;
  }

  const uint32_t bit_;
  VerilatedContext context_;
  std::unique_ptr<Vharness> top_;
  std::deque<uint8_t> queue_;
  uint64_t cycles_ = 0;
  uint32_t out_bits_ = 0;
  uint32_t out_left_ = 0;
  uint32_t in_wait_ = 0;
  uint32_t in_count_ = 0;
  uint8_t in_byte_ = 0;
  bool was_ = false;
};

bool number(uint32_t* value) { return std::fread(value, sizeof *value, 1, stdin) == 1; }

}  // namespace

// The argument is the cycles of a bit.
int main(int argc, char** argv) {
  const long bit = argc == 2 ? std::strtol(argv[1], nullptr, 10) : 0;
  if (bit < 2) return 2;
  Board board{static_cast<uint32_t>(bit), 1};
  for (int kind = std::getchar(); kind != EOF; kind = std::getchar()) {
    uint32_t count = 0;
    if (!number(&count)) return 1;
    if (kind == 'w') {
      for (uint32_t i = 0; i < count; ++i) {
        const int byte = std::getchar();
        if (byte == EOF) return 1;
        board.send(static_cast<uint8_t>(byte));
      }
      continue;
    }
    uint32_t limit = 0;
    if (!number(&limit)) return 1;
    for (uint32_t i = 0; i < limit && board.received.size() < count; ++i) {
      if (!board.step()) {
        std::fprintf(stderr, "a byte of the board has no stop bit\n");
        return 1;
      }
    }
    const uint32_t there = static_cast<uint32_t>(board.received.size());
    const uint32_t given = there < count ? there : count;
    const uint64_t cycles = board.cycles();
    std::fwrite(&cycles, sizeof cycles, 1, stdout);
    std::fwrite(&given, sizeof given, 1, stdout);
    std::fwrite(board.received.data(), 1, given, stdout);
    std::fflush(stdout);
    board.received.erase(board.received.begin(), board.received.begin() + given);
  }
  return 0;
}

// Drives counter mode from a list of messages and writes what comes out, with the cycles.
//
// A line of the list is "M <key> <counter> <gap> <wait>", which begins a message, or "B <block>".
// <gap> and <wait> are chances in percent that no block is offered in a cycle, and that no result
// is taken. A line of the trace is "<entered> <left> <block>", all of it in hexadecimal but cycles.

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "Vaesculus_point.h"
#include "verilated.h"

namespace {

template <typename Port>
void put(Port& port, const std::string& hex) {
    for (int word = 0; word < static_cast<int>(hex.size() / 8); ++word) {
        const auto at = hex.size() - 8 * (word + 1);
        port[word] = static_cast<uint32_t>(std::stoul(hex.substr(at, 8), nullptr, 16));
    }
}

template <typename Port>
std::string get(const Port& port, int words) {
    std::string text;
    char part[9];
    for (int word = words - 1; word >= 0; --word) {
        std::snprintf(part, sizeof part, "%08x", static_cast<uint32_t>(port[word]));
        text += part;
    }
    return text;
}

class Bench {
public:
    Bench(std::ofstream& trace, uint32_t seed) : trace_(trace), random_(seed) {
        context_.randReset(2);
        context_.randSeed(static_cast<int>(seed));
        top_ = std::make_unique<Vaesculus_point>(&context_);
        top_->rst_ni = 0;
        for (int i = 0; i < 3; ++i) edge();
        top_->rst_ni = 1;
        edge();
    }

    void begin(const std::string& key, const std::string& counter) {
        put(top_->in_key_i, key);
        put(top_->iv_i, counter);
        top_->iv_valid_i = 1;
        wait([this] { return top_->iv_ready_o; });
        top_->iv_valid_i = 0;
    }

    void block(const std::string& data, int gap, int idle) {
        while (chance(gap)) edge();
        put(top_->in_block_i, data);
        top_->in_valid_i = 1;
        const uint64_t entered = wait([this] { return top_->in_ready_o; });
        top_->in_valid_i = 0;
        top_->out_ready_i = 0;
        top_->eval();
        while (chance(idle)) edge();
        top_->out_ready_i = 1;
        const uint64_t left = wait([this] { return top_->out_valid_o; });
        trace_ << entered << ' ' << left << ' ' << taken_ << '\n';
        top_->out_ready_i = 0;
    }

private:
    // Steps until a handshake; returns the cycle of it.
    template <typename Ready>
    uint64_t wait(Ready ready) {
        for (int patience = 0; patience < 4000; ++patience) {
            top_->eval();
            const bool done = ready();
            taken_ = get(top_->out_block_o, 4);
            edge();
            if (done) return cycle_ - 1;
        }
        std::cerr << "no transfer for 4000 cycles, in cycle " << cycle_ << "\n";
        std::exit(3);
    }

    bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }

    void edge() {
        top_->clk_i = 0;
        top_->eval();
        top_->clk_i = 1;
        top_->eval();
        ++cycle_;
        top_->clk_i = 0;
        top_->eval();
    }

    VerilatedContext context_;
    std::unique_ptr<Vaesculus_point> top_;
    std::ofstream& trace_;
    std::mt19937 random_;
    std::string taken_;
    uint64_t cycle_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    std::ifstream list(argv[1]);
    std::ofstream trace(argv[2]);
    Bench bench(trace, static_cast<uint32_t>(std::stoul(argv[3])));
    std::string kind, key, counter, data;
    int gap = 0, idle = 0;
    while (list >> kind) {
        if (kind == "M") {
            list >> key >> counter >> gap >> idle;
            bench.begin(key, counter);
        } else {
            list >> data;
            bench.block(data, gap, idle);
        }
    }
    return 0;
}

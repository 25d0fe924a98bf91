// Drives aesculus_ghash from a list of messages and writes each hash with the cycle that showed it.
//
// A line of the list is "M <h> <beats> <gap> <wait>" or "B <count> <last> <blocks>". <gap> is the
// chance in percent that a beat, and a key, is not offered in a cycle, <wait> that a hash is not
// taken. Keys go ahead of their messages as far as the unit takes them.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "Vaesculus_point.h"
#include "verilated.h"

namespace {

struct Beat {
    int count, last, message;
    std::string blocks;
};
struct Message {
    std::string h;
    int gap, wait;
};

template <typename Port>
void put(Port& port, const std::string& hex) {
    for (int word = 0; word < static_cast<int>(hex.size() / 8); ++word) {
        const auto at = hex.size() - 8 * (word + 1);
        port[word] = static_cast<uint32_t>(std::stoul(hex.substr(at, 8), nullptr, 16));
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    std::ifstream list(argv[1]);
    std::ofstream trace(argv[2]);
    std::mt19937 random(static_cast<uint32_t>(std::stoul(argv[3])));
    std::vector<Message> messages;
    std::vector<Beat> beats;
    std::string kind;
    while (list >> kind) {
        if (kind == "M") {
            Message m;
            list >> m.h >> m.gap >> m.wait;
            messages.push_back(m);
        } else {
            Beat b;
            list >> b.count >> b.last >> b.blocks;
            b.message = static_cast<int>(messages.size()) - 1;
            beats.push_back(b);
        }
    }
    VerilatedContext context;
    context.randReset(2);
    auto top = std::make_unique<Vaesculus_point>(&context);
    const auto chance = [&](int percent) { return static_cast<int>(random() % 100) < percent; };
    const auto edge = [&] {
        top->clk_i = 1;
        top->eval();
        top->clk_i = 0;
        top->eval();
    };
    const auto start = [&] {
        top->clk_i = 0;
        top->rst_ni = 0;
        top->wipe_i = 1;
        top->h_valid_i = top->in_valid_i = top->out_ready_i = 0;
        // What a wipe leaves is what it was shown.
        std::memset(&top->h_i, 0, sizeof top->h_i);
        std::memset(&top->in_blocks_i, 0, sizeof top->in_blocks_i);
        top->eval();
        edge();
        edge();
        top->rst_ni = 1;
        for (int i = 0; i < 100; ++i) edge();
        top->wipe_i = 0;
    };
    start();
    size_t key = 0, beat = 0, hash = 0;
    uint64_t cycle = 0;
    int patience = 0;
    while (hash < messages.size()) {
        if (++patience > 5000) {
            std::cerr << "no hash for 5000 cycles, message " << hash << "\n";
            return 3;
        }
        const int now = hash;
        top->h_valid_i = key < messages.size() && !chance(messages[key].gap);
        if (key < messages.size()) put(top->h_i, messages[key].h);
        top->in_valid_i = beat < beats.size() && !chance(messages[beats[beat].message].gap);
        if (beat < beats.size()) {
            put(top->in_blocks_i, beats[beat].blocks);
            top->in_count_i = beats[beat].count;
            top->in_last_i = beats[beat].last;
        }
        top->out_ready_i = !chance(messages[now].wait);
        top->eval();
        const bool key_taken = top->h_valid_i && top->h_ready_o;
        const bool beat_taken = top->in_valid_i && top->in_ready_o;
        const bool hash_taken = top->out_valid_o && top->out_ready_i;
        if (hash_taken) {
            char text[33];
            for (int word = 0; word < 4; ++word)
                std::snprintf(text + 8 * word, 9, "%08x", top->out_hash_o[3 - word]);
            trace << cycle << ' ' << text << '\n';
            ++hash;
            patience = 0;
        }
        edge();
        ++cycle;
        key += key_taken;
        beat += beat_taken;
    }
    return 0;
}

// Drives a message port from a list of phases and writes what comes out, with the cycles.
//
// The list, a line each, numbers in decimal and data in hexadecimal:
//   P <hdr> <in> <out> <lasts> <abort> <at>   begins a phase: chances in percent that no header is
//                       offered, no beat is offered, no beat is taken in a cycle; messages that come
//                       to their end; 0, or 1 for a reset and 2 for a clear in cycle <at> of it
//   H <stream> <decrypt> <key> <iv> <iv bytes> <tag bytes> <aad bytes> <text bytes>
//   B <stream> <kind> <bytes> <last> <block>
// Headers and beats of a phase are offered at the same time, each in their order.
//
// The trace, a line each: "I <cycle>" for a beat that was taken; "O <cycle> <stream> <kind> <bytes>
// <last> <auth> <error> <block>" for one that came out; "E <error_o>" at the end of a phase; "K <n>"
// when a clear or reset was done, n edges after its last; "V <what>" when the port did what it
// must not do, which ends the run. "D <cycle>" is the end.

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "Vaesculus_point.h"
#include "verilated.h"

namespace {

constexpr int kSettle = 40;

template <typename Port>
void put(Port& port, const std::string& hex) {
    if constexpr (std::is_integral_v<Port>) {
        port = static_cast<Port>(hex.empty() ? 0 : std::stoull(hex, nullptr, 16));
    } else {
        for (int word = 0; word < static_cast<int>(sizeof(Port) / 4); ++word) {
            const int from = static_cast<int>(hex.size()) - 8 * (word + 1);
            port[word] = from < 0
                ? 0
                : static_cast<uint32_t>(std::stoul(hex.substr(from, 8), nullptr, 16));
        }
    }
}

template <typename Port>
std::string get(const Port& port) {
    std::string text;
    char part[9];
    for (int word = sizeof(Port) / 4 - 1; word >= 0; --word) {
        std::snprintf(part, sizeof part, "%08x", static_cast<uint32_t>(port[word]));
        text += part;
    }
    return text;
}

template <typename Port>
bool any(const Port& port) {
    if constexpr (std::is_integral_v<Port>) {
        return port != 0;
    } else {
        for (std::size_t word = 0; word < sizeof(Port) / 4; ++word) {
            if (port[word]) return true;
        }
        return false;
    }
}

struct Header {
    unsigned stream, decrypt, iv_bytes, tag_bytes, aad_bytes, text_bytes;
    std::string key, iv;
};

struct Beat {
    unsigned stream, kind, bytes, last;
    std::string block;
};

struct Phase {
    int hdr_gap, in_gap, out_gap, lasts, abort, at;
    std::vector<Header> headers;
    std::vector<Beat> beats;
};

struct Fault {
    std::string what;
};

class Bench {
public:
    Bench(std::ofstream& trace, uint32_t seed, int patience)
        : trace_(trace), random_(seed), patience_(patience) {
        context_.randReset(2);
        context_.randSeed(static_cast<int>(seed));
        top_ = std::make_unique<Vaesculus_point>(&context_);
        empty(1);
    }

    void run(const Phase& phase) {
        std::size_t header = 0, beat = 0;
        int lasts = 0, quiet = 0, still = 0;
        bool offer_header = false, offer_beat = false;
        for (int at = 0;; ++at) {
            if (phase.abort && at == phase.at) {
                empty(phase.abort);
                return;
            }
            const bool more = header < phase.headers.size() || beat < phase.beats.size();
            if (!more && lasts == phase.lasts && !phase.abort && ++quiet > kSettle) break;
            if (!offer_header && header < phase.headers.size() && !chance(phase.hdr_gap)) {
                offer_header = true;
            }
            if (!offer_beat && beat < phase.beats.size() && !chance(phase.in_gap)) {
                offer_beat = true;
            }
            show(offer_header ? &phase.headers[header] : nullptr);
            show(offer_beat ? &phase.beats[beat] : nullptr);
            top_->out_ready_i = !chance(phase.out_gap);
            top_->eval();
            watch();
            bool moved = false;
            if (offer_header && top_->hdr_ready_o) {
                offer_header = false, moved = true, ++header;
            }
            if (offer_beat && top_->in_ready_o) {
                trace_ << "I " << cycle_ << '\n';
                offer_beat = false, moved = true, ++beat;
            }
            if (top_->out_valid_o && top_->out_ready_i) {
                moved = true;
                lasts += top_->out_last_o;
                trace_ << "O " << cycle_ << ' ' << unsigned(top_->out_stream_o) << ' '
                       << unsigned(top_->out_kind_o) << ' ' << unsigned(top_->out_bytes_o) << ' '
                       << unsigned(top_->out_last_o) << ' ' << unsigned(top_->out_auth_o) << ' '
                       << unsigned(top_->out_error_o) << ' ' << get(top_->out_block_o) << '\n';
                if (lasts > phase.lasts && !phase.abort) throw Fault{"a message too many came out"};
            }
            still = moved || !more ? 0 : still + 1;
            if (!more && lasts < phase.lasts && !moved) ++waiting_;
            if (moved) waiting_ = 0;
            if (still > patience_ || waiting_ > patience_) {
                throw Fault{"nothing moved for " + std::to_string(patience_) + " cycles"};
            }
            edge();
        }
        trace_ << "E " << unsigned(top_->error_o) << '\n';
        top_->error_clear_i = 1;
        edge();
        top_->error_clear_i = 0;
        top_->eval();
        if (top_->error_o) throw Fault{"error_o is not cleared"};
    }

    uint64_t cycle() const { return cycle_; }

private:
    bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }

    template <typename Port>
    void noise(Port& port, int bits) {
        if constexpr (std::is_integral_v<Port>) {
            port = static_cast<Port>(random_() & ((uint64_t{1} << bits) - 1));
        } else {
            for (std::size_t word = 0; word < sizeof(Port) / 4; ++word) port[word] = random_();
        }
    }

    void show(const Header* header) {
        top_->hdr_valid_i = header != nullptr;
        if (header == nullptr) {
            noise(top_->hdr_stream_i, 1);
            noise(top_->hdr_key_i, 0);
            noise(top_->hdr_iv_i, 0);
            noise(top_->hdr_decrypt_i, 1);
            noise(top_->hdr_iv_bytes_i, 5);
            return;
        }
        top_->hdr_stream_i = header->stream;
        top_->hdr_decrypt_i = header->decrypt;
        put(top_->hdr_key_i, header->key);
        put(top_->hdr_iv_i, header->iv);
        top_->hdr_iv_bytes_i = header->iv_bytes;
        top_->hdr_tag_bytes_i = header->tag_bytes;
        top_->hdr_aad_bytes_i = header->aad_bytes;
        top_->hdr_text_bytes_i = header->text_bytes;
    }

    void show(const Beat* beat) {
        top_->in_valid_i = beat != nullptr;
        if (beat == nullptr) {
            noise(top_->in_stream_i, 1);
            noise(top_->in_block_i, 0);
            noise(top_->in_kind_i, 2);
            noise(top_->in_bytes_i, 4);
            noise(top_->in_last_i, 1);
            return;
        }
        top_->in_stream_i = beat->stream;
        top_->in_kind_i = beat->kind;
        put(top_->in_block_i, beat->block);
        top_->in_bytes_i = beat->bytes;
        top_->in_last_i = beat->last;
    }

    std::string shown() const {
        std::ostringstream text;
        text << unsigned(top_->out_stream_o) << unsigned(top_->out_kind_o) << ' '
             << unsigned(top_->out_bytes_o) << ' ' << unsigned(top_->out_last_o)
             << unsigned(top_->out_auth_o) << unsigned(top_->out_error_o)
             << get(top_->out_block_o);
        return text.str();
    }

    bool loud() const {
        return any(top_->out_stream_o) || any(top_->out_kind_o) || any(top_->out_block_o) ||
               any(top_->out_bytes_o) || top_->out_last_o || top_->out_auth_o || top_->out_error_o;
    }

    // What holds in every cycle: an offer stands until it is taken, and nothing shows without one.
    void watch() {
        if (held_ && (!top_->out_valid_o || shown() != offered_)) {
            throw Fault{"a beat changed before it was taken"};
        }
        if (!top_->out_valid_o && loud()) throw Fault{"outputs show something without out_valid_o"};
        held_ = top_->out_valid_o && !top_->out_ready_i;
        if (held_) offered_ = shown();
    }

    // A reset (1) or a clear (2) of some cycles, in which everything is offered.
    void empty(int kind) {
        held_ = false;
        const int length = 1 + static_cast<int>(random_() % 3);
        for (int i = 0; i < length + (kind == 1 ? 2 : 0); ++i) {
            top_->rst_ni = kind != 1;
            top_->clear_i = kind == 2;
            offer_noise();
            top_->eval();
            // At power-on a reset is seen with the first edge.
            if (i || (kind == 1 && cycle_)) deaf();
            edge();
        }
        top_->rst_ni = 1;
        top_->clear_i = 0;
        int edges = 0;
        for (;; ++edges) {
            offer_noise();
            top_->eval();
            if (top_->cleared_o) break;
            deaf();
            if (edges > patience_) throw Fault{"it is never cleared"};
            edge();
        }
        top_->hdr_valid_i = 0;
        top_->in_valid_i = 0;
        top_->eval();
        if (top_->out_valid_o || loud() || top_->error_o) throw Fault{"a clear leaves something"};
        trace_ << "K " << edges << '\n';
    }

    void offer_noise() {
        show(static_cast<const Header*>(nullptr));
        show(static_cast<const Beat*>(nullptr));
        top_->hdr_valid_i = 1;
        top_->in_valid_i = 1;
        top_->out_ready_i = random_() & 1;
    }

    void deaf() {
        if (top_->hdr_ready_o || top_->in_ready_o) throw Fault{"it takes something while cleared"};
        if (top_->out_valid_o || loud()) throw Fault{"it shows something while cleared"};
    }

    void edge() {
        top_->clk_i = 0;
        top_->eval();
        top_->clk_i = 1;
        top_->eval();
        ++cycle_;
        top_->clk_i = 0;
    }

    VerilatedContext context_;
    std::unique_ptr<Vaesculus_point> top_;
    std::ofstream& trace_;
    std::mt19937 random_;
    int patience_;
    int waiting_ = 0;
    bool held_ = false;
    std::string offered_;
    uint64_t cycle_ = 0;
};

std::vector<Phase> read(const char* path) {
    std::vector<Phase> phases;
    std::ifstream list(path);
    std::string line;
    while (std::getline(list, line)) {
        std::istringstream words(line.substr(1));
        if (line[0] == 'P') {
            Phase p;
            words >> p.hdr_gap >> p.in_gap >> p.out_gap >> p.lasts >> p.abort >> p.at;
            phases.push_back(p);
        } else if (line[0] == 'H') {
            Header h;
            words >> h.stream >> h.decrypt >> h.key >> h.iv >> h.iv_bytes >> h.tag_bytes >>
                h.aad_bytes >> h.text_bytes;
            phases.back().headers.push_back(h);
        } else {
            Beat b;
            words >> b.stream >> b.kind >> b.bytes >> b.last >> b.block;
            phases.back().beats.push_back(b);
        }
    }
    return phases;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 5) return 2;
    const auto phases = read(argv[1]);
    std::ofstream trace(argv[2]);
    try {
        Bench bench(trace, static_cast<uint32_t>(std::stoul(argv[3])), std::stoi(argv[4]));
        for (std::size_t i = 0; i < phases.size(); ++i) {
            trace << "P " << i << '\n';
            bench.run(phases[i]);
        }
        trace << "D " << bench.cycle() << '\n';
    } catch (const Fault& fault) {
        trace << "V " << fault.what << '\n';
    }
    return 0;
}

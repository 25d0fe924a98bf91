// Drives a port of messages from a list of phases and writes what comes out, with the cycles.
// Which port is for port.h to say: the message port's is in message/, a bus has its own.
//
// The list, a line each, numbers in decimal and data in hexadecimal:
//   P <hdr> <in> <out> <lasts> <abort> <at>   begins a phase: chances in percent that no header is
//                       offered, no beat is offered (from 100 on: none before all headers are
//                       taken), no beat is taken in a cycle (from 100 on: till all is offered, and
//                       then each is taken at once); messages that come
//                       to their end; 0, or 1 for a reset and 2 for a clear in cycle <at> of it
//   H ...             a header, or a beat of one, as port.h reads it
//   B ...             a beat of a message, as port.h reads it
// Headers and beats of a phase are offered at the same time, each in their order.
//
// The trace, a line each: "I <cycle>" for a beat that was taken; "O <cycle> <stream> <kind> <bytes>
// <last> <auth> <error> <block>" for one that came out; "E <error>" at the end of a phase: error_o, or
// all that it showed where it was cleared meanwhile; "K <n>" when a clear or reset was done, n edges
// after its last; "V <what>" when the port did what it must not do, which ends the run. "D <cycle>" is
// the end.

#include <cstdint>
#include <fstream>
#include <iostream>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "Vaesculus_point.h"
#include "port.h"
#include "verilated.h"

namespace {

constexpr int kSettle = 40;

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
        port_ = std::make_unique<Port>(*top_, random_);
        top_->error_clear_i = 0;
        empty(1);
    }

    // In every second phase errors are cleared most of the time: one that is met meanwhile must show.
    void run(const Phase& phase) {
        const bool forgets = ++phases_ % 2 == 0;
        unsigned met = 0;
        std::size_t header = 0, beat = 0;
        int lasts = 0, quiet = 0, still = 0;
        bool offer_header = false, offer_beat = false;
        for (int at = 0;; ++at) {
            if (phase.abort && at == phase.at) {
                top_->error_clear_i = 0;
                empty(phase.abort);
                return;
            }
            const bool more = header < phase.headers.size() || beat < phase.beats.size();
            if (!more && lasts == phase.lasts && !phase.abort && ++quiet > kSettle) break;
            if (!offer_header && header < phase.headers.size() && !chance(phase.hdr_gap)) {
                offer_header = true;
            }
            const bool soon = phase.in_gap < 100 || header == phase.headers.size();
            if (!offer_beat && beat < phase.beats.size() && soon && !chance(phase.in_gap % 100)) {
                offer_beat = true;
            }
            port_->show(offer_header ? &phase.headers[header] : nullptr);
            port_->show(offer_beat ? &phase.beats[beat] : nullptr);
            const bool drains = phase.out_gap >= 100 && !more;
            port_->ready(drains || !chance(phase.out_gap % 100));
            top_->error_clear_i = forgets && chance(80);
            top_->eval();
            met |= top_->error_o;
            watch();
            bool moved = false;
            if (offer_header && port_->header_taken()) {
                offer_header = false, moved = true, ++header;
            }
            if (offer_beat && port_->beat_taken()) {
                trace_ << "I " << cycle_ << '\n';
                offer_beat = false, moved = true, ++beat;
            }
            if (port_->valid() && port_->waits()) {
                moved = true;
                lasts += port_->last();
                trace_ << "O " << cycle_ << ' ' << port_->shown() << '\n';
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
        trace_ << "E " << (forgets ? met | top_->error_o : top_->error_o) << '\n';
        top_->error_clear_i = 1;
        edge();
        top_->error_clear_i = 0;
        top_->eval();
        if (top_->error_o) throw Fault{"error_o is not cleared"};
    }

    uint64_t cycle() const { return cycle_; }

private:
    bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }

    // What holds in every cycle: an offer stands until it is taken, and nothing shows without one.
    void watch() {
        if (held_ && (!port_->valid() || port_->shown() != offered_)) {
            throw Fault{"a beat changed before it was taken"};
        }
        if (!port_->valid() && port_->loud()) throw Fault{"it shows something with no beat there"};
        if (port_->valid() && !port_->wrong().empty()) throw Fault{port_->wrong()};
        held_ = port_->valid() && !port_->waits();
        if (held_) offered_ = port_->shown();
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
        port_->offer_nothing();
        top_->eval();
        if (port_->valid() || port_->loud() || top_->error_o) throw Fault{"a clear leaves something"};
        trace_ << "K " << edges << '\n';
    }

    void offer_noise() {
        port_->offer_noise();
        port_->ready(random_() & 1);
    }

    void deaf() {
        if (port_->header_taken() || port_->beat_taken()) {
            throw Fault{"it takes something while cleared"};
        }
        if (port_->valid() || port_->loud()) throw Fault{"it shows something while cleared"};
    }

    void edge() {
        top_->clk_i = 0;
        top_->eval();
        port_->sample();
        top_->clk_i = 1;
        top_->eval();
        port_->drive();
        ++cycle_;
        top_->clk_i = 0;
    }

    VerilatedContext context_;
    std::unique_ptr<Vaesculus_point> top_;
    std::unique_ptr<Port> port_;
    std::ofstream& trace_;
    std::mt19937 random_;
    unsigned phases_ = 0;
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
            phases.back().headers.push_back(Port::header(words));
        } else {
            phases.back().beats.push_back(Port::beat(words));
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

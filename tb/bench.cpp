// Cycle-accurate bench for module `aes_point`, RTL and netlist alike.
//
//   Vaes_point <stimulus file> <trace file> [+plusargs]
//
// The stimulus (src/aesculus/verify/stimulus.py) says what to drive; the trace says what happened
// in which cycle; src/aesculus/verify/check.py judges it. The bench itself only enforces what must
// be seen while running: handshake stability and progress.
//
// A cycle: inputs are set while the clock is low, the model settles, every output is sampled, then
// the clock rises. A transfer happens in a cycle in which valid, ready and rst_ni are all high.
// Port widths are taken from the model's port types, so no macro has to agree with the parameters.
// Files are little endian; a block or key is stored with bits 7:0 first, which is the memory order
// of a Verilator wide port.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

#include "Vaes_point.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }  // only linked by Verilator builds without VL_TIME_CONTEXT

namespace {

constexpr uint32_t kStimulusMagic = 0x31534541;  // "AES1"
constexpr uint32_t kTraceMagic = 0x31544541;     // "AET1"
constexpr uint32_t kNever = 0xffffffff;

// The layouts below are mirrored by numpy dtypes in stimulus.py and check.py.
struct Header {
    uint32_t magic, key_bytes, phases, stall_limit, reset_cycles, power_on_seed;
};

// A two-state chain: chances in 2^16 that a low signal rises and that a high signal falls.
struct Pattern {
    uint32_t rise, fall;
};

struct PhaseHeader {
    uint32_t blocks;
    Pattern valid, ready;
    uint32_t seed;
    uint32_t lone;          // 1: offer a block only when no other is inside
    uint32_t gap;           // lone: at most so many idle cycles before the next block
    uint32_t drain;         // 1: wait until every block has left
    uint32_t idle;          // cycles to look on after that
    uint32_t reset_after;   // reset once so many blocks were accepted, kNever for none
    uint32_t reset_delay;   // cycles between that and the reset
    uint32_t reset_cycles;  // how long the reset lasts
};

enum Kind : uint32_t { kAccept, kOutput, kReset, kDone, kStalled, kUnstable, kSurplus };

struct Event {
    uint32_t kind, phase;
    uint64_t cycle;
    uint32_t index;  // kAccept: block in phase; otherwise blocks inside
    uint32_t tag;
    uint32_t block[4];
};
static_assert(sizeof(Event) == 40, "the trace layout has no padding");

[[noreturn]] void die(const char* what, const char* name) {
    std::fprintf(stderr, "bench: %s: %s\n", what, name);
    std::exit(2);
}

class Random {  // splitmix64
public:
    explicit Random(uint64_t seed) : state_{seed} {}
    uint32_t next() {
        uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return static_cast<uint32_t>((z ^ (z >> 31)) >> 16);
    }
    bool step(const Pattern& pattern, bool now) {
        const uint32_t draw = next() & 0xffff;
        return now ? draw >= pattern.fall : draw < pattern.rise;
    }

private:
    uint64_t state_;
};

class Reader {
public:
    explicit Reader(const char* name) : name_{name} {
        std::FILE* file = std::fopen(name, "rb");
        if (!file) die("cannot read", name);
        uint8_t chunk[1 << 16];
        for (size_t n; (n = std::fread(chunk, 1, sizeof chunk, file)) > 0;)
            bytes_.insert(bytes_.end(), chunk, chunk + n);
        std::fclose(file);
    }
    const uint8_t* take(size_t n) {
        if (at_ + n > bytes_.size()) die("stimulus ends early", name_);
        at_ += n;
        return bytes_.data() + at_ - n;
    }
    template <class T>
    T get() {
        T value;
        std::memcpy(&value, take(sizeof(T)), sizeof(T));
        return value;
    }

private:
    const char* name_;
    std::vector<uint8_t> bytes_;
    size_t at_ = 0;
};

template <class Port>
constexpr size_t port_bytes() {
    return sizeof(std::remove_reference_t<Port>);
}

// Drives one model from one stimulus and writes one trace.
class Bench {
public:
    Bench(Vaes_point& top, const Header& header, Reader& in, const char* trace_name)
        : top_{top}, in_{in}, trace_name_{trace_name}, header_{header} {
        if (header_.magic != kStimulusMagic) die("not a stimulus file", "wrong magic number");
        if (header_.key_bytes != port_bytes<decltype(top_.in_key_i)>())
            die("stimulus and model differ in", "key width");
        trace_ = std::fopen(trace_name, "wb");
        if (!trace_) die("cannot write", trace_name);
        const uint32_t magic[2] = {kTraceMagic, sizeof(Event)};
        std::fwrite(magic, 1, sizeof magic, trace_);
    }

    void run() {
        idle_inputs();
        reset(header_.reset_cycles);
        bool alive = true;
        for (phase_ = 0; alive && phase_ < header_.phases; ++phase_) alive = run_phase();
        if (alive) record(kDone, inside_);
        const bool bad = std::ferror(trace_) != 0;
        if (std::fclose(trace_) != 0 || bad) die("cannot write", trace_name_);
    }

private:
    bool run_phase() {
        const auto ph = in_.get<PhaseHeader>();
        const size_t stride = header_.key_bytes + 24;
        const uint8_t* const blocks = in_.take(stride * ph.blocks);
        Random random{ph.seed};
        uint32_t sent = 0, quiet = 0, idle = 0, gap = 0, delay = ph.reset_delay;
        bool valid = ph.valid.rise > 0xffff, ready = ph.ready.rise > 0xffff;

        for (;;) {
            const bool all_sent = sent == ph.blocks;
            if (sent >= ph.reset_after && delay-- == 0) {
                record(kReset, inside_);
                reset(ph.reset_cycles);
                return true;
            }
            if (all_sent && ph.reset_after == kNever && (!ph.drain || inside_ == 0)) {
                if (idle++ == ph.idle) return true;
            }

            valid = random.step(ph.valid, valid);
            ready = random.step(ph.ready, ready);
            bool offer = valid && !all_sent;
            if (ph.lone && offer) {
                if (inside_ != 0) offer = false;
                else if (gap != 0) { --gap; offer = false; }
            }
            drive(blocks + stride * (all_sent ? 0 : sent), ph.blocks != 0, offer);
            top_.out_ready_i = ready;
            settle();

            const bool accepted = offer && top_.in_ready_o;
            const bool shown = top_.out_valid_o;
            if (!stable(shown)) return false;
            const bool left = shown && ready;
            held_ = shown && !ready;
            if (held_) remember();
            // The output goes first: a block cannot leave in the cycle in which it enters.
            if (left) {
                record_output(inside_ == 0 ? kSurplus : kOutput);
                if (inside_ == 0) return false;
                --inside_;
            }
            if (accepted) {
                record(kAccept, sent++);
                ++inside_;
                if (ph.lone && ph.gap) gap = random.next() % (ph.gap + 1);
            }
            quiet = (accepted || left) ? 0 : quiet + 1;
            if (quiet > header_.stall_limit && !(all_sent && inside_ == 0)) {
                record(kStalled, inside_);
                return false;
            }
            tick();
        }
    }

    // Drives block `at`, or its complement while nothing is offered: nobody may look at it.
    void drive(const uint8_t* at, bool any, bool offer) {
        top_.in_valid_i = offer;
        if (!any) return;
        uint32_t words[8 + 4 + 2];
        std::memcpy(words, at, header_.key_bytes + 24);
        const size_t key_words = header_.key_bytes / 4;
        const uint32_t flip = offer ? 0 : 0xffffffff;
        for (size_t i = 0; i < key_words; ++i) top_.in_key_i[i] = words[i] ^ flip;
        for (size_t i = 0; i < 4; ++i) top_.in_block_i[i] = words[key_words + i] ^ flip;
        top_.in_tag_i = words[key_words + 4];
        top_.in_decrypt_i = words[key_words + 5] & 1;
    }

    void idle_inputs() {
        top_.clk_i = 0;
        top_.rst_ni = 0;
        top_.in_valid_i = 0;
        top_.in_tag_i = 0;
        top_.in_decrypt_i = 0;
        top_.out_ready_i = 1;
        for (size_t i = 0; i < header_.key_bytes / 4; ++i) top_.in_key_i[i] = 0;
        for (size_t i = 0; i < 4; ++i) top_.in_block_i[i] = 0;
    }

    // A block is offered all through the reset: it must not get in.
    void reset(uint32_t cycles) {
        top_.rst_ni = 0;
        top_.in_valid_i = 1;
        for (uint32_t i = 0; i < cycles; ++i) {
            settle();
            tick();
        }
        top_.rst_ni = 1;
        top_.in_valid_i = 0;
        inside_ = 0;
        held_ = false;
    }

    void settle() {
        top_.clk_i = 0;
        top_.eval();
    }

    void tick() {
        top_.clk_i = 1;
        top_.eval();
        ++cycle_;
    }

    void remember() {
        held_tag_ = top_.out_tag_o;
        for (size_t i = 0; i < 4; ++i) held_block_[i] = top_.out_block_o[i];
    }

    bool stable(bool shown) {
        if (!held_) return true;
        bool same = shown && held_tag_ == top_.out_tag_o;
        for (size_t i = 0; i < 4; ++i) same = same && held_block_[i] == top_.out_block_o[i];
        if (!same) record_output(kUnstable);
        return same;
    }

    void record_output(Kind kind) {
        Event event{kind, phase_, cycle_, inside_, top_.out_tag_o, {}};
        for (size_t i = 0; i < 4; ++i) event.block[i] = top_.out_block_o[i];
        std::fwrite(&event, sizeof event, 1, trace_);
    }

    void record(Kind kind, uint32_t index) {
        const Event event{kind, phase_, cycle_, index, 0, {}};
        std::fwrite(&event, sizeof event, 1, trace_);
    }

    Vaes_point& top_;
    Reader& in_;
    const char* trace_name_;
    const Header header_;
    std::FILE* trace_ = nullptr;
    uint64_t cycle_ = 0;
    uint32_t phase_ = 0;
    uint32_t inside_ = 0;
    bool held_ = false;
    uint32_t held_tag_ = 0;
    uint32_t held_block_[4] = {};
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) die("usage", "Vaes_point <stimulus file> <trace file> [+plusargs]");
    Reader in{argv[1]};
    const auto header = in.get<Header>();
    auto context = std::make_unique<VerilatedContext>();
    context->commandArgs(argc, argv);
    context->randReset(2);  // registers without a reset start with seeded noise, not with zero
    context->randSeed(static_cast<int>(header.power_on_seed));
    Vaes_point top{context.get(), "aes_point"};
    Bench bench{top, header, in, argv[2]};
    bench.run();
    top.final();
    return 0;
}

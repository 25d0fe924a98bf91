// Cycle-accurate bench for module `aesculus_point`, RTL and netlist alike.
//
//   Vaesculus_point <stimulus file> <trace file> [+reference=<trace file>] [+plusargs]
//
// The stimulus (src/aesculus/benches/stimulus.py) says what to drive; the trace says what happened
// in which cycle; src/aesculus/benches/check.py judges it. The bench itself only enforces what must
// be seen while running: handshake stability and progress, that nothing is shown beside a low
// out_valid_o, and that nothing is taken or offered in a reset or while the core is cleared.
//
// A cycle: inputs are set while the clock is low, the model settles, every output is sampled, then
// the clock rises. A transfer happens in a cycle in which valid, ready and rst_ni are all high.
// Port widths are taken from the model's port types, so no macro has to agree with the parameters.
// Files are little endian; a block or key is stored with bits 7:0 first, which is the memory order
// of a Verilator wide port. A beat is a block for each lane, lane 0 in the low bits.
//
// Keys that do not come with the beats have a list of their own. A stored key is offered on key_i
// from the beat on that its record names, and no beat passes the one by which it must be in. An
// external schedule is put on round_key_i while nothing is inside. Inputs that nobody may look at
// show noise; so do the ports of other kinds of points, and there key_ready_o must stay low.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "Vaesculus_point.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }  // only linked by Verilator builds without VL_TIME_CONTEXT

namespace {

constexpr uint32_t kStimulusMagic = 0x33534541;  // "AES3"
constexpr uint32_t kTraceMagic = 0x32544541;     // "AET2"
constexpr uint32_t kNever = 0xffffffff;

// The layouts below are mirrored by numpy dtypes in stimulus.py and check.py.
struct Header {
    uint32_t magic;
    uint32_t lanes;
    uint32_t beat_key_bytes;    // keys that come with a beat
    uint32_t key_source;        // KeySource
    uint32_t listed_key_bytes;  // of one record of a key list
    uint32_t phases, stall_limit, reset_cycles, power_on_seed;
};

enum KeySource : uint32_t { kWithBeats, kStored, kExternal, kNoKeys };

// A two-state chain: chances in 2^16 that a low signal rises and that a high signal falls.
struct Pattern {
    uint32_t rise, fall;
};

struct PhaseHeader {
    uint32_t beats, keys;
    Pattern valid, ready, key_valid;
    uint32_t seed;
    uint32_t lone;          // 1: offer a beat only when no other is inside
    uint32_t gap;           // lone: at most so many idle cycles before the next beat
    uint32_t drain;         // 1: wait until every beat has left
    uint32_t idle;          // cycles to look on after that
    uint32_t reset_after;   // reset once so many beats were accepted, kNever for none
    uint32_t reset_delay;   // cycles between that and the reset
    uint32_t reset_cycles;  // how long the reset lasts
    uint32_t clears;        // 1: clear_i is high for so long, in place of the reset
};

// Heads a record of a phase's key list.
struct KeyHeader {
    uint32_t from;   // offered once so many beats of the phase were accepted
    uint32_t until;  // no further beat is offered before it is in, kNever for no such limit
    uint32_t delay;  // cycles between the first of these and the offer
};

enum Kind : uint32_t {
    kAccept, kOutput, kReset, kDone, kStalled, kUnstable, kSurplus, kKey, kStrayKey,
    kLoud, kDeaf, kCleared
};

// Heads an event; the blocks of a beat follow, lane 0 first.
struct Event {
    uint32_t kind, phase;
    uint64_t cycle;
    uint32_t index;  // kAccept: beat in phase; kKey: key in its list; otherwise beats inside
    uint32_t tag;
};
static_assert(sizeof(Event) == 24, "the trace layout has no padding");

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
        if (at_ + n > bytes_.size()) die("file ends early", name_);
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

template <class Port>
void put(Port& port, const uint8_t* bytes) {
    for (size_t i = 0; i < port_bytes<Port>() / 4; ++i) {
        uint32_t word;
        std::memcpy(&word, bytes + 4 * i, 4);
        port[i] = word;
    }
}

// Fills a wide port with what nobody may look at.
template <class Port>
void scramble(Port& port, Random& random) {
    for (size_t i = 0; i < port_bytes<Port>() / 4; ++i) port[i] = random.next();
}

// Drives one model from one stimulus and writes one trace.
class Bench {
public:
    // With a reference, the trace of an earlier run, the run ends at the first event that differs.
    Bench(Vaesculus_point& top, const Header& header, Reader& in, const char* trace_name,
          const char* reference_name)
        : top_{top}, in_{in}, trace_name_{trace_name}, header_{header} {
        if (header_.magic != kStimulusMagic) die("not a stimulus file", "wrong magic number");
        if (header_.lanes != kLanes) die("stimulus and model differ in", "lanes");
        if (source() == kWithBeats && header_.beat_key_bytes != port_bytes<InKey>())
            die("stimulus and model differ in", "key width");
        if (source() == kStored && header_.listed_key_bytes != port_bytes<Key>())
            die("stimulus and model differ in", "width of stored keys");
        if (source() == kExternal && header_.listed_key_bytes != port_bytes<RoundKeys>())
            die("stimulus and model differ in", "width of round keys");
        trace_ = std::fopen(trace_name, "wb");
        if (!trace_) die("cannot write", trace_name);
        const uint32_t magic[2] = {kTraceMagic, sizeof(Event) + kBlockBytes};
        std::fwrite(magic, 1, sizeof magic, trace_);
        if (!reference_name) return;
        reference_ = std::make_unique<Reader>(reference_name);
        if (std::memcmp(reference_->take(sizeof magic), magic, sizeof magic) != 0)
            die("not a trace of this bench", reference_name);
    }

    void run() {
        idle_inputs();
        // Two states have no edge from unknown to low, so that a reset behind a register which
        // happens to be low takes effect with the clock. It is looked at from then on.
        settle();
        tick();
        bool alive = reset(header_.reset_cycles - 1);
        for (phase_ = 0; alive && phase_ < header_.phases; ++phase_)
            alive = run_phase() && !differs_;
        if (alive) record(kDone, inside_);
        const bool bad = std::ferror(trace_) != 0;
        if (std::fclose(trace_) != 0 || bad) die("cannot write", trace_name_);
    }

private:
    using InKey = std::remove_reference_t<decltype(std::declval<Vaesculus_point&>().in_key_i)>;
    using Key = std::remove_reference_t<decltype(std::declval<Vaesculus_point&>().key_i)>;
    using RoundKeys = std::remove_reference_t<decltype(std::declval<Vaesculus_point&>().round_key_i)>;
    using Blocks = std::remove_reference_t<decltype(std::declval<Vaesculus_point&>().in_block_i)>;
    static constexpr size_t kBlockBytes = port_bytes<Blocks>();
    static constexpr size_t kLanes = kBlockBytes / 16;

    uint32_t source() const { return header_.key_source; }

    bool run_phase() {
        const auto ph = in_.get<PhaseHeader>();
        const size_t stride = header_.beat_key_bytes + kBlockBytes + 8;
        const size_t key_stride = sizeof(KeyHeader) + header_.listed_key_bytes;
        const uint8_t* const keys = in_.take(key_stride * ph.keys);
        const uint8_t* const beats = in_.take(stride * ph.beats);
        Random random{ph.seed};
        noise_ = Random{ph.seed ^ 0x6e6f697365ULL};
        uint32_t sent = 0, quiet = 0, idle = 0, gap = 0, delay = ph.reset_delay;
        uint32_t loaded = 0, waited = 0;
        bool valid = ph.valid.rise > 0xffff, ready = ph.ready.rise > 0xffff;
        bool key_valid = ph.key_valid.rise > 0xffff;

        for (;;) {
            const bool all_sent = sent == ph.beats && loaded == ph.keys;
            if (sent >= ph.reset_after && delay-- == 0) {
                record(kReset, inside_);
                return ph.clears ? clear(ph.reset_cycles) : reset(ph.reset_cycles);
            }
            if (all_sent && ph.reset_after == kNever && (!ph.drain || inside_ == 0)) {
                if (idle++ == ph.idle) return true;
            }

            valid = random.step(ph.valid, valid);
            ready = random.step(ph.ready, ready);
            key_valid = random.step(ph.key_valid, key_valid);
            bool offer = valid && sent != ph.beats;
            bool key_offer = false;
            const uint8_t* const key = keys + key_stride * loaded;
            if (loaded != ph.keys) {
                KeyHeader head;
                std::memcpy(&head, key, sizeof head);
                const bool due = sent >= head.from && (source() == kStored || inside_ == 0);
                key_offer = due && waited >= head.delay && key_valid;
                if (due) ++waited;
                if (sent >= head.until && !(key_offer && source() == kExternal)) offer = false;
            }
            if (ph.lone && offer) {
                if (inside_ != 0) offer = false;
                else if (gap != 0) { --gap; offer = false; }
            }
            if (source() == kExternal && key_offer) {
                current_ = key + sizeof(KeyHeader);
                record(kKey, loaded++);
                waited = 0;
                key_offer = false;
                quiet = 0;
            }
            drive_beat(beats + stride * (sent == ph.beats ? 0 : sent), ph.beats != 0, offer);
            drive_keys(key + sizeof(KeyHeader), key_offer, offer);
            top_.out_ready_i = ready;
            settle();

            const bool accepted = offer && top_.in_ready_o;
            const bool taken = top_.key_valid_i && top_.key_ready_o;
            if (taken && source() != kStored) {
                record(kStrayKey, inside_);
                return false;
            }
            const bool shown = top_.out_valid_o;
            if (!stable(shown) || !quiet_beside() || !clear_kept()) return false;
            const bool left = shown && ready;
            held_ = shown && !ready;
            if (held_) remember();
            // The output goes first: a beat cannot leave in the cycle in which it enters.
            if (left) {
                record_output(inside_ == 0 ? kSurplus : kOutput);
                if (inside_ == 0) return false;
                --inside_;
                delivered();
            }
            if (accepted) {
                record(kAccept, sent++);
                ++inside_;
                if (ph.lone && ph.gap) gap = random.next() % (ph.gap + 1);
            }
            // Behind the acceptance: a key holds for beats accepted after its transfer.
            if (taken) {
                record(kKey, loaded++);
                waited = 0;
            }
            quiet = (accepted || left || taken) ? 0 : quiet + 1;
            if (quiet > header_.stall_limit && !(all_sent && inside_ == 0)) {
                record(kStalled, inside_);
                return false;
            }
            if (differs_) return false;
            tick();
        }
    }

    // Drives the beat at `at`, or its complement while nothing is offered: nobody may look at it.
    void drive_beat(const uint8_t* at, bool any, bool offer) {
        top_.in_valid_i = offer;
        if (source() != kWithBeats) scramble(top_.in_key_i, noise_);
        if (!any) return;
        if (source() == kWithBeats) put(top_.in_key_i, at);
        put(top_.in_block_i, at + header_.beat_key_bytes);
        if (!offer) {
            if (source() == kWithBeats) flip(top_.in_key_i);
            flip(top_.in_block_i);
        }
        uint32_t tail[2];
        std::memcpy(tail, at + header_.beat_key_bytes + kBlockBytes, sizeof tail);
        top_.in_tag_i = tail[0];
        top_.in_decrypt_i = tail[1] & 1;
    }

    void drive_keys(const uint8_t* key, bool key_offer, bool offer) {
        if (source() == kStored && key_offer) put(top_.key_i, key);
        else scramble(top_.key_i, noise_);
        top_.key_valid_i = source() == kStored ? key_offer : noise_.next() & 1;
        // A beat reads its round keys from the cycle on in which it is offered.
        if (source() == kExternal && current_ && (offer || inside_ != 0))
            put(top_.round_key_i, current_);
        else scramble(top_.round_key_i, noise_);
    }

    template <class Port>
    static void flip(Port& port) {
        for (size_t i = 0; i < port_bytes<Port>() / 4; ++i) port[i] = ~port[i];
    }

    void idle_inputs() {
        top_.clk_i = 0;
        top_.rst_ni = 0;
        top_.in_valid_i = 0;
        top_.in_tag_i = 0;
        top_.in_decrypt_i = 0;
        top_.key_valid_i = 0;
        top_.out_ready_i = 1;
        top_.clear_i = 0;
        scramble(top_.in_key_i, noise_);
        scramble(top_.in_block_i, noise_);
        scramble(top_.key_i, noise_);
        scramble(top_.round_key_i, noise_);
    }

    // A beat and a key are offered all through a reset and until the core is cleared: they must
    // not get in, and nothing must show.
    bool reset(uint32_t cycles) {
        top_.rst_ni = 0;
        top_.in_valid_i = 1;
        top_.key_valid_i = 1;
        begin_empty();
        for (uint32_t i = 0; i < cycles; ++i) {
            settle();
            if (!silent(true)) return false;
            tick();
        }
        top_.rst_ni = 1;
        top_.in_valid_i = 0;
        top_.key_valid_i = 0;
        return true;
    }

    // What is taken or delivered in the cycle of the first edge is dropped with all the rest.
    bool clear(uint32_t cycles) {
        top_.clear_i = 1;
        top_.in_valid_i = 1;
        top_.key_valid_i = 1;
        settle();
        if (!quiet_beside()) return false;
        tick();
        begin_empty();
        for (uint32_t i = 1;; ++i) {
            top_.clear_i = i < cycles;
            top_.in_valid_i = 1;
            settle();
            // Also in the cycle behind the last edge with a request.
            if (i <= cycles && !silent(true)) return false;
            if (top_.cleared_o) break;
            if (!silent(false)) return false;
            if (i == cycles + header_.stall_limit) {
                record(kStalled, 0);
                return false;
            }
            tick();
        }
        record(kCleared, 0);
        // Beats and keys of the next phase are offered from this cycle on.
        top_.in_valid_i = 0;
        top_.key_valid_i = 0;
        return true;
    }

    void begin_empty() {
        inside_ = 0;
        held_ = false;
        was_cleared_ = false;
        shown_tag_ = 0;
        std::memset(shown_blocks_, 0, kBlockBytes);
    }

    // In a reset or while the core is cleared nothing is offered, shown or taken.
    bool silent(bool asked) {
        const bool quiet = !top_.in_ready_o && !top_.key_ready_o && !top_.out_valid_o &&
                           !(asked && top_.cleared_o);
        if (!quiet) record_output(kDeaf);
        return quiet && quiet_beside();
    }

    // Until cleared_o is high the core is silent, and then it stays so until asked again.
    bool clear_kept() {
        if (!top_.cleared_o && !was_cleared_) return silent(false);
        if (!top_.cleared_o) record_output(kDeaf);
        was_cleared_ = true;
        return top_.cleared_o;
    }

    // Beside a low out_valid_o there are zeros, or the result that was delivered last.
    bool quiet_beside() {
        if (top_.out_valid_o) return true;
        const uint8_t* const now = reinterpret_cast<const uint8_t*>(&top_.out_block_o[0]);
        bool none = top_.out_tag_o == 0;
        for (size_t i = 0; i < kBlockBytes; ++i) none = none && now[i] == 0;
        const bool last = top_.out_tag_o == shown_tag_ &&
                          std::memcmp(shown_blocks_, now, kBlockBytes) == 0;
        if (!none && !last) record_output(kLoud);
        return none || last;
    }

    void delivered() {
        shown_tag_ = top_.out_tag_o;
        std::memcpy(shown_blocks_, &top_.out_block_o[0], kBlockBytes);
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
        std::memcpy(held_blocks_, &top_.out_block_o[0], kBlockBytes);
    }

    bool stable(bool shown) {
        if (!held_) return true;
        const bool same = shown && held_tag_ == top_.out_tag_o &&
                          std::memcmp(held_blocks_, &top_.out_block_o[0], kBlockBytes) == 0;
        if (!same) record_output(kUnstable);
        return same;
    }

    void record_output(Kind kind) {
        write({kind, phase_, cycle_, inside_, top_.out_tag_o}, &top_.out_block_o[0]);
    }

    void record(Kind kind, uint32_t index) {
        static const uint8_t nothing[kBlockBytes] = {};
        write({kind, phase_, cycle_, index, 0}, nothing);
    }

    void write(const Event& event, const void* blocks) {
        std::fwrite(&event, sizeof event, 1, trace_);
        std::fwrite(blocks, 1, kBlockBytes, trace_);
        if (!reference_ || differs_) return;
        const uint8_t* const wanted = reference_->take(sizeof event + kBlockBytes);
        differs_ = std::memcmp(wanted, &event, sizeof event) != 0 ||
                   std::memcmp(wanted + sizeof event, blocks, kBlockBytes) != 0;
    }

    Vaesculus_point& top_;
    Reader& in_;
    const char* trace_name_;
    const Header header_;
    std::FILE* trace_ = nullptr;
    std::unique_ptr<Reader> reference_;
    bool differs_ = false;  // from the reference
    uint64_t cycle_ = 0;
    uint32_t phase_ = 0;
    uint32_t inside_ = 0;
    bool held_ = false;
    uint32_t held_tag_ = 0;
    uint8_t held_blocks_[kBlockBytes] = {};
    bool was_cleared_ = false;           // cleared_o was high since the last reset or clear
    uint32_t shown_tag_ = 0;             // what may still show beside a low out_valid_o
    uint8_t shown_blocks_[kBlockBytes] = {};
    Random noise_{0x616573};             // for inputs that nobody may look at
    const uint8_t* current_ = nullptr;   // the external schedule in force
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) die("usage", "Vaesculus_point <stimulus> <trace> [+reference=<trace>] [+plusargs]");
    Reader in{argv[1]};
    const auto header = in.get<Header>();
    auto context = std::make_unique<VerilatedContext>();
    context->commandArgs(argc, argv);
    context->randReset(2);  // registers without a reset start with seeded noise, not with zero
    context->randSeed(static_cast<int>(header.power_on_seed));
    Vaesculus_point top{context.get(), "aesculus_point"};
    const std::string reference = context->commandArgsPlusMatch("reference=");
    Bench bench{top, header, in, argv[2],
                reference.empty() ? nullptr : reference.c_str() + std::strlen("+reference=")};
    bench.run();
    top.final();
    return 0;
}

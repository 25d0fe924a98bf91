// Registers as the bench drives them, by whatever bus: one access at a time, as a small processor does.
// It looks at STATUS, then reads a block, begins a message or writes a block, and looks again. A bus
// brings its pins (port.h in its folder), whose class has
//   stop()      forgets what was begun, in a reset
//   begin(a)    begins an access
//   sample()    before a rising edge: notes what is handed over with it
//   answered(), refused(), data()   the answer to what was begun, before the edge that takes it
//   loud()      something shows beside an answer, or in a reset
//   drive()     behind a rising edge: sets the pins
//
// A header or beat is taken in the cycle in which the write that hands it over is answered; a block is
// offered from the cycle behind the read of its last word. While the core is cleared, keys and data are
// written and read at random: nothing may come of it.

#ifndef AESCULUS_ACCESSES_H
#define AESCULUS_ACCESSES_H

#include <deque>

#include "ports.h"

struct Header {
    unsigned decrypt, iv_bytes, tag_bytes, aad_bytes, text_bytes;
    std::string key, iv;
};

struct Beat {
    unsigned kind, bytes, last;
    std::string block;
};

enum class Ends { kNothing, kHeader, kBeat };

struct Access {
    bool write;
    unsigned address;
    uint32_t data;
    Ends ends;
};

template <typename Pins>
class RegisterPort {
public:
    RegisterPort(Vaesculus_point& top, std::mt19937& random)
        : top_(top), random_(random), pins_(top, random) {
        restart();
    }

    static Header header(std::istream& words) {
        Header h;
        words >> h.decrypt >> h.key >> h.iv >> h.iv_bytes >> h.tag_bytes >> h.aad_bytes >>
            h.text_bytes;
        return h;
    }

    static Beat beat(std::istream& words) {
        Beat b;
        words >> b.kind >> b.bytes >> b.last >> b.block;
        return b;
    }

    void show(const Header* header) { header_ = header; }
    void show(const Beat* beat) { beat_ = beat; }
    void offer_noise() {}
    void offer_nothing() { header_ = nullptr, beat_ = nullptr; }

    bool header_taken() const { return ends(Ends::kHeader); }
    bool beat_taken() const { return ends(Ends::kBeat); }
    void ready(bool level) { ready_ = level; }
    bool waits() const { return ready_; }
    bool valid() const { return full_ && top_.rst_ni; }
    bool last() const { return status_ >> 8 & 1; }
    std::string wrong() const { return refused_ ? "an access is answered by an error" : ""; }

    std::string shown() const {
        std::ostringstream text;
        text << "0 " << (status_ >> 12 & 3) << ' ' << (status_ >> 16 & 31) << ' '
             << (status_ >> 8 & 1) << ' ' << (status_ >> 9 & 1) << ' ' << (status_ >> 10 & 1) << ' '
             << block_;
        return text.str();
    }

    // Without a block nothing is told but in an answer.
    bool loud() const { return leaked_ || pins_.loud(); }

    // Before a rising edge: what is handed over with it.
    void sample() {
        if (!top_.rst_ni) {
            restart();
            return;
        }
        const bool clearing = top_.clear_i || !top_.cleared_o;
        if (valid() && ready_) full_ = false;
        if (clearing) full_ = false;
        pins_.sample();
        if (busy_ && pins_.answered()) {
            busy_ = false;
            if (pins_.refused() && !clearing && !cleared_) refused_ = true;
            if (!queue_.front().write) got(queue_.front().address, pins_.data(), clearing);
            queue_.pop_front();
        }
        if ((clearing || cleared_) && !busy_) queue_.clear();
        if (clearing && !busy_) disturb();
        if (queue_.empty()) queue_.push_back({false, kStatus, 0, Ends::kNothing});
        // What was begun in a clear may be answered behind it.
        cleared_ = clearing || (cleared_ && busy_);
        if (!busy_) begin();
    }

    // Behind it.
    void drive() { pins_.drive(); }

private:
    static constexpr unsigned kCtrl = 0x20, kStatus = 0x24, kHeader = 0x40, kAad = 0x44,
                              kText = 0x48, kInCtrl = 0x4c, kIv = 0x50, kIn = 0x60, kOut = 0x70,
                              kKey = 0x80;

    bool ends(Ends what) const {
        return top_.rst_ni && busy_ && queue_.front().ends == what && pins_.answered() && !cleared_;
    }

    void restart() {
        queue_.clear();
        pins_.stop();
        busy_ = full_ = leaked_ = refused_ = cleared_ = false;
    }

    void begin() {
        if (queue_.empty()) return;
        busy_ = true;
        pins_.begin(queue_.front());
    }

    void write(unsigned address, uint32_t data, Ends ends = Ends::kNothing) {
        queue_.push_back({true, address, data, ends});
    }

    // Bytes in hexadecimal, the first at the lowest address.
    void write_bytes(unsigned address, const std::string& hex, Ends ends = Ends::kNothing) {
        for (std::size_t at = 0; at < hex.size(); at += 8) {
            const bool final = at + 8 >= hex.size();
            const auto word = static_cast<uint32_t>(std::stoul(hex.substr(at, 8), nullptr, 16));
            write(address + static_cast<unsigned>(at / 2), __builtin_bswap32(word),
                  final ? ends : Ends::kNothing);
        }
    }

    void disturb() {
        const unsigned from[] = {kIv, kKey, kIn}, word = random_() % 3;
        if (random_() & 1) {
            write(from[random_() % 3] + 4 * word, static_cast<uint32_t>(random_()));
        } else {
            queue_.push_back({false, kOut + 4 * word, 0, Ends::kNothing});
        }
    }

    void got(unsigned address, uint32_t data, bool clearing) {
        if (address >= kOut && (clearing || cleared_)) {
            // What is answered in the cycle that begins a clear was read before it.
            leaked_ |= cleared_ && data != 0;
        } else if (address >= kOut) {
            char text[9];
            std::snprintf(text, sizeof text, "%08x", __builtin_bswap32(data));
            block_ = address == kOut ? text : block_ + text;
            full_ = address == kOut + 12;
        } else if (!clearing && !cleared_) {
            act(data);
        }
    }

    void act(uint32_t status) {
        if (status & 4 && !full_) {
            status_ = status;
            for (unsigned word = 0; word < 4; ++word) {
                queue_.push_back({false, kOut + 4 * word, 0, Ends::kNothing});
            }
        } else if (status & 1 && header_ != nullptr) {
            write_bytes(kKey, header_->key);
            write_bytes(kIv, header_->iv);
            write(kHeader, header_->tag_bytes << 16 | header_->iv_bytes << 8 | header_->decrypt);
            write(kAad, header_->aad_bytes);
            write(kText, header_->text_bytes);
            write(kCtrl, 1, Ends::kHeader);
        } else if (status & 2 && beat_ != nullptr) {
            write(kInCtrl, beat_->bytes << 8 | beat_->last << 4 | beat_->kind);
            write_bytes(kIn, beat_->block, Ends::kBeat);
        }
    }

    Vaesculus_point& top_;
    std::mt19937& random_;
    Pins pins_;
    std::deque<Access> queue_;
    const Header* header_ = nullptr;
    const Beat* beat_ = nullptr;
    bool ready_ = false, busy_, full_, leaked_, refused_, cleared_;
    uint32_t status_ = 0;
    std::string block_;
};

#endif

// Registers on AXI4-Lite as the bench drives them: one access at a time, as a small processor does. It
// looks at STATUS, then reads a block, begins a message or writes a block, and looks again.
//
// A header or beat is taken in the cycle in which the write that hands it over is answered; a block is
// offered from the cycle behind the read of its last word. While the core is cleared, keys and data are
// written and read at random: nothing may come of it.

#ifndef AESCULUS_PORT_H
#define AESCULUS_PORT_H

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

class Port {
public:
    Port(Vaesculus_point& top, std::mt19937& random) : top_(top), random_(random) { restart(); }

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
    std::string wrong() const { return refused_ ? "an access is answered by SLVERR" : ""; }

    std::string shown() const {
        std::ostringstream text;
        text << "0 " << (status_ >> 12 & 3) << ' ' << (status_ >> 16 & 31) << ' '
             << (status_ >> 8 & 1) << ' ' << (status_ >> 9 & 1) << ' ' << (status_ >> 10 & 1) << ' '
             << block_;
        return text.str();
    }

    // Without a block nothing is told but in an answer, and in a reset there is none.
    bool loud() const {
        const bool deaf = top_.s_axil_awready_o || top_.s_axil_wready_o || top_.s_axil_arready_o;
        const bool answers = top_.s_axil_rvalid_o || top_.s_axil_bvalid_o;
        return leaked_ || (!top_.s_axil_rvalid_o && top_.s_axil_rdata_o) ||
               (!top_.rst_ni && (deaf || answers));
    }

    // Before a rising edge: what is handed over with it.
    void sample() {
        if (!top_.rst_ni) {
            restart();
            return;
        }
        const bool clearing = top_.clear_i || !top_.cleared_o;
        if (valid() && ready_) full_ = false;
        if (clearing) full_ = false;
        if (top_.s_axil_awvalid_i && top_.s_axil_awready_o) aw_ = false;
        if (top_.s_axil_wvalid_i && top_.s_axil_wready_o) w_ = false;
        if (top_.s_axil_arvalid_i && top_.s_axil_arready_o) ar_ = false;
        if (busy_ && answered()) {
            busy_ = false;
            const bool read = !queue_.front().write;
            if ((read ? top_.s_axil_rresp_o : top_.s_axil_bresp_o) && !clearing && !cleared_) {
                refused_ = true;
            }
            if (read) got(queue_.front().address, top_.s_axil_rdata_o, clearing);
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
    void drive() {
        const bool there = !queue_.empty();
        top_.s_axil_awvalid_i = aw_;
        top_.s_axil_wvalid_i = w_;
        top_.s_axil_arvalid_i = ar_;
        top_.s_axil_awaddr_i = there ? queue_.front().address : 0;
        top_.s_axil_araddr_i = there ? queue_.front().address : 0;
        top_.s_axil_wdata_i = there && w_ ? queue_.front().data : random_();
        top_.s_axil_wstrb_i = 0xf;
        top_.s_axil_bready_i = 1;
        top_.s_axil_rready_i = 1;
    }

private:
    static constexpr unsigned kCtrl = 0x20, kStatus = 0x24, kHeader = 0x40, kAad = 0x44,
                              kText = 0x48, kInCtrl = 0x4c, kIv = 0x50, kIn = 0x60, kOut = 0x70,
                              kKey = 0x80;

    enum class Ends { kNothing, kHeader, kBeat };

    struct Access {
        bool write;
        unsigned address;
        uint32_t data;
        Ends ends;
    };

    bool answered() const {
        return queue_.front().write ? top_.s_axil_bvalid_o : top_.s_axil_rvalid_o;
    }

    bool ends(Ends what) const {
        return top_.rst_ni && busy_ && queue_.front().ends == what && answered() && !cleared_;
    }

    void restart() {
        queue_.clear();
        aw_ = w_ = ar_ = busy_ = full_ = leaked_ = refused_ = cleared_ = false;
    }

    void begin() {
        if (queue_.empty()) return;
        busy_ = true;
        aw_ = w_ = queue_.front().write;
        ar_ = !queue_.front().write;
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
            leaked_ |= data != 0;
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
    std::deque<Access> queue_;
    const Header* header_ = nullptr;
    const Beat* beat_ = nullptr;
    bool ready_ = false, aw_, w_, ar_, busy_, full_, leaked_, refused_, cleared_;
    uint32_t status_ = 0;
    std::string block_;
};

#endif

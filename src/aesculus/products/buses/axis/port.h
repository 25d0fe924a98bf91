// AXI4-Stream as the bench drives it: data, the side stream of headers, and what comes out.

#ifndef AESCULUS_PORT_H
#define AESCULUS_PORT_H

#include "ports.h"

// A beat of either stream.
struct Transfer {
    unsigned id, user, last;
    std::string keep, data;
};

struct Header : Transfer {};
struct Beat : Transfer {};

class Port : public Immediate {
public:
    Port(Vaesculus_point& top, std::mt19937& random) : top_(top), random_(random) {}

    static Header header(std::istream& words) { return read<Header>(words); }
    static Beat beat(std::istream& words) { return read<Beat>(words); }

    void show(const Header* header) {
        top_.s_hdr_tvalid_i = header != nullptr;
        if (header == nullptr) {
            noise(random_, top_.s_hdr_tid_i, 1);
            noise(random_, top_.s_hdr_tdata_i);
            noise(random_, top_.s_hdr_tkeep_i, 1);
            noise(random_, top_.s_hdr_tlast_i, 1);
            return;
        }
        top_.s_hdr_tid_i = header->id;
        put(top_.s_hdr_tdata_i, header->data);
        put(top_.s_hdr_tkeep_i, header->keep);
        top_.s_hdr_tlast_i = header->last;
    }

    void show(const Beat* beat) {
        top_.s_axis_tvalid_i = beat != nullptr;
        if (beat == nullptr) {
            noise(random_, top_.s_axis_tid_i, 1);
            noise(random_, top_.s_axis_tuser_i, 2);
            noise(random_, top_.s_axis_tdata_i);
            noise(random_, top_.s_axis_tkeep_i, 1);
            noise(random_, top_.s_axis_tlast_i, 1);
            return;
        }
        top_.s_axis_tid_i = beat->id;
        top_.s_axis_tuser_i = beat->user;
        put(top_.s_axis_tdata_i, beat->data);
        put(top_.s_axis_tkeep_i, beat->keep);
        top_.s_axis_tlast_i = beat->last;
    }

    void offer_noise() {
        show(static_cast<const Header*>(nullptr));
        show(static_cast<const Beat*>(nullptr));
        top_.s_hdr_tvalid_i = 1;
        top_.s_axis_tvalid_i = 1;
    }

    void offer_nothing() {
        top_.s_hdr_tvalid_i = 0;
        top_.s_axis_tvalid_i = 0;
    }

    bool header_taken() const { return top_.s_hdr_tready_o; }
    bool beat_taken() const { return top_.s_axis_tready_o; }
    void ready(bool level) { top_.m_axis_tready_i = level; }
    bool waits() const { return top_.m_axis_tready_i; }
    bool valid() const { return top_.m_axis_tvalid_o; }
    bool last() const { return top_.m_axis_tlast_o; }

    std::string wrong() const {
        const uint64_t keep = top_.m_axis_tkeep_o;
        if (keep & (keep + 1)) return "m_axis_tkeep_o has a hole";
        return keep || last() ? "" : "a beat of no bytes is not the last";
    }

    std::string shown() const {
        const uint64_t keep = top_.m_axis_tkeep_o;
        const unsigned user = top_.m_axis_tuser_o;
        std::ostringstream text;
        text << unsigned(top_.m_axis_tid_o) << ' ' << (user & 3) << ' '
             << __builtin_popcountll(keep) << ' ' << unsigned(top_.m_axis_tlast_o) << ' '
             << (user >> 2 & 1) << ' ' << (user >> 3 & 1) << ' ' << get(top_.m_axis_tdata_o);
        return text.str();
    }

    bool loud() const {
        return any(top_.m_axis_tid_o) || any(top_.m_axis_tuser_o) || any(top_.m_axis_tdata_o) ||
               any(top_.m_axis_tkeep_o) || top_.m_axis_tlast_o;
    }

private:
    template <typename T>
    static T read(std::istream& words) {
        T t;
        words >> t.id >> t.user >> t.keep >> t.last >> t.data;
        return t;
    }

    Vaesculus_point& top_;
    std::mt19937& random_;
};

#endif

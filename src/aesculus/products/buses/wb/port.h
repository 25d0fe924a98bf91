// Wishbone as the bench drives it: standard cycles, one access after the other. Behind a message's begin
// there is a cycle without one, in which the bus is that of other slaves.

#ifndef AESCULUS_PORT_H
#define AESCULUS_PORT_H

#include "../../common/registers/accesses.h"

class WishbonePins {
public:
    WishbonePins(Vaesculus_point& top, std::mt19937& random) : top_(top), random_(random) {}

    void stop() { strobe_ = later_ = false; }
    void begin(const Access& access) {
        later_ = access_.ends == Ends::kHeader;
        strobe_ = !later_;
        access_ = access;
    }
    void sample() {
        if (later_) {
            later_ = false, strobe_ = true;
        } else if (answered()) {
            strobe_ = false;
        }
    }
    bool answered() const { return top_.s_wb_ack_o || top_.s_wb_err_o; }
    bool refused() const { return top_.s_wb_err_o; }
    uint32_t data() const { return top_.s_wb_dat_o; }

    // Data are beside an answer alone, which is one of two, and there is none in a reset.
    bool loud() const {
        return (!answered() && top_.s_wb_dat_o) || (top_.s_wb_ack_o && top_.s_wb_err_o) ||
               (!top_.rst_ni && answered());
    }

    // Without both strobe and cycle nothing is asked: the other slaves of a bus see one of them.
    void drive() {
        const bool others = random_() & 1;
        top_.s_wb_stb_i = strobe_ || others;
        top_.s_wb_cyc_i = strobe_ || (!others && random_() & 1);
        top_.s_wb_we_i = strobe_ ? access_.write : random_() & 1;
        top_.s_wb_adr_i = strobe_ ? access_.address / 4 : random_() & 63;
        top_.s_wb_sel_i = strobe_ ? 0xf : random_() & 0xf;
        top_.s_wb_dat_i = strobe_ && access_.write ? access_.data : random_();
    }

private:
    Vaesculus_point& top_;
    std::mt19937& random_;
    Access access_{};
    bool strobe_ = false, later_ = false;
};

using Port = RegisterPort<WishbonePins>;

#endif

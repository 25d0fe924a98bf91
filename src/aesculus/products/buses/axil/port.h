// AXI4-Lite as the bench drives it: address and data of a write at once, answers taken as they come.

#ifndef AESCULUS_PORT_H
#define AESCULUS_PORT_H

#include "../../common/registers/accesses.h"

class AxilPins {
public:
    AxilPins(Vaesculus_point& top, std::mt19937& random) : top_(top), random_(random) {}

    void stop() { aw_ = w_ = ar_ = there_ = false; }
    void begin(const Access& access) {
        access_ = access, there_ = true;
        aw_ = w_ = access.write;
        ar_ = !access.write;
    }
    void sample() {
        if (top_.s_axil_awvalid_i && top_.s_axil_awready_o) aw_ = false;
        if (top_.s_axil_wvalid_i && top_.s_axil_wready_o) w_ = false;
        if (top_.s_axil_arvalid_i && top_.s_axil_arready_o) ar_ = false;
    }
    bool answered() const { return access_.write ? top_.s_axil_bvalid_o : top_.s_axil_rvalid_o; }
    bool refused() const { return access_.write ? top_.s_axil_bresp_o : top_.s_axil_rresp_o; }
    uint32_t data() const { return top_.s_axil_rdata_o; }

    bool loud() const {
        const bool deaf = top_.s_axil_awready_o || top_.s_axil_wready_o || top_.s_axil_arready_o;
        const bool answers = top_.s_axil_rvalid_o || top_.s_axil_bvalid_o;
        return (!top_.s_axil_rvalid_o && top_.s_axil_rdata_o) ||
               (!top_.rst_ni && (deaf || answers));
    }

    void drive() {
        top_.s_axil_awvalid_i = aw_;
        top_.s_axil_wvalid_i = w_;
        top_.s_axil_arvalid_i = ar_;
        top_.s_axil_awaddr_i = there_ ? access_.address : 0;
        top_.s_axil_araddr_i = there_ ? access_.address : 0;
        top_.s_axil_wdata_i = w_ ? access_.data : random_();
        top_.s_axil_wstrb_i = 0xf;
        top_.s_axil_bready_i = 1;
        top_.s_axil_rready_i = 1;
    }

private:
    Vaesculus_point& top_;
    std::mt19937& random_;
    Access access_{};
    bool aw_ = false, w_ = false, ar_ = false, there_ = false;
};

using Port = RegisterPort<AxilPins>;

#endif

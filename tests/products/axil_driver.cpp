// Runs the C driver against the simulated core: accesses become transfers on AXI4-Lite.
//
// Arguments: key, IV, data in hexadecimal; and 1 to decrypt. It writes a line for each thing it looked at.

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "Vaesculus_point.h"
#include "verilated.h"

#include "aesculus.c"

namespace {

constexpr uintptr_t kBase = 0x40000000;

VerilatedContext context;
std::unique_ptr<Vaesculus_point> top;
// Zeroises, by the pin, behind the look at STATUS that sees the end of a message.
bool cut_the_end = false;

void edge() {
    top->clk_i = 0;
    top->eval();
    top->clk_i = 1;
    top->eval();
}

// Runs to the end of a cycle in which a signal is high.
template <typename Port>
void until(const Port& port) {
    for (int cycle = 0; cycle < 1000; ++cycle) {
        top->clk_i = 0;
        top->eval();
        const bool high = port;
        edge();
        if (high) return;
    }
    std::fprintf(stderr, "the bus does not answer\n");
    std::exit(1);
}

void check(bool okay, uintptr_t address) {
    if (okay) return;
    std::fprintf(stderr, "error response at %#lx\n", static_cast<unsigned long>(address));
    std::exit(1);
}

std::vector<uint8_t> bytes(const std::string& hex) {
    std::vector<uint8_t> found;
    for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
        found.push_back(static_cast<uint8_t>(std::stoul(hex.substr(at, 2), nullptr, 16)));
    }
    return found;
}

void tell(const char* what, const std::vector<uint8_t>& data) {
    std::printf("%s ", what);
    for (const uint8_t byte : data) std::printf("%02x", byte);
    std::printf("\n");
}

}  // namespace

uint32_t aesculus_read32(uintptr_t address) {
    top->s_axil_araddr_i = address - kBase;
    top->s_axil_arvalid_i = 1;
    until(top->s_axil_arready_o);
    top->s_axil_arvalid_i = 0;
    top->s_axil_rready_i = 0;
    while (!top->s_axil_rvalid_o) edge();
    const uint32_t data = top->s_axil_rdata_o;
    check(top->s_axil_rresp_o == 0, address);
    top->s_axil_rready_i = 1;
    edge();
    const uint32_t end = BIT(STATUS, OUT_VALID) | BIT(STATUS, OUT_LAST);
    if (cut_the_end && address == kBase + OFFSET(STATUS) && (data & end) == end) {
        cut_the_end = false;
        top->clear_i = 1;
        edge();
        top->clear_i = 0;
    }
    return data;
}

void aesculus_write32(uintptr_t address, uint32_t value) {
    top->s_axil_awaddr_i = address - kBase;
    top->s_axil_wdata_i = value;
    top->s_axil_wstrb_i = 0xf;
    top->s_axil_awvalid_i = 1;
    until(top->s_axil_awready_o);
    top->s_axil_awvalid_i = 0;
    top->s_axil_wvalid_i = 1;
    until(top->s_axil_wready_o);
    top->s_axil_wvalid_i = 0;
    top->s_axil_bready_i = 0;
    while (!top->s_axil_bvalid_o) edge();
    check(top->s_axil_bresp_o == 0, address);
    top->s_axil_bready_i = 1;
    edge();
}

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    const auto key = bytes(argv[1]), iv = bytes(argv[2]), data = bytes(argv[3]);
    const int decrypt = std::atoi(argv[4]);
    top = std::make_unique<Vaesculus_point>(&context);
    top->clear_i = top->error_clear_i = 0;
    top->s_axil_awvalid_i = top->s_axil_wvalid_i = top->s_axil_arvalid_i = 0;
    top->rst_ni = 0;
    edge();
    edge();
    top->rst_ni = 1;

    struct aesculus core;
    std::printf("open %d\n", aesculus_open(&core, kBase));
    std::printf("core %s %u\n", core.mode, core.key_bytes);
    std::printf("cleared %d\n", aesculus_zeroise(&core));
    std::printf("short key %d\n", aesculus_load_key(&core, key.data(), key.size() - 1));
    std::printf("load %d\n", aesculus_load_key(&core, key.data(), key.size()));
    auto run = [&](const char* what) {
        std::vector<uint8_t> text = data;
        const int result = aesculus_crypt(&core, decrypt, iv.data(), iv.size(), text.data(),
                                          text.data(), text.size());
        std::printf("%s %d\n", what, result);
        tell("text", text);
    };
    run("crypt");
    // The key is still there, the IV is given anew.
    run("again");
    // A message with a fault goes to its end, whether it is longer than what the mode holds or not.
    for (const std::size_t size : {32, 160, 640}) {
        std::vector<uint8_t> text(size);
        const int bad = aesculus_crypt(&core, decrypt, iv.data(), 3, text.data(), text.data(), size);
        std::printf("short IV %d %#x\n", bad, aesculus_errors(&core));
        std::printf("errors %#x\n", aesculus_errors(&core));
        run("crypt");
        run("again");
    }
    std::printf("nothing %d\n", aesculus_crypt(&core, decrypt, iv.data(), iv.size(), nullptr, nullptr, 0));
    std::printf("zeroise %d\n", aesculus_zeroise(&core));
    run("no key");
    // A message whose results nobody took: they are not the next one's.
    aesculus_load_key(&core, key.data(), key.size());
    put_bytes(&core, OFFSET(IV), iv.data(), iv.size(), BLOCK / WORD);
    put(&core, OFFSET(HEADER), PLACED(HEADER, IV_BYTES, iv.size()));
    put(&core, OFFSET(CTRL), BIT(CTRL, START));
    wait_for(&core, BIT(STATUS, IN_READY));
    put_block(&core, data.data(), BLOCK, 0);
    wait_for(&core, BIT(STATUS, OUT_VALID));
    run("stale");
    std::printf("zeroise %d\n", aesculus_zeroise(&core));
    aesculus_load_key(&core, key.data(), key.size());
    run("crypt");
    // What a zeroise takes is not the message's last block.
    cut_the_end = true;
    std::vector<uint8_t> cut = data;
    std::printf("cut %d\n", aesculus_crypt(&core, decrypt, iv.data(), iv.size(), cut.data(),
                                           cut.data(), cut.size()));
    std::printf("errors %#x\n", aesculus_errors(&core));
    core.mode[0] = 'G';
    run("other mode");
    top.reset();
    return 0;
}

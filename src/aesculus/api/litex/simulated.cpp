// SPDX-License-Identifier: Apache-2.0
// Runs a simulated system: what it sends on its serial line goes to stdout, up to byte 4, the end.
// Argument: so many cycles at most. The last line is the number of cycles.

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "Vaesculus_system.h"
#include "verilated.h"

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const long most = std::atol(argv[1]);
    constexpr char kEnd = 4;
    VerilatedContext context;
    // Registers without a reset begin with anything.
    context.randReset(2);
    context.randSeed(1);
    auto top = std::make_unique<Vaesculus_system>(&context);
    top->serial_sink_valid = 0;
    top->serial_sink_data = 0;
    top->serial_source_ready = 1;
    char last = '\n';
    for (long cycle = 0; cycle < most; ++cycle) {
        top->reset = cycle < 4;
        top->clock = 0;
        top->eval();
        const bool sent = top->serial_source_valid && !top->reset;
        const char byte = static_cast<char>(top->serial_source_data);
        top->clock = 1;
        top->eval();
        if (sent && byte == kEnd) {
            std::printf("%s%ld cycles\n", last == '\n' ? "" : "\n", cycle);
            return 0;
        }
        if (sent) last = static_cast<char>(std::putchar(byte));
    }
    std::fflush(stdout);
    std::fprintf(stderr, "error: no end within %ld cycles\n", most);
    return 1;
}

// Runs the C driver against a device that never ends a message: what it gives may not go beyond the buffer.
//
// It writes a line for each size of block and length: what the driver returned, and how many bytes behind the buffer
// changed.

#include <cstdio>
#include <vector>

#include "aesculus.c"

namespace {

bool started = false;
uint32_t given = BLOCK;

int beyond(const std::vector<uint8_t>& buffer, std::size_t size) {
    int changed = 0;
    for (std::size_t at = size; at < buffer.size(); ++at) changed += buffer[at] != 0xee;
    return changed;
}

}  // namespace

uint32_t aesculus_read32(uintptr_t address) {
    if (address == OFFSET(STATUS)) {
        const uint32_t idle = BIT(STATUS, HDR_READY) | BIT(STATUS, KEYED) | BIT(STATUS, IN_READY);
        return started ? idle | BIT(STATUS, OUT_VALID) | PLACED(STATUS, OUT_BYTES, given) : idle;
    }
    return 0x5a5a5a5a;
}

void aesculus_write32(uintptr_t address, uint32_t value) {
    started = started || (address == OFFSET(CTRL) && (value & BIT(CTRL, START)));
}

int main() {
    for (const uint32_t block : {BLOCK, 0u}) {
        for (const std::size_t size : {std::size_t{8}, std::size_t{40}}) {
            struct aesculus core = {0, 16, "CTR"};
            const std::vector<uint8_t> iv(BLOCK), text(size);
            std::vector<uint8_t> out(size + 4 * BLOCK, 0xee);
            started = false;
            given = block;
            const int result =
                aesculus_crypt(&core, 0, iv.data(), iv.size(), text.data(), out.data(), size);
            std::printf("crypt %zu by %u: %d, beyond %d\n", size, block, result, beyond(out, size));
        }
    }
    return 0;
}

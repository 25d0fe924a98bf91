/* SPDX-License-Identifier: Apache-2.0 */
#include "aesculus.h"

#include "aesculus_regs.h"

/* So often STATUS is read before the driver gives up. */
#ifndef AESCULUS_POLLS
#define AESCULUS_POLLS 1000000u
#endif

#define BLOCK 16u
#define WORD 4u
#define KIND_TEXT 2u

#define OFFSET(name) (offsetof(aesculus_regs_t, name))
#define BIT(reg, field) ((uint32_t)AESCULUS_REGS__##reg##__##field##_bm)
#define PLACED(reg, field, value) ((uint32_t)(value) << AESCULUS_REGS__##reg##__##field##_bp)
#define FIELD(word, reg, field) (((word) & BIT(reg, field)) >> AESCULUS_REGS__##reg##__##field##_bp)

#ifndef AESCULUS_HOSTED
static uint32_t aesculus_read32(uintptr_t address) {
    return *(const volatile uint32_t *)address;
}

static void aesculus_write32(uintptr_t address, uint32_t value) {
    *(volatile uint32_t *)address = value;
}
#endif

static uint32_t get(const struct aesculus *core, size_t offset) {
    return aesculus_read32(core->base + offset);
}

static void put(const struct aesculus *core, size_t offset, uint32_t value) {
    aesculus_write32(core->base + offset, value);
}

/* Writes bytes to words that follow each other, the first byte lowest, zeros behind the last. */
static void put_bytes(const struct aesculus *core, size_t offset, const uint8_t *data, size_t bytes,
                      size_t words) {
    size_t word, at;
    for (word = 0; word < words; word++) {
        uint32_t value = 0;
        for (at = WORD * word; at < WORD * (word + 1) && at < bytes; at++) {
            value |= (uint32_t)data[at] << (8 * (at % WORD));
        }
        put(core, offset + WORD * word, value);
    }
}

/* Waits until one of the bits of STATUS is high, and returns STATUS; zeros if none is. */
static uint32_t wait_for(const struct aesculus *core, uint32_t bits) {
    uint32_t left;
    for (left = AESCULUS_POLLS; left > 0; left--) {
        const uint32_t status = get(core, OFFSET(STATUS));
        if (status & bits) {
            return status;
        }
    }
    return 0;
}

int aesculus_open(struct aesculus *core, uintptr_t base) {
    uint32_t id;
    size_t letter;
    core->base = base;
    /* Whoever does not look at what is returned finds no mode. */
    core->key_bytes = 0;
    core->mode[0] = '\0';
    id = get(core, OFFSET(ID));
    if (FIELD(id, ID, MAGIC) != AESCULUS_REGS__ID__MAGIC_reset ||
        FIELD(id, ID, MAJOR) != AESCULUS_REGS__ID__MAJOR_reset ||
        FIELD(id, ID, MINOR) < AESCULUS_REGS__ID__MINOR_reset) {
        return AESCULUS_NO_CORE;
    }
    core->key_bytes = FIELD(get(core, OFFSET(POINT)), POINT, KEY_BITS) / 8u;
    for (letter = 0; letter < sizeof core->mode - 1; letter++) {
        const uint32_t letters = get(core, OFFSET(MODE) + letter / WORD * WORD);
        core->mode[letter] = (char)(letters >> (8 * (letter % WORD)) & 0xffu);
    }
    core->mode[letter] = '\0';
    return AESCULUS_OK;
}

int aesculus_load_key(const struct aesculus *core, const uint8_t *key, size_t bytes) {
    if (bytes != core->key_bytes) {
        return AESCULUS_LENGTH;
    }
    if (!wait_for(core, BIT(STATUS, HDR_READY))) {
        return AESCULUS_TIMEOUT;
    }
    put_bytes(core, OFFSET(KEY), key, bytes, bytes / WORD);
    return AESCULUS_OK;
}

static void put_block(const struct aesculus *core, const uint8_t *data, size_t bytes, int last) {
    put(core, OFFSET(IN_CTRL),
        PLACED(IN_CTRL, KIND, KIND_TEXT) | PLACED(IN_CTRL, LAST, last != 0) |
            PLACED(IN_CTRL, BYTES, bytes));
    put_bytes(core, OFFSET(DATA_IN), data, bytes, BLOCK / WORD);
}

/* Takes all words of a block, and so the block; keeps as many bytes of it as there is room for. */
static void get_block(const struct aesculus *core, uint8_t *data, size_t bytes) {
    size_t word, at;
    for (word = 0; word < BLOCK / WORD; word++) {
        const uint32_t value = get(core, OFFSET(DATA_OUT) + WORD * word);
        for (at = WORD * word; at < WORD * (word + 1) && at < bytes; at++) {
            data[at] = (uint8_t)(value >> (8 * (at % WORD)));
        }
    }
}

/* Returns whether a mode gives as many bytes of text as it takes, and needs nothing but an IV beside them. */
static int is_known(const char *mode) {
    static const char known[][9] = {"ECB", "CBC", "CFB1", "CFB8", "CFB128", "OFB", "CTR", "XTS"};
    size_t each, at;
    for (each = 0; each < sizeof known / sizeof known[0]; each++) {
        for (at = 0; mode[at] == known[each][at]; at++) {
            if (mode[at] == '\0') {
                return 1;
            }
        }
    }
    return 0;
}

int aesculus_crypt(const struct aesculus *core, int decrypt, const uint8_t *iv, size_t iv_bytes,
                   const uint8_t *in, uint8_t *out, size_t bytes) {
    size_t sent = 0, got = 0, owed = 1;
    int all_sent = 0, misused = 0;
    uint32_t ready;
    if (!is_known(core->mode)) {
        return AESCULUS_NO_MODE;
    }
    if (iv_bytes > BLOCK) {
        return AESCULUS_LENGTH;
    }
    if (get(core, OFFSET(STATUS)) & BIT(STATUS, OUT_VALID)) {
        return AESCULUS_STALE;
    }
    ready = wait_for(core, BIT(STATUS, HDR_READY));
    if (!ready) {
        return AESCULUS_TIMEOUT;
    }
    if (!(ready & BIT(STATUS, KEYED))) {
        return AESCULUS_NO_KEY;
    }
    put_bytes(core, OFFSET(IV), iv, iv_bytes, BLOCK / WORD);
    put(core, OFFSET(HEADER),
        PLACED(HEADER, DECRYPT, decrypt != 0) | PLACED(HEADER, IV_BYTES, iv_bytes));
    put(core, OFFSET(CTRL), BIT(CTRL, START));
    for (;;) {
        const uint32_t wanted = BIT(STATUS, OUT_VALID) | (all_sent ? 0 : BIT(STATUS, IN_READY));
        const uint32_t status = wait_for(core, wanted);
        if (!status) {
            return AESCULUS_TIMEOUT;
        }
        /* What is written goes in before what comes of it is read over, so `out` may be `in`. */
        if (status & BIT(STATUS, OUT_VALID)) {
            const size_t size = FIELD(status, STATUS, OUT_BYTES), room = bytes - got;
            const int last = (status & BIT(STATUS, OUT_LAST)) != 0;
            get_block(core, bytes ? out + got : out, size < room ? size : room);
            /* What a device says decides neither where this writes nor for how long. */
            if (size > room || owed == 0) {
                return AESCULUS_MISUSED;
            }
            owed--;
            got += size;
            /* Of a message with a fault blocks of nothing come. It goes on to its end, or the next message's blocks
             * would be taken for its own. */
            misused |= (status & BIT(STATUS, OUT_ERROR)) != 0 || (size == 0 && !last);
            if (last) {
                /* A zeroise behind the look at STATUS took the block, and zeros were read: it took the key too. */
                misused |= !(get(core, OFFSET(STATUS)) & BIT(STATUS, KEYED));
                return misused || got != bytes ? AESCULUS_MISUSED : AESCULUS_OK;
            }
        } else {
            const size_t left = bytes - sent;
            const size_t size = left < BLOCK ? left : BLOCK;
            all_sent = left <= BLOCK;
            put_block(core, bytes ? in + sent : in, size, all_sent);
            sent += size;
            owed++;
        }
    }
}

int aesculus_zeroise(const struct aesculus *core) {
    put(core, OFFSET(CTRL), BIT(CTRL, ZEROISE));
    /* On AXI4-Lite a read that waits may be answered before what was written has begun. */
    (void)get(core, OFFSET(STATUS));
    return wait_for(core, BIT(STATUS, CLEARED)) ? AESCULUS_OK : AESCULUS_TIMEOUT;
}

uint32_t aesculus_errors(const struct aesculus *core) {
    const uint32_t errors = get(core, OFFSET(ERROR));
    put(core, OFFSET(ERROR), errors);
    return errors;
}

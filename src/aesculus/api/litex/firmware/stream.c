/* SPDX-License-Identifier: Apache-2.0
 * Encrypts a buffer by DMA, in a LiteX system with a stream: the header by CSRs, the text by LiteX's DMA. It compares
 * with SP 800-38A, F.5.1, then writes PASS or FAIL, and byte 4.
 */
#include "bare.h"

#define TEXT 64u
#define KEY_WORD 8u
#define LOOKS 100000u

void interrupt(void) {
}

/* A header (docs/modes.md): 12 bytes of lengths, 4 of zeros, the counter, the key. */
static const uint8_t header[48] = {
    0, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0, TEXT, 0, 0, 0, 0,
    0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff,
    0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c};
static const uint8_t plain[TEXT] = {
    0x6b, 0xc1, 0xbe, 0xe2, 0x2e, 0x40, 0x9f, 0x96, 0xe9, 0x3d, 0x7e, 0x11, 0x73, 0x93, 0x17, 0x2a,
    0xae, 0x2d, 0x8a, 0x57, 0x1e, 0x03, 0xac, 0x9c, 0x9e, 0xb7, 0x6f, 0xac, 0x45, 0xaf, 0x8e, 0x51,
    0x30, 0xc8, 0x1c, 0x46, 0xa3, 0x5c, 0xe4, 0x11, 0xe5, 0xfb, 0xc1, 0x19, 0x1a, 0x0a, 0x52, 0xef,
    0xf6, 0x9f, 0x24, 0x45, 0xdf, 0x4f, 0x9b, 0x17, 0xad, 0x2b, 0x41, 0x7b, 0xe6, 0x6c, 0x37, 0x10};
static const uint8_t coded[TEXT] = {
    0x87, 0x4d, 0x61, 0x91, 0xb6, 0x20, 0xe3, 0x26, 0x1b, 0xef, 0x68, 0x64, 0x99, 0x0d, 0xb6, 0xce,
    0x98, 0x06, 0xf6, 0x6b, 0x79, 0x70, 0xfd, 0xff, 0x86, 0x17, 0x18, 0x7b, 0xb9, 0xff, 0xfd, 0xff,
    0x5a, 0xe4, 0xdf, 0x3e, 0xdb, 0xd5, 0xd3, 0x5e, 0x5b, 0x4f, 0x09, 0x02, 0x0d, 0xb0, 0x3e, 0xab,
    0x1e, 0x03, 0x1d, 0xda, 0x2f, 0xbe, 0x03, 0xd1, 0x79, 0x21, 0x70, 0xa0, 0xf3, 0x00, 0x9c, 0xee};
static uint32_t text[TEXT / 4], result[TEXT / 4];

static int until(uintptr_t address, uint32_t bits) {
    uint32_t left;
    for (left = LOOKS; left > 0; left--) {
        if ((*at(address) & bits) == bits) return 1;
    }
    return 0;
}

/* Sends the header, with another key if bits of it are to change. */
static void send_header(uint32_t change) {
    size_t word;
    for (word = 0; word < sizeof header / 4; word++) {
        const uint8_t *from = header + 4 * word;
        const uint32_t value = ((uint32_t)from[0] | (uint32_t)from[1] << 8 |
                                (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24) ^
                               (word >= KEY_WORD ? change : 0);
        const int last = word + 1 == sizeof header / 4;
        if (!until(CSR_AESCULUS_STATUS_ADDR, 1)) break;
        *at(last ? CSR_AESCULUS_HEADER_LAST_ADDR : CSR_AESCULUS_HEADER_ADDR) = value;
    }
    check("header", word == sizeof header / 4);
}

/* Begins to send `text` through, into `result`. Addresses are of 64 bits, the high word first. */
static void start(void) {
    *at(CSR_AESCULUS_DMA_WRITER_ENABLE_ADDR) = 0;
    *at(CSR_AESCULUS_DMA_READER_ENABLE_ADDR) = 0;
    *at(CSR_AESCULUS_DMA_WRITER_BASE_ADDR) = 0;
    *at(CSR_AESCULUS_DMA_WRITER_BASE_ADDR + 4) = (uint32_t)(uintptr_t)result;
    *at(CSR_AESCULUS_DMA_WRITER_LENGTH_ADDR) = TEXT;
    *at(CSR_AESCULUS_DMA_READER_BASE_ADDR) = 0;
    *at(CSR_AESCULUS_DMA_READER_BASE_ADDR + 4) = (uint32_t)(uintptr_t)text;
    *at(CSR_AESCULUS_DMA_READER_LENGTH_ADDR) = TEXT;
    *at(CSR_AESCULUS_DMA_WRITER_ENABLE_ADDR) = 1;
    *at(CSR_AESCULUS_DMA_READER_ENABLE_ADDR) = 1;
}

static void move(void) {
    start();
    check("moved", until(CSR_AESCULUS_DMA_WRITER_DONE_ADDR, 1));
    /* What the processor has in its cache is older than the memory. This instruction is the VexRiscv's. */
    __asm__ volatile(".word 0x500f" ::: "memory");
}

int main(void) {
    check("cleared", until(CSR_AESCULUS_STATUS_ADDR, 2));
    send_header(0);
    memcpy(text, plain, TEXT);
    move();
    check("SP 800-38A, F.5.1", same((const uint8_t *)result, coded, TEXT));
    check("packet", *at(CSR_AESCULUS_EV_PENDING_ADDR) == 1);
    check("no errors", *at(CSR_AESCULUS_ERRORS_ADDR) == 0);
    /* A header with another key, then a zeroise: no packet uses it. */
    send_header(1);
    *at(CSR_AESCULUS_ZEROISE_ADDR) = 1;
    check("zeroised", until(CSR_AESCULUS_STATUS_ADDR, 3));
    send_header(0);
    memset(result, 0, TEXT);
    move();
    check("again", same((const uint8_t *)result, coded, TEXT));
    /* Text that waits for a key, then a zeroise: the next packet does not begin with it. */
    memset(text, 0x55, TEXT);
    start();
    check("waits", !until(CSR_AESCULUS_DMA_WRITER_DONE_ADDR, 1));
    *at(CSR_AESCULUS_ZEROISE_ADDR) = 1;
    check("dropped", until(CSR_AESCULUS_STATUS_ADDR, 3));
    send_header(0);
    memcpy(text, plain, TEXT);
    memset(result, 0, TEXT);
    move();
    check("own text", same((const uint8_t *)result, coded, TEXT));
    say(failed ? "FAIL\n" : "PASS\n");
    put(END_OF_TEXT);
    return 0;
}

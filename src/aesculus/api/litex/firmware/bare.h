/* SPDX-License-Identifier: Apache-2.0
 * What each program on a LiteX system without an operating system needs: words at addresses, a line of text for
 * each thing it looked at, and whether one was wrong. A program includes it once.
 */
#ifndef AESCULUS_BARE_H
#define AESCULUS_BARE_H

#include <stddef.h>
#include <stdint.h>

#include <generated/csr.h>

#define END_OF_TEXT 4

static volatile uint32_t *at(uintptr_t address) {
    return (volatile uint32_t *)address;
}

/* A compiler may ask for these whatever it is told. */
void *memcpy(void *to, const void *from, size_t bytes) {
    uint8_t *out = to;
    const uint8_t *in = from;
    while (bytes-- > 0) *out++ = *in++;
    return to;
}

void *memset(void *to, int value, size_t bytes) {
    uint8_t *out = to;
    while (bytes-- > 0) *out++ = (uint8_t)value;
    return to;
}

static void put(char letter) {
    while (*at(CSR_UART_TXFULL_ADDR)) {
    }
    *at(CSR_UART_RXTX_ADDR) = (uint8_t)letter;
}

static void say(const char *text) {
    while (*text) put(*text++);
}

static int failed;

static void check(const char *what, int good) {
    say(good ? "ok    " : "wrong ");
    say(what);
    put('\n');
    failed |= !good;
}

static int same(const uint8_t *one, const uint8_t *other, size_t bytes) {
    while (bytes-- > 0) {
        if (*one++ != *other++) return 0;
    }
    return 1;
}

#endif

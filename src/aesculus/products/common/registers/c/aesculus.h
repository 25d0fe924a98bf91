/* SPDX-License-Identifier: Apache-2.0
 * Driver of the registers (docs/registers.md), for confidentiality modes: ECB, CBC, CFB, OFB, CTR, XTS. It needs no
 * operating system and no library, waits by looking, and holds no key.
 */
#ifndef AESCULUS_H
#define AESCULUS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum aesculus_result {
    AESCULUS_OK = 0,
    AESCULUS_NO_CORE = -1,  /* nothing at this address that the driver knows */
    AESCULUS_LENGTH = -2,   /* the key has not the length that it must have, or the IV more than a block */
    AESCULUS_TIMEOUT = -3,  /* the core did not get ready: see AESCULUS_POLLS */
    AESCULUS_MISUSED = -4,  /* the core noted an error: see aesculus_errors */
    AESCULUS_NO_KEY = -5,   /* no key was loaded since the last reset or zeroise */
    AESCULUS_STALE = -6,    /* results of an earlier message wait: the core is to be zeroised */
    AESCULUS_NO_MODE = -7   /* the core has a mode that this driver does not know */
};

struct aesculus {
    uintptr_t base;      /* address of the registers */
    uint32_t key_bytes;  /* that the core takes */
    char mode[9];        /* its name, such as "CTR" */
};

/* Looks what is at an address. */
int aesculus_open(struct aesculus *core, uintptr_t base);

/* Loads a key, which messages use from here on until a zeroise. */
int aesculus_load_key(const struct aesculus *core, const uint8_t *key, size_t bytes);

/* Sends a message through, of any length, `out` may be `in`. With an error what is in `out` counts for nothing. A
 * message with a fault goes through to its end, and the next one may follow. After a timeout the core is to be
 * zeroised, and after AESCULUS_MISUSED too where the device, or somebody beside it, is not trusted to have ended the
 * message. Never more than `bytes` are written. */
int aesculus_crypt(const struct aesculus *core, int decrypt, const uint8_t *iv, size_t iv_bytes,
                   const uint8_t *in, uint8_t *out, size_t bytes);

/* Overwrites all keys and data in the core, and waits for the end of it. */
int aesculus_zeroise(const struct aesculus *core);

/* Returns the errors noted so far, bits of the register ERROR, and clears them. */
uint32_t aesculus_errors(const struct aesculus *core);

#ifdef AESCULUS_HOSTED
/* Accesses are made by whoever defines these: a simulation, a debugger. */
uint32_t aesculus_read32(uintptr_t address);
void aesculus_write32(uintptr_t address, uint32_t value);
#endif

#ifdef __cplusplus
}
#endif

#endif

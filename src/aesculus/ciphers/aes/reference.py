"""The reference the core is compared with: AES as pyca/cryptography computes it.

That library gives no round keys, so KeyExpansion is written out here, for cores that are driven
with them. A mistake in it shows: the blocks are still answered by the library.
"""

from functools import cache

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB

BLOCK_BYTES = 16
_WORD_BYTES = 4
_LONGEST_NK = 8
_MODULUS = 0x11B


def cipher_block(key: bytes, block: bytes, *, decrypt: bool = False) -> bytes:
    """Return one block through the cipher or its inverse.

    Args:
        key: 16, 24 or 32 bytes, in the order FIPS 197 prints them.
        block: 16 bytes.
        decrypt: use the inverse cipher.

    Raises:
        ValueError: the key or the block has another length.
    """
    if len(block) != BLOCK_BYTES:
        raise ValueError(f"block of {len(block)} bytes; AES takes {BLOCK_BYTES}")
    # One block is the subject here, not a message, so ECB is the right mode.
    cipher = Cipher(AES(key), ECB())  # noqa: S305
    context = cipher.decryptor() if decrypt else cipher.encryptor()
    return context.update(block) + context.finalize()


def round_keys(key: bytes) -> bytes:
    """Return the round keys of FIPS 197, section 5.2, one after the other from round key 0 on.

    Args:
        key: 16, 24 or 32 bytes, in the order FIPS 197 prints them.

    Raises:
        ValueError: the key has another length.
    """
    nk = len(key) // _WORD_BYTES
    if len(key) not in {16, 24, 32}:
        raise ValueError(f"key of {len(key)} bytes; AES takes 16, 24 or 32")
    words = [key[at : at + _WORD_BYTES] for at in range(0, len(key), _WORD_BYTES)]
    rcon = 1
    for index in range(nk, _WORD_BYTES * (nk + 7)):
        word = words[-1]
        if index % nk == 0:
            word = _sub_word(word[1:] + word[:1])
            word = bytes([word[0] ^ rcon]) + word[1:]
            rcon = _times_two(rcon)
        elif nk == _LONGEST_NK and index % nk == _WORD_BYTES:
            word = _sub_word(word)
        words.append(bytes(a ^ b for a, b in zip(words[-nk], word, strict=True)))
    return b"".join(words)


def _times_two(value: int) -> int:
    return value << 1 ^ (_MODULUS if value >> 7 else 0)


def _sub_word(word: bytes) -> bytes:
    table = _sbox()
    return bytes(table[byte] for byte in word)


@cache
def _sbox() -> bytes:
    """Return SubBytes by walking the powers of {03}, which reach every byte but 0."""
    powers = [1]
    while len(powers) < 255:
        powers.append(powers[-1] ^ _times_two(powers[-1]))
    table = bytearray(256)
    table[0] = 0x63
    for exponent, value in enumerate(powers):
        inverse = powers[-exponent % 255]
        turned = inverse * 0x101  # rotations of a byte are windows of its double
        table[value] = 0x63 ^ inverse
        for shift in range(4, 8):
            table[value] ^= turned >> shift & 0xFF
    return bytes(table)

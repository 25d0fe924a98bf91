"""SIMON 128/128 written out from section 3 of its paper, and the vector of its appendix B."""

from aesculus.design import Vector

BLOCK_BYTES = 16
ROUNDS = 68
Z2 = "10101111011100000011010010011000101000010001111110010110110011"
"""The constants of the key schedule, the first one leftmost; they come round after 62."""

_MASK = 2**64 - 1
_C = 2**64 - 4

PUBLISHED = Vector(
    key=bytes.fromhex("0f0e0d0c0b0a09080706050403020100"),
    data=bytes.fromhex("63736564207372656c6c657661727420"),
    expected=bytes.fromhex("49681b1e1e54fe3f65aa832af84e0bbc"),
    decrypt=False,
    source="ePrint 2013/404",
    item="appendix B",
)


def _left(word: int, by: int) -> int:
    return (word << by | word >> (64 - by)) & _MASK


def round_keys(key: bytes) -> list[int]:
    """Return the round keys in order.

    Args:
        key: 16 bytes, as the paper prints its words: k1, then k0.

    Raises:
        ValueError: the key has another length.
    """
    if len(key) != BLOCK_BYTES:
        raise ValueError(f"key of {len(key)} bytes; SIMON 128/128 takes {BLOCK_BYTES}")
    keys = [int.from_bytes(key[8:], "big"), int.from_bytes(key[:8], "big")]
    for index in range(ROUNDS - 2):
        turned = _left(keys[-1], 64 - 3)
        turned ^= _left(turned, 64 - 1)
        keys.append(_C ^ int(Z2[index % len(Z2)]) ^ keys[-2] ^ turned)
    return keys


def encrypt(key: bytes, block: bytes) -> bytes:
    """Return one block through the cipher; both are words as the paper prints them.

    Raises:
        ValueError: the key or the block has another length.
    """
    if len(block) != BLOCK_BYTES:
        raise ValueError(f"block of {len(block)} bytes; SIMON 128/128 takes {BLOCK_BYTES}")
    x, y = int.from_bytes(block[:8], "big"), int.from_bytes(block[8:], "big")
    for key_word in round_keys(key):
        x, y = y ^ (_left(x, 1) & _left(x, 8)) ^ _left(x, 2) ^ key_word, x
    return x.to_bytes(8, "big") + y.to_bytes(8, "big")

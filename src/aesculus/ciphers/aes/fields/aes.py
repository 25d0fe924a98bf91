"""AES constants computed from their definitions in FIPS 197, sections 4.2, 5.1.1 and 5.2."""

from functools import cache

from aesculus.ciphers.aes.fields.gf import BinaryField, power
from aesculus.ciphers.aes.fields.matrix import BitMatrix

AES_FIELD = BinaryField(0x11B)
"""GF(2^8) modulo x^8 + x^4 + x^3 + x + 1."""

AFFINE_MATRIX = BitMatrix(
    tuple(sum(1 << (i + offset) % 8 for offset in (0, 4, 5, 6, 7)) for i in range(8))
)
"""The linear part of SubBytes: b'_i = b_i + b_(i+4) + b_(i+5) + b_(i+6) + b_(i+7)."""

AFFINE_CONSTANT = 0x63


@cache
def aes_sbox() -> tuple[int, ...]:
    """Return the SubBytes table."""
    return tuple(AFFINE_MATRIX(AES_FIELD.inv(value)) ^ AFFINE_CONSTANT for value in range(256))


@cache
def inverse_aes_sbox() -> tuple[int, ...]:
    """Return the InvSubBytes table."""
    table = [0] * 256
    for value, image in enumerate(aes_sbox()):
        table[image] = value
    return tuple(table)


def round_constants(count: int = 10) -> tuple[int, ...]:
    """Return the first `count` round constants, the powers of x from x^0."""
    return tuple(power(AES_FIELD, 2, exponent) for exponent in range(count))

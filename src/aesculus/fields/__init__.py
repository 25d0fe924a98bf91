"""Finite fields of AES: GF(2^8), its towers, and the maps between them."""

from aesculus.fields.aes import AES_FIELD, aes_sbox, inverse_aes_sbox, round_constants
from aesculus.fields.cipher import CipherBasis, cipher_bases
from aesculus.fields.gf import BinaryField, Field, QuadraticField, irreducible_polynomials
from aesculus.fields.matrix import BitMatrix
from aesculus.fields.tower import gf16_fields, quadratic_extensions, roots

__all__ = [
    "AES_FIELD",
    "BinaryField",
    "BitMatrix",
    "CipherBasis",
    "Field",
    "QuadraticField",
    "aes_sbox",
    "cipher_bases",
    "gf16_fields",
    "inverse_aes_sbox",
    "irreducible_polynomials",
    "quadratic_extensions",
    "roots",
    "round_constants",
]

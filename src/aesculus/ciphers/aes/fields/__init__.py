"""Finite fields of AES: GF(2^8), its towers, and the maps between them."""

from aesculus.ciphers.aes.fields.aes import AES_FIELD, aes_sbox, inverse_aes_sbox, round_constants
from aesculus.ciphers.aes.fields.bases import TowerBasis, families, tower_basis
from aesculus.ciphers.aes.fields.bases import numbers as basis_numbers
from aesculus.ciphers.aes.fields.cipher import CipherBasis, Isomorphism, cipher_bases
from aesculus.ciphers.aes.fields.gf import (
    BinaryField,
    Field,
    QuadraticField,
    irreducible_polynomials,
)
from aesculus.ciphers.aes.fields.matrix import BitMatrix
from aesculus.ciphers.aes.fields.tower import gf16_fields, quadratic_extensions, roots

__all__ = [
    "AES_FIELD",
    "BinaryField",
    "BitMatrix",
    "CipherBasis",
    "Field",
    "Isomorphism",
    "QuadraticField",
    "TowerBasis",
    "aes_sbox",
    "basis_numbers",
    "cipher_bases",
    "families",
    "gf16_fields",
    "inverse_aes_sbox",
    "irreducible_polynomials",
    "quadratic_extensions",
    "roots",
    "round_constants",
    "tower_basis",
]

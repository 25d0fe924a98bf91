"""AES carried over into another representation of GF(2^8)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from aesculus.ciphers.aes.fields.aes import (
    AES_FIELD,
    AFFINE_CONSTANT,
    AFFINE_MATRIX,
    round_constants,
)
from aesculus.ciphers.aes.fields.gf import Field, power
from aesculus.ciphers.aes.fields.matrix import BitMatrix
from aesculus.ciphers.aes.fields.tower import gf16_fields, quadratic_extensions, roots


class Isomorphism:
    """What follows from a linear map of F1, the field of FIPS 197, onto another representation.

    Whoever derives from it states `phi`; the rest is AES carried over by it.
    """

    @cached_property
    def phi(self) -> BitMatrix:
        """Map of a byte of AES into this representation."""
        raise NotImplementedError

    @cached_property
    def phi_inverse(self) -> BitMatrix:
        """Map back to a byte of AES."""
        return self.phi.inverse()

    def _carry(self, matrix: BitMatrix) -> BitMatrix:
        return self.phi @ matrix @ self.phi_inverse

    @cached_property
    def affine_matrix(self) -> BitMatrix:
        """Linear part of SubBytes here."""
        return self._carry(AFFINE_MATRIX)

    @cached_property
    def affine_constant(self) -> int:
        """Constant part of SubBytes here."""
        return self.phi(AFFINE_CONSTANT)

    @cached_property
    def inverse_affine_matrix(self) -> BitMatrix:
        """Linear part of what precedes the inversion in InvSubBytes here."""
        return self.affine_matrix.inverse()

    @cached_property
    def inverse_affine_constant(self) -> int:
        """Constant part of what precedes the inversion in InvSubBytes here."""
        return self.inverse_affine_matrix(self.affine_constant)

    def multiplier(self, constant: int) -> BitMatrix:
        """Return the matrix that multiplies by an AES constant, e.g. 2 or 3 for MixColumns.

        Args:
            constant: the factor as a byte of AES.
        """
        return self._carry(
            BitMatrix.from_columns([AES_FIELD.mul(constant, 1 << i) for i in range(8)])
        )

    def round_constants(self, count: int = 10) -> tuple[int, ...]:
        """Return the first `count` round constants of the key expansion here."""
        return tuple(self.phi(value) for value in round_constants(count))


@dataclass(frozen=True)
class CipherBasis(Isomorphism):
    """The isomorphism from the AES field to `field` that sends x to `root`, and what follows.

    Args:
        field: a field of 256 elements.
        root: a root in `field` of the AES polynomial.

    Raises:
        ValueError: if `field` has another size or `root` is none.
    """

    field: Field
    root: int

    def __post_init__(self) -> None:
        if self.field.bits != AES_FIELD.bits:
            raise ValueError(f"{self.field.name} has {self.field.bits} bits an element, not 8")
        legal = roots(AES_FIELD.modulus, self.field)
        if self.root not in legal:
            listed = ", ".join(f"{value:02x}" for value in legal)
            raise ValueError(
                f"{self.root:02x} is no root of the AES polynomial in {self.field.name}; "
                f"its roots are {listed}"
            )

    @cached_property
    def phi(self) -> BitMatrix:
        """Map of a byte of AES into this representation; column i is root^i."""
        return BitMatrix.from_columns([power(self.field, self.root, i) for i in range(8)])

    def sub_byte(self, value: int) -> int:
        """Return SubBytes of one byte that is given and returned in this representation."""
        return self.affine_matrix(self.field.inv(value)) ^ self.affine_constant

    def inverse_sub_byte(self, value: int) -> int:
        """Return InvSubBytes of one byte given and returned in this representation."""
        return self.field.inv(self.inverse_affine_matrix(value) ^ self.inverse_affine_constant)

    def sbox(self) -> tuple[int, ...]:
        """Return the SubBytes table for bytes of AES, computed through this representation."""
        return tuple(self.phi_inverse(self.sub_byte(self.phi(value))) for value in range(256))


def cipher_bases(
    bases: Iterable[Field] | None = None, *, normal: bool = False
) -> Iterator[CipherBasis]:
    """Yield each isomorphism of AES onto a quadratic extension of the given fields.

    Args:
        bases: representations of GF(2^4); all of `gf16_fields` if left out.
        normal: use normal bases for the upper extension.
    """
    for base in gf16_fields() if bases is None else bases:
        for field in quadratic_extensions(base, normal=normal):
            for root in roots(AES_FIELD.modulus, field):
                yield CipherBasis(field, root)

"""The matrices that a paper prints, against those that follow from the fields."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from pydantic import BaseModel, ConfigDict

from aesculus.ciphers.aes.fields import (
    AES_FIELD,
    BinaryField,
    BitMatrix,
    CipherBasis,
    QuadraticField,
)
from aesculus.ciphers.aes.fields.gf import power
from aesculus.papers.published import Paper

_PLAIN = CipherBasis(AES_FIELD, 2)
"""AES in its own field, where x is mapped to itself."""


class Difference(BaseModel):
    """A part of a printed matrix, vector or list that is not what the fields give.

    Attributes:
        id: of the printed object.
        equation: where it stands in the paper.
        row: number of the true row from 0; one past the last for a surplus row.
        printed: as the scanned text has it; empty for a missing row.
        true: as derived; empty for a surplus row.
        entries: columns that differ, where the lengths are the same.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    equation: str
    row: int
    printed: str
    true: str
    entries: tuple[int, ...] = ()


def basis(paper: Paper) -> CipherBasis:
    """Return the isomorphism that a paper uses.

    Raises:
        ValueError: the paper describes no field of its own.
    """
    if paper.tower is None:
        raise ValueError(f"{paper.id} describes no field but that of AES")
    tower = paper.tower
    field = QuadraticField(BinaryField(tower.binary_modulus), tower.a, tower.b)
    return CipherBasis(field, tower.root)


def true_matrices(paper: Paper) -> dict[str, BitMatrix]:
    """Return the matrices that a paper may print, by their id, as the fields give them."""
    found = {
        "aes_affine_matrix": _PLAIN.affine_matrix,
        "aes_multiplier_2": _PLAIN.multiplier(2),
        "aes_multiplier_3": _PLAIN.multiplier(3),
    }
    if paper.tower is not None:
        own = basis(paper)
        found |= {
            "phi": own.phi,
            "phi_inverse": own.phi_inverse,
            "affine_matrix": own.affine_matrix,
            "multiplier_2": own.multiplier(2),
            "multiplier_3": own.multiplier(3),
        }
    return found


def differences(paper: Paper) -> list[Difference]:
    """Return what a paper's printed matrices, vectors and byte lists have wrong."""
    return [*_matrices(paper), *_vectors(paper), *_bytes(paper)]


def _matrices(paper: Paper) -> Iterator[Difference]:
    truth = true_matrices(paper)
    for matrix in paper.matrices:
        true = ["".join(map(str, row)) for row in truth[matrix.id].entries()]
        # The scan may have lost or doubled rows, so rows are aligned before they are compared.
        matcher = SequenceMatcher(a=true, b=list(matrix.rows), autojunk=False)
        for tag, start, stop, low, high in matcher.get_opcodes():
            if tag == "equal":
                continue
            for offset in range(max(stop - start, high - low)):
                wanted = true[start + offset] if start + offset < stop else ""
                printed = matrix.rows[low + offset] if low + offset < high else ""
                yield Difference(
                    id=matrix.id,
                    equation=matrix.equation,
                    row=start + offset,
                    printed=printed,
                    true=wanted,
                    entries=_differing(printed, wanted),
                )


def _vectors(paper: Paper) -> Iterator[Difference]:
    truth = {"aes_affine_constant": _PLAIN.affine_constant}
    if paper.tower is not None:
        truth["affine_constant"] = basis(paper).affine_constant
    for vector in paper.vectors:
        true = f"{truth[vector.id]:08b}"[::-1]
        if vector.bits != true:
            yield Difference(
                id=vector.id,
                equation=vector.equation,
                row=0,
                printed=vector.bits,
                true=true,
                entries=_differing(vector.bits, true),
            )


def _bytes(paper: Paper) -> Iterator[Difference]:
    truth = {"aes_round_constants": _PLAIN.round_constants()}
    if paper.tower is not None:
        own = basis(paper)
        truth["round_constants"] = own.round_constants()
        truth["root_powers"] = tuple(power(own.field, own.root, i) for i in range(8))
    for item in paper.byte_lists:
        for number, (printed, true) in enumerate(zip(item.values, truth[item.id], strict=True)):
            if printed != true:
                yield Difference(
                    id=item.id,
                    equation=item.equation,
                    row=number,
                    printed=f"{printed:02x}",
                    true=f"{true:02x}",
                )


def _differing(printed: str, true: str) -> tuple[int, ...]:
    if len(printed) != len(true):
        return ()
    pairs = zip(printed, true, strict=True)
    return tuple(column for column, (left, right) in enumerate(pairs) if left != right)

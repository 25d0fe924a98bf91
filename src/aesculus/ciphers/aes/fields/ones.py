"""Ones in the matrices that a cipher needs in a basis: Järvinen et al. (FPGA 2003), section 6.

"Every one in a matrix requires one XOR-operation and therefore the number of ones should be kept as
small as possible."
"""

from collections.abc import Mapping

from aesculus.ciphers.aes.fields.cipher import Isomorphism
from aesculus.ciphers.aes.fields.matrix import BitMatrix

MATRICES: tuple[str, ...] = (
    "phi",
    "phi_inverse",
    "affine",
    "inverse_affine",
    "times_2",
    "times_3",
    "times_4",
    "times_9",
    "times_b",
    "times_d",
    "times_e",
    "affine_out",
    "inverse_affine_in",
)
"""Matrices by name; `affine_out` is that of SubBytes behind the map back to F1, `inverse_affine_in`
the inverse of it before the map from F1, in one matrix each."""

NEEDED: Mapping[str, tuple[str, ...]] = {
    "sbox_encrypt": ("phi", "affine_out"),
    "sbox_decrypt": ("inverse_affine_in", "phi_inverse"),
    "sbox_both": ("phi", "affine_out", "inverse_affine_in", "phi_inverse"),
    "whole_encrypt": ("phi", "phi_inverse", "affine", "times_2", "times_3"),
    "whole_decrypt": ("phi", "phi_inverse", "inverse_affine", "times_2", "times_3", "times_4"),
    "whole_both": (
        "phi",
        "phi_inverse",
        "affine",
        "inverse_affine",
        "times_2",
        "times_3",
        "times_4",
    ),
    "whole_decrypt_9bde": (
        "phi",
        "phi_inverse",
        "inverse_affine",
        "times_9",
        "times_b",
        "times_d",
        "times_e",
    ),
}
"""What a use needs: an S-box by itself, with the maps around it, or a whole cipher in the basis.

InvMixColumns is a premix by {04} before MixColumns, as in this core; `9bde`: by its own factors."""


def ones(basis: Isomorphism) -> dict[str, int]:
    """Return the ones in each of `MATRICES`."""
    two = basis.multiplier(2)
    four = two @ two
    eight = four @ two
    one = BitMatrix.identity(two.size)
    found = {
        "phi": basis.phi,
        "phi_inverse": basis.phi_inverse,
        "affine": basis.affine_matrix,
        "inverse_affine": basis.inverse_affine_matrix,
        "times_2": two,
        "times_3": _sum(two, one),
        "times_4": four,
        "times_9": _sum(eight, one),
        "times_b": _sum(eight, two, one),
        "times_d": _sum(eight, four, one),
        "times_e": _sum(eight, four, two),
        "affine_out": basis.phi_inverse @ basis.affine_matrix,
        "inverse_affine_in": basis.inverse_affine_matrix @ basis.phi,
    }
    return {name: found[name].ones for name in MATRICES}


def scores(counted: Mapping[str, int]) -> dict[str, int]:
    """Return the ones that each use of `NEEDED` counts, from those of the matrices."""
    return {use: sum(counted[name] for name in names) for use, names in NEEDED.items()}


def _sum(*matrices: BitMatrix) -> BitMatrix:
    rows = [0] * matrices[0].size
    for matrix in matrices:
        rows = [row ^ more for row, more in zip(rows, matrix.rows, strict=True)]
    return BitMatrix(tuple(rows))

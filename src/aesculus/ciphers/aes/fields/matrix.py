"""Square matrices over GF(2) that act on bit vectors held in integers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class BitMatrix:
    """A square GF(2) matrix; bit j of `rows[i]` is the entry in row i and column j.

    Bit 0 of a vector is its first component, as in the matrices of FIPS 197 (b0 on top), so
    `entries()` prints a matrix the way the standard and the papers do.
    """

    rows: tuple[int, ...]

    def __post_init__(self) -> None:
        limit = 1 << len(self.rows)
        if any(not 0 <= row < limit for row in self.rows):
            raise ValueError(f"matrix of {len(self.rows)} rows is not square")

    @classmethod
    def identity(cls, size: int) -> "BitMatrix":
        """Return the unit matrix of `size` rows."""
        return cls(tuple(1 << i for i in range(size)))

    @classmethod
    def from_columns(cls, columns: Sequence[int]) -> "BitMatrix":
        """Build the matrix that maps unit vector j to `columns[j]`."""
        return cls(
            tuple(
                sum((column >> i & 1) << j for j, column in enumerate(columns))
                for i in range(len(columns))
            )
        )

    @classmethod
    def from_entries(cls, entries: Iterable[Sequence[int]]) -> "BitMatrix":
        """Build the matrix from rows of zeros and ones, first column first.

        Raises:
            ValueError: if a row has the wrong length or an entry is neither 0 nor 1.
        """
        table = [list(row) for row in entries]
        for number, row in enumerate(table):
            if len(row) != len(table) or any(bit not in (0, 1) for bit in row):
                raise ValueError(f"row {number} needs {len(table)} entries of 0 or 1, got {row}")
        return cls(tuple(sum(bit << j for j, bit in enumerate(row)) for row in table))

    @property
    def size(self) -> int:
        """Number of rows, which is the number of columns."""
        return len(self.rows)

    @property
    def ones(self) -> int:
        """Number of entries that are one, an upper bound for the XOR inputs it takes."""
        return sum(row.bit_count() for row in self.rows)

    def entries(self) -> tuple[tuple[int, ...], ...]:
        """Return the rows as zeros and ones, first column first."""
        return tuple(tuple(row >> j & 1 for j in range(self.size)) for row in self.rows)

    def __call__(self, vector: int) -> int:
        """Return the matrix times `vector`."""
        return sum(((row & vector).bit_count() & 1) << i for i, row in enumerate(self.rows))

    def column(self, index: int) -> int:
        """Return column `index` as a vector."""
        return self(1 << index)

    def __matmul__(self, other: "BitMatrix") -> "BitMatrix":
        """Return the product: apply `other` first, then this matrix."""
        if other.size != self.size:
            raise ValueError(
                f"cannot multiply {self.size}x{self.size} by {other.size}x{other.size}"
            )
        return BitMatrix.from_columns([self(other.column(j)) for j in range(self.size)])

    def inverse(self) -> "BitMatrix":
        """Return the inverse matrix by Gauss-Jordan elimination.

        Raises:
            ValueError: if the matrix is singular.
        """
        left = list(self.rows)
        right = list(BitMatrix.identity(self.size).rows)
        for j in range(self.size):
            pivot = next((i for i in range(j, self.size) if left[i] >> j & 1), None)
            if pivot is None:
                raise ValueError("matrix is singular and has no inverse")
            left[j], left[pivot] = left[pivot], left[j]
            right[j], right[pivot] = right[pivot], right[j]
            for i in range(self.size):
                if i != j and left[i] >> j & 1:
                    left[i] ^= left[j]
                    right[i] ^= right[j]
        return BitMatrix(tuple(right))

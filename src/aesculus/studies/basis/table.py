"""The table of all bases: ones in their matrices, and look-up tables as far as they are counted."""

import csv
import gzip
import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from aesculus.ciphers.aes.fields.ones import MATRICES
from aesculus.inputs import read_packed
from aesculus.outputs import write_whole

DIRECTIONS = {"encrypt": "DirEncrypt", "decrypt": "DirDecrypt", "both": "DirBoth"}
PARTS = tuple(f"{part}_{way}" for part in ("sbox", "whole", "column") for way in DIRECTIONS)
"""What is mapped: an S-box between maps from and to F1, an S-box within a whole cipher with the
cuts of SIG-AES-E, a column of MixColumns with its round key, for each direction."""


@dataclass
class BasisCounts:
    """What is known of a basis.

    Attributes:
        number: of the basis.
        family: its kinds in words.
        tau: X + X^16 as a byte of F1.
        ones: by matrix.
        luts: by part, of those that were mapped.
    """

    number: int
    family: str
    tau: int
    ones: dict[str, int]
    luts: dict[str, int] = field(default_factory=dict)


_MOST_BYTES = 16 << 20  # there are 1.4 MB
_HEADER = (
    "basis",
    "family",
    "tau",
    *(f"ones_{n}" for n in MATRICES),
    *(f"luts_{n}" for n in PARTS),
)


def write_table(path: Path, rows: Iterable[BasisCounts]) -> None:
    """Write the table as CSV, gzip-compressed; the same rows give the same bytes."""
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(_HEADER)
    for row in rows:
        counts = [row.ones[name] for name in MATRICES] + [row.luts.get(name, "") for name in PARTS]
        out.writerow([f"{row.number:#x}", row.family, f"{row.tau:02x}", *counts])
    write_whole(path, gzip.compress(text.getvalue().encode(), mtime=0))


def read_table(path: Path) -> dict[int, BasisCounts]:
    """Return the rows of a table that the campaign wrote, by number."""
    found = {}
    for line in csv.DictReader(io.StringIO(read_packed(path, _MOST_BYTES).decode())):
        number = int(line["basis"], 16)
        found[number] = BasisCounts(
            number,
            line["family"],
            int(line["tau"], 16),
            {name: int(line[f"ones_{name}"]) for name in MATRICES},
            {name: int(line[f"luts_{name}"]) for name in PARTS if line[f"luts_{name}"]},
        )
    return found

"""Named sets of design points."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from aesculus.ciphers.aes.space.aliases import ASU, CX_KY_Z, SIG_AES
from aesculus.ciphers.aes.space.cuts import DEEPEST, PRESETS
from aesculus.ciphers.aes.space.design import DesignPoint
from aesculus.ciphers.aes.space.labels import parse
from aesculus.ciphers.aes.space.rules import is_legal


@dataclass(frozen=True, slots=True)
class PointSet:
    """A named set of points.

    Attributes:
        name: what a user types.
        doc: one line.
        labels: the labels as their source spells them; some may be illegal, some equivalent.
    """

    name: str
    doc: str
    labels: tuple[str, ...]

    def points(self) -> list[DesignPoint]:
        """Return a point for every label, in the same order, illegal ones included."""
        return [parse(text) for text in self.labels]

    def legal_points(self) -> list[DesignPoint]:
        """Return the legal points, each once, in the order of the labels."""
        return list(dict.fromkeys(point for point in self.points() if is_legal(point)))

    def refused(self) -> dict[str, DesignPoint]:
        """Return the labels of the points that cannot be, with their points."""
        pairs = zip(self.labels, self.points(), strict=True)
        return {text: point for text, point in pairs if not is_legal(point)}


def _grid(unrolls: Iterable[int], presets: Iterable[str], letters: str) -> tuple[str, ...]:
    return tuple(f"UF{u}-{p}{s}" for u, p, s in product(unrolls, presets, letters))


POINT_SETS = (
    PointSet(
        "zambreno48",
        "AES-128 encryption: UF 1, 2, 5, 10 with PP0..PP3 and S-box B, D, L (Zambreno 2004)",
        _grid((1, 2, 5, 10), PRESETS, "BDL"),
    ),
    PointSet(
        "sig-aes",
        "SIG-AES-E, -D and -ED (Järvinen 2003), also with longer keys and with keys from the end",
        tuple(SIG_AES),
    ),
    PointSet(
        "cx-ky-z",
        "the 5 designs of Farooq and Aslam (2016): block RAM or logic, keys stored or online",
        tuple(CX_KY_Z),
    ),
    PointSet(
        "asu",
        "the 7 designs of the ASU report on XC7V2000T",
        tuple(name.lower() for name in ASU),
    ),
    PointSet(
        "tower",
        "AES-128 encryption with the tower-field S-box: UF 1, 2, 5, 10 with PP0..PP3 and PPX",
        _grid((1, 2, 5, 10), (*PRESETS, DEEPEST), "T"),
    ),
    PointSet(
        "unrollings",
        "AES-128 encryption with every unrolling 1..10, PP3 and the tower-field S-box",
        _grid(range(1, 11), ("PP3",), "T"),
    ),
)
"""The sets of this cipher; `papers.pointsets` adds those that papers publish."""

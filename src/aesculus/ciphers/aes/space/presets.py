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


_SETS = (
    PointSet(
        "zambreno48",
        "AES-128 encryption: UF 1, 2, 5, 10 with PP0..PP3 and S-box B, D, L (Zambreno 2004)",
        _grid((1, 2, 5, 10), PRESETS, "BDL"),
    ),
    PointSet(
        "zambreno20",
        "the 20 points that Zambreno et al. published for XC2V4000 (FPL 2004)",
        (
            "UF1-PP0B",
            "UF1-PP0D",
            "UF1-PP0L",
            "UF1-PP3D",
            "UF1-PP3L",
            "UF2-PP1B",
            "UF2-PP2B",
            "UF2-PP2D",
            "UF2-PP3B",
            "UF2-PP3L",
            "UF5-PP0B",
            "UF5-PP1D",
            "UF5-PP2B",
            "UF5-PP2L",
            "UF5-PP3B",
            "UF10-PP1B",
            "UF10-PP1D",
            "UF10-PP2B",
            "UF10-PP3B",
            "UF10-PP3D",
        ),
    ),
    PointSet(
        "zambreno7",
        "the 7 points with replication that Zambreno et al. published for XC2V8000",
        (
            "RF1-UF1-PP0d",
            "RF1-UF1-PP1b",
            "RF1-UF2-PP0b",
            "RF1-UF10-PP1b",
            "RF1-UF10-PP2b",
            "RF1-UF10-PP3d",
            "RF2-UF10-PP3d",
        ),
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

POINT_SETS: dict[str, PointSet] = {point_set.name: point_set for point_set in _SETS}
"""The sets by name."""


def point_set(name: str) -> PointSet:
    """Return a named set of points.

    Raises:
        ValueError: there is no set of this name; the message lists those there are.
    """
    try:
        return POINT_SETS[name]
    except KeyError:
        msg = f"no set of points is named {name!r}; legal: {', '.join(POINT_SETS)}"
        raise ValueError(msg) from None

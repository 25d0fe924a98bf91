"""The picture with which the README opens, drawn of the reference store alone.

`python -m project.frontier`, in `tests/`, draws it again.
"""

from aesculus.ciphers.aes.space import DesignPoint
from aesculus.design import parse_build
from aesculus.engine.reference.results import ReferenceRow, results
from aesculus.families import devices
from aesculus.papers.compare import LEAST_SEEDS
from aesculus.report.plots import Mark, Picture, pair_svg
from project.sources import ROOT

PICTURE = ROOT / "docs" / "images" / "frontier.svg"
DEVICE = "LFE5U-85F-8"
_SAME = {"key_bits": 128, "direction": "encrypt", "key_schedule": "online"}
"""And a key of its own for each lane."""


def rows() -> list[ReferenceRow]:
    """Return the rows that the picture shows, one a design, by label.

    They are what the reference store knows of the present core on `DEVICE`: routed with enough
    seeds, their netlists verified. All do the same: they encrypt with AES-128, a new key with each
    block.
    """
    return [
        row
        for row in results(devices.load(DEVICE))
        if row.netlist_verified and row.throughput_gbps and row.n_seeds >= LEAST_SEEDS
        if isinstance(parse_build(row.label).design, DesignPoint) and _does_the_same(row)
    ]


def _does_the_same(row: ReferenceRow) -> bool:
    shared = row.design["lanes"] > 1 and row.design["lane_keys"] == "shared"
    return not shared and all(row.design[name] == value for name, value in _SAME.items())


def _mark(row: ReferenceRow) -> Mark:
    assert row.area_luts is not None
    assert row.throughput_gbps is not None
    return Mark(float(row.area_luts), row.throughput_gbps, row.label, str(row.design["sbox"]))


def drawn() -> str:
    """Return the picture as SVG."""
    pictures = [
        Picture(
            title,
            f"LUT4 on {DEVICE}",
            "Gbit/s",
            maximise=True,
            marks=[_mark(row) for row in rows() if bool(row.bram_count) is rams],
            frontier_name="frontier",
        )
        for rams, title in ((False, "Without block RAM"), (True, "With block RAM"))
    ]
    svg = pair_svg(pictures, "frontier", width=5.6)
    # On a dark page the picture keeps its light ground.
    return svg.replace('aria-labelledby="frontier-caption" ', 'style="background: #fff" ', 1) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")

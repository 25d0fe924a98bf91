"""The picture with which the README opens, drawn of committed results alone.

`python -m project.frontier`, in `tests/`, draws it again.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aesculus.design import parse
from aesculus.report.plots import Mark, Picture, pair_svg
from project.sources import ROOT

PICTURE = ROOT / "docs" / "images" / "frontier.svg"
RESULTS = ROOT / "benchmarks" / "results"
DEVICE = "LFE5U-85F-8"
_SAME = {"key_bits": 128, "direction": "encrypt", "key_schedule": "online"}


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _committed() -> Iterator[dict[str, Any]]:
    """Give all committed rows of the device, those with the most seeds last."""
    for path in sorted((RESULTS / "papers").glob("*.json")):
        yield from _read(path)["measured"]
    yield from _read(RESULTS / "verdicts.json")["measured"]
    for goal in _read(RESULTS / "goals.json")["goals"]:
        yield from filter(None, [goal["pick"], *goal["runners_up"]])
    yield from _read(RESULTS / "headline.json")["rows"]


def rows() -> list[dict[str, Any]]:
    """Return the rows that the picture shows, one a design, by label.

    They are routed on `DEVICE`, their netlists verified, and all do the same: they encrypt with
    AES-128, a new key with each block. Of several rows of a design the one of most seeds counts.
    """
    best: dict[str, dict[str, Any]] = {}
    for row in _committed():
        if row.get("device") != DEVICE or not row.get("netlist_verified"):
            continue
        if not row.get("throughput_gbps"):
            continue
        fields = parse(row["label"].partition("+")[0]).fields
        if any(fields[name] != value for name, value in _SAME.items()):
            continue
        have = best.get(row["label"])
        if have is None or have["n_seeds"] <= row["n_seeds"]:
            best[row["label"]] = row
    return [best[label] for label in sorted(best)]


def _mark(row: dict[str, Any]) -> Mark:
    sbox = str(parse(row["label"].partition("+")[0]).fields["sbox"])
    luts = row["lut_count"] + (row.get("lutram_count") or 0)
    return Mark(float(luts), row["throughput_gbps"], row["label"], sbox)


def drawn() -> str:
    """Return the picture as SVG."""
    pictures = [
        Picture(
            title,
            f"LUT4 on {DEVICE}",
            "Gbit/s",
            maximise=True,
            marks=[_mark(row) for row in rows() if bool(row["bram_count"]) is rams],
            frontier_name="frontier",
        )
        for rams, title in ((False, "Without block RAM"), (True, "With block RAM"))
    ]
    svg = pair_svg(pictures, "frontier", width=5.6)
    # On a dark page the picture keeps its light ground.
    return svg.replace('aria-labelledby="frontier-caption" ', 'style="background: #fff" ', 1) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")

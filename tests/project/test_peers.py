"""The README's table of other people's cores is what the data file says."""

import tomllib
from fractions import Fraction
from statistics import median
from typing import Any

from project.sources import ROOT

_DATA = ROOT / "benchmarks" / "peers" / "peers.toml"


def _row(core: dict[str, Any]) -> str:
    clocks = core["mhz"]
    low, mid, high = (min(clocks), median(clocks), max(clocks)) if clocks else (0, 0, 0)
    clock = f"{low:.0f}, {mid:.0f}, {high:.0f}" if clocks else "not routed"
    clock = f"{mid:.0f} (one seed)" if len(clocks) == 1 else clock
    rate = 128 * mid * Fraction(core.get("blocks_per_cycle", "0")) / 1000
    ff = f"{core['ff']:,}" if "ff" in core else ""
    return (
        f"| {core['name']} ({core['revision']}) | {core['function']} | {core['lut4']:,} | {ff} | "
        f"{clock} | {f'{float(rate):.2f}' if clocks else ''} |"
    )


def test_readme_has_each_peer() -> None:
    data = tomllib.loads(_DATA.read_text(encoding="utf-8"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert data["core"]
    for core in data["core"]:
        assert _row(core) in readme

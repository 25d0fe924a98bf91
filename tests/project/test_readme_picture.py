"""The picture of the README shows what is committed, and nothing else."""

import re
import xml.etree.ElementTree as ET

import pytest

from project import frontier
from project.frontier import DEVICE, PICTURE, drawn, rows


def _coarse(text: str) -> list[str]:
    """Return what is drawn, to a tenth of a point: another build of numpy may differ behind it."""
    short = re.sub(r"-?\d+\.\d+", lambda found: f"{float(found[0]):.1f}", text)
    return [line.strip() for line in short.splitlines() if line.strip()]


def test_the_picture_is_that_of_the_committed_results() -> None:
    again = "write it anew: `python -m project.frontier`, in tests/"
    assert _coarse(PICTURE.read_text(encoding="utf-8")) == _coarse(drawn()), again


def test_another_result_gives_another_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    there = rows()
    there[0] = {**there[0], "throughput_gbps": there[0]["throughput_gbps"] * 1.2}
    monkeypatch.setattr(frontier, "rows", lambda: there)
    assert _coarse(PICTURE.read_text(encoding="utf-8")) != _coarse(drawn())


def test_only_what_is_verified_is_drawn() -> None:
    there = rows()
    assert len(there) > 20
    assert all(row["device"] == DEVICE and row["netlist_verified"] for row in there)
    words = " ".join(ET.fromstring(PICTURE.read_text(encoding="utf-8")).itertext())
    assert max(there, key=lambda row: row["throughput_gbps"])["label"] in words

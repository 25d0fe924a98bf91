"""The picture of the README shows what is committed, and nothing else."""

import re
import xml.etree.ElementTree as ET

import pytest

from aesculus.engine.reference.results import ReferenceRow
from aesculus.papers.compare import LEAST_SEEDS
from project import frontier
from project.frontier import DEVICE, PICTURE, drawn, rows


def _coarse(text: str) -> list[str]:
    """Return what is drawn, to a tenth of a point: another build of numpy may differ behind it."""
    short = re.sub(r"-?\d+\.\d+", lambda found: f"{float(found[0]):.1f}", text)
    return [line.strip() for line in short.splitlines() if line.strip()]


def _rate(row: ReferenceRow) -> float:
    assert row.throughput_gbps is not None
    return row.throughput_gbps


def test_the_picture_is_that_of_the_committed_results() -> None:
    again = "write it anew: `python -m project.frontier`, in tests/"
    assert _coarse(PICTURE.read_text(encoding="utf-8")) == _coarse(drawn()), again


def test_another_result_gives_another_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    there = rows()
    there[0] = there[0].model_copy(update={"throughput_gbps": 1.2 * _rate(there[0])})
    monkeypatch.setattr(frontier, "rows", lambda: there)
    assert _coarse(PICTURE.read_text(encoding="utf-8")) != _coarse(drawn())


def test_only_what_is_verified_is_drawn() -> None:
    there = rows()
    assert len(there) > 20
    assert all(row.device == DEVICE and row.netlist_verified for row in there)
    assert all(row.n_seeds >= LEAST_SEEDS for row in there)
    assert not any(row.label.startswith("RF") and "S-" not in row.label for row in there)
    words = " ".join(ET.fromstring(PICTURE.read_text(encoding="utf-8")).itertext())
    assert max(there, key=_rate).label in words

"""The campaign of modes on what is known of it."""

import gzip
import json
from pathlib import Path

import pytest

from aesculus.studies.modes.study import ModeOptions, Modes
from project.sources import ROOT

STORE = ROOT / "benchmarks/stores/modes.db.gz"


@pytest.fixture
def options(tmp_path: Path) -> ModeOptions:
    store = tmp_path / "modes.db"
    store.write_bytes(gzip.decompress(STORE.read_bytes()))
    return ModeOptions(store=store, out=tmp_path / "out", seeds=1, budget="1s")


def test_what_finds_no_place_is_settled(options: ModeOptions) -> None:
    # Three products have no legal placement: that is their answer, and nothing more is to be run.
    Modes().run(options)
    rows = json.loads((options.out / "modes.json").read_text())["rows"]
    assert rows == json.loads((ROOT / "benchmarks/results/modes.json").read_text())["rows"]
    placeless = {row["label"] for row in rows if row["status"] == "failed"}
    assert placeless == {"GCM.UF1-PP2B", "GMAC.UF1-PP2B", "CCM.UF1-PP0P-W8"}

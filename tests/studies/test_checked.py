"""A campaign publishes no figure of a store that its records deny."""

import gzip
import sqlite3
from pathlib import Path

import pytest

from aesculus.store import StoreError
from aesculus.studies.headline.study import STUDIES, PointsStudy
from aesculus.studies.study import RunOptions
from project.sources import ROOT


def test_a_row_that_somebody_edited_is_not_published(tmp_path: Path) -> None:
    store = tmp_path / "headline.db"
    store.write_bytes(gzip.decompress((ROOT / "benchmarks/stores/headline.db.gz").read_bytes()))
    study = next(each for each in STUDIES if isinstance(each, PointsStudy))
    options = RunOptions(store=store, out=tmp_path / "out", budget="1s")
    study.run(options)
    page = (tmp_path / "out" / f"{study.name}.json").read_bytes()
    with sqlite3.connect(store) as database:
        database.execute("UPDATE figures SET fmax_mhz = 999.0")
        edited = database.execute(
            "UPDATE figure_rows SET json = json_set(json, '$.fmax_mhz', 999.0)"
        )
        assert edited.rowcount > 0
    with pytest.raises(StoreError, match="is damaged: "):
        study.run(options)
    assert (tmp_path / "out" / f"{study.name}.json").read_bytes() == page

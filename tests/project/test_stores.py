"""The stores of campaigns that are not done: they open, and hold nothing of a machine."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from aesculus.records import Stage
from aesculus.store import Store
from aesculus.studies.registry import known
from project.sources import ROOT
from project.test_files import FORBIDDEN

_STORES = sorted((ROOT / "benchmarks/stores").glob("*.db.gz"))


@pytest.mark.parametrize("path", _STORES, ids=lambda path: path.name)
def test_a_campaign_can_go_on_from_its_store(path: Path, tmp_path: Path) -> None:
    campaign = path.name.removesuffix(".db.gz")
    assert campaign in known()
    target = _open_store(campaign, tmp_path)
    assert not FORBIDDEN.search(target.read_bytes().decode("latin-1"))
    with Store.open(target) as store:
        assert store.counts()
        assert not any(store.log(record.key) for record in store.records())
        # A copy is made of what verifies, and of nothing else.
        store.export(tmp_path / "copy.db", bare=True)
        with Store.open(tmp_path / "copy.db") as copy:
            assert copy.records() == store.records()


def _open_store(name: str, folder: Path) -> Path:
    target = folder / "store.db"
    target.write_bytes(gzip.decompress((ROOT / f"benchmarks/stores/{name}.db.gz").read_bytes()))
    return target


_BUILDS = [
    row
    for row in json.loads((ROOT / "benchmarks/results/records.json").read_text())["rows"]
    if row["seeds"] and (row["way"] or row["how"] == "best")
]


@pytest.mark.parametrize("row", _BUILDS, ids=lambda row: row["name"])
def test_builds_that_records_tell_of_are_in_their_store(
    row: dict[str, Any], tmp_path: Path
) -> None:
    # Rows of single builds stand in no archive of rows.
    with Store.open(_open_store("records", tmp_path)) as store:
        found = {
            (record.job.seed, record.metrics["fmax_routed_mhz"], record.metrics["routed_sha256"])
            for record in store.records(
                stage=Stage.CLOSE,
                label=row["label"],
                device=row["device"],
                rtl_digest=row["rtl_digest"],
            )
            if record.ok
        }
    if row["how"] == "best":
        (seed,) = row["seeds"]
        assert (seed, row["figures"]["fmax_routed_mhz"], row["routed_sha256"]) in found
    else:
        told = set(zip(row["seeds"], row["seed_clocks"], strict=True))
        assert told <= {(seed, clock) for seed, clock, _ in found}

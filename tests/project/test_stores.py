"""The stores of campaigns that are not done: they open, and hold nothing of a machine."""

import gzip
from pathlib import Path

import pytest

from aesculus.store import Store
from aesculus.studies.registry import known
from project.sources import ROOT
from project.test_files import FORBIDDEN

_STORES = sorted((ROOT / "benchmarks/stores").glob("*.db.gz"))


@pytest.mark.parametrize("path", _STORES, ids=lambda path: path.name)
def test_a_campaign_can_go_on_from_its_store(path: Path, tmp_path: Path) -> None:
    campaign = path.name.removesuffix(".db.gz")
    assert campaign in known()
    content = gzip.decompress(path.read_bytes())
    assert not FORBIDDEN.search(content.decode("latin-1"))
    target = tmp_path / "store.db"
    target.write_bytes(content)
    with Store.open(target) as store:
        assert store.counts()
        assert not any(store.log(record.key) for record in store.records())
        # A copy is made of what verifies, and of nothing else.
        store.export(tmp_path / "copy.db", bare=True)
        with Store.open(tmp_path / "copy.db") as copy:
            assert copy.records() == store.records()

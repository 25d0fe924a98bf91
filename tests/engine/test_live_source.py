"""The version of the live page: another one whenever anything that the page shows is another."""

from pathlib import Path

from aesculus.engine.page import live_source
from aesculus.records import Stage, StageOutcome, Status
from aesculus.store import Job, Store

_OK = StageOutcome(status=Status.OK, metrics={"lut_count": 7})


def _job(label: str) -> Job:
    return Job(
        stage=Stage.SYNTH,
        label=label,
        design={"unroll": int(label[2])},
        device="LFE5U-85F-8",
        rtl_digest="r",
    )


def test_a_result_in_place_of_another_is_news(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    version = live_source(path, command="").version
    seen = [version()]
    with Store.open(path) as store:
        seen.append(version())
        store.put(_job("UF1"), _OK)
        seen.append(version())
        # As many of each stage and status as before, thrice.
        store.forget(labels=["UF1"], ok=True)
        store.put(_job("UF2"), _OK)
        seen.append(version())
        store.forget(labels=["UF2"], ok=True)
        store.put(_job("UF2"), _OK.model_copy(update={"metrics": {"lut_count": 8}}))
        seen.append(version())
        failed = StageOutcome(status=Status.FAILED, reason="no room")
        store.put(_job("UF5"), failed)
        seen.append(version())
        store.put(_job("UF5"), failed.model_copy(update={"reason": "no room again"}))
        seen.append(version())
    assert len(set(seen)) == len(seen)


def test_nothing_new_is_no_news(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    source = live_source(path, command="")
    with Store.open(path) as store:
        store.put(_job("UF1"), _OK)
        before = source.version()
        store.put(_job("UF1"), _OK)
        assert source.version() == before


def test_another_server_of_the_same_store_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    assert live_source(path, command="").version() != live_source(path, command="").version()

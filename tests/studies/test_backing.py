"""Figures of an archive are compared with the records beside them."""

import json
from pathlib import Path
from typing import Any

import pytest

from aesculus.errors import InputError
from aesculus.studies.archive import RECORDS, pack, remake
from aesculus.studies.backing import Backing, UnbackedError, backing
from aesculus.studies.made import STORES
from project.sources import ROOT
from studies.test_archive import RESULTS, SPACES, _write

_COUNTS = {"lut_count": 791, "ff_count": 282, "bram_count": 10}


def _record(stage: str, seed: int | None = None, **metrics: float) -> dict[str, Any]:
    job = {"stage": stage, "label": "UF1-PP0B", "device": "X", "seed": seed}
    return {"job": job, "status": "ok", "metrics": metrics}


RECORDED = [
    _record("verify"),
    _record("synth", **_COUNTS),
    _record("route", 1, fmax_routed_mhz=100.0),
    _record("route", 2, fmax_routed_mhz=110.0),
    # The same seed, placed in another way.
    _record("route", 2, fmax_routed_mhz=90.0),
]


def _row(**changes: Any) -> dict[str, Any]:
    clocks = {"seeds": [1, 2], "fmax_routed_seeds": [100.0, 110.0]}
    return {"label": "UF1-PP0B", "device": "X", **_COUNTS, **clocks, **changes}


def _found(*rows: dict[str, Any], name: str = "results/verdicts.json") -> Backing:
    place = "rows" if "headline" in name else "measured"
    files = {name: json.dumps({place: rows}).encode(), "results/modes.json": b"[]"}
    return backing(files, json.dumps(RECORDED).encode())


@pytest.mark.parametrize(
    "name", ["results/verdicts.json", "results/headline.json", "results/papers/asu.json"]
)
def test_what_records_say_is_backed(name: str) -> None:
    assert _found(_row(), _row(seeds=[2], fmax_routed_seeds=[90.0]), name=name) == Backing(2, 2)


@pytest.mark.parametrize(
    "changes",
    [
        {"label": "UF2-PP0B"},
        {"device": "Y"},
        {"seeds": [1, 3]},
        # Files of before seeds were kept.
        {"seeds": []},
    ],
)
def test_what_no_record_tells_of_is_not_backed(changes: dict[str, Any]) -> None:
    assert _found(_row(**changes)) == Backing(1, 0)


def test_a_point_that_has_no_figures_is_no_row() -> None:
    assert _found(_row(lut_count=None)) == Backing(0, 0)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"fmax_routed_seeds": [100.0, 9999.0]}, "9999 MHz of seed 2 is in no record of it"),
        ({"fmax_routed_seeds": [110.0, 100.0]}, "110 MHz of seed 1"),
        ({"lut_count": 1}, "lut_count 1, ff_count 282, bram_count 10 is in no record of it"),
    ],
)
def test_what_records_deny_is_named(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(UnbackedError, match=said) as error:
        _found(_row(**changes))
    assert str(error.value).startswith("results/verdicts.json: UF1-PP0B on X: ")


def test_an_archive_whose_records_deny_a_figure_makes_no_table(tmp_path: Path) -> None:
    path, out = tmp_path / "a.tar.gz", tmp_path / "out"
    body = json.loads((RESULTS / "verdicts.json").read_text(encoding="utf-8"))
    files = {"results/verdicts.json": json.dumps(body).encode(), RECORDS: b"[]"}
    _write(path, files)
    made = remake(path, out)
    assert made.backing is not None
    assert made.backing.backed == 0
    body["measured"] = [_row()]
    records = [*RECORDED[:2], _record("route", 1, fmax_routed_mhz=1.0), RECORDED[3]]
    _write(path, {**files, "results/verdicts.json": json.dumps(body).encode()})
    _write(
        path,
        {
            "results/verdicts.json": json.dumps(body).encode(),
            RECORDS: json.dumps(records).encode(),
        },
    )
    with pytest.raises(InputError, match=r"a\.tar\.gz: results/verdicts\.json: .*100 MHz of seed"):
        remake(path, tmp_path / "other")
    assert not (tmp_path / "other").exists()
    _write(path, {"results/verdicts.json": files["results/verdicts.json"], RECORDS: b"{"})
    with pytest.raises(InputError, match=r"a\.tar\.gz: JSONDecodeError"):
        remake(path, tmp_path / "other")


def test_the_committed_figures_are_what_the_committed_stores_say(tmp_path: Path) -> None:
    pack(tmp_path / "figures.tar.gz", RESULTS, SPACES, stores=ROOT / STORES)
    assert (tmp_path / "figures.tar.gz").stat().st_size < 4_000_000
    found = remake(tmp_path / "figures.tar.gz", tmp_path / "out").backing
    assert found is not None
    assert found.rows == found.backed > 200

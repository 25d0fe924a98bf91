"""The soak: its short form with stand-ins for the tools, and its judgement."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from aesculus.engine.task import Task
from aesculus.records import Stage, StageOutcome
from aesculus.studies.soak import judging
from aesculus.studies.soak.exploring import MAPPED, PLACED, searches, space
from aesculus.studies.soak.study import Soak, SoakOptions
from aesculus.studies.soak.watching import Sample, every
from engine.fakes import good


def _slow(task: Task, _workdir: Path) -> StageOutcome:
    time.sleep(0.1)
    return good(task)


def _samples(client: list[float], worker: list[float]) -> list[Sample]:
    return [
        Sample(float(n), c, w, 50, 20) for n, (c, w) in enumerate(zip(client, worker, strict=False))
    ]


@pytest.mark.long
def test_a_short_soak_ends_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = SoakOptions(out=tmp_path, duration="24s", kill_every="8s", copy_every="9s")
    # So short a time says nothing of memory: it is all warm-up.
    monkeypatch.setattr(judging, "MOST_GROWTH", 10.0)
    Soak(dict.fromkeys(Stage, _slow)).run(options)
    body: dict[str, Any] = json.loads((tmp_path / "soak.json").read_text())
    assert body["killed"] >= 1
    assert body["rounds"] >= 1
    assert set(body["results"]) >= {"verify", "synth"}
    assert sum(body["results"].values()) == body["taken"] > 5
    assert set(body["differences"].values()) == {0}
    assert not body["faults"]
    assert body["merged_same"]
    assert body["kept_alive"]
    log = (tmp_path / "soak.log").read_text()
    assert log.count("killed worker process") == body["killed"]
    assert log.count("done  ") == sum(body["results"].values())
    assert log.count("store merge: exit code 0") == 2 * body["rounds"]
    page = (tmp_path / "soak.md").read_text()
    assert f"| workers killed | {body['killed']} |" in page


@pytest.mark.long
def test_the_space_does_not_run_dry() -> None:
    mapped, placed = searches(0).problems
    assert (mapped.device.name, placed.device.name) == (MAPPED, PLACED)
    assert len(mapped.points) == len(space()) > 2000
    assert len(placed.points) > 1000
    asks = searches(0).ask(8)
    assert [ask.device for ask in asks] == [MAPPED] * 4 + [PLACED] * 4


def test_growth_is_that_of_medians_behind_the_warm_up() -> None:
    flat = [100.0] * 100
    found = judging.parts(_samples([10.0] * 10 + flat, flat + [100.0] * 10))
    assert len(found) == judging.PARTS
    assert judging.growth(found, "client_mb") == 0
    rising = [100.0 + n for n in range(110)]
    found = judging.parts(_samples(rising, [300.0] * 55 + [330.0] * 55))
    assert judging.growth(found, "client_mb") > 0.5
    assert judging.growth(found, "worker_mb") == pytest.approx(0.1)
    # A peak that passes is none.
    peak = [*flat[:60], 900.0, *flat[:49]]
    assert judging.growth(judging.parts(_samples(peak, peak)), "client_mb") == 0


def _body() -> dict[str, Any]:
    return {
        "differences": {"lost": 0, "changed": 0, "untold": 0, "repeated": 0},
        "growth": {"client": 0.02, "worker": -0.1},
        "faults": [],
        "failed": 0,
        "kept_alive": True,
        "merged_same": True,
        "unreached": 3,
        "open_again": 3,
    }


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"differences": {"lost": 2}}, "2 results lost"),
        ({"differences": {"repeated": 1}}, "1 results repeated"),
        ({"growth": {"client": 0.11, "worker": 0}}, "the memory of the client grew by 11.0 %"),
        ({"growth": {"client": 0, "worker": 0.2}}, "the memory of the worker grew by 20.0 %"),
        ({"faults": ["round 3: it fell"]}, "round 3: it fell"),
        ({"failed": 4}, "4 results failed"),
        ({"kept_alive": False}, "the worker died that nobody killed"),
        ({"merged_same": False}, "the merged store holds other results"),
        ({"open_again": 5}, "another run would make 5 results, not 3"),
    ],
)
def test_the_verdict_names_what_is_wrong(change: dict[str, Any], said: str) -> None:
    assert judging.verdict(_body()) == []
    assert judging.verdict({**_body(), **change}) == [said]


def test_what_is_done_meanwhile_tells_of_its_failure() -> None:
    done: list[int] = []

    def fail() -> None:
        done.append(1)
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"), every(0.01, fail):
        time.sleep(0.2)
    assert done == [1]

"""Workers that answer at once, a few of them."""

import json
import resource
from pathlib import Path

import pytest

from aesculus.ciphers.aes.space import draw
from aesculus.design import Build
from aesculus.engine.estimate import memory_mb
from aesculus.errors import RunError
from aesculus.records import Stage
from aesculus.studies.thousand_workers import open_files, study
from aesculus.studies.thousand_workers.host import MEMORY_MB
from aesculus.studies.thousand_workers.study import ThousandOptions, ThousandWorkers


@pytest.mark.long
@pytest.mark.sim  # for the time that worker processes take to start
def test_a_few_workers_that_answer_at_once(tmp_path: Path) -> None:
    ThousandWorkers().run(ThousandOptions(out=tmp_path, workers=9, processes=2, points=9))
    body = json.loads((tmp_path / "thousand-workers.json").read_text())
    for line in body["lines"]:
        assert line["jobs"] == line["expected"] == 27
        assert set(line["differences"].values()) == {0}
        assert line["open_again"] == line["failed"] == 0
    # All of them held their answers until the last had its job.
    assert body["lines"][1]["most_out"] == 9
    page = (tmp_path / "thousand-workers.md").read_text()
    assert "| jobs | 27 of 27 | 27 of 27 |" in page


def test_a_thousand_jobs_fit_into_what_the_workers_say_that_they_have() -> None:
    options = ThousandOptions()
    points = draw(2 * options.points, 0)
    for some in (points[: options.points], points[options.points :]):
        for stage in (Stage.VERIFY, Stage.SYNTH, Stage.VERIFY_NETLIST):
            wanted = sum(memory_mb(stage, Build(point)) for point in some)
            assert wanted <= options.workers * MEMORY_MB


@pytest.mark.sim
def test_workers_that_do_not_come_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "_HOST", "aesculus.no_such_module")
    with pytest.raises(RunError, match="0 of 2 workers came: a process"):
        ThousandWorkers().run(ThousandOptions(out=tmp_path, workers=2, processes=1, points=1))


@pytest.mark.parametrize(
    ("limits", "now"),
    [((1024, 1 << 20), 4256), ((1024, resource.RLIM_INFINITY), 4256), ((8192, 8192), None)],
)
def test_enough_open_files_are_allowed(
    limits: tuple[int, int], now: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, both: made.append(both))
    open_files.allow(4000)
    assert [soft for soft, _ in made] == ([] if now is None else [now])


def test_too_many_workers_for_the_system_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (1024, 4096))
    with pytest.raises(RunError, match="4256 open files are needed and 4096 allowed"):
        ThousandWorkers().run(ThousandOptions(workers=1000, points=1))

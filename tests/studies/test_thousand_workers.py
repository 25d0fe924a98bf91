"""Workers that answer at once, a few of them."""

import json
from pathlib import Path

import pytest

from aesculus.errors import RunError
from aesculus.studies.thousand_workers import study
from aesculus.studies.thousand_workers.study import ThousandOptions, ThousandWorkers


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


@pytest.mark.sim
def test_workers_that_do_not_come_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "_HOST", "aesculus.no_such_module")
    with pytest.raises(RunError, match="not all of 2 workers came: a process"):
        ThousandWorkers().run(ThousandOptions(out=tmp_path, workers=2, processes=1, points=1))

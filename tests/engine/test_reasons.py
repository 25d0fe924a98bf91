"""What a failed task says: nothing of folders that are gone when it is read."""

from pathlib import Path

from aesculus.design import parse_build
from aesculus.engine.task import Task, run_task
from aesculus.records import Stage, StageOutcome


def test_a_reason_names_no_work_folder() -> None:
    seen: list[Path] = []

    def lost(_task: Task, workdir: Path) -> StageOutcome:
        seen.append(workdir)
        (workdir / "report.json").read_text()
        raise AssertionError

    found = run_task(Task("r", Stage.ROUTE, parse_build("UF1-PP2T")), dict.fromkeys(Stage, lost))
    assert not seen[0].exists()
    assert str(seen[0]) not in found.reason
    assert "the work folder/report.json" in found.reason

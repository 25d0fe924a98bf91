"""Work folders that nobody needs any more are removed, and no others."""

import os
import tempfile
from pathlib import Path

import pytest

from aesculus.engine import task


def test_folders_of_dead_processes_of_this_host_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    gone = (1 << 22) + 1  # beyond the largest number of a process
    stay = [
        f"{task._PREFIX}{os.getpid()}-living",
        f"{task._PREFIX}{'9' * 30}-no-number-of-a-process",
        f"aesculus-0123abcd-{gone}-of-another-host",
        "aesculus-store-open",
    ]
    for name in (*stay, f"{task._PREFIX}{gone}-dead"):
        (tmp_path / name).mkdir()
    task.sweep()
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(stay)

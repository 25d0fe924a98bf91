"""A run that dies and is started again."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from aesculus.records import Status
from aesculus.store import Store
from samples import first

_HERE = Path(__file__).resolve()
_TOTAL = 12


def _start(store: Path, log: Path) -> subprocess.Popen[str]:
    src = str(_HERE.parents[2] / "src")
    path = os.pathsep.join([src, str(_HERE.parents[1]), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, str(_HERE.with_name("run_fake.py")), str(store), str(log)],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def _recorded(path: Path) -> int:
    if not path.exists():
        return 0
    with Store.open(path, writable=False) as store:
        return len(store.records(status=Status.OK))


def _wait_for_some(log: Path, lines: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if log.exists() and len(log.read_text().splitlines()) >= lines:
            return
        time.sleep(0.02)
    pytest.fail("the run did not begin")


@pytest.mark.parametrize("number", first(1, [signal.SIGKILL, signal.SIGTERM]))
def test_goes_on_after_death(tmp_path: Path, number: signal.Signals) -> None:
    store, log = tmp_path / "store.db", tmp_path / "log"
    first = _start(store, log)
    _wait_for_some(log, 5)
    children = psutil.Process(first.pid).children(recursive=True)
    first.send_signal(number)
    said, _ = first.communicate(timeout=60)
    if number != signal.SIGKILL:
        assert first.returncode == 128 + number, said
        assert "run again to go on" in said
        assert "Traceback" not in said
    _, alive = psutil.wait_procs(children, timeout=10)
    assert alive == []
    before = _recorded(store)
    assert 2 <= before < _TOTAL
    begun = len(log.read_text().splitlines())
    second = _start(store, log)
    said, _ = second.communicate(timeout=120)
    assert second.returncode == 0, said
    assert _recorded(store) == _TOTAL
    # Only what was not recorded was run again.
    assert len(log.read_text().splitlines()) - begun == _TOTAL - before

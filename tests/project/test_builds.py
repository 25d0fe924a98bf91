"""Wheel and source archive are the same bytes wherever and whenever they are built."""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from project.sources import ROOT, project_files

_EPOCH = "1700000000"


def _copy(target: Path, *, mode: int, time: int) -> None:
    for path in project_files():
        place = target / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
        place.chmod(mode)
        os.utime(place, (time, time))


def _build(folder: Path, out: Path, umask: int) -> dict[str, str]:
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(out)]
    before = os.umask(umask)
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, "SOURCE_DATE_EPOCH": _EPOCH},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        os.umask(before)
    assert done.returncode == 0, done.stderr[-2000:]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in out.iterdir()}


@pytest.mark.sim
def test_two_builds_are_byte_equal(tmp_path: Path) -> None:
    """In other folders, at other times, with other modes of files and another umask."""
    _copy(tmp_path / "one", mode=0o644, time=1_600_000_000)
    _copy(tmp_path / "a" / "deeper" / "two", mode=0o664, time=1_650_000_000)
    first = _build(tmp_path / "one", tmp_path / "out1", 0o022)
    second = _build(tmp_path / "a" / "deeper" / "two", tmp_path / "out2", 0o002)
    assert sorted(Path(name).suffix for name in first) == [".gz", ".whl"]
    assert first == second
    wheel = next((tmp_path / "out1").glob("*.whl"))
    names = zipfile.ZipFile(wheel).namelist()
    assert "aesculus/_rtl/core/aesculus_core.sv" in names
    assert "aesculus/_tb/bench.cpp" in names
    assert "aesculus/store/migrations/versions/0002_checksums.py" in names
    with tarfile.open(next((tmp_path / "out1").glob("*.tar.gz"))) as archive:
        assert {member.mtime for member in archive} == {int(_EPOCH)}

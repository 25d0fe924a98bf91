"""Files are written whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from aesculus.outputs import write_whole

_MASK = os.umask(0)
os.umask(_MASK)


def test_a_file_is_new_or_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_whole(path, "é")
    assert path.read_bytes() == "é".encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~_MASK
    path.chmod(0o600)
    write_whole(path, b"\0")
    assert path.read_bytes() == b"\0"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["a.json"]


def test_who_may_read_a_new_file_is_the_users_setting(tmp_path: Path) -> None:
    old = os.umask(0o077)
    try:
        write_whole(tmp_path / "a", "")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o600


def test_a_name_may_be_as_long_as_the_system_has(tmp_path: Path) -> None:
    path = tmp_path / f"{'a' * 250}.html"
    write_whole(path, "text")
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "text"


def test_what_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_text("old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_whole(path, "new")
    assert caught.value.filename == str(path)
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["a"]

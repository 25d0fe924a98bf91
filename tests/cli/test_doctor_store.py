"""`aesculus doctor` looks at the store too."""

from pathlib import Path

import pytest

from aesculus.cli.doctor import _store


def test_no_store_is_nothing_to_tell(tmp_path: Path) -> None:
    assert not list(_store(tmp_path / "s.db"))


def test_a_good_store_is_told(filled: Path) -> None:
    (check,) = _store(filled)
    assert (check.ok, check.told) == (True, str(filled))


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"no database", "is not a store"), (b"SQLite format 3\0" + b"\x7f" * 8000, "is damaged")],
)
def test_what_cannot_be_read_is_no_store(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    path.write_bytes(content)
    (check,) = _store(path)
    assert not check.ok
    assert said in check.told
    assert path.read_bytes() == content

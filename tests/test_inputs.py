"""Files that a user names: whatever they are, there is an answer in one line, at once."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field
from typer.testing import CliRunner

from aesculus.cli import app
from aesculus.engine import ClusterError
from aesculus.engine.cluster import load as load_cluster
from aesculus.errors import InputError
from aesculus.families import DeviceError, devices
from aesculus.inputs import (
    MOST_BYTES,
    InputFileError,
    check_out_file,
    check_out_folder,
    read_text,
    read_toml,
)
from aesculus.search import SpaceFileError
from aesculus.search import load as load_space


def _binary(path: Path) -> None:
    path.write_bytes(bytes(range(256)))


def _zeros(path: Path) -> None:
    path.write_bytes(b"version = 1\n\0\0\0")


def _large(path: Path) -> None:
    path.write_bytes(b"# comment\n" * (MOST_BYTES // 10 + 1))


def _endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _folder(path: Path) -> None:
    path.mkdir()


def _gone(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere"))


def _deep(path: Path) -> None:
    path.write_text("a = " + "[" * 50_000)


def _long_number(path: Path) -> None:
    path.write_text("version = " + "1" * 10_000)


FILES: dict[Callable[[Path], None], str] = {
    _binary: "not a text in UTF-8",
    _zeros: "zero bytes",
    _large: "more than 1,048,576 bytes",
    _endless: "no plain file",
    os.mkfifo: "no plain file",
    _folder: "Is a directory",
    _gone: "No such file",
    _deep: "not TOML",
    _long_number: "not TOML",
}


@pytest.mark.timeout(60)
@pytest.mark.parametrize(("make", "said"), FILES.items(), ids=[made.__name__ for made in FILES])
@pytest.mark.parametrize("kind", ["space", "cluster", "device"])
def test_whatever_it_is_the_answer_is_one_line(
    kind: str,
    make: Callable[[Path], None],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "x.toml"
    make(path)
    monkeypatch.setenv("AESCULUS_DEVICES", str(tmp_path))
    tries: dict[str, tuple[type[Exception], Callable[[], object]]] = {
        "space": (SpaceFileError, lambda: load_space(path)),
        "cluster": (ClusterError, lambda: load_cluster(str(path))),
        "device": (DeviceError, devices.names),
    }
    error, read = tries[kind]
    with pytest.raises(error) as caught:
        read()
    assert said in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


class _Model(BaseModel):
    version: Literal[1, 2]
    count: Annotated[int, Field(ge=1)] = 1
    ratio: Annotated[float, Field(gt=0)] = 1.0
    name: str = ""
    whole: bool = False
    many: tuple[int, ...] = (1,)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "version: is missing"),
        ("version = 3", "version: give one of 1 or 2"),
        ("count = 'x'", "count: give a whole number"),
        ("count = 1.5", "count: give a whole number"),
        ("count = 0", "count: give at least 1"),
        ("ratio = 'much'", "ratio: give a number"),
        ("ratio = 0", "ratio: give more than 0"),
        ("name = 1", "name: give a text"),
        ("whole = 'perhaps'", "whole: give true or false"),
        ("many = 1", "many: give a list"),
    ],
)
def test_what_is_wrong_is_told_in_plain_words(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text if not text or "version" in text else f"version = 1\n{text}\n")
    with pytest.raises(InputFileError) as caught:
        read_toml(path, _Model)
    assert str(caught.value) == said


def test_a_good_file_and_no_name_at_all(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("≈ 1\n", encoding="utf-8")
    assert read_text(tmp_path / "x") == "≈ 1\n"
    with pytest.raises(InputFileError):
        read_text(Path("a\0b"))


def test_what_can_not_be_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("x")
    check_out_folder(tmp_path / "new" / "deep")
    check_out_file(tmp_path / "new" / "page.html", "--report")
    assert not (tmp_path / "new").exists()
    with pytest.raises(InputError, match=r"--out .*file is a file: name a folder"):
        check_out_folder(tmp_path / "file")
    with pytest.raises(InputError, match=r"is below .*file, which is a file"):
        check_out_folder(tmp_path / "file" / "new")
    with pytest.raises(InputError, match="is a folder: name a file"):
        check_out_file(tmp_path, "--report")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(InputError, match="cannot be written"):
        check_out_folder(tmp_path / "new")
    with pytest.raises(InputError, match="cannot be written"):
        check_out_file(tmp_path / "file", "--report")


@pytest.mark.parametrize(
    "words",
    [
        ["explore", "--report", "."],
        ["explore", "--report", "file/page.html"],
        ["bench", "headline", "--out", "file"],
        ["reproduce", "asu", "--out", "file"],
    ],
)
def test_it_is_refused_before_the_work_is_done(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("x")
    found = CliRunner().invoke(app, [*words, "--store", "s.db"])
    assert found.exit_code == 2, found.stderr
    assert len(found.stderr.splitlines()) == 1
    assert words[-2] in found.stderr
    # Nobody has even opened the store.
    assert not (tmp_path / "s.db").exists()

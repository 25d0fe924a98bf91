"""Files that a user names: whatever they are, there is an answer in one line, at once."""

import contextlib
import errno
import gzip
import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field
from typer.testing import CliRunner

from aesculus.cli.app import app
from aesculus.engine.cluster import ClusterError
from aesculus.engine.cluster import load as load_cluster
from aesculus.engine.reference import entries
from aesculus.errors import InputError, RunError
from aesculus.families import DeviceError, devices
from aesculus.inputs import (
    MOST_BYTES,
    InputFileError,
    check_out_file,
    check_out_folder,
    naming,
    parse_json,
    parse_toml,
    read_packed,
    read_text,
    read_toml,
    shown,
    unpacked,
)
from aesculus.search.errors import SearchError, SpaceFileError
from aesculus.search.spacefile import load as load_space
from aesculus.studies.basis.table import read_table
from aesculus.studies.measure import table


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


def _dots(path: Path) -> None:
    path.write_text("queue" + ".a" * 200_000 + " = 1\n")


def _dots_in_a_table(path: Path) -> None:
    path.write_text("version = 1\n[queue" + ' . "a"' * 100_000 + "]\n")


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
    _dots: "line 1: a key of more than 17 parts",
    _dots_in_a_table: "line 2: a key of more than 17 parts",
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


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "text",
    [
        'a = """\\\n' * 100_000,
        '\\"""\n' * 100_000,
        '"' * 500_000,
        "'" * 500_000,
        'a = "' + '\\"' * 250_000,
        "a = '''" + "'' " * 150_000 + "\\",
        "#" * 500_000,
        "[" * 500_000,
        "a = 1 # " + ". " * 200_000,
    ],
    ids=lambda text: repr(text[:8]),
)
def test_no_text_takes_long(text: str) -> None:
    with contextlib.suppress(InputFileError):
        parse_toml(text)


def test_dots_that_are_in_no_key() -> None:
    dots = "." * 50
    text = f"""
a.b."c{dots}".d = "x{dots}" # {dots}
e = '{dots}'
f = '''
{dots}
'''
g = "\\"{dots}"
h = [{", ".join(["1.5"] * 40)}]
[{".".join(["i"] * 17)}]
"""
    found = parse_toml(text)
    assert found["a"]["b"][f"c{dots}"]["d"] == f"x{dots}"
    assert len(found["h"]) == 40
    with pytest.raises(InputFileError, match="line 3: a key of more than 17 parts"):
        parse_toml(f"a = 1\n\n[{'.'.join(['i'] * 18)}]")


LONG = "A" * 900_000
SPACE = 'version = 1\nname = "x"\ndevices = ["LFE5U-85F-8"]\n'


@pytest.mark.parametrize(
    "text",
    [
        f'version = 1\nscheduler = "slurm"\nmemory = "{LONG}"',
        f'version = 1\nscheduler = "{LONG}"',
        f"version = 1\n{LONG} = 1",
        f'version = 1\n"{LONG}\\n\\u001b[2J" = 1',
        f'version = "{LONG}"',
        f"version = 0x{'F' * 100_000}",
        f"version = [{'1,' * 100_000}]",
        f'version = 1\nname = "{LONG}"',
        f"{SPACE}axes = {{ {LONG} = 1 }}",
        f'{SPACE}axes = {{ sbox = "{LONG}" }}',
        f'{SPACE}fidelity = "{LONG}"',
        f"{LONG} = 1\n{LONG} = 2",
        LONG,
    ],
    ids=range(13),
)
@pytest.mark.parametrize("kind", ["space", "cluster", "device"])
def test_an_error_is_no_longer_than_some_lines(
    kind: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text)
    monkeypatch.setenv("AESCULUS_DEVICES", str(tmp_path))
    tries: dict[str, Callable[[], object]] = {
        "space": lambda: load_space(path),
        "cluster": lambda: load_cluster(str(path)),
        "device": devices.names,
    }
    with pytest.raises((SpaceFileError, ClusterError, DeviceError)) as caught:
        tries[kind]()
    said = str(caught.value).removeprefix(str(path))
    assert len(said) < 1500
    assert "\n" not in said


@pytest.mark.parametrize("ending", ["", ".toml"])
def test_a_name_that_no_file_can_have(ending: str) -> None:
    name = "a" * 5000 + ending
    for read, error in ((load_space, SpaceFileError), (load_cluster, ClusterError)):
        with pytest.raises(error) as caught:
            read(name)
        assert len(str(caught.value)) < 1500
        assert "\n" not in str(caught.value)


def test_what_is_shown_of_a_value() -> None:
    assert shown("slurm") == "'slurm'"
    assert shown(3) == "3"
    assert len(shown("x" * 1000)) < 100
    assert shown(1 << 100_000) == "a number too long to show"


@pytest.mark.parametrize("key", ["workers", "cores"])
def test_more_jobs_than_anybody_has_are_refused(key: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(f'version = 1\nscheduler = "slurm"\n{key} = 100000000\n')
    with pytest.raises(ClusterError, match=rf"{key}: 100000000: give at most \d+$"):
        load_cluster(str(path))


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
        ("version = 3", "version: give one of 1 or 2, not 3"),
        ("count = 'x'", "count: give a whole number, not 'x'"),
        ("count = 1.5", "count: give a whole number, not 1.5"),
        ("count = 0", "count: give at least 1, not 0"),
        ("ratio = 'much'", "ratio: give a number, not 'much'"),
        ("ratio = 0", "ratio: give more than 0, not 0"),
        ("name = 1", "name: give a text, not 1"),
        ("whole = 'perhaps'", "whole: give true or false, not 'perhaps'"),
        ("many = 1", "many: give a list, not 1"),
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
    check_out_folder(tmp_path / "new")
    check_out_folder(tmp_path / "new" / "deep", parents=True)
    check_out_file(tmp_path / "page.html", "--report")
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    for check in (check_out_file, check_out_folder):
        with pytest.raises(InputError, match=r"--report .*circle is a link that leads to itself"):
            check(circle, "--report")
    with pytest.raises(InputError, match=r"^--out .*new/deep: .*new is no folder: name a folder"):
        check_out_folder(tmp_path / "new" / "deep")
    with pytest.raises(InputError, match=r"^--report .*: .*new is no folder: name a file"):
        check_out_file(tmp_path / "new" / "page.html", "--report")
    assert not (tmp_path / "new").exists()
    with pytest.raises(InputError, match=r"--out .*file is a file: name a folder"):
        check_out_folder(tmp_path / "file")
    with pytest.raises(InputError, match=r"is below .*file, which is a file"):
        check_out_folder(tmp_path / "file" / "new", parents=True)
    with pytest.raises(InputError, match="is a folder: name a file"):
        check_out_file(tmp_path, "--report")
    os.mkfifo(tmp_path / "pipe")
    for no_file in (tmp_path / "pipe", Path("/dev/null")):
        with pytest.raises(InputError, match="is no plain file: name one, or a free name"):
            check_out_file(no_file, "--report")
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
        ["explore", "--report", "none/page.html"],
        ["report", "--out", "none/page.html"],
        ["report", "--from", "file", "--out", "none/tables"],
        ["report", "--from", "file", "--out", "y.html"],
        ["export", "UF1-PP1T", "--out", "none/core"],
        ["build", "UF1-PP1T", "--board", "ulx3s", "--out", "none/board"],
        ["close", "UF1-PP1T", "--device", "LFE5U-85F-8", "--out", "none/best.config"],
        ["bench", "headline", "--out", "none/figures"],
        ["reproduce", "asu", "--out", "none/figures"],
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
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


@pytest.mark.parametrize("flip", range(10, 200, 19))
def test_damaged_gzip_is_told_whatever_is_damaged(flip: int) -> None:
    packed = bytearray(gzip.compress(os.urandom(300) * 2, mtime=0))
    assert len(unpacked(bytes(packed))) == 600
    packed[flip] ^= 255
    with pytest.raises(InputFileError, match="damaged"):
        unpacked(bytes(packed))
    with pytest.raises(InputFileError, match="damaged"):
        unpacked(gzip.compress(b"x" * 99)[:-9])


@pytest.mark.timeout(30)
@pytest.mark.parametrize("read", [entries.read, table.read, read_table, read_packed])
def test_a_packed_table_that_is_no_plain_file_is_refused(
    tmp_path: Path, read: Callable[[Path], object]
) -> None:
    os.mkfifo(tmp_path / "table.csv.gz")
    with pytest.raises((InputFileError, SearchError, RunError), match="no plain file"):
        read(tmp_path / "table.csv.gz")
    with pytest.raises((InputFileError, SearchError, RunError), match="No such file"):
        read(tmp_path / "none.csv.gz")


def test_what_unpacks_to_too_much_is_refused() -> None:
    packed = gzip.compress(bytes(5_000_000))
    assert len(unpacked(packed, 5_000_000)) == 5_000_000
    with pytest.raises(InputFileError, match="unpacks to more than 4,999,999 bytes"):
        unpacked(packed, 4_999_999)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (lambda: b"[" + b"[]," * 10_000_000 + b"[]]", "more than 20,000,000 values in JSON"),
        (lambda: b'[{"":' * 7_000_000, "more than 20,000,000 values in JSON"),
        (lambda: b" " * (1 << 28) + b"1", "more than 268,435,456 bytes of JSON"),
        # One such sign makes the whole text four times as large.
        ('["\U0001f512"]'.encode, "signs beyond ASCII"),
    ],
    ids=["lists", "objects", "blanks", "signs"],
)
def test_json_that_would_take_all_memory_is_not_read(
    content: Callable[[], bytes], why: str
) -> None:
    with pytest.raises(InputFileError, match=why):
        parse_json(content())
    assert parse_json(b'{"modules": [1, 2.5, "a"]}') == {"modules": [1, 2.5, "a"]}


def test_an_error_without_a_file_names_the_one_that_was_written(tmp_path: Path) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    said = r"No space left on device: '.*page\.html'"
    with pytest.raises(OSError, match=said), naming(tmp_path / "page.html"):
        raise full
    with pytest.raises(FileNotFoundError, match=r"'.*other'"), naming(tmp_path / "page.html"):
        (tmp_path / "other").read_bytes()

"""What is compiled once a machine: a damaged file is made anew, and breaks no build."""

import json
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from aesculus.tools import ToolError, verilated
from aesculus.tools.verilated import MADE, RUNTIME

COMPILER = """#!/bin/sh
case "$1" in --version) echo "cc 1"; exit 0;; esac
for word do case "$last" in -o) out=$word;; esac; last=$word; done
echo "$out" >>"{log}"
[ -e "{broken}" ] && exit 1
echo "what was compiled of $last" >"$out"
"""


class Place:
    """A machine with a compiler that notes what it compiles."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.log, self.broken = root / "log", root / "broken"
        self.compiler = root / "cc"
        self.compiler.write_text(COMPILER.format(log=self.log, broken=self.broken))
        self.compiler.chmod(0o755)
        self.include = root / "include"
        self.include.mkdir()
        (self.include / "verilated.cpp").write_text("int x;")

    @property
    def compiled(self) -> int:
        return len(self.log.read_text().splitlines()) if self.log.exists() else 0

    @property
    def store(self) -> Path:
        (found,) = (self.root / "cache").iterdir()
        return found

    @property
    def folder(self) -> Path:
        return self.store / str(json.loads((self.store / MADE).read_text())["folder"])

    def build(self) -> None:
        """Use the cache as a build does, and look at what it gives."""
        objects = self.root / "objects"
        objects.mkdir(exist_ok=True)
        header = verilated.place(self.include, str(self.compiler), objects, 60.0)
        for name in RUNTIME:
            source = self.include / name.replace(".o", ".cpp")
            assert (objects / name).read_text() == f"what was compiled of {source}\n"
        assert header is not None
        assert '#include "verilated.h"' in header.read_text()
        assert header.with_name("headers.h.gch").read_text().startswith("what was compiled")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setenv("AESCULUS_CACHE", str(tmp_path / "cache"))
    return Place(tmp_path)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-3])


def _flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[0] ^= 1
    path.write_bytes(content)


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("name", "damage"),
    [
        *((RUNTIME[0], each) for each in (_cut, _flipped, _empty, _fifo, _folder, Path.unlink)),
        *((each, _flipped) for each in (RUNTIME[1], "headers.h", "headers.h.gch")),
    ],
)
def test_a_damaged_file_is_made_anew(
    name: str, damage: Callable[[Path], None], place: Place
) -> None:
    place.build()
    assert place.compiled == 3
    place.build()
    assert place.compiled == 3
    damage(place.folder / name)
    place.build()
    assert place.compiled == 6
    place.build()
    assert place.compiled == 6


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "[" * 100_000,
        '{"folder": 3, "sha256": {}}',
        '{"folder": "..", "sha256": {}}',
        '{"folder": "/etc", "sha256": {}}',
        "\0",
    ],
    ids=range(8),
)
def test_a_list_that_is_damaged(text: str, place: Place) -> None:
    place.build()
    (place.store / MADE).write_text(text)
    place.build()
    assert place.compiled == 6


def test_nothing_is_used_before_all_of_it_is_there(place: Place) -> None:
    place.broken.write_text("")
    with pytest.raises(ToolError):
        place.build()
    assert [path.name for path in place.store.iterdir()] == ["lock"]
    place.broken.unlink()
    place.build()
    assert {path.name for path in place.store.iterdir() if path.is_file()} == {"lock", MADE}


def test_builds_that_begin_at_once_compile_once(place: Place) -> None:
    place.compiler.write_text(
        place.compiler.read_text().replace('echo "$out"', 'sleep 0.2\necho "$out"')
    )
    folders = [place.root / f"objects{index}" for index in range(3)]
    for folder in folders:
        folder.mkdir()
    with ThreadPoolExecutor(len(folders)) as pool:
        arguments = (place.include, str(place.compiler))
        made = [pool.submit(verilated.place, *arguments, folder, 60.0) for folder in folders]
        assert len({each.result() for each in made}) == 1
    assert place.compiled == len(RUNTIME) + 1


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no /proc that names open files")
def test_all_is_on_the_disk_before_it_is_named(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    keep = os.fsync

    def noted(handle: int) -> None:
        assert not list((place.root / "cache").glob(f"*/{MADE}")) or len(synced) == 6
        synced.append(Path(f"/proc/self/fd/{handle}").readlink().name)
        keep(handle)

    monkeypatch.setattr(os, "fsync", noted)
    place.build()
    made = place.folder.name
    assert synced == ["headers.h", *RUNTIME, "headers.h.gch", made, MADE, place.store.name]


def test_what_nothing_names_goes_after_a_day(place: Place) -> None:
    place.build()
    first = place.folder
    _cut(first / "verilated.o")
    place.build()
    # A compiler may be at work with it.
    assert first.is_dir()
    second = place.folder
    day_ago = time.time() - 2 * 24 * 3600
    os.utime(first, (day_ago, day_ago))
    _cut(second / "verilated.o")
    place.build()
    assert not first.exists()
    assert second.is_dir()

"""The manifest: changed, missing and additional files are named, and a bundle is replaced whole."""

import errno
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus.cli.app import app
from aesculus.errors import InputError, RunError
from aesculus.export.manifest import MANIFEST, checked, signature, write
from aesculus.export.place import refuse, replaced


def _call(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["verify-bundle", *map(str, arguments)])
    return result.exit_code, result.stdout, result.stderr


def test_as_exported(bundle: Path) -> None:
    code, out, _ = _call(bundle)
    assert code == 0
    assert "UF1-PP3T" in out
    assert "netlist verified" in out
    told = json.loads((bundle / MANIFEST).read_text())
    assert told["netlist_verified"] is True
    assert set(told["records"]) == {"verify", "verify_netlist"}
    assert told["signature"] in out
    assert _call(bundle, "--signature", told["signature"])[0] == 0
    code, _, err = _call(bundle, "--signature", "0" * 64)
    assert code == 1
    assert "another bundle" in err
    assert _call(bundle, "--signature", told["signature"].upper())[0] == 0


@pytest.mark.parametrize("digits", [0, 8, 63, 65])
def test_a_signature_is_given_whole(bundle: Path, digits: int) -> None:
    """Its first digits can be made to fit another bundle."""
    whole = json.loads((bundle / MANIFEST).read_text())["signature"]
    for wrong in ((whole + whole)[:digits], "g" * 64, f" {whole}", "\x1b[2J"):
        code, _, err = _call(bundle, "--signature", wrong)
        assert (code, len(err.splitlines())) == (2, 1)
        assert "give all 64 hexadecimal digits" in err
        assert "\x1b" not in err


def test_what_differs_is_named(bundle: Path) -> None:
    changed, missing = bundle / "rtl/aesculus_pkg.sv", bundle / "LICENSE"
    changed.write_bytes(changed.read_bytes() + b" ")
    missing.unlink()
    (bundle / "rtl/more.sv").write_text("module more; endmodule\n")
    code, out, err = _call(bundle)
    assert code == 1
    assert out.splitlines() == [
        "missing: LICENSE",
        "changed: rtl/aesculus_pkg.sv",
        "additional: rtl/more.sv",
    ]
    assert len(err.splitlines()) == 1
    assert "1 additional, 1 changed, 1 missing" in err
    code, out, _ = _call(bundle, "--json")
    assert code == 1
    assert len(json.loads(out)["faults"]) == 3
    # What make built does not bury it, and is not held to be all of it.
    (bundle / "build/verilator").mkdir(parents=True)
    for name in ("log", "bench"):
        (bundle / "build/verilator" / name).write_text("built")
    _, out, err = _call(bundle)
    assert out.splitlines()[2:] == ["additional: rtl/more.sv", "additional: build/, with 2 files"]
    assert "make clean" not in err


def test_a_link_in_place_of_a_file_is_a_change(bundle: Path, tmp_path: Path) -> None:
    file = bundle / "LICENSE"
    shutil.move(file, tmp_path / "LICENSE")
    file.symlink_to(tmp_path / "LICENSE")
    assert [str(fault) for fault in checked(bundle)] == ["changed: LICENSE"]


def test_a_manifest_that_reads_the_same_is_changed_too(bundle: Path, tmp_path: Path) -> None:
    path = bundle / MANIFEST
    text = path.read_text()
    for other in (
        text.rstrip("\n"),
        text.replace('"label"', '"label" : 0, "label"', 1),
        f"{text} ",
    ):
        path.write_text(other)
        assert [str(fault) for fault in checked(bundle)] == [f"changed: {MANIFEST}"]
    path.write_text(text)
    assert checked(bundle) == []
    shutil.move(path, tmp_path / MANIFEST)
    path.symlink_to(tmp_path / MANIFEST)
    assert [str(fault) for fault in checked(bundle)] == [f"changed: {MANIFEST}"]


def test_a_manifest_that_was_edited_is_found(bundle: Path) -> None:
    path = bundle / MANIFEST
    told = json.loads(path.read_text())
    told["records"]["verify"]["vectors"] += 1
    path.write_text(json.dumps(told))
    assert [str(fault) for fault in checked(bundle)] == [f"changed: {MANIFEST}"]
    assert _call(bundle)[0] == 1


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("{", 1, "damaged: no JSON"),
        ("[]", 1, "damaged: no object"),
        ('{"format": 1, "label": "x", "files": []}', 1, "'files' is missing or no dict"),
        (
            '{"format": true, "label": "x", "files": {}, "signature": ""}',
            1,
            "'format' is missing or no int",
        ),
        ('{"format": 9, "label": "x", "files": {}, "signature": ""}', 2, "legal: 1"),
        (None, 2, f"has no {MANIFEST}"),
    ],
)
def test_a_bad_manifest(bundle: Path, text: str | None, code: int, said: str) -> None:
    (bundle / MANIFEST).unlink()
    if text is not None:
        (bundle / MANIFEST).write_text(text)
    found, _, err = _call(bundle)
    assert found == code
    assert said in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("kept", "more", "said"),
    [
        ((), {}, "it lists no LICENSE"),
        (("LICENSE", "Makefile", "README.md"), {}, "it lists no core.json"),
        (("LICENSE", "Makefile", "README.md", "core.json"), {}, "no source in SystemVerilog"),
        (None, {"pipe": "no plain file"}, "'pipe' has no SHA-256"),
        (None, {"pipe": None}, "'pipe' has no SHA-256"),
    ],
)
def test_a_list_of_files_that_no_bundle_has(
    bundle: Path, kept: tuple[str, ...] | None, more: dict[str, object], said: str
) -> None:
    # Everything that is not listed is gone, and the signature is right.
    path = bundle / MANIFEST
    told = json.loads(path.read_text())
    for name in list(told["files"]):
        if kept is not None and name not in kept:
            (bundle / name).unlink()
            del told["files"][name]
    told["files"] |= more
    if more:
        os.mkfifo(bundle / "pipe")
    path.write_text(json.dumps(told | {"signature": signature(told)}))
    code, out, err = _call(bundle)
    assert code == 1
    assert out == ""
    assert said in err
    assert len(err.splitlines()) == 1


def test_no_folder(tmp_path: Path) -> None:
    code, _, err = _call(tmp_path / "nowhere")
    assert code == 2
    assert "is no folder" in err


def test_what_may_be_replaced(
    bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(tmp_path / "new", force=False)
    (tmp_path / "empty").mkdir()
    refuse(tmp_path / "empty", force=False)
    refuse(bundle, force=False)
    for name in ("verilator/deep", "icarus", "cocotb-icarus"):
        (bundle / "build" / name).mkdir(parents=True)
        (bundle / "build" / name / "log").write_text("built")
    refuse(bundle, force=False)
    for name in ("mine.v", "cocotb/mine", "verilators"):
        mine = bundle / "build" / name
        mine.parent.mkdir(exist_ok=True)
        mine.write_text("mine")
        with pytest.raises(InputError, match=rf"\(additional: build/{name}\): --force replaces it"):
            refuse(bundle, force=False)
        refuse(bundle, force=True)
        mine.unlink()
    refuse(bundle, force=False)
    (bundle / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match=r"changed since its export \(additional: notes.txt\)"):
        refuse(bundle, force=False)
    refuse(bundle, force=True)
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "work.v").write_text("")
    for force in (False, True):
        with pytest.raises(InputError, match=r"'work.v' and is no bundle"):
            refuse(tmp_path / "theirs", force=force)
    # Other tools have files of this name, too.
    for text in ("{}", '{"name": "pwa"}', "no JSON", (bundle / MANIFEST).read_text().lower()):
        (tmp_path / "theirs" / MANIFEST).write_text(text)
        with pytest.raises(InputError, match="holds files and is no bundle"):
            refuse(tmp_path / "theirs", force=True)
    with pytest.raises(InputError, match="is a file"):
        refuse(tmp_path / "theirs" / "work.v", force=True)
    monkeypatch.chdir(tmp_path / "empty")
    with pytest.raises(InputError, match="the folder that you are in"):
        refuse(Path(), force=False)


def test_bundles_and_bitstreams_do_not_replace_each_other(
    bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bitstream = tmp_path / "bitstream"
    bitstream.mkdir()
    for name in ("board.json", "board.sv", "system.sv"):
        (bitstream / name).write_text(name)
    write(bitstream, {"label": "UF1-PP3T", "board": "icebreaker"})
    refuse(bitstream, force=False, board=True)

    def went_on(*_: object, **__: object) -> None:
        raise RunError("went on")

    monkeypatch.setattr("aesculus.api.taking.gather", went_on)
    monkeypatch.setattr("aesculus.cli.build.build", went_on)
    ways = (
        (["export"], bitstream, bundle, "build"),
        (["build", "--board", "icebreaker"], bundle, bitstream, "export"),
    )
    for verb, other, own, wrote in ways:
        for more in ([], ["--force"]):
            line = [*verb, "UF1-PP3T", "--store", str(tmp_path / "results.db"), *more]
            done = CliRunner().invoke(app, [*line, "--out", str(other)])
            assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)
            assert f"holds what aesculus {wrote} wrote: name an empty folder" in done.stderr
            done = CliRunner().invoke(app, [*line, "--out", str(own)])
            assert "went on" in done.stderr


_KILLED = """
import os, signal, sys
from pathlib import Path
from aesculus.export import place

out = Path(sys.argv[1])
rename = Path.rename

def killed(self, target):
    rename(self, target)
    os.kill(os.getpid(), signal.SIGKILL)

with place.replaced(out) as folder:
    (folder / "half").write_text("half")
    if sys.argv[2] == "writing":
        os.kill(os.getpid(), signal.SIGKILL)
    Path.rename = killed
"""


@pytest.mark.parametrize("when", ["writing", "renaming"])
def test_what_a_killed_run_left_is_removed_by_the_next(bundle: Path, when: str) -> None:
    above = bundle.parent
    before = sorted(path.name for path in bundle.iterdir())
    theirs = above / f".{bundle.name}.mine"
    theirs.mkdir()
    (theirs / "lock").write_text("")
    there = set(above.iterdir())
    done = subprocess.run(
        [sys.executable, "-c", _KILLED, str(bundle), when], check=False, timeout=60
    )
    assert done.returncode == -signal.SIGKILL
    (left,) = set(above.iterdir()) - there
    assert left.name.startswith(f".{bundle.name}.")
    assert bundle.exists() is (when == "writing")
    refuse(bundle, force=False)
    assert set(above.iterdir()) == there
    assert sorted(path.name for path in bundle.iterdir()) == before


def test_an_error_of_a_file_names_the_place_that_was_asked_for(bundle: Path) -> None:
    def fails(file: Callable[[Path], Path]) -> None:
        with replaced(bundle) as folder:
            raise OSError(errno.ENOSPC, "No space left on device", str(file(folder)))

    with pytest.raises(OSError, match="No space") as told:
        fails(lambda folder: folder / "rtl" / "aes.sv")
    assert told.value.filename == str(bundle)
    with pytest.raises(OSError, match="No space") as told:
        fails(lambda _: Path("/elsewhere"))
    assert told.value.filename == "/elsewhere"


def test_what_a_run_is_at_stays(bundle: Path) -> None:
    theirs = bundle.parent / f".{bundle.name}.theirs"
    (theirs / "new").mkdir(parents=True)
    # Another machine shares the folder and not the lock.
    for name, text in (("lock", ""), ("host", "another")):
        (theirs / name).write_text(text)
    refuse(bundle, force=False)
    assert (theirs / "new").is_dir()
    (theirs / "host").write_text(socket.gethostname())
    refuse(bundle, force=False)
    assert not theirs.exists()
    with replaced(bundle) as folder:
        (folder / "half").write_text("half")
        refuse(bundle, force=False)
        assert (folder / "half").exists()


@pytest.mark.parametrize("file", ["host", "new/LICENSE"])
@pytest.mark.usefixtures("made")
def test_a_full_disk_is_told_with_the_folder(
    tmp_path: Path, file: str, full_disk: Callable[[str], None]
) -> None:
    full_disk(rf"/\.out\.[^/]*/{file}$")
    out = tmp_path / "out"
    line = ["export", "UF1-PP3T", "--out", str(out), "--store", str(tmp_path / "store.db")]
    done = CliRunner().invoke(app, line)
    assert done.exit_code == 1
    said = f"aesculus: error: no space left on the disk of {out}: free some and run again"
    assert done.stderr.splitlines()[-1] == said
    assert not list(tmp_path.glob("*out*"))


@pytest.mark.parametrize("turn", [1, 2], ids=["between", "behind"])
def test_an_interrupt_between_two_names_loses_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, turn: int
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    (place / "old").write_text("old")
    rename, turns = Path.rename, []

    def interrupted(path: Path, target: Path) -> Path:
        done = rename(path, target)
        turns.append(path)
        if len(turns) == turn:
            raise KeyboardInterrupt
        return done

    def replace() -> None:
        with replaced(place) as folder:
            (folder / "new").write_text("new")
            monkeypatch.setattr(Path, "rename", interrupted)

    with pytest.raises(KeyboardInterrupt):
        replace()
    assert [path.name for path in place.iterdir()] == [{1: "old", 2: "new"}[turn]]
    assert [path.name for path in tmp_path.iterdir()] == ["place"]


def test_a_folder_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    (place / "old").write_text("old")

    def fail() -> None:
        with replaced(place) as folder:
            (folder / "half").write_text("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert [path.name for path in tmp_path.iterdir()] == ["place"]
    assert [path.name for path in place.iterdir()] == ["old"]
    with replaced(place) as folder:
        (folder / "new").write_text("new")
    assert [path.name for path in place.iterdir()] == ["new"]
    assert [path.name for path in tmp_path.iterdir()] == ["place"]

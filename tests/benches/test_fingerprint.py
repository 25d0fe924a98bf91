import shutil
from pathlib import Path

import pytest

from aesculus import resources
from aesculus.benches import fingerprint
from aesculus.benches.simulate import bench_file


@pytest.fixture
def rtl_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy = tmp_path / "rtl"
    shutil.copytree(resources.rtl_dir(), copy)
    monkeypatch.setattr(resources, "rtl_dir", lambda: copy)
    monkeypatch.setattr(fingerprint, "rtl_dir", lambda: copy)
    return copy


def test_the_place_of_the_sources_does_not_count(rtl_copy: Path) -> None:
    there = fingerprint.rtl_fingerprint()
    moved = rtl_copy.with_name("moved")
    rtl_copy.rename(moved)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resources, "rtl_dir", lambda: moved)
        patch.setattr(fingerprint, "rtl_dir", lambda: moved)
        assert fingerprint.rtl_fingerprint() == there
    assert len(there) == 64


def test_a_changed_source_changes_the_hash(rtl_copy: Path) -> None:
    before = fingerprint.verify_fingerprint()
    source = rtl_copy / "aesculus_pkg.sv"
    source.write_text(source.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert fingerprint.verify_fingerprint() != before


def test_a_file_outside_the_list_does_not(rtl_copy: Path) -> None:
    before = fingerprint.verify_fingerprint()
    (rtl_copy / "notes.txt").write_text("x", encoding="utf-8")
    assert fingerprint.verify_fingerprint() == before


def test_a_changed_bench_changes_both_hashes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rtl, netlist = fingerprint.verify_fingerprint(), fingerprint.netlist_fingerprint(b"module")
    other = tmp_path / "bench.cpp"
    other.write_bytes(bench_file().read_bytes() + b"\n")
    monkeypatch.setattr(fingerprint, "bench_file", lambda: other)
    assert fingerprint.verify_fingerprint() != rtl
    assert fingerprint.netlist_fingerprint(b"module") != netlist


def test_netlist_and_models_count(tmp_path: Path) -> None:
    model = tmp_path / "cells.v"
    model.write_text("module LUT4;", encoding="utf-8")
    first = fingerprint.netlist_fingerprint(b"a", [model])
    assert first != fingerprint.netlist_fingerprint(b"b", [model])
    assert first != fingerprint.netlist_fingerprint(b"a")
    model.write_text("module LUT5;", encoding="utf-8")
    assert first != fingerprint.netlist_fingerprint(b"a", [model])


def test_every_module_of_the_room_is_in_the_hash() -> None:
    room = Path(fingerprint.__file__).parent
    modules = {path.name for path in room.glob("*.py")}
    own = {f"benches/{name}" for name in modules - {"__init__.py", "fingerprint.py"}}
    assert own <= set(fingerprint._OWN_FILES)

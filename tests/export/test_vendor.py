"""Projects of vendors' tools: their scripts are run with stand-ins for the tools' commands."""

import errno
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus.cli.app import app
from aesculus.export import manifest
from aesculus.export.elaborate import elaborate
from aesculus.export.vendor import TOOLS

needs_tcl = pytest.mark.skipif(shutil.which("tclsh") is None, reason="tclsh is not installed")

_STAND_IN = """
proc unknown {args} { puts [join $args |]; return {} }
set quartus(nameofexecutable) quartus_sh
rename exit leave
proc exit {args} {}
source [lindex $argv 0]
"""
_READS = {
    "vivado": ("read_verilog", "read_xdc"),
    "quartus": ("set_global_assignment",),
    "radiant": ("prj_add_source",),
    "diamond": ("prj_src",),
    "gowin": ("add_file",),
}


def _call(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["flow", *map(str, arguments)])
    return result.exit_code, result.stderr


def _script(out: Path) -> Path:
    scripts = [path for path in out.glob("*.tcl") if not re.search(r"_\w+\.tcl$", path.name)]
    return scripts[0] if scripts else next(out.glob("edalize_gowin*.tcl"))


def _given(out: Path) -> list[list[str]]:
    stand_in = out.parent / "stand_in.tcl"
    stand_in.write_text(_STAND_IN, encoding="utf-8")
    command = ["tclsh", str(stand_in), _script(out).name]
    done = subprocess.run(command, cwd=out, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [line.split("|") for line in done.stdout.splitlines()]


@pytest.mark.parametrize("who", ["harness", "edalize"])
def test_a_full_disk_is_told_and_leaves_nothing(
    bundle: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    full_disk: Callable[[str], None],
    who: str,
) -> None:
    out = tmp_path / "project"
    line = (bundle, "vivado", "--part", TOOLS["vivado"].example, "--out", out)
    if who == "harness":
        full_disk("/project/harness.sv$")
    else:
        pytest.importorskip("edalize")

        def configure(_self: object) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr("edalize.vivado.Vivado.configure", configure)
    code, err = _call(*line)
    said = f"aesculus: error: no space left on the disk of {out}: free some and run again\n"
    assert (code, err) == (1, said)
    assert not out.exists()


def test_a_folder_that_was_there_stays(
    bundle: Path, tmp_path: Path, full_disk: Callable[[str], None]
) -> None:
    out = tmp_path / "project"
    out.mkdir()
    full_disk("/project/harness.sv$")
    assert _call(bundle, "vivado", "--part", TOOLS["vivado"].example, "--out", out)[0] == 1
    assert list(out.iterdir()) == []


@needs_tcl
@pytest.mark.parametrize("tool", TOOLS)
def test_a_project_has_all_files_and_the_part(tool: str, bundle: Path, tmp_path: Path) -> None:
    out = tmp_path / "project"
    part = TOOLS[tool].example
    family = ["--family", "Cyclone V"] if TOOLS[tool].family else []
    code, err = _call(bundle, tool, "--part", part, "--out", out, *family)
    assert code == 0, err
    given = _given(out)
    named = [word for words in given if words[0] in _READS[tool] for word in words]
    files = [(out / word).resolve() for word in named if re.search(r"\.\w+$", word)]
    there = [path for path in files if path.is_file()]
    core = json.loads((bundle / "core.json").read_text(encoding="utf-8"))
    sources = [(bundle / name).resolve() for name in (*core["files"], core["wrapper"]["file"])]
    sources.append((out / "harness.sv").resolve())
    assert [path for path in there if path.suffix in (".v", ".sv")] == sources
    told = " ".join(" ".join(words) for words in given)
    assert part in told
    assert "harness" in told
    text = _script(out).read_text(encoding="utf-8")
    for ending in TOOLS[tool].constraints:
        assert re.search(rf"{core['wrapper']['top']}\.{ending}\b", text)


def test_the_harness_is_around_the_wrapper(bundle: Path, tmp_path: Path) -> None:
    out = tmp_path / "project"
    assert _call(bundle, "radiant", "--part", "LIFCL-40-9BG400C", "--out", out)[0] == 0
    core = json.loads((bundle / "core.json").read_text(encoding="utf-8"))
    files = [bundle / name for name in (*core["files"], core["wrapper"]["file"])]
    told = elaborate([*files, out / "harness.sv"], "harness")
    assert told.clean
    assert {core["wrapper"]["top"], core["top"], "aesculus_core"} <= told.modules


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ise", "--part", "x"), "'ise' is no tool; legal: vivado, quartus"),
        (("vivado", "--part", "x; exec rm"), "is none; such as xc7a100tcsg324-1"),
        (("quartus", "--part", "5CEBA4F23C7"), "quartus needs --family"),
        (("quartus", "--part", "5C", "--family", "a]b"), "--family 'a]b' is none"),
    ],
)
def test_bad_input(bundle: Path, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    code, err = _call(bundle, *arguments, "--out", tmp_path / "project")
    assert code == 2
    assert said in err
    assert len(err.splitlines()) == 1
    assert not (tmp_path / "project").exists()


def test_a_bundle_that_was_changed_is_refused_and_what_it_built_is_not(
    bundle: Path, tmp_path: Path
) -> None:
    asked = (bundle, "vivado", "--part", "x", "--out", tmp_path / "project")
    (bundle / "build/icarus").mkdir(parents=True)
    (bundle / "build/icarus/bench").touch()
    wrapper = next(bundle.glob("*_lean.v"))
    was = wrapper.read_text(encoding="utf-8")
    wrapper.write_text(was + " ", encoding="utf-8")
    code, err = _call(*asked)
    assert code == 2
    assert f"was changed since its export (changed: {wrapper.name})" in err
    assert not (tmp_path / "project").exists()
    wrapper.write_text(was, encoding="utf-8")
    assert _call(*asked)[0] == 0


def test_a_project_in_the_bundle_is_refused(bundle: Path) -> None:
    code, err = _call(bundle, "vivado", "--part", "x", "--out", bundle / "project")
    assert code == 2
    assert "lies in the bundle" in err
    assert not (bundle / "project").exists()


def test_a_blank_on_the_way_to_the_bundle_is_refused(bundle: Path, tmp_path: Path) -> None:
    there = bundle.rename(tmp_path / "my core")
    out = tmp_path / "project"
    code, err = _call(there, "radiant", "--part", "LIFCL-40-9BG400C", "--out", out)
    assert code == 2
    assert "' ' in the way to it from --out" in err
    assert not out.exists()


def test_a_folder_in_use_is_refused(bundle: Path, tmp_path: Path) -> None:
    code, err = _call(bundle, "vivado", "--part", "x", "--out", bundle)
    assert code == 2
    assert "is in use" in err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"files": ["x]; [exec id]"]}, "files.0: 'x]; [exec id]'"),
        ({"files": ["rtl/a.sv\nexec id"]}, "files.0: "),
        ({"files": ["../../a.sv"]}, "files.0: '../../a.sv'"),
        ({"files": ["/etc/a.sv"]}, "files.0: '/etc/a.sv'"),
        ({"files": "a.sv"}, "files: 'a.sv'"),
        ({"wrapper": {"top": "a; exec id", "file": "a.v", "ports": []}}, "wrapper.top: 'a; exec"),
        ({"wrapper": {"top": "a", "file": "{a}.v", "ports": []}}, "wrapper.file: '{a}.v'"),
        ({"wrapper": {}}, "wrapper.top: "),
        (
            {
                "wrapper": {
                    "top": "a",
                    "file": "a.v",
                    "ports": [
                        {"name": 'a); initial $system("id"', "direction": "input", "width": 1}
                    ],
                }
            },
            "wrapper.ports.0.name: ",
        ),
        (None, "core.json is damaged: "),
    ],
)
def test_a_bundle_of_somebody_else_writes_no_command_into_a_project(
    bundle: Path, tmp_path: Path, change: dict[str, object] | None, said: str
) -> None:
    core = bundle / "core.json"
    told = core.read_text(encoding="utf-8")
    core.write_text("[" if change is None else json.dumps(json.loads(told) | change))
    # Whoever gives a bundle away can sign what he likes.
    manifest.write(bundle, {"label": "UF1-PP3T"})
    code, err = _call(bundle, "vivado", "--part", "x", "--out", tmp_path / "project")
    assert code == 1
    assert "core.json is damaged: " in err
    assert said in err
    assert "internal error" not in err
    assert len(err.splitlines()) == 1
    assert not (tmp_path / "project").exists()


def test_nor_does_its_folder(bundle: Path, tmp_path: Path) -> None:
    odd = tmp_path / "core[exec id]"
    shutil.copytree(bundle, odd)
    code, err = _call(odd, "vivado", "--part", "x", "--out", tmp_path / "project")
    assert code == 2
    assert "'[' in the way to it from --out" in err
    assert not (tmp_path / "project").exists()

"""Designs with registers in LiteX: taken by label, in a system with a VexRiscv that runs C."""

import importlib.util
import json
import os
import re
import struct
import subprocess
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.decrepit.ciphers.modes import CFB, OFB
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC, CTR, ECB
from typer.testing import CliRunner

from aesculus.api.litex import bundled, exported, unverified
from aesculus.api.litex import core as litex_core
from aesculus.api.litex.core import MODES, check_system
from aesculus.api.litex.program import flat, toolchain
from aesculus.cli.app import app
from aesculus.errors import InputError, RunError
from aesculus.tools import verilator
from export.conftest import Made, made  # noqa: F401 - a fixture
from project.sources import ROOT

_CORE = "UF1-PP0P-W8"
_WB, _AXIL, _AXIS = (f"CTR.{bus}32.{_CORE}" for bus in ("WB", "AXIL", "AXIS"))
_MAIN = ROOT / "src/aesculus/api/litex/firmware/registers.c"
_STREAM = _MAIN.with_name("stream.c")
_HAS_LITEX = all(importlib.util.find_spec(f) for f in ("litex", "pythondata_cpu_vexriscv"))

needs_litex = pytest.mark.skipif(
    not _HAS_LITEX, reason="no LiteX: the Python packages litex and pythondata-cpu-vexriscv"
)


def _has_compiler() -> bool:
    try:
        return bool(toolchain())
    except InputError:
        return False


needs_compiler = pytest.mark.skipif(
    not _has_compiler(), reason="no compiler for RISC-V: the Python package ziglang, or a GCC"
)


def test_a_label_gives_sources_ports_and_driver(tmp_path: Path) -> None:
    core = unverified(_WB.lower(), tmp_path)
    assert core.label == _WB
    assert core.files[-1] == tmp_path / f"{core.top}.sv"
    assert all(path.is_file() for path in (*core.files, *core.software))
    assert {path.name for path in core.software} == {"aesculus.c", "aesculus.h", "aesculus_regs.h"}
    assert core.bits("s_wb_adr_i") == 6
    with pytest.raises(InputError, match=f"{_WB} has no port s_axil_awvalid_i"):
        core.bits("s_axil_awvalid_i")


@pytest.mark.parametrize(
    "change",
    [{"files": ["/etc/passwd"]}, {"files": ["../secret.v"]}, {"wrapper": {}}, {"files": 3}],
    ids=str,
)
def test_a_bundle_names_no_file_outside_it(
    made: Made,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: dict[str, object],
) -> None:
    folder = tmp_path / "core"
    folder.mkdir()
    made(_CORE).write(folder)
    told = json.loads((folder / "core.json").read_text(encoding="utf-8"))
    (folder / "core.json").write_text(json.dumps({**told, **change}), encoding="utf-8")
    # Somebody who makes a whole bundle signs it as well.
    monkeypatch.setattr(litex_core, "check_as_exported", lambda _: None)
    with pytest.raises(InputError, match=r"core\.json (names|is not what)"):
        bundled(folder)


def test_a_bundle_gives_the_same(
    made: Made,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "core"
    folder.mkdir()
    names = made(_WB).write(folder)
    core = bundled(folder)
    assert (core.label, core.top) == (_WB, "aesculus_ctr_wb32_uf1_pp0p_w8_lean")
    assert core.ports == unverified(_WB, tmp_path / "rtl").ports
    # The wrapper last, and the driver as it is here.
    assert core.files[-1] == folder / f"{core.top}.v"
    assert all(path.is_file() for path in core.files)
    assert {f"software/{path.name}" for path in core.software} <= set(names)
    for path in unverified(_WB, tmp_path / "rtl").software:
        assert (folder / "software" / path.name).read_bytes() == path.read_bytes()
    # It is taken as it is for its label, and is not when somebody has changed it.
    assert exported(_WB, folder, store=tmp_path / "none.db") == core
    assert not (tmp_path / "none.db").exists()
    # One of another version of this program, or of another device, is written anew.
    asked: list[str | None] = []
    monkeypatch.setattr(litex_core, "export", lambda *_, device=None, **__: asked.append(device))
    exported(_WB, folder, device="GW2A-18")
    monkeypatch.setattr(litex_core, "package_digest", lambda: "of-another-version")
    exported(_WB, folder)
    assert asked == ["GW2A-18", None]
    core.software[0].write_text("", encoding="utf-8")
    with pytest.raises(InputError, match=r"was changed since its export \(changed: software/"):
        bundled(folder)


def test_a_design_without_registers_has_no_driver(made: Made, tmp_path: Path) -> None:  # noqa: F811
    assert unverified(_CORE, tmp_path).software == ()
    assert not [name for name in made(_CORE).files() if name.startswith("software/")]


def _array(name: str, text: str) -> bytes:
    found = re.search(re.escape(name) + r"[^{]*\{([^{}]*)\}", text)
    assert found, name
    return bytes.fromhex("".join(re.findall(r"0x([0-9a-f]{2})", found[1])))


def test_the_answers_in_the_program_are_those_of_a_library() -> None:
    text = _MAIN.read_text(encoding="utf-8")
    key, plain, iv, counter = (
        _array(f"nist_{name}[", text) for name in ("key", "text", "iv", "counter")
    )
    ways: dict[str, Any] = {
        "ECB": ECB(),
        "CBC": CBC(iv),
        "CFB128": CFB(iv),
        "OFB": OFB(iv),
        "CTR": CTR(counter),
    }
    for name, mode in ways.items():
        coder = Cipher(AES(key), mode).encryptor()
        assert coder.update(plain) == _array(f'"{name}"', text), name
    stream = _STREAM.read_text(encoding="utf-8")
    assert _array("header[", stream)[-32:] == counter + key
    assert (_array("plain[", stream), _array("coded[", stream)) == (plain, _array('"CTR"', text))
    block = _array("fips_block[", text)
    for size in (16, 24, 32):
        coded = Cipher(AES(bytes(range(size))), ECB()).encryptor().update(block)
        assert coded == _array(f"    {{{size},", text), size


def _elf(*parts: tuple[int, bytes]) -> bytes:
    """Return an ELF file with segments: physical address and content."""
    head = b"\x7fELF\x01\x01".ljust(16, b"\0")
    head += struct.pack("<HHIIIIIHHHHHH", 2, 243, 1, 0, 52, 0, 0, 52, 32, len(parts), 0, 0, 0)
    table, content, at = b"", b"", 52 + 32 * len(parts)
    for physical, data in parts:
        where = at + len(content)
        table += struct.pack("<8I", 1, where, 0xDEAD, physical, len(data), 99, 5, 4)
        content += data
    return head + table + content


def test_a_program_lies_flat_in_the_rom() -> None:
    assert flat(_elf((0, b"code"), (8, b"data"), (0x1000, b""))) == b"code\0\0\0\0data"
    with pytest.raises(RunError, match="no 32-bit little-endian ELF file"):
        flat(b"\x7fELF\x02\x01")
    with pytest.raises(RunError, match="nothing to load"):
        flat(_elf())


def test_without_litex_the_command_says_what_to_get(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aesculus.cli.litex.find_spec", lambda _name: None)
    done = CliRunner().invoke(app, ["litex", _WB, "--out", str(tmp_path / "out")])
    assert done.exit_code == 1
    assert "no Python package litex and pythondata-cpu-vexriscv" in done.stderr
    assert not (tmp_path / "out").exists()
    # A design that no system can have needs no LiteX to be refused.
    done = CliRunner().invoke(app, ["litex", "CTR.UF1-PP1T-W8", "--out", str(tmp_path / "out")])
    assert done.exit_code == 2
    assert "no Python package" not in done.stderr


@pytest.mark.parametrize("more", [[], ["--verified"]])
@pytest.mark.parametrize(
    ("label", "folder", "compiler", "said"),
    [
        (_CORE, "out", "cc", f"{_CORE} has no registers: name a design such as CTR.WB32."),
        (f"CTR.AXIS64.{_CORE}", "out", "cc", "has no stream of 32 bits: name a design such as"),
        (f"XTS.WB32.{_CORE}", "out", "cc", "ECB, CBC, CFB128, OFB, CTR, and none of XTS"),
        (f"GCM.AXIS32.{_CORE}", "out", "cc", "answers of CTR with a key of 128 bits and one lane"),
        ("CTR.AXIS32.RF2-UF1-PP0P", "out", "cc", "128 bits and one lane alone; `simulate` takes"),
        (_WB, "with blank", "cc", "make takes no blank in a path"),
        (_WB, "out", None, "no compiler for RISC-V"),
    ],
)
def test_what_no_system_can_be_made_of_is_refused_before_anything_is_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    label: str,
    folder: str,
    compiler: str | None,
    said: str,
    more: list[str],
) -> None:
    monkeypatch.setattr("aesculus.cli.litex.find_spec", lambda name: name)
    monkeypatch.setattr("aesculus.api.litex.program.shutil.which", lambda _name: compiler)
    monkeypatch.setattr("aesculus.api.litex.program.importlib.util.find_spec", lambda _name: None)
    monkeypatch.chdir(tmp_path)
    line = ["litex", label, "--out", folder, "--store", "store/results.db", *more]
    done = CliRunner().invoke(app, line)
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)
    assert said in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("label", [_WB, _AXIL, _AXIS])
def test_what_a_system_can_be_made_of_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, label: str
) -> None:
    monkeypatch.setattr("aesculus.api.litex.program.shutil.which", lambda _name: "cc")
    check_system(label, tmp_path / "out")


@needs_litex
def test_what_has_no_such_bus_is_refused(tmp_path: Path) -> None:
    from aesculus.api.litex import Registers, Stream, simulate  # noqa: PLC0415
    from aesculus.api.litex.system import Platform  # noqa: PLC0415

    core = unverified(_CORE, tmp_path / "core")
    with pytest.raises(InputError, match=f"{_CORE} has no registers: name a design such as"):
        Registers(Platform(), core)
    with pytest.raises(InputError, match=f"{_CORE} has no registers: name a design such as"):
        simulate(core, tmp_path)
    wide = unverified(f"CTR.AXIS64.{_CORE}", tmp_path / "wide")
    with pytest.raises(InputError, match=f"{wide.label} has no stream of 32 bits"):
        Stream(Platform(), wide)


@needs_litex
@pytest.mark.sim
def test_axi_lite_fits_into_a_system(tmp_path: Path) -> None:
    from aesculus.api.litex import System  # noqa: PLC0415
    from aesculus.api.litex.system import TOP  # noqa: PLC0415

    core = unverified(_AXIL, tmp_path / "rtl")
    sources = System(core).write_verilog(tmp_path / "gateware", b"\x13\0\0\0")
    kit = verilator.find()
    done = subprocess.run(
        [kit.program, "--lint-only", "-Wall", "--top-module", TOP, *map(str, sources)],
        cwd=tmp_path / "gateware",
        env={**os.environ, **kit.env},
        capture_output=True,
        text=True,
        check=False,
    )
    # LiteX's own Verilog is not clean; of ours every port must be joined, and by its width.
    lines = [line for line in done.stderr.splitlines() if "Exiting due to" not in line]
    assert lines
    assert not [line for line in lines if line.startswith("%Error")]
    ours = re.compile(rf"%Warning-(PIN|WIDTH)\w*: \S*{TOP}\.v.*'\w+_[io]'")
    assert not list(filter(ours.match, lines))


@needs_litex
@needs_compiler
@pytest.mark.sim
def test_dma_moves_a_packet(tmp_path: Path) -> None:
    from aesculus.api.litex import simulate  # noqa: PLC0415

    done = simulate(unverified(_AXIS, tmp_path / "rtl"), tmp_path)
    assert done.passed, "\n".join(done.lines)
    assert {"ok    SP 800-38A, F.5.1", "ok    zeroised", "ok    again"} <= set(done.lines)


@needs_litex
@needs_compiler
@pytest.mark.sim
def test_a_processor_encrypts_by_the_driver(tmp_path: Path) -> None:
    from aesculus.api.litex import simulate  # noqa: PLC0415

    done = simulate(unverified(_WB, tmp_path / "rtl"), tmp_path)
    assert done.passed, "\n".join(done.lines)
    said = ("FIPS 197, C", "SP 800-38A, F", "the text again", "one interrupt", "no key")
    assert {f"ok    {each}" for each in (*said, "another key")} <= set(done.lines)
    assert "core  CTR" in done.lines
    assert not [line for line in done.lines if line.startswith("wrong")]


def test_modes_stand_alike_wherever_they_are_named() -> None:
    program = re.findall(r'^ {4}\{"([A-Z0-9]+)", ', _MAIN.read_text(encoding="utf-8"), re.MULTILINE)
    assert tuple(program) == MODES
    driver = ROOT / "src/aesculus/products/common/registers/c"
    known = re.search(r"known\[\]\[9\] = \{(.*)\}", (driver / "aesculus.c").read_text("utf-8"))
    assert known
    short = {re.sub(r"\d+$", "", name) for name in re.findall(r'"(\w+)"', known[1])}
    said = re.search(r"modes: (.*)\. It", (driver / "aesculus.h").read_text("utf-8"))
    assert said
    assert set(said[1].split(", ")) == short
    assert set(program) <= set(re.findall(r'"(\w+)"', known[1]))

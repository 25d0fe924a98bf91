"""The benches of a mode's bundle, run on the RTL by the bundle's own Makefile."""

from pathlib import Path

import pytest

from aesculus.design import Build, parse_build
from aesculus.export import bundle as bundle_module
from aesculus.export.steps import Script, script
from aesculus.products.common.messages import Fault
from aesculus.stages.flat import flat_verilog
from export.conftest import Made, make, needs_icarus, needs_perl
from samples import first

_LATENCY = 100
"""About that of the modes here: the bench waits a multiple of it for what must not come."""

_RUN = [
    *("CCM-S3.AXIS8.UF1-PP0L", "CBC-S3.UF1-PP0L", "GCM-H4.AXIS32.UF1-PP0L"),
    *("ECB-S2.RF2-UF1-PP0L", "CTR.AXIS64.RF2-UF1-PP0L", "CTR.AXIS128.UF1-PP0L"),
    *("CFB1.UF1-PP0L", "CFB8-S3.AXIS8.UF1-PP0L", "CFB128.AES256-UF1-PP0L", "OFB.AXIS16.UF1-PP0L"),
    *("GCM-RAW-H4-D8.AES192-UF1-PP0L-STALL", "GMAC.AXIS64.UF1-PP0L", "CCM-RAW-S2.UF10-PP0L"),
    *("CMAC.UF1-PP0L", "KW.AXIS64.AES128ED-UF1-PP0L", "KWP.AES128ED-UF1-PP0L-CREDIT"),
    *("XTS.AXIS32.AES128ED-UF1-PP0L-STALL", "XTS-S2.AES256ED-UF2-PP1L"),
]


def _written(made: Made, folder: Path, label: str) -> Path:
    folder.mkdir()
    made(label, latency=_LATENCY).write(folder)
    return folder


@needs_perl
@pytest.mark.sim
@pytest.mark.synth
@pytest.mark.parametrize("label", first(1, _RUN))
def test_a_bench_passes(made: Made, tmp_path: Path, label: str) -> None:
    done = make(_written(made, tmp_path / "core", label), "test")
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    assert f"PASS {parse_build(label).label}:" in done.stdout
    # What a message takes hangs on its length.
    assert "latency" not in done.stdout


@needs_perl
@pytest.mark.sim
@pytest.mark.synth
@pytest.mark.long
@pytest.mark.parametrize(
    ("label", "right", "wrong"),
    [
        ("CBC-S3.UF1-PP0L", "mem[wr_stream_i] <= data_i", "mem[0] <= data_i"),
        ("CTR.AXIS32.UF1-PP0L", "beat.bytes > BytesW'(b) && !fault", "!fault"),
    ],
)
def test_a_bench_finds_another_mode(
    made: Made, tmp_path: Path, label: str, right: str, wrong: str
) -> None:
    folder = _written(made, tmp_path / "core", label)
    files = (folder / "rtl/modes").glob("*.sv")
    (mode,) = (each for each in files if right in each.read_text(encoding="utf-8"))
    mode.write_text(mode.read_text(encoding="utf-8").replace(right, wrong), encoding="utf-8")
    done = make(folder, "test")
    assert done.returncode != 0
    assert "FAIL" in done.stdout


@needs_perl
@needs_icarus
@pytest.mark.sim
@pytest.mark.synth
@pytest.mark.long
def test_icarus_and_cocotb_pass_the_flat_form(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    label = "CTR.AXIS32.UF1-PP0P-W8"
    design = parse_build(label).design
    # Its records are made by hand, so nothing can be compared with them when it is written.
    bundle = made(label, latency=_LATENCY, flat=True)
    flat = flat_verilog(design, workdir=tmp_path / "flat", module=bundle.top)
    monkeypatch.setattr(bundle_module, "flat_form", lambda *_: flat)
    folder = tmp_path / "core"
    folder.mkdir()
    bundle.write(folder)
    for arguments in (("icarus",), ("cocotb", "SIM=icarus")):
        done = make(folder, *arguments)
        assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]


def test_streams_and_answers_of_several_sources_are_sent() -> None:
    run = script(parse_build("CBC-S3.UF1-PP0L").design, None)
    assert run is not None
    assert {each["out_stream_o"] for each in run.results["out"]} == {0, 1, 2}
    kinds = {"send", "alone", "drain", "look", "set", "clear"}
    assert {step.kind for step in run.steps} == kinds
    assert "20 messages of " in run.about
    assert "random messages" in run.about
    # So that an empty script is no pass.
    assert len(run.results["out"]) > 30


def _looks(run: Script) -> list[int]:
    return [step.values["error_o"] for step in run.steps if step.kind == "look"]


@pytest.mark.parametrize(
    "label",
    [
        *("CCM.UF1-PP0L", "CCM-RAW-S2.UF10-PP0L", "GCM.UF1-PP0L", "GMAC.AES192-UF1-PP0L"),
        *("CMAC.AES256-UF1-PP0L", "KW.AES128ED-UF1-PP0L", "KWP.AES128D-UF1-PP0L"),
    ],
)
def test_wrong_tags_are_sent_and_their_verdict_is_compared(label: str) -> None:
    run = script(parse_build(label).design, None)
    assert run is not None
    assert 1 << Fault.TAG in _looks(run)
    ends = [each for each in run.results["out"] if each["out_last_o"] and not each["out_bytes_o"]]
    refused = [each for each in ends if not each["out_auth_o"] and not each["out_error_o"]]
    assert len(refused) >= _looks(run).count(1 << Fault.TAG)


@pytest.mark.parametrize("label", ["CTR-W8-S3.UF1-PP0L", "CBC-S3.AXIS32.AES128D-UF1-PP0L"])
def test_misuse_is_sent_and_its_errors_are_cleared(label: str) -> None:
    run = script(parse_build(label).design, None)
    assert run is not None
    looks = _looks(run)
    # None before, each alone, and none behind each.
    assert looks[::2] == [0] * (len(looks) // 2 + 1)
    met = {Fault(each.bit_length() - 1) for each in looks[1::2]}
    own = {Fault.WRAP} if label.startswith("CTR") else {Fault.DIRECTION}
    assert met == {Fault.LENGTH, Fault.KIND, Fault.IV, Fault.STREAM, *own}
    assert all(each.bit_count() == 1 for each in looks[1::2])
    (marks,) = run.marks.values()
    (results,) = run.results.values()
    ((port, bits),) = marks.faulty.items()
    assert sum(bool(each[port] & bits) for each in results) == len(looks) // 2 - 1


@pytest.mark.parametrize(
    "label", ["CTR.AXIS256.UF1-PP0L", "CTR.AXIL32.UF1-PP0L", "CTR.WB32.UF1-PP0L"]
)
def test_what_has_no_order_of_its_own_has_no_bench(label: str) -> None:
    assert script(parse_build(label).design, None) is None


def test_a_core_has_its_own() -> None:
    point: Build = parse_build("UF1-PP0L")
    run = script(point.design, 11)
    assert run is not None
    assert run.latency == 11

"""The stages on the real core, and what they make of a core or a netlist that does not work."""

import errno
import gzip
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from aesculus import benches, verilog
from aesculus.ciphers.aes.space import DesignPoint, Flow, SboxKind, parse
from aesculus.design import Build
from aesculus.families import devices
from aesculus.families.registry import family
from aesculus.netlists import netlist as nl
from aesculus.netlists.simnet import write_verilog
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages.base import Given, Subject
from aesculus.stages.chain import stage_file
from aesculus.stages.simulation import verify_netlist, verify_rtl
from aesculus.tools import Failure, ToolError, verilator
from samples import first, sampled

_ASKED = """    void'($value$plusargs("fault=%d", fault));\n"""
STANDIN = Path(__file__).parents[1] / "benches" / "standin.sv"


@dataclass(frozen=True)
class Device:
    name: str = "XC0"


@pytest.mark.sim
@pytest.mark.parametrize(
    ("point", "rate", "latency"),
    [
        (DesignPoint(sbox=SboxKind.ROM, cuts=0x801, tag_bits=6), "1/10", 21),
        (DesignPoint(sbox=SboxKind.ROM, unroll=3, flow=Flow.CREDIT, tag_bits=32), "1/4", 12),
        (DesignPoint(sbox=SboxKind.BRAM, unroll=4, cuts=0x101, flow=Flow.STALL), "1/3", 21),
    ],
    ids=lambda value: value.label if isinstance(value, DesignPoint) else value,
)
def test_the_core_is_right_and_measured(
    point: DesignPoint, rate: str, latency: int, tmp_path: Path
) -> None:
    outcome = verify_rtl(point, workdir=tmp_path)
    assert outcome.status is Status.OK, outcome.reason
    assert outcome.metrics["vectors"] == 341
    assert sum(outcome.metrics["kat"].values()) == 341
    assert outcome.metrics["blocks"] > 341 + 3000
    assert outcome.metrics["blocks_per_cycle"] == rate
    assert outcome.metrics["latency_cycles"] == latency
    assert outcome.metrics.keys() <= stage_file(Stage.VERIFY).metrics.keys()
    assert outcome.tools["verilator"].startswith(("verilator", "native"))


_LONG = {
    ("UF1-PP1D-W8-STALL-TAG3", 341, "1/200", 218),
    ("AES192-UF1-PP1B-W8-STALL", 406, "1/278", 278),
    ("AES256-UF1-PP1B-W32-TAG2", 461, "1/81", 81),
}


# Together these have every value of every axis but key sizes and bases, at little cost a point.
@pytest.mark.sim
@pytest.mark.parametrize(
    ("text", "vectors", "rate", "latency"),
    sampled(
        (
            ("AES192ED-RF2S-UF2-PP1D-G5fc-KT", 812, "1/3", 26),
            ("AES256D-UF1-C201D-EXT-CREDIT", 461, "1/14", 30),
            ("AES128ED-UF1-C11F-STORED-STALL", 682, "1/10", 21),
            ("RF2-UF10-PP0D-IN2-FIXED", 191, "2/1", 4),
            ("CB-KB-S", 341, "1/10", 11),
            ("AES256ED-UF3-PP2D-LAST", 922, "1/5", 29),
            ("UF1-PP1T-W8", 341, "1/200", 218),
            ("UF1-PP1D-W8-STALL-TAG3", 341, "1/200", 218),
            ("UF1-PP1D-W8-KB-STALL-TAG3", 341, "1/160", 178),
            ("AES192-UF1-PP1B-W8-STALL", 406, "1/278", 278),
            ("AES256-UF1-PP1D-W8-TAG3", 461, "1/318", 318),
            ("UF1-PP1L-W32-STALL", 341, "1/56", 56),
            ("AES192-UF1-PP1D-W32", 406, "1/71", 71),
            ("AES256-UF1-PP1B-W32-TAG2", 461, "1/81", 81),
        ),
        _LONG,
    ),
)
def test_every_axis_is_verified(
    text: str, vectors: int, rate: str, latency: int, tmp_path: Path
) -> None:
    outcome = verify_rtl(parse(text), workdir=tmp_path)
    assert outcome.status is Status.OK, outcome.reason
    assert outcome.metrics["vectors"] == vectors
    assert outcome.metrics["blocks_per_cycle"] == rate
    assert outcome.metrics["latency_cycles"] == latency
    assert ("kat_note" in outcome.metrics) == ("FIXED" in text)


@pytest.mark.sim
@pytest.mark.parametrize("packed", first(1, [True, False]))
def test_a_netlist_is_verified_like_the_core(
    packed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The stand-in serves as the netlist: it needs no cells. No netlist has so many words.
    monkeypatch.setattr(verilog, "checked", str)
    text = STANDIN.read_text(encoding="utf-8").replace(_ASKED, "").encode()
    point = DesignPoint(flow=Flow.STALL, tag_bits=5)
    outcome = verify_netlist(
        point, Device(), gzip.compress(text) if packed else text, workdir=tmp_path
    )
    assert outcome.status is Status.OK, outcome.reason
    assert outcome.metrics["vectors"] == 341
    assert outcome.metrics["blocks_per_cycle"] == "4/13"
    assert outcome.metrics["latency_cycles"] == 12


@pytest.mark.sim
def test_a_wrong_netlist_fails_with_its_vector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verilog, "checked", str)
    text = STANDIN.read_text(encoding="utf-8").replace("8'h1b", "8'h1d").replace(_ASKED, "")
    point = DesignPoint(flow=Flow.STALL, tag_bits=5)
    outcome = verify_netlist(point, Device(), text.encode(), workdir=tmp_path)
    assert outcome.status is Status.FAILED
    assert outcome.reason.startswith(
        "netlist for XC0: wrong block in phase 'known answers': FIPS197 appendix B"
    )
    assert outcome.metrics == {}


def test_a_netlist_that_could_run_a_program_is_not_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[object] = []
    monkeypatch.setattr(benches, "load", built.append)
    mark = tmp_path / "mark"
    text = f'module aesculus_point;\n  initial $system("touch {mark}");\nendmodule\n'
    for content in (text.encode(), gzip.compress(text.encode())):
        outcome = verify_netlist(DesignPoint(), Device(), content, workdir=tmp_path)
        assert outcome.status is Status.FAILED
        assert "netlist for XC0: refused" in outcome.reason
        assert "$system in line 2" in outcome.reason
        assert "\n" not in outcome.reason
    assert not mark.exists()
    assert built == []
    assert not (tmp_path / "netlist.v").exists()


@pytest.mark.parametrize(
    "content", [b"\x1f\x8bno gzip", gzip.compress(b"module")[:-9], b"// caf\xe9"]
)
def test_a_stored_netlist_that_cannot_be_read_is_no_failure_of_the_design(
    tmp_path: Path, content: bytes
) -> None:
    outcome = verify_netlist(DesignPoint(), Device(), content, workdir=tmp_path)
    assert outcome.metrics == {"failure": "environment"}
    assert outcome.reason.startswith("netlist for XC0: stored netlist: it cannot be read")


@pytest.mark.long
def test_only_what_is_routed_is_simulated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []

    def load(name: str) -> object:
        built.append((tmp_path / "netlist.v").read_text(encoding="utf-8"))
        raise ValueError(f"asked for {name}")

    monkeypatch.setattr(benches, "load", load)
    table = {
        "type": "SB_LUT4",
        "parameters": {"LUT_INIT": "0110011001100110"},
        "port_directions": {"I0": "input", "O": "output"},
        "connections": {"I0": [2], "O": [3]},
    }
    ports = {
        "a_i": {"direction": "input", "bits": [2]},
        "b_o": {"direction": "output", "bits": [3]},
    }
    core = {"modules": {nl.TOP: {"ports": ports, "cells": {"u": table}, "netnames": {}}}}
    text = write_verilog(core, family("ice40"))
    stage = stage_file(Stage.VERIFY_NETLIST)
    subject = Subject(Build(DesignPoint()), devices.load("ICE40HX8K"))

    def run(core: dict[str, Any]) -> StageOutcome:
        given = Given(tmp_path, 60.0, nl.pack(text.encode()), original=nl.pack(nl.dump(core)))
        return stage.run(subject, given)

    assert "asked for" in run(core).reason
    assert built == [text]
    table["parameters"] = {"LUT_INIT": "0" * 16}
    outcome = run(core)
    assert outcome.status is Status.FAILED
    assert "netlist.v is not what netlist.json says" in outcome.reason
    # No failure of the design: its own netlist may have the same Verilog.
    assert outcome.metrics == {"failure": "environment"}
    table["type"] = "NOBODY_S_CELL"
    assert "no simulation model of the cell NOBODY_S_CELL" in run(core).reason
    assert built == [text]


@pytest.mark.sim
def test_sources_that_do_not_build_fail_with_the_log(tmp_path: Path) -> None:
    outcome = verify_netlist(DesignPoint(), Device(), b"module aesculus_point(;", workdir=tmp_path)
    assert outcome.status is Status.FAILED
    assert "verilator" in outcome.reason
    assert "syntax error" in outcome.log


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (Failure.TIMEOUT, Status.TIMEOUT),
        (Failure.MEMORY, Status.MEMORY),
        (Failure.CRASH, Status.FAILED),
        (Failure.REFUSED, Status.FAILED),
        (Failure.MISSING, Status.FAILED),
        (Failure.DISK_FULL, Status.FAILED),
    ],
)
def test_a_tool_failure_is_an_outcome_with_its_class(
    kind: Failure, status: Status, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(*args: object, **kwargs: object) -> Path:
        raise ToolError(kind, "make", "it went wrong", log="tail")

    monkeypatch.setattr(verilator, "build", build)
    outcome = verify_rtl(DesignPoint(), workdir=tmp_path)
    assert (outcome.status, outcome.reason, outcome.log) == (status, "it went wrong", "tail")
    assert outcome.metrics == {"failure": kind.value}


def test_a_full_disk_is_an_outcome(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **kwargs: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    outcome = verify_rtl(DesignPoint(), workdir=tmp_path)
    assert outcome.status is Status.FAILED
    assert "No space left on device" in outcome.reason
    assert outcome.metrics == {"failure": "disk_full"}

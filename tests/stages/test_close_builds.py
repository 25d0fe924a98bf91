"""Builds after a way: bit for bit the same from a seed, and expected before they are routed."""

import gzip
import hashlib
from pathlib import Path

import pytest

from aesculus.ciphers.aes.space import DesignPoint
from aesculus.design import Build, parse_build
from aesculus.families import Device, devices
from aesculus.families.ways import DEFAULT_WAY, way_of, ways_of
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages import route
from aesculus.stages.base import Given, Subject
from aesculus.stages.chain import of_device, stage_file
from aesculus.stages.place import expected_mhz
from aesculus.stages.synth import synthesise
from aesculus.tools import Failure, ToolError, nextpnr
from samples import first

POINT = Build(DesignPoint())
SMALL = parse_build("UF1-PP0T-W8")
"""A route of it takes seconds."""
SEED = 123456789

LOG = """
Info: Max frequency for clock '$glbnet$clk': 50.10 MHz (FAIL at 400.00 MHz)
Info: placed more
Info: Max frequency for clock          '$glbnet$clk': 71.83 MHz (FAIL at 400.00 MHz)
Info: Max frequency for clock '$glbnet$other': 90.00 MHz (FAIL at 400.00 MHz)
Info: Slack histogram:
"""


def _ok(outcome: StageOutcome) -> StageOutcome:
    assert outcome.status is Status.OK, outcome.reason + outcome.log[-2000:]
    return outcome


@pytest.mark.long
@pytest.mark.route
@pytest.mark.parametrize("name", ["ICE40HX8K", "LFE5U-25F-8", "GW2A-18"])
def test_a_build_is_the_same_from_its_way_and_seed(tmp_path: Path, name: str) -> None:
    device = devices.load(name)
    core = _netlist(device, tmp_path)
    # Not the last way: a router that rips up until the goal is met goes on for minutes.
    other = next(way for way in ways_of(device.family).ways if way != DEFAULT_WAY)
    made, again = (
        _build(Stage.CLOSE, Subject(SMALL, device, other), core, tmp_path / folder)
        for folder in ("once", "again")
    )
    assert again.metrics == made.metrics
    assert again.artefacts == made.artefacts
    design = gzip.decompress(again.artefacts["routed_design"])
    assert hashlib.sha256(design).hexdigest() == again.metrics["routed_sha256"]
    # The options are heard.
    plain = _ok(
        stage_file(Stage.ROUTE).run(
            Subject(SMALL, device), Given(tmp_path / "plain", 600.0, core, SEED)
        )
    )
    assert {name: made.metrics[name] for name in plain.metrics} != plain.metrics


@pytest.mark.route
@pytest.mark.long
@pytest.mark.parametrize("name", ["ICE40HX8K", "LFE5U-25F-8", "GW2A-18"])
def test_the_default_way_is_the_plain_route_and_expected(tmp_path: Path, name: str) -> None:
    device = devices.load(name)
    core = _netlist(device, tmp_path)
    plain = _ok(
        stage_file(Stage.ROUTE).run(
            Subject(SMALL, device), Given(tmp_path / "plain", 600.0, core, SEED)
        )
    )
    subject = Subject(SMALL, device, DEFAULT_WAY)
    default = _build(Stage.CLOSE, subject, core, tmp_path / "default").metrics
    assert {name: default[name] for name in plain.metrics} == plain.metrics
    expected = _build(Stage.PLACE, subject, core, tmp_path / "placed").metrics["fmax_placed_mhz"]
    assert expected == pytest.approx(default["fmax_routed_mhz"], rel=0.25)


def _netlist(device: Device, folder: Path) -> bytes:
    mapped = _ok(synthesise(SMALL, device, workdir=folder / "synth", timeout_s=300))
    return mapped.artefacts["netlist.json"]


def _build(stage: Stage, subject: Subject, core: bytes, folder: Path) -> StageOutcome:
    outcome = _ok(stage_file(stage).run(subject, Given(folder, 600.0, core, SEED)))
    assert outcome.metrics.keys() <= stage_file(stage).metrics.keys()
    assert outcome.artefacts.keys() == stage_file(stage).artefacts.keys()
    return outcome


@pytest.mark.route
@pytest.mark.parametrize("name", first(1, ["LFE5U-25F-8", "ICE40HX8K", "GW2A-18"]))
def test_the_router_takes_the_options_of_every_way(tmp_path: Path, name: str) -> None:
    device = devices.load(name)
    assert device.router is not None
    found = ways_of(device.family)
    for way in found.ways.values():
        args = [*device.router.args, "--json", "none.json", *way.options, found.output, "out"]
        with pytest.raises(ToolError) as caught:
            nextpnr.run_router(device.router.tool, args, workdir=tmp_path, timeout_s=300)
        # It gets as far as to miss the file: an option that it does not know it tells before.
        assert "none.json" in caught.value.log, caught.value.log[-500:]


def test_the_expected_clock_is_the_slowest_of_the_last_analysis() -> None:
    assert expected_mhz(LOG, "nextpnr-ecp5") == 71.83
    with pytest.raises(ToolError, match="told no clock"):
        expected_mhz("Info: all is well", "nextpnr-ecp5")


@pytest.mark.parametrize(
    ("name", "scripts", "router"),
    [
        (
            "LFE5U-25F-6",
            "68ad71b0a183539bc62c3b4bc0013e20d6d347fef4811be19c28e55c66c17d1a",
            "4156881cd8290aee7c0053540e921bad0e1761279ea8fe813388a105d065018d",
        ),
        (
            "ICE40HX8K",
            "7bf8c041601dbcda043a601fa31e69fcb060cf7bd20f7bbbb9aaa2063f140370",
            "0b005807548b3f15f98b094ecac685513037bb7ea8d108661c9d16c271716c54",
        ),
    ],
)
def test_records_of_fixed_seeds_keep_their_names(name: str, scripts: str, router: str) -> None:
    """Routes that stores hold have these digests in their names.

    They change with the script of the harness, the router's arguments, the family's default way, or
    a step's version: then every route is made again, which must be meant.
    """
    subject = Subject(parse_build("UF1-PP1T"), devices.load(name))
    assert stage_file(Stage.ROUTE).reads(subject).inputs == {
        "scripts": scripts,
        "router": router,
        "steps": "9b7ec1f5f02b353f4ab0343dd49b24105b0d07b6fc7ff0d01b75f2a0e980b74a",
    }


def test_a_way_names_its_builds_by_what_the_router_reads() -> None:
    device = devices.load("LFE5U-25F-6")

    def router(stage: Stage, way: str) -> str:
        return stage_file(stage).reads(Subject(POINT, device, way)).inputs["router"]

    ways = ways_of("ecp5").ways
    assert len({router(Stage.CLOSE, way) for way in ways}) == len(ways)
    # Ways that differ in the routing alone share their placements.
    assert router(Stage.PLACE, "ripup") == router(Stage.PLACE, DEFAULT_WAY)
    assert router(Stage.PLACE, "timing") != router(Stage.PLACE, DEFAULT_WAY)
    assert way_of("ecp5", "ripup").place == way_of("ecp5", DEFAULT_WAY).place


@pytest.mark.parametrize("name", ["LFE5U-25F-6", "ICE40HX8K"])
def test_medians_are_routed_after_the_default_way(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = devices.load(name)
    asked: list[list[str]] = []

    def refuse(*_given: object, more: list[str]) -> str:
        asked.append(more)
        raise ToolError(Failure.REFUSED, "nextpnr", "it failed")

    monkeypatch.setattr(route, "core_of", lambda _netlist: None)
    monkeypatch.setattr(route, "place_in_harness", refuse)
    stage_file(Stage.ROUTE).run(Subject(SMALL, device), Given(tmp_path, 600.0, b"", SEED))
    options = list(way_of(device.family, DEFAULT_WAY).options)
    assert [more[: len(options)] for more in asked] == [options]
    assert ("--placer" in options) == (name == "LFE5U-25F-6")


def test_single_builds_are_in_no_chain() -> None:
    stages = {file.stage for file in of_device(devices.load("LFE5U-25F-6"))}
    assert Stage.ROUTE in stages
    assert not stages & {Stage.PLACE, Stage.CLOSE}

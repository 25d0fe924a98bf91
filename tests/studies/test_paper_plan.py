"""Which points of a paper go where."""

import pytest

from aesculus import design, papers
from aesculus.ciphers.aes.space import DesignPoint, is_legal, parse
from aesculus.engine.plan import Want
from aesculus.families import devices
from aesculus.records import Stage
from aesculus.studies.reproduce import plan as paper_plan
from aesculus.studies.reproduce.plan import Build, left_out

ROUTED = "LFE5U-85F-8"


@pytest.mark.parametrize(
    ("paper", "names"),
    [
        ("zambreno2004", ["XC2V4000"]),
        ("zambreno-short", ["XC2V4000"]),
        ("jarvinen2003", ["XC2V4000", "XCV1000E"]),
        ("farooq2016", ["XC6SLX150", "XC5VLX"]),
        ("asu", ["XC7V2000T"]),
    ],
)
def test_each_family_has_one_device(paper: str, names: list[str]) -> None:
    assert [device.name for device in paper_plan.area_devices(paper)] == names


@pytest.mark.parametrize("paper", papers.ids())
def test_every_row_that_can_be_said_is_built(paper: str) -> None:
    builds = paper_plan.builds(paper)
    for build in builds:
        build.point.design.check()
    built = {(build.point.label, build.device.name) for build in builds}
    assert len(built) == len(builds)
    for row in papers.load(paper).rows:
        if row.label and is_legal(parse(row.label)):
            label = parse(row.label).label
            assert row.clocked == ((label, ROUTED) in built)
            assert {(label, d.name) for d in paper_plan.area_devices(paper)} <= built


def test_what_cannot_be_stands_as_the_nearest_and_area_is_area_alone() -> None:
    built = {(b.point.label, b.device.name) for b in paper_plan.builds("zambreno2004")}
    assert ("UF5-PP1B", ROUTED) in built
    labels = {b.point.label for b in paper_plan.builds("jarvinen2003") if b.routed}
    assert "UF10-PP3D" in labels
    assert not any(label.startswith("AES256") for label in labels)


def build(device: str) -> Build:
    return Build(design.Build(DesignPoint()), devices.load(device), routed=device == ROUTED)


@pytest.mark.parametrize(
    ("device", "counted", "said"),
    [
        (ROUTED, (20_000, 100), ""),
        (ROUTED, (20_000, 340), "340 of the 208 block RAMs of LFE5U-85F-8, over 70%"),
        (ROUTED, (7_000, 180), "180 of the 208 block RAMs"),
        (ROUTED, (60_000, 0), "60,000 of the 83,640 LUTs"),
        ("XC2V4000", (60_000, 0), "netlist not simulated: 60,000"),
        ("XC2V4000", (9_000, 500), ""),
        # Not counted yet: a rough size stands in.
        (ROUTED, None, ""),
    ],
)
def test_what_is_left_out(device: str, counted: tuple[int, int] | None, said: str) -> None:
    found = left_out(build(device), counted)
    assert said in found
    assert bool(found) == bool(said)


def test_netlists_of_all_routed_points_are_simulated_and_the_small_come_first() -> None:
    wants = paper_plan.second("asu", lambda _: (1000, 10), seeds=2)
    routes = [want for want in wants if want.stage is Stage.ROUTE]
    assert {want.seed_index for want in routes} == {0, 1}

    def where(want: Want) -> tuple[str, str]:
        return want.point.label, want.device_name

    simulated = {where(want) for want in wants if want.stage is Stage.VERIFY_NETLIST}
    assert {where(want) for want in routes} <= simulated
    sizes = {"UF1-PP0B": 5, "UF10-PP2B": 1}
    ordered = paper_plan.second("asu", lambda b: (sizes.get(b.point.label, 9), 0), seeds=1)
    assert ordered[0].point.label == "UF10-PP2B"

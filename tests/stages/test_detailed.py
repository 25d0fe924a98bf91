"""Detailed placement by the router itself: turns that are legal, better, and the same each time."""

from pathlib import Path

import pytest

from aesculus.design import parse_build
from aesculus.families import devices
from aesculus.families.ways import DEFAULT_WAY, way_of
from aesculus.placement.design import placed_design
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages import detailed, provenance
from aesculus.stages import route as rt
from aesculus.stages.base import Given, Subject
from aesculus.stages.chain import stage_file
from aesculus.stages.synth import synthesise
from aesculus.tools import Failure, ToolError

SMALL = parse_build("UF1-PP0T-W8")
SEED = 123456789
DEVICE = "LFE5U-25F-8"


def _made(folder: Path, core: bytes, way: str) -> StageOutcome:
    subject = Subject(SMALL, devices.load(DEVICE), way)
    outcome = stage_file(Stage.CLOSE).run(subject, Given(folder, 900.0, core, SEED))
    assert outcome.status is Status.OK, outcome.reason + outcome.log[-2000:]
    return outcome


def _netlist(folder: Path) -> bytes:
    made = synthesise(SMALL, devices.load(DEVICE), workdir=folder, timeout_s=300)
    return made.artefacts["netlist.json"]


@pytest.mark.long
@pytest.mark.route
def test_a_build_of_turns_is_the_same_each_time(tmp_path: Path) -> None:
    core = _netlist(tmp_path / "synth")
    once, again = (_made(tmp_path / name, core, "detailed") for name in ("once", "again"))
    assert (again.metrics, again.artefacts) == (once.metrics, once.artefacts)


@pytest.mark.route
def test_turns_are_legal_and_better(tmp_path: Path) -> None:
    device, folder = devices.load(DEVICE), tmp_path / "once"
    core = _netlist(tmp_path / "synth")
    plain = _made(tmp_path / "plain", core, DEFAULT_WAY).metrics
    once = _made(folder, core, "detailed").metrics
    clocks = once["turn_clocks_mhz"]
    assert clocks[0] == plain["fmax_routed_mhz"]
    assert once["fmax_routed_mhz"] == max(clocks) > clocks[0]
    assert len(once["moved_cells"]) == len(clocks) - 1
    # What is used stays; what is written is the best turn's.
    assert once["used"] == plain["used"]
    assert once["routed_sha256"] != plain["routed_sha256"]
    assert "turn_clocks_mhz" not in plain

    # The router checks each place by its own rules: registers of two resets share no tile.
    design = placed_design((folder / "placed.json").read_bytes())
    taken = set(design.spots.values())
    alone = {
        name: bool(cell["connections"].get("LSR"))
        for name, cell in design.cells.items()
        if cell["type"] == "TRELLIS_FF" and cell["parameters"]["SD"].strip() == "0"
    }
    reset = next(name for name, has_reset in alone.items() if has_reset)
    free = next(
        (column, row, f"{place[:-1]}1")
        for column, row, place in (design.spots[name] for name in alone if not alone[name])
        if place.endswith("0")
        and (column, row, f"{place[:-1]}1") not in taken
        and (column, row, f"{place[:-3]}K1") not in taken
    )
    design.spots[reset] = free
    (folder / "wrong.json").write_bytes(design.written(("DCCA",)))
    with pytest.raises(ToolError) as refused:
        rt.run_placer(device, folder, SEED, 1e12, list(detailed.AS_PLACED), netlist="wrong.json")
    assert refused.value.kind is Failure.REFUSED
    assert "validity check failed" in refused.value.log
    assert not rt.cannot_be_routed(refused.value)


def test_the_way_is_part_of_a_builds_name() -> None:
    device = devices.load(DEVICE)
    close = stage_file(Stage.CLOSE)
    plain, turned = (
        close.reads(Subject(SMALL, device, way)).inputs for way in (DEFAULT_WAY, "detailed")
    )
    assert way_of("ecp5", "detailed").turns
    assert plain["steps"] != turned["steps"]
    assert plain["router"] != turned["router"]


@pytest.mark.parametrize("name", ["detailed", "sites.ecp5"])
def test_the_version_of_a_step_of_turns_counts(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    subject = Subject(SMALL, devices.load(DEVICE), "detailed")
    before = stage_file(Stage.CLOSE).reads(subject).inputs["steps"]
    table = provenance.steps()
    raised = {**table, name: {**table[name], "version": 99}}
    monkeypatch.setattr(provenance, "steps", lambda: raised)
    assert stage_file(Stage.CLOSE).reads(subject).inputs["steps"] != before

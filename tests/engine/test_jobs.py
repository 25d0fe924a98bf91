"""Job keys: what changes them, and what must not."""

import shutil
from pathlib import Path

import pytest

from aesculus import resources
from aesculus.benches import fingerprint
from aesculus.ciphers.aes.space import DesignPoint, parse
from aesculus.engine import Jobs
from aesculus.engine import jobs as jobs_module
from aesculus.families import ClockLimit
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages.synth_recipes import Recipe, RecipeError
from aesculus.store import Store
from engine.fakes import area, routed

POINT = parse("UF2-PP3T")


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> Jobs:
    monkeypatch.setattr(jobs_module, "rtl_fingerprint", lambda _=None: "rtl")
    return Jobs()


def test_recipe_does_not_touch_verification(jobs: Jobs) -> None:
    flat = POINT.replace(recipe="flat")
    assert jobs.verify(POINT).key == jobs.verify(flat).key
    assert jobs.synth(POINT, routed()).key != jobs.synth(flat, routed()).key
    assert jobs.verify(flat, own=True).design_digest == flat.digest


def test_recipe_text_counts(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    before = jobs.synth(POINT, routed()).key
    monkeypatch.setattr(jobs_module, "recipe", lambda _: Recipe(summary="another"))
    assert Jobs().synth(POINT, routed()).key != before


def test_unknown_recipe(jobs: Jobs) -> None:
    with pytest.raises(RecipeError, match="nonesuch"):
        jobs.synth(POINT.replace(recipe="nonesuch"), routed())


def test_sources_count(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    before = jobs.verify(POINT).key, jobs.synth(POINT, routed()).key
    monkeypatch.setattr(jobs_module, "rtl_fingerprint", lambda _=None: "other")
    other = Jobs()
    assert (other.verify(POINT).key, other.synth(POINT, routed()).key) != before
    assert other.verify(POINT).key != before[0]


def test_clock_limit_and_notes_run_nothing_again(jobs: Jobs) -> None:
    checked = ClockLimit(mhz=360, source="data sheet", checked=True)
    device = routed().model_copy(update={"clock_limit": checked, "notes": "checked"})
    assert Jobs().synth(POINT, device).key == jobs.synth(POINT, routed()).key


def test_seeds_and_netlists_tell_routes_apart(jobs: Jobs, tmp_path: Path) -> None:
    outcome = StageOutcome(
        status=Status.OK, artefacts={"netlist.json": b"a", "netlist.v": b"b"}, metrics={}
    )
    with Store.open(tmp_path / "store.db") as store:
        synth = store.put(jobs.synth(POINT, routed()), outcome)
    routes = [jobs.route(POINT, routed(), synth, index) for index in range(5)]
    assert len({job.key for job in routes}) == 5
    assert len({job.seed for job in routes}) == 5
    assert all(job.inputs["netlist"] == synth.artefacts["netlist.json"] for job in routes)
    netlist = jobs.verify_netlist(POINT, routed(), synth)
    assert netlist.inputs["netlist"] == synth.artefacts["netlist.v"]
    assert netlist.stage is Stage.VERIFY_NETLIST
    with pytest.raises(ValueError, match="no router"):
        jobs.route(POINT, area(), synth, 0)


def test_only_the_sources_of_a_point_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "rtl"
    shutil.copytree(resources.rtl_dir(), copy)
    monkeypatch.setattr(resources, "rtl_dir", lambda: copy)
    monkeypatch.setattr(fingerprint, "rtl_dir", lambda: copy)
    tower, line, narrow = (parse(text) for text in ("UF1-PP1T", "UF1-PP1T-KP", "UF1-PP0T-W8"))
    points = (tower, line, narrow)

    def changed(file: str) -> list[DesignPoint]:
        before = [Jobs().verify(point).key for point in points]
        path = copy / file
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        return [p for p, key in zip(points, before, strict=True) if Jobs().verify(p).key != key]

    assert changed("core/aesculus_ring.sv") == [tower, line, narrow]
    assert changed("sbox/aesculus_sbox_tower.sv") == [tower, line, narrow]
    assert changed("sbox/aesculus_sbox_line.sv") == [line]
    assert changed("narrow/aesculus_narrow_byte.sv") == [narrow]
    assert changed("sbox/aesculus_sbox_canright.sv") == []
    assert all(Jobs().rtl_digest_of(point) in Jobs().rtl_digests for point in points)

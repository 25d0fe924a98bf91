"""Job keys: what makes a job another one, and what must not."""

import dataclasses
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from aesculus import benches, resources
from aesculus.benches import native, simulate
from aesculus.ciphers.aes.space import DesignPoint
from aesculus.design import Build, Design, parse_build
from aesculus.engine.jobs import Jobs
from aesculus.families import ClockLimit, Device, family, registry
from aesculus.netlists import simnet
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages import models, provenance, route, synth
from aesculus.stages.chain import all_stages, stage_file
from aesculus.stages.simulation import reads_of
from aesculus.stages.synth_recipes import RecipeError, recipe
from aesculus.store import Job, Store
from aesculus.tools import verilator, versions, yosys
from engine.fakes import area, routed
from other_shapes import NAMES, with_another

POINT = parse_build("UF2-PP3T")
ALL = frozenset(Stage) - {Stage.VENDOR}  # that is of other devices
SIMULATED = frozenset({Stage.VERIFY, Stage.VERIFY_NETLIST})
PLACED = frozenset({Stage.ROUTE, Stage.PLACE, Stage.CLOSE})
BY_VERILATOR = SIMULATED | {Stage.ACTIVITY}


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "_digest", models._digest.__wrapped__)


def keys(tmp_path: Path, point: Build = POINT, device: Device | None = None) -> Mapping[Stage, Job]:
    """Return the job of each stage, as a program names it that starts now."""
    jobs, device = Jobs(), device or routed()
    outcome = StageOutcome(
        status=Status.OK, artefacts={"netlist.json": b"a", "netlist.v": b"b"}, metrics={}
    )
    with Store.open(tmp_path / "store.db") as store:
        made = store.put(jobs.job(Stage.SYNTH, point, device), outcome)
    return {
        file.stage: jobs.job(
            file.stage, point, device, start=None if file.starts_from is None else made
        )
        for file in all_stages()
        if file.serves(device)
    }


def changed(
    tmp_path: Path, change: Callable[[], None], device: Callable[[], Device] = routed
) -> frozenset[Stage]:
    """Return the stages whose jobs are others after a change."""
    before = keys(tmp_path, device=device())
    change()
    after = keys(tmp_path, device=device())
    return frozenset(stage for stage in before if before[stage].key != after[stage].key)


@pytest.fixture
def rtl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy = tmp_path / "rtl"
    shutil.copytree(resources.rtl_dir(), copy)
    monkeypatch.setattr(resources, "rtl_dir", lambda: copy)
    return copy


def test_nothing_changed_is_nothing_changed(tmp_path: Path) -> None:
    assert changed(tmp_path, lambda: None) == frozenset()


def test_a_comment_in_a_source_changes_nothing_and_code_changes_all(
    rtl: Path, tmp_path: Path
) -> None:
    source = rtl / "core" / "aesculus_ring.sv"
    text = source.read_text(encoding="utf-8")
    remark = text.replace("\nmodule ", "\n\n/* a remark */\nmodule ", 1) + "// the end\n\n"
    assert remark.count("a remark") == 1
    assert changed(tmp_path, lambda: _write(source, remark)) == frozenset()
    code = text + "module aesculus_more; endmodule\n"
    assert changed(tmp_path, lambda: _write(source, code)) == ALL


def test_a_comment_to_a_tool_is_no_comment(rtl: Path, tmp_path: Path) -> None:
    source = rtl / "core" / "aesculus_ring.sv"
    text = "/* verilator lint_off UNUSED */\n" + source.read_text(encoding="utf-8")
    assert changed(tmp_path, lambda: _write(source, text)) == ALL


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def test_the_top_counts_but_not_its_heading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = DesignPoint.top

    def put(extra: str) -> Callable[[], None]:
        return lambda: monkeypatch.setattr(
            DesignPoint, "top", lambda point, module: extra + real(point, module)
        )

    assert changed(tmp_path, put("// generated\n")) == frozenset()
    assert changed(tmp_path, put("module more; endmodule\n")) == {Stage.VERIFY, Stage.SYNTH}


@pytest.mark.parametrize("what", ["blocks", "seed", "flags"])
def test_run_lengths_and_flags_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    real = native.course

    def other(design: Design, *, netlist: bool) -> dict[str, object]:
        found = real(design, netlist=netlist)
        return {**found, what: f"{found[what]} more"}

    assert changed(tmp_path, lambda: monkeypatch.setattr(native, "course", other)) == SIMULATED


@pytest.mark.parametrize("name", ["RTL_BLOCKS", "_NETLIST_BLOCKS", "DEFAULT_SEED"])
def test_the_course_follows_the_bench(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    found = changed(tmp_path, lambda: monkeypatch.setattr(native, name, 1001))
    assert found
    assert found <= SIMULATED


@pytest.mark.parametrize("name", NAMES)
def test_every_bound_of_the_stimulus_counts(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    point = cast("DesignPoint", POINT.design)
    before = native.course(point, netlist=False)
    changed_shape = with_another(point.shape(), name)
    monkeypatch.setattr(DesignPoint, "shape", lambda _point: changed_shape)
    assert native.course(point, netlist=False) != before


def test_the_bench_counts_but_not_its_comments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "bench.cpp"
    text = simulate.bench_file().read_text(encoding="utf-8")
    copy.write_text(text, encoding="utf-8")
    monkeypatch.setattr(native, "bench_file", lambda: copy)
    assert changed(tmp_path, lambda: _write(copy, "// new\n\n" + text)) == frozenset()
    assert changed(tmp_path, lambda: _write(copy, text + "int more = 1;\n")) == SIMULATED


@pytest.mark.parametrize(
    ("module", "name", "value", "stages"),
    [
        (native, "VERILATOR_ARGS", ("--x-assign", "0"), SIMULATED),
        (verilator, "_VERILATE_FLAGS", ("--cc", "--exe"), BY_VERILATOR),
        (versions, "verilator_version", lambda: "verilator 9", BY_VERILATOR),
        (versions, "yosys_version", lambda: "yosys 9", {Stage.SYNTH, *PLACED}),
        (versions, "nextpnr_version", lambda _: "nextpnr 9", PLACED),
        (route, "TARGET_MHZ", 401, PLACED),
        (synth, "_JOIN", ("opt_clean",), {Stage.SYNTH}),
    ],
    ids=lambda value: value if isinstance(value, str) and " " not in value else "",
)
def test_flags_and_versions_count(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    module: object,
    name: str,
    value: object,
    stages: frozenset[Stage],
) -> None:
    assert changed(tmp_path, lambda: monkeypatch.setattr(module, name, value)) == stages


@pytest.mark.parametrize("script", ["script", "harness_script"])
def test_a_familys_script_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    real = family("ecp5")

    def other(*args: object) -> list[str]:
        return [*getattr(real, script)(*args), "opt -fast"]

    def put() -> None:
        changes: dict[str, Any] = {script: other}
        made = dataclasses.replace(real, **changes)
        for module in (synth, route):
            monkeypatch.setattr(module, "family", lambda _name: made)

    stages = {Stage.SYNTH} if script == "script" else PLACED
    assert changed(tmp_path, put) == stages


def test_cell_models_count_but_not_their_comments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(registry.folder("ecp5") / "models", tmp_path / "models")
    monkeypatch.setattr(simnet, "folder", lambda _name: tmp_path)
    model = tmp_path / "models" / "dp16kd.v"
    text = model.read_text(encoding="utf-8")
    assert changed(tmp_path, lambda: _write(model, "// new\n" + text)) == frozenset()
    more = text + "module more; endmodule\n"
    assert changed(tmp_path, lambda: _write(model, more)) == {Stage.SYNTH, Stage.ACTIVITY}


def test_cell_models_of_yosys_count_whichever_yosys_maps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(version: str) -> Callable[[], None]:
        def packages(*names: str) -> dict[str, str]:
            return dict.fromkeys(names, version)

        return lambda: monkeypatch.setattr(provenance, "packages", packages)

    # The package's own Yosys is in the job's name by its version.
    assert Stage.SYNTH not in changed(tmp_path, other("9.9"))
    monkeypatch.setattr(yosys, "kind", lambda: "native")
    monkeypatch.setattr(versions, "yosys_version", lambda: "native Yosys 0.50")
    assert Stage.SYNTH in changed(tmp_path, other("9.10"))


@pytest.mark.parametrize(
    ("change", "stages"),
    [
        ({"summary": "another"}, frozenset()),
        ({"shared": ("aesculus_round",)}, {Stage.SYNTH}),
        ({"as_gates": ("aesculus_sbox_tower",)}, {Stage.SYNTH}),
        ({"wide_luts": ("tower",)}, {Stage.SYNTH}),
        ({"args": {"ecp5": ("-dff",)}}, {Stage.SYNTH}),
        ({"args": {"gowin": ("-dff",)}}, frozenset()),
    ],
)
def test_a_recipe_counts_where_it_is_read(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: dict[str, object],
    stages: frozenset[Stage],
) -> None:
    made = recipe("default").model_copy(update=change)
    assert changed(tmp_path, lambda: monkeypatch.setattr(synth, "recipe", lambda _: made)) == stages


@pytest.mark.parametrize("name", sorted(provenance.steps()))
def test_the_version_of_a_step_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    table = provenance.steps()
    raised = {**table, name: {**table[name], "version": 99}}

    def put() -> None:
        monkeypatch.setattr(provenance, "steps", lambda: raised)

    found = changed(tmp_path, put)
    foreign = name.startswith("family.") and name != "family.ecp5"
    foreign |= name.startswith("vendor")
    # Of ways with turns alone, which the stages of this test do not ask for.
    foreign |= name == "detailed" or name.startswith("sites.")
    assert bool(found) != foreign
    alone = ({Stage.SYNTH}, {Stage.PLACE}, {Stage.ACTIVITY}, {Stage.SYNTH, Stage.ACTIVITY})
    assert found in (frozenset(), SIMULATED, PLACED, *alone)


def test_what_is_read_of_a_device_counts(tmp_path: Path) -> None:
    def of(**update: object) -> frozenset[Stage]:
        before = keys(tmp_path)
        after = keys(tmp_path, device=routed().model_copy(update=update))
        return frozenset(stage for stage in before if before[stage].key != after[stage].key)

    limit = ClockLimit(mhz=360, source="data sheet", checked=True)
    assert of(clock_limit=limit, notes="checked", vendor="Other") == frozenset()
    synthesis = routed().synthesis.model_copy(update={"variant": "xo3"})
    assert of(synthesis=synthesis) == {Stage.SYNTH, *PLACED}
    router = routed().router
    assert router is not None
    args = router.model_copy(update={"args": ("--85k",)})
    assert of(router=args) == PLACED
    counted = area().slice
    assert counted is not None
    assert of(slice=counted) == {Stage.SYNTH}


def test_a_cipher_in_the_package_counts_by_its_code_or_by_its_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "ciphers" / "small"
    (folder / "inner").mkdir(parents=True)
    code = folder / "inner" / "reference.py"
    code.write_text("ROUNDS = 32\n", encoding="utf-8")
    bench = SimpleNamespace(
        sources=lambda _: [simulate.bench_file(), Path(native.__file__), code],
        course=lambda _, netlist: {"netlist": netlist},
    )
    monkeypatch.setattr(benches, "load", lambda _: bench)
    shipped = provenance.steps()
    monkeypatch.setattr(provenance, "PACKAGE", tmp_path)
    table = dict(shipped)
    monkeypatch.setattr(provenance, "steps", lambda: table)

    def told() -> dict[str, str]:
        return reads_of(cast("DesignPoint", POINT.design))

    before = told()
    code.write_text("ROUNDS = 33\n", encoding="utf-8")
    after = told()
    assert before["bench"] != after["bench"]
    # With steps of its own, which are named after it, a version counts in place of the code.
    (folder / provenance.STEPS).touch()
    step = {"version": 1, "modules": [code], "digest": "", "file": folder / provenance.STEPS}
    table["small.reference"] = step
    before = told()
    code.write_text("ROUNDS = 34\n", encoding="utf-8")
    assert told() == before
    table["small.reference"] = {**step, "version": 2}
    assert told()["steps"] != before["steps"]


def test_recipe_does_not_touch_verification() -> None:
    jobs, flat = Jobs(), POINT.after("flat")
    assert jobs.job(Stage.VERIFY, POINT).key == jobs.job(Stage.VERIFY, flat).key
    synths = [jobs.job(Stage.SYNTH, point, routed()).key for point in (POINT, flat)]
    assert len(set(synths)) == 2
    assert jobs.job(Stage.VERIFY, flat, own=True).design_digest == flat.digest


def test_unknown_recipe() -> None:
    with pytest.raises(RecipeError, match="nonesuch"):
        Jobs().job(Stage.SYNTH, POINT.after("nonesuch"), routed())


def test_seeds_and_netlists_tell_routes_apart(tmp_path: Path) -> None:
    outcome = StageOutcome(
        status=Status.OK, artefacts={"netlist.json": b"a", "netlist.v": b"b"}, metrics={}
    )
    jobs = Jobs()
    with Store.open(tmp_path / "store.db") as store:
        made = store.put(jobs.job(Stage.SYNTH, POINT, routed()), outcome)
    routes = [jobs.job(Stage.ROUTE, POINT, routed(), start=made, index=index) for index in range(5)]
    assert len({job.key for job in routes}) == 5
    assert len({job.seed for job in routes}) == 5
    assert all(job.inputs["netlist"] == made.artefacts["netlist.json"] for job in routes)
    netlist = jobs.job(Stage.VERIFY_NETLIST, POINT, routed(), start=made)
    assert netlist.inputs["netlist"] == made.artefacts["netlist.v"]
    with pytest.raises(ValueError, match="no router"):
        jobs.job(Stage.ROUTE, POINT, area(), start=made)
    with pytest.raises(ValueError, match=r"starts from netlist\.json"):
        jobs.job(Stage.ROUTE, POINT, routed())


def test_only_the_sources_of_a_point_count(rtl: Path) -> None:
    tower, line, narrow = (parse_build(text) for text in ("UF1-PP1T", "UF1-PP1T-KP", "UF1-PP0T-W8"))
    points = (tower, line, narrow)

    def told(file: str) -> list[Build]:
        before = [Jobs().job(Stage.VERIFY, point).key for point in points]
        path = rtl / file
        _write(path, path.read_text(encoding="utf-8") + "module aesculus_more; endmodule\n")
        after = [Jobs().job(Stage.VERIFY, point).key for point in points]
        return [p for p, one, two in zip(points, before, after, strict=True) if one != two]

    assert told("core/aesculus_ring.sv") == [tower, line, narrow]
    assert told("sbox/aesculus_sbox_tower.sv") == [tower, line, narrow]
    assert told("sbox/aesculus_sbox_line.sv") == [line]
    assert told("narrow/aesculus_narrow_byte.sv") == [narrow]
    assert told("sbox/aesculus_sbox_canright.sv") == []
    assert all(Jobs().rtl_digest_of(point) in Jobs().rtl_digests for point in points)


def test_the_chain_is_in_order_and_every_stage_says_all() -> None:
    seen: set[Stage] = set()
    for file in all_stages():
        needed = {*file.needs, *file.barred_by} | (
            {file.starts_from[0]} if file.starts_from else set()
        )
        assert needed <= seen
        assert stage_file(file.stage) is file
        assert file.timeout_s > 0
        seen.add(file.stage)

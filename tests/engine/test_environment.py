"""A machine that does not work: nothing of it is held against a design."""

import errno
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from aesculus import benches
from aesculus.benches.check import Mismatch, Unfinished
from aesculus.benches.simulate import bench_file, run_bench
from aesculus.benches.stimulus import plan
from aesculus.design import Core, parse_build
from aesculus.engine.engine import Engine
from aesculus.engine.errors import Trouble
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want, whole_chain
from aesculus.engine.pool import Pool
from aesculus.engine.task import Task, run_task
from aesculus.families import devices
from aesculus.netlists import netlist as nl
from aesculus.records import Stage, StageOutcome, Status
from aesculus.settings import settings
from aesculus.stages.route import arguments, route, router_of
from aesculus.stages.route_probe import one_register
from aesculus.stages.simulation import verify_rtl
from aesculus.store import Store
from aesculus.tools import Failure, ToolError, nextpnr, probe, verilator, written, yosys
from engine.fakes import Fakes, area, engine, failing, routed

POINT = parse_build("UF1-PP0L")
TIMED_OUT = ToolError(Failure.TIMEOUT, "simulation", "the simulation was stopped")
LIBRARY = "error while loading shared libraries: libx.so.1: cannot open shared object file"


@pytest.fixture(autouse=True)
def _nothing_is_known_to_be_sound() -> Iterator[None]:
    probe.forget()
    yield
    probe.forget()


@pytest.fixture
def native(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder ahead of all others on PATH, for tools of the user's own."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    for name in ("YOSYS", "NEXTPNR"):
        monkeypatch.setenv(f"AESCULUS_{name}", "native")
    return folder


def tool(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def troubled(store: Store, stage: Stage = Stage.VERIFY) -> str:
    """Return in what words a run on the real stages ends; nothing of its stage is recorded."""
    with Pool(slots=1) as pool, pytest.raises(Trouble) as caught:
        Engine(store, pool).run([Want(POINT, stage)])
    assert store.records() == []
    text = str(caught.value)
    assert "\n" not in text
    return text


# ---- the compiler --------------------------------------------------------------------------------


@pytest.mark.sim
def test_a_compiler_that_always_fails(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "false")
    text = troubled(store)
    assert "does not work on this machine" in text
    assert text.count("CXX=false: ") == 1
    # What some other program says to `--version` is no reason.
    assert "--version fails: it is no C++ compiler that works (log: " in text
    monkeypatch.delenv("CXX")
    # The same design passes as soon as the machine works.
    with Pool(slots=1) as pool:
        assert Engine(store, pool).run([Want(POINT, Stage.VERIFY)]).failed == 0
    assert [record.status for record in store.records()] == [Status.OK]


@pytest.mark.sim
def test_a_compiler_that_is_always_killed(
    store: Store, native: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even one gate can be built, so it is not the size of a design that asks for memory."""
    tool(native, "killed", 'case "$1" in --version) echo killed 1;; *) kill -KILL $$;; esac')
    monkeypatch.setenv("AESCULUS_CACHE", str(native / "cache"))
    monkeypatch.delenv("AESCULUS_YOSYS")
    monkeypatch.setenv("CXX", "killed")
    text = troubled(store)
    assert "does not work on this machine" in text
    assert "CXX=killed: " in text
    assert "was killed" in text


@pytest.mark.sim
def test_a_compiler_that_makes_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "true")
    assert "CXX=true: " in troubled(store)


@pytest.mark.sim
def test_a_compiler_that_breaks_in_the_midst(
    store: Store, native: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It says its version, as `--version` alone would be asked for.
    tool(
        native, "half", 'case "$1" in --version) echo half 1;; *) echo "cc1plus: no"; exit 1;; esac'
    )
    monkeypatch.delenv("AESCULUS_YOSYS")
    monkeypatch.setenv("CXX", "half")
    assert "does not work on this machine" in troubled(store)


_HALF_A_COMPILER = """
case "$1" in --version) exec c++ --version;; esac
for word do case "$last" in -o) out=$word;; esac; last=$word; done
printf '#!/bin/sh\\nexit 0\\n' >"$out"
chmod +x "$out"
"""


@pytest.mark.sim
def test_a_compiler_whose_programs_do_nothing(
    store: Store, native: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends well and leaves a program that ends well."""
    tool(native, "useless", _HALF_A_COMPILER)
    monkeypatch.setenv("AESCULUS_CACHE", str(native / "cache"))
    monkeypatch.delenv("AESCULUS_YOSYS")
    monkeypatch.setenv("CXX", "useless")
    assert "does not do what it should" in troubled(store)


@pytest.mark.sim
def test_a_compiler_that_hangs(store: Store, native: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool(native, "slow", 'case "$1" in --version) echo slow 1;; *) sleep 600;; esac')
    monkeypatch.setenv("AESCULUS_CACHE", str(native / "cache"))
    monkeypatch.delenv("AESCULUS_YOSYS")
    monkeypatch.setenv("CXX", "slow")
    monkeypatch.setattr(verilator, "PROBE_S", 4.0)
    outcome = verify_rtl(POINT.design, workdir=native / "w", timeout_s=4.0)
    assert outcome.metrics == {"failure": "environment"}, outcome.reason
    assert "does not work on this machine" in outcome.reason
    assert "time limit" in outcome.reason


def _sound(monkeypatch: pytest.MonkeyPatch, verify: Callable[..., object]) -> list[str]:
    """Have a bench do something else; return the list of the probes that were made."""
    probed: list[str] = []
    monkeypatch.setattr(verilator, "_probe", lambda *_: probed.append("gate"))
    monkeypatch.setattr(benches, "load", lambda _name: SimpleNamespace(verify=verify))
    return probed


def test_a_machine_that_is_sound_leaves_the_verdict_to_the_design(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(*_: object, **__: object) -> None:
        raise Mismatch("wrong block")

    probed = _sound(monkeypatch, wrong)
    outcome = verify_rtl(POINT.design, workdir=tmp_path)
    assert (outcome.status, outcome.metrics, outcome.reason) == (Status.FAILED, {}, "wrong block")
    assert probed == ["gate"]


def test_a_simulation_without_an_end_is_no_verdict_on_a_design(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def early(*_: object, **__: object) -> None:
        raise Unfinished("the simulation stopped early, after 0 events")

    probed = _sound(monkeypatch, early)
    outcome = verify_rtl(POINT.design, workdir=tmp_path)
    # It is tried again, as whatever crashes.
    assert outcome.metrics == {"failure": "crash"}
    assert probed == ["gate"]


@pytest.mark.parametrize("verdict", [Mismatch("the run did not come to its end"), TIMED_OUT])
def test_a_disk_that_fills_in_a_simulation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verdict: Exception
) -> None:
    """A bench that does not look at what it writes leaves half a trace."""

    def filling(*_: object, **__: object) -> None:
        monkeypatch.setattr(os, "fsync", _full)
        raise verdict

    _sound(monkeypatch, filling)
    outcome = verify_rtl(POINT.design, workdir=tmp_path)
    assert outcome.metrics == {"failure": "disk_full"}
    assert f"no space left on the disk of {tmp_path}" in outcome.reason


@pytest.mark.parametrize(("full", "kind"), [(True, "disk_full"), (False, "environment")])
def test_a_trace_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: bool, kind: str
) -> None:
    program = tmp_path / "simulation"
    tool(tmp_path, "simulation", 'echo "bench: cannot write: $2" >&2; exit 2')
    if full:
        monkeypatch.setattr(os, "fsync", _full)
    stimulus = plan(cast("Core", POINT.design).shape(), seed=1, blocks=1)
    with pytest.raises(ToolError) as caught:
        run_bench(program, stimulus, workdir=tmp_path, timeout_s=60, fixed_latency=True)
    assert caught.value.kind.value == kind
    assert "\n" not in caught.value.reason


def test_the_bench_says_what_is_looked_for() -> None:
    assert 'die("cannot write", trace_name' in bench_file().read_text(encoding="utf-8")


def _full(_handle: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.sim
def test_a_design_that_does_not_build_is_the_designs(tmp_path: Path) -> None:
    source, main = tmp_path / "bad.v", tmp_path / "main.cpp"
    source.write_text("module bad (input clk_i; endmodule", encoding="utf-8")
    main.write_text("int main() {}", encoding="utf-8")
    with pytest.raises(ToolError) as caught:
        verilator.build([source], top="bad", main=main, workdir=tmp_path / "w")
    assert caught.value.kind is Failure.REFUSED


# ---- folders and disks ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["nowhere", "a file"])
def test_no_folder_for_temporary_files(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "a file").write_text("", encoding="utf-8")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / name))
    assert name in troubled(store)


@pytest.mark.synth
@pytest.mark.parametrize("variable", ["TMPDIR", "TMP", "TEMP"])
def test_a_folder_that_takes_nothing_is_named_with_its_variable(
    store: Store, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """Python passes over it without a word, tools break in it each in its own way."""
    for name in ("TMPDIR", "TMP", "TEMP"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, "/proc")
    said = f"{variable}=/proc: no folder can be made there"
    assert troubled(store).startswith(said)
    # A machine may break in the midst: its probe tells the same.
    for kind in (Failure.CRASH, Failure.ENVIRONMENT):
        with pytest.raises(ToolError, match=said), probe.blamed("yosys", yosys.probe):
            raise ToolError(kind, "yosys", "no")


@pytest.mark.sim
def test_a_folder_for_temporary_files_with_a_blank(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a b").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "a b"))
    assert "blank" in troubled(store)


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, Failure.DISK_FULL),
        (errno.EDQUOT, Failure.DISK_FULL),
        (errno.EROFS, Failure.ENVIRONMENT),
        (errno.EACCES, Failure.ENVIRONMENT),
        (errno.EIO, Failure.ENVIRONMENT),
        (errno.ENOENT, Failure.ENVIRONMENT),
    ],
)
def test_files_that_cannot_be_used(store: Store, number: int, kind: Failure) -> None:
    def broken(_task: Task, _workdir: Path) -> StageOutcome:
        raise OSError(number, os.strerror(number), "netlist.json")

    outcome = run_task(Task("r", Stage.SYNTH, POINT, area()), {Stage.SYNTH: broken})
    assert outcome.metrics["failure"] == kind.value
    fakes = Fakes()
    with (
        Pool(slots=1, stages={**fakes.stages, Stage.SYNTH: broken}) as pool,
        pytest.raises(Trouble, match=os.strerror(number)),
    ):
        engine(store, fakes, pool).run(whole_chain(POINT, area()))
    assert store.records(stage=Stage.SYNTH) == []


def test_an_installation_that_is_not_whole() -> None:
    def broken(_task: Task, _workdir: Path) -> StageOutcome:
        raise ModuleNotFoundError("No module named 'numpy'")

    outcome = run_task(Task("r", Stage.SYNTH, POINT, area()), {Stage.SYNTH: broken})
    assert outcome.metrics["failure"] == Failure.ENVIRONMENT.value


def test_without_a_home_it_is_said_what_to_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_task: Task, _workdir: Path) -> StageOutcome:
        return StageOutcome(status=Status.OK, reason=str(settings().cache_folder))

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("AESCULUS_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    outcome = run_task(Task("r", Stage.SYNTH, POINT, area()), {Stage.SYNTH: broken})
    assert outcome.metrics["failure"] == Failure.ENVIRONMENT.value
    assert "AESCULUS_CACHE=: HOME is not set" in outcome.reason


def test_no_memory_for_this_program_is_not_the_end_of_a_design(store: Store) -> None:
    fakes = Fakes()
    tries = []

    def short(_task: Task, _workdir: Path) -> StageOutcome:
        tries.append(1)
        raise MemoryError

    for _ in range(2):
        with Pool(slots=1, stages={**fakes.stages, Stage.SYNTH: short}) as pool:
            engine(store, fakes, pool).run(whole_chain(POINT, area()))
    (record,) = store.records(stage=Stage.SYNTH)
    assert record.status is Status.MEMORY
    # It had far less than there is, so each run asks again.
    assert len(tries) >= 2
    with Pool(slots=1, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run(whole_chain(POINT, area()))
    assert all(each.ok for each in store.records(stage=Stage.SYNTH))


# ---- routers and Yosys of the user's own ---------------------------------------------------------


@pytest.mark.parametrize(
    "script",
    [
        f"echo 'nextpnr-ecp5: {LIBRARY}' >&2; exit 127",
        "echo 'cannot execute' >&2; exit 126",
        f"echo '{LIBRARY}' >&2; exit 1",
        # Says nothing and always fails.
        "exit 1",
        "kill -SEGV $$",
    ],
    ids=["no-library", "not-executable", "no-library-in-a-wrapper", "silent", "crash"],
)
def test_a_router_that_does_not_run(native: Path, tmp_path: Path, script: str) -> None:
    tool(native, "nextpnr-ecp5", script)
    with pytest.raises(ToolError) as caught:
        nextpnr.run_router("nextpnr-ecp5", ["--json", "x"], workdir=tmp_path, timeout_s=60)
    assert caught.value.kind is Failure.ENVIRONMENT
    assert "\n" not in caught.value.reason


def test_a_router_that_refuses_a_design_is_not_broken(native: Path, tmp_path: Path) -> None:
    script = 'case "$1" in --version) echo nextpnr 1;; *) echo "ERROR: no Bels left"; exit 1;; esac'
    tool(native, "nextpnr-ecp5", script)
    with pytest.raises(ToolError, match="no Bels left") as caught:
        nextpnr.run_router("nextpnr-ecp5", ["--json", "x"], workdir=tmp_path, timeout_s=60)
    assert caught.value.kind is Failure.REFUSED


@pytest.mark.parametrize(
    ("version", "kind"), [("sleep 600", Failure.ENVIRONMENT), ("echo 1", Failure.TIMEOUT)]
)
def test_a_router_that_hangs(
    native: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, kind: Failure
) -> None:
    tool(native, "nextpnr-ecp5", f'case "$1" in --version) {version};; *) sleep 600;; esac')
    monkeypatch.setattr(nextpnr, "PROBE_S", 3.0)
    with pytest.raises(ToolError) as caught:
        nextpnr.run_router("nextpnr-ecp5", ["--json", "x"], workdir=tmp_path, timeout_s=0.5)
    assert caught.value.kind is kind


def test_a_tool_that_breaks_after_a_sound_probe(native: Path, tmp_path: Path) -> None:
    tool(native, "nextpnr-ecp5", 'case "$1" in --version) ;; *) exit 1;; esac')
    kinds = []
    for script in (None, "exit 1"):
        if script is not None:
            tool(native, "nextpnr-ecp5", script)
        with pytest.raises(ToolError) as caught:
            nextpnr.run_router("nextpnr-ecp5", ["--json", "x"], workdir=tmp_path, timeout_s=60)
        kinds.append(caught.value.kind)
    assert kinds == [Failure.REFUSED, Failure.ENVIRONMENT]


def test_one_probe_serves_the_failures_before_it() -> None:
    asked: list[str] = []

    def fail(error: ToolError) -> ToolError:
        with pytest.raises(ToolError) as caught, probe.blamed("tool", lambda: asked.append("x")):
            raise error
        return caught.value

    first, second = (ToolError(Failure.MEMORY, "tool", "no") for _ in range(2))
    assert fail(first) is first
    assert fail(second) is second
    assert asked == ["x"]
    third = ToolError(Failure.REFUSED, "tool", "no")
    assert fail(third) is third
    assert asked == ["x", "x"]


@pytest.mark.parametrize("kind", [each for each in Failure if not each.of_machine])
def test_a_tool_is_probed_whatever_it_is_that_failed(kind: Failure) -> None:
    def broken() -> None:
        raise ToolError(Failure.MEMORY, "tool", "it used more than its memory limit of 60 MiB")

    with (
        pytest.raises(ToolError, match=r"not work on this machine: .* 60 MiB") as caught,
        probe.blamed("tool", broken),
    ):
        raise ToolError(kind, "tool", "no")
    assert caught.value.kind is Failure.ENVIRONMENT


@pytest.mark.sim
def test_a_limit_of_memory_under_which_nothing_compiles(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AESCULUS_TOOL_MEMORY_MB", "60")
    said = "memory limit of 60 MiB, which AESCULUS_TOOL_MEMORY_MB sets: raise it"
    assert said in troubled(store)


@pytest.mark.parametrize("script", ["exit 3", f"echo '{LIBRARY}'; exit 127", "exit 0"])
def test_a_yosys_that_does_not_run(native: Path, tmp_path: Path, script: str) -> None:
    tool(native, "yosys", script)

    def synthesise() -> None:
        yosys.run_script(["help"], workdir=tmp_path, timeout_s=60)
        written(tmp_path / "mapped.json", "yosys")

    with pytest.raises(ToolError) as caught:
        synthesise()
    assert caught.value.kind is Failure.ENVIRONMENT


def test_a_yosys_that_refuses_a_script_is_not_broken(tmp_path: Path) -> None:
    with pytest.raises(ToolError) as caught:
        yosys.run_script(["no_such_pass"], workdir=tmp_path, timeout_s=60)
    assert caught.value.kind is Failure.REFUSED


@pytest.mark.synth
@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo nextpnr 1", "wrote no report.json"),
        ("echo nextpnr 1; echo no >report.json", "its report.json is none"),
        ("echo nextpnr 1; echo '{}' >report.json", "its report.json is none: it has no 'fmax'"),
    ],
)
def test_a_router_that_ends_well_without_a_report(
    native: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, said: str
) -> None:
    monkeypatch.delenv("AESCULUS_YOSYS")
    tool(native, "nextpnr-ecp5", script)
    outcome = _routed_small(tmp_path)
    assert outcome.metrics == {"failure": "environment"}, outcome.reason
    assert said in outcome.reason
    assert str(tmp_path) not in outcome.reason


def _routed_small(folder: Path) -> StageOutcome:
    """Route a register and a gate on an ECP5."""
    lines = [
        "read_slang --top aesculus_point small.sv",
        "synth_lattice -family ecp5 -top aesculus_point",
        "write_json small.json",
    ]
    text = "module aesculus_point (input logic clk_i, rst_ni, a_i, output logic b_o);\n"
    text += "always_ff @(posedge clk_i) b_o <= a_i && rst_ni;\nendmodule\n"
    (folder / "small.sv").write_text(text, encoding="utf-8")
    yosys.run_script(lines, workdir=folder, timeout_s=60)
    mapped = nl.parse((folder / "small.json").read_bytes())
    nl.trim(mapped)
    device = devices.load("LFE5U-25F-6")
    return route(POINT, device, nl.dump(mapped), seed=1, workdir=folder / "w", timeout_s=60)


_TRUNCATED = "ERROR: Unable to load chip database: chipdb-25k.bin is truncated"


@pytest.mark.synth
@pytest.mark.parametrize(
    ("script", "failure"),
    [
        (f"echo '{_TRUNCATED}'; exit 1", "environment"),
        # The folder of a design has its netlist as well.
        ("test -f core.json && { echo 'ERROR: odd'; exit 1; }; echo '{}' >report.json", "refused"),
        ("test -f core.json && { echo 'ERROR: odd'; exit 1; }; true", "environment"),
    ],
    ids=["no-database", "sound", "useless"],
)
def test_a_router_without_the_database_of_a_device(
    native: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, failure: str
) -> None:
    """It says its version all the same."""
    monkeypatch.delenv("AESCULUS_YOSYS")
    tool(native, "nextpnr-ecp5", f'test "$1" = --version && {{ echo nextpnr 1; exit; }}; {script}')
    outcome = _routed_small(tmp_path)
    assert outcome.metrics == {"failure": failure}, outcome.reason


@pytest.mark.synth
def test_the_probe_of_a_router_is_something_it_routes() -> None:
    device = devices.load("LFE5U-25F-6")
    router = router_of(device)
    one_register(device, router, *arguments(device, router))


@pytest.mark.parametrize("variable", ["AESCULUS_YOSYS", "AESCULUS_NEXTPNR", "AESCULUS_VERILATOR"])
def test_an_unknown_choice_of_a_tool_is_no_fault_of_a_design(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, "vivado")
    calls = {
        "AESCULUS_YOSYS": lambda: yosys.run_script(["help"], workdir=tmp_path, timeout_s=9),
        "AESCULUS_NEXTPNR": lambda: nextpnr.command("nextpnr-ecp5", []),
        "AESCULUS_VERILATOR": verilator.find,
    }
    with pytest.raises(ToolError) as caught:
        calls[variable]()
    assert caught.value.kind.of_machine


# ---- what the engine makes of it -----------------------------------------------------------------


@pytest.mark.parametrize("failure", [each for each in Failure if each.of_machine])
def test_what_a_tool_said_is_kept_though_nothing_is_recorded(
    store: Store, failure: Failure
) -> None:
    fakes = Fakes()
    fakes.special[Stage.VERIFY, POINT.label] = failing("no compiler", failure=failure.value)
    with Pool(slots=1, stages=fakes.stages) as pool, pytest.raises(Trouble) as caught:
        engine(store, fakes, pool).run([Want(POINT, Stage.VERIFY)])
    assert store.records() == []
    path = store.path.with_name("store.db.trouble.log")
    assert str(caught.value).endswith(f"no compiler (log: {path})")
    assert path.read_text(encoding="utf-8") == "what it said"


def test_failures_are_tried_again_when_asked(store: Store) -> None:
    fakes = Fakes()
    fakes.special[Stage.SYNTH, POINT.label] = failing("no such cell", failure="refused")
    wants = whole_chain(POINT, routed())

    def run(*, retry: bool) -> int:
        before = len(fakes.stage_calls(Stage.SYNTH))
        with Pool(slots=1, stages=fakes.stages) as pool:
            Engine(store, pool, jobs=Jobs(), retry_failed=retry).run(wants)
        return len(fakes.stage_calls(Stage.SYNTH)) - before

    # A refusal may pass, so it has a second attempt; then it stands.
    assert [run(retry=False), run(retry=False)] == [2, 0]
    # Once, and not for ever.
    assert run(retry=True) == 1
    del fakes.special[Stage.SYNTH, POINT.label]
    assert run(retry=False) == 0
    assert run(retry=True) == 1
    assert fakes.stage_calls(Stage.ROUTE) == [POINT.label]
    assert fakes.stage_calls(Stage.VERIFY) == [POINT.label]

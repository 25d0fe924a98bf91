"""The engine with stages that only note that they were run."""

import os
import signal
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from aesculus import interrupts, metrics
from aesculus.design import parse_build
from aesculus.engine import engine as engine_module
from aesculus.engine import pool as pool_module
from aesculus.engine.engine import Engine, Summary, told
from aesculus.engine.errors import Interrupted, Trouble
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want, whole_chain
from aesculus.engine.pool import Pool
from aesculus.engine.progress import Reporter
from aesculus.engine.task import Task
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages.chain import stage_file
from aesculus.stages.outcome import failed
from aesculus.store import StageRecord, Store, StoreError
from aesculus.tools import Failure, ToolError, memory_at_most
from aesculus.tools.verilated import MADE, unkept
from engine.fakes import Fakes, area, engine, failing, good, routed

UF1 = parse_build("UF1-PP1B")
UF2 = parse_build("UF2-PP1B")


@pytest.fixture
def fakes() -> Fakes:
    return Fakes()


def test_chain_in_order_and_figures(store: Store, fakes: Fakes) -> None:
    with Pool(slots=1, stages=fakes.stages) as pool:
        summary = engine(store, fakes, pool).run(whole_chain(UF1, routed(), seeds=2))
    assert [call[0] for call in fakes.calls] == [
        Stage.VERIFY,
        Stage.SYNTH,
        Stage.VERIFY_NETLIST,
        Stage.ROUTE,
        Stage.ROUTE,
    ]
    assert summary.ran == 5
    (row,) = metrics.rows(store, device=routed().name)
    assert row.netlist_verified
    assert row.n_seeds == 2
    assert row.status == "ok"


def test_want_alone_brings_its_prerequisites(store: Store, fakes: Fakes) -> None:
    with Pool(slots=2, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run([Want(UF1, Stage.ROUTE, routed())])
    assert [call[0] for call in fakes.calls] == [Stage.VERIFY, Stage.SYNTH, Stage.ROUTE]


def test_second_run_runs_nothing(store: Store, fakes: Fakes) -> None:
    wants = whole_chain(UF1, routed(), seeds=3)
    with Pool(slots=2, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run(wants)
    before = len(fakes.calls)
    with Pool(slots=2, stages=fakes.stages) as pool:
        summary = engine(store, fakes, pool).run(wants)
        assert pool._client is None, "a run that finds everything starts no cluster"
    assert len(fakes.calls) == before
    assert (summary.ran, summary.known) == (0, len(wants))


def test_verification_is_shared_by_devices_and_recipes(store: Store, fakes: Fakes) -> None:
    flat = UF1.after("flat")
    wants = [w for p in (UF1, flat) for d in (area(), routed()) for w in whole_chain(p, d)]
    with Pool(slots=2, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run(wants)
    assert fakes.stage_calls(Stage.VERIFY) == [UF1.label]
    assert len(fakes.stage_calls(Stage.SYNTH)) == 4
    rows = [row for row in metrics.rows(store) if row.device]
    assert len(rows) == 4
    assert all(row.verified and row.netlist_verified for row in rows)


def test_failure_ends_one_chain_only(store: Store, fakes: Fakes) -> None:
    fakes.special[Stage.VERIFY, UF1.label] = failing("wrong block in ECBVarTxt128 #3")
    wants = [*whole_chain(UF1, routed()), *whole_chain(UF2, routed())]
    with Pool(slots=1, stages=fakes.stages) as pool:
        summary = engine(store, fakes, pool).run(wants)
    assert summary.failed == 1
    assert fakes.stage_calls(Stage.SYNTH) == [UF2.label]
    record = store.get(Jobs().job(Stage.VERIFY, UF1).key)
    assert record is not None
    assert record.reason == "wrong block in ECBVarTxt128 #3"
    assert store.log(record.key) == "what it said"


def test_what_does_not_fit_is_not_routed(store: Store, fakes: Fakes) -> None:
    most = routed().resources.brams

    def large(task: Task) -> StageOutcome:
        outcome = good(task)
        return outcome.model_copy(update={"metrics": {**outcome.metrics, "bram_count": most + 1}})

    fakes.special[Stage.SYNTH, UF1.label] = large
    with Pool(slots=1, stages=fakes.stages) as pool:
        summary = engine(store, fakes, pool).run(whole_chain(UF1, routed(), seeds=2))
    assert fakes.stage_calls(Stage.ROUTE) == []
    assert summary.unreached == 0
    (row,) = metrics.rows(store, device=routed().name)
    assert row.status == "nofit"
    assert row.reason == "does not fit: 209 BRAM, 1 more than 208"


def test_wrong_netlist_is_not_routed(store: Store, fakes: Fakes) -> None:
    fakes.special[Stage.VERIFY_NETLIST, UF1.label] = failing("netlist: wrong block")
    with Pool(slots=1, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run(whole_chain(UF1, routed(), seeds=5))
    assert fakes.stage_calls(Stage.ROUTE) == []


@pytest.mark.parametrize(
    ("status", "failure", "attempts"),
    [
        (Status.FAILED, "", 1),
        (Status.FAILED, "refused", 2),
        (Status.FAILED, "no_room", 1),
        (Status.FAILED, "output", 1),
        (Status.FAILED, "crash", 2),
        (Status.TIMEOUT, "timeout", 2),
        (Status.MEMORY, "memory", 2),
    ],
)
def test_attempts(store: Store, fakes: Fakes, status: Status, failure: str, attempts: int) -> None:
    fakes.special[Stage.SYNTH, UF1.label] = failing("no", status=status, failure=failure)
    for _ in range(2):
        with Pool(slots=2, stages=fakes.stages) as pool:
            engine(store, fakes, pool).run(whole_chain(UF1, routed()))
    assert len(fakes.stage_calls(Stage.SYNTH)) == attempts


def test_a_larger_limit_of_memory_is_tried(
    store: Store, fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacking(_task: Task) -> StageOutcome:
        limit = memory_at_most()
        return failed(ToolError(Failure.MEMORY, "yosys", "no", limit_mb=limit), tools={}, seconds=1)

    def runs(limit: int) -> int:
        before = len(fakes.stage_calls(Stage.SYNTH))
        monkeypatch.setenv("AESCULUS_TOOL_MEMORY_MB", str(limit))
        with Pool(slots=1, stages=fakes.stages) as pool:
            engine(store, fakes, pool).run(whole_chain(UF1, routed()))
        return len(fakes.stage_calls(Stage.SYNTH)) - before

    fakes.special[Stage.SYNTH, UF1.label] = lacking
    # Larger by less than machines differ from one start to the next is not larger.
    assert [runs(limit) for limit in (60, 60, 50, 64, 120, 120, 100)] == [2, 0, 0, 0, 1, 0, 0]
    del fakes.special[Stage.SYNTH, UF1.label]
    assert runs(120) == 0
    assert runs(240) == 1
    assert fakes.stage_calls(Stage.ROUTE) == [UF1.label]


@pytest.mark.parametrize(
    ("status", "failure", "again"),
    [
        (Status.MEMORY, "memory", 1),
        (Status.TIMEOUT, "timeout", 1),
        (Status.FAILED, "refused", 1),
        (Status.FAILED, "", 0),
    ],
)
def test_what_another_machine_failed_at_is_tried_here(
    tmp_path: Path, store: Store, fakes: Fakes, status: Status, failure: str, again: int
) -> None:
    wants = whole_chain(UF1, routed())
    fakes.special[Stage.SYNTH, UF1.label] = failing("no", status=status, failure=failure)
    with Store.open(tmp_path / "other.db") as theirs:
        with Pool(slots=1, stages=fakes.stages) as pool:
            engine(theirs, fakes, pool).run(wants)
        store.merge(theirs)
    before = len(fakes.stage_calls(Stage.SYNTH))
    for _ in range(2):
        with Pool(slots=1, stages=fakes.stages) as pool:
            engine(store, fakes, pool).run(wants)
        # Merging the same again does not count.
        store.merge(tmp_path / "other.db")
    assert len(fakes.stage_calls(Stage.SYNTH)) - before == again


@pytest.mark.parametrize("ignored", [False, True])
def test_a_terminal_that_is_closed(store: Store, fakes: Fakes, ignored: bool) -> None:
    def hang_up(task: Task) -> StageOutcome:
        os.kill(os.getpid(), signal.SIGHUP)
        return good(task)

    fakes.special[Stage.SYNTH, UF1.label] = hang_up
    missed: list[int] = []
    before: Any = signal.SIG_IGN if ignored else lambda number, _frame: missed.append(number)
    kept = signal.signal(signal.SIGHUP, before)
    try:
        with Pool(slots=1, stages=fakes.stages) as pool:
            work = engine(store, fakes, pool)
            if ignored:
                assert work.run(whole_chain(UF1, routed())).failed == 0
            else:
                with pytest.raises(Interrupted) as caught:
                    work.run(whole_chain(UF1, routed()))
                assert caught.value.signal == signal.SIGHUP
        assert signal.getsignal(signal.SIGHUP) is before
    finally:
        signal.signal(signal.SIGHUP, kept)
    assert missed == []
    # As under `nohup`, all was done.
    assert (fakes.stage_calls(Stage.ROUTE) == [UF1.label]) is ignored


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_what_looks_up_many_wants(
    store: Store, fakes: Fakes, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    looked: list[str] = []
    real = store.get

    def get(key: str) -> StageRecord | None:
        looked.append(key)
        if len(looked) == 3:
            os.kill(os.getpid(), number)
        return real(key)

    with Pool(slots=1, stages=fakes.stages) as pool:
        # So that each seed is a look-up of its own.
        engine(store, fakes, pool).run(whole_chain(UF1, routed()))
        before = list(fakes.calls)
        monkeypatch.setattr(store, "get", get)
        wants = [Want(UF1, Stage.ROUTE, routed(), seed) for seed in range(1, 200)]
        with pytest.raises(Interrupted) as caught:
            engine(store, fakes, pool).run(wants)
    assert caught.value.signal == number
    assert len(looked) < 9
    assert fakes.calls == before


def test_a_signal_ends_what_thinks_of_more(store: Store, fakes: Fakes) -> None:
    done: list[str] = []

    def refine() -> list[Want]:
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(500):
            time.sleep(0.01)
        done.append("gone on")
        return []

    with Pool(slots=1, stages=fakes.stages) as pool, pytest.raises(Interrupted) as caught:
        engine(store, fakes, pool).run(whole_chain(UF1, routed()), refine=refine)
    assert caught.value.signal == signal.SIGTERM
    assert not done
    with pytest.raises(Interrupted), Pool(slots=1, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run(_wants_with_a_signal(done))
    assert not done


def _wants_with_a_signal(done: list[str]) -> Iterator[Want]:
    os.kill(os.getpid(), signal.SIGINT)
    done.append("gone on")
    yield Want(UF1, Stage.VERIFY)


def test_exception_in_a_stage_is_a_poison_point(store: Store, fakes: Fakes) -> None:
    def broken(_task: Task) -> StageOutcome:
        raise KeyError("surprise")

    fakes.special[Stage.SYNTH, UF1.label] = broken
    with Pool(slots=1, stages=fakes.stages) as pool:
        summary = engine(store, fakes, pool).run(
            [*whole_chain(UF1, routed()), *whole_chain(UF2, routed())]
        )
    assert "surprise" in summary.reasons[0]
    assert fakes.stage_calls(Stage.ROUTE) == [UF2.label]


@pytest.mark.parametrize("failure", ["missing", "disk_full"])
def test_trouble_of_the_machine_is_not_the_designs(
    store: Store, fakes: Fakes, failure: str
) -> None:
    fakes.special[Stage.SYNTH, UF1.label] = failing("c++ is missing", failure=failure)
    with (
        Pool(slots=1, stages=fakes.stages) as pool,
        pytest.raises(Trouble, match=r"synthesise .* c\+\+ is missing"),
    ):
        engine(store, fakes, pool).run(whole_chain(UF1, routed()))
    assert store.records(stage=Stage.SYNTH) == []
    # What was done before is kept, and the next run goes on from it.
    del fakes.special[Stage.SYNTH, UF1.label]
    with Pool(slots=1, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run(whole_chain(UF1, routed()))
    assert fakes.stage_calls(Stage.VERIFY) == [UF1.label]
    assert fakes.stage_calls(Stage.ROUTE) == [UF1.label]


@pytest.mark.parametrize("together", [True, False], ids=["together", "behind"])
def test_a_result_that_comes_beside_trouble_is_kept(
    store: Store, fakes: Fakes, monkeypatch: pytest.MonkeyPatch, together: bool
) -> None:
    fakes.special[Stage.VERIFY, UF1.label] = failing("c++ is missing", failure="missing")
    with Pool(slots=2, stages=fakes.stages) as pool:
        wait = pool.wait
        found: list[Any] = []
        turns: list[int] = []

        def trouble_first(timeout_s: float) -> list[Any]:
            while not turns and len(found) < 2:
                found.extend(wait(timeout_s))
            found.sort(key=lambda each: each[1].status is Status.OK)
            count = 2 if together else 1
            turns.append(count)
            got, found[:] = found[:count], found[count:]
            return got

        monkeypatch.setattr(pool, "wait", trouble_first)
        with pytest.raises(Trouble, match=r"c\+\+ is missing"):
            engine(store, fakes, pool).run([Want(UF1, Stage.VERIFY), Want(UF2, Stage.VERIFY)])
    assert [each.job.label for each in store.records(stage=Stage.VERIFY)] == [UF2.label]


def test_a_missing_tool_is_told_of_before_anything_runs(
    store: Store, fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(_device: object) -> dict[str, str]:
        raise ToolError(Failure.MISSING, "yosys", "there is no yosys")

    monkeypatch.setattr(stage_file(Stage.SYNTH), "tools", none)
    with Pool(slots=1, stages=fakes.stages) as pool, pytest.raises(Trouble, match="no yosys"):
        engine(store, fakes, pool).run(whole_chain(UF1, routed()))
    assert fakes.calls == [], "the verification needs no Yosys, and is not begun"


def test_worker_with_other_tools_is_refused(store: Store, fakes: Fakes) -> None:
    def other(task: Task) -> StageOutcome:
        return good(task).model_copy(update={"tools": {"yosys": "yosys 0.1"}})

    fakes.special[Stage.SYNTH, UF1.label] = other
    with Pool(slots=1, stages=fakes.stages) as pool, pytest.raises(Trouble, match=r"yosys 0\.1"):
        engine(store, fakes, pool).run(whole_chain(UF1, area()))


def test_budget_starts_nothing_that_would_end_late(store: Store, fakes: Fakes) -> None:
    with Pool(slots=1, stages=fakes.stages) as pool:
        first = engine(store, fakes, pool, budget_s=0.5)
        summary = first.run(whole_chain(UF1, routed()))
    assert fakes.calls == [], "a verification is expected to take seconds"
    assert summary.unreached == 4
    assert summary.seconds < 5


def test_a_signal_that_came_before_the_run_ends_it(
    store: Store, fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Python drops what a handler raises in a finaliser; what came is known all the same.
    monkeypatch.setattr(interrupts, "_came", [signal.SIGINT])
    with Pool(slots=1, stages=fakes.stages) as pool, pytest.raises(Interrupted):
        engine(store, fakes, pool).run([Want(UF1, Stage.VERIFY)])
    assert store.records() == []


def test_what_runs_far_beyond_a_budget_is_stopped(
    store: Store, fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "_GRACE_S", 0.2)
    monkeypatch.setattr(engine_module, "_GRACE_SHARE", 0.0)
    ended = threading.Event()

    def endless(task: Task) -> StageOutcome:
        assert ended.wait(60)
        return good(task)

    fakes.special[Stage.VERIFY, UF1.label] = endless
    with Pool(slots=1, stages=fakes.stages) as pool:
        made = engine(store, fakes, pool, budget_s=0.5)
        monkeypatch.setattr(made.estimator, "seconds", lambda *_: 0.0)
        summary = made.run([Want(UF1, Stage.VERIFY)])
        ended.set()
    assert (summary.ran, summary.unreached) == (0, 1)
    # Nothing is recorded of it, and nobody waits for it.
    assert store.records() == []
    del fakes.special[Stage.VERIFY, UF1.label]
    with Pool(slots=1, stages=fakes.stages) as pool:
        assert engine(store, fakes, pool).run([Want(UF1, Stage.VERIFY)]).ran == 1


def test_the_time_left_is_worked_out_the_less_often_the_longer_it_takes(
    store: Store, fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(now=0.0, cost=0.0, asked=0)
    monkeypatch.setattr(engine_module, "time", SimpleNamespace(monotonic=lambda: clock.now))
    made = engine(store, fakes)
    made._open = [Want(UF1, Stage.VERIFY)] * 10

    def seconds(*_: object) -> float:
        clock.asked += 1
        clock.now += clock.cost
        return 3.0

    monkeypatch.setattr(made.estimator, "seconds", seconds)
    for cost, most in ((0.0, 100), (0.1, 3)):
        clock.cost, clock.asked = cost, 0
        for _ in range(100):
            clock.now += 1.0
            assert made._state().left_s == 30.0
        assert 0 < clock.asked / 10 <= most


def test_budget_prefers_what_fits(store: Store, fakes: Fakes) -> None:
    big = parse_build("UF10-PP3T")
    with Pool(slots=1, stages=fakes.stages) as pool:
        made = engine(store, fakes, pool, budget_s=7.0)
        assert made.estimator.seconds(Stage.VERIFY, big) > 7.0
        assert made.estimator.seconds(Stage.VERIFY, UF1) < 4.0
        # It takes longer than expected: nothing suggests that the other would fit after all.
        fakes.special[Stage.VERIFY, UF1.label] = lambda task: good(task).model_copy(
            update={"seconds": 60.0}
        )
        made.run([Want(big, Stage.VERIFY), Want(UF1, Stage.VERIFY)])
    assert fakes.stage_calls(Stage.VERIFY) == [UF1.label]


def test_slots_are_used_and_not_exceeded(store: Store) -> None:
    fakes = Fakes(pause_s=0.4)
    wants = [Want(parse_build(f"UF{n}-PP1T"), Stage.VERIFY) for n in range(1, 6)]
    with Pool(slots=3, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run(wants)
    assert fakes.most_at_once == 3


def test_memory_keeps_huge_jobs_apart(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AESCULUS_MEMORY_MB", "900")
    fakes = Fakes(pause_s=0.05)
    wants = [Want(parse_build(f"UF{n}-PP1T"), Stage.VERIFY) for n in (5, 6, 7)]
    with Pool(slots=3, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run(wants)
    assert fakes.most_at_once == 1
    assert len(fakes.calls) == 3


def test_refine_is_asked_until_it_has_no_more(store: Store, fakes: Fakes) -> None:
    asked: list[int] = []

    def refine() -> list[Want]:
        asked.append(len(fakes.calls))
        return [Want(UF1, Stage.ROUTE, routed(), index) for index in range(min(len(asked), 3))]

    with Pool(slots=1, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run([Want(UF1, Stage.VERIFY)], refine=refine)
    assert asked == [1, 3, 4, 5]


def test_two_runs_on_one_store_share_the_work(tmp_path: Path) -> None:
    fakes = Fakes(pause_s=0.03)
    wants = [w for n in range(1, 7) for w in whole_chain(parse_build(f"UF{n}-PP1T"), area())]
    errors: list[BaseException] = []

    def run() -> None:
        try:
            with (
                Store.open(tmp_path / "store.db") as own,
                Pool(slots=2, stages=fakes.stages) as pool,
            ):
                engine(own, fakes, pool).run(wants)
        except BaseException as error:
            errors.append(error)

    Store.open(tmp_path / "store.db").close()
    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert len(fakes.calls) == len(set(fakes.calls)) == len(wants)


def test_lost_netlist_is_made_again(store: Store, fakes: Fakes) -> None:
    with Pool(slots=1, stages=fakes.stages) as pool:
        made = engine(store, fakes, pool)
        made.run([Want(UF1, Stage.SYNTH, routed())])
    synth = store.get(Jobs().job(Stage.SYNTH, UF1, routed()).key)
    assert synth is not None
    digest = synth.artefacts["netlist.json"]
    (store.path.parent / "cache" / digest[:2] / digest).unlink()
    with Pool(slots=1, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run([Want(UF1, Stage.ROUTE, routed())])
    assert len(fakes.stage_calls(Stage.SYNTH)) == 2
    assert fakes.stage_calls(Stage.ROUTE) == [UF1.label]


def test_full_disk_ends_the_run_in_one_line(
    store: Store, fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Store.put
    count = 0

    def full(self: Store, job: object, outcome: object) -> object:
        nonlocal count
        count += 1
        if count > 1:
            with self._database.write():
                raise sqlite3.OperationalError("database or disk is full")
        return real(self, job, outcome)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "put", full)
    with (
        Pool(slots=1, stages=fakes.stages) as pool,
        pytest.raises(StoreError, match="disk is full") as told,
    ):
        engine(store, fakes, pool).run(whole_chain(UF1, routed()))
    assert "\n" not in str(told.value)
    monkeypatch.undo()
    assert [record.stage for record in store.records()] == [Stage.VERIFY]
    with Pool(slots=1, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run(whole_chain(UF1, routed()))
    assert fakes.stage_calls(Stage.VERIFY) == [UF1.label]


def test_claims_are_given_back(store: Store, fakes: Fakes) -> None:
    with Pool(slots=1, stages=fakes.stages) as pool:
        made: Engine = engine(store, fakes, pool)
        made.run([Want(UF1, Stage.VERIFY)])
    with store.claim(made.jobs.job(Stage.VERIFY, UF1).key) as obtained:
        assert obtained


def test_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_CONNECT_S", 0.5)
    with (
        Pool(slots=1, scheduler="tcp://127.0.0.1:9") as pool,
        pytest.raises(Trouble, match="no Dask scheduler answers"),
    ):
        _ = pool.slots


def test_what_runs_is_not_looked_up_for_each_result(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    # With a thousand workers the engine would do nothing else.
    asked: list[int] = []
    looked: list[Want] = []

    def memory_mb() -> int:
        asked.append(1)
        return 1 << 20

    monkeypatch.setattr(pool_module, "local_memory_mb", memory_mb)
    fakes = Fakes(pause_s=0.02)
    points = [parse_build(f"UF1-PP2T-TAG{n}") for n in range(1, 33)]
    wants = [want for point in points for want in whole_chain(point, routed())]
    with Pool(slots=32, stages=fakes.stages) as pool:
        going = engine(store, fakes, pool)
        looks = going._next

        def look(want: Want) -> Any:
            looked.append(want)
            return looks(want)

        monkeypatch.setattr(going, "_next", look)
        assert going.run(wants).ran == len(wants) == 128
    assert len(asked) == 1
    # Twice a result and once more for each other want of its design that it may have settled.
    assert len(looked) < 10 * len(wants)


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (
            1,
            "1 run in 1 s; 1 result was known; 1 failed before and stays so: --retry-failed tries "
            "it again; 1 result waits: run again to go on",
        ),
        (
            2,
            "2 runs in 1 s; 2 results were known; 2 failed before and stay so: --retry-failed "
            "tries them again; 2 results wait: run again to go on",
        ),
    ],
)
def test_a_summary_counts_one_as_one(count: int, said: str) -> None:
    summary = Summary(ran=count, known=count, blamed=count, unreached=count, seconds=1.0)
    assert told(summary) == said


def test_a_run_that_had_no_time_for_anything_asks_for_more_time() -> None:
    assert told(Summary(unreached=2)).endswith("; 2 results wait: give more time to go on")


def test_a_cache_that_cannot_be_written_is_told_once(
    store: Store, fakes: Fakes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Notes(Reporter):
        def note(self, text: str) -> None:
            notes.append(text)

    notes: list[str] = []
    (tmp_path / "file").write_text("")
    for folder, count in (("file/cache", 1), ("cache", 0)):
        notes.clear()
        monkeypatch.setenv("AESCULUS_CACHE", str(tmp_path / folder))
        with Pool(slots=1, stages=fakes.stages) as pool:
            point = UF1 if count else UF2
            engine(store, fakes, pool, reporter=Notes()).run(whole_chain(point, routed()))
        assert len(notes) == count
    monkeypatch.setenv("AESCULUS_CACHE", str(tmp_path / "file/cache"))
    said = unkept()
    assert said.startswith(f"{tmp_path / 'file/cache'} cannot be written (Not a directory), so ")
    assert said.endswith("AESCULUS_CACHE")


def test_a_cache_that_has_all_need_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AESCULUS_CACHE", str(tmp_path))
    (tmp_path / "verilated-1").mkdir()
    (tmp_path / "verilated-1" / MADE).write_text("{}")
    monkeypatch.setattr(tempfile, "TemporaryFile", None)
    assert unkept() == ""

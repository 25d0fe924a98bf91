"""Goals in three settings: what is known before, what comes of it, and what is not asked twice."""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aesculus.design import parse_build
from aesculus.engine import reference, session
from aesculus.engine.jobs import Jobs
from aesculus.engine.pool import Pool
from aesculus.errors import InputError, RunError
from aesculus.metrics import Row
from aesculus.search.found import State
from aesculus.search.goals import Goal, Limit, Objective
from aesculus.store import Store
from aesculus.studies.goals import settings
from aesculus.studies.goals import study as goals_study
from aesculus.studies.goals.cases import CASES
from aesculus.studies.goals.settings import LIMIT_S, Setting, Trial, best_known, regret
from aesculus.studies.goals.study import Goals, GoalsOptions
from engine.standins import DEVICE, SPACE, StandIns

pytestmark = pytest.mark.usefixtures("place")

_CASE = next(replace(case, space=SPACE, evaluations=2) for case in CASES if case.name == "1-gbps")
_WALL_S, _CPU_S = 2.5, 1.5
_GOAL = Goal((Limit("throughput_gbps", 1, "1"),), Objective("lut_count", maximise=False))


def _row(label: str = "UF2-PP1B", luts: int = 5000) -> Row:
    return Row(
        label=label,
        design=parse_build(label).fields,
        device=DEVICE,
        verified=True,
        netlist_verified=True,
        status="ok",
        lut_count=luts,
        area_luts=luts,
        throughput_gbps=2.0,
        n_seeds=5,
        rtl_digest=Jobs().rtl_digest_of(parse_build(label)),
    )


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> StandIns:
    stages = StandIns()
    monkeypatch.setattr(session, "_pool", lambda _o: Pool(slots=2, stages=stages.stages))
    monkeypatch.setattr(reference, "results", lambda _device, **_: [_row()])
    # What stands in for the reference store here is nothing to a process of its own.
    monkeypatch.setattr(settings, "waited", lambda _case, _trial: (_WALL_S, _CPU_S))
    return stages


def _body(options: GoalsOptions) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((options.out / "goals.json").read_text())
    return found


def test_each_setting_is_asked_once_and_told(
    made: StandIns, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught: list[str] = []

    def teachers(device: Any) -> tuple[Sequence[Any], Sequence[Any]]:
        taught.append(device.name)
        return [], []

    monkeypatch.setattr(session, "teachers", teachers)
    monkeypatch.setattr(settings, "_EMPTY", replace(settings._EMPTY, evaluations=4))
    study = Goals((_CASE,))
    options = GoalsOptions(out=place / "out", store=place / "s.db")

    # The reference store alone runs nothing, and leaves the others open.
    study.run(options.model_copy(update={"setting": "reference"}))
    assert not made.calls
    assert not options.store.exists()
    (told,) = _body(options)["settings"]["reference"].values()
    assert (told["answer"], told["label"], told["value"]) == ("verified", "UF2-PP1B", 5000)
    assert (told["jobs"], told["budget_s"]) == (0, None)
    assert (told["first_s"], told["seconds"], told["cpu_s"]) == (_WALL_S, _WALL_S, _CPU_S)
    page = (options.out / "goals.md").read_text()
    assert "| the reference store alone | 1 of 1 | 1 (100%) |" in page
    assert "| an empty store, no reference store | 0 of 1 | open |" in page
    assert "The target of 2 s is missed in 1: 1-gbps (2.5 s, 1.5 s of processor time)" in page
    assert not taught

    # The others run tools; what one left in its store is nothing to that which has none.
    study.run(options.model_copy(update={"setting": "filled"}))
    filled, known = len(made.calls), taught.count(DEVICE)
    assert filled > 0
    assert known > 0
    other = place / "other.db"
    study.run(options.model_copy(update={"store": other}))
    body = _body(options)
    assert len(made.calls) > filled
    # What it measured has not gone with its own store.
    with Store.open(other, writable=False) as store:
        assert sum(store.counts().values()) == body["settings"]["empty"]["1-gbps"]["jobs"] > 0
    assert taught.count(DEVICE) == known, "the reference store taught the empty one"
    trials = {name.value: body["settings"][name]["1-gbps"] for name in Setting}
    assert {trial["answer"] for trial in trials.values()} == {"verified"}
    assert trials["empty"]["budget_s"] == LIMIT_S
    assert 0 < trials["empty"]["first_s"] < trials["empty"]["seconds"]
    assert trials["filled"]["first_s"] < trials["filled"]["seconds"]
    # The search finds what is better than the reference has, and that is what regret is told by.
    best = body["best_known"]["1-gbps"]["value"]
    assert best == min(trial["value"] for trial in trials.values()) < 5000
    loss = f"{(5001 - best - 1) / (best + 1):.1%}"
    assert f"{loss} |" in (options.out / "goals.md").read_text()

    # What is there is not asked again, unless of another core, or among other designs.
    made.calls.clear()
    study.run(options)
    assert not made.calls
    for what in ("_sources_of", "_space_digest"):
        with monkeypatch.context() as later:
            later.setattr(goals_study, what, lambda _name: "another")
            study.run(options.model_copy(update={"setting": "reference"}))
        page = (options.out / "goals.md").read_text()
        assert "2 of the trials are of an older core, or of a goal" in page
        assert page.count(", older core or space") == 2
        assert _body(options)["best_known"]["1-gbps"] == {"label": "UF2-PP1B", "value": 5000}
    study.run(options.model_copy(update={"setting": "reference"}))
    assert not made.calls
    # Its command is asked again for its time where that is wanted.
    before = _body(options)["settings"]
    with monkeypatch.context() as later:
        later.setattr(settings, "waited", lambda *_: (7.5, 1.5))
        study.run(options.model_copy(update={"setting": "reference"}))
        assert _body(options)["settings"] == before
        study.run(options.model_copy(update={"setting": "reference", "again": True}))
    after = _body(options)["settings"]
    assert after["reference"]["1-gbps"]["seconds"] == 7.5
    assert (before["empty"], before["filled"]) == (after["empty"], after["filled"])
    # Another reference store may have other answers; what tools measured stays.
    monkeypatch.setattr(goals_study, "carried", lambda: "another")
    study.run(options)
    assert not made.calls
    assert _body(options)["settings"]["reference"]["1-gbps"]["carried"] == "another"
    fixed = Goals((replace(_CASE, fix=("flow=none",)),))
    fixed.run(options.model_copy(update={"setting": "reference"}))
    assert _body(options)["settings"]["reference"]["1-gbps"]["asked"]["fix"] == ["flow=none"]


def test_the_reference_store_is_timed_as_a_command_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (case,) = (case for case in CASES if case.name == "both-stored-1-gbps")
    trial = settings.from_reference(case)
    assert trial.seconds > 0.1
    assert trial.cpu_s > 0.1
    ran: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        told = {"pick": {"label": "UF1-PP0B"}, "netlist_not_verified": []}
        return subprocess.CompletedProcess(command, 0, json.dumps(told), "")

    monkeypatch.setattr(subprocess, "run", run)
    other = replace(trial, state=State.VERIFIED, label="UF1-PP1B")
    with pytest.raises(RunError, match=r"answers \(0, 'UF1-PP0B'\), not 'UF1-PP1B'"):
        settings.waited(case, other)
    (command,) = ran
    limits = [command[command.index(name) + 1] for name in ("--throughput", "--latency")]
    assert limits == ["1Gbps", "400ns"]


@pytest.mark.usefixtures("made")
def test_one_goal_asked_alone_leaves_no_answer_of_before(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = replace(_CASE, name="other")
    study = Goals((_CASE, other))
    options = GoalsOptions(out=place / "out", store=place / "s.db", setting="reference")
    study.run(options)
    assert [goal["pick"]["label"] for goal in _body(options)["goals"]] == ["UF2-PP1B"] * 2
    # Another reference store: what it says of the goal that is not asked stands as well.
    monkeypatch.setattr(goals_study, "carried", lambda: "another")
    monkeypatch.setattr(reference, "results", lambda _device, **_: [_row("UF5-PP1B", 900)])
    study.run(options.model_copy(update={"only": "other"}))
    body = _body(options)
    assert [goal["pick"]["label"] for goal in body["goals"]] == ["UF5-PP1B"] * 2
    assert {best["label"] for best in body["best_known"].values()} == {"UF5-PP1B"}


@pytest.mark.parametrize(
    ("update", "message"),
    [
        ({"setting": "full"}, "no setting 'full'; legal: reference, filled, empty, all"),
        ({"only": "1-gbps, 7-gbps"}, "no goal 7-gbps; legal: 1-gbps"),
    ],
)
def test_what_is_no_setting_or_goal_is_refused(
    place: Path, update: dict[str, str], message: str
) -> None:
    options = GoalsOptions(out=place / "out", store=place / "s.db")
    with pytest.raises(InputError, match=message):
        Goals((_CASE,)).run(options.model_copy(update=update))


@pytest.mark.parametrize(
    ("figure", "maximise", "value", "best", "loss"),
    [
        ("throughput_gbps", True, 8.0, 10.0, 0.2),
        ("latency_ns", False, 12.0, 10.0, 0.2),
        # Counts are raised by one: of none, one too many is all of it.
        ("bram_count", False, 1.0, 0.0, 1.0),
        ("lut_count", False, 899.0, 999.0, 0.0),
        ("lut_count", False, None, 999.0, None),
    ],
)
def test_regret_is_the_share_that_is_lost(
    figure: str, maximise: bool, value: float | None, best: float, loss: float | None
) -> None:
    goal = Goal((), Objective(figure, maximise))
    found = regret(goal, value, best)
    assert found == (None if loss is None else pytest.approx(loss))


def test_the_best_known_keeps_the_limits() -> None:
    slow = _row("UF1-PP0B", 900).model_copy(update={"throughput_gbps": 0.9})
    trials: list[dict[str, Any]] = [
        {"value": None, "label": ""},
        {"value": 3000.0, "label": "UF1-PP1T"},
    ]
    best = best_known(_GOAL, [slow, _row()], trials)
    assert best == {"label": "UF1-PP1T", "value": 3000.0}
    assert best_known(_GOAL, [slow], trials[:1]) is None


def test_a_search_that_was_cut_short_is_asked_again() -> None:
    trial = Trial(State.NONE, "", None, 0, "", "", None, 60.0, 1.0, jobs=9, budget_s=60.0)
    assert not trial.complete
    assert replace(trial, budget_s=LIMIT_S).complete
    assert replace(trial, state=State.VERIFIED).complete
    assert replace(trial, budget_s=None).complete

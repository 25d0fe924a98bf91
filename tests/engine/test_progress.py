"""Every stage has words for what is run, and for what came of it."""

import pytest

from aesculus.design import parse_build
from aesculus.engine.plan import whole_chain
from aesculus.engine.pool import Pool
from aesculus.engine.progress import _NAMES, Reporter, State
from aesculus.records import Stage
from aesculus.store import StageRecord, Store
from engine.fakes import Fakes, engine, routed


@pytest.mark.parametrize("stage", list(Stage))
def test_every_stage_has_a_name(stage: Stage) -> None:
    assert _NAMES[stage.value]


def test_a_budget_that_ends_first_is_not_told_as_the_end_of_the_work() -> None:
    assert State(4, 172, 65.0).told == "4/172, about 1 min 05 s left"
    assert State(4, 172, 65.0, 90.0).told == "4/172, about 1 min 05 s left"
    assert State(4, 172, 90.0, 65.0).told == "4/172, the budget ends in 1 min 05 s"
    assert State(4, 172, 90.0, -3.0).told == "4/172, the budget ends in 0 s"


@pytest.mark.parametrize(
    ("state", "told", "brief"),
    [
        (
            State(1, 3, 65.0, 1800.0, more=True),
            "1/3, about 1 min 05 s left of what is known, the budget ends in 30 min 00 s",
            "1/3, the budget ends in 30 min 00 s",
        ),
        (State(1, 3, 65.0, 40.0, more=True), "1/3, the budget ends in 40 s", ""),
        (State(3, 3, 0.0, 40.0, more=True), "3/3, the budget ends in 40 s", ""),
        (State(0, 0, 0.0, 40.0, more=True), "the budget ends in 40 s", ""),
        (State(1, 3, 65.0, more=True), "1/3, about 1 min 05 s left of what is known", ""),
        (State(3, 3, 0.0, more=True), "3/3", ""),
    ],
)
def test_the_end_of_what_is_known_is_not_told_as_that_of_a_run(
    state: State, told: str, brief: str
) -> None:
    assert state.told == told
    assert state.brief == (brief or told)


class _Told(Reporter):
    """Notes how far the run is each time that it hears of it."""

    def __init__(self) -> None:
        self.states: list[State] = []

    def begin(self, state: State) -> None:
        self.states.append(state)

    def finished(self, record: StageRecord, state: State) -> None:
        self.states.append(state)


@pytest.mark.parametrize("budget_s", [None, 300.0])
def test_a_run_in_batches_does_not_tell_the_end_of_one_as_its_own(
    store: Store, budget_s: float | None
) -> None:
    fakes, heard = Fakes(), _Told()
    batches = [whole_chain(parse_build(label), routed()) for label in ("UF1-PP1B", "UF2-PP1B")]
    with Pool(slots=1, stages=fakes.stages) as pool:
        work = engine(store, fakes, pool, budget_s=budget_s, reporter=heard)
        work.run([], refine=lambda: batches.pop() if batches else [])
    told = [state.told for state in heard.states]
    # Each batch has as many jobs, and so has its end in the middle, or at the end.
    assert [(s.done, s.total) for s in heard.states if s.done == s.total > 0] == [(4, 4), (8, 8)]
    assert not [line for line in told if "about 0 s left" in line]
    if budget_s is None:
        assert {told[4], told[8]} == {"4/4", "8/8"}
        assert all(line.endswith(" left of what is known") for line in told[5:8])
    else:
        assert all("the budget ends in " in line for line in told)
        assert all(" left of what is known, the budget " in line for line in told[5:8])


def test_a_run_whose_end_is_known_tells_it(store: Store) -> None:
    fakes, heard = Fakes(), _Told()
    with Pool(slots=1, stages=fakes.stages) as pool:
        work = engine(store, fakes, pool, budget_s=3000.0, reporter=heard)
        work.run(whole_chain(parse_build("UF1-PP1B"), routed()))
    assert all(state.told.endswith(" left") for state in heard.states)
    assert heard.states[-1].told == "4/4, about 0 s left"

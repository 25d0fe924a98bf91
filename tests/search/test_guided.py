"""What `guided` does with the fidelities below a routed seed."""

from dataclasses import replace

import pytest

from aesculus.search.fidelity import Fidelity
from aesculus.search.strategies import strategy
from aesculus.search.strategies.guided import _AHEAD, _AHEAD_FIRST
from aesculus.studies.measure.table import MeasuredSpace
from aesculus.studies.scoreboard.replays import replay
from search_tables import standin_table


@pytest.fixture(scope="module")
def table() -> MeasuredSpace:
    return standin_table("ecp5-iterative", every=3)


def test_points_are_synthesised_ahead_of_their_turn_in_step_with_the_routed_ones(
    table: MeasuredSpace,
) -> None:
    chosen = strategy("guided", table.problem)
    asked = dict.fromkeys(Fidelity, 0)
    most = 0
    while asked[Fidelity.ROUTE] < 8:
        asks = chosen.ask(2)
        for ask in asks:
            asked[ask.fidelity] += 1
        chosen.tell([table.evaluate(ask) for ask in asks])
        ahead = asked[Fidelity.SYNTH] - asked[Fidelity.ROUTE]
        most = max(most, ahead)
        # A point that is due is synthesised without being ahead of its turn.
        assert ahead <= _AHEAD_FIRST + (_AHEAD + 1) * asked[Fidelity.ROUTE] + 2
    assert most >= _AHEAD_FIRST


def test_nothing_is_ahead_where_synthesis_is_all_there_is(table: MeasuredSpace) -> None:
    objectives = "blocks_per_cycle latency_cycles lut_count ff_count"
    area = MeasuredSpace({**table.about, "objectives": objectives}, table.entries)
    assert area.problem.fidelities == (Fidelity.SYNTH,)
    run = replay(area, strategy("guided", area.problem), evaluations=10)
    assert (len(run.steps), run.synthesised) == (10, 0)


@pytest.mark.long
def test_results_without_an_estimated_path_are_learnt_from_too(table: MeasuredSpace) -> None:
    def without(name: str) -> MeasuredSpace:
        entries = [
            replace(e, figures={k: v for k, v in e.figures.items() if k != name})
            for e in table.entries
        ]
        return MeasuredSpace(table.about, tuple(entries))

    def loss(found: MeasuredSpace) -> float:
        runs = [
            replay(found, strategy("guided", found.problem, seed), batch=2, evaluations=12)
            for seed in range(3)
        ]
        return sum(run.steps[-1].adrs for run in runs) / len(runs)

    old = loss(without("path_estimate_ns"))
    assert old < 0.3
    assert loss(table) < old

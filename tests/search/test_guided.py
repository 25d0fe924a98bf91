"""What `guided` does with the fidelities below a routed seed."""

from dataclasses import replace
from statistics import median

import numpy as np
import pytest

from aesculus.search.fidelity import Fidelity
from aesculus.search.problem import Ask
from aesculus.search.strategies import strategy
from aesculus.search.strategies.guided import Guided
from aesculus.studies.measure.table import MeasuredSpace, read, with_memory
from aesculus.studies.scoreboard.replays import replay
from project.sources import ROOT
from search_tables import standin_table


@pytest.fixture(scope="module")
def table() -> MeasuredSpace:
    return standin_table("ecp5-iterative", every=3)


def test_most_netlists_are_of_points_that_are_routed(table: MeasuredSpace) -> None:
    chosen = strategy("guided", table.problem)
    asked = dict.fromkeys(Fidelity, 0)
    while asked[Fidelity.ROUTE] < 12:
        asks = chosen.ask(2)
        for ask in asks:
            asked[ask.fidelity] += 1
        chosen.tell([table.evaluate(ask) for ask in asks])
    # A netlist costs half a route: more of them than these take the hours that routes would.
    assert asked[Fidelity.SYNTH] <= 2 * 12 + 4


def test_what_is_left_to_pay_counts(table: MeasuredSpace) -> None:
    chosen = Guided(table.problem)
    points = table.problem.points
    area = [table.entries[n].figures["area_luts"] for n in range(len(points))]
    small, large = area.index(min(area)), area.index(max(area))
    chosen._surrogate.fit({})
    new = chosen._costs([small, large])
    assert new[0] < new[1]
    chosen.tell([table.evaluate(Ask(points[large], Fidelity.SYNTH))])
    # Its netlist is there, so it counts half of what it did.
    assert chosen._costs([small, large]) == pytest.approx([new[0], new[1] / 2])


def test_areas_cost_by_their_size_alone(
    table: MeasuredSpace, monkeypatch: pytest.MonkeyPatch
) -> None:
    area = MeasuredSpace({**table.about, "objectives": "lut_count ff_count"}, table.entries)
    chosen = Guided(area.problem)
    monkeypatch.setattr(chosen._surrogate, "expected_area", lambda _: np.array([100.0, 3200.0]))
    small, large = chosen._costs([0, 1])
    assert large / small == pytest.approx(8)


@pytest.mark.long
def test_on_a_real_space_of_another_family_a_tenth_of_the_hours_is_enough() -> None:
    # With six netlists for each route it was some 7 %.
    table = with_memory(read(ROOT / "benchmarks/search/held-out-ice40.csv.gz"))
    runs = [
        replay(table, strategy("guided", table.problem, seed), batch=2, evaluations=38)
        for seed in range(3)
    ]
    found = [run.within(0.1 * table.hours) for run in runs]
    losses = [step.adrs for step in found if step]
    assert len(losses) == len(runs)
    assert median(losses) < 0.035


def test_nothing_comes_before_where_synthesis_is_all_there_is(table: MeasuredSpace) -> None:
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

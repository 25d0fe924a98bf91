"""The simulation of workers against what can be said without it."""

from dataclasses import replace
from itertools import pairwise

import pytest

from aesculus.studies.measure.table import Entry, MeasuredSpace
from aesculus.studies.scaling.simulate import EXHAUSTIVE, Run, simulate, stops, summary
from search_tables import standin_table


@pytest.fixture(scope="module")
def table() -> MeasuredSpace:
    return standin_table("ecp5-iterative", every=8)


def test_one_worker_takes_the_sum_of_what_it_runs(table: MeasuredSpace) -> None:
    found = simulate(table, EXHAUSTIVE, 1)
    assert found.reached
    assert found.busy == pytest.approx(1)
    assert found.seconds <= 3600 * table.hours


def test_the_longest_chain_bounds_any_number_of_workers(table: MeasuredSpace) -> None:
    # The frontier is there when its slowest member is, and everything runs at once.
    found = simulate(table, EXHAUSTIVE, 10 * len(table.entries))
    longest = max(entry.synth_s + entry.route_s for entry in table.entries)
    assert 0 < found.seconds <= longest
    assert found.busy < 1


def test_more_workers_are_never_slower_when_everything_is_run(table: MeasuredSpace) -> None:
    times = [simulate(table, EXHAUSTIVE, count).seconds for count in (1, 2, 8, 40)]
    assert all(later <= sooner for sooner, later in pairwise(times))
    assert times[0] / times[1] <= 2.0001


def test_the_client_hands_out_one_job_after_the_other(table: MeasuredSpace) -> None:
    many = 10 * len(table.entries)
    free = simulate(table, EXHAUSTIVE, many)
    slow = simulate(table, EXHAUSTIVE, many, dispatch_s=5.0)
    assert slow.seconds >= free.seconds
    # Two jobs a point, 5 s each: even the last point of the frontier had to wait for its turn.
    assert slow.seconds > 5.0 * len(table.frontier)


def test_a_strategy_asks_as_many_as_there_are_workers(table: MeasuredSpace) -> None:
    few = simulate(table, "guided", 1, choose=False)
    assert few.reached
    assert few.evaluations < len(table.entries)
    assert few == simulate(table, "guided", 1, choose=False)
    many = simulate(table, "guided", 32, choose=False)
    assert many.reached
    assert many.seconds < few.seconds


def test_what_can_not_be_found_is_said(table: MeasuredSpace) -> None:
    # The frontier's own points fail, so that nothing comes within 2 % of them.
    objectives = table.problem.objectives
    front = {tuple(line) for line in table.frontier}

    def failed(entry: Entry) -> Entry:
        best = tuple(table.problem.cost(entry.figures)) in front
        return replace(entry, status="failed") if best else entry

    broken = MeasuredSpace(table.about, tuple(failed(entry) for entry in table.entries))
    assert broken.problem.objectives == objectives
    assert not simulate(broken, EXHAUSTIVE, 4).reached


def test_summary_and_where_it_stops() -> None:
    def run(workers: int, seconds: float) -> Run:
        return Run("x", workers, 0, seconds, True, 10, 0.5, 0.0)

    runs = [run(1, 100), run(1, 120), run(1, 80), run(10, 12), run(100, 10.2), run(1000, 10)]
    lines = summary(runs)
    assert [line.seconds for line in lines] == [100, 12, 10.2, 10]
    assert lines[1].speed_up == pytest.approx(100 / 12)
    assert stops(lines, "x") == 100


def test_workers_for_most_of_a_space_are_not_kept_waiting() -> None:
    some = standin_table("ecp5-iterative", every=3)
    fewer, many = (simulate(some, "guided", count, choose=False) for count in (32, 96))
    assert many.reached
    assert many.seconds < fewer.seconds
    # All that is asked goes out at once: no chain is longer than that of one point.
    longest = max(entry.synth_s + entry.route_s for entry in some.entries)
    assert many.seconds <= longest

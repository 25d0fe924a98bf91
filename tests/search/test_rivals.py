"""Rivals of the default strategy: what they are given, and what they do with it."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from aesculus.search.errors import SearchError
from aesculus.search.fidelity import Fidelity
from aesculus.search.promise import promised
from aesculus.search.strategies import strategy
from aesculus.studies.measure.table import MeasuredSpace, read, with_memory
from aesculus.studies.scoreboard.replays import median_interval, replay
from search_tables import standin_table

TABLES = Path(__file__).parents[2] / "benchmarks" / "search"


@pytest.fixture(scope="module")
def table() -> MeasuredSpace:
    return standin_table("ecp5-iterative", every=4)


def test_the_plain_rival_synthesises_everything_and_routes_by_promise(
    table: MeasuredSpace,
) -> None:
    run = replay(table, strategy("plain", table.problem), batch=4)
    assert run.synthesised == len(table.entries)
    assert run.steps[-1].adrs == 0
    # What promises most goes first: well ahead of an order that is drawn.
    few = len(table.entries) // 5
    plain, drawn = run.at(few), replay(table, strategy("random", table.problem)).at(few)
    assert plain is not None
    assert drawn is not None
    assert plain.adrs < drawn.adrs / 2


def test_a_promise_has_all_figures_and_keeps_to_the_clock_network(table: MeasuredSpace) -> None:
    entry = next(e for e in table.entries if "path_estimate_ns" in e.figures)
    device = table.problem.device
    figures = {k: v for k, v in entry.figures.items() if "fmax" not in k}
    figures = {k: v for k, v in figures.items() if k not in {"throughput_gbps", "latency_ns"}}
    found = promised({**figures, "path_estimate_ns": 9.0}, device, 128)
    assert found["fmax_routed_mhz"] == pytest.approx(1000 / (1.0 + 0.95 * 9.0))
    assert set(table.problem.objectives) <= found.keys()
    quick = promised({**figures, "path_estimate_ns": 0.1}, device, 128)
    assert quick["fmax_mhz"] == device.clock_limit_mhz


@pytest.mark.parametrize("name", ["tpe-informed", "nsga2-informed"])
def test_informed_rivals_route_less_than_they_synthesise(name: str, table: MeasuredSpace) -> None:
    chosen = strategy(name, table.problem, 1)
    asked = dict.fromkeys(Fidelity, 0)
    first: list[bool] = []
    known: set[str] = set()
    for _ in range(30):
        asks = chosen.ask(2)
        for ask in asks:
            asked[ask.fidelity] += 1
            if ask.fidelity is Fidelity.ROUTE:
                first.append(ask.point.label in known)
            known.add(ask.point.label)
        chosen.tell([table.evaluate(ask) for ask in asks])
    assert all(first), "routed before its netlist was known"
    assert 0 < asked[Fidelity.ROUTE] < asked[Fidelity.SYNTH]


def test_informed_rivals_learn_what_a_promise_is_worth() -> None:
    # On this family a path promises half the clock: believed as it stands, it rules out most of
    # the frontier before anything of it is routed, and 7 % are left for ever.
    nexus = with_memory(read(TABLES / "held-out-nexus.csv.gz"))
    share = 0.15 * nexus.hours
    for name in ("tpe-informed", "nsga2-informed"):
        run = replay(nexus, strategy(name, nexus.problem, 0), batch=2, hours=share)
        assert run.steps[-1].adrs < 0.05


def test_informed_rivals_rule_nothing_out_for_good() -> None:
    table = standin_table("ecp5-iterative", every=8)
    for name in ("tpe-informed", "nsga2-informed"):
        run = replay(table, strategy(name, table.problem, 0), batch=2)
        assert run.steps[-1].evaluations == len(table.entries)
        assert run.steps[-1].adrs == 0


def test_the_scoreboard_counts_look_up_tables_used_as_memory() -> None:
    table = read(TABLES / "ecp5-iterative.csv.gz")
    counted = with_memory(table)
    assert "area_luts" in counted.problem.objectives
    assert "lut_count" not in counted.problem.objectives
    fifo = next(e for e in counted.entries if e.figures.get("lutram_count"))
    assert fifo.figures["area_luts"] == fifo.figures["lut_count"] + fifo.figures["lutram_count"]


def test_an_interval_of_a_median_is_that_of_the_binomial_law() -> None:
    # Known from tables: of 20 values the sixth and the fifteenth.
    assert median_interval(list(range(1, 21))) == (6, 15)
    assert median_interval([0.5]) == (0.5, 0.5)


def test_what_needs_a_package_says_so(table: MeasuredSpace) -> None:
    if find_spec("torch") is None:
        with pytest.raises(SearchError, match="gp needs the package torch"):
            strategy("gp", table.problem)
    else:
        assert replay(table, strategy("gp", table.problem), evaluations=12).steps

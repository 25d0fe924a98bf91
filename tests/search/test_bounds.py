"""Bounds refuse only what cannot be, and refuse it at once."""

from functools import cache
from pathlib import Path

import pytest

from aesculus.catalogue import AIMS
from aesculus.design import Build, parse_build
from aesculus.engine import reference
from aesculus.engine.answers import has_place
from aesculus.engine.walk import figures_of
from aesculus.families import Device, devices
from aesculus.search import bounds as searched
from aesculus.search.bounds import able, bounds, possible, refusal
from aesculus.search.designspace import DesignSpace
from aesculus.search.goals import Goal, Limit, Objective
from aesculus.search.judged import judged
from aesculus.search.spacefile import load
from aesculus.studies.measure.table import MeasuredSpace, read

TABLES = Path(__file__).parents[2] / "benchmarks" / "search"
ROUTED = [name for name in devices.names() if not devices.load(name).area_only]
SMALLEST = Objective("area_luts", maximise=False)


@cache
def _points() -> tuple[Build, ...]:
    return DesignSpace(load("pick")).points


@cache
def _table(name: str) -> MeasuredSpace:
    return read(TABLES / f"{name}.csv.gz")


def _goal(**limits: float) -> Goal:
    return Goal(tuple(Limit(name, value, name) for name, value in limits.items()), SMALLEST)


@pytest.mark.parametrize("name", ["ecp5-iterative", "area-small"])
def test_nothing_that_was_measured_breaks_a_bound(name: str) -> None:
    table = _table(name)
    device = table.problem.device
    checked = 0
    for entry in table.entries:
        for figure, best in bounds(entry.point, device).items():
            value = entry.figures.get(figure)
            if value is not None:
                checked += 1
                better = value > best + 1e-9 if AIMS[figure] else value < best
                assert not better, (entry.point.label, figure)
    assert checked > 4 * len(table.entries)


@pytest.mark.parametrize("device", [devices.load(name) for name in ROUTED], ids=ROUTED)
def test_nothing_that_is_known_is_refused(device: Device) -> None:
    """Modes too, whose data may not pass through the core, or whose key stream is ready before."""
    for row in reference.results(device):
        if not has_place(row) or not device.holds(figures_of(row)):
            continue
        point = parse_build(row.label)
        names = ("throughput_gbps", "latency_ns", "blocks_per_cycle", "latency_cycles", "area_luts")
        known = {name: getattr(row, name) for name in names}
        limits = _goal(**{name: value for name, value in known.items() if value is not None}).limits
        assert able([point], device, judged(limits, [point])), row.label


def test_what_was_measured_is_never_refused() -> None:
    table = _table("ecp5-iterative")
    device = table.problem.device
    points = [entry.point for entry in table.entries]
    for entry in table.entries[::7]:
        names = ("throughput_gbps", "latency_ns", "area_luts", "bram_count")
        goal = _goal(**{name: entry.figures[name] for name in names})
        assert refusal(points, device, goal) is None
        assert entry.point in able(points, device, goal.limits)


@pytest.mark.parametrize(
    ("label", "device", "figures"),
    [
        # From benchmarks/results: what the campaigns found.
        ("RF2-UF10-C5dfT-G5ac", "LFE5U-85F-8", {"throughput_gbps": 79.8, "area_luts": 34_973}),
        ("UF10-C5dfT-G5ac", "LFE5U-85F-8", {"throughput_gbps": 41.61, "area_luts": 19_821}),
        ("UF1-PP2B", "LFE5U-85F-8", {"throughput_gbps": 2.2, "area_luts": 1_004, "bram_count": 10}),
        ("UF5-PP3B", "LFE5U-85F-8", {"throughput_gbps": 12.07, "area_luts": 3_007}),
        ("RF2-UF10-Cd01B", "LFE5U-85F-8", {"throughput_gbps": 47.3, "area_luts": 7_611}),
    ],
)
def test_known_designs_keep_the_bounds(label: str, device: str, figures: dict[str, float]) -> None:
    found = bounds(parse_build(label), devices.load(device))
    assert possible(found, devices.load(device), _goal(**figures).limits)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Build]:
    """Return the designs whose bounds are worked out from now on: what a refusal takes."""
    found: list[Build] = []

    def counted(point: Build, device: Device, *, usual: bool = False) -> dict[str, float]:
        found.append(point)
        return bounds(point, device, usual=usual)

    monkeypatch.setattr(searched, "bounds", counted)
    return found


@pytest.mark.parametrize("name", ROUTED)
def test_impossible_goals_are_refused_at_once_on_every_device(
    name: str, asked: list[Build]
) -> None:
    device = devices.load(name)
    points = _points()
    too_quick = refusal(points, device, _goal(throughput_gbps=5000))
    too_small = refusal(points, device, _goal(throughput_gbps=20, area_luts=100, bram_count=2))
    # Designs that bounds cannot tell apart are asked once: half of them in each refusal.
    assert 0 < len(asked) < len(points), len(asked)
    assert too_quick is not None
    assert too_quick.device == ""
    assert "no device of the list could" in too_quick.told()
    # Where no limit of the clock is known, what no FPGA has stands in.
    assert f"{device.clock_limit_mhz or 1500:g} MHz" in too_quick.reason
    if device.clock_limit is not None:
        assert too_small is not None
        assert " of 100 " in too_small.reason
    no_registers = refusal(points, device, _goal(throughput_gbps=20, ff_count=100))
    assert no_registers is not None
    assert "at least 128 FF" in no_registers.reason
    assert "MHz" not in no_registers.reason
    slow = refusal(points, device, _goal(throughput_gbps=0.05))
    assert slow is None


def test_a_refusal_names_the_bound_and_a_device_that_could() -> None:
    found = refusal(_points(), devices.load("ICE40HX8K"), _goal(throughput_gbps=100))
    assert found is not None
    # Three lanes of ten rounds.
    assert "11,796 LUT of 7,680 or 480 BRAM of 32 on ICE40HX8K" in found.reason
    assert found.device.startswith("LFE5U-")
    other = devices.load(found.device)
    assert refusal(_points(), other, _goal(throughput_gbps=100)) is None
    late = refusal(_points(), devices.load("ICE40HX8K"), _goal(latency_ns=1))
    assert late is not None
    assert "at least 3.6 ns on ICE40HX8K, the clock limit of 275 MHz" in late.reason


def test_memories_are_counted_as_the_family_has_them() -> None:
    point = parse_build("UF2-PP1B")
    one, two = (bounds(point, devices.load(name)) for name in ("ICE40UP5K", "LFE5U-25F-6"))
    assert (one["bram_count"], two["bram_count"]) == (32, 16)
    assert able([point], devices.load("ICE40UP5K"), ()) == []
    assert able([point], devices.load("LFE5U-25F-6"), ()) == [point]

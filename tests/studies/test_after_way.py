"""Medians of builds after a way: of the seeds asked for alone, whatever became of the others."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from aesculus.design import parse_build
from aesculus.engine.close import BestBuild, Closed, CloseGoal
from aesculus.engine.session import Options
from aesculus.families import devices
from aesculus.stages.route_seeds import seeds
from aesculus.studies.records import after_way
from aesculus.studies.records.cases import Bound, Record
from aesculus.studies.records.found import Found

RECORD = Record(
    name="clock-detailed",
    about="Clock",
    how="median",
    label="UF1-PP3T",
    way="detailed",
    seeds=5,
    targets={"fmax_routed_mhz": Bound(at_least=1)},
)
SEEDS = seeds(parse_build(RECORD.label), RECORD.seeds)
BY_DEFAULT = Found(
    label=RECORD.label,
    figures={"area_luts": 1000.0, "fmax_routed_mhz": 50.0, "ff_count": 7.0, "mbps_per_lut": 1.0},
    seeds=(1, 2, 3),
    seed_clocks=(50.0, 51.0, 52.0),
    clocks={"median": 51.0},
    netlist_verified=True,
    path={"seed": 2},
    tools={"nextpnr": "another"},
    rtl_digest="rtl",
    again="the command",
)


def _build(seed: int, clock: float, *, verified: bool = True) -> BestBuild:
    return BestBuild(
        label=RECORD.label,
        device=RECORD.device,
        recipe="default",
        way=RECORD.way,
        options=(),
        turns=5,
        seed=seed,
        netlist_verified=verified,
        fmax_mhz=clock,
        fmax_routed_mhz=clock,
        clock_limit_mhz=370.0,
        throughput_gbps=0.0128 * clock,
        latency_ns=1000 / clock,
        critical_path_ns={"logic": 1.0},
        critical_path={"from": f"of {seed}"},
        routed_sha256="",
        artefact="",
        tools={"nextpnr": "this"},
    )


def _found(
    monkeypatch: pytest.MonkeyPatch,
    builds: Sequence[BestBuild],
    failed: Mapping[int, str] | None = None,
    reason: str = "",
) -> Found:
    device = devices.load(RECORD.device)

    def made(_store: object, goal: CloseGoal, wanted: Sequence[int], _options: object) -> Closed:
        assert tuple(wanted) == SEEDS
        assert goal.ways == ("detailed",)
        return Closed(goal, builds, reason=reason, failed=failed or {})

    monkeypatch.setattr(after_way, "build_seeds", made)
    store: Any = None
    return after_way.medians_after_way(store, RECORD, Options(), device, BY_DEFAULT)


def test_all_seeds_give_a_median(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = (110.0, 150.0, 120.0, 140.0, 130.0)
    found = _found(monkeypatch, [_build(*each) for each in zip(SEEDS, clocks, strict=True)])
    assert found.complete
    assert not found.reason
    assert found.clocks == {"min": 110.0, "median": 130.0, "max": 150.0}
    assert found.seeds == tuple(sorted(SEEDS))
    assert dict(zip(SEEDS, clocks, strict=True)) == dict(
        zip(found.seeds, found.seed_clocks, strict=True)
    )
    assert found.path["from"] == f"of {SEEDS[4]}"
    assert found.tools == {"nextpnr": "this"}
    assert found.again == "the command"
    figures = found.figures
    assert (figures["area_luts"], figures["ff_count"]) == (1000.0, 7.0)
    assert figures["throughput_gbps"] == pytest.approx(1.664)
    assert figures["mbps_per_lut"] == pytest.approx(1.664)
    assert figures["n_seeds"] == 5
    assert figures["n_seeds_failed"] == 0


def test_builds_of_other_seeds_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    builds = [_build(seed, 100.0) for seed in SEEDS]
    found = _found(monkeypatch, [_build(1, 900.0), *builds])
    assert found.clocks["max"] == 100.0
    assert 1 not in found.seeds


def test_a_seed_that_is_missing_is_none_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = _found(monkeypatch, [_build(seed, 100.0) for seed in SEEDS[:2]])
    assert not found.complete
    assert found.reason == "3 of 5 seeds are not made yet"
    assert found.figures["n_seeds_failed"] == 0
    assert found.figures["n_seeds"] == 2


def test_a_seed_that_failed_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    builds = [_build(seed, 100.0) for seed in SEEDS[:4]]
    found = _found(monkeypatch, builds, {SEEDS[4]: "it jams"})
    assert found.complete
    assert found.reason == "it jams"
    assert found.figures["n_seeds_failed"] == 1


def test_without_a_build_nothing_of_another_way_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    found = _found(monkeypatch, [], reason="the budget was not enough")
    assert not found.complete
    assert found.reason.startswith("the budget was not enough; 5 of 5 seeds")
    assert (found.seeds, found.seed_clocks, found.clocks) == ((), (), {})
    assert (found.figures, found.path, found.tools) == ({}, {}, {})
    assert found.label == RECORD.label


def test_one_netlist_that_is_not_verified_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    builds = [_build(seed, 100.0, verified=seed != SEEDS[0]) for seed in SEEDS]
    assert _found(monkeypatch, builds).netlist_verified is False

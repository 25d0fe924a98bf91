"""The searches over figures give what a walk over all rows gives."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from aesculus.records import Stage, StageOutcome, Status
from aesculus.store import Job, StageRecord, Store, figures

OBJECTIVES = {"throughput_gbps": True, "latency_ns": False, "lut_count": False}


def build(device: str, records: Sequence[StageRecord]) -> Mapping[str, Any]:
    found = records[-1].metrics
    return {"label": records[-1].job.label, "device": device, "status": "ok"} | found


def builder(_device: str) -> str:
    return "1"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Store, list[dict[str, Any]]]:
    draw = random.Random(5)
    store = Store.open(tmp_path_factory.mktemp("store") / "s.db")
    for n in range(300):
        figures = {
            "throughput_gbps": None if n % 40 == 0 else draw.randint(1, 30),
            "latency_ns": draw.randint(1, 30),
            "lut_count": draw.randint(1, 30),
            "verified": n % 7 != 0,
        }
        job = Job(stage=Stage.SYNTH, label=f"L{n}", design={"n": n}, device=f"d{n % 2}")
        store.put(job, StageOutcome(status=Status.OK, metrics=figures))
    assert store.refresh_figures(build, builder) == 300
    return store, store.figures()


def beats(a: dict[str, Any], b: dict[str, Any]) -> bool:
    pairs = [(-a[n], -b[n]) if high else (a[n], b[n]) for n, high in OBJECTIVES.items()]
    return all(x <= y for x, y in pairs) and any(x < y for x, y in pairs)


@pytest.mark.parametrize("device", [None, "d0", "d1"])
@pytest.mark.parametrize("bounds", [{}, {"lut_count": (5, 20)}])
def test_nondominated_is_what_the_definition_says(
    filled: tuple[Store, list[dict[str, Any]]], device: str | None, bounds: dict[str, Any]
) -> None:
    store, rows = filled
    low, high = bounds.get("lut_count", (0, 99))
    legal = [
        row
        for row in rows
        if row["verified"]
        and row["throughput_gbps"] is not None
        and low <= row["lut_count"] <= high
        if device in (None, row["device"])
    ]
    best = [row for row in legal if not any(beats(other, row) for other in legal)]
    found = store.nondominated(OBJECTIVES, device=device, bounds=bounds)
    assert {row["label"] for row in found} == {row["label"] for row in best}
    assert len(found) == len(best) > 3


def test_rows_come_sorted_and_bounded(filled: tuple[Store, list[dict[str, Any]]]) -> None:
    store, rows = filled
    picked = store.figures(
        device="d1",
        bounds={"throughput_gbps": (10, None), "latency_ns": (None, 15)},
        order_by="lut_count",
        limit=5,
    )
    legal = [
        row["lut_count"]
        for row in rows
        if row["device"] == "d1" and (row["throughput_gbps"] or 0) >= 10 and row["latency_ns"] <= 15
    ]
    assert [row["lut_count"] for row in picked] == sorted(legal)[:5]
    assert [row["label"] for row in store.figures(labels=["L7", "L8"])] == ["L8", "L7"]


@pytest.mark.parametrize("values", [["L3", "L10", "L11", "L200"], ["nobody"]])
def test_other_fields_are_matched(
    filled: tuple[Store, list[dict[str, Any]]], values: list[str]
) -> None:
    store, rows = filled
    legal = [r for r in rows if r["label"] in values]
    assert {row["label"] for row in store.figures(matching={"label": values})} == {
        row["label"] for row in legal
    }
    legal = [r for r in legal if r["verified"] and r["throughput_gbps"] is not None]
    best = [row for row in legal if not any(beats(other, row) for other in legal)]
    # Rows that do not match hide none that do.
    found = store.nondominated(OBJECTIVES, matching={"label": values, "status": ["ok"]})
    assert {row["label"] for row in found} == {row["label"] for row in best}


def test_a_field_that_is_not_there_is_matched_by_none(
    filled: tuple[Store, list[dict[str, Any]]],
) -> None:
    store, rows = filled
    every = {row["label"] for row in rows}
    assert {row["label"] for row in store.figures(matching={"design.mode": [None]})} == every
    assert store.figures(matching={"design.mode": ["CTR"]}) == []
    assert store.figures(matching={"label": [None]}) == []
    both = store.figures(matching={"label": [None, "L7"]})
    assert {row["label"] for row in both} == {"L7"}


def test_first_rows_that_match_come_sorted(
    filled: tuple[Store, list[dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, rows = filled
    monkeypatch.setattr(figures, "_BATCH", 4)  # so that it has to look further several times
    values = [f"L{n}" for n in range(0, 300, 9)]
    legal = sorted(
        (row["latency_ns"], int(row["label"][1:])) for row in rows if row["label"] in values
    )
    for limit in (1, 5, 33, 100):
        found = store.figures(matching={"label": values}, order_by="latency_ns", limit=limit)
        assert [(r["latency_ns"], int(r["label"][1:])) for r in found] == legal[:limit]


def test_only_what_changed_is_made_anew(tmp_path: Path) -> None:
    made: list[str] = []

    def counted(device: str, records: Sequence[StageRecord]) -> Mapping[str, Any]:
        made.append(device)
        return build(device, records)

    with Store.open(tmp_path / "s.db") as store:
        common: dict[str, Any] = {"stage": Stage.SYNTH, "label": "L", "design": {"n": 1}}
        for device in ("a", "b"):
            store.put(Job(**common, device=device), StageOutcome(status=Status.OK))
        store.refresh_figures(counted, builder)
        assert sorted(made) == ["a", "b"]
        assert store.refresh_figures(counted, builder) == 0
        store.put(Job(**common, device="a", seed=2), StageOutcome(status=Status.OK))
        assert store.refresh_figures(counted, builder) == 1
        # A record without a device concerns the design on every device.
        store.put(Job(**common), StageOutcome(status=Status.OK))
        assert store.refresh_figures(counted, builder) == 3
        assert store.refresh_figures(counted, lambda device: "2" if device == "b" else "1") == 1
        assert [row["device"] for row in store.figures()] == ["a", "b"]

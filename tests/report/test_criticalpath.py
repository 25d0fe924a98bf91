"""What is read of a router's report."""

from typing import Any

import pytest

from aesculus.report.criticalpath import critical_path, module_of

RING = "u_core.u_core.gen_legal.u_engine.gen_ring.u_ring"
SBOX = (
    f"{RING}.u_states.gen_round[1].gen_lane[0].gen_cipher.u_round.gen_sub_bytes."
    "u_sub_bytes.gen_ram.gen_sbox.gen_pair[2].u_sbox.mem.0.0"
)
MIX = f"{RING}.u_states.gen_round[1].gen_lane[0].gen_cipher.u_round.gen_mix.u_mix_columns.x_LUT4_Z"


def step(kind: str, delay: float, cell: str, place: list[float]) -> dict[str, Any]:
    end = {"cell": cell, "loc": place, "port": "D"}
    return {"type": kind, "delay": delay, "from": end, "to": end}


def report(**changes: Any) -> dict[str, Any]:
    path = [
        step("clk-to-q", 0.5, SBOX, [3, 4]),
        step("routing", 2.0, MIX, [7, 9]),
        step("logic", 0.25, MIX, [7, 9]),
    ]
    clock = "$glbnet$clk"
    paths = [
        {"from": "<async>", "to": f"posedge {clock}", "path": path[:1]},
        {"from": f"posedge {clock}", "to": f"posedge {clock}", "path": path},
    ]
    return {"fmax": {clock: {"achieved": 150.0}}, "critical_paths": paths} | changes


def path_of(*steps: Any) -> dict[str, Any]:
    ends = dict.fromkeys(("from", "to"), "posedge $glbnet$clk")
    return report(critical_paths=[{**ends, "path": list(steps)}])


def test_delay_is_told_by_kind_and_module() -> None:
    found = critical_path(report())
    assert found is not None
    assert (found.logic_ns, found.routing_ns) == (0.75, 2.0)
    assert found.by_module() == [
        ("round 2, sub_bytes / sbox", 0.5, 0.0),
        ("round 2, mix_columns", 0.25, 2.0),
    ]
    assert found.track() == [(3, 4), (7, 9)]


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"fmax": {}, "critical_paths": []},
        report(critical_paths=[]),
        report(critical_paths=[{"from": "posedge $glbnet$clk", "to": "posedge $glbnet$clk"}]),
        report(critical_paths=None),
        report(fmax=[1]),
        path_of(step("routing", float("inf"), MIX, [7, 9])),
        path_of(step("routing", float("nan"), MIX, [7, 9])),
        path_of(step("routing", 1.0, MIX, [1e999, 9])),
        path_of(step("routing", 1.0, MIX, [1e9, 9])),
    ],
)
def test_a_report_without_a_path_gives_none(broken: dict[str, Any]) -> None:
    assert critical_path(broken) is None


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        (
            f"{RING}.u_keys.gen_round[0].u_step.u_sub_word.u_sbox.x",
            "key path, round 1, step / sub_word",
        ),
        ("u_core.u_core.u_engine.u_narrow.u_path.u_sub_bytes.u_sbox.x", "path / sub_bytes"),
        ("shift_q_TRELLIS_FF", "top"),
        ("", "top"),
    ],
)
def test_modules_are_told_in_few_words(cell: str, told: str) -> None:
    assert module_of(cell.split(".")) == told

"""The floorplan as the page shows it: modules become parts, and what is none is refused."""

from typing import Any

import pytest

from aesculus.report.floorplan import KINDS, Floorplan, kind_of, read

_RING = "u_core.u_core.gen_legal.u_engine.gen_ring.u_ring"
_NARROW = "u_core.u_core.gen_legal.u_engine.gen_narrow.u_narrow"
_PLAN = {
    "left": 2,
    "low": 7,
    "columns": 3,
    "modules": ["", "u_core", f"{_RING}.u_keys"],
    "tiles": [[2, 1], [1, -1], [2, 2], [1, 0]],
}


@pytest.mark.parametrize(
    ("module", "kind"),
    [
        ("", "harness"),
        ("$gbuf_u_core", "harness"),
        ("u_core.$", "core, not named"),
        (f"{_RING}.u_keys.$", "keys"),
        ("u_core", "ports, mode and bus"),
        ("u_core.u_ghash.gen_lane.u_multiply", "ports, mode and bus"),
        ("u_core.u_mode.u_core.gen_legal.u_engine.gen_ring.u_ring.u_slots", "control and FIFO"),
        (f"{_RING}.u_slots.gen_round.u_note_sub.gen_regs", "control and FIFO"),
        ("u_core.u_core.gen_legal.u_engine.u_flow.u_fifo", "control and FIFO"),
        ("u_core.u_core.gen_legal.u_engine.gen_stored.u_key_store", "keys"),
        (f"{_RING}.u_keys.gen_round.u_step.u_sub_word.gen_tower.u_sbox", "keys"),
        (f"{_RING}.u_states.gen_round.u_round.u_sub_bytes.gen_byte.u_sbox", "S-boxes"),
        (f"{_RING}.u_states.gen_round.u_round.u_mix_columns", "rest of the cipher path"),
        (f"{_NARROW}.u_path.u_sub_bytes.gen_byte.u_sbox", "S-boxes"),
        (f"{_NARROW}.u_load", "rest of the cipher path"),
        (f"{_NARROW}.u_control", "control and FIFO"),
    ],
)
def test_a_module_is_a_part(module: str, kind: str) -> None:
    assert KINDS[kind_of(module)] == kind


def test_tiles_become_parts() -> None:
    assert read(_PLAN) == Floorplan(2, 7, 3, ((2, 4), (1, -1), (2, 2), (1, 5)))


@pytest.mark.parametrize(
    "change",
    [
        {"tiles": [[4, 0]]},
        {"tiles": []},
        {"tiles": [[3, 3]]},
        {"tiles": [[3, -2]]},
        {"tiles": [[0, 1], [3, 1]]},
        {"tiles": [[1 << 30, 0]], "columns": 1},
        {"tiles": [["x", 0]]},
        {"tiles": 3},
        {"columns": 0},
        {"left": "<b>"},
        {"modules": None},
    ],
)
def test_what_is_no_floorplan_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises((ValueError, LookupError, TypeError)):
        read(_PLAN | change)

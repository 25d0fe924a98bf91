"""The floorplan as the page shows it: modules become parts, and what is none is refused."""

from typing import Any

import pytest

from aesculus.report.floorplan import MOST_PARTS, OTHERS, Floorplan, name_of, read

_RING = "u_core.u_core.gen_legal.u_engine.gen_ring.u_ring"
_NARROW = "u_core.u_core.gen_legal.u_engine.gen_narrow.u_narrow"
_PLAN = {
    "left": 2,
    "low": 7,
    "columns": 3,
    "modules": ["", "u_core", f"{_RING}.u_keys.gen_round.u_step"],
    "tiles": [[2, 1], [1, -1], [2, 2], [1, 0]],
}


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("", "harness"),
        ("$gbuf_u_core", "harness"),
        ("u_core", "ports"),
        ("u_core.$", "not named"),
        ("u_core.u_ghash.gen_lane.u_multiply", "ghash / multiply"),
        ("u_core.u_simon", "simon"),
        (f"{_RING}.u_slots.gen_round.u_note_sub.gen_regs", "slots / note_sub"),
        ("u_core.u_core.gen_legal.u_engine.u_flow.u_fifo", "flow / fifo"),
        (f"{_RING}.u_keys.gen_round.u_step.u_sub_word.u_sbox", "key path, step / sub_word"),
        (f"{_RING}.u_keys.u_step.$", "key path, step"),
        (f"{_RING}.u_states.gen_round.u_round.u_sub_bytes.u_sbox", "sub_bytes / sbox"),
        (f"{_RING}.u_states.gen_round.u_round.u_mix_columns", "mix_columns"),
        (f"{_NARROW}.u_path.u_sub_bytes.gen_byte.u_sbox", "path / sub_bytes"),
        (f"{_NARROW}.gen_seamless", "narrow"),
    ],
)
def test_a_part_is_what_its_cells_are_named_after(module: str, name: str) -> None:
    assert name_of(module) == name


def test_tiles_become_parts() -> None:
    parts = ("key path, step", "ports", "harness")
    assert read(_PLAN) == Floorplan(2, 7, 3, parts, ((2, 1), (1, -1), (2, 0), (1, 2)))


def test_small_parts_are_told_together() -> None:
    modules = [f"u_core.u_part{number}" for number in range(9)]
    tiles = [[9 - number, number] for number in range(9)]
    found = read(_PLAN | {"modules": modules, "tiles": tiles, "columns": 1})
    assert found.parts == (*(f"part{number}" for number in range(MOST_PARTS - 1)), OTHERS)
    assert found.tiles[4:7] == ((5, 4), (4, 5), (3, 5))


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

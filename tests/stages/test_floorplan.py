"""The floorplan of a placed netlist: what fills most of each tile."""

import json
from typing import Any

import pytest

from aesculus.stages.floorplan import floorplan


def _placed(cells: dict[str, str]) -> bytes:
    found = {name: {"attributes": {"NEXTPNR_BEL": place}} for name, place in cells.items()}
    modules = {"BOX": {"cells": {}}, "harness": {"cells": found}}
    return json.dumps({"modules": modules}).encode()


def _drawn(cells: dict[str, str]) -> dict[str, Any]:
    content = floorplan(_placed(cells))
    assert content is not None
    found: dict[str, Any] = json.loads(content)
    return found


def test_each_tile_is_what_most_of_its_cells_are() -> None:
    drawn = _drawn(
        {
            "u_core.gen[0].u_a.x": "X3/Y5/SLICEA.K0",
            "u_core.gen[1].u_a.y": "X3/Y5/SLICEA.K1",
            "u_core.u_b.z": "X3/Y5/SLICEB.K0",
            "u_core.u_b.w": "X5/Y6/SLICEB.K0",
            "shift_q_1": "X4Y5/DFF0",
            "$gbuf": "",
            "$flatten\\u_core.$abc$36$blif$1": "X5/Y5/lc0",
        }
    )
    assert drawn["modules"] == ["", "u_core.$", "u_core.gen.u_a", "u_core.u_b"]
    assert (drawn["left"], drawn["low"], drawn["columns"]) == (3, 5, 3)
    assert drawn["tiles"] == [[1, 2], [1, 0], [1, 1], [2, -1], [1, 3]]


def test_of_two_modules_that_fill_a_tile_alike_it_is_always_the_same() -> None:
    there = {"u_b.x": "X0/Y0/lc0", "u_a.x": "X0/Y0/lc1"}
    assert _drawn(there) == _drawn(dict(reversed(there.items())))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[1]",
        b'{"modules": {}}',
        b'{"modules": {"a": {"cells": {"b": 1}}}}',
        b'{"modules": {"a": {"cells": {"b": {}}}}}',
        _placed({}),
        _placed({"a": "PLL"}),
        "ä".encode(),
    ],
)
def test_what_is_no_placed_netlist_has_no_floorplan(content: bytes) -> None:
    assert floorplan(content) is None

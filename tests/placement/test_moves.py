"""Cells of late paths are moved where their paths are shorter, and nowhere else."""

import json
from collections import Counter, defaultdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aesculus.families.ecp5.sites import Ecp5Sites
from aesculus.placement.delays import read_delays
from aesculus.placement.design import PlacedDesign, PlacedDesignError, placed_design
from aesculus.placement.moves import Moved, move_late_cells
from aesculus.placement.timing import Timing
from placed_lines import CLOCK_TO_Q, INSIDE, THROUGH, placed, register, sdf, table

Cells = dict[str, dict[str, Any]]


def _wire(one: tuple[int, int], other: tuple[int, int]) -> int:
    return 300 + 60 * (abs(one[0] - other[0]) + abs(one[1] - other[1]))


def _read(cells: Cells) -> tuple[PlacedDesign, Timing]:
    design = placed_design(placed(cells))
    return design, Timing(design, read_delays(sdf(cells, _wire)))


def _moved(cells: Cells) -> tuple[PlacedDesign, Moved]:
    """Move late cells, and look whether all that is known of them is of where they lie."""
    design, timing = _read(cells)
    was, wires = dict(design.spots), {pin: sink.wire for pin, sink in timing.by_pin.items()}
    sites = Ecp5Sites(design)
    moved = move_late_cells(design, timing, sites)
    assert design.moved == {name for name, spot in design.spots.items() if spot != was[name]}
    assert moved.cells == len(design.moved)
    taken = {spot: name for name, spot in design.spots.items() if name != "clock"}
    assert sites.taken == taken
    for pin, sink in timing.by_pin.items():
        source = timing.pins[sink.driver][0]
        (column, row, _), (right, up, _) = design.spots[source], design.spots[pin[0]]
        expected = sites.wire(abs(column - right), abs(row - up))
        if sites.inner(pin) or design.moved.isdisjoint((source, pin[0])):
            # What came back has its old delay, or is expected to have it where it was before.
            assert sink.wire in (wires[pin], expected)
        else:
            assert sink.wire == expected
    before = timing.ends()
    timing.update()
    assert timing.ends() == before
    return design, moved


def _hop(at: int) -> Cells:
    """Return three registers in a row, the first and the last 40 columns apart."""
    return {
        "first": register("X2/Y5/SLICEA.FF0", data=9, out=10),
        "hop[3]": register(f"X{at}/Y5/SLICEA.FF0", data=10, out=11),
        "last": register("X42/Y5/SLICEA.FF0", data=11, out=12),
    }


def test_a_hop_beside_its_source_goes_to_the_middle() -> None:
    design, moved = _moved(_hop(3))
    column, row, _ = design.spots["hop[3]"]
    assert 16 <= column <= 28
    assert row == 5
    assert design.moved == {"hop[3]"} | (design.moved & {"first", "last"})
    assert moved.expected < moved.before


def test_paths_are_those_of_registers_and_tables() -> None:
    cells = {
        "from": register("X2/Y5/SLICEA.FF0", data=9, out=10),
        "and": table("X2/Y6/SLICEA.K0", [10, 13], 11),
        "to": register("X2/Y6/SLICEA.FF0", data=11, out=12, beside=True),
    }
    _, timing = _read(cells)
    length = CLOCK_TO_Q + _wire((2, 5), (2, 6)) + THROUGH + INSIDE
    assert timing.ends() == [length]
    assert timing.path(timing.by_pin["and", "A"]) == length
    assert timing.path(timing.by_pin["to", "DI"]) == length


def test_a_loop_of_tables_is_left_out() -> None:
    cells = {
        "from": register("X2/Y5/SLICEA.FF0", data=9, out=10),
        "one": table("X2/Y6/SLICEA.K0", [10, 12], 11),
        "two": table("X2/Y7/SLICEA.K0", [11], 12),
        "to": register("X2/Y8/SLICEA.FF0", data=10, out=14),
    }
    _, timing = _read(cells)
    assert timing.ends() == [CLOCK_TO_Q + _wire((2, 5), (2, 8))]


def test_without_a_path_there_is_nothing_to_move() -> None:
    design, moved = _moved({"alone": register("X2/Y5/SLICEA.FF0", data=9, out=10)})
    assert moved == Moved(0.0, 0.0, 0)
    assert not design.moved


def test_two_hops_in_a_row_come_together() -> None:
    """The wire between two registers of a group is looked at as well."""
    cells = {
        "first": register("X2/Y5/SLICEA.FF0", data=9, out=10),
        "one": register("X4/Y5/SLICEA.FF0", data=10, out=11),
        "two": register("X60/Y5/SLICEA.FF0", data=11, out=12),
        "last": register("X62/Y5/SLICEA.FF0", data=12, out=13),
    }
    _, moved = _moved(cells)
    assert moved.expected < 0.6 * moved.before


def test_what_is_written_has_all_cells_fixed_and_the_wires_of_what_stayed() -> None:
    cells = _hop(3) | {
        "near": register("X2/Y6/SLICEA.FF0", data=20, out=21),
        "by": register("X3/Y6/SLICEA.FF0", data=21, out=22),
    }
    design, _ = _moved(cells)
    body = json.loads(design.written(("DCCA",)))["modules"]["top"]
    for name, cell in body["cells"].items():
        column, row, place = design.spots[name]
        assert cell["attributes"]["BEL"] == f"X{column}/Y{row}/{place}"
        assert "NEXTPNR_BEL" not in cell["attributes"]
    kept = {name for name, net in body["netnames"].items() if "ROUTING" in net["attributes"]}
    assert {"n1", "n20", "n21", "n22"} <= kept
    assert {"n10", "n11"}.isdisjoint(kept)
    # Nothing but places has changed.
    for name, cell in cells.items():
        assert body["cells"][name]["connections"] == cell["connections"]
        assert body["cells"][name]["parameters"] == cell["parameters"]


@pytest.mark.parametrize("content", [b"{}", b"[]", b'{"modules": {}}', b"no"])
def test_what_is_no_placed_design_is_refused(content: bytes) -> None:
    with pytest.raises(PlacedDesignError, match="no placed design"):
        placed_design(content)


_PLACES = [
    f"X{column}/Y{row}/SLICE{half}.{{}}{number}"
    for column in range(2, 30, 3)
    for row in (4, 5, 6)
    for half in "ABCD"
    for number in (0, 1)
]


@st.composite
def _designs(draw: st.DrawFn) -> Cells:
    """Lines of registers, some with a table beside them, with resets and enables of three kinds."""
    tiles = draw(st.sampled_from([4, 8, 30]))
    places = draw(st.permutations(_PLACES[: 8 * tiles]))
    cells: Cells = {}
    tile_of: dict[str, tuple[int | None, int | None]] = {}
    net = 100
    for line in range(draw(st.integers(1, 5))):
        net += 1
        for step in range(draw(st.integers(2, 5))):
            place = places.pop()
            tile = place.rpartition("/")[0]
            drawn = draw(st.sampled_from([(None, None), (50, None), (50, 60)]))
            # One control set a tile: the placer of the router keeps that as well.
            control = tile_of.setdefault(tile, drawn)
            more: dict[str, Any] = {}
            if control[0] is not None:
                more["reset"] = control[0]
            if control[1] is not None:
                more["enable"] = control[1]
            name, net = f"l{line}s{step}", net + 1
            if draw(st.booleans()):
                cells[f"{name}t"] = table(place.format("K"), [net - 1, 70], net)
                cells[name] = register(
                    place.format("FF"), data=net, out=net + 1, beside=True, **more
                )
                net += 1
            else:
                cells[name] = register(place.format("FF"), data=net - 1, out=net, **more)
        net += 1
    return cells


@given(_designs())
def test_every_placement_is_legal(cells: Cells) -> None:
    design, moved = _moved(cells)
    assert moved.expected <= moved.before
    assert max(Counter(design.spots.values()).values()) == 1
    tiles: defaultdict[tuple[int, int], set[tuple[object, ...]]] = defaultdict(set)
    slices: defaultdict[tuple[int, int, str], set[tuple[object, ...]]] = defaultdict(set)
    for name, cell in cells.items():
        column, row, place = design.spots[name]
        half, _, kind = place.partition(".")
        if cell["type"] == "TRELLIS_COMB":
            assert kind in ("K0", "K1")
            continue
        assert kind in ("FF0", "FF1")
        tiles[column, row].add((design.net(name, "LSR"),))
        slices[column, row, half].add((design.net(name, "CE"),))
        if cell["connections"].get("DI"):
            source = design.spots[f"{name}t"]
            assert source == (column, row, place.replace("FF", "K"))
    assert all(len(found) == 1 for found in (*tiles.values(), *slices.values()))


@given(_designs())
def test_the_same_design_gives_the_same_moves(cells: Cells) -> None:
    one, _ = _moved(cells)
    other, _ = _moved(cells)
    assert one.spots == other.spots


def test_early_registers_of_another_reset_make_room() -> None:
    cells = _hop(3)
    for column in range(4, 42):
        for row in range(2, 9):
            cells[f"r{column}y{row}"] = register(
                f"X{column}/Y{row}/SLICEA.FF0", data=200, out=300 + 10 * column + row, reset=50
            )
    design, _ = _moved(cells)
    column, row, _ = design.spots["hop[3]"]
    there = {name for name, spot in design.spots.items() if spot[:2] == (column, row)}
    assert there <= {"first", "hop[3]", "last"}
    assert f"r{column}y{row}" in design.moved


def test_carry_chains_memories_and_wide_tables_stay() -> None:
    cells = {
        "chain": table("X3/Y5/SLICEA.K0", [10, 11], 12, MODE="CCU2"),
        "memory": table("X4/Y5/SLICEA.K0", [10, 11], 13, MODE="DPRAM"),
        "plain": table("X5/Y5/SLICEA.K0", [10, 11], 14),
        "wide": table("X6/Y5/SLICEA.K0", [10, 11], 15),
        "behind": register("X3/Y5/SLICEA.FF0", data=12, out=16, beside=True),
    }
    cells["wide"]["connections"]["OFX"] = [17]
    cells["wide"]["port_directions"]["OFX"] = "output"
    sites = Ecp5Sites(placed_design(placed(cells)))
    assert sites.unit("plain") == ("plain",)
    assert [sites.unit(name) for name in ("chain", "memory", "wide", "behind")] == [()] * 4

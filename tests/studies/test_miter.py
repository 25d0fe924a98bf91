"""Two graphs compared from reset on: what ABC is given to prove."""

from pathlib import Path

import pytest

from aesculus.studies.mutation import miter
from aesculus.studies.mutation.aiger import Aiger, encoded
from graphs import bad_within

# Inputs rst_ni = 2 and d = 4; latches c = 6 and z = 8. c is cleared by a reset and then takes its
# own value or d; z takes d and has no reset.


def _graph(ands: list[tuple[int, int]], next_c: int, output: int) -> Aiger:
    head = f"aig {4 + len(ands)} 2 2 1 {len(ands)}".encode()
    roots = [str(literal).encode() for literal in (next_c, 4, output)]
    return Aiger(head, roots, ands, 10, {("rst_ni", 0): 2, ("d", 0): 4}, ("c", "z"))


CLEARED = _graph([(6, 2)], 10, 10)  # c stays 0 after a reset
CONSTANT = _graph([(6, 2)], 0, 0)
SHOWN = _graph([(8, 2)], 0, 10)  # the register without a reset is an output
HELD = _graph([(6, 2)], 6, 10)  # c never loses what it holds
INPUTS = {("rst_ni", 0): 2, ("d", 0): 4}
SWAPPED = Aiger(b"aig 5 2 2 1 1", [b"4", b"10", b"10"], [(8, 2)], 10, INPUTS, ("z", "c"))
ALONE = Aiger(b"aig 4 2 1 1 1", [b"8", b"8"], [(6, 2)], 8, INPUTS, ("c",))  # without z
HOLDS = Aiger(b"aig 5 2 2 1 1", [b"0", b"8", b"10"], [(8, 2)], 10, INPUTS, ("c", "z"))
RENAMED = Aiger(HOLDS.head, HOLDS.roots, HOLDS.ands, 10, INPUTS, ("c", "y"))  # y is not z


@pytest.mark.parametrize(
    ("one", "other", "differs"),
    [
        (CLEARED, CLEARED, False),
        (CLEARED, CONSTANT, False),
        (SHOWN, SHOWN, False),
        (SHOWN, CONSTANT, True),
        (HELD, CONSTANT, True),
        # Latches are known by their names, not by their order, and either may have some alone.
        (CLEARED, SWAPPED, False),
        (CLEARED, ALONE, False),
        (HOLDS, HOLDS, False),
        (HOLDS, RENAMED, True),
    ],
)
@pytest.mark.parametrize("written_out", [False, True])
def test_differences_count_from_a_reset_on(
    tmp_path: Path, one: Aiger, other: Aiger, differs: bool, written_out: bool
) -> None:
    path = tmp_path / "miter.aig"
    miter.write(one, other, reset="rst_ni", path=path, written_out=written_out)
    assert bad_within(path, 4) is differs


def test_without_the_reset_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        miter.write(CLEARED, CLEARED, reset="arst", path=tmp_path / "miter.aig")


def test_nodes_are_encoded_as_differences() -> None:
    assert encoded([(7, 2), (10, 8)], 10) == bytes([3, 5, 2, 2])
    assert encoded([(2, 0)], 1000) == bytes([0xE6, 0x07, 2])

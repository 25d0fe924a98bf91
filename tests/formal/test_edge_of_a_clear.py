"""The edge that begins a clear brings nothing new to an output, not even for a net's delay.

The resets inside follow that edge, each a net's delay behind it. Till then the other registers are
seen as the edge left them. So a core whose resets do not come, in any state, is asked what it shows
after an edge with `clear_i` high: of every port of a result what it showed before, or zeros.

The block of an open ring alone may be new for so long, beside an `out_valid_o` that is not: a table
between the registers that load it and its enables would cost the ring its clock.
"""

from collections import defaultdict
from functools import partial
from pathlib import Path

import pytest

from aesculus.resources import rtl_files
from aesculus.studies.mutation.left import possible
from aesculus.studies.mutation.miter import Builder
from rtl_sources import with_mistake
from samples import sampled
from two_copies import model

_LATE = (
    ("aesculus_clear.sv", "assign live_o      = live_q;", "assign live_o      = 1'b1;"),
    ("aesculus_clear.sv", "assign admits_o    = admits_q;", "assign admits_o    = 1'b1;"),
    ("aesculus_clear.sv", "assign rst_core_no = rst_core_nq;", "assign rst_core_no = 1'b1;"),
    ("aesculus_result_reg.sv", "(posedge clk_i or posedge wipe_q)", "(posedge clk_i)"),
    (
        "aesculus_result_reg.sv",
        "if (wipe_q) begin\n        shown_q <= '0;\n      end else if",
        "if",
    ),
)
"""What keeps the resets from coming."""

_SHOWN = ("out_valid_o", "out_tag_o", "out_block_o")
"""Ports of a result; the others tell nothing of one."""


def _named(name: str, path: Path) -> bool:
    return path.name == name


def brought(folder: Path, label: str, *mistakes: tuple[str, str, str]) -> set[str]:
    """Return the ports that can show something new.

    Args:
        folder: for files.
        label: of the core.
        mistakes: of its RTL: file, what stands there, and what in its place.
    """
    files = rtl_files()
    for name, right, wrong in (*_LATE, *mistakes):
        files = with_mistake(files, folder, right, wrong, among=partial(_named, name))
    point = model(folder, label, files)
    graph = point.graph.chosen("clear_i", 1).chosen("rst_ni", 1)
    n_inputs, n_latches = graph.counts
    first = 2 * (1 + n_inputs + n_latches)
    build = Builder(first)
    leaves = list(range(2, first, 2))
    inputs = leaves[:n_inputs]
    roots = build.copy(graph, leaves)
    before, then = roots[n_latches:], build.copy(graph, [*inputs, *roots[:n_latches]])[n_latches:]
    ports: dict[str, list[int]] = defaultdict(list)
    for number, name in enumerate(point.outputs):
        if (port := name.split("[")[0]) in _SHOWN:
            ports[port].append(number)
    assert set(ports) >= {"out_valid_o", "out_block_o"}
    asked = []
    for numbers in ports.values():
        other = some = 0
        for number in numbers:
            other = build.either(other, build.differ(before[number], then[number]))
            some = build.either(some, then[number])
        asked.append(build.both(other, some))
    found = possible((build, asked), folder)
    return {port for port, yes in zip(ports, found, strict=True) if yes}


@pytest.mark.synth
@pytest.mark.parametrize(
    "label",
    sampled(
        (
            "UF1-PP1P-TAG3",
            "AES128ED-UF1-PP0P-STORED-CREDIT-TAG3",
            "UF2-PP0P-STALL",
            "UF10-PP1P-FIXED-CREDIT",
            "UF1-PP0P-W32-STALL-TAG2",
            "UF1-PP0P-W8-STALL",
            "UF1-PP0P-W8-KS",
            "AES192-UF1-PP0P-W8",
        ),
        {"AES128ED-UF1-PP0P-STORED-CREDIT-TAG3", "UF10-PP1P-FIXED-CREDIT"},
    ),
)
def test_nothing_new_is_seen_while_a_clear_begins(tmp_path: Path, label: str) -> None:
    assert brought(tmp_path, label) == set()


@pytest.mark.synth
def test_only_the_block_of_an_open_ring_is_seen(tmp_path: Path) -> None:
    assert brought(tmp_path, "UF10-PP1P-FIXED") == {"out_block_o"}


@pytest.mark.synth
@pytest.mark.parametrize(
    ("label", "file", "right", "wrong", "seen"),
    [
        ("UF1-PP1P-TAG3", "aesculus_result_reg.sv", " && (Prompt || !clear_i)", "", "out_block_o"),
        pytest.param("UF1-PP0P-CREDIT", "aesculus_flow.sv", "ring_valid_i && !clear_i",
                     "ring_valid_i", "out_block_o", marks=pytest.mark.long),
        pytest.param("UF1-PP0P-CREDIT", "aesculus_flow.sv", "out_ready_i && !clear_i",
                     "out_ready_i", "out_block_o", marks=pytest.mark.long),
        ("UF1-PP0P-W32", "aesculus_narrow_control.sv", " && !clear_i", "", "out_valid_o"),
        ("UF1-PP0P-W8", "aesculus_narrow_seamless_control.sv", " && !clear_i", "", "out_valid_o"),
        ("UF1-PP0P-W8-KS", "aesculus_narrow_twin_control.sv", " && !clear_i", "", "out_valid_o"),
    ],
)  # fmt: skip
def test_what_follows_that_edge_is_seen(
    tmp_path: Path, label: str, file: str, right: str, wrong: str, seen: str
) -> None:
    assert seen in brought(tmp_path, label, (file, right, wrong))

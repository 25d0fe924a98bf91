"""Switching is counted exactly: what counts, and by how much."""

import re
from pathlib import Path
from typing import Any

import pytest

from aesculus.families.registry import family
from aesculus.netlists import activity, simnet
from aesculus.stages.activity import COUNTED, STAGE
from aesculus.stages.chain import of_device
from aesculus.tools import run, verilator

CLOCK, RESET, VALID, READY, SHOWN, HALF, KEYED = range(2, 9)


def flop(data: int | str, output: int) -> dict[str, Any]:
    return {
        "type": "TRELLIS_FF",
        "parameters": {"GSR": "DISABLED", "SRMODE": "LSR_OVER_CE", "REGSET": "RESET"},
        "port_directions": {"CLK": "input", "DI": "input", "LSR": "input", "Q": "output"},
        "connections": {"CLK": [CLOCK], "DI": [data], "LSR": ["0"], "Q": [output]},
    }


def table(inputs: list[int], init: int, output: int) -> dict[str, Any]:
    pins: dict[str, list[Any]] = dict(zip("ABCD", ([bit] for bit in inputs), strict=False))
    pins |= {pin: ["0"] for pin in "ABCD"[len(inputs) :]}
    return {
        "type": "LUT4",
        "parameters": {"INIT": f"{init:016b}"},
        "port_directions": dict.fromkeys("ABCD", "input") | {"Z": "output"},
        "connections": {**pins, "Z": [output]},
    }


def netlist() -> dict[str, Any]:
    """Return a register that turns in every cycle, and two tables that look at it."""
    ports = {
        "clk_i": ("input", [CLOCK]),
        "rst_ni": ("input", [RESET]),
        "in_valid_i": ("input", [VALID]),
        "in_block_i": ("input", list(range(100, 228))),
        "in_ready_o": ("output", [HALF]),
        "out_valid_o": ("output", ["1"]),
    }
    invert, copy = 0b01, 0b10
    return {
        "modules": {
            "aesculus_point": {
                "ports": {k: {"direction": d, "bits": bits} for k, (d, bits) in ports.items()},
                "cells": {
                    "turn": flop(KEYED, HALF),
                    "not": table([HALF], int(f"{invert:02b}" * 8, 2), KEYED),
                    "one": table([HALF], int(f"{copy:02b}" * 8, 2), SHOWN),
                    "end": flop(SHOWN, 50),
                },
                "netnames": {
                    "u_core.u_keys.half": {"bits": [HALF]},
                    "u_core.u_states.gen_x[0].shown": {"bits": [SHOWN]},
                },
            }
        }
    }


def test_nets_count_by_part_and_fan_out() -> None:
    found = {(g.part, g.fanout): g.nets for g in activity.groups(netlist())}
    # The net that nobody named is of the part that it drives.
    assert found == {("keys", 2): (HALF,), ("keys", 1): (KEYED,), ("states", 1): (SHOWN,)}
    assert activity.clock_load(netlist()) == 2


def test_a_design_without_the_ports_of_a_core_has_no_workload() -> None:
    design = netlist()
    del design["modules"]["aesculus_point"]["ports"]["in_block_i"]
    with pytest.raises(activity.ActivityError, match="without in_block_i"):
        activity.workload(design)


def test_counts_that_are_missing_are_told() -> None:
    found = activity.groups(netlist())
    with pytest.raises(activity.ActivityError, match="without its counts"):
        activity.counted("ACTIVITY cycles 5\nACTIVITY 0 1 1\n", found, 2, 1)


def test_the_stage_is_run_only_where_it_is_asked_for() -> None:
    assert STAGE.optional
    assert STAGE not in list(of_device(None))
    assert "switching_per_block" in COUNTED


@pytest.mark.sim
def test_switching_is_counted_to_the_last_change(tmp_path: Path) -> None:
    design = netlist()
    found = activity.groups(design)
    text = simnet.write_verilog(design, family("ecp5"))
    files = [tmp_path / name for name in ("netlist.v", "activity.v", "main.cpp")]
    from aesculus.stages import activity as stage  # noqa: PLC0415

    texts = (activity.monitored(text, found), activity.workload(design), stage._MAIN)
    for path, content in zip(files, texts, strict=True):
        path.write_text(content, encoding="utf-8")
    program = verilator.build(files[:2], top=activity.TOP, main=files[2], workdir=tmp_path)
    words = []
    for number in range(2):
        done = run(
            [str(program), f"+{activity.PLUSARG}={number}"],
            name="simulation",
            cwd=tmp_path,
            log=tmp_path / f"log{number}",
            timeout_s=60,
        )
        words.append(done.log)
    counts = activity.counted(done.log, found, activity.clock_load(design), 1)
    # A beat leaves in every cycle. The register and both tables turn in each: 2 + 1 for the keys,
    # 1 for the state, and the clock twice for two registers.
    assert counts["switching_cycles"] == counts["switching_blocks"] == activity.BLOCKS
    assert counts["switching_by_part"] == {"clock": 4.0, "keys": 3.0, "states": 1.0}
    assert counts["switching_per_block"] == 8.0
    # It turns without a beat too; the clock is left out.
    assert counts["switching_at_rest"] == 4.0
    # Whatever the words are, the register turns.
    assert activity.counted(words[0], found, activity.clock_load(design), 1) == counts


def test_workloads_give_a_mean_and_what_each_gave() -> None:
    runs = [
        {
            "switching_per_block": per_block,
            "switching_by_part": {"clock": 4.0, "keys": per_block - 4.0},
            "switching_blocks": 64,
            "switching_cycles": 640,
            "switching_at_rest": 3.0,
        }
        for per_block in (7.0, 8.0, 9.5)
    ]
    assert activity.over_workloads(runs) == {
        "switching_per_block": 8.167,
        "switching_by_part": {"clock": 4.0, "keys": 4.167},
        "switching_workloads": [7.0, 8.0, 9.5],
        "switching_blocks": 192,
        "switching_cycles": 1920,
        "switching_at_rest": 3.0,
    }


def test_the_words_of_a_workload_are_others_and_none_is_zero() -> None:
    text = activity.workload(netlist())
    seeds = [int(word, 16) for word in re.findall(r"= 32'h([0-9a-f]{8}) \^", text)]
    assert len(seeds) >= 4
    for seed in seeds:
        words = {
            seed ^ (number * activity._APART & 0xFFFFFFFF) for number in range(activity.WORKLOADS)
        }
        assert len(words) == activity.WORKLOADS
        assert 0 not in words

"""Switching is counted exactly: what counts, and by how much."""

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


def _logs(design: dict[str, Any], folder: Path, workloads: int) -> list[str]:
    """Return what the simulations of some workloads print."""
    from aesculus.stages import activity as stage  # noqa: PLC0415

    text = simnet.write_verilog(design, family("ecp5"))
    files = [folder / name for name in ("netlist.v", "activity.v", "main.cpp")]
    monitored = activity.monitored(text, activity.groups(design))
    texts = (monitored, activity.workload(design), stage._MAIN)
    for path, content in zip(files, texts, strict=True):
        path.write_text(content, encoding="utf-8")
    program = verilator.build(files[:2], top=activity.TOP, main=files[2], workdir=folder)
    return [
        run(
            [str(program), f"+{activity.PLUSARG}={number}"],
            name="simulation",
            cwd=folder,
            log=folder / f"log{number}",
            timeout_s=60,
        ).log
        for number in range(workloads)
    ]


@pytest.mark.sim
def test_switching_is_counted_to_the_last_change(tmp_path: Path) -> None:
    design = netlist()
    found = activity.groups(design)
    (log,) = _logs(design, tmp_path, 1)
    counts = activity.counted(log, found, activity.clock_load(design), 1)
    # A beat leaves in every cycle. The register and both tables turn in each: 2 + 1 for the keys,
    # 1 for the state, and the clock twice for two registers.
    assert counts["switching_cycles"] == counts["switching_blocks"] == activity.BLOCKS
    assert counts["switching_by_part"] == {"clock": 4.0, "keys": 3.0, "states": 1.0}
    assert counts["switching_per_block"] == 8.0
    # It turns without a beat too; the clock is left out.
    assert counts["switching_at_rest"] == 4.0


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


def test_the_words_of_workloads_have_nothing_in_common() -> None:
    text = activity.workload(netlist())
    seeds = {
        (workload, word): activity.seed_of("in_block_i", word, workload)
        for workload in range(activity.WORKLOADS)
        for word in range(4)
    }
    assert len(set(seeds.values())) == len(seeds)
    assert all(seed % 2 and f"{seed:08x}" in text for seed in seeds.values())
    # The sequences are linear: words that begin with the same difference keep it in every beat.
    apart = {
        (seeds[w, 0] ^ seeds[w, word], word) for w in range(activity.WORKLOADS) for word in (1, 2)
    }
    assert len(apart) == 2 * activity.WORKLOADS


@pytest.mark.sim
def test_another_workload_counts_otherwise(tmp_path: Path) -> None:
    # The register takes a bit of the block.
    design = netlist()
    design["modules"]["aesculus_point"]["cells"]["turn"] = flop(100, HALF)
    design["modules"]["aesculus_point"]["ports"]["in_ready_o"]["bits"] = ["1"]
    logs = _logs(design, tmp_path, 3)
    found, load = activity.groups(design), activity.clock_load(design)
    counts = [activity.counted(log, found, load, 1) for log in logs]
    assert len({each["switching_per_block"] for each in counts}) > 1
    assert all(0 < each["switching_per_block"] < 8 for each in counts)

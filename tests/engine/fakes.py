"""Stage functions that measure nothing: the engine alone is tested."""

import gzip
import hashlib
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from aesculus.engine.engine import Engine
from aesculus.engine.jobs import Jobs
from aesculus.engine.pool import Pool
from aesculus.engine.progress import Reporter
from aesculus.engine.task import Task
from aesculus.families import Device, devices
from aesculus.records import Stage, StageOutcome, Status
from aesculus.store import Store

AREA = "XC2V4000"
ROUTED = "LFE5U-85F-8"


def area() -> Device:
    return devices.load(AREA)


def routed() -> Device:
    return devices.load(ROUTED)


class Fakes:
    """Stages that note what was run; each can be given another behaviour by label and stage.

    The figures are made from the label by a hash: different, and always the same.
    """

    def __init__(
        self,
        pause_s: float = 0.0,
        good: Callable[[Task], StageOutcome] | None = None,
    ) -> None:
        self._good = good
        self.calls: list[tuple[Stage, str, str, int | None]] = []
        self.pause_s = pause_s
        self.special: dict[tuple[Stage, str], Callable[[Task], StageOutcome]] = {}
        self.at_once = 0
        self.most_at_once = 0
        self._lock = threading.Lock()

    @property
    def stages(self) -> Mapping[Stage, Callable[[Task, Path], StageOutcome]]:
        return dict.fromkeys(Stage, self._run)

    def stage_calls(self, stage: Stage) -> list[str]:
        return [label for done, label, _, _ in self.calls if done is stage]

    def _run(self, task: Task, workdir: Path) -> StageOutcome:
        assert workdir.is_dir()
        label = task.point.label
        device = "" if task.device is None else task.device.name
        with self._lock:
            self.calls.append((task.stage, label, device, task.seed))
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            time.sleep(self.pause_s)
            special = self.special.get((task.stage, label))
            return (special or self._good or good)(task)
        finally:
            with self._lock:
                self.at_once -= 1


def _number(text: str, low: int, high: int) -> int:
    return low + int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") % (high - low)


def good(task: Task) -> StageOutcome:
    label = task.point.label
    simulated = {
        "vectors": 341,
        "kat": {"ECBVarTxt128.rsp": 128},
        "blocks": 1000,
        "cycles": 12345,
        "blocks_per_cycle": "1/10",
        "latency_cycles": 11,
    }
    match task.stage:
        case Stage.VERIFY:
            return StageOutcome(status=Status.OK, metrics=simulated, seconds=1.0)
        case Stage.VERIFY_NETLIST:
            assert gzip.decompress(task.netlist).startswith(b"v")
            assert gzip.decompress(task.original).startswith(b"j")
            return StageOutcome(status=Status.OK, metrics=simulated, seconds=2.0)
        case Stage.SYNTH:
            assert task.device is not None
            name = f"{label} {task.device.name}"
            metrics = {
                "lut_count": _number(name, 1000, 9000),
                "lutram_count": 0,
                "ff_count": _number(name + "ff", 100, 900),
                "bram_count": 0,
                "cells": {},
            }
            files = {
                "netlist.json": gzip.compress(f"j {name}".encode(), mtime=0),
                "netlist.v": gzip.compress(f"v; // {name}".encode(), mtime=0),
            }
            return StageOutcome(status=Status.OK, metrics=metrics, artefacts=files, seconds=1.0)
        case Stage.VENDOR:
            counts = {"lut_count": 1000, "lutram_count": 0, "ff_count": 500, "bram_count": 0}
            clock = 100 + _number(f"{label} {task.seed}", 0, 1000) / 10
            metrics = {**counts, "fmax_routed_mhz": clock}
            return StageOutcome(status=Status.OK, metrics=metrics, seconds=9.0)
        case Stage.ROUTE:
            assert gzip.decompress(task.netlist).startswith(b"j")
            clock = 100 + _number(f"{label} {task.seed}", 0, 1000) / 10
            return StageOutcome(
                status=Status.OK, metrics={"fmax_routed_mhz": clock, "used": {}}, seconds=3.0
            )
        case Stage.PLACE:
            metrics = {"fmax_placed_mhz": placed_mhz(task)}
            return StageOutcome(status=Status.OK, metrics=metrics, seconds=1.5)
        case Stage.CLOSE:
            clock = round(placed_mhz(task) * (1.02 if task.way == "ripup" else 0.98), 3)
            name = f"{label} {task.way} {task.seed}"
            return StageOutcome(
                status=Status.OK,
                metrics={
                    "fmax_routed_mhz": clock,
                    "used": {},
                    "critical_path_ns": {"logic": 1.0, "routing": 2.0},
                    "critical_path": {"from": "a", "to": "b"},
                    "routed_sha256": hashlib.sha256(name.encode()).hexdigest(),
                },
                artefacts={"routed_design": gzip.compress(name.encode(), mtime=0)},
                seconds=3.0,
            )
        case Stage.ACTIVITY:
            assert gzip.decompress(task.netlist).startswith(b"j")
            switching = {"switching_per_block": _number(label, 1000, 9000), "switching_by_part": {}}
            switching["switching_workloads"] = [switching["switching_per_block"]]
            return StageOutcome(status=Status.OK, metrics=switching, seconds=2.0)


def placed_mhz(task: Task) -> float:
    """Return what the placer expects: by design and seed, and more with one of the ways."""
    better = 8 if task.way in {"timing", "timing-more"} else 0
    return 100 + better + _number(f"{task.point.label} {task.seed}", 0, 300) / 10


def failing(
    reason: str, *, status: Status = Status.FAILED, failure: str = ""
) -> Callable[[Task], StageOutcome]:
    metrics = {"failure": failure} if failure else {}

    def run(_task: Task) -> StageOutcome:
        return StageOutcome(status=status, metrics=metrics, reason=reason, log="what it said")

    return run


def engine(
    store: Store,
    fakes: Fakes,
    pool: Pool | None = None,
    *,
    slots: int = 1,
    budget_s: float | None = None,
    reporter: Reporter | None = None,
) -> Engine:
    pool = pool or Pool(slots=slots, stages=fakes.stages)
    return Engine(store, pool, jobs=Jobs(), budget_s=budget_s, reporter=reporter)

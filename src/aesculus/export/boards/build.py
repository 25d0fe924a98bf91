"""From a label to a bitstream: verified, joined, simulated whole, routed, packed."""

import hashlib
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import aesculus
from aesculus.design import Build
from aesculus.engine.estimate import beforehand
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want
from aesculus.engine.progress import duration
from aesculus.engine.session import Options, run_wants
from aesculus.engine.verified import chain
from aesculus.errors import InputError, RunError
from aesculus.export import manifest
from aesculus.export.boards import clock, simulated
from aesculus.export.boards.exercise import SHORT, Findings, exercise
from aesculus.export.boards.fit import drivable, speed
from aesculus.export.boards.host import Link
from aesculus.export.boards.join import BOARD_SV, SYSTEM_SV, Place, reached_mhz
from aesculus.export.boards.model import Board
from aesculus.export.boards.top import RESET, Clocking
from aesculus.export.bundle import module_name
from aesculus.export.evidence import Evidence, gather
from aesculus.families import Device, devices, family
from aesculus.metrics import does_not_fit
from aesculus.netlists import netlist as nl
from aesculus.netlists.simnet import same_verilog
from aesculus.records import Stage
from aesculus.stages.route import core_of, router_of
from aesculus.store import StageRecord, Store
from aesculus.tools import versions

TOLD = "board.json"
"""Name of the file that says what a bitstream is; the host reads it."""

_PROBED_SHARE = 0.95
"""Part of a routed clock that the next route of the same design is expected to reach."""

_TRIES = 3


@dataclass(frozen=True)
class Wish:
    """What somebody wants of a bitstream.

    Attributes:
        mhz: clock of the core; `None` for the highest that is found soon.
        seed: of the placer.
        timeout_s: limit of wall time of each route, in seconds.
        tell: hears of what is going on, a line each.
    """

    mhz: float | None = None
    seed: int = 1
    timeout_s: float = 7200.0
    tell: Callable[[str], None] = field(default=lambda _: None)


@dataclass(frozen=True)
class Made:
    """A bitstream.

    Attributes:
        bitstream: the file.
        clocking: clock and speed of the line.
        reached_mhz: what the router reached with that clock, in MHz.
        findings: what the simulation of the whole found.
    """

    bitstream: Path
    clocking: Clocking
    reached_mhz: float
    findings: Findings


def build(
    store: Store, point: Build, board: Board, out: Path, *, options: Options, wish: Wish = Wish()
) -> Made:
    """Write the bitstream of a design for a board into an empty folder, with what tells of it.

    The core's RTL and netlist are verified first. Then the netlist of the whole, but for PLL and
    reset, is simulated with the host's own code at the line. The clock is one that the route with
    that very clock has met.

    Args:
        store: where records are kept.
        point: the design.
        board: the board.
        out: the folder; it is there.
        options: how to verify.
        wish: clock and seed.

    Raises:
        InputError: the board's line cannot drive the design, it does not fit, or the clock cannot
            be had.
        RunError: the verification failed, or the clock is not met.
        ToolError: a tool failed.
    """
    drivable(point)
    target = devices.load(board.device)
    mapped = _fitting(store, point, target, options)
    known = mapped.artefacts
    evidence = gather(store, point, target, options)
    core = core_of(store.artefact(known["netlist.json"]))
    # The bitstream is made of the one, and the verification is named after the other.
    text = nl.unpack(store.artefact(known["netlist.v"])).decode("utf-8")
    same_verilog(core, family(target.family), text)
    with tempfile.TemporaryDirectory() as folder:
        place = Place(point, board, Path(folder))
        flow = _Flow(place, core, evidence, wish, mapped.metrics)
        clocking, report, findings = flow.run()
        packed = place.pack(module_name(point))
        made = Path(shutil.copy(packed, out))
        names = [SYSTEM_SV, BOARD_SV, place.chip.pins.file, *([clock.FILE] if clocking.pll else [])]
        for name in names:
            shutil.copy(place.folder / name, out)
    result = Made(made, clocking, reached_mhz(report), findings)
    told = _told(place, evidence, result, report, wish.seed)
    (out / TOLD).write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    marks = {"label": point.label, "design_digest": point.digest, "board": board.name}
    manifest.write(out, {**marks, "aesculus": aesculus.__version__, "netlist_verified": True})
    return result


def loader_command(board: Board, bitstream: Path) -> list[str]:
    """Return the command that loads a bitstream into a board's device, until it loses power."""
    return ["openFPGALoader", *board.loader, str(bitstream)]


def _fitting(store: Store, point: Build, target: Device, options: Options) -> StageRecord:
    """Return the record of a core's synthesis, which is made if need be.

    Raises:
        InputError: the device has no room for it.
        RunError: there is none.
    """
    names = Jobs()
    run_wants(store, [Want(point, Stage.SYNTH, target)], options, jobs=names)
    records = chain(store, names, point, target)
    bad = next((record for record in records if not record.ok), None)
    if bad is not None:
        raise RunError(f"{point.label} is not built: {bad.stage}: {bad.reason}")
    made = next(record for record in records if record.stage is Stage.SYNTH)
    why_not = does_not_fit(target, made.metrics)
    if why_not:
        raise InputError(f"{point.label} on {target.name}: the core alone {why_not}")
    return made


@dataclass
class _Flow:
    place: Place
    core: nl.Netlist
    evidence: Evidence
    wish: Wish
    counts: Mapping[str, Any]
    routed_s: float | None = None

    def run(self) -> tuple[Clocking, dict[str, Any], Findings]:
        """Return the clock that is met, the report of the route that meets it, and what was found.

        Raises:
            RunError: no clock was met.
        """
        board, wish = self.place.board, self.wish
        mhz = wish.mhz if wish.mhz is not None else self._probed()
        reached = 0.0
        for _ in range(1 if wish.mhz is not None else _TRIES):
            clocking = self._clocking(mhz)
            findings = self._simulated(clocking)
            report = self._route(clocking, f"with {clocking.mhz:g} MHz")
            reached = reached_mhz(report) * board.clock_share
            if reached >= clocking.mhz:
                return clocking, report, findings
            mhz = reached * _PROBED_SHARE
        raise RunError(
            f"{self.place.point.label} reaches {reached:.1f} MHz on {board.name}, not "
            f"{clocking.mhz:g}: give a lower --mhz, or another --seed"
        )

    def _probed(self) -> float:
        """Return a clock that is likely to be met, in MHz, after a route without a PLL."""
        board = self.place.board
        clocking = self._clocking(board.oscillator_mhz)
        self.place.join(self.core, clocking)
        report = self._route(clocking, "to see what clock can be met")
        mhz = reached_mhz(report) * board.clock_share * _PROBED_SHARE
        limit = self.place.device.clock_limit
        return min(mhz, limit.mhz) if limit is not None else mhz

    def _route(self, clocking: Clocking, why: str) -> dict[str, Any]:
        """Return the report of a route, and say how long it is expected to take and took.

        The first is expected to take what the core alone does, for the line beside it is small;
        the next ones what the first one took on this machine.
        """
        wish, point = self.wish, self.place.point
        device = self.place.device.name
        expected = self.routed_s or beforehand(Stage.ROUTE, point, self.counts, device)
        wish.tell(f"routing {why} (about {duration(expected)})")
        began = time.monotonic()
        report = self.place.route(clocking, wish.seed, timeout_s=wish.timeout_s)
        self.routed_s = time.monotonic() - began
        wish.tell(f"routed: {reached_mhz(report):.1f} MHz ({duration(self.routed_s)})")
        return report

    def _clocking(self, mhz: float) -> Clocking:
        board = self.place.board
        pll = mhz != board.oscillator_mhz
        if pll:
            mhz = clock.plan_pll(self.place.chip, board, mhz, self.place.folder)
        latency = self.evidence.rtl.metrics["latency_cycles"]
        return Clocking(mhz, *speed(board, mhz, latency), pll=pll)

    def _simulated(self, clocking: Clocking) -> Findings:
        """Join core and line, and return what the host's code finds of the netlist.

        Raises:
            RunError: it finds it wrong.
        """
        place = self.place
        self.wish.tell("joining the verified core and its serial line")
        netlist = place.folder / "system.v"
        netlist.write_text(place.join(self.core, clocking), encoding="utf-8")
        self.wish.tell("simulating the whole netlist, with the host's code at the line")
        sources = [netlist, RESET, place.folder / BOARD_SV]
        workdir = place.folder / "simulation"
        program = simulated.build(sources, place.board, clocking, workdir=workdir)
        metrics = self.evidence.rtl.metrics
        with simulated.running(program, clocking) as line:
            return exercise(
                Link(line),
                place.point,
                latency_cycles=metrics["latency_cycles"],
                blocks_per_cycle=Fraction(metrics["blocks_per_cycle"]),
                amount=SHORT,
                now=line.now,
            )


def _told(
    place: Place, evidence: Evidence, made: Made, report: dict[str, Any], seed: int
) -> dict[str, Any]:
    """Return what `board.json` says."""
    metrics, clocking, found = evidence.rtl.metrics, made.clocking, made.findings
    return {
        "label": place.point.label,
        "board": place.board.name,
        "device": place.device.name,
        "bitstream": made.bitstream.name,
        "bitstream_sha256": hashlib.sha256(made.bitstream.read_bytes()).hexdigest(),
        "clock_mhz": clocking.mhz,
        "clock_reached_mhz": round(made.reached_mhz, 3),
        "pll": clocking.pll,
        "baud": clocking.baud,
        "clks_per_bit": clocking.clks_per_bit,
        "latency_cycles": metrics["latency_cycles"],
        "blocks_per_cycle": metrics["blocks_per_cycle"],
        "seed": seed,
        "used": {
            kind: [use["used"], use["available"]]
            for kind, use in sorted(report["utilization"].items())
            if use["used"]
        },
        "simulated": {"known": found.known, "random": found.random, "run": found.run},
        "verified": {str(record.stage): record.key for record in (evidence.rtl, evidence.netlist)},
        "tools": {
            **evidence.netlist.tools,
            "nextpnr": versions.nextpnr_version(router_of(place.device).tool),
        },
    }

"""A core of somebody through the chain: verified, synthesised, its netlist verified, routed."""

import re
import statistics
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from aesculus.benches import native
from aesculus.benches.bench import TOP
from aesculus.benches.check import Mismatch
from aesculus.benches.measure import MeasureError
from aesculus.design import Build
from aesculus.errors import InputError, RunError
from aesculus.export.foreign.design import PLAIN, Foreign
from aesculus.export.foreign.ports import check_ports
from aesculus.families import Device
from aesculus.metrics.figures import (
    area_luts,
    efficiency_mbps,
    latency_ns,
    throughput_gbps,
    usable_clock_mhz,
)
from aesculus.metrics.row import Row, left_out
from aesculus.netlists import netlist as nl
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages.base import Subject
from aesculus.stages.route import route
from aesculus.stages.route_seeds import seeds
from aesculus.stages.synth import synthesise
from aesculus.tools import Failure, ToolError
from aesculus.tools.verilated import unkept
from aesculus.tools.versions import verilator_version

Say = Callable[[str], None]
_TIMEOUT_S = 3600.0
# Another seed may go well behind these.
_OF_A_SEED = (Failure.CRASH, Failure.OUTPUT, Failure.REFUSED, Failure.TIMING)
_PLAIN_FILE = "plain.sv"
_IN_PLAIN = rf"\b{re.escape(_PLAIN_FILE)}:\d+:\d+: "
_NOT_FOUND = re.compile(rf"{_IN_PLAIN}(Pin|Parameter) not found: '([^']+)'")
_NO_MODULE = re.compile(rf"{_IN_PLAIN}Cannot find file containing module: '([^']+)'")


def measure(design: Foreign, device: Device, *, recipe: str, n_seeds: int, say: Say) -> Row:
    """Return the figures of a core on a device, as a row of the kind that `show` prints.

    Args:
        design: the core.
        device: where.
        recipe: name of the synthesis recipe.
        n_seeds: placer seeds to route with; 0 for none.
        say: told what is being done.

    Raises:
        InputError: the device is one that a vendor's tool measures, or the core has no such top or
            parameter, or not the ports that are said of it.
        RunError: it is not verified, or a tool gave no result; the message is one line.
    """
    if device.measured_by:
        raise InputError(f"{device.name}: cores of others are measured with the embedded tools")
    point = Build(design, device, recipe)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        check_ports(design, work / "ports", _TIMEOUT_S)
        if why := unkept():
            say(why)
        say("verify")
        top = _written(work / _PLAIN_FILE, design.top(PLAIN))
        adapter = _written(work / "adapter.sv", design.adapter(TOP))
        rtl = _simulate(design, [*design.files, top, adapter], work / "rtl", netlist=False)
        say(f"synthesise for {device.name}")
        mapped = _good(
            synthesise(point, device, workdir=work / "synth", timeout_s=_TIMEOUT_S), design.label
        )
        if "netlist.v" not in mapped.artefacts:
            raise RunError(f"{design.label}: its netlist has a cell without a simulation model")
        say("verify netlist")
        text = nl.unpack(mapped.artefacts["netlist.v"]).decode()
        netlist = _written(work / "netlist.v", text.replace(TOP, PLAIN))
        again = _simulate(design, [netlist, adapter], work / "netlist", netlist=True)
        for name in ("blocks_per_cycle", "latency_cycles"):
            if rtl[name] != again[name]:
                raise RunError(f"{design.label}: its netlist has another {name}")
        wanted = seeds(point, n_seeds if device.router is not None else 0)
        netlist_json = mapped.artefacts["netlist.json"]
        routes = _routed(point, device, netlist_json, wanted, work=work, say=say)
    return _row(point, rtl, mapped, routes)


@dataclass
class _Routes:
    """The clock of each seed in MHz, why the others failed, and the router's version."""

    clocks: dict[int, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    tools: dict[str, str] = field(default_factory=dict)

    @property
    def reason(self) -> str:
        if not self.failed:
            return ""
        count = len(self.clocks) + len(self.failed)
        return left_out(Stage.ROUTE, len(self.failed), count, self.failed[-1])


def _routed(
    point: Build, device: Device, netlist: bytes, wanted: Sequence[int], *, work: Path, say: Say
) -> _Routes:
    """Route with each seed. One that the router falls over with takes no other with it.

    Raises:
        RunError: no seed was routed, or one failed by what all of them have in common: the machine,
            the time, or a device with no room.
    """
    routes = _Routes()
    for seed in wanted:
        say(f"route with seed {seed}")
        routed = route(
            point, device, netlist, seed=seed, workdir=work / f"route{seed}", timeout_s=_TIMEOUT_S
        )
        if routed.metrics.get("failure") in _OF_A_SEED:
            routes.failed.append(routed.reason)
            say(f"seed {seed} failed: {routed.reason}")
            continue
        clock = _good(routed, point.label).metrics["fmax_routed_mhz"]
        routes.clocks[seed] = clock
        routes.tools |= routed.tools
        say(f"seed {seed}: {clock:.1f} MHz")
    if routes.failed and not routes.clocks:
        raise RunError(f"{point.label}: {routes.reason}")
    return routes


_READ_OTHERWISE = (
    "; its RTL is, so synthesis reads it otherwise than simulation: a function that is not "
    "automatic is one cause (docs/flows.md)"
)


def _written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def _simulate(design: Foreign, files: list[Path], work: Path, *, netlist: bool) -> dict[str, Any]:
    what = "netlist" if netlist else "RTL"
    try:
        return native.verify(
            design, files, netlist=netlist, workdir=work, timeout_s=_TIMEOUT_S, jobs=1
        )
    except (Mismatch, MeasureError, ToolError) as error:
        if isinstance(error, ToolError) and (wrong := _not_there(design, error.log)):
            raise InputError(f"{design.label}: {wrong}") from error
        reason = f"{design.label}: its {what} is not verified: {error}"
        if netlist and isinstance(error, Mismatch):
            reason += _READ_OTHERWISE
        raise RunError(reason) from error


def _not_there(design: Foreign, log: str) -> str:
    """Return which entry of the file names what the core has not, empty if that is not it.

    Verilator tells of it by a line of our own top, which no user has seen.
    """
    told = design.told
    for kind, name in _NOT_FOUND.findall(log):
        entry = told.entry(name, parameter=kind == "Parameter")
        if entry:
            return f"{entry}: module {told.top} has no such {kind.lower().replace('pin', 'port')}"
    if told.top in _NO_MODULE.findall(log):
        return f'top = "{told.top}": there is no such module in its sources'
    return ""


def _good(outcome: StageOutcome, label: str) -> StageOutcome:
    if outcome.status is not Status.OK:
        raise RunError(f"{label}: {outcome.reason}")
    return outcome


def _row(point: Build, rtl: dict[str, Any], mapped: StageOutcome, routes: _Routes) -> Row:
    clocks = routes.clocks
    device, counts = Subject(point, point.device).on(), mapped.metrics
    rate = Fraction(rtl["blocks_per_cycle"])
    found: dict[str, Any] = {}
    if clocks:
        routed = statistics.median(clocks.values())
        met = device.clock_limit_of(brams=counts["bram_count"])
        limit = None if met is None else met.mhz
        usable = usable_clock_mhz(routed, limit)
        throughput = throughput_gbps(usable, rate)
        area = area_luts(counts["lut_count"], counts["lutram_count"])
        found = {
            "fmax_mhz": usable,
            "fmax_routed_mhz": routed,
            "fmax_routed_min": min(clocks.values()),
            "fmax_routed_max": max(clocks.values()),
            "clock_limit_mhz": limit,
            "latency_ns": latency_ns(usable, rtl["latency_cycles"]),
            "throughput_gbps": throughput,
            "mbps_per_lut": efficiency_mbps(throughput, area),
        }
    return Row(
        label=point.label,
        design=point.fields,
        device=device.name,
        verified=True,
        netlist_verified=True,
        status="ok" if clocks or device.router is None else "partial",
        estimate=device.router is None,
        reason=routes.reason,
        seeds=tuple(sorted(clocks)),
        fmax_routed_seeds=tuple(clocks[seed] for seed in sorted(clocks)),
        n_seeds=len(clocks),
        n_seeds_failed=len(routes.failed),
        blocks_per_cycle=float(rate),
        blocks_per_cycle_exact=rtl["blocks_per_cycle"],
        latency_cycles=rtl["latency_cycles"],
        area_luts=area_luts(counts["lut_count"], counts["lutram_count"]),
        lut_count=counts["lut_count"],
        ff_count=counts["ff_count"],
        bram_count=counts["bram_count"],
        lutram_count=counts["lutram_count"],
        path_estimate_ns=counts["path_estimate_ns"],
        slice_estimate=counts.get("slice_estimate"),
        tools={"verilator": verilator_version(), **mapped.tools, **routes.tools},
        **found,
    )

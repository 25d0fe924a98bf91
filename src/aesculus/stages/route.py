"""The stage `route`: place and route of a mapped core in its harness."""

import hashlib
import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from aesculus import verilog
from aesculus.design import Build
from aesculus.design.text import digest_of
from aesculus.errors import InputError
from aesculus.families import Device, Router, family
from aesculus.families.ways import DEFAULT_WAY, way_of
from aesculus.inputs import MOST_NETLIST, InputFileError, read_bytes
from aesculus.netlists import netlist as nl
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages import provenance
from aesculus.stages import route_harness as hn
from aesculus.stages.base import Given, Reads, StageFile, Subject
from aesculus.stages.floorplan import FLOORPLAN, OPTION, PLACED, floorplan
from aesculus.stages.outcome import failed
from aesculus.stages.route_probe import one_register
from aesculus.stages.route_seeds import seeds
from aesculus.tools import Failure, ToolError, nextpnr, versions, written, yosys

TARGET_MHZ = 400
"""Frequency the router aims at: above what any of the devices reaches, so that it never rests."""

ROUTED_DESIGN = "routed_design"
"""Name of the routed design as the router writes it, of the file and of the artefact."""

JOINED = "joined.json"
"""File with harness and core, of which the router reads."""

STEPS = ("route", "harness")
"""Steps of our own between synthesis and the router's report."""


class RouterStage(StageFile):
    """What the stages have in common that run the router on a netlist, each with one seed."""

    needs = (Stage.SYNTH,)
    starts_from = (Stage.SYNTH, "netlist.json")
    # A netlist that is wrong need not be routed.
    barred_by = (Stage.VERIFY_NETLIST,)
    seeded = True
    places = True
    timeout_s = 7200.0

    def serves(self, device: Device | None) -> bool:
        """Return whether the device has a router."""
        return device is not None and device.router is not None

    def tools(self, device: Device | None) -> dict[str, str]:
        """Return the versions of the router and of Yosys, which makes the harness.

        Raises:
            ValueError: the device has no router.
        """
        router = router_of(device)
        return {
            "nextpnr": versions.nextpnr_version(router.tool),
            "yosys": versions.yosys_version(),
        }

    def seed(self, subject: Subject, index: int) -> int:
        """Return the index: any seed may be asked for."""
        del subject
        return index

    def seconds(self, subject: Subject, luts: float) -> float:
        """Return the time, which goes with the tables."""
        del subject
        return 15 + luts / 200

    def memory_mb(self, subject: Subject, luts: float) -> int:
        """Return the memory of the router."""
        del subject
        return int(900 + 0.03 * luts)


Improve = Callable[[Path, str], tuple[str, dict[str, Any]]]
"""What is done with a routed design before its report is read; see `route`."""

ARTEFACTS: Mapping[str, str] = {"route_report.json": "the router's report"}
"""What every route keeps."""


class Route(RouterStage):
    """Places and routes a netlist once, with one seed."""

    stage = Stage.ROUTE
    metrics: ClassVar[Mapping[str, str]] = {
        "fmax_routed_mhz": "clock in MHz",
        "used": "resource to [used, available], harness included",
        "critical_path_ns": "its parts `logic` and `routing` in ns",
        "critical_path": "the cells at its ends, `from` and `to`",
    }
    artefacts: ClassVar[Mapping[str, str]] = {
        **ARTEFACTS,
        FLOORPLAN: "what fills most of each tile; missing where the router's netlist is too large",
    }

    def reads(self, subject: Subject) -> Reads:
        """Return the script of the harness, the router's command and its constraints."""
        device = subject.on()
        options = way_of(device.family, DEFAULT_WAY).options
        return Reads(what_router_reads(device, router_of(device), STEPS, options))

    def seed(self, subject: Subject, index: int) -> int:
        """Return the design's placer seed of an index."""
        return seeds(subject.point, index + 1)[index]

    def run(self, subject: Subject, given: Given) -> StageOutcome:
        """Place and route after the family's default way.

        Raises:
            ValueError: no seed is given.
        """
        if given.seed is None:
            raise ValueError("routing needs a seed")
        return route(
            subject.point,
            subject.on(),
            given.artefact,
            seed=given.seed,
            workdir=given.workdir,
            timeout_s=given.timeout_s,
            floor=True,
        )


STAGE = Route()


def router_of(device: Device | None) -> Router:
    """Return the router of a device.

    Raises:
        ValueError: it has none.
    """
    if device is None or device.router is None:
        raise ValueError(f"{device.name if device else 'a design alone'} has no router")
    return device.router


def route(
    point: Build,
    device: Device,
    netlist_json: bytes,
    *,
    seed: int,
    workdir: Path,
    timeout_s: float = 3600.0,
    options: Sequence[str] | None = None,
    output: str = "",
    floor: bool = False,
    improve: Improve | None = None,
) -> StageOutcome:
    """Place and route a core, once, with one seed.

    The harness is synthesised alone and joined to the core's netlist, which is not touched: what is
    routed is what was counted and verified.

    Args:
        point: the design, for messages.
        device: where to place it; it must have a router.
        netlist_json: the artefact `netlist.json` of its synthesis.
        seed: the placer's seed, see `route_seeds.seeds`.
        workdir: folder for everything that is written; it is made if need be.
        timeout_s: wall time limit in seconds.
        options: further arguments of the router, those of a way (`families.ways`); `None` for those
            of the default way.
        output: the router's argument that writes the routed design; empty to write none.
        floor: whether to keep where each cell lies.
        improve: told folder and log once the design is routed; it may leave other files
            of the same design there, and returns their log and metrics of its own.

    Returns:
        On success the metrics `fmax_routed_mhz`, `used` (resource to [used, available], harness
        included), `critical_path_ns` (`logic` and `routing`, in ns) and `critical_path` (from, to),
        and the artefact `route_report.json`, gzip; with `floor` also the artefact `floorplan.json`,
        gzip; with `output` also the artefact `routed_design`, gzip, and the metric `routed_sha256`
        of it. A design that does not fit or route, and a tool's failure, are outcomes with their
        reason.
    """
    start = time.monotonic()
    tools: dict[str, str] = {}
    try:
        if device.router is None:
            reason = f"{device.name} cannot be routed: no open router exists for it"
            raise ToolError(Failure.MISSING, "nextpnr", reason)
        tools["nextpnr"] = versions.nextpnr_version(device.router.tool)
        tools["yosys"] = versions.yosys_version()
        folder = workdir.resolve()
        folder.mkdir(parents=True, exist_ok=True)
        # Written when all is done, so that no figure hangs on it.
        more = list(way_of(device.family, DEFAULT_WAY).options if options is None else options)
        more += [output, ROUTED_DESIGN] if output else []
        more += [OPTION, PLACED] if floor else []
        core = core_of(netlist_json)
        deadline = start + timeout_s
        log = place_in_harness(device, core, folder, seed, deadline, more=more)
        log, own = (log, {}) if improve is None else improve(folder, log)
        report = read_report(folder, device.router, log)
        metrics = metrics_of(report, device.router, log)
        design = _routed(folder, device.router, log) if output else b""
    except ToolError as error:
        say_why(error, point, device)
        return failed(error, tools=tools, seconds=time.monotonic() - start)
    return StageOutcome(
        status=Status.OK,
        metrics=metrics | _digest(design) | own,
        artefacts={"route_report.json": nl.pack(json.dumps(report).encode())}
        | _packed(ROUTED_DESIGN, design)
        | (_packed(FLOORPLAN, _floorplan(folder)) if floor else {}),
        tools=tools,
        seconds=time.monotonic() - start,
        log=log,
    )


def core_of(netlist_json: bytes) -> nl.Netlist:
    """Read the netlist of a core, which may have come from somebody else.

    Raises:
        ToolError: it is none, or cannot be written into Verilog as it is.
    """
    try:
        core = nl.parse(netlist_json)
        verilog.check_netlist(core, nl.TOP)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        told = isinstance(error, InputError | InputFileError)
        reason = str(error) if told else "no netlist in JSON"
        # Synthesis wrote none such, so no design can help it.
        raise ToolError(Failure.ENVIRONMENT, "aesculus", f"stored netlist: {reason}") from error
    return core


def place_in_harness(
    device: Device,
    core: nl.Netlist,
    folder: Path,
    seed: int,
    deadline: float,
    *,
    more: Sequence[str],
) -> str:
    """Join a core with its harness in a folder and run the router on both; return its log.

    A core beside which the harness finds no room is tried once more in one without hops.

    Raises:
        ToolError: the router did not come to its end.
    """
    join(device, core, folder, deadline)
    try:
        return run_placer(device, folder, seed, deadline, more)
    except ToolError as error:
        if not _told(_NO_ROOM, error):
            raise
    join(device, core, folder, deadline, hops=False)
    return run_placer(device, folder, seed, deadline, more)


def join(
    device: Device, core: nl.Netlist, folder: Path, deadline: float, *, hops: bool = True
) -> None:
    """Write `joined.json`: the harness, with or without hops, and the core in it, flat."""
    (folder / "core.json").write_bytes(nl.dump(core))
    (folder / "harness.sv").write_text(hn.harness(core, hops=hops), encoding="utf-8")
    (folder / "blackbox.v").write_text(hn.blackbox(core), encoding="utf-8")
    yosys.run_script(join_script(device), workdir=folder, timeout_s=deadline - time.monotonic())


def join_script(device: Device) -> list[str]:
    """Return the Yosys commands that make the harness and put the core into it."""
    return [
        "read_verilog blackbox.v",
        f"read_slang --threads 1 --extern-modules --top {hn.TOP} harness.sv",
        *family(device.family).harness_script(device.synthesis.variant),
        f"delete ={nl.TOP}",
        "read_json core.json",
        f"setattr -mod -unset top {nl.TOP}",
        f"hierarchy -top {hn.TOP}",
        f"flatten -noscopeinfo {hn.TOP}",
        f"delete {nl.TOP}",
        f"write_json {JOINED}",
    ]


def arguments(
    device: Device, router: Router, netlist: str = JOINED
) -> tuple[dict[str, str], list[str]]:
    """Return the router's constraint files, name to content, and its arguments but the seed."""
    args = [*router.args, "--json", netlist, "--report", "report.json"]
    args += ["--freq", str(TARGET_MHZ), "--timing-allow-fail"]
    constraints = family(device.family).constraints
    files, named = ({}, []) if constraints is None else constraints(dict(router.pins.items()))
    return files, [*args, *named]


def what_router_reads(
    device: Device, router: Router, steps: Sequence[str], more: Sequence[str] = ()
) -> dict[str, str]:
    """Return digests of the script of the harness, the router's command and its constraints.

    Args:
        device: where it is placed.
        router: of the device.
        steps: steps of our own that take part.
        more: further arguments of the router.
    """
    files, args = arguments(device, router)
    databases = nextpnr.databases(router.tool, args)
    return {
        "scripts": digest_of(join_script(device)),
        "router": digest_of([router.tool, [*args, *more], files, *databases]),
        "steps": digest_of(provenance.versions(*steps)),
    }


def run_placer(
    device: Device,
    folder: Path,
    seed: int,
    deadline: float,
    more: Sequence[str] = (),
    *,
    netlist: str = JOINED,
) -> str:
    """Run the router on a netlist in a folder; return its log.

    Raises:
        ToolError: it did not come to its end.
    """
    router = router_of(device)
    files, args = arguments(device, router, netlist)
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    _, usual = arguments(device, router)
    run = nextpnr.run_router(
        router.tool,
        [*args, *more, "--seed", str(seed)],
        workdir=folder,
        timeout_s=deadline - time.monotonic(),
        sound=lambda: one_register(device, router, files, usual),
    )
    return run.log


def read_report(folder: Path, router: Router, log: str) -> dict[str, Any]:
    """Return the report that a router wrote into a folder.

    Raises:
        ToolError: it wrote none, or none that can be read.
    """
    text = written(folder / "report.json", router.tool, log=log)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _no_report(router, log, str(error)) from error
    if not isinstance(found, dict):
        raise _no_report(router, log, "it is no object of JSON")
    return found


def _no_report(router: Router, log: str, why: str) -> ToolError:
    reason = f"{router.tool} ended well, but its report.json is none: {why}"
    return ToolError(Failure.ENVIRONMENT, router.tool, reason, log=log)


def _routed(folder: Path, router: Router, log: str) -> bytes:
    return written(folder / ROUTED_DESIGN, router.tool, log=log).encode()


def _digest(design: bytes) -> dict[str, str]:
    return {"routed_sha256": hashlib.sha256(design).hexdigest()} if design else {}


def _packed(name: str, content: bytes) -> dict[str, bytes]:
    return {name: nl.pack(content)} if content else {}


def _floorplan(folder: Path) -> bytes:
    try:
        return floorplan(read_bytes(folder / PLACED, MOST_NETLIST)) or b""
    except InputFileError:
        return b""


_HOLD = re.compile(r"(?:(\d+) )?Hold/min time violation")
"""What a router says, and goes on, as it is told to go on where the clock is missed: how many there
are, above ten of them at most."""


def metrics_of(report: dict[str, Any], router: Router, log: str) -> dict[str, Any]:
    """Return the metrics of a routed design that a router's report holds.

    Raises:
        ToolError: it lacks what every report of this router holds; the design has no part in that.
            Or a path is too quick for the register behind it, which no clock mends.
    """
    if said := _HOLD.findall(log):
        early = max([int(count) for count in said if count], default=len(said))
        reason = f"hold is violated on {early:,} path{'s' * (early > 1)}, at whatever clock"
        raise ToolError(Failure.TIMING, router.tool, reason, log=log)
    try:
        return _metrics(report)
    except KeyError as error:
        raise _no_report(router, log, f"it has no {error}") from error
    except (AttributeError, IndexError, TypeError, ValueError) as error:
        raise _no_report(router, log, f"it is of another form ({error})") from error


def _metrics(report: dict[str, Any]) -> dict[str, Any]:
    name, clock = _clock(report)
    parts = {"logic": 0.0, "routing": 0.0}
    ends: dict[str, str] = {}
    for path in report.get("critical_paths", []):
        if _domain(path["from"]) == name == _domain(path["to"]):
            for step in path["path"]:
                parts["routing" if step["type"] == "routing" else "logic"] += step["delay"]
            ends = {
                "from": str(path["path"][0]["from"]["cell"]),
                "to": str(path["path"][-1]["to"]["cell"]),
            }
            break
    return {
        "fmax_routed_mhz": round(clock["achieved"], 3),
        "used": {
            kind: [use["used"], use["available"]]
            for kind, use in sorted(report["utilization"].items())
            if use["used"]
        },
        "critical_path_ns": {kind: round(value, 3) for kind, value in parts.items()},
        "critical_path": ends,
    }


def _clock(report: dict[str, Any]) -> tuple[str, dict[str, float]]:
    """Return name and figures of the core's clock, the only one of the harness."""
    clocks: dict[str, dict[str, float]] = report["fmax"]
    return min(clocks.items(), key=lambda item: item[1]["achieved"])


def _domain(event: str) -> str:
    return event.partition(" ")[2]


_NO_ROOM = (
    re.compile(r"Unable to place cell.*", re.IGNORECASE),
    re.compile(r"no (?:more )?(?:Bels|BELs).*(?:available|remaining|left).*", re.IGNORECASE),
    re.compile(r"Unable to find (?:a )?legal placement.*", re.IGNORECASE),
    re.compile(r"failed to place.*", re.IGNORECASE),
    re.compile(r"Failed to expand region.*", re.IGNORECASE),
    re.compile(r"^.*too many.*", re.IGNORECASE | re.MULTILINE),
)
_NO_ROUTE = (
    re.compile(r"^.*(?:failed to route|unroutable|Routing failed).*", re.IGNORECASE | re.MULTILINE),
)


def say_why(error: ToolError, point: Build, device: Device) -> None:
    """Replace a router's own words by the reason, where it is a known one."""
    for patterns, what in ((_NO_ROOM, "does not fit"), (_NO_ROUTE, "cannot be routed on")):
        if why := _told(patterns, error):
            error.kind = Failure.NO_ROOM
            error.reason = f"the design {what} {device.name}: {why}"
            return


def cannot_be_routed(error: ToolError) -> bool:
    """Return whether the router found no way for the wires of a placed design."""
    return bool(_told(_NO_ROUTE, error))


def _told(patterns: Sequence[re.Pattern[str]], error: ToolError) -> str:
    """Return what a refusal's log says of a matter, at most 200 characters; empty for nothing."""
    if error.kind is not Failure.REFUSED:
        return ""
    found = next(filter(None, (pattern.search(error.log) for pattern in patterns)), None)
    return found[0].strip()[:200] if found else ""

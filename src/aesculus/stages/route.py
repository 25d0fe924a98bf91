"""The stage `route`: place and route of a mapped core in its harness."""

import json
import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from aesculus.design import Build
from aesculus.families import Device, Router, family
from aesculus.netlists import netlist as nl
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages import provenance
from aesculus.stages import route_harness as hn
from aesculus.stages.base import Given, Reads, StageFile, Subject
from aesculus.stages.outcome import failed
from aesculus.stages.route_seeds import seeds
from aesculus.tools import Failure, ToolError, nextpnr, versions, written, yosys

TARGET_MHZ = 400
"""Frequency the router aims at: above what any of the devices reaches, so that it never rests."""


_STEPS = ("route", "harness")


class Route(StageFile):
    """Places and routes a netlist once, with one seed."""

    stage = Stage.ROUTE
    needs = (Stage.SYNTH,)
    starts_from = (Stage.SYNTH, "netlist.json")
    # A netlist that is wrong need not be routed.
    barred_by = (Stage.VERIFY_NETLIST,)
    seeded = True
    places = True
    timeout_s = 7200.0
    metrics: ClassVar[Mapping[str, str]] = {
        "fmax_routed_mhz": "clock in MHz",
        "used": "resource to [used, available], harness included",
        "critical_path_ns": "its parts `logic` and `routing` in ns",
        "critical_path": "the cells at its ends, `from` and `to`",
    }
    artefacts: ClassVar[Mapping[str, str]] = {"route_report.json": "the router's report"}

    def serves(self, device: Device | None) -> bool:
        """Return whether the device has a router."""
        return device is not None and device.router is not None

    def tools(self, device: Device | None) -> dict[str, str]:
        """Return the versions of the router and of Yosys, which makes the harness.

        Raises:
            ValueError: the device has no router.
        """
        router = _router(device)
        return {
            "nextpnr": versions.nextpnr_version(router.tool),
            "yosys": versions.yosys_version(),
        }

    def reads(self, subject: Subject) -> Reads:
        """Return the script of the harness, the router's command and its constraints."""
        device = subject.on()
        router = _router(device)
        files, args = _arguments(device, router)
        digest_of = provenance.digest_of
        inputs = {
            "scripts": digest_of(_join_script(device)),
            "router": digest_of([router.tool, args, files]),
            "steps": digest_of(provenance.versions(*_STEPS)),
        }
        return Reads(inputs)

    def seed(self, subject: Subject, index: int) -> int:
        """Return the design's placer seed of an index."""
        return seeds(subject.point, index + 1)[index]

    def run(self, subject: Subject, given: Given) -> StageOutcome:
        """Place and route.

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
        )

    def seconds(self, subject: Subject, luts: float) -> float:
        """Return the time, which goes with the tables."""
        del subject
        return 15 + luts / 200

    def memory_mb(self, subject: Subject, luts: float) -> int:
        """Return the memory of the router."""
        del subject
        return int(900 + 0.03 * luts)


STAGE = Route()


def _router(device: Device | None) -> Router:
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

    Returns:
        On success the metrics `fmax_routed_mhz`, `used` (resource to [used, available], harness
        included), `critical_path_ns` (`logic` and `routing`, in ns) and `critical_path` (from, to),
        and the artefact `route_report.json`, gzip. A design that does not fit or route, and a
        tool's failure, are outcomes with their reason.
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
        _join(device, nl.parse(netlist_json), folder, start + timeout_s)
        report, log = _route(device, device.router, folder, seed, start + timeout_s)
    except ToolError as error:
        _say_why(error, point, device)
        return failed(error, tools=tools, seconds=time.monotonic() - start)
    return StageOutcome(
        status=Status.OK,
        metrics=_metrics(report),
        artefacts={"route_report.json": nl.pack(json.dumps(report).encode())},
        tools=tools,
        seconds=time.monotonic() - start,
        log=log,
    )


def _join(device: Device, core: nl.Netlist, folder: Path, deadline: float) -> None:
    """Write `joined.json`: the harness with the core in it, flat."""
    (folder / "core.json").write_bytes(nl.dump(core))
    (folder / "harness.sv").write_text(hn.harness(core), encoding="utf-8")
    (folder / "blackbox.v").write_text(hn.blackbox(core), encoding="utf-8")
    yosys.run_script(_join_script(device), workdir=folder, timeout_s=deadline - time.monotonic())


def _join_script(device: Device) -> list[str]:
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
        "write_json joined.json",
    ]


def _arguments(device: Device, router: Router) -> tuple[dict[str, str], list[str]]:
    """Return the router's constraint files, name to content, and its arguments but the seed."""
    args = [*router.args, "--json", "joined.json", "--report", "report.json"]
    args += ["--freq", str(TARGET_MHZ), "--timing-allow-fail"]
    constraints = family(device.family).constraints
    files, named = ({}, []) if constraints is None else constraints(dict(router.pins.items()))
    return files, [*args, *named]


def _route(
    device: Device, router: Router, folder: Path, seed: int, deadline: float
) -> tuple[dict[str, Any], str]:
    files, args = _arguments(device, router)
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    run = nextpnr.run_router(
        router.tool,
        [*args, "--seed", str(seed)],
        workdir=folder,
        timeout_s=deadline - time.monotonic(),
    )
    text = written(folder / "report.json", router.tool, log=run.log)
    try:
        return json.loads(text), run.log
    except ValueError as error:
        reason = f"{router.tool} ended well, but its report.json is none: {error}"
        raise ToolError(Failure.ENVIRONMENT, router.tool, reason, log=run.log) from error


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
    re.compile(r"failed to place.*", re.IGNORECASE),
    re.compile(r".*too many.*", re.IGNORECASE),
)
_NO_ROUTE = re.compile(r".*(?:failed to route|unroutable|Routing failed).*", re.IGNORECASE)


def _say_why(error: ToolError, point: Build, device: Device) -> None:
    """Replace a router's own words by the reason, where it is a known one."""
    if error.kind is not Failure.REFUSED:
        return
    for pattern in _NO_ROOM:
        found = pattern.search(error.log)
        if found:
            error.reason = f"the design does not fit {device.name}: {found[0].strip()[:200]}"
            return
    found = _NO_ROUTE.search(error.log)
    if found:
        error.reason = f"the design cannot be routed on {device.name}: {found[0].strip()[:200]}"

"""Place and route of a mapped core in its harness."""

import json
import re
import time
from pathlib import Path
from typing import Any

from aesculus.ciphers.aes.space import DesignPoint
from aesculus.devices import Device, Router
from aesculus.flows import harness as hn
from aesculus.flows import netlist as nl
from aesculus.flows.families import family
from aesculus.flows.outcome import failed
from aesculus.records import StageOutcome, Status
from aesculus.tools import Failure, ToolError, nextpnr, versions, yosys

TARGET_MHZ = 400
"""Frequency the router aims at: above what any of the devices reaches, so that it never rests."""


def route(
    point: DesignPoint,
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
        seed: the placer's seed, see `seeds.seeds`.
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
        report, log = _route(device.router, folder, seed, start + timeout_s)
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
    yosys.run_script(
        [
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
        ],
        workdir=folder,
        timeout_s=deadline - time.monotonic(),
    )


def _route(router: Router, folder: Path, seed: int, deadline: float) -> tuple[dict[str, Any], str]:
    args = [*router.args, "--json", "joined.json", "--report", "report.json"]
    args += ["--seed", str(seed), "--freq", str(TARGET_MHZ), "--timing-allow-fail"]
    match router.tool:
        case "nextpnr-ecp5":
            (folder / "pins.lpf").write_text("", encoding="utf-8")
            args += ["--lpf", "pins.lpf", "--lpf-allow-unconstrained"]
        case "nextpnr-himbaechel-gowin":
            lines = [f'IO_LOC "{port}" {pin};\n' for port, pin in router.pins.items()]
            (folder / "pins.cst").write_text("".join(lines), encoding="utf-8")
            args += ["--vopt", "cst=pins.cst"]
    run = nextpnr.run_router(
        router.tool, args, workdir=folder, timeout_s=deadline - time.monotonic()
    )
    try:
        report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        why = "no report" if isinstance(error, FileNotFoundError) else "a report that is none"
        reason = f"{router.tool} ended well but wrote {why}"
        raise ToolError(Failure.CRASH, router.tool, reason, log=run.log) from error
    return report, run.log


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


def _say_why(error: ToolError, point: DesignPoint, device: Device) -> None:
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

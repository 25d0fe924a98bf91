"""The stage `vendor`: a design by a vendor's tool, from its sources to area and clock.

The tool synthesises, places and routes the design out of context: the core in the serial harness
that the embedded routers get, with the same frequency to aim at. The area is that of the core
alone, the clock that of the harness. Which tool, the device says (`Device.measured_by`).
"""

import json
import math
import time
from collections.abc import Mapping
from typing import Any, ClassVar

from aesculus.design.text import digest_of
from aesculus.families import Device
from aesculus.netlists import netlist as nl
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages import provenance
from aesculus.stages import route_harness as hn
from aesculus.stages import vendor_harness as vh
from aesculus.stages.base import Given, Reads, StageFile, Subject
from aesculus.stages.outcome import failed
from aesculus.stages.route import TARGET_MHZ
from aesculus.stages.route_seeds import seeds
from aesculus.stages.synth import collect_sources
from aesculus.tools import Failure, ToolError, nextpnr
from aesculus.tools.vendors import VENDORS, Task, Vendor
from aesculus.tools.vendors import measure as running
from aesculus.tools.vendors.figures import Figures

REPORTS = "vendor_reports.json"
_HARNESS = "harness.sv"


class VendorStage(StageFile):
    """Has a vendor's tool synthesise, place and route a design, once, with one seed."""

    stage = Stage.VENDOR
    needs = (Stage.VERIFY,)
    seeded = True
    timeout_s = 14400.0
    metrics: ClassVar[Mapping[str, str]] = {
        "lut_count": "look-up tables used as logic; on Intel parts adaptive logic modules",
        "lutram_count": "look-up tables used as memory or shift registers",
        "ff_count": "flip-flops",
        "bram_count": "block RAMs, as the tool counts them, halves rounded up",
        "fmax_routed_mhz": "clock in MHz",
        "harness": "`ff_count` and `lut_count` of the harness, which are in no other figure",
        "part": "the part that the tool was told",
        "reported": "version of the tool as its reports have it",
    }
    artefacts: ClassVar[Mapping[str, str]] = {REPORTS: "name to text of the tool's reports"}

    def serves(self, device: Device | None) -> bool:
        """Return whether a vendor's tool measures the device."""
        return device is not None and bool(device.measured_by)

    def tools(self, device: Device | None) -> dict[str, str]:
        """Return the version of the tool.

        Raises:
            ToolError: it is not on PATH, or Edalize is missing.
        """
        vendor = vendor_of(device)
        return {vendor.name: running.version(vendor)}

    def reads(self, subject: Subject) -> Reads:
        """Return the top, the harness, all scripts and constraints, and the part."""
        device = subject.on()
        vendor = vendor_of(device)
        task = _task(device, None, "")
        extras = {name: [each.text, each.kind] for name, each in vendor.extras(task).items()}
        own = provenance.versions("vendor", "vendors", "harness", "synth")
        scripts = [extras, [list(command) for command in vendor.commands(task)]]
        return Reads(
            {
                "top": provenance.text_digest(subject.top()),
                "harness": provenance.text_digest(vh.harness(subject.point.design).text),
                "scripts": digest_of([*scripts, dict(vendor.options)]),
                "edalize": digest_of(provenance.packages("edalize")),
                "steps": digest_of(own),
            },
            device=digest_of([device.part.part, device.part.family]),
        )

    def seed(self, subject: Subject, index: int) -> int | None:
        """Return the design's placer seed of an index; `None` for a tool that takes none."""
        if not vendor_of(subject.on()).seeds:
            return None
        return seeds(subject.point, index + 1)[index]

    def run(self, subject: Subject, given: Given) -> StageOutcome:
        """Measure."""
        start = time.monotonic()
        tools: dict[str, str] = {}
        device = subject.on()
        vendor = vendor_of(device)
        try:
            tools = self.tools(device)
            folder = given.workdir.resolve()
            sources = collect_sources(subject, folder)
            around = vh.harness(subject.point.design)
            (folder / _HARNESS).write_text(around.text, encoding="utf-8")
            done = running.measure(
                vendor,
                _task(device, given.seed, tools[vendor.name]),
                [*sources, _HARNESS],
                folder,
                timeout_s=given.timeout_s,
            )
            metrics = _metrics(vendor, done.figures, around)
        except ToolError as error:
            return failed(error, tools=tools, seconds=time.monotonic() - start)
        return StageOutcome(
            status=Status.OK,
            metrics=metrics | {"part": device.part.part, "reported": done.figures.version},
            artefacts={REPORTS: nl.pack(json.dumps(dict(done.reports), sort_keys=True).encode())},
            tools=tools,
            seconds=time.monotonic() - start,
            log=done.log,
        )

    def seconds(self, subject: Subject, luts: float) -> float:
        """Return the time, which goes with the tables; a guess, as no such tool was at hand."""
        del subject
        return 180 + luts / 40

    def memory_mb(self, subject: Subject, luts: float) -> int:
        """Return the memory of the tool; a guess, too."""
        del subject
        return int(3000 + 0.1 * luts)


STAGE = VendorStage()


def vendor_of(device: Device | None) -> Vendor:
    """Return the tool that measures a device.

    Raises:
        ValueError: none does.
    """
    if device is None or not device.measured_by:
        raise ValueError(f"{device.name if device else 'a design alone'} is of no vendor's tool")
    return VENDORS[device.measured_by]


def check(device: Device, *, routes: bool = False) -> None:
    """Return if the tool of the user's own that measures a device is here, or none does.

    Args:
        device: which.
        routes: whether something is to be routed, so that any router must be here.

    Raises:
        ToolError: it is missing, or what it needs is; one line that names what.
    """
    if device.measured_by:
        running.check(vendor_of(device))
    elif device.router is not None:
        found = nextpnr.check if routes else nextpnr.check_own
        found(device.router.tool, device.router.args)


def seeds_on(device: Device, wanted: int) -> int:
    """Return how many of some wanted seeds a device's tool can use."""
    return wanted if vendor_of(device).seeds else 1


def _task(device: Device, seed: int | None, version: str) -> Task:
    return Task(
        top=hn.TOP,
        clock=vh.CLOCK,
        pins=vh.PINS,
        part=device.part.part,
        family=device.part.family,
        mhz=TARGET_MHZ,
        seed=seed,
        version=version,
    )


def _metrics(vendor: Vendor, found: Figures, around: vh.Harness) -> dict[str, Any]:
    """Return the figures of the core, without the harness where a report has both together."""
    less = {"ff_count": around.registers, "lut_count": around.tables}
    counts = {name: getattr(found, name) or 0 for name in ("lut_count", "ff_count")}
    if not found.core_alone:
        counts = {name: count - less[name] for name, count in counts.items()}
        if min(counts.values()) < 0:
            told = f"{found.lut_count} LUT and {found.ff_count} FF"
            reason = f"what {vendor.name} left cannot be: {told} in all, less than the harness has"
            raise ToolError(Failure.ENVIRONMENT, vendor.name, reason)
    return {
        **counts,
        "lutram_count": found.lutram_count or 0,
        # Half a block is gone for whoever wants a whole one.
        "bram_count": math.ceil(found.bram_count or 0),
        "fmax_routed_mhz": round(found.fmax_mhz or 0.0, 3),
        "harness": less,
    }

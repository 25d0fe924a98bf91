"""A verified design as a folder that an engineer can sign off; docs/bundle.md tells of it."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import aesculus
from aesculus.design import Build, Port
from aesculus.design.ports import shape_of, used_ports
from aesculus.export import manifest, readme
from aesculus.export.diagrams import can_draw, svg_of, symbol, waves
from aesculus.export.documents import documents
from aesculus.export.evidence import Evidence
from aesculus.export.flat import flat as flat_form
from aesculus.export.ports import (
    CLEAR,
    CLEARED,
    CLOCK,
    RESET,
    loose,
    watched,
)
from aesculus.export.render import render
from aesculus.export.sources import licence_text, rtl, with_licence
from aesculus.export.steps import Script, script, sent_full
from aesculus.export.vectors import as_json, marks, rows, sides, width
from aesculus.families import devices
from aesculus.families.ways import DEFAULT_WAY, way_of
from aesculus.netlists.netlist import TOP
from aesculus.stages.provenance import package_digest
from aesculus.stages.synth import mapping

_TARGET_MHZ = 100.0
"""Clock in constraints of a design that was never routed on its device."""

_IDLE = 64
"""Cycles that a bench looks on after the last result, beside the latency."""


def module_name(point: Build) -> str:
    """Return the name of the exported top module: the project's prefix and the label."""
    return "aesculus_" + re.sub(r"[^a-z0-9]+", "_", point.label.lower()).strip("_")


@dataclass(frozen=True)
class Bundle:
    """A design to be exported.

    Attributes:
        point: the design.
        evidence: what is known of it.
        flat: whether the flat form goes with it.
        mhz: clock in its constraints; `None` for what its slowest seed reached.
    """

    point: Build
    evidence: Evidence
    flat: bool = False
    mhz: float | None = None

    @cached_property
    def top(self) -> str:
        """Name of the module with all ports."""
        return module_name(self.point)

    @cached_property
    def lean(self) -> str:
        """Name of the module with the ports that are used."""
        return f"{self.top}_lean"

    @cached_property
    def ports(self) -> list[Port]:
        """The ports that are used."""
        return used_ports(self.point.design)

    @cached_property
    def sources(self) -> dict[str, str]:
        """The sources, path in the bundle to text, in compile order."""
        return rtl(self.point.design, self.top)

    @cached_property
    def software(self) -> dict[str, str]:
        """The files of the design's C driver, path in the bundle to text, if it has one."""
        found: Sequence[Path] = getattr(self.point.design, "software", tuple)()
        return {f"software/{path.name}": path.read_text(encoding="utf-8") for path in found}

    @cached_property
    def documents(self) -> dict[str, str]:
        """The pages on the ports of a product, path in the bundle to text."""
        return documents(self.point.design, registers=bool(self.software))

    @cached_property
    def script(self) -> Script | None:
        """What the benches do, if the design says."""
        return script(self.point.design, self.evidence.rtl.metrics["latency_cycles"])

    @property
    def wrapper(self) -> str:
        """File of the wrapper."""
        return f"{self.lean}.v"

    @property
    def flat_file(self) -> str | None:
        """File of the flat form."""
        return f"flat/{self.top}.v" if self.flat else None

    @cached_property
    def common(self) -> dict[str, Any]:
        """What templates name."""
        latency = self.evidence.rtl.metrics["latency_cycles"]
        names = {port.name for port in self.ports}
        return {
            "label": self.point.label,
            "top": self.top,
            "lean": self.lean,
            "short": re.sub(r"^aesculus_", "", self.top),
            "ports": self.ports,
            "all_ports": list(self.point.design.ports()),
            "files": list(self.sources),
            "wrapper": self.wrapper,
            "flat": self.flat_file,
            "core": shape_of(self.point.design) is not None,
            "drawn": can_draw(),
            "bench": self.script.about if self.script else "",
            "software": sorted(self.software),
            "clock": CLOCK,
            "reset": RESET,
            "clear": CLEAR if CLEAR in names else None,
            "cleared": CLEARED,
            "quiet": 2 * latency + _IDLE,
            "limit": 16 * latency + 4096,
        }

    def files(self) -> dict[str, str]:
        """Return all files but the manifest, path to text.

        Raises:
            RunError: the sources do not elaborate, or the flat form is not as the RTL.
        """
        made = self.sources | self.software
        made[self.wrapper] = render("wrapper.v", **self.common)
        made["core.json"] = json.dumps(self.core(), indent=2) + "\n"
        made["LICENSE"] = licence_text()
        made["Makefile"] = render("Makefile", **self.common)
        made |= self._lists() | self._constraints() | self._templates() | self._checks()
        made |= self._pictures() | self.documents
        if self.flat_file is not None:
            made[self.flat_file] = flat_form(self.point.design, self.top, self.evidence.rtl.metrics)
        made["README.md"] = readme.page(
            self.point, self.evidence, {**self.common, "documents": list(self.documents)}
        )
        return made

    def core(self) -> dict[str, Any]:
        """Return what `core.json` says."""
        design = self.point.design
        first, last = self.evidence.rtl, self.evidence.netlist
        return with_licence(
            {
                "top": self.top,
                "label": self.point.label,
                "files": list(self.sources),
                "parameters": dict(design.parameters),
                "ports": [_told(port) for port in design.ports()],
                "latency_cycles": first.metrics["latency_cycles"],
                "blocks_per_cycle": first.metrics["blocks_per_cycle"],
                "design": self.point.fields,
                "wrapper": {
                    "top": self.lean,
                    "file": self.wrapper,
                    "ports": [_told(port) for port in self.ports],
                },
                "flat": self.flat_file,
                "software": list(self.software),
                "verified": {
                    "vectors": first.metrics["vectors"],
                    "rtl_digest": first.job.rtl_digest,
                    "netlist_device": last.job.device,
                    "tools": {**first.tools, **last.tools},
                },
            }
        )

    def marks(self) -> dict[str, Any]:
        """Return what the manifest says of the verification."""
        first, last = self.evidence.rtl, self.evidence.netlist
        return {
            "label": self.point.label,
            "design_digest": self.point.digest,
            "aesculus": aesculus.__version__,
            "aesculus_digest": package_digest(),
            "netlist_verified": True,
            "records": {
                str(record.stage): {
                    "key": record.key,
                    "device": record.job.device,
                    "rtl_digest": record.job.rtl_digest,
                    "vectors": record.metrics["vectors"],
                    "blocks": record.metrics["blocks"],
                    "tools": record.tools,
                }
                for record in (first, last)
            },
        }

    def write(self, folder: Path) -> list[str]:
        """Write all files into an empty folder; return their paths in it.

        Raises:
            RunError: as `files`.
            OSError: a file cannot be written.
        """
        made = self.files()
        for name, text in made.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        manifest.write(folder, self.marks())
        return [*made, manifest.MANIFEST]

    def _lists(self) -> dict[str, str]:
        names = ("files.f", "vivado.tcl", "quartus.qip", "quartus.tcl", "radiant.tcl")
        made = {f"lists/{name}": render(name, **self.common) for name in names}
        return made | {"lists/yosys.ys": render("yosys.ys", **self.common, **self._open_flow())}

    def _open_flow(self) -> dict[str, Any]:
        """Return what the script for Yosys names: how the device is mapped to, and its router."""
        device = devices.load(self.evidence.netlist.job.device)
        router = device.router
        # As every median is routed.
        way = way_of(device.family, DEFAULT_WAY).options if router else ()
        words = [router.tool, *router.args, *way] if router else []
        return {
            "device": device.name,
            "mapping": [
                re.sub(rf"\b{TOP}\b", self.lean, line) for line in mapping(self.point, device)
            ],
            "router": " ".join(words),
            "mhz": f"{self.clock[0]:.0f}",
        }

    def _constraints(self) -> dict[str, str]:
        mhz, source = self.clock
        period = 1000 / mhz
        values = {
            "clock_from": source,
            "mhz": f"{mhz:.3f}",
            "period": f"{period:.3f}",
            # A fifth of a cycle for the way from the register that releases the reset.
            "reset_max": f"{0.2 * period:.3f}",
            "reset_setup": f"{0.8 * period:.3f}",
        }
        kinds = ("xdc", "sdc", "pdc", "lpf", "cst")
        return {
            f"constraints/{self.lean}.{kind}": render(kind, **self.common, **values)
            for kind in kinds
        }

    def _templates(self) -> dict[str, str]:
        return {
            f"templates/{self.lean}.{kind}": render(f"instance.{kind}", **self.common)
            for kind in ("v", "sv", "vhd")
        }

    def _checks(self) -> dict[str, str]:
        inputs, outputs = sides(self.ports)
        values = {**self.common, "inputs": inputs, "outputs": outputs}
        values["key"] = next((each for each in inputs if each.name == "key"), None)
        made = {
            f"sva/{self.lean}_assertions.sv": render("assertions.sv", **values),
            "sva/bind.sv": render("bind.sv", **values),
        }
        if self.script is None:
            return made
        values |= {
            "steps": len(self.script.steps),
            "results": {name: len(found) for name, found in self.script.results.items()},
            "width": width(self.ports),
            "loose": loose(self.ports),
            "watched": watched(self.ports),
            "marks": {each.name: marks(self.script, each) for each in outputs},
            "latency": self.script.latency,
            "clear_edges": self.script.clear,
            "fills": self.script.fills,
            "full": sent_full(self.script.fills),
            "rate": self._beats_per_cycle,
            "about": self.script.about,
        }
        made[f"sim/{self.lean}_tb.sv"] = render("testbench.sv", **values)
        made["sim/test_core.py"] = render("test_core.py", **values)
        made["sim/run_cocotb.py"] = render("run_cocotb.py", **values)
        made["sim/public.vlt"] = render("public.vlt", **values)
        made["sim/steps.json"] = as_json(self.script, self.ports)
        hexes = rows(self.script, self.ports)
        return made | {f"sim/{name}": text for name, text in hexes.items()}

    @property
    def clock(self) -> tuple[float, str]:
        """The clock in its constraints, in MHz, and a line that says where it is from."""
        return _clock(self.evidence, self.mhz)

    @property
    def _beats_per_cycle(self) -> Fraction:
        """The measured rate of a lane."""
        shape = shape_of(self.point.design)
        return rate(self.evidence) / (1 if shape is None else shape.lanes)

    def _pictures(self) -> dict[str, str]:
        made = {"docs/ports.svg": symbol(self.lean, self.ports)}
        if self.common["core"]:
            drawn = waves(self.ports, self.evidence.rtl.metrics["latency_cycles"])
            made["docs/timing.json"] = json.dumps(drawn, indent=2) + "\n"
            if can_draw():
                made["docs/timing.svg"] = svg_of(drawn)
        return made


def _told(port: Port) -> dict[str, Any]:
    return {"name": port.name, "direction": port.way, "width": port.bits}


def _clock(evidence: Evidence, asked: float | None) -> tuple[float, str]:
    """Return the clock for constraints in MHz, and where it is from."""
    if asked is not None:
        return asked, f"{asked:g} MHz was asked for at the export."
    device = evidence.netlist.job.device
    row = next((row for row in evidence.rows if row.device == device), None)
    if row is None or row.fmax_routed_min is None:
        guess = f"{_TARGET_MHZ:g} MHz is a guess: no route of this design on {device} is known."
        return _TARGET_MHZ, guess
    # A tool should be asked for what each seed reached; half of them miss the median.
    reached, limit = row.fmax_routed_min, row.clock_limit_mhz
    if limit is not None and limit < reached:
        return limit, f"{limit:g} MHz is the limit of the clock network of {device}."
    seeds = f"the slowest of {row.n_seeds} placer seeds" if row.n_seeds > 1 else "that of a seed"
    whence = f", {row.whence}" if row.whence else ""
    return reached, f"{reached:.1f} MHz is {seeds} on {device}{whence}."


def rate(evidence: Evidence) -> Fraction:
    """Return the measured blocks per cycle."""
    return Fraction(evidence.rtl.metrics["blocks_per_cycle"])

"""Every mode around a small core on three devices, buses around one, and modes at full rate."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any

from pydantic import Field

from aesculus import metrics
from aesculus.design import Build, buses, modes, parse_build
from aesculus.engine.eligible import present
from aesculus.engine.engine import told
from aesculus.engine.plan import distinct, whole_chain
from aesculus.engine.session import run_wants
from aesculus.errors import RunError
from aesculus.families import devices
from aesculus.store import Store
from aesculus.studies.study import RunOptions, Study

SMALL: Mapping[str, str] = {
    "LFE5U-85F-8": "UF1-PP2B",
    "GW2A-18": "UF1-PP2B",
    "ICE40UP5K": "UF1-PP0P-W8",
}
"""Device to the core that every mode stands around there."""

OPTIONS: Mapping[str, Mapping[str, str]] = {"ICE40UP5K": {"GCM": "GCM-H2-D1", "GMAC": "GMAC-D1"}}
"""Device to the modes that find a place there with options alone."""

BUS_MODE = "CTR"
"""The mode that every bus stands around, on the first device."""

BESIDE: Mapping[str, Sequence[str]] = {
    "LFE5U-85F-8": ("XTS.AES256-UF1-PP2B", "ECB.WB32.UF1-PP0B-W8", "ECB.AXIL32.UF1-PP0B-W8"),
    "ICE40UP5K": ("GCM-H2-D1.AXIS32.UF1-PP0P-W8",),
}
"""Device to what is shown beside them: XTS with 256 bits, and the smallest with their buses."""

FULL_RATE = (
    "CTR.UF10-Cd01B",
    "GCM.UF10-Cd01B",
    "CTR.UF10-C5dfT-G5ac",
    "GCM.UF10-C5dfT-G5ac",
    "GCM-M6.UF10-C5dfT-G5ac",
    "XTS.UF10-C5dfT-G5ac",
    "CTR.UF10-C12bN",
    "GCM-M6.UF10-C12bN",
    "XTS.UF10-C12bN",
    "XTS.AES256-UF14-C5dfT-G5ac",
    "CTR.RF2-UF10-C12bN",
    "GCM.RF2-UF10-C12bN",
)
"""Modes around a pipeline that takes a block in every cycle, on the first device."""

_BUS_BITS = 32
_NO_ROOM = "nofit"
FIGURES = (
    "status",
    "reason",
    "netlist_verified",
    "seeds",
    "fmax_routed_seeds",
    "fmax_routed_min",
    "fmax_routed_mhz",
    "fmax_routed_max",
    "fmax_mhz",
    "throughput_gbps",
    "blocks_per_cycle_exact",
    "latency_cycles",
    "area_luts",
    "ff_count",
    "bram_count",
    "tools",
    "rtl_digest",
)
"""What the table has of a row."""


@cache
def products() -> Mapping[str, Sequence[Build]]:
    """Return the designs by device: the bare core first, then modes, buses, and full rates."""
    first = next(iter(SMALL))
    found: dict[str, Sequence[Build]] = {}
    for device, core in SMALL.items():
        options = OPTIONS.get(device, {})
        labels = [core, *(f"{options.get(mode, mode)}.{core}" for mode in sorted(modes()))]
        if device == first:
            labels += [f"{BUS_MODE}.{bus}{_BUS_BITS}.{core}" for bus in sorted(buses())]
        labels += BESIDE.get(device, ())
        if device == first:
            labels += FULL_RATE
        found[device] = [parse_build(label) for label in labels]
    return found


class ModeOptions(RunOptions):
    """What the study can be told."""

    seeds: Annotated[int, Field(ge=1, le=metrics.MOST_SEEDS, description="Routed seeds each.")] = (
        metrics.HEADLINE_SEEDS
    )


class Modes(Study[ModeOptions]):
    """The study."""

    name = "modes"
    doc = "Every mode of operation around a small core, buses around one, and modes at full rate."
    options = ModeOptions

    def run(self, options: ModeOptions) -> None:
        """Measure the designs and write their figures.

        Raises:
            RunError: some of them are not complete.
        """
        # Seed by seed, so that a budget that runs out leaves every design with equally many. What
        # takes as long as all others together comes behind them.
        wants = [
            want
            for large in (False, True)
            for count in range(1, options.seeds + 1)
            for device, builds in products().items()
            for build in builds
            if (build.label in FULL_RATE) == large
            for want in whole_chain(build, devices.load(device), seeds=count)
        ]
        with options.opened() as (store, how):
            summary = run_wants(store, distinct(wants), how)
            rows = [row for device in products() for row in _rows(store, device)]
        written = [_told(row) for row in rows]
        self.write(options.out, {**self.head(), "seeds": options.seeds, "rows": written})
        self.say_where(options.out, f"{told(summary)}.")
        # What does not fit a device, or finds no place there, has an answer, and is not open.
        missing = [
            f"{row.label} on {row.device}"
            for row in rows
            if row.status != _NO_ROOM
            and not (row.netlist_verified and row.n_seeds + row.n_seeds_failed >= options.seeds)
        ]
        if missing:
            raise RunError(f"not complete yet: {', '.join(missing)}")

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the rows by device, and the versions of all tools."""
        found = {f"{tool}: {text}" for row in body["rows"] for tool, text in row["tools"].items()}
        names = dict.fromkeys(row["device"] for row in body["rows"])
        parts = [(name, [row for row in body["rows"] if row["device"] == name]) for name in names]
        return {"parts": parts, "versions": sorted(found)}


def _rows(store: Store, device: str) -> Iterator[metrics.Row]:
    """Give the figures of the designs on a device, of the present RTL, in order."""
    labels = [build.label for build in products()[device]]
    measured = present(metrics.checked(store, device=device, labels=labels))
    found = {row.label: row for row in measured}
    for label in labels:
        yield found.get(label) or metrics.Row(label=label, design={}, device=device)


def _told(row: metrics.Row) -> dict[str, Any]:
    body = row.model_dump(mode="json")
    return {"label": row.label, "device": row.device, **{name: body[name] for name in FIGURES}}


STUDIES = (Modes(),)

"""Exhaustively measured spaces as data: every point with its figures and what they took.

A table is a CSV file, gzip-compressed, of one line a point: `label`, `status`, the figures by the
names of `catalogue.AIMS` (empty: not known), and seconds of tool time, `synth_s` up to the netlist
and `route_s` for one seed on top. A line `# key = value` in front of the header says where it
comes from.
"""

import csv
import gzip
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aesculus.catalogue import AIMS, CLOCKED
from aesculus.design import Build, LabelError, parse_build
from aesculus.families import devices
from aesculus.frontier.pareto import optimal
from aesculus.inputs import read_packed
from aesculus.metrics import Row, area_luts, efficiency_mbps
from aesculus.outputs import write_whole
from aesculus.search.errors import SearchError
from aesculus.search.fidelity import Fidelity
from aesculus.search.problem import Ask, Problem, Result

_NEEDED = ("space", "device", "objectives")

HOURS, ROUGH = "hours", "rough"
"""Key and value of the head of a table that was made while other work ran on the machine."""


@dataclass(frozen=True)
class Entry:
    """One measured point.

    Attributes:
        point: the design, canonical, and how it was built.
        figures: its figures; empty when it failed.
        synth_s: tool time until the netlist was there, verification included, in seconds.
        route_s: tool time of one routed seed, in seconds.
        status: how it ended, as `metrics.Row.status`.
    """

    point: Build
    figures: Mapping[str, float]
    synth_s: float = 0.0
    route_s: float = 0.0
    status: str = "ok"


@dataclass(frozen=True)
class MeasuredSpace:
    """A measured space.

    Attributes:
        about: `space`, `device`, `objectives` (joined by spaces) and whatever else tells where the
            figures come from: tools, date, command.
        entries: one a point.
    """

    about: Mapping[str, str]
    entries: tuple[Entry, ...] = field(repr=False)

    def __post_init__(self) -> None:
        missing = [key for key in _NEEDED if key not in self.about]
        if missing:
            raise SearchError(f"table lacks {', '.join(missing)} in its head")
        if len({entry.point for entry in self.entries}) != len(self.entries):
            raise SearchError(f"table {self.about['space']}: a point is there twice")

    @cached_property
    def problem(self) -> Problem:
        """What a strategy has to solve on this table."""
        device = devices.load(self.about["device"])
        objectives = tuple(self.about["objectives"].split())
        routed = bool(CLOCKED & set(objectives))
        return Problem(
            points=tuple(entry.point for entry in self.entries),
            device=device,
            objectives=objectives,
            fidelities=(Fidelity.SYNTH, Fidelity.ROUTE) if routed else (Fidelity.SYNTH,),
        )

    @cached_property
    def costs(self) -> NDArray[np.float64]:
        """Objectives of the points that have them all, less being better."""
        names = self.problem.objectives
        full = [e.figures for e in self.entries if all(name in e.figures for name in names)]
        if not full:
            raise SearchError(f"table {self.about['space']}: no point has all objectives")
        return np.array([self.problem.cost(figures) for figures in full])

    @cached_property
    def frontier(self) -> NDArray[np.float64]:
        """The different objectives of the Pareto-optimal points, less being better."""
        return np.unique(self.costs[optimal(self.costs)], axis=0)

    @property
    def hours(self) -> float:
        """Tool time of the exhaustive run, in hours."""
        return sum(e.synth_s + e.route_s for e in self.entries) / 3600

    def evaluate(self, ask: Ask) -> Result:
        """Return what an evaluation gives, and the time it takes from nothing.

        Raises:
            KeyError: the point is not in the table.
        """
        entry = self._by_point[ask.point]
        routed = ask.fidelity >= Fidelity.ROUTE
        seconds = entry.synth_s + (entry.route_s if routed else 0.0)
        figures = {k: v for k, v in entry.figures.items() if routed or k not in CLOCKED}
        usable = figures and (entry.status == "ok" or not routed)
        return Result(ask.point, ask.fidelity, figures if usable else None, seconds)

    @cached_property
    def _by_point(self) -> dict[Build, Entry]:
        return {entry.point: entry for entry in self.entries}


def with_memory(table: MeasuredSpace) -> MeasuredSpace:
    """Return a table whose area counts look-up tables that are used as memory, too."""
    names = table.about["objectives"].split()
    if "lut_count" not in names:
        return table
    counted = ["area_luts" if name == "lut_count" else name for name in names]
    return MeasuredSpace({**table.about, "objectives": " ".join(counted)}, table.entries)


def from_rows(
    rows: Iterable[Row], seconds: Mapping[str, tuple[float, float]], about: Mapping[str, str]
) -> MeasuredSpace:
    """Return a table of rows of figures out of a store.

    Args:
        rows: of one device.
        seconds: label to time until the netlist and time of one routed seed, in seconds.
        about: see `MeasuredSpace`.
    """
    entries = []
    for row in rows:
        figures = {
            name: float(getattr(row, name)) for name in AIMS if getattr(row, name) is not None
        }
        synth_s, route_s = seconds[row.label]
        point = parse_build(row.label)
        status = row.status if figures else "failed"
        entries.append(Entry(point, figures, synth_s, route_s, status))
    return MeasuredSpace(dict(about), tuple(entries))


def as_text(table: MeasuredSpace) -> str:
    """Return a table as its file has it, not compressed."""
    names = [n for n in AIMS if any(n in entry.figures for entry in table.entries)]
    text = io.StringIO()
    for key, value in sorted(table.about.items()):
        text.write(f"# {key} = {' '.join(value.split())}\n")
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(["label", "status", *names, "synth_s", "route_s"])
    for entry in sorted(table.entries, key=lambda e: e.point.label):
        figures = [f"{entry.figures[n]:.10g}" if n in entry.figures else "" for n in names]
        times = [f"{entry.synth_s:.3f}", f"{entry.route_s:.3f}"]
        lines.writerow([entry.point.label, entry.status, *figures, *times])
    return text.getvalue()


def write(table: MeasuredSpace, path: Path) -> None:
    """Write a table; the same table gives the same bytes."""
    write_whole(path, gzip.compress(as_text(table).encode("utf-8"), mtime=0))


def read(path: Path) -> MeasuredSpace:
    """Read a table.

    Raises:
        SearchError: the file cannot be read or is no table; one line.
    """
    try:
        text = read_packed(path).decode("utf-8")
        lines = text.splitlines()
        head = [line[1:].partition("=") for line in lines if line.startswith("#")]
        about = {key.strip(): value.strip() for key, _, value in head}
        rows = csv.DictReader(line for line in lines if not line.startswith("#"))
        return MeasuredSpace(about, tuple(_entry(row) for row in rows))
    except (OSError, EOFError, UnicodeDecodeError, KeyError, LabelError, ValueError) as error:
        raise SearchError(f"{path}: not a table of a measured space: {error}") from None


def _entry(row: Mapping[str, str]) -> Entry:
    figures = {name: float(row[name]) for name in AIMS if row.get(name)}
    if "lut_count" in figures and "area_luts" not in figures:
        # Tables that were measured before this figure was thought of have what it is made of.
        tables = area_luts(int(figures["lut_count"]), int(figures.get("lutram_count", 0)))
        figures["area_luts"] = float(tables)
        efficiency = efficiency_mbps(figures.get("throughput_gbps", 0.0), tables)
        if "mbps_per_lut" in figures and efficiency is not None:
            figures["mbps_per_lut"] = efficiency
    times = float(row["synth_s"]), float(row["route_s"])
    return Entry(parse_build(row["label"]), figures, *times, status=row["status"])

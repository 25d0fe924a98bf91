"""The report page: one file that needs nothing else, no network either."""

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from aesculus.ciphers.aes import space
from aesculus.metrics import BLOCK_BITS, Row
from aesculus.report import text
from aesculus.report.marks import by_device, pareto_marks
from aesculus.report.papersection import Drawing, PaperSection
from aesculus.report.plots import Mark, Picture, svg
from aesculus.report.published import PublishedPoint, impossible

MAX_ROWS = 1000
"""Rows of the long table; a page with more is of no use to a reader."""


@dataclass(frozen=True)
class _Pair:
    """A published point with ours on an area-only device and on routed ones."""

    point: PublishedPoint
    area: Row | None
    routed: Row | None


def write_html(
    rows: Sequence[Row],
    published: Sequence[PublishedPoint],
    path: Path,
    *,
    command: str = "",
    citation: str = "",
    notes: Mapping[str, str] | None = None,
    sections: Sequence[PaperSection] = (),
    made: datetime | None = None,
) -> None:
    """Write the report of some rows and published points; an older file there is replaced whole.

    Args:
        rows: rows of figures, of any devices.
        published: points of one paper, see `published_points`.
        path: the HTML file.
        command: the command that makes this page, printed in it.
        citation: of the paper.
        notes: device name to what a reader of its figures must know.
        sections: the papers; their tables then stand in the place of that of `published`.
        made: the time to print, UTC; now when not given.

    Raises:
        OSError: the file cannot be written; an older one is then left as it was.
    """
    page = render_html(
        rows,
        published,
        command=command,
        citation=citation,
        notes=notes,
        sections=sections,
        made=made,
    )
    handle, pending = tempfile.mkstemp(dir=path.parent, suffix=".html")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(page)
        Path(pending).chmod(0o644)
        Path(pending).replace(path)
    except BaseException:
        Path(pending).unlink(missing_ok=True)
        raise


def render_html(
    rows: Sequence[Row],
    published: Sequence[PublishedPoint],
    *,
    command: str = "",
    citation: str = "",
    notes: Mapping[str, str] | None = None,
    sections: Sequence[PaperSection] = (),
    made: datetime | None = None,
) -> str:
    """Return the page that `write_html` writes."""
    environment = Environment(
        loader=PackageLoader("aesculus.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["text"] = text
    devices = by_device([row for row in rows if row.device])
    marks = pareto_marks(rows)
    listed = sorted(zip(rows, marks, strict=True), key=lambda pair: _order(*pair))
    return environment.get_template("report.html.j2").render(
        drawings=_drawings(devices, published),
        pairs=[] if sections else _pairs(rows, published),
        sections=sections,
        impossible=impossible(published),
        listed=listed[:MAX_ROWS],
        left_out=max(0, len(listed) - MAX_ROWS),
        devices=[_device(name, group, notes or {}) for name, group in sorted(devices.items())],
        tools=_tools(rows),
        failures=[row for row in rows if row.reason],
        unverified=sum(row.verified and not row.netlist_verified for row in rows),
        command=command,
        citation=citation,
        made=(made or datetime.now(UTC)).strftime("%Y-%m-%d %H:%M UTC"),
        version=_version(),
    )


def _version() -> str:
    try:
        return version("aesculus")
    except PackageNotFoundError:
        return ""


def _order(row: Row, best: bool) -> tuple[str, bool, float, str]:
    return row.device, not best, -(row.throughput_gbps or row.blocks_per_cycle or 0.0), row.label


def _sbox(row: Row) -> str:
    return str(row.design.get("sbox", ""))


def _drawings(
    devices: Mapping[str, list[Row]], published: Sequence[PublishedPoint]
) -> list[Drawing]:
    pictures: list[tuple[Picture, str]] = []
    for name, rows in sorted(devices.items(), key=lambda item: (item[1][0].estimate, item[0])):
        pictures += _estimated(name, rows, published) if rows[0].estimate else _routed(name, rows)
    pictures += _as_published(published)
    return [
        Drawing(f"picture{index}", Markup(svg(picture, f"picture{index}")), caption)  # noqa: S704
        for index, (picture, caption) in enumerate(pictures)
        if picture.marks or picture.published
    ]


def _routed(device: str, rows: Sequence[Row]) -> list[tuple[Picture, str]]:
    throughput, latency = [], []
    for row in rows:
        clock, low, high = row.fmax_mhz, row.fmax_routed_min, row.fmax_routed_max
        if not row.area_luts or not clock or row.throughput_gbps is None or row.latency_ns is None:
            continue
        limit = row.clock_limit_mhz or float("inf")
        slow, fast = (min(mhz, limit) / clock if mhz else 1.0 for mhz in (low, high))
        rate, delay = row.throughput_gbps, row.latency_ns
        mark = Mark(row.area_luts, rate, row.label, _sbox(row), row.netlist_verified)
        throughput.append(replace(mark, low=rate * slow, high=rate * fast))
        latency.append(replace(mark, y=delay, low=delay / fast, high=delay / slow))
    area = "area / LUT (block RAM not counted)"
    caption = (
        f"{device}, routed. Clock: median over the seeds, not above the clock network's limit; "
        "bars span the seeds."
    )
    rates = Picture(
        f"Throughput over area, {device}", area, "throughput / Gbit/s", True, throughput
    )
    delays = Picture(f"Latency over area, {device}", area, "latency / ns", False, latency)
    return [(rates, caption), (delays, caption)]


def _published_marks(
    points: Sequence[PublishedPoint], figure: str, device: str | None = None
) -> list[Mark]:
    marks = []
    for point in points:
        value = getattr(point, figure)
        if value and point.slices and device in (None, point.device):
            sbox, real = _published_sbox(point), not point.impossible
            marks.append(Mark(point.slices, value, point.name, sbox, buildable=real))
    return marks


def _published_sbox(point: PublishedPoint) -> str:
    return space.parse(point.label).sbox.value if point.label else ""


def _estimated(
    device: str, rows: Sequence[Row], published: Sequence[PublishedPoint]
) -> list[tuple[Picture, str]]:
    throughput, latency = [], []
    for row in rows:
        if not row.slice_estimate or not row.blocks_per_cycle or row.latency_cycles is None:
            continue
        rate = BLOCK_BITS * row.blocks_per_cycle
        mark = Mark(row.slice_estimate, rate, row.label, _sbox(row), row.netlist_verified)
        throughput.append(mark)
        latency.append(replace(mark, y=row.latency_cycles))
    caption = (
        f"{device}: no open router knows it, so there is no clock, and our slices are an estimate "
        "from synthesis. Published slices are placed ones; published cycles follow from the "
        "published clock, throughput and latency."
    )
    area = "area / slices (ours estimated; block RAM not counted)"
    one = Picture(
        f"Throughput per cycle over area, {device}",
        area,
        "throughput / bits per clock cycle",
        True,
        throughput,
        _published_marks(published, "bits_per_cycle", device),
    )
    two = Picture(
        f"Latency in cycles over area, {device}",
        area,
        "latency / clock cycles",
        False,
        latency,
        _published_marks(published, "latency_cycles", device),
    )
    return [(one, caption), (two, caption)]


def _as_published(points: Sequence[PublishedPoint]) -> list[tuple[Picture, str]]:
    pictures = []
    for device in sorted({point.device for point in points}):
        caption = f"As published, {device or 'device not named'}; area in slices, not in LUTs."
        pictures += [
            (
                Picture(
                    f"Published {what} over area, {device}",
                    "area / slices (block RAM not counted)",
                    f"{what} / {unit}",
                    maximise,
                    [],
                    _published_marks(points, figure, device),
                ),
                caption,
            )
            for what, unit, figure, maximise in (
                ("throughput", "Gbit/s", "throughput_gbps", True),
                ("latency", "ns", "latency_ns", False),
            )
        ]
    return pictures


def _pairs(rows: Sequence[Row], published: Sequence[PublishedPoint]) -> list[_Pair]:
    area = {(row.label, row.device): row for row in rows if row.estimate}
    routed: dict[str, Row] = {}
    for row in rows:
        best = routed.get(row.label)
        if row.fmax_mhz and (best is None or row.fmax_mhz > (best.fmax_mhz or 0)):
            routed[row.label] = row
    return [
        _Pair(point, area.get((point.label, point.device)), routed.get(point.label))
        for point in published
    ]


def _device(name: str, rows: Sequence[Row], notes: Mapping[str, str]) -> dict[str, Any]:
    limit, source = rows[0].clock_limit_mhz, rows[0].clock_limit_checked
    return {
        "name": name,
        "rows": len(rows),
        "routed": sum(row.n_seeds > 0 for row in rows),
        "estimate": rows[0].estimate,
        "limit": limit,
        "checked": source,
        "seeds": sorted({seed for row in rows for seed in row.seeds}),
        "note": notes.get(name, ""),
    }


def _tools(rows: Sequence[Row]) -> list[tuple[str, str]]:
    return sorted({(tool, found) for row in rows for tool, found in row.tools.items()})

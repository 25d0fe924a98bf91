"""What the report page shows, as one JSON-able object; the page's JavaScript draws from it."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from aesculus.catalogue import FIGURES
from aesculus.ciphers.aes.space import parameters
from aesculus.families import Device, devices
from aesculus.metrics import Row
from aesculus.papers.judge import Judgement
from aesculus.report.evidence import Evidence
from aesculus.report.looks import LOOKS, OTHER
from aesculus.report.marks import by_device, objectives_of
from aesculus.report.overlay import claim_objects, published_objects
from aesculus.report.standing import standings
from aesculus.report.views import ROUTED, View, estimated, published

FACETS = {
    "mode": "mode",
    "bus": "bus",
    "key_bits": "key",
    "sbox": "S-box",
    "unroll": "unrolling",
    "direction": "direction",
    "key_schedule": "key schedule",
}
"""Fields of a design by which the page filters, to what they are called there."""

_WORDS = {
    "throughput_gbps": "throughput",
    "blocks_per_cycle": "blocks a cycle",
    "latency_ns": "latency",
    "latency_cycles": "latency",
    "area_luts": "LUT",
    "bram_count": "block RAM",
}
"""Figures by which designs are marked, in a word."""

_TEXTS = ("label", "device", "status", "reason", "rtl_digest", "blocks_per_cycle_exact")
_FLAGS = ("verified", "netlist_verified")
_LETTERS = "abcdefghijklmnopqrstuvwxyz."
"""A letter for each part of a floorplan, by its number; the last one for nothing."""

_DIGITS = 6
"""Significant digits of a figure; its catalogue entry says how many of them are shown."""


@dataclass(frozen=True)
class Known:
    """What is known beside the rows.

    Attributes:
        sources: digests of the RTL sources that this program would export, `None` for whatever.
        evidence: (label, device) to what stands behind the row.
    """

    sources: Collection[str] | None = None
    evidence: Mapping[tuple[str, str], Evidence] = field(default_factory=dict)


def page_data(
    rows: Sequence[Row], known: Known = Known(), claims: Sequence[Judgement] = ()
) -> dict[str, Any]:
    """Return all that the page shows of some rows.

    Args:
        rows: rows of figures, of any devices; those without a device are left out.
        known: what is known beside them.
        claims: of the papers, judged on these rows.

    Returns:
        `figures`: the catalogue; `looks`, `cuts`, `docs`, `facets`: how designs are drawn and told
        apart; `datasets`: a device or a paper each, with its pictures; `names` and `rows`: names of
        columns, and a list of values a row; `tools` and `objections`: texts that rows point to by
        number; `evidence`: number of a row to what stands behind it; `published`, `claims`: the
        papers.
    """
    listed = [row for row in rows if row.device]
    machines = {name: devices.known(name) for name in sorted({row.device for row in listed})}
    objections, marks = standings(listed, known.sources)
    figures = [name for name in FIGURES if any(getattr(row, name) is not None for row in listed)]
    fields = sorted({name for row in listed for name in row.design})
    tools, told = _Numbered(), _Numbered()
    table = [
        [
            *(getattr(row, name) for name in (*_TEXTS, *_FLAGS)),
            told.of(text),
            mark,
            tools.of(json.dumps(row.tools, sort_keys=True)),
            *(_short(getattr(row, name)) for name in figures),
            *(row.design.get(name) for name in fields),
        ]
        for row, text, mark in zip(listed, objections, marks, strict=True)
    ]
    papers = published_objects()
    return {
        "figures": {name: _figure(name) for name in FIGURES},
        "looks": {name: asdict(look) for name, look in LOOKS.items()},
        "other": asdict(OTHER),
        "cuts": [{"name": cut.name, "doc": cut.doc} for cut in parameters.parameters().cut],
        "docs": {axis.field: axis.doc for axis in parameters.axes()},
        "facets": FACETS,
        "datasets": [
            *(_measured(name, group, machines[name]) for name, group in _in_order(listed)),
            *_papers(papers),
        ],
        "names": [*_TEXTS, *_FLAGS, "objection", "mark", "tools", *figures],
        "fields": fields,
        "rows": table,
        "objections": told.texts,
        "tools": [json.loads(text) for text in tools.texts],
        "evidence": {
            str(number): evidence_object(found)
            for number, row in enumerate(listed)
            if (found := known.evidence.get((row.label, row.device))) is not None
        },
        "published": papers,
        "claims": claim_objects(claims),
    }


class _Numbered:
    """Texts that many rows share, each once."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}

    def of(self, text: str) -> int:
        if text not in self._numbers:
            self._numbers[text] = len(self.texts)
            self.texts.append(text)
        return self._numbers[text]


def _short(value: float | None) -> float | None:
    return float(f"{value:.{_DIGITS}g}") if isinstance(value, float) else value


def _figure(name: str) -> dict[str, Any]:
    figure = FIGURES[name]
    return {
        "doc": figure.doc,
        "unit": figure.unit,
        "title": figure.title,
        "short": figure.short,
        "more": figure.more_is_better,
        "digits": figure.digits,
        "smaller": [[scale.factor, scale.unit] for scale in figure.smaller],
    }


def _in_order(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """Return the rows by device: routers in front, of these the one with most clocks."""

    def order(item: tuple[str, list[Row]]) -> tuple[bool, int, int, str]:
        name, found = item
        return found[0].estimate, -sum(map(_has_clock, found)), -len(found), name

    return sorted(by_device(rows).items(), key=order)


def _has_clock(row: Row) -> bool:
    return row.fmax_mhz is not None


def _measured(name: str, rows: Sequence[Row], device: Device | None) -> dict[str, Any]:
    if rows[0].estimate:
        views: tuple[View, ...] = estimated(any(row.slice_estimate is not None for row in rows))
        note = "No open router knows it: no clock, and areas are estimates of synthesis."
    else:
        views = ROUTED
        note = "The clock is the median over the seeds, not above the clock network's limit"
        if not any(map(_has_clock, rows)):
            note = f"Nothing is routed yet, so there is no clock. {note}"
        limit = rows[0].clock_limit_mhz
        note += f", {limit:,.0f} MHz." if limit else "."
        if limit and not rows[0].clock_limit_checked:
            note += " That limit is not checked against the data sheet."
    return {
        "kind": "measured",
        "name": name,
        "title": f"{name}, {'area estimated' if rows[0].estimate else 'routed'}",
        "note": note,
        "more": device.notes if device is not None else "",
        "limit": rows[0].clock_limit_mhz,
        "marked": _marked(rows[0]),
        "views": [_view(view) for view in views],
    }


def _marked(row: Row) -> str:
    """Return by which figures the rows of a device are marked, in words."""
    words = [_WORDS[name] for name in objectives_of(row)]
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _papers(points: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    found = []
    for paper in dict.fromkeys(point["paper"] for point in points):
        mine = [point for point in points if point["paper"] == paper]
        views = published(mine[0]["unit"])
        drawn = [v for v in views if any(_drawn(point, v) for point in mine)]
        if drawn:
            found.append(
                {
                    "kind": "published",
                    "name": paper,
                    "title": f"{paper}, as published",
                    "note": f"As published; area in {mine[0]['unit']}, not comparable with ours.",
                    "more": "",
                    "limit": None,
                    "marked": "",
                    "views": [_view(view) for view in drawn],
                }
            )
    return found


def _drawn(point: Mapping[str, Any], view: View) -> bool:
    return view.x.figure in point["figures"] and view.y.figure in point["figures"]


def _view(view: View) -> dict[str, Any]:
    return {
        "title": view.title,
        **{
            side: {"figure": axis.figure, "name": axis.name, "title": axis.title, "more": axis.more}
            for side, axis in (("x", view.x), ("y", view.y))
        },
    }


def evidence_object(found: Evidence) -> dict[str, Any]:
    """Return what stands behind a row, JSON-able; `at` is the number of the median seed."""
    told: dict[str, Any] = {
        "seeds": [
            [run.seed, run.mhz, round(run.logic_ns, 3), round(run.routing_ns, 3)]
            for run in found.seeds
        ],
        "steps": [[s.stage, s.status, round(s.seconds, 1), s.made] for s in found.steps],
    }
    if found.middle is not None:
        told["ends"] = [found.middle.start, found.middle.end]
    if found.path is not None:
        told["modules"] = [
            [name, round(logic, 3), round(routing, 3)]
            for name, logic, routing in found.path.by_module()
        ]
        told["track"] = [list(place) for place in found.path.track()]
    if found.floor is not None:
        floor = found.floor
        told["floor"] = {
            "left": floor.left,
            "low": floor.low,
            "columns": floor.columns,
            "parts": floor.parts,
            "tiles": "".join(f"{count}{_LETTERS[kind]}" for count, kind in floor.tiles),
        }
    return told

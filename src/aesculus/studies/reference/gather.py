"""From the committed figures of campaigns to entries of the reference store."""

import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from aesculus.engine.reference.entries import FIGURES, FRONT, Entry, read
from aesculus.records import Stage
from aesculus.studies.measure.table import HOURS, ROUGH, MeasuredSpace
from aesculus.studies.measure.table import read as read_table

RECORDS = "records"
"""Folder beside the results of campaigns with what single stores gave."""

_SIMULATED = frozenset({"verify-space", "verify-products"})
"""Campaigns of simulations."""

_VERDICTS = "verdicts"

_MOST_CYCLES = 4096
_DATE = 10  # characters of a date, ISO 8601


def gather(benchmarks: Path) -> list[Entry]:
    """Return all that is committed, each measured point of a state of the sources once.

    Args:
        benchmarks: the folder of that name.

    Raises:
        SearchError, ReferenceFileError: a file cannot be read.
    """
    found: list[Entry] = []
    for path in sorted((benchmarks / "search").glob("*.csv.gz")):
        found += _of_table(read_table(path))
    for path in sorted((benchmarks / "results").rglob("*.json")):
        body = json.loads(path.read_text(encoding="utf-8"))
        if body.get("campaign") == _VERDICTS:
            continue  # The store of that campaign is among the records, which tell more.
        if "measured" in body:
            found += _of_paper(body)
        elif body.get("campaign") in _SIMULATED:
            found += _of_simulations(body)
        else:
            found += _of_rows(body, body)
    for path in sorted((benchmarks / RECORDS).glob("*.csv.gz")):
        found += read(path)
    # A row whose tools are not told cannot be compared with one of today.
    return _once(entry for entry in found if entry.tools)


def _once(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that say most of each design, device and state of sources and flow."""
    best: dict[tuple[str, ...], Entry] = {}
    for entry in entries:
        key = (entry.label, entry.device, entry.rtl_digest, entry.rests_on)
        have = best.get(key)
        if have is None or _telling(entry) > _telling(have):
            best[key] = entry
    return list(best.values())


def _telling(entry: Entry) -> tuple[object, ...]:
    return (
        *(entry.netlist_verified, len(entry.seeds), len(entry.clocks)),
        *(len(entry.figures), len(entry.seconds)),
        *(entry.made, entry.campaign),
    )


def _of_table(table: MeasuredSpace) -> Iterator[Entry]:
    """Yield the points of a measured space: tool time of the netlist is that of two stages."""
    about = table.about
    for each in table.entries:
        seconds = {FRONT: each.synth_s, Stage.ROUTE.value: each.route_s}
        if about.get(HOURS) == ROUGH:
            seconds = {}
        figures = {n: each.figures[n] for n in FIGURES if n in each.figures}
        yield Entry(
            label=each.point.label,
            device=about["device"],
            figures=figures,
            rate=_fraction(each.figures.get("blocks_per_cycle")),
            seeds=(0,) if "fmax_routed_mhz" in figures else (),
            status=each.status,
            seconds={name: value for name, value in seconds.items() if value > 0},
            campaign=about.get("command", ""),
            made=about.get("made", ""),
            tools=about.get("tools", ""),
        )


def _of_paper(body: Mapping[str, Any]) -> Iterator[Entry]:
    """Yield the points of a paper's campaign."""
    limits = {name: each["clock_limit_mhz"] for name, each in body["devices"].items()}
    for row in body["measured"]:
        figures = {n: float(row[n]) for n in FIGURES if row.get(n) is not None}
        clock, limit = row.get("fmax_mhz"), limits.get(row["device"])
        # At the limit of the clock network it is not told how much more the router reached.
        if clock is not None and (limit is None or clock < limit):
            figures["fmax_routed_mhz"] = float(clock)
        yield Entry(
            label=row["label"],
            device=row["device"],
            figures=figures,
            rate=row.get("blocks_per_cycle") or "",
            seeds=(0,) * row["n_seeds"],
            netlist_verified=row["netlist_verified"],
            status=row["status"],
            campaign=body["command"],
            made=body["made"][:_DATE],
            rtl_digest=body["rtl_digest"],
            tools=_tools(body["tools"]),
        )


def _of_simulations(body: Mapping[str, Any]) -> Iterator[Entry]:
    """Yield designs that were simulated alone; those that are open tell nothing."""
    for row in body["rows"]:
        if "latency_cycles" not in row:
            continue
        yield Entry(
            label=row["label"],
            device="",
            figures={"latency_cycles": float(row["latency_cycles"])},
            rate=row["blocks_per_cycle"],
            status=row["status"],
            seconds={Stage.VERIFY.value: row["seconds"]} if row["seconds"] > 0 else {},
            campaign=body["command"],
            made=body["made"][:_DATE],
            rtl_digest=row.get("rtl_digest", ""),
            tools=_tools(body["tools"]),
        )


def _of_rows(body: Mapping[str, Any], part: object) -> Iterator[Entry]:
    """Yield the rows of figures that lie anywhere in a campaign's file."""
    if isinstance(part, list):
        for each in part:
            yield from _of_rows(body, each)
    elif isinstance(part, dict):
        if {"label", "device", "lut_count", "rtl_digest"} <= part.keys():
            yield _of_row(body, part)
        for each in part.values():
            yield from _of_rows(body, each)


def _of_row(body: Mapping[str, Any], row: Mapping[str, Any]) -> Entry:
    return Entry(
        label=row["label"],
        device=row["device"],
        figures={n: float(row[n]) for n in FIGURES if row.get(n) is not None},
        rate=row.get("blocks_per_cycle_exact") or "",
        seeds=tuple(row["seeds"]),
        clocks=tuple(row.get("fmax_routed_seeds") or ()),
        netlist_verified=row["netlist_verified"],
        status=row["status"],
        campaign=body["command"],
        made=body["made"][:_DATE],
        rtl_digest=row["rtl_digest"],
        tools=_tools(row["tools"]),
    )


def _tools(tools: Mapping[str, str]) -> str:
    return "; ".join(f"{name} {version}" for name, version in sorted(tools.items()))


def _fraction(rate: float | None) -> str:
    if rate is None:
        return ""
    exact = Fraction(rate).limit_denominator(_MOST_CYCLES)
    return f"{exact.numerator}/{exact.denominator}"

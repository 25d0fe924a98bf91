"""Whether the figures of campaigns rest on the records of the tools that stand beside them."""

import json
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from aesculus.records import Stage

_COUNTS = ("lut_count", "ff_count", "bram_count")
_CLOCK = "fmax_routed_mhz"
_OF_PAPERS = "results/papers/"
_ROWS = {"results/verdicts.json": "measured", "results/headline.json": "rows"}
"""File to the list of its rows; those of papers have it as verdicts do."""


class UnbackedError(ValueError):
    """A figure is not what the records of its design say; the message names it."""


@dataclass(frozen=True)
class Backing:
    """How many rows with figures of tools there are.

    Attributes:
        rows: all of them.
        backed: those of whose counts and seeds there are records, which say the same.
    """

    rows: int
    backed: int


@dataclass
class _Told:
    """What records tell of a design on a device, of the same RTL."""

    counts: set[tuple[float, ...]] = field(default_factory=set)
    clocks: dict[str, dict[int, float]] = field(default_factory=dict)
    """What places and routes, to the clock of each seed."""


def backing(files: Mapping[str, bytes], records: bytes) -> Backing:
    """Compare counts and clocks of the rows of papers, verdicts and headline with records.

    The clocks of a row are all of one way to place and route, and its clock is their median, or the
    limit of the clock network.

    Args:
        files: name in an archive to content.
        records: as an archive has them.

    Raises:
        UnbackedError: the records of a design say something else than its row.
        ValueError, KeyError, TypeError, AttributeError: these are no rows, or no records.
    """
    known = _known(json.loads(records))
    rows = backed = 0
    for name, row in _rows(files):
        if row["lut_count"] is None:
            continue
        rows += 1
        told = known.get((row["label"], row["device"], row.get("rtl_digest")))
        if told is None or not told.counts:
            continue
        counts = tuple(row.get(each) for each in _COUNTS)
        if counts not in told.counts:
            what = ", ".join(map(_shown, zip(_COUNTS, counts, strict=True)))
            raise UnbackedError(_said(name, row, what))
        backed += _clocks_are_backed(name, row, told)
    return Backing(rows, backed)


def _clocks_are_backed(name: str, row: Mapping[str, Any], told: _Told) -> bool:
    """Return whether there are records of all seeds of a row.

    Raises:
        UnbackedError: they say something else.
    """
    routed = row.get("fmax_routed_seeds", ())
    clocks = dict(zip(row.get("seeds", ()), routed, strict=False))
    if not routed:
        return True
    ways = [way for way in told.clocks.values() if way.keys() >= clocks.keys()]
    if len(clocks) < len(routed) or not ways:
        return False
    if not any(clocks.items() <= way.items() for way in ways):
        seed = next((s for s in clocks if all(way[s] != clocks[s] for way in ways)), None)
        where = "together" if seed is None else f"of seed {seed}"
        some = clocks.values() if seed is None else [clocks[seed]]
        raise UnbackedError(_said(name, row, f"{', '.join(f'{c:g}' for c in some)} MHz {where}"))
    usable = min(median(routed), row["clock_limit_mhz"] or math.inf)
    if not math.isclose(row["fmax_mhz"], usable, rel_tol=1e-9):
        what = f"a clock of {row['fmax_mhz']:g} MHz, where its seeds give {usable:g},"
        raise UnbackedError(_said(name, row, what))
    return True


def _shown(pair: tuple[str, Any]) -> str:
    return f"{pair[0]} {pair[1]}"


def _said(name: str, row: Mapping[str, Any], what: str) -> str:
    return f"{name}: {row['label']} on {row['device']}: {what} is in no record of it"


def _rows(files: Mapping[str, bytes]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, content in files.items():
        of_paper = name.startswith(_OF_PAPERS) and name.endswith(".json")
        place = "measured" if of_paper else _ROWS.get(name)
        if place is not None:
            for row in json.loads(content).get(place, ()):
                yield name, row


def _known(records: list[Any]) -> Mapping[tuple[str, str, str | None], _Told]:
    """Return what is told of each design on each device, by its RTL, and of rows that name none."""
    found: dict[tuple[str, str, str | None], _Told] = defaultdict(_Told)
    for record in records:
        job, metrics = record["job"], record["metrics"]
        for sources in (job["rtl_digest"], None):
            told = found[job["label"], job["device"], sources]
            if job["stage"] == Stage.SYNTH.value and record["status"] == "ok":
                told.counts.add(tuple(metrics[each] for each in _COUNTS))
            elif _CLOCK in metrics:
                way = f"{sources} {job['inputs'].get('router')}"
                told.clocks.setdefault(way, {})[job["seed"]] = metrics[_CLOCK]
    return found

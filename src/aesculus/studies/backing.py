"""Whether the figures of campaigns rest on the records of the tools that stand beside them."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
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
    """What records tell of a design on a device."""

    counts: set[tuple[float, ...]] = field(default_factory=set)
    clocks: dict[int, set[float]] = field(default_factory=dict)
    """Seed to clocks: a seed may have been routed in several ways."""

    def knows(self, seeds: Collection[int], routed: int) -> bool:
        """Return whether there are records of the counts and of as many seeds as were routed."""
        return bool(self.counts) and len(seeds) == routed and self.clocks.keys() >= {*seeds}


def backing(files: Mapping[str, bytes], records: bytes) -> Backing:
    """Compare the rows of papers, verdicts and headline with records, figure by figure.

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
        told = known.get((row["label"], row["device"]))
        routed = row.get("fmax_routed_seeds", ())
        clocks = dict(zip(row.get("seeds", ()), routed, strict=False))
        if told is None or not told.knows(clocks, len(routed)):
            continue
        counts = tuple(row.get(each) for each in _COUNTS)
        if counts not in told.counts:
            raise UnbackedError(
                _said(name, row, ", ".join(map(_shown, zip(_COUNTS, counts, strict=True))))
            )
        for seed, clock in clocks.items():
            if clock not in told.clocks[seed]:
                raise UnbackedError(_said(name, row, f"{clock:g} MHz of seed {seed}"))
        backed += 1
    return Backing(rows, backed)


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


def _known(records: list[Any]) -> Mapping[tuple[str, str], _Told]:
    found: dict[tuple[str, str], _Told] = defaultdict(_Told)
    for record in records:
        job, metrics = record["job"], record["metrics"]
        told = found[job["label"], job["device"]]
        if job["stage"] == Stage.SYNTH.value and record["status"] == "ok":
            told.counts.add(tuple(metrics[each] for each in _COUNTS))
        elif _CLOCK in metrics:
            told.clocks.setdefault(job["seed"], set()).add(metrics[_CLOCK])
    return found

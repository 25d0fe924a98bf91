"""The rows of designs in files of figures, wherever a campaign writes them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from aesculus.inputs import brief
from aesculus.metrics import HEADLINE_SEEDS, Row
from aesculus.papers.compare import LEAST_SEEDS
from aesculus.papers.measured import Measured
from aesculus.studies.modes.study import FIGURES as OF_MODES
from aesculus.studies.records.cases import SEEDS as OF_RECORDS
from aesculus.studies.records.cases import records
from aesculus.terminal import line

_OF_PAPERS = "results/papers/"
_Body = Mapping[str, Any]

_OF_ROWS = frozenset(Row.model_fields)


class RowsError(ValueError):
    """A file has no rows of designs, or one that cannot be read; it is named."""


@dataclass(frozen=True)
class Written:
    """A row of a file.

    Attributes:
        file: its name in an archive.
        row: as it is read.
        fields: as they are written, by the names of `Measured` and `metrics.Row`.
        has: the fields that the file writes of a design; one without a value was not measured.
        seeds: how many it is to have; `None` stands for any number of them, 0 for a row that is not
            of a clock, whatever was routed.
    """

    file: str
    row: Measured
    fields: _Body
    has: frozenset[str]
    seeds: int | None

    @property
    def where(self) -> str:
        """Return file, design and device, as a line names them."""
        return f"{self.file}: {self.row.label} on {self.row.device or 'no device'}"


_Found = tuple[_Body, int | None]
"""Fields of a row, and how many seeds it is to have."""


def _listed(name: str, seeds: int, body: _Body) -> Iterator[_Found]:
    return ((row, seeds) for row in body.get(name, []))


def _of_modes(body: _Body) -> Iterator[_Found]:
    return ((row, body["seeds"]) for row in body["rows"])


def _of_goals(body: _Body) -> Iterator[_Found]:
    """Give the answers; those beside them are figures of the reference store."""
    return ((goal["pick"], None) for goal in body["goals"] if goal["pick"] is not None)


def _of_records(body: _Body) -> Iterator[_Found]:
    """Give the rows of designs; those of S-boxes are counted, those of a race chosen.

    Those after a way are of single builds, of which no row is made.
    """
    seeds = {case.name: case.seeds for case in records()}
    for row in body["rows"]:
        # A search that found nothing has no figures.
        if row["how"] in {"tables", "best", "missing"} or not (row["label"] or row["figures"]):
            continue
        if row.get("way"):
            continue
        told = {name: row[name] for name in _IN_A_RECORD} | {
            "fmax_routed_seeds": row["seed_clocks"]
        }
        routed = row["how"] in {"median", "search"}
        yield {**row["figures"], **told}, seeds.get(row["name"], OF_RECORDS) if routed else 0


_IN_A_RECORD = ("label", "device", "seeds", "netlist_verified", "tools", "rtl_digest", "reason")


@dataclass(frozen=True)
class _Place:
    """Where rows stand, and what is written of each."""

    of: Callable[[_Body], Iterable[_Found]]
    has: frozenset[str] = _OF_ROWS


_PAPER = _Place(partial(_listed, "measured", LEAST_SEEDS), frozenset(Measured.model_fields))

_PLACES = {
    "results/goals.json": _Place(_of_goals),
    "results/headline.json": _Place(partial(_listed, "rows", HEADLINE_SEEDS)),
    "results/modes.json": _Place(_of_modes, frozenset(OF_MODES)),
    # A fraction is no figure of a record; the decimal number is.
    "results/records.json": _Place(_of_records, _OF_ROWS - {"blocks_per_cycle_exact", "status"}),
    "results/verdicts.json": _PAPER,
}

COMPARED = frozenset(_PLACES)
"""Files of campaigns that have rows of designs, besides those of papers."""


def rows_of(files: Mapping[str, bytes]) -> Iterator[Written]:
    """Give the rows of designs in files of figures.

    Args:
        files: name in an archive to content.

    Raises:
        RowsError: a file has no such rows.
    """
    for name, content in files.items():
        of_paper = name.startswith(_OF_PAPERS) and name.endswith(".json")
        place = _PAPER if of_paper else _PLACES.get(name)
        if place is None:
            continue
        try:
            for number, (fields, seeds) in enumerate(place.of(json.loads(content))):
                try:
                    row = Measured.read(fields)
                except ValueError as error:
                    which = brief(line(str(fields.get("label"))))
                    raise RowsError(f"{name}: row {number} ({which}): {error}") from error
                yield Written(name, row, fields, place.has, seeds)
        except RowsError:
            raise
        except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
            raise RowsError(
                f"{name}: no figures of a campaign: {type(error).__name__}: {error}"
            ) from error

"""The rows of designs in files of figures, wherever a campaign writes them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from aesculus.inputs import brief
from aesculus.papers.measured import Measured
from aesculus.terminal import line

_OF_PAPERS = "results/papers/"
_Body = Mapping[str, Any]


class RowsError(ValueError):
    """A file has no rows of designs, or one that cannot be read; it is named."""


@dataclass(frozen=True)
class Written:
    """A row of a file.

    Attributes:
        file: its name in an archive.
        row: as it is read.
        fields: as they are written.
        whole: all figures of a design stand in it, so one that is not there was not measured.
    """

    file: str
    row: Measured
    fields: Mapping[str, Any]
    whole: bool

    @property
    def where(self) -> str:
        """Return file, design and device, as a line names them."""
        return f"{self.file}: {self.row.label} on {self.row.device or 'no device'}"


@dataclass(frozen=True)
class _Place:
    """Where rows stand.

    Attributes:
        of: gives them from a file, with all that a row has by its names there.
        whole: as in `Written`.
    """

    of: Callable[[_Body], Iterable[_Body]]
    whole: bool = False


def _of_goals(body: _Body) -> Iterator[_Body]:
    """Give the answers; those beside them are figures of the reference store."""
    return (goal["pick"] for goal in body["goals"] if goal["pick"] is not None)


def _of_records(body: _Body) -> Iterator[_Body]:
    """Give the rows of designs; those of S-boxes are counted, those of a race chosen."""
    for row in body["rows"]:
        if row["how"] not in {"tables", "best", "missing"} and row["label"]:
            told = {"fmax_routed_seeds": row["seed_clocks"]}
            # Of slices, of blocks per cycle and the like the figures have what a row has.
            yield {**row["figures"], **row, **told}


_PLACES = {
    "results/verdicts.json": _Place(lambda body: body.get("measured", []), whole=True),
    "results/headline.json": _Place(lambda body: body.get("rows", []), whole=True),
    "results/goals.json": _Place(_of_goals),
    "results/modes.json": _Place(lambda body: body["rows"]),
    "results/records.json": _Place(_of_records),
}

_PAPER = _Place(lambda body: body.get("measured", []), whole=True)

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
            for number, fields in enumerate(place.of(json.loads(content))):
                try:
                    row = Measured.read(fields)
                except ValueError as error:
                    which = brief(line(str(fields.get("label"))))
                    raise RowsError(f"{name}: row {number} ({which}): {error}") from error
                yield Written(name, row, fields, place.whole)
        except RowsError:
            raise
        except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
            raise RowsError(
                f"{name}: no figures of a campaign: {type(error).__name__}: {error}"
            ) from error

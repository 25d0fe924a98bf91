"""Rows for machines, as JSON."""

import json
from collections.abc import Collection, Sequence
from typing import Any

from aesculus.metrics import Row
from aesculus.report.marks import is_of_others, pareto_marks


def row_objects(
    rows: Sequence[Row],
    *,
    together: bool = False,
    sources: Collection[str] | None = None,
    company: Sequence[Row] = (),
) -> list[dict[str, Any]]:
    """Return the rows as JSON-able objects, with the marks that the table has for people.

    Args:
        rows: of any devices.
        together: as for `pareto_marks`, which `pareto` of an object is of.
        sources: digests of this program's RTL; `other_sources` of an object says that a row is of
            any other. `None` marks none.
        company: as for `pareto_marks`.
    """
    marks = pareto_marks(rows, together=together, company=company)
    return [
        row.model_dump(mode="json") | {"pareto": mark, "other_sources": is_of_others(row, sources)}
        for row, mark in zip(rows, marks, strict=True)
    ]


def to_json(
    rows: Sequence[Row],
    beside: Sequence[Row] = (),
    *,
    together: bool = False,
    sources: Collection[str] | None = None,
    company: Sequence[Row] = (),
) -> str:
    """Return the rows as a JSON list.

    Args:
        rows: of the user's own store.
        beside: those of the reference store. They stand behind the others with `reference` true,
            and as in the table on a frontier of their own.
        together: as for `row_objects`.
        sources: as for `row_objects`, of the rows of the user's own.
        company: likewise.
    """
    own = row_objects(rows, together=together, sources=sources, company=company)
    objects = [each | {"reference": False} for each in own]
    objects += [each | {"reference": True} for each in row_objects(beside, together=together)]
    return json.dumps(objects, indent=2, allow_nan=False)

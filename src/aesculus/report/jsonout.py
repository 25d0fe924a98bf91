"""Rows for machines, as JSON."""

import json
from collections.abc import Sequence
from typing import Any

from aesculus.metrics import Row
from aesculus.report.marks import pareto_marks


def row_objects(rows: Sequence[Row], *, together: bool = False) -> list[dict[str, Any]]:
    """Return the rows as JSON-able objects, each with `pareto` added, see `pareto_marks`."""
    marks = pareto_marks(rows, together=together)
    return [
        row.model_dump(mode="json") | {"pareto": mark}
        for row, mark in zip(rows, marks, strict=True)
    ]


def to_json(rows: Sequence[Row], *, together: bool = False) -> str:
    """Return the rows as a JSON list."""
    return json.dumps(row_objects(rows, together=together), indent=2, allow_nan=False)

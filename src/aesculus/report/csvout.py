"""Rows for spreadsheets, as CSV."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from aesculus.metrics import Row
from aesculus.report.jsonout import row_objects

COLUMNS = (*Row.model_fields, "pareto")


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, dict):
        return " ".join(f"{name}={_cell(inner)}" for name, inner in value.items())
    return value


def to_csv(rows: Sequence[Row], *, together: bool = False) -> str:
    """Return the rows as CSV with a header line: a column a field of `Row`, then `pareto`."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in row_objects(rows, together=together):
        writer.writerow({name: _cell(value) for name, value in row.items()})
    return stream.getvalue()

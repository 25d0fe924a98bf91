"""Rows for spreadsheets, as CSV."""

import csv
import io
from collections.abc import Collection, Sequence
from typing import Any

from aesculus.metrics import Row
from aesculus.report.jsonout import row_objects

COLUMNS = (*Row.model_fields, "pareto", "other_sources")

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, dict):
        return " ".join(f"{name}={_cell(inner)}" for name, inner in value.items())
    if isinstance(value, str) and value.startswith(_FORMULA):
        # A spreadsheet would work out what somebody else's store says.
        return f"'{value}"
    return value


def to_csv(
    rows: Sequence[Row],
    *,
    together: bool = False,
    sources: Collection[str] | None = None,
    company: Sequence[Row] = (),
) -> str:
    """Return the rows as CSV with a header line: a column a field of `Row`, then the marks.

    Args:
        rows: as all others as for `row_objects`.
        together: two tools of a device on one frontier.
        sources: digests of this program's RTL.
        company: further rows that may be better.
    """
    stream = io.StringIO()
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in row_objects(rows, together=together, sources=sources, company=company):
        writer.writerow({name: _cell(value) for name, value in row.items()})
    return stream.getvalue()

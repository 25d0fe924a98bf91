"""Results for people and machines: table, CSV, JSON, HTML page."""

from aesculus.report.columns import COLUMNS, ColumnError
from aesculus.report.columns import named as named_columns
from aesculus.report.csvout import to_csv
from aesculus.report.html import render_html, write_html
from aesculus.report.jsonout import row_objects, to_json
from aesculus.report.marks import pareto_marks
from aesculus.report.papersection import PaperSection, paper_sections
from aesculus.report.published import PublishedPoint, impossible, published_points
from aesculus.report.table import show_table

__all__ = [
    "COLUMNS",
    "ColumnError",
    "PaperSection",
    "PublishedPoint",
    "impossible",
    "named_columns",
    "paper_sections",
    "pareto_marks",
    "published_points",
    "render_html",
    "row_objects",
    "show_table",
    "to_csv",
    "to_json",
    "write_html",
]

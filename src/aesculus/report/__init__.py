"""Results for people and machines: table, CSV, JSON, HTML page.

Here is what needs no pictures; what draws them is imported by its module's name, as matplotlib
takes long to load.
"""

from aesculus.report.columns import COLUMNS, ColumnError
from aesculus.report.columns import named as named_columns
from aesculus.report.csvout import to_csv
from aesculus.report.jsonout import row_objects, to_json
from aesculus.report.marks import pareto_marks
from aesculus.report.table import show_table

__all__ = [
    "COLUMNS",
    "ColumnError",
    "named_columns",
    "pareto_marks",
    "row_objects",
    "show_table",
    "to_csv",
    "to_json",
]

"""Pages in Markdown: Jinja2 templates, each beside the code whose figures it shows."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from aesculus.terminal import clean

if TYPE_CHECKING:
    from jinja2 import Environment

DASH = "\N{EN DASH}"
"""Stands for a figure that is not known."""


def render(package: str, template: str, values: dict[str, Any]) -> str:
    """Return a page; a page that is shown commands no terminal, whatever its figures are.

    Args:
        package: dotted name of the package that the template lies in.
        template: name of its file.
        values: what the template names; a name that is missing is an error.
    """
    return clean(environment(package).get_template(template).render(values))


@cache
def environment(package: str) -> "Environment":
    """Return what renders the templates of a package."""
    # It takes a tenth of a second to load, and few commands write a page.
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    made = Environment(
        loader=PackageLoader(package, ""),
        autoescape=False,  # noqa: S701 - Markdown, not HTML
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.globals |= {"table": table_text, "dash": DASH}
    made.filters["figure"] = figure
    return made


def figure(value: object, digits: int = 0) -> str:
    """Return a number with thousands separated, a dash when there is none."""
    return DASH if value is None else f"{float(str(value)):,.{digits}f}"


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], *, words: int = 1) -> list[str]:
    """Return the lines of a table.

    Args:
        heads: a cell a column.
        rows: likewise; a bar in a cell is escaped.
        words: so many columns from the left hold words, the others figures, set to the right.
    """
    rule = ["---" if place < words else "--:" for place in range(len(heads))]
    return [_line(heads), f"|{'|'.join(rule)}|", *map(_line, rows)]


def table_text(heads: Sequence[str], rows: Iterable[Sequence[object]], words: int = 1) -> str:
    """Return a table as `table`, in one text, for templates."""
    return "\n".join(table(heads, rows, words=words))


def _line(cells: Sequence[object]) -> str:
    return f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in cells)} |"

"""Tables in Markdown."""

from collections.abc import Iterable, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], *, words: int = 1) -> list[str]:
    """Return the lines of a table.

    Args:
        heads: a cell a column.
        rows: likewise; a bar in a cell is escaped.
        words: so many columns from the left hold words, the others figures, set to the right.
    """
    rule = ["---" if place < words else "--:" for place in range(len(heads))]
    return [_line(heads), f"|{'|'.join(rule)}|", *map(_line, rows)]


def _line(cells: Sequence[object]) -> str:
    return f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in cells)} |"

"""Tables in narrow windows: a column is left out before a figure is cut."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

_UNBOUNDED = 100_000


def drop_to_fit(console: Console, table: Table, dropped: Sequence[str]) -> list[str]:
    """Leave out columns of a table until every word of the others has room.

    A figure that is cut looks like another one, or like a range.

    Args:
        console: what it will be printed on.
        table: with all its rows.
        dropped: heads of columns, those to leave out first in front; others always stay.

    Returns:
        The heads that were left out.
    """
    left: list[str] = []
    wide = console.options.update_width(_UNBOUNDED)
    for head in dropped:
        if console.measure(table, options=wide).minimum <= console.width:
            break
        table.columns = [column for column in table.columns if column.header != head]
        left.append(head)
    return left

"""Figures by the names that users type, and rows sorted by them."""

from aesculus.catalogue import named
from aesculus.errors import InputError
from aesculus.frontier.objectives import KNOWN
from aesculus.metrics import Row


def figure_name(text: str) -> str:
    """Return the figure that a short or a full name means, as for `pick --min`.

    Raises:
        InputError: there is none of that name.
    """
    try:
        return named(text).name
    except ValueError as error:
        raise InputError(str(error)) from None


def sort_rows(rows: list[Row], name: str) -> list[Row]:
    """Return the rows with the best figure first, those without it last."""
    sign = -1.0 if KNOWN[name] else 1.0

    def place(row: Row) -> tuple[bool, float, str]:
        value = getattr(row, name)
        return value is None, 0.0 if value is None else sign * value, row.label

    return sorted(rows, key=place)

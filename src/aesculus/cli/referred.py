"""Results of the reference store, beside those of the user's own."""

from collections.abc import Collection, Sequence
from pathlib import Path

from rich.console import Console

from aesculus.api.known import reference_rows
from aesculus.consoles import out, say
from aesculus.engine import reference
from aesculus.families import Device
from aesculus.metrics import Row
from aesculus.report.marks import pareto_marks
from aesculus.report.table import show_table

_TITLE = "From the reference store, measured with the same sources, flow and tools:"
_BEST = "The Pareto-optimal ones of the reference store; all of it stands at the end:"


def print_reference(
    console: Console,
    rows: Sequence[Row],
    columns: Sequence[str] | None = None,
    *,
    title: str = _TITLE,
) -> None:
    """Print results of the reference store, told apart from others; nothing without any."""
    if rows:
        console.print(title)
        console.print(show_table(rows, columns))


def announced(targets: Sequence[Device], labels: Collection[str]) -> list[Row]:
    """Show the best of what is known before anything is run: something to look at at once.

    Args:
        targets: the devices of the run.
        labels: its designs.

    Returns:
        The results of the reference store for them.
    """
    every = reference_rows({target.name for target in targets})
    rows = [row for row in every if row.label in labels]
    best = [row for row, keep in zip(rows, pareto_marks(rows), strict=True) if keep]
    print_reference(out(), best, title=_BEST)
    for target in targets:
        here = [row for row in every if row.device == target.name]
        have = reference.told(target, here, labels)
        if have:
            say(have)
    return rows


def alone(store: Path, reference: bool) -> bool:
    """Return whether there is only the reference store to show."""
    return reference and not store.exists()

"""Results of the reference store, beside those of the user's own."""

from collections.abc import Collection, Sequence

from rich.console import Console

from aesculus.consoles import out, say
from aesculus.engine import reference
from aesculus.engine.jobs import Jobs
from aesculus.families import Device, devices
from aesculus.metrics import Row
from aesculus.report import show_table

_TITLE = "From the reference store, measured with the same sources, flow and tools:"


def reference_rows(
    names: Collection[str] | None = None, labels: Collection[str] | None = None
) -> list[Row]:
    """Return results of the reference store.

    Args:
        names: of devices; `None` for all.
        labels: only these designs; `None` for all.
    """
    jobs = Jobs()
    return [
        row
        for name in sorted(devices.names() if names is None else names)
        for row in reference.results(devices.load(name), jobs=jobs, labels=labels)
    ]


def print_reference(
    console: Console, rows: Sequence[Row], columns: Sequence[str] | None = None
) -> None:
    """Print results of the reference store, told apart from others; nothing without any."""
    if rows:
        console.print(_TITLE)
        console.print(show_table(rows, columns))


def announced(targets: Sequence[Device], labels: Collection[str]) -> list[Row]:
    """Show what is known before anything is run, so that there is something to look at at once.

    Args:
        targets: the devices of the run.
        labels: its designs.

    Returns:
        The results of the reference store for them.
    """
    rows = reference_rows({target.name for target in targets}, labels)
    print_reference(out(), rows)
    for target in targets:
        have = reference.told(target, [row for row in rows if row.device == target.name])
        if have:
            say(have)
    return rows

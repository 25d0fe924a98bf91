"""What `show` says where a store has no figures of what was named."""

from pathlib import Path

from aesculus import api
from aesculus.api.known import simulated
from aesculus.api.naming import legal_point
from aesculus.cli.referred import alone
from aesculus.consoles import tell
from aesculus.metrics import Row


def tell_absent(
    labels: list[str] | None, names: set[str] | None, store: Path, *, reference: bool
) -> None:
    """Tell that no result is of the designs and devices that were named.

    Args:
        labels: the designs; `None` for all.
        names: the devices; `None` for all.
        store: the database file.
        reference: results of the reference store were asked for as well.

    Raises:
        LabelError: a label is none.
        IllegalDesignError: a design can never be measured; the message says what would be legal.
    """
    for label in labels or ():
        legal_point(label)
    empty = alone(store, reference)
    verified = [] if empty or names else simulated(labels or (), store=store)
    for label in verified:
        tell(f"The RTL of {label} is verified; it has no figures on a device yet.")
    other = [label for label in labels or () if label not in verified]
    if other or not labels:
        tell(_nothing(other, names, [] if empty else api.show(store=store)))


def _nothing(labels: list[str], names: set[str] | None, rows: list[Row]) -> str:
    of = f" of {', '.join(labels)}" if labels else ""
    on = f" on {', '.join(sorted(names))}" if names else ""
    devices = ", ".join(sorted({row.device for row in rows}))
    count = len({row.label for row in rows})
    some = f"{len(rows):,} result{'s' * (len(rows) != 1)} of {count:,} design{'s' * (count != 1)}"
    return f"No results{of}{on}; the store has {f'{some} on {devices}' if rows else 'none'}."

"""A search on several devices, one after the other, within one time budget."""

from collections.abc import Sequence
from dataclasses import replace

from aesculus.engine.engine import Summary
from aesculus.engine.session import Effort, Options, search_space
from aesculus.families import Device
from aesculus.search.designspace import DesignSpace
from aesculus.store import Store


def search_devices(
    store: Store,
    space: DesignSpace,
    targets: Sequence[Device],
    options: Options,
    *,
    strategy: str,
    effort: Effort,
) -> Summary:
    """Search a space on one device after the other; a time budget is shared out evenly.

    Without a budget in the options that of the space file holds.

    Args:
        store: open for writing.
        space: where to look.
        targets: the devices.
        options: how to run.
        strategy: as of `search_space`.
        effort: as of `search_space`.

    Raises:
        SearchError, Trouble, Interrupted, StoreError: as `search_space`.
    """
    hours = space.file.budget.hours
    budget_s = options.budget_s
    if budget_s is None and hours is not None:
        budget_s = 3600 * hours
    total = Summary()
    for number, target in enumerate(targets):
        part = options
        if budget_s is not None:
            left = budget_s - total.seconds
            part = replace(options, budget_s=max(1.0, left / (len(targets) - number)))
        done = search_space(store, space, target, part, strategy=strategy, effort=effort)
        total += done
    return total

"""Where a run can be looked at while it goes on."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from aesculus.consoles import say
from aesculus.defaults import on_store
from aesculus.engine.page import live_source
from aesculus.report.live import served
from aesculus.studies.made import typed


@contextmanager
def shown_live(store: Path, *, live: bool) -> Iterator[None]:
    """Say where a run's results can be seen from its first minute on, and serve them if wished.

    Args:
        store: the run's.
        live: serve the page on this machine for the length of the block.
    """
    serving = served(live_source(store, command=typed())) if live else nullcontext("")
    with serving as address:
        if address:
            say(f"Watch it at {address}, which this machine alone can reach")
        else:
            say(f"Watch it with `{on_store('aesculus report --live', store)}`")
        yield

"""From what a user typed to how the engine runs, and on which store."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aesculus import units
from aesculus.consoles import progress_console
from aesculus.defaults import on_store
from aesculus.engine import access
from aesculus.engine.cluster import load as load_cluster
from aesculus.engine.cluster import submitter
from aesculus.engine.progress import reporter_for
from aesculus.engine.session import Options
from aesculus.errors import InputError
from aesculus.inputs import check_name
from aesculus.store import DiskFullError, Store


def run_options(
    *,
    jobs: int = 0,
    scheduler: str | None = None,
    cluster: str | None = None,
    insecure: bool = False,
    budget: str | None = None,
    retry_failed: bool = False,
) -> Options:
    """Return how to run, from what was typed.

    Raises:
        InputError: the budget cannot be read.
        AccessError: the address is none, or not to be trusted; so with the cluster's interface.
        ClusterError: there is no such cluster.
        Trouble: jobs cannot be submitted from here.
    """
    if scheduler is not None and cluster is not None:
        raise InputError("--scheduler and --cluster exclude each other")
    if scheduler is not None:
        access.check(scheduler, insecure=insecure)
    batch_system = None if cluster is None else load_cluster(cluster)
    if batch_system is not None:
        access.interface(batch_system.interface)
        submitter(batch_system)
    return Options(
        slots=jobs,
        scheduler=scheduler,
        cluster=batch_system,
        insecure=insecure,
        budget_s=None if budget is None else units.seconds(budget),
        reporter=reporter_for(progress_console()),
        retry_failed=retry_failed,
    )


@contextmanager
def opened(path: Path, *, must_exist: bool = False) -> Iterator[Store]:
    """Open the store for the length of a block; for reading alone where it cannot be written.

    Args:
        path: the database file.
        must_exist: open for reading; a store that is not there is refused.

    Raises:
        InputError: there is no store and `must_exist`, or no file can have such a name.
        StoreError: it cannot be opened.
    """
    check_name(path, "store")
    if must_exist and not path.exists():
        raise InputError(
            f"no store at {path}: make one with `{on_store('aesculus explore', path)}`, "
            "or name another with --store"
        )
    if must_exist and path.is_file() and path.stat().st_size == 0:
        raise InputError(f"{path} is a file of no bytes, no store: was it cut short?")
    readable_only = must_exist and not (
        os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    )
    try:
        opened_store = Store.open(path, writable=not readable_only)
    except DiskFullError:
        if not must_exist:
            raise
        # Even to be read it wants a little room beside it, unless it is not to be written.
        opened_store = Store.open(path, writable=False)
    with opened_store as store:
        yield store

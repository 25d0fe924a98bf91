"""From what a user typed to how the engine runs."""

from aesculus import units
from aesculus.consoles import progress_console
from aesculus.engine import access
from aesculus.engine.cluster import load as load_cluster
from aesculus.engine.cluster import submitter
from aesculus.engine.progress import reporter_for
from aesculus.engine.session import Options
from aesculus.errors import InputError


def run_options(
    *,
    jobs: int = 0,
    scheduler: str | None = None,
    cluster: str | None = None,
    insecure: bool = False,
    budget: str | None = None,
    retry_failed: bool = False,
    runs: bool = True,
) -> Options:
    """Return how to run, from what was typed.

    With `runs` false nothing is run, and what runs alone need is not asked for.

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
    if batch_system is not None and runs:
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

"""Open files: many systems allow a process 1,024, and a thousand workers take several each."""

import resource

from aesculus.errors import RunError

OF_CLIENT, OF_HOST = 4, 8
"""Files for each worker: of the client and its scheduler, and of the process it lives in. Counted
were 2.4 and 5.4."""

_OWN = 256


def allow(count: int) -> None:
    """Have the system allow this process so many open files beside its own.

    Raises:
        RunError: it does not.
    """
    wanted = count + _OWN
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or wanted <= soft:
        return
    if hard != resource.RLIM_INFINITY and wanted > hard:
        raise RunError(
            f"{wanted} open files are needed and {hard} allowed: take fewer --workers, "
            "or raise the hard limit (ulimit -Hn)"
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

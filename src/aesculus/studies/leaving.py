"""A pool of processes that who leaves early does not wait for."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from multiprocessing import active_children


@contextmanager
def left_at_once(pool: Executor) -> Iterator[Executor]:
    """Use a pool; an error or a signal that leaves the block ends what its processes run.

    They may be at work for minutes, and what they have handed over is with the caller.
    """
    try:
        yield pool
    except BaseException:
        for child in active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)

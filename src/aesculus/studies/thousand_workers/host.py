"""`python -m aesculus.studies.thousand_workers.host ADDRESS COUNT FOLDER`: many Dask workers.

They are whole workers, each with a connection of its own and one thread, but share a process: so
many processes would not fit into the memory of one machine. They live until the standard input
ends.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aesculus.engine import access, dask_logs
from aesculus.studies.thousand_workers import open_files

_AT_ONCE = 20
MEMORY_MB = 32 << 10
"""What each says that it has, in MiB.

The engine hands out no more work than fits into the sum, and points of the whole space take up to
17 GiB by its estimate: with 4 GiB each, a thousand jobs never were out together, and those that
were waited for the rest for good.
"""

_SETTINGS = {
    # They share a process, so each would watch the memory of all.
    **{f"distributed.worker.memory.{name}": False for name in ("target", "spill", "pause")},
    "distributed.worker.memory.terminate": False,
    # Nor need hundreds of them look at themselves a hundred times a second in one event loop.
    "distributed.admin.tick.interval": "5 s",
    "distributed.admin.system-monitor.interval": "10 s",
    "distributed.admin.system-monitor.gil.enabled": False,
    **access.QUIET,
    **dask_logs.SHORT,
}


async def serve(address: str, count: int, folder: Path) -> None:
    """Be so many workers until the standard input ends.

    Args:
        address: of the scheduler.
        count: workers.
        folder: where the certificates are, and where they may write.
    """
    import dask  # noqa: PLC0415
    import distributed  # noqa: PLC0415

    package: Any = distributed
    security = access.written(folder)
    over = asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    workers: list[Any] = []
    with dask.config.set(_SETTINGS):
        for start in range(0, count, _AT_ONCE):
            some = [
                package.Worker(
                    address,
                    nthreads=1,
                    host=access.LOOPBACK,
                    security=security,
                    dashboard=False,
                    memory_limit=MEMORY_MB << 20,
                    local_directory=str(folder),
                    extensions=dask_logs.extensions_of_worker(),
                    silence_logs=50,
                )
                for _ in range(min(_AT_ONCE, count - start))
            ]
            workers += await asyncio.gather(*some)
    await over


def main(args: Sequence[str]) -> None:
    """Read the arguments and serve."""
    address, count, folder = args
    open_files.allow(open_files.OF_HOST * int(count))
    asyncio.run(serve(address, int(count), Path(folder)))


if __name__ == "__main__":
    main(sys.argv[1:])

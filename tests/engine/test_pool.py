"""What a pool knows of a cluster."""

from collections.abc import Callable
from typing import Any

import distributed
import pytest

from aesculus.engine import access
from aesculus.engine.pool import Pool


def test_workers_are_counted_whatever_the_client_looks_up_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    package: Any = distributed
    with (
        package.LocalCluster(
            n_workers=3,
            threads_per_worker=2,
            processes=False,
            protocol="tcp://",
            host=access.LOOPBACK,
            dashboard_address=f"{access.LOOPBACK}:0",
            memory_limit="1 GiB",
        ) as cluster,
        Pool(slots=1, scheduler=cluster.scheduler_address) as pool,
    ):
        pool.start()
        client = pool._client
        real = client.sync

        def sync(called: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
            found = real(called, *args, **kwargs)
            # Every two seconds the client does so, at any time.
            real(client._update_scheduler_info)
            return found

        monkeypatch.setattr(client, "sync", sync)
        assert (pool.workers, pool.slots, pool.memory_mb) == (3, 6, 3072)

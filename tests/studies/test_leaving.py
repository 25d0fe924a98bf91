"""Who leaves a pool of processes early does not wait for what they run."""

import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor

import pytest

from aesculus.studies.leaving import left_at_once

_LONG_S = 300


def test_a_signal_ends_what_the_processes_run() -> None:
    pool = ProcessPoolExecutor(2, multiprocessing.get_context("spawn"))

    def leave() -> None:
        with left_at_once(pool) as used:
            assert used.submit(abs, -1).result() == 1
            for _ in range(3):
                used.submit(time.sleep, _LONG_S)
            raise KeyboardInterrupt

    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        leave()
    assert time.monotonic() - begun < _LONG_S / 2
    assert not multiprocessing.active_children()


def test_what_was_asked_for_is_waited_for() -> None:
    with left_at_once(ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))) as pool:
        asked = pool.submit(abs, -2)
    assert asked.result() == 2

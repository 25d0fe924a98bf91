"""Names of the tests, and their order: what is quick and static first, what routes last."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from aesculus import interrupts

# A busy machine makes a quick example slow; how long it takes is no property.
settings.register_profile("aesculus", deadline=None)
settings.load_profile("aesculus")

_SLOW = ("sim", "synth", "route")
_DEAR = ("real", "site", "standin", "whole", "mapped")
"""Fixtures that take long to make: all tests of one go to the same worker, which makes it once."""


@pytest.fixture(autouse=True)
def _signals_of_its_own() -> Iterator[None]:
    """Let no signal that one test sends, nor a handler that it leaves, end a run of another."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)
    interrupts.taken()


def _rank(item: pytest.Item) -> int:
    slow = [rank for rank, name in enumerate(_SLOW, start=2) if item.get_closest_marker(name)]
    if slow:
        return max(slow)
    return 0 if item.path.parent.name == "project" else 1


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name a test by the name of bytes, not by them.

    What is packed holds the second that it was packed in, so that two workers would not collect
    the same tests.
    """
    return argname if isinstance(val, bytes) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort by expected duration; within a class of it the order stays."""
    items.sort(key=_rank)
    for item in items:
        for name in _DEAR:
            if name in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.xdist_group(name))

"""A signal that a test sends ends no run of the next one."""

import signal

import pytest

from aesculus import interrupts

pytestmark = pytest.mark.xdist_group("signals")
_FOUND = signal.getsignal(signal.SIGINT)


def test_a_signal_is_noted() -> None:
    # A shell has what it starts in the background ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    interrupts.watch()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_it_is_forgotten_by_the_next() -> None:
    assert interrupts.taken() == 0
    assert signal.getsignal(signal.SIGINT) is _FOUND

"""Folders of designs, found by the setting and forgotten after a test."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from aesculus.design import folders, registry

HERE = Path(__file__).parent
_KINDS = ("aesculus.ciphers.", "aesculus.products.modes.", "aesculus.products.buses.")
Found = Callable[..., None]


def _forget(known: set[str]) -> None:
    for name in [name for name in sys.modules if name.startswith(_KINDS)]:
        if name not in known:
            del sys.modules[name]
    registry.forget()


@pytest.fixture
def found_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[Found]:
    """Return what sets the folders in which designs are looked for."""
    known = set(sys.modules)

    def look(*roots: Path) -> None:
        monkeypatch.setenv(folders.SETTING, ":".join(map(str, roots)))
        _forget(known)

    yield look
    monkeypatch.delenv(folders.SETTING, raising=False)
    _forget(known)


@pytest.fixture
def both(found_in: Found) -> None:
    """Let the mode and the cipher beside these tests be found."""
    found_in(HERE / "one_mode", HERE / "one_cipher")

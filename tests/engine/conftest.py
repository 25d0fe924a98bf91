"""An empty store, which most tests of the engine begin with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from aesculus.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "store.db") as opened:
        yield opened

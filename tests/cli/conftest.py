"""Where commands run in tests, and what stands in for the tools."""

from pathlib import Path

import pytest

from aesculus.engine import Options, Pool, session
from engine.fakes import Fakes


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, with the store where it is by default."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("AESCULUS_STORE", raising=False)
    return tmp_path


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> Fakes:
    """Stages that take no time, for every engine that a command starts."""
    made = Fakes()

    def pool(_options: Options) -> Pool:
        return Pool(slots=2, stages=made.stages)

    monkeypatch.setattr(session, "_pool", pool)
    return made

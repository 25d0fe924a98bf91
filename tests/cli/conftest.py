"""Where commands run in tests, and what stands in for the tools."""

import shutil
from pathlib import Path

import pytest

from aesculus.design import parse_build
from aesculus.engine import session
from aesculus.engine.plan import whole_chain
from aesculus.engine.pool import Pool
from aesculus.engine.reference import entries
from aesculus.engine.session import Options
from aesculus.store import Store
from engine.fakes import Fakes, engine, routed

LABELS = ("UF1-PP3T", "UF2-PP3T", "UF3-PP3T", "UF4-PP3T")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, with the store where it is by default, and no known results."""
    monkeypatch.setattr(entries, "known", lambda *_: ())
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("AESCULUS_STORE", raising=False)
    return tmp_path


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> Fakes:
    """Stages that take no time, for every engine that a command starts; two at once unless told."""
    made = Fakes()

    def pool(options: Options) -> Pool:
        return Pool(slots=options.slots or 2, stages=made.stages)

    monkeypatch.setattr(session, "_pool", pool)
    return made


@pytest.fixture(scope="session")
def _filled_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `filled` copies: exploring takes longer than most tests of it."""
    folder = tmp_path_factory.mktemp("filled") / ".aesculus"
    fakes = Fakes()
    with (
        pytest.MonkeyPatch.context() as patch,
        Store.open(folder / "store.db") as store,
        Pool(slots=2, stages=fakes.stages) as pool,
    ):
        patch.setattr(entries, "known", lambda *_: ())
        wants = [
            want
            for label in LABELS
            for want in whole_chain(parse_build(label), routed(), netlist=label != LABELS[3])
        ]
        engine(store, fakes, pool).run(wants)
    return folder


@pytest.fixture
def filled(place: Path, _filled_once: Path) -> Path:
    """A store with four designs on a routed device, one of them without a verified netlist."""
    shutil.copytree(_filled_once, place / ".aesculus")
    return place / ".aesculus" / "store.db"

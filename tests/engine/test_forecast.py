"""What a list of wants will cost."""

from pathlib import Path

from aesculus.design import parse_build
from aesculus.engine.forecast import forecast
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want, whole_chain
from aesculus.engine.pool import Pool
from aesculus.records import Stage
from aesculus.store import Store
from engine.fakes import Fakes, area, engine, failing, routed

POINT = parse_build("UF1-PP3T")


def test_what_comes_before_is_counted_once(tmp_path: Path) -> None:
    wants = [
        Want(POINT, Stage.ROUTE, routed(), 0),
        Want(POINT, Stage.ROUTE, routed(), 1),
        Want(POINT, Stage.VERIFY_NETLIST, area()),
        Want(POINT.after("flat"), Stage.SYNTH, area()),
    ]
    with Store.open(tmp_path / "s.db") as store:
        found = forecast(store, wants, slots=2)
        # One simulation, three syntheses, two routes, one netlist.
        assert (found.runs, found.known) == (7, 0)
        assert found.seconds > 20
        half = forecast(store, wants, slots=1)
        assert half.seconds == found.seconds
        assert "7 runs to do, 0 known; about" in found.told()
        assert "with 2 at once" in found.told()


def test_what_is_known_costs_nothing(tmp_path: Path) -> None:
    fakes = Fakes()
    wants = whole_chain(POINT, routed())
    with Store.open(tmp_path / "s.db") as store, Pool(slots=1, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run(wants)
        found = forecast(store, [*wants, Want(POINT, Stage.ROUTE, routed(), 1)], jobs=Jobs())
        assert (found.runs, found.known) == (1, 4)
        done = forecast(store, wants)
        assert (done.runs, done.seconds) == (0, 0.0)
        assert done.told() == "0 runs to do, 4 known"


def test_nothing_follows_a_synthesis_that_failed(tmp_path: Path) -> None:
    fakes = Fakes()
    fakes.special[Stage.SYNTH, POINT.label] = failing("no such cell")
    wants = whole_chain(POINT, routed())
    with Store.open(tmp_path / "s.db") as store, Pool(slots=1, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run(wants)
        found = forecast(store, wants)
        assert (found.runs, found.known) == (0, 2)

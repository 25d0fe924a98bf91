"""What leaves the router too little room is routed after what does not, however it is explored."""

from collections.abc import Callable
from typing import Any

import pytest

from aesculus.design import parse_build
from aesculus.engine import session
from aesculus.engine.eligible import eligible
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want
from aesculus.engine.pool import Pool
from aesculus.engine.room import history
from aesculus.engine.session import Effort, Options, explore, pursue, search_space
from aesculus.engine.task import Task
from aesculus.families import Device, devices
from aesculus.records import Stage, StageOutcome, Status
from aesculus.search.designspace import DesignSpace
from aesculus.search.goals import Goal, Objective
from aesculus.search.spacefile import loads
from aesculus.store import Store
from engine.fakes import Fakes, engine, failing, good

LARGE, SMALL = devices.load("ICE40HX8K"), devices.load("ICE40UP5K")
# Of these the first is the cheapest, so that it comes first where nothing else is known.
FULL, NEXT, LAST = (parse_build(f"UF{n}-PP1T") for n in (1, 2, 5))


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> Fakes:
    made = Fakes()
    monkeypatch.setattr(session, "_pool", lambda _o: Pool(slots=1, stages=made.stages))
    return made


def _filled(share: float) -> Callable[[Task], StageOutcome]:
    """Return a synthesis that fills a share of the tables of the device it is for."""

    def run(task: Task) -> StageOutcome:
        outcome = good(task)
        assert task.device is not None
        luts = round(share * task.device.most["area_luts"])
        return outcome.model_copy(update={"metrics": {**outcome.metrics, "lut_count": luts}})

    return run


def _sizes(fakes: Fakes, full: float) -> None:
    for point, share in ((FULL, full), (NEXT, 0.3), (LAST, 0.4)):
        fakes.special[Stage.SYNTH, point.label] = _filled(share)


def _routed(fakes: Fakes, device: Device) -> list[str]:
    return [call[1] for call in fakes.calls if call[0] is Stage.ROUTE and call[2] == device.name]


def _plain(store: Store, device: Device) -> None:
    explore(store, [FULL, NEXT, LAST], [device], Options(), seeds=1)


def test_a_first_pass_routes_what_is_too_full_last(store: Store, fakes: Fakes) -> None:
    _sizes(fakes, 0.95)
    _plain(store, LARGE)
    assert list(dict.fromkeys(_routed(fakes, LARGE))) == [NEXT.label, LAST.label, FULL.label]


def test_where_all_have_room_the_order_is_that_of_their_cost(store: Store, fakes: Fakes) -> None:
    _sizes(fakes, 0.8)
    _plain(store, LARGE)
    assert _routed(fakes, LARGE)[0] == FULL.label


def test_a_failed_route_tells_the_other_devices_of_the_family(store: Store, fakes: Fakes) -> None:
    _sizes(fakes, 0.8)
    other = parse_build("UF10-PP1T")
    fakes.special[Stage.SYNTH, other.label] = _filled(0.75)
    fakes.special[Stage.ROUTE, other.label] = failing("no way left")
    with Pool(slots=1, stages=fakes.stages) as pool:
        wants = [Want(point, Stage.ROUTE, SMALL) for point in (FULL, NEXT)]
        # In the same run it counts at once …
        engine(store, fakes, pool).run([Want(other, Stage.ROUTE, LARGE), *wants])
    assert _routed(fakes, SMALL) == [NEXT.label, FULL.label]
    # … and in a later one from the store. The other family hears of nothing.
    (tried,) = history(store, devices.load("ICE40HX8K"))
    assert (tried.device, tried.routed) == (LARGE, False)
    assert tried.figures["area_luts"] == round(0.75 * LARGE.most["area_luts"])
    assert not [each for each in history(store, devices.load("LFE5U-25F-6")) if not each.routed]


def test_what_the_store_has_of_one_device_orders_a_run_on_another(
    store: Store, fakes: Fakes
) -> None:
    _sizes(fakes, 0.8)
    other = parse_build("UF10-PP1T")
    fakes.special[Stage.SYNTH, other.label] = _filled(0.75)
    fakes.special[Stage.ROUTE, other.label] = failing("too long", status=Status.TIMEOUT)
    with Pool(slots=1, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run([Want(other, Stage.ROUTE, LARGE)])
    _plain(store, SMALL)
    assert list(dict.fromkeys(_routed(fakes, SMALL))) == [NEXT.label, LAST.label, FULL.label]


@pytest.mark.parametrize("way", ["space", "goal"])
def test_a_search_hears_what_other_devices_of_the_family_could_not_route(
    store: Store, fakes: Fakes, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    other = parse_build("UF10-PP1T")
    fakes.special[Stage.SYNTH, other.label] = _filled(0.75)
    fakes.special[Stage.ROUTE, other.label] = failing("no way left")
    with Pool(slots=1, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run([Want(other, Stage.ROUTE, LARGE)])
    heard: list[float] = []
    most = SMALL.most["area_luts"]

    def walk(_store: Store, made: Callable[[Any], Any], *_rest: object) -> None:
        chosen = made(engine(store, fakes))
        search = chosen._search if way == "goal" else chosen._ways[0]
        heard.append(search.filling.fullness({"area_luts": 0.8 * most}))

    monkeypatch.setattr(session, "walk", walk)
    space = DesignSpace(
        loads(
            'version = 1\nname = "tiny"\ndevices = ["ICE40UP5K"]\naxes = { unroll = [1, 2] }\n'
            'objectives = ["throughput_gbps", "area_luts"]'
        )
    )
    if way == "space":
        search_space(store, space, SMALL, Options(), strategy="random")
    else:
        pursue(store, Goal((), Objective("area_luts", maximise=False)), space.points, SMALL,
               Options())  # fmt: skip
    assert heard == [pytest.approx(0.8, abs=0.001)]


def test_a_search_of_modes_goes_on_after_its_first_batch(store: Store, fakes: Fakes) -> None:
    space = DesignSpace(
        loads(
            'version = 1\nname = "tiny"\ndevices = ["LFE5U-25F-6"]\naround = ["CTR"]\n'
            'objectives = ["blocks_per_cycle", "area_luts"]\nfidelity = "synth"\n'
            "axes = { unroll = [1, 2, 5] }"
        )
    )
    device = devices.load("LFE5U-25F-6")
    search_space(store, space, device, Options(), strategy="random", effort=Effort(batch=1))
    labels = {point.label for point in space.points}
    assert len(labels) == 3
    assert set(fakes.stage_calls(Stage.SYNTH)) == labels


def test_all_sources_of_a_space_of_modes_may_give_the_answer() -> None:
    space = loads(
        'version = 1\nname = "tiny"\ndevices = ["LFE5U-25F-6"]\n'
        'around = ["CTR", "GCM", "XTS.AXIS64", ""]\n'
        'axes = { sbox = ["bram", "tower", "lut"], key_sbox = ["same", "rom"], unroll = [1, 2] }\n'
        'also = [{ width = [32, 8], unroll = 1, key_sbox = "same" }]'
    )
    jobs = Jobs()
    points = DesignSpace(space).points
    assert {point.label.partition(".")[0] for point in points} >= {"CTR", "GCM", "XTS"}
    assert {jobs.rtl_digest_of(point) for point in points} <= set(eligible(space)["rtl_digest"])

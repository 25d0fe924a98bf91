"""A stage that costs time is run only for those who ask for its figure."""

from aesculus.design import parse_build
from aesculus.engine.plan import whole_chain
from aesculus.engine.walk import results_of, wants_of
from aesculus.families import devices
from aesculus.metrics import Row
from aesculus.records import Stage
from aesculus.search.fidelity import Fidelity
from aesculus.search.problem import Ask, Problem

POINT = parse_build("UF1-PP0B")
DEVICE = devices.load("LFE5U-25F-6")
SWITCHING = "switching_per_block"


def test_switching_is_counted_where_it_is_an_objective_and_nowhere_else() -> None:
    ask = Ask(POINT, Fidelity.SYNTH)
    plain = {want.stage for want in wants_of(ask, DEVICE, objectives=("area_luts",))}
    wanted = {want.stage for want in wants_of(ask, DEVICE, objectives=("area_luts", SWITCHING))}
    assert plain == {Stage.VERIFY, Stage.SYNTH}
    assert wanted == plain | {Stage.ACTIVITY}
    assert Stage.ACTIVITY not in {want.stage for want in whole_chain(POINT, DEVICE, seeds=5)}


def row(**figures: float) -> Row:
    return Row(
        label=POINT.label,
        design={},
        device=DEVICE.name,
        verified=True,
        area_luts=990,
        **figures,
    )


def test_a_point_without_it_is_not_known_to_a_search_that_wants_it() -> None:
    def known(objectives: tuple[str, ...], measured: Row) -> list[Fidelity]:
        problem = Problem((POINT,), DEVICE, objectives, (Fidelity.SYNTH,))
        return [result.fidelity for result in results_of(measured, POINT, problem)]

    assert known(("area_luts",), row()) == [Fidelity.SYNTH]
    assert known(("area_luts", SWITCHING), row()) == []
    assert known(("area_luts", SWITCHING), row(switching_per_block=8.0)) == [Fidelity.SYNTH]

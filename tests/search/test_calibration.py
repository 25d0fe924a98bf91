"""Intervals of the surrogate hold what they should, on points that it has not seen."""

import numpy as np
import pytest

from aesculus.design import parse_build
from aesculus.families import devices
from aesculus.search.fidelity import Fidelity
from aesculus.search.model import STRUCTURAL, AnalyticModel
from aesculus.search.problem import Problem
from aesculus.search.surrogate import Surrogate
from measured_tables import covered

DEVICE = devices.load("LFE5U-25F-6")


_LEARNT = {"ecp5-iterative": 30, "area-small": 100}
"""Space to the points that are told."""


# Too few registers lie within, by a little (docs/search.md); to be mended with the next strategy,
# as this one is frozen for its held-out space.
_TOO_NARROW = pytest.mark.xfail(raises=AssertionError, strict=True)


@pytest.mark.parametrize(
    ("space", "figure"),
    [
        ("ecp5-iterative", "path_estimate_ns"),
        ("ecp5-iterative", "area_luts"),
        ("ecp5-iterative", "fmax_routed_mhz"),
        ("area-small", "area_luts"),
        pytest.param("area-small", "ff_count", marks=_TOO_NARROW),
    ],
)
def test_nine_in_ten_points_lie_within_intervals_of_nine_in_ten(space: str, figure: str) -> None:
    (held,) = [each.held for each in covered(space, _LEARNT[space]) if each.figure == figure]
    assert 0.85 <= held <= 0.96


def test_every_figure_that_is_not_sure_has_its_intervals_tried() -> None:
    found = {(space, each.figure) for space, n in _LEARNT.items() for each in covered(space, n)}
    assert {figure for _, figure in found} - set(STRUCTURAL) == {
        "path_estimate_ns",
        "area_luts",
        "fmax_routed_mhz",
        "ff_count",
    }


@pytest.mark.parametrize("space", _LEARNT)
def test_what_follows_from_the_structure_is_known_for_sure_and_right(space: str) -> None:
    found = covered(space, _LEARNT[space])
    assert all(each.held == 1 for each in found if each.figure in STRUCTURAL)


def test_the_model_doubts_what_its_results_contradict() -> None:
    # A device on which S-boxes cost three times what the model starts from, told for some of them:
    # the truth of one that was not told must be among the worlds.
    labels = [f"UF{n}-{cuts}{box}" for n in (1, 2, 5) for cuts in ("PP1", "PP2") for box in "TLD"]
    points = tuple(parse_build(label) for label in labels)
    problem = Problem(points, DEVICE, ("area_luts", "bram_count"), (Fidelity.SYNTH,))
    start = AnalyticModel(DEVICE).predict(points)["lut_count"]
    truth = [
        value * (3 if point.fields["sbox"] == "tower" else 1)
        for point, value in zip(points, start.tolist(), strict=True)
    ]
    seen = [n for n, label in enumerate(labels) if not label.startswith("UF5")]
    surrogate = Surrogate(problem)
    surrogate.fit(
        {n: {"lut_count": truth[n], "area_luts": truth[n], "bram_count": 0.0} for n in seen}
    )

    unseen = [n for n in range(len(points)) if n not in seen]
    worlds = surrogate.draw_figures(200, unseen, np.random.default_rng(0))["area_luts"]
    low, high = np.quantile(worlds, [0.02, 0.98], axis=0)
    for place, number in enumerate(unseen):
        assert low[place] <= truth[number] <= high[place], labels[number]


def test_what_was_taught_is_where_the_model_starts_and_no_result() -> None:
    points = [parse_build(label) for label in ("UF1-PP1T", "UF2-PP1T", "UF5-PP1T", "UF1-PP1L")]
    told = [{"lut_count": 5000.0 * p.fields["unroll"]} for p in points]
    model = AnalyticModel(DEVICE)
    model.teach(points, told)
    taught = model.predict(points)["lut_count"][1]
    assert taught == pytest.approx(10_000, rel=0.2)
    # Its own measurements have the last word.
    model.fit(points[:3], [{"lut_count": each["lut_count"] / 4} for each in told[:3]])
    assert model.predict(points)["lut_count"][1] == pytest.approx(2500, rel=0.3)

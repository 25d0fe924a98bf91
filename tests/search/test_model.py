import numpy as np
import pytest

from aesculus.ciphers.aes.parts import count, features
from aesculus.ciphers.aes.space import DesignPoint, parse
from aesculus.design import Build, parse_build
from aesculus.design.features import parts
from aesculus.families import devices
from aesculus.search.designspace import DesignSpace
from aesculus.search.errors import SearchError
from aesculus.search.model import AnalyticModel, held_out
from aesculus.search.spacefile import load
from search_tables import standin_figures

DEVICE = devices.load("LFE5U-25F-6")


def sample(number: int) -> list[Build]:
    return DesignSpace(load("ecp5-iterative")).sample(number, seed=3)


def test_the_model_ranks_before_anything_is_measured() -> None:
    model = AnalyticModel(devices.load("LFE5U-85F-8"))
    narrow = model.predict([parse_build(f"UF1-PP1T{width}") for width in ("-W8", "-W32", "")])
    assert list(np.argsort(narrow["lut_count"])) == [0, 1, 2]
    assert list(np.argsort(narrow["throughput_gbps"])) == [0, 1, 2]
    labels = ["UF1-PP1B", "UF1-PP1T", "UF2-PP1T", "UF5-PP1T", "UF10-PP1T", "UF10-PP1L"]
    found = model.predict([parse_build(label) for label in labels])
    assert list(np.argsort(found["lut_count"])) == list(range(len(labels)))
    clocks = model.predict([parse_build(f"UF10-{name}T") for name in ("PP1", "PP2", "C111", "PPX")])
    assert np.all(np.diff(clocks["fmax_routed_mhz"]) > 0)
    assert found["bram_count"][0] == 10


def test_more_results_make_it_better() -> None:
    points = sample(150)
    figures = [standin_figures(point, clock=True) for point in points]
    truth = np.array([f["lut_count"] for f in figures[100:]])

    def error(number: int) -> float:
        model = AnalyticModel(DEVICE)
        model.fit(points[:number], figures[:number])
        guess = model.predict(points[100:])["lut_count"]
        return float(np.median(np.abs(guess / truth - 1)))

    assert error(100) < error(8) < error(0)
    assert error(100) < 0.05


@pytest.mark.parametrize(
    ("seen", "new"),
    [
        # What a recipe or a basis does to an S-box is known for rounds that were never measured.
        (("UF1-PP1T", "UF1-PP1T+widelut"), ("UF2-PP1T", "UF2-PP1T+widelut")),
        (("UF1-PP1T", "UF1-PP1T-G15710"), ("UF2-PP1T", "UF2-PP1T-G15710")),
    ],
)
def test_a_name_that_changes_the_cost_of_a_part_is_carried_over(
    seen: tuple[str, str], new: tuple[str, str]
) -> None:
    def luts(label: str) -> dict[str, float]:
        point = parse_build(label)
        cost = 170 if point != point.plain() else 80
        cost = 90 if point.fields["basis"] else cost
        return {"lut_count": 300 + cost * parts(point.design.features)["sbox_tower"]}

    labels = [*seen, "UF3-PP1T", "UF1-PP1L", "UF2-PP1L"]
    model = AnalyticModel(DEVICE)
    model.fit([parse_build(label) for label in labels], [luts(label) for label in labels])
    usual, other = model.predict([parse_build(label) for label in new])["lut_count"]
    truth = luts(new[1])["lut_count"] / luts(new[0])["lut_count"]
    # Which part it is that a recipe makes larger, one measurement cannot tell.
    assert other / usual - 1 == pytest.approx(truth - 1, rel=0.3)
    # Never less than nothing, whatever is taken off.
    assert model.predict([parse_build("W8-UF1-PP1T+widelut")])["lut_count"][0] >= 0


def test_held_out_points_are_ranked_and_the_error_is_told() -> None:
    points = sample(120)
    figures = [standin_figures(point, clock=True) for point in points]
    found = {line.figure: line for line in held_out(DEVICE, points, figures)}
    assert found["lut_count"].points == 120
    assert found["lut_count"].spearman > 0.95
    assert 0 < found["lut_count"].median_error < 0.08
    assert found["fmax_routed_mhz"].spearman > 0.6
    assert found["bram_count"].worst_error < 0.01
    # Figures that have nothing to do with the points are not predicted.
    shuffled = [figures[n] for n in np.random.default_rng(0).permutation(len(figures))]
    noise = {line.figure: line for line in held_out(DEVICE, points, shuffled)}
    assert abs(noise["lut_count"].spearman) < 0.4
    assert noise["lut_count"].median_error > 3 * found["lut_count"].median_error


def test_too_few_points_to_judge_are_refused() -> None:
    with pytest.raises(SearchError, match="2 measured points: at least 5"):
        held_out(DEVICE, sample(2), [{}, {}])


def test_the_clock_network_bounds_what_is_derived() -> None:
    model = AnalyticModel(DEVICE)
    model.fit([parse_build("UF1-PP3B")], [{"fmax_routed_mhz": 900.0, "lut_count": 700}])
    found = model.predict([parse_build("UF1-PP3B")])
    assert found["fmax_mhz"][0] <= (DEVICE.clock_limit_mhz or 0)
    rate = 128 * found["fmax_mhz"][0] * 0.1 / 1000
    assert found["throughput_gbps"][0] == pytest.approx(rate)


# Pairs of designs that differ in one axis, which changes the area of what is synthesised.
_PAIRS = {
    "key_bits": ("UF1-PP1T", "AES256-UF1-PP1T"),
    "direction": ("UF1-PP1T-EXT", "AES128D-UF1-PP1T-EXT"),
    "unroll": ("UF1-PP1T", "UF2-PP1T"),
    "cuts": ("UF2-PP1T", "UF2-PP3T"),
    "cut_every": ("UF2-PP1T", "UF2-PP0T"),
    "entry_cuts": ("UF10-PP1T", "UF10-PP1T-IN1"),
    "width": ("UF1-PP0T", "UF1-PP0T-W32"),
    "sbox": ("UF1-PP1T-KL", "UF1-PP1P-KL"),
    "key_sbox": ("UF1-PP1L", "UF1-PP1L-KT"),
    "basis": ("UF1-PP1T", "UF1-PP1T-G5ac"),
    "whole": ("UF1-PP1T", "UF1-PP1F"),
    "key_schedule": ("UF1-PP1T-STORED", "UF1-PP1T-EXT"),
    "lanes": ("UF1-PP1T", "RF2-UF1-PP1T"),
    "lane_keys": ("RF2-UF1-PP1T", "RF2S-UF1-PP1T"),
    "flow": ("UF1-PP1T", "UF1-PP1T-CREDIT"),
    "tag_bits": ("UF1-PP1T", "UF1-PP1T-TAG8"),
    "fixed_key": None,  # constants, of the same number of bits
    "isolate": ("UF1-PP1T", "UF1-PP1T-ISO"),
}


@pytest.mark.parametrize("axis", DesignPoint.model_fields)
def test_the_model_sees_every_axis_that_changes_area(axis: str) -> None:
    # A new axis has to be put here, with two designs, or with the reason why it costs nothing.
    pair = _PAIRS[axis]
    if pair is None:
        return
    one, two = map(parse, pair)
    differ = {name for name in DesignPoint.model_fields if getattr(one, name) != getattr(two, name)}
    assert differ - {"key_sbox"} == {axis} - {"key_sbox"}
    assert (count(one), features(one)) != (count(two), features(two))


def test_keys_and_directions_are_counted_from_the_design() -> None:
    # S-boxes of the key: shared by lanes unless each has its own; twice with the preparing ring.
    assert count(parse("RF2-UF10-C501B"))["sbox_bram"] == 2 * 160 + 40
    assert count(parse("RF2S-UF10-C501B"))["sbox_bram"] == 2 * 200
    assert count(parse("UF1-PP1T"))["sbox_tower"] == 20
    assert count(parse("AES128D-UF1-PP1T"))["sbox_tower"] == 24
    assert count(parse("AES128D-UF1-PP1T-LAST"))["sbox_tower"] == 20
    assert count(parse("UF5-PP1T-STORED"))["sbox_tower"] == 5 * 16 + 4
    assert count(parse("UF5-PP1T-EXT"))["sbox_tower"] == 5 * 16
    stored, given = count(parse("UF1-PP1T-STORED")), count(parse("UF1-PP1T-EXT"))
    # Two banks of ten round keys take two words of sixteen.
    assert stored["key_memory_bits"] == 2 * 2 * 128
    assert given["key_memory_bits"] == 0
    assert given["key_choice_bits"] == 10 * 128
    # Block, tag and key wait in the preparing ring, too.
    assert count(parse("AES128D-UF1-PP1T"))["cut_bits"] == 2 * (128 + 1 + 128)


def test_memories_are_counted_as_the_family_has_them() -> None:
    point = [parse_build("UF1-PP1B")]
    for name, brams in (("ICE40HX8K", 20), ("LFE5U-25F-6", 10), ("GW2A-18", 10)):
        assert AnalyticModel(devices.load(name)).predict(point)["bram_count"][0] == brams

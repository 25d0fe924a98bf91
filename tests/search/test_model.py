import numpy as np
import pytest

from aesculus.ciphers.aes.parts import COLUMNS, count, matrix, walk
from aesculus.ciphers.aes.space import DesignPoint, parse
from aesculus.families import devices
from aesculus.search.designspace import DesignSpace
from aesculus.search.errors import SearchError
from aesculus.search.model import AnalyticModel, held_out
from aesculus.search.paths import paths
from aesculus.search.spacefile import load
from search_tables import standin_figures

DEVICE = devices.load("LFE5U-25F-6")


def sample(number: int) -> list[DesignPoint]:
    return DesignSpace(load("ecp5-iterative")).sample(number, seed=3)


def test_parts_are_counted() -> None:
    found = count(parse("UF2-PP2B-KL"))
    assert found["sbox_bram"] == 32
    assert found["sbox_logic"] == 8
    assert found["slots"] == 4
    assert found["loop_bits"] == 256
    assert found["memory_cut_bits"] == 2 * 2 * 128
    assert found["cut_bits"] == 4 * (128 + 1 + 128) - 2 * 2 * 128
    assert count(parse("UF10-PP2B"))["loop_bits"] == 0
    assert count(parse("UF3-PP1L"))["exit_bits"] == 128
    assert matrix([parse("UF1-PP1L")]).shape == (1, len(COLUMNS))
    assert count(parse("UF1-PP1L-W8"))["sbox_logic"] == 1
    assert count(parse("UF1-PP1L-W32"))["sbox_logic"] == 4
    # Here the key has S-boxes of its own.
    assert count(parse("AES192-UF1-PP1L-W32"))["sbox_logic"] == 8


@pytest.mark.parametrize(
    ("label", "registers"),
    [
        ("UF1-PP3T", 30),
        ("UF10-PP3T", 30),
        ("UF2-PP0L", 5),
        ("UF3-PP0L", 4),
        ("UF10-PP0L", 1),
        ("UF1-PP1L-W8", 217),
        ("AES256-UF1-PP1L-W32", 80),
        ("UF1-PP3T-CREDIT", 31),
    ],
)
def test_a_block_passes_as_many_registers_as_the_ring_says(label: str, registers: int) -> None:
    assert walk(parse(label)) == registers


def test_paths_lie_between_cuts() -> None:
    deep = paths(parse("UF10-PP3L"), 1000)
    assert {"clock": 1.0, "size": 1.0, "mix": 2.0} in deep
    assert {"clock": 1.0, "size": 1.0, "sbox_logic": 1.0} in deep
    assert max(path.get("sbox_logic", 0) for path in paths(parse("UF2-PP0L"), 0)) == 2
    inner = paths(parse("UF10-C111T"), 0)
    assert {path.get("sbox_tower", 0) for path in inner} == {0, 0.5}
    # The ring closes over the entry multiplexer.
    closed = paths(parse("UF1-PP1L"), 0)
    assert any(p.get("loop") and p.get("sbox_logic") and p.get("add") == 1 for p in closed)


def test_the_model_ranks_before_anything_is_measured() -> None:
    model = AnalyticModel(devices.load("LFE5U-85F-8"))
    narrow = model.predict([parse(f"UF1-PP1T{width}") for width in ("-W8", "-W32", "")])
    assert list(np.argsort(narrow["lut_count"])) == [0, 1, 2]
    assert list(np.argsort(narrow["throughput_gbps"])) == [0, 1, 2]
    labels = ["UF1-PP1B", "UF1-PP1T", "UF2-PP1T", "UF5-PP1T", "UF10-PP1T", "UF10-PP1L"]
    found = model.predict([parse(label) for label in labels])
    assert list(np.argsort(found["lut_count"])) == list(range(len(labels)))
    clocks = model.predict([parse(f"UF10-{name}T") for name in ("PP1", "PP2", "C111", "PPX")])
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
        cost = 170 if parse(label) != parse(label).model_copy(update={"recipe": "default"}) else 80
        cost = 90 if parse(label).basis else cost
        return {"lut_count": 300 + cost * count(parse(label))["sbox_tower"]}

    labels = [*seen, "UF3-PP1T", "UF1-PP1L", "UF2-PP1L"]
    model = AnalyticModel(DEVICE)
    model.fit([parse(label) for label in labels], [luts(label) for label in labels])
    usual, other = model.predict([parse(label) for label in new])["lut_count"]
    truth = luts(new[1])["lut_count"] / luts(new[0])["lut_count"]
    # Which part it is that a recipe makes larger, one measurement cannot tell.
    assert other / usual - 1 == pytest.approx(truth - 1, rel=0.3)
    # Never less than nothing, whatever is taken off.
    assert model.predict([parse("W8-UF1-PP1T+widelut")])["lut_count"][0] >= 0


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
    model.fit([parse("UF1-PP3B")], [{"fmax_routed_mhz": 900.0, "lut_count": 700}])
    found = model.predict([parse("UF1-PP3B")])
    assert found["fmax_mhz"][0] <= (DEVICE.clock_limit_mhz or 0)
    rate = 128 * found["fmax_mhz"][0] * 0.1 / 1000
    assert found["throughput_gbps"][0] == pytest.approx(rate)

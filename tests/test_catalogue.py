"""Whoever uses figures takes their names, units and aims from the catalogue."""

from pathlib import Path

import pytest

from aesculus import metrics
from aesculus.catalogue import AIMS, CLOCKED, FIGURES, MISSING, SHORT, Needs, named
from aesculus.ciphers.aes.space import DesignPoint
from aesculus.frontier.objectives import AREA_ONLY, KNOWN, ROUTED
from aesculus.metrics import Row
from aesculus.records import Stage, StageOutcome, Status
from aesculus.report.marks import pareto_marks
from aesculus.search.goals import Goal, Limit, Objective, answer
from aesculus.store import Job, Store
from aesculus.store.queries import NUMBERS

DEVICE = "LFE5U-85F-8"


def test_every_figure_is_a_field_of_the_row_and_can_be_searched() -> None:
    assert set(FIGURES) <= set(Row.model_fields)
    assert set(FIGURES) == set(NUMBERS)
    assert KNOWN is AIMS
    assert set(ROUTED) | set(AREA_ONLY) <= set(AIMS)
    assert {FIGURES[name].needs for name in AREA_ONLY} <= {Needs.VERIFIED, Needs.NETLIST}
    assert "throughput_gbps" in CLOCKED
    assert "area_luts" not in CLOCKED
    # A short name means one figure, and is no figure's full name.
    assert len(SHORT) == sum(len(figure.short) for figure in FIGURES.values())
    assert not set(SHORT) & set(FIGURES)


def test_figures_are_found_by_their_names() -> None:
    assert named("LUT") is FIGURES["area_luts"]
    assert named("lut_count") is FIGURES["lut_count"]
    for text in ("speed", "n_seeds"):
        with pytest.raises(ValueError, match=f"no figure '{text}'; legal: throughput, "):
            named(text)


@pytest.mark.parametrize(
    ("name", "value", "quantity", "cell"),
    [
        ("throughput_gbps", 41.611, "41.61 Gbit/s", "41.61"),
        ("throughput_gbps", 0.05, "50.00 Mbit/s", "50.00 Mbit/s"),
        ("throughput_gbps", 2.2e-6, "2.20 kbit/s", "2.20 kbit/s"),
        ("throughput_gbps", 1e-8, "10.00 bit/s", "10.00 bit/s"),
        ("throughput_gbps", 0.0, "0.00 Gbit/s", "0.00"),
        ("area_luts", 19821, "19,821 LUT", "19,821"),
        ("latency_ns", 0.5, "0.5 ns", "0.5"),
        ("bram_count", None, MISSING, MISSING),
    ],
)
def test_values_are_written_with_their_units(
    name: str, value: float | None, quantity: str, cell: str
) -> None:
    assert FIGURES[name].quantity(value) == quantity
    assert FIGURES[name].cell(value) == cell


def _kept(store: Store, point: DesignPoint, memory: int) -> None:
    """Keep the results of a design that differs from another one by its look-up tables alone."""

    def put(stage: Stage, found: dict[str, object], **of: object) -> dict[str, str]:
        job = Job.of(stage, point, rtl_digest="r", **of)  # type: ignore[arg-type]
        files = {"netlist.json": b"n"} if stage is Stage.SYNTH else {}
        record = store.put(job, StageOutcome(status=Status.OK, metrics=found, artefacts=files))
        return dict(record.artefacts)

    put(Stage.VERIFY, {"blocks_per_cycle": "1/10", "latency_cycles": 31})
    area = {"lut_count": 2000, "lutram_count": memory, "ff_count": 900, "bram_count": 0}
    made = put(Stage.SYNTH, {**area}, device=DEVICE)
    inputs = {"netlist": made["netlist.json"]}
    put(Stage.ROUTE, {"fmax_routed_mhz": 200.0}, device=DEVICE, seed=1, inputs=inputs)


def test_tables_used_as_memory_are_area(tmp_path: Path) -> None:
    plain, fifo = DesignPoint(), DesignPoint(flow="credit")
    with Store.open(tmp_path / "s.db") as store:
        _kept(store, plain, 0)
        _kept(store, fifo, 198)
        rows = {row.label: row for row in metrics.rows(store, device=DEVICE)}
        ours, theirs = rows[plain.label], rows[fifo.label]
        assert ours.throughput_gbps is not None
        assert (ours.lut_count, theirs.lut_count) == (2000, 2000)
        assert (ours.area_luts, theirs.area_luts) == (2000, 2198)
        assert theirs.mbps_per_lut == pytest.approx(1000 * (ours.throughput_gbps or 0) / 2198)
        # The FIFO is dominated: in the marks, in the store and in an answer.
        assert pareto_marks([ours, theirs]) == [True, False]
        best = metrics.pareto_rows(store, {name: AIMS[name] for name in ROUTED}, device=DEVICE)
        assert [row.label for row in best] == [plain.label]
        limit = metrics.rows(store, device=DEVICE, bounds={"area_luts": (None, 2100)})
        assert [row.label for row in limit] == [plain.label]
        # A figure without a column of its own can be searched as well.
        for name in ("mbps_per_lut", "lutram_count"):
            assert not FIGURES[name].indexed
        order = metrics.rows(store, device=DEVICE, order_by="mbps_per_lut", descending=True)
        assert [row.label for row in order] == [plain.label, fifo.label]
        memory = metrics.rows(store, device=DEVICE, bounds={"lutram_count": (100, None)})
        assert [row.label for row in memory] == [fifo.label]
        best = metrics.pareto_rows(store, {"lutram_count": False}, device=DEVICE)
        assert [row.label for row in best] == [plain.label]
    goal = Goal((Limit("area_luts", 2100, "area"),), Objective("throughput_gbps", maximise=True))
    found = answer([theirs], goal)
    assert found.best is None

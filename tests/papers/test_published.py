import re
from decimal import Decimal

import pytest

from aesculus.ciphers.aes.space import is_legal, parse
from aesculus.families import devices
from aesculus.papers import ids, load
from aesculus.papers.pointsets import point_set
from aesculus.papers.published import Architecture


def test_each_paper_loads_with_its_rows() -> None:
    counts = {paper_id: len(load(paper_id).rows) for paper_id in ids()}
    assert counts == {
        "zambreno2004": 20,
        "zambreno-short": 7,
        "jarvinen2003": 17,
        "farooq2016": 8,
        "asu": 7,
    }
    assert len(load("jarvinen2003").features) == 7


def test_an_unknown_paper_is_refused_with_the_legal_ones() -> None:
    with pytest.raises(ValueError, match=r"'zambreno'; legal: zambreno2004, zambreno-short"):
        load("zambreno")


def test_printed_precision_is_kept() -> None:
    row = load("zambreno2004").row("UF1-PP0L")
    assert str(row.raw["fmax_mhz"]) == "59.00"
    assert row.raw["slices"] == 2744
    assert isinstance(row.raw["slices"], int)
    assert isinstance(row.derived["latency_ns"], Decimal)


@pytest.mark.parametrize(
    ("paper_id", "name"), [("zambreno2004", "zambreno20"), ("zambreno-short", "zambreno7")]
)
def test_labels_are_those_of_the_named_sets(paper_id: str, name: str) -> None:
    labels = [parse(row.label) for row in load(paper_id).rows]
    assert labels == point_set(name).points()


def test_sig_aes_rows_are_the_aliases() -> None:
    paper = load("jarvinen2003")
    for way in ("E", "D", "ED"):
        rows = [row for row in paper.rows if re.match(rf"SIG-AES-{way}\b", row.name)]
        assert rows
        assert {parse(row.label) for row in rows} == {parse(f"SIG-AES-{way}")}


@pytest.mark.parametrize("paper_id", ids())
def test_labels_and_architecture_tell_the_same(paper_id: str) -> None:
    for row in load(paper_id).rows:
        assert row.label or row.wanted or row.near, row.name
        if not row.label or row.architecture is None:
            continue
        point = parse(row.label)
        arch = row.architecture
        assert (point.unroll, point.lanes, point.sbox) == (arch.unroll, arch.lanes, arch.sbox)
        registers = point.cuts.bit_count() if point.cut_every == 1 else 0
        assert registers == (arch.stages or (1 if arch.unroll == 1 else 0)), row.name


@pytest.mark.parametrize("paper_id", ["zambreno2004", "zambreno-short"])
def test_block_rams_are_ten_for_each_physical_round(paper_id: str) -> None:
    for row in load(paper_id).rows:
        assert row.architecture is not None
        expected = 10 * row.architecture.unroll * row.architecture.lanes
        assert row.raw["brams"] == (expected if row.architecture.sbox == "bram" else 0)


def test_every_block_ram_row_fits_its_device() -> None:
    paper = load("zambreno2004")
    device = paper.device("XC2V4000")
    assert device is not None
    assert all(row.raw["brams"] <= device.published["brams"] for row in paper.rows)
    assert all(row.raw["slices"] <= device.published["slices"] for row in paper.rows)
    assert device.published["slices"] == 4 * device.published["clbs"]


@pytest.mark.parametrize(
    ("unroll", "stages", "lanes", "cycles", "latency"),
    [(1, 0, 1, 10, 10), (3, 0, 1, 4, 4), (5, 3, 1, 2, 30), (10, 2, 2, 0.5, 20)],
)
def test_cycles_of_an_architecture(
    unroll: int, stages: int, lanes: int, cycles: float, latency: int
) -> None:
    arch = Architecture(unroll=unroll, stages=stages, lanes=lanes, sbox="rom")
    assert float(arch.cycles_per_block) == cycles
    assert arch.cycles_of_latency == latency


def test_helion_is_known_by_bounds_only() -> None:
    row = load("jarvinen2003").row("Helion, Pipelined (Virtex-II)")
    assert row.at_least == {"throughput_gbps": 16}
    with pytest.raises(KeyError, match="no published slices"):
        row.interval("slices")


@pytest.mark.parametrize("paper_id", ids())
def test_what_is_measured_besides_can_be_said_and_is_no_row(paper_id: str) -> None:
    paper = load(paper_id)
    rows = {parse(row.label).label for row in paper.rows if row.label}
    extra = [parse(item.label) for item in paper.also]
    assert all(is_legal(point) for point in extra)
    assert not {point.label for point in extra} & rows
    assert len({point.label for point in extra}) == len(extra)


def test_a_clock_limit_from_memory_is_that_of_the_device_file() -> None:
    ours = {name: devices.load(name).clock_limit_mhz for name in devices.names()}
    compared = set()
    for paper_id in ids():
        for device in load(paper_id).devices:
            name = device.name.partition("-")[0]
            if name in ours and device.clock_limit_mhz is not None:
                assert device.clock_limit_checked or float(device.clock_limit_mhz) == ours[name]
                compared.add(name)
    assert {"XC2V4000", "XC2V8000", "XC2V2000", "XCV1000E"} <= compared

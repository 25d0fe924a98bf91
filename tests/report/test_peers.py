"""Cores of others in the report and in the README."""

from typing import Any

import pytest

from aesculus.metrics import Row
from aesculus.report.html import Page
from aesculus.report.peers import Peer, beside, peers
from aesculus.studies.records.cases import records
from report.rows import MADE, design

SMALL, QUICK, HUGE = "freecores/aes_core aes_cipher_top", "freecores/tiny_aes aes_128", 99_000


def _ours(name: str, rows: list[Row]) -> Row | None:
    return next(found.ours for found in beside(rows) if found.peer.name == name)


def test_ours_is_the_smallest_of_equal_function_that_is_no_slower() -> None:
    rows = [
        design("UF1-PP2T", 2.0, 50.0, 2500),
        design("UF1-PP3T", 2.5, 50.0, 2600),
        design("UF1-PP0T", 1.0, 50.0, 2000),
    ]
    assert (found := _ours(SMALL, rows)) is not None
    assert found.label == "UF1-PP2T"
    assert _ours(QUICK, rows) is None


@pytest.mark.parametrize(
    ("label", "changes"),
    [
        ("UF1-PP1T", {"netlist_verified": False}),
        ("UF1-PP1T", {"device": "LFE5U-25F-6"}),
        ("UF1-PP1B", {"bram_count": 10}),
        ("UF1-PP1T-STORED", {}),
        ("AES256-UF1-PP1T", {}),
        ("AES128ED-UF1-PP1T", {}),
        ("RF2-UF1-PP1T", {}),
        ("CTR.UF1-PP1T", {}),
    ],
)
def test_what_does_something_else_stands_beside_none(label: str, changes: dict[str, Any]) -> None:
    assert _ours(SMALL, [design(label, 9.0, 50.0, 100, **changes)]) is None
    assert _ours(SMALL, [design("UF1-PP1T", 9.0, 50.0, 100)]) is not None


def test_beside_a_core_that_was_not_routed_stands_what_is_no_larger() -> None:
    name = next(peer.name for peer in peers().core if peer.gbps is None)
    rows = [design("UF10-PP2T", 30.0, 50.0, 20_000), design("UF10-PP3T", 50.0, 50.0, HUGE)]
    assert (found := _ours(name, rows)) is not None
    assert found.label == "UF10-PP2T"


def test_the_rate_is_of_the_median_clock() -> None:
    fields = {"name": "a", "revision": "b", "function": "c", "kind": "d", "lut4": 1, "bram": 0}
    peer = Peer.model_validate(fields | {"mhz": [90, 100, 200], "blocks_per_cycle": "1/10"})
    assert peer.gbps == pytest.approx(1.28)
    assert peer.clock == "90, 100, 200"


def test_the_page_has_each_core_and_ours_beside_it() -> None:
    page = Page(rows=[design("UF1-PP2T", 2.0, 50.0, 2500)], made=MADE).sections()
    for core in peers().core:
        assert f"{core.name} ({core.revision})" in page
        assert f"{core.lut4:,}" in page
    assert "ours: UF1-PP2T" in page


def test_records_on_small_devices_ask_for_three_times_an_open_core() -> None:
    small = peers().small
    asked = [
        (each.device, each.targets["mbps_per_lut"].at_least)
        for each in records()
        if each.device != peers().device and "mbps_per_lut" in each.targets
    ]
    assert {device for device, _ in asked} == {each.device for each in small.on}
    for device, least in asked:
        assert least == pytest.approx(3 * small.mbps_per_lut(device), abs=5e-4)

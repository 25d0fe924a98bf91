"""Which device an exported design is for, and where its clock is from."""

from collections.abc import Collection

import pytest

from aesculus.defaults import ROUTED_DEVICE
from aesculus.design import parse_build
from aesculus.engine import reference
from aesculus.engine.jobs import Jobs
from aesculus.engine.reference import ReferenceRow
from aesculus.export import evidence
from aesculus.families import Device, devices
from aesculus.metrics import Row
from export.conftest import routed_row

_LABEL = "UF1-PP3T"
_OTHER = "ICE40HX8K"


def _know(monkeypatch: pytest.MonkeyPatch, **seeds: int) -> None:
    """Let the reference store have a clock of the design on devices, of so many seeds."""

    def results(
        device: Device, *, jobs: Jobs, labels: Collection[str] | None = None
    ) -> list[ReferenceRow]:
        del jobs
        assert labels == [_LABEL]
        row = routed_row(_LABEL).model_dump() | {"device": device.name}
        found = seeds.get(device.name.replace("-", "_"))
        return [] if found is None else [ReferenceRow(**row | {"n_seeds": found})]

    monkeypatch.setattr(reference, "results", results)


@pytest.mark.parametrize(
    ("seeds", "chosen"),
    [
        ({}, ROUTED_DEVICE),
        ({_OTHER: 1}, _OTHER),
        ({_OTHER: 1, "LFE5U_85F_8": 1}, ROUTED_DEVICE),
        ({_OTHER: 5, "LFE5U_85F_8": 1}, ROUTED_DEVICE),
        ({_OTHER: 1, "GW2A_18": 2}, "GW2A-18"),
    ],
)
def test_it_is_for_a_device_on_which_its_clock_is_known(
    monkeypatch: pytest.MonkeyPatch, seeds: dict[str, int], chosen: str
) -> None:
    assert ROUTED_DEVICE == "LFE5U-85F-8"
    _know(monkeypatch, **seeds)
    assert evidence._clocked_device(Jobs(), parse_build(_LABEL)).name == chosen


def _with_clock(rows: list[Row]) -> list[tuple[str, str]]:
    device = devices.load(_OTHER)
    found = evidence._with_clock(rows, device, Jobs(), parse_build(_LABEL))
    return [(row.device, row.whence) for row in found]


def test_a_clock_of_the_reference_store_stands_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    row = routed_row(_LABEL).model_copy(update={"device": _OTHER})
    bare = row.model_copy(update={"fmax_routed_mhz": None})
    elsewhere = row.model_copy(update={"device": "GW2A-18"})
    _know(monkeypatch)
    assert _with_clock([bare]) == [(_OTHER, "")]
    _know(monkeypatch, **{_OTHER: 1})
    assert _with_clock([elsewhere, row]) == [("GW2A-18", ""), (_OTHER, "")]
    assert _with_clock([elsewhere, bare]) == [("GW2A-18", ""), (_OTHER, "from the reference store")]

"""Which device an exported design is for, and where its clock is from."""

from collections.abc import Collection
from types import SimpleNamespace
from typing import cast

import pytest

from aesculus import metrics
from aesculus.defaults import ROUTED_DEVICE
from aesculus.design import parse_build
from aesculus.engine import reference
from aesculus.engine.jobs import Jobs
from aesculus.engine.reference import ReferenceRow
from aesculus.export import evidence
from aesculus.families import Device, devices
from aesculus.metrics import Row
from aesculus.records import Stage
from aesculus.store import Store
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
        ({_OTHER: 5, "LFE5U_25F_6": 1}, "LFE5U-25F-6"),
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


@pytest.mark.parametrize(("own", "luts"), [(True, 1), (True, 2), (False, 1)])
def test_a_netlist_that_was_verified_here_is_so_beside_the_reference(
    monkeypatch: pytest.MonkeyPatch, *, own: bool, luts: int
) -> None:
    row = routed_row(_LABEL).model_copy(update={"device": _OTHER, "netlist_verified": False})

    def results(*_: object, **__: object) -> list[ReferenceRow]:
        return [ReferenceRow(**row.model_dump())]

    monkeypatch.setattr(reference, "results", results)
    change = {
        "fmax_routed_mhz": None,
        "netlist_verified": own,
        "lut_count": luts * (row.lut_count or 0),
    }
    bare = row.model_copy(update=change)
    point, device = parse_build(_LABEL), devices.load(_OTHER)
    (found,) = evidence._with_clock([bare], device, Jobs(), point)
    assert found.netlist_verified is (own and luts == 1)


@pytest.mark.parametrize(
    ("verified", "own", "seeds", "luts", "chosen"),
    [
        # Verified last, without a clock, and too small: it was chosen before one that has all.
        (["LFE5U-85F-8", _OTHER], [], {"LFE5U_85F_8": 1}, 9000, "LFE5U-85F-8"),
        (["LFE5U-85F-8", _OTHER], [], {"LFE5U_85F_8": 1}, 900, "LFE5U-85F-8"),
        (["LFE5U-85F-8", _OTHER], [_OTHER], {"LFE5U_85F_8": 1}, 900, _OTHER),
        (["LFE5U-85F-8", _OTHER], [], {}, 900, _OTHER),
        ([_OTHER], [_OTHER], {}, 9000, None),
        ([], [], {}, 900, None),
    ],
)
def test_a_device_that_has_room_and_a_clock_goes_first(
    monkeypatch: pytest.MonkeyPatch,
    *,
    verified: list[str],
    own: list[str],
    seeds: dict[str, int],
    luts: int,
    chosen: str | None,
) -> None:
    _know(monkeypatch, **seeds)

    def rows(_store: Store, **_given: object) -> list[Row]:
        return [routed_row(_LABEL).model_copy(update={"device": name}) for name in own]

    monkeypatch.setattr(metrics, "rows", rows)
    counts = {"lut_count": luts, "lutram_count": 0, "ff_count": 10, "bram_count": 0}
    stages = [
        SimpleNamespace(ok=True, stage=stage, metrics=counts)
        for stage in (Stage.VERIFY, Stage.SYNTH, Stage.VERIFY_NETLIST)
    ]
    monkeypatch.setattr(evidence, "chain", lambda *_: stages)
    records = [SimpleNamespace(ok=True, job=SimpleNamespace(device=name)) for name in verified]
    store = cast(Store, SimpleNamespace(records=lambda **_: records))
    device = evidence._verified_device(store, Jobs(), parse_build(_LABEL))
    assert (device and device.name) == chosen

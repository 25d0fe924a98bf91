"""What the name of a verdict on a mode, or on a bus around one, rests on."""

from functools import cache
from modulefinder import ModuleFinder
from pathlib import Path
from typing import Any, cast

import pytest

from aesculus.design import Design, parse
from aesculus.design.registry import buses, modes
from aesculus.products.common import bench
from aesculus.products.common.around import AroundCore, Driven
from aesculus.products.modes.gcm.mode import Gcm
from aesculus.stages import provenance
from aesculus.stages.simulation import reads_of
from other_shapes import NAMES, with_another

_CORE = "UF1-PP0L"
_LABELS = [
    *(f"{mode}.{_CORE}" for mode in modes()),
    *(f"GMAC.{bus}32.{_CORE}" for bus in buses()),
]

_BELOW = ["aesculus.benches", "aesculus.design", "aesculus.resources", "aesculus.tools"]
"""Rooms that import no product (`test_rooms`)."""


@cache
def _imported(module: str) -> frozenset[Path]:
    """Return the files of `products` that are imported with a module, as Python finds them."""
    finder = ModuleFinder([str(provenance.PACKAGE.parent)], excludes=_BELOW)
    finder.import_hook(module)
    found = {
        Path(str(getattr(each, "__file__", "")))
        for name, each in finder.modules.items()
        if name.startswith("aesculus.products")
    }
    assert found
    return frozenset(found)


def _judging(design: Design) -> frozenset[Path]:
    mode = cast("Driven", design).mode
    named = {design.bench, type(design).__module__, type(mode).__module__}
    return frozenset().union(*map(_imported, named))


@pytest.mark.parametrize("label", _LABELS)
def test_code_that_drives_or_judges_a_mode_counts(
    label: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    design, tree = parse(label), provenance._tree
    before = reads_of(design)["bench"]
    appended: list[Path] = []

    def read(path: Path, *state: int) -> str:
        return tree(path, *state) + "MORE = 1" * (path in appended)

    monkeypatch.setattr(provenance, "_tree", read)
    assert reads_of(design)["bench"] == before
    for path in _judging(design):
        appended[:] = [path]
        assert reads_of(design)["bench"] != before, path


@pytest.mark.parametrize(
    ("label", "names"),
    [
        (f"GMAC.{_CORE}", {"modes/gmac/mode.py", "modes/gcm/answers.py", "modes/gcm/mode.py"}),
        (f"KWP.{_CORE}", {"modes/kwp/mode.py", "modes/kw/answers.py", "modes/kw/mode.py"}),
        (f"CCM.{_CORE}", {"modes/ccm/answers.py", "modes/gcm/mode.py"}),
        (f"GMAC.WB32.{_CORE}", {"buses/wb/bus.py", "common/registers/driver.py"}),
        (f"GMAC.AXIS32.{_CORE}", {"buses/axis/driver.py", "modes/gcm/answers.py"}),
    ],
)
def test_what_is_judged_by_others_is_known(label: str, names: set[str]) -> None:
    assert {provenance.PACKAGE / "products" / name for name in names} <= _judging(parse(label))


def test_code_of_other_modes_does_not_count() -> None:
    rooms = {path.parent.name for path in bench.sources(parse(f"CBC.{_CORE}"))}
    assert rooms == {"products", "common", "message", "modes", "cbc"}


def test_how_long_a_mode_may_be_still_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    design = parse(f"GMAC.{_CORE}")
    before = reads_of(design)["course"]
    monkeypatch.setattr(Gcm, "patience", 12345)
    assert reads_of(design)["course"] != before


@pytest.mark.parametrize("name", NAMES)
def test_all_that_a_bench_knows_of_the_core_counts(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    design = cast("Any", parse(f"CTR.{_CORE}"))
    before = bench.course(design, netlist=False)
    monkeypatch.setattr(AroundCore, "shape", with_another(design.shape, name))
    assert bench.course(parse(f"CTR.{_CORE}"), netlist=False) != before

"""A family of devices is one folder, and nothing else has to know of it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from aesculus import families
from aesculus.families import devices, family, family_names, registry
from aesculus.netlists.simnet import own_models

NAME = "melange"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a folder with a family of its own, beside the packaged ones."""
    room = tmp_path / NAME
    shutil.copytree(registry.folder("ice40"), room, ignore=shutil.ignore_patterns("*.pyc"))
    script = (room / "__init__.py").read_text(encoding="utf-8")
    (room / "__init__.py").write_text(script.replace('name="ice40"', f'name="{NAME}"'))
    for path in (room / "devices").glob("*.toml"):
        text = path.read_text(encoding="utf-8").replace('family = "ice40"', f'family = "{NAME}"')
        path.write_text(text.replace('name = "ICE40', 'name = "MELANGE'), encoding="utf-8")
    # Its step is in no room of the package: tests/families/test_add_a_device.py has it in one.
    (room / "steps.toml").unlink()
    (room / "models").mkdir()
    (room / "models" / "cell.v").write_text("module CELL; endmodule\n", encoding="utf-8")
    monkeypatch.setattr(families, "__path__", [*families.__path__, str(tmp_path)])
    caches = (registry._folders, registry.family, devices._packaged)
    for cache in caches:
        cache.cache_clear()
    yield room
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()


def test_a_folder_is_a_family(folder: Path) -> None:
    assert NAME in family_names()
    assert family(NAME).name == NAME
    device = devices.load("MELANGEHX8K")
    assert device.family == NAME
    assert device.router is not None
    assert device.router.tool in family(NAME).routers
    assert own_models(NAME) == [folder / "models" / "cell.v"]
    assert "synth_ice40 -device hx -top aesculus_point" in " ".join(
        family(NAME).script(device.synthesis.variant, False, ())
    )


def test_the_packaged_ones_are_the_same_as_ever() -> None:
    assert NAME not in family_names()
    routed = {"ecp5", "gatemate", "gowin", "ice40", "machxo", "nexus"}
    assert set(family_names()) == routed | {"intel", "xilinx"}

"""`aesculus bench modes`: every mode on every device of its table."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus.cli.app import app
from aesculus.design import buses, modes, parse_build
from aesculus.families import devices
from aesculus.studies.modes import study
from engine.fakes import Fakes


def test_every_mode_and_bus_is_among_the_designs() -> None:
    for device, core in study.SMALL.items():
        labels = {build.label for build in study.products()[device]}
        options = study.OPTIONS.get(device, {})
        assert {core, *(f"{options.get(mode, mode)}.{core}" for mode in modes())} <= labels
        assert devices.load(device).router is not None
    first = next(iter(study.SMALL))
    found = [build.design.fields for build in study.products()[first]]
    assert set(buses()) <= {fields.get("bus") for fields in found}


def test_what_is_too_large_has_its_line_and_its_answer(
    fakes: Fakes, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = {"LFE5U-85F-8": "UF1-PP2B", "ICE40UP5K": "UF1-PP0P-W8"}
    products = {d: [parse_build(core), parse_build(f"CTR.{core}")] for d, core in small.items()}
    monkeypatch.setattr(study, "products", lambda: products)
    result = CliRunner().invoke(app, ["bench", "modes", "--seeds", "2"])
    assert result.exit_code == 0, result.stderr
    found = json.loads((place / "benchmarks/results/modes.json").read_text())
    assert [(row["device"], row["label"]) for row in found["rows"]] == [
        (device, build.label) for device, builds in products.items() for build in builds
    ]
    assert {len(row["seeds"]) for row in found["rows"] if row["status"] == "ok"} == {2}
    large = [row for row in found["rows"] if row["status"] == "nofit"]
    assert large
    page = (place / "benchmarks/results/modes.md").read_text()
    assert all(f"`{row['label']}`: does not fit" in page for row in large)
    assert all(f"## {device}" in page for device in small)

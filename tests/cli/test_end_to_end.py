"""The real tools, through the command line, on the smallest designs."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus.cli.app import app
from aesculus.engine.page import page_of
from aesculus.store import Store

DEVICE = "LFE5U-25F-8"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AESCULUS_STORE", str(tmp_path / "store.db"))
    return tmp_path


@pytest.mark.sim
def test_verify() -> None:
    result = CliRunner().invoke(app, ["verify", "UF1-PP1B", "--json"])
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["verified"]
    assert found["blocks_per_cycle"] == "1/10"
    assert found["vectors"] > 300


@pytest.mark.sim
@pytest.mark.synth
def test_verify_netlist_and_export(place: Path) -> None:
    result = CliRunner().invoke(app, ["verify", "UF1-PP1T", "--device", DEVICE])
    assert result.exit_code == 0, result.stderr
    assert "netlist for" in result.stdout
    result = CliRunner().invoke(app, ["export", "UF1-PP1T", "--out", "core"])
    assert result.exit_code == 0, result.stderr
    core = json.loads((place / "core" / "core.json").read_text())
    assert core["verified"]["netlist_device"] == DEVICE
    assert (place / "core" / core["files"][-1]).read_text().startswith("//")


@pytest.mark.sim
@pytest.mark.synth
@pytest.mark.route
def test_explore(place: Path) -> None:
    args = ["explore", "--points", "UF1-PP1T", "--device", DEVICE, "--seeds", "1"]
    result = CliRunner().invoke(app, args)
    assert result.exit_code == 0, result.stderr
    shown = json.loads(CliRunner().invoke(app, ["show", "--json"]).stdout)
    (row,) = shown
    assert row["status"] == "ok"
    assert row["netlist_verified"]
    assert row["fmax_mhz"] > 10
    assert row["pareto"]
    with Store.open(place / "store.db") as store:
        page = json.loads(page_of(store, command="").data())
    (evidence,) = page["evidence"].values()
    # What the page draws of a routed design: its seeds, its longest path, where it lies.
    assert len(evidence["seeds"]) == 1
    assert sum(logic + routing for _, logic, routing in evidence["modules"]) > 1
    floor = evidence["floor"]
    counts: Counter[str] = Counter()
    for count, letter in re.findall(r"([0-9]+)([a-z.])", floor["tiles"]):
        counts[letter] += int(count)
    filled = {name: counts[chr(ord("a") + index)] for index, name in enumerate(floor["parts"])}
    assert filled["sub_bytes / sbox"] > 10
    assert filled["key path, step / sub_word"] > 10
    assert sum(counts.values()) % floor["columns"] == 0
    picked = CliRunner().invoke(
        app, ["pick", "--device", DEVICE, "--min", "lut", "--known", "--json"]
    )
    assert json.loads(picked.stdout)["pick"]["label"] == row["label"]

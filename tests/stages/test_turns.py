"""Turns of detailed placement that go wrong: what counts, and who is to blame."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from aesculus.families import devices
from aesculus.stages import detailed
from aesculus.stages import route as rt
from aesculus.tools import Failure, ToolError
from placed_lines import placed, register, sdf

OUTPUTS = ("--textcfg", "routed_design")
DEVICE = devices.load("LFE5U-25F-8")


def _report(clock: float) -> str:
    step = {"delay": 1.0, "type": "routing", "from": {"cell": "a"}, "to": {"cell": "b"}}
    path = {"from": "posedge clk", "to": "posedge clk", "path": [step]}
    return json.dumps(
        {"fmax": {"clk": {"achieved": clock}}, "critical_paths": [path], "utilization": {}}
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which the router has ended with 300 MHz."""
    _write(tmp_path, 300.0)
    return tmp_path


def _write(folder: Path, clock: float) -> None:
    cells = {
        "first": register("X2/Y5/SLICEA.FF0", data=9, out=10),
        "hop": register("X3/Y5/SLICEA.FF0", data=10, out=11),
        "last": register("X42/Y5/SLICEA.FF0", data=11, out=12),
    }
    lines = sdf(cells, lambda one, other: 300 + 60 * abs(one[0] - other[0]))
    (folder / "placed.json").write_bytes(placed(cells))
    (folder / "delays.sdf").write_text("\n".join(lines), encoding="utf-8")
    (folder / "report.json").write_text(_report(clock), encoding="utf-8")
    (folder / "routed_design").write_text(f"at {clock}", encoding="utf-8")


def _improved(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *turns: float | ToolError | str
) -> detailed.Turns:
    """Improve with a router whose turns end so: with a clock, with an error, or with a log."""
    left: Iterator[float | ToolError | str] = iter(turns)

    def run(_device: object, place: Path, *_more: object, netlist: str) -> str:
        assert netlist == "moved.json"
        assert (place / netlist).is_file()
        assert not (place / "report.json").exists()
        ended = next(left)
        if isinstance(ended, ToolError):
            raise ended
        _write(place, ended if isinstance(ended, float) else 999.0)
        return ended if isinstance(ended, str) else f"log of {ended}"

    monkeypatch.setattr(rt, "run_placer", run)
    return detailed.improve(
        DEVICE, folder, 1, 60.0, "log of 300.0", turns=5, more=(), outputs=OUTPUTS
    )


def _refused(log: str, kind: Failure = Failure.REFUSED) -> ToolError:
    return ToolError(kind, "nextpnr-ecp5", "it failed", log=log)


def _counts(folder: Path, turns: detailed.Turns, clock: float) -> None:
    assert turns.log == f"log of {clock}"
    assert (folder / "routed_design").read_text(encoding="utf-8") == f"at {clock}"
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert report["fmax"]["clk"]["achieved"] == clock


def test_the_best_turn_counts_and_two_without_gain_end_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = _improved(folder, monkeypatch, 310.0, 320.0, 315.0, 319.0, 400.0)
    assert turns.clocks == (300.0, 310.0, 320.0, 315.0, 319.0)
    assert len(turns.cells) == 4
    _counts(folder, turns, 320.0)


def test_no_turn_is_better_than_the_router_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = _improved(folder, monkeypatch, 290.0, 280.0)
    assert turns.clocks == (300.0, 290.0, 280.0)
    _counts(folder, turns, 300.0)


@pytest.mark.parametrize(
    "last",
    [
        _refused("ERROR: Routing failed: 3 arcs"),
        "Warning: Hold/min time violation on a path",
    ],
)
def test_a_turn_that_cannot_be_routed_is_the_last_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch, last: ToolError | str
) -> None:
    turns = _improved(folder, monkeypatch, 310.0, last)
    assert turns.clocks == (300.0, 310.0, None)
    assert len(turns.cells) == 2
    _counts(folder, turns, 310.0)


@pytest.mark.parametrize(
    "log",
    [
        "ERROR: post-placement validity check failed for Bel 'X1/Y1/SLICEA.FF0'",
        "ERROR: cell 'a' cannot be bound to bel: already bound to cell 'b'",
        "ERROR: No Bel named 'X1/Y0/SLICEA.FF0' located for this chip",
    ],
)
def test_a_move_that_the_router_refuses_is_no_fault_of_the_design(
    folder: Path, monkeypatch: pytest.MonkeyPatch, log: str
) -> None:
    with pytest.raises(ToolError, match="the router refuses where cells were moved") as caught:
        _improved(folder, monkeypatch, 310.0, _refused(log))
    assert caught.value.kind is Failure.ENVIRONMENT
    assert caught.value.log == log


@pytest.mark.parametrize("kind", [Failure.TIMEOUT, Failure.MEMORY, Failure.DISK_FULL])
def test_what_a_machine_lacks_ends_the_build(
    folder: Path, monkeypatch: pytest.MonkeyPatch, kind: Failure
) -> None:
    with pytest.raises(ToolError) as caught:
        _improved(folder, monkeypatch, 310.0, _refused("", kind))
    assert caught.value.kind is kind


def test_a_router_that_writes_nothing_is_no_turn(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rt, "run_placer", lambda *_args, **_more: "all is well")
    with pytest.raises(ToolError) as caught:
        detailed.improve(DEVICE, folder, 1, 60.0, "log of 300.0", turns=5, more=(), outputs=OUTPUTS)
    assert caught.value.kind is not Failure.REFUSED


def _cut(text: str) -> str:
    return text[: len(text) // 2]


@pytest.mark.parametrize(
    ("name", "change"), [("placed.json", _cut), ("placed.json", lambda _text: "{}")]
)
def test_files_that_cannot_be_read_are_no_fault_of_the_design(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, change: Callable[[str], str]
) -> None:
    text = (folder / name).read_text(encoding="utf-8")
    (folder / name).write_text(change(text), encoding="utf-8")
    with pytest.raises(ToolError, match="cells of late paths could not be moved") as caught:
        _improved(folder, monkeypatch, 310.0)
    assert caught.value.kind is Failure.ENVIRONMENT


def test_a_design_without_a_timed_path_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "delays.sdf").write_text("(DELAYFILE)", encoding="utf-8")
    turns = _improved(folder, monkeypatch)
    assert turns.clocks == (300.0,)
    _counts(folder, turns, 300.0)


def test_moves_hang_on_no_order_of_hashes(tmp_path: Path) -> None:
    made: list[bytes] = []
    for seed in ("0", "1", "2"):
        place = tmp_path / seed
        place.mkdir()
        _write(place, 300.0)
        env: dict[str, Any] = {**os.environ, "PYTHONHASHSEED": seed}
        args = [sys.executable, "-P", "-m", detailed.__name__, "ecp5"]
        subprocess.run(args, cwd=place, env=env, check=True, capture_output=True)
        made.append((place / "moved.json").read_bytes())
    assert made[0] == made[1] == made[2]

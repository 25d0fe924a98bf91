"""The campaigns of `aesculus bench` beside the headline."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus.cli import app, bench_measure, bench_search
from aesculus.explore import Options, Pool, session
from aesculus.records import Stage
from aesculus.search import spacefile
from aesculus.search.table import read, write
from aesculus.space import draw, is_legal, parse
from explore.fakes import Fakes, failing
from search_tables import standin_table

_DRAWN = draw(6, 5, {"lanes": (1, 2, 3)})
_SPACE = """
version = 1
name = "tiny"
devices = ["{device}"]
objectives = {objectives}
axes = {{ unroll = [1, 2], sbox = "tower", cuts = "PP3" }}
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("AESCULUS_STORE", raising=False)
    return tmp_path


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> Fakes:
    made = Fakes()

    def pool(_options: Options) -> Pool:
        return Pool(slots=2, stages=made.stages)

    monkeypatch.setattr(session, "_pool", pool)
    return made


def _call(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["bench", *args])
    return result.exit_code, result.stdout, result.stderr


def _verify_space() -> tuple[int, str, str]:
    return _call("verify-space", "--count", "6", "--seed", "5")


def test_verify_space_writes_a_row_a_point(fakes: Fakes, place: Path) -> None:
    code, _, err = _verify_space()
    assert code == 0, err
    found = json.loads((place / "benchmarks/results/verify-space.json").read_text())
    assert (found["seed"], found["count"]) == (5, 6)
    assert [row["label"] for row in found["rows"]] == [point.label for point in _DRAWN]
    assert all(is_legal(parse(row["label"])) and row["status"] == "ok" for row in found["rows"])
    assert all(row["blocks_per_cycle"] and row["latency_cycles"] for row in found["rows"])
    text = (place / "benchmarks/results/verify-space.md").read_text()
    assert all(f"| {point.label} | ok |" in text for point in _DRAWN)
    before = len(fakes.calls)
    assert before == 6
    assert _verify_space()[0] == 0
    assert len(fakes.calls) == before


def test_verify_space_tells_which_point_failed(fakes: Fakes, place: Path) -> None:
    fakes.special[Stage.VERIFY, _DRAWN[2].label] = failing("wrong block")
    code, _, err = _verify_space()
    assert code == 1
    assert f"1 of 6 points failed: {_DRAWN[2].label}" in err
    rows = json.loads((place / "benchmarks/results/verify-space.json").read_text())["rows"]
    assert [row["status"] for row in rows].count("failed") == 1
    assert rows[2]["reason"] == "wrong block"


@pytest.mark.parametrize(
    ("device", "objectives", "routed"),
    [
        ("XC2V4000", ["lut_count", "latency_cycles"], False),
        ("LFE5U-25F-6", ["throughput_gbps", "lut_count"], True),
    ],
)
def test_a_measured_space_becomes_a_table(
    fakes: Fakes,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    device: str,
    objectives: list[str],
    routed: bool,
) -> None:
    content = spacefile.loads(_SPACE.format(device=device, objectives=json.dumps(objectives)))
    monkeypatch.setattr(bench_measure, "load", lambda _name: content)
    code, _, err = _call("measure-area-small")
    assert code == 0, err
    table = read(place / "benchmarks/search/area-small.csv.gz")
    assert {entry.point.label for entry in table.entries} == {"UF1-PP3T", "UF2-PP3T"}
    assert table.about["objectives"] == " ".join(objectives)
    assert all(set(objectives) <= set(entry.figures) for entry in table.entries)
    assert all((entry.route_s > 0) == routed and entry.synth_s > 0 for entry in table.entries)
    stages = {call[0] for call in fakes.calls}
    assert (Stage.ROUTE in stages) == routed


def test_search_names_what_would_measure_a_missing_table() -> None:
    code, _, err = _call("search")
    assert code == 1
    assert len(err.strip().splitlines()) == 1
    assert all(f"aesculus bench measure-{name}" in err for name in bench_measure.SPACES)


def test_search_writes_a_scoreboard(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_search, "SPACES", ("tiny",))
    monkeypatch.setattr(bench_search, "STRATEGIES", ("exhaustive",))
    folder = place / "benchmarks/search"
    folder.mkdir(parents=True)
    table = standin_table("ecp5-iterative", every=16)
    write(table, bench_measure.table_path(folder, "tiny"))
    code, out, err = _call("search", "--repeats", "2")
    assert code == 0, err
    assert len(out.splitlines()) == 3
    found = json.loads((folder / "results" / f"{table.about['space']}.json").read_text())
    assert {run["strategy"] for run in found["replays"]} == {"exhaustive", "random"}

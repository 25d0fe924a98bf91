"""`aesculus space`: named sets of points, space files and draws."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from aesculus.ciphers.aes.space import count_legal, is_legal, parse
from aesculus.cli.app import app
from aesculus.design import parse_build
from aesculus.engine.engine import Engine
from aesculus.engine.plan import Want
from aesculus.engine.pool import Pool
from aesculus.families import devices
from aesculus.papers.pointsets import point_sets
from aesculus.records import Stage
from aesculus.search.designspace import DesignSpace
from aesculus.search.spacefile import load, loads, packaged
from aesculus.store import Store
from engine.standins import DEVICE, StandIns
from search_tables import small_points

_FILE = """
version = 1
name = "small"
doc = "some"
devices = ["XC2V4000"]
points = ["UF3-PP0B", "UF10-PP1T"]

[axes]
unroll = [1, 2]
sbox = ["rom", "tower"]
cuts = ["PP1", "PP2"]
"""


def _call(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["space", *args])
    return result.exit_code, result.stdout, result.stderr


def _json(*args: str) -> Any:
    return json.loads(_call(*args, "--json")[1])


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(_FILE, encoding="utf-8")
    return path


def test_the_overview_names_sets_of_points_and_space_files() -> None:
    found = _json()
    assert found["legal_rtl_points"] == count_legal()
    assert {each["name"] for each in found["presets"]} == set(point_sets())
    assert {each["name"] for each in found["spaces"]} == set(packaged())
    code, out, _ = _call()
    assert code == 0
    assert f"{count_legal():,} legal points" in out


def test_a_space_file_is_counted(small: Path) -> None:
    (found,) = _json(str(small))["spaces"]
    assert (found["combinations"], found["listed"], found["legal"]) == (8, 2, 9)
    assert list(found["refused"]) == ["UF3-PP0B"]
    code, out, _ = _call(str(small))
    assert code == 0
    assert "9 points" in out


def test_the_points_of_a_packaged_space_are_counted() -> None:
    (found,) = _json("jarvinen2003")["spaces"]
    assert found["legal"] == len(DesignSpace(load("jarvinen2003")))


def test_a_label_is_explained_against_a_space_file(small: Path) -> None:
    code, out, _ = _call(str(small), "UF2-PP2T", "UF4-PP2T", "--json")
    assert code == 2
    inside, outside = json.loads(out)["points"]
    assert inside["spaces"] == {"small": []}
    assert any(reason.startswith("unroll 4") for reason in outside["spaces"]["small"])
    assert outside["legal"]


def test_a_sample_of_a_space_file(small: Path) -> None:
    space = DesignSpace(loads(_FILE))
    labels = [each["label"] for each in _json(str(small), "--sample", "5")["sample"]]
    assert len(set(labels)) == 5
    assert all(parse_build(label) in space for label in labels)
    code, _, err = _call(str(small), "--sample", "10")
    assert code == 2
    assert "0..9" in err


def test_a_sample_of_the_whole_space_has_the_newer_axes() -> None:
    sample = _json("--sample", "200")["sample"]
    assert all(each["legal"] and is_legal(parse(each["label"])) for each in sample)
    designs = [each["design"] for each in sample]
    for field in ("entry_cuts", "whole", "basis", "lane_keys", "fixed_key", "tag_bits"):
        assert len({design[field] for design in designs}) > 1, field


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("nowhere.toml",), "nowhere.toml"),
        (("--sample", "2", "UF1-PP1T"), "space file"),
        (("--sample", "2", "zambreno48"), "space file"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(args: tuple[str, ...], told: str) -> None:
    code, out, err = _call(*args)
    assert code == 2
    assert not out
    assert told in err
    assert len(err.strip().splitlines()) == 1


def test_model_is_judged_on_points_it_did_not_see(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    points = small_points(24)
    device = devices.load(DEVICE)
    stages = StandIns()
    with Store.open(path) as store, Pool(slots=2, stages=stages.stages) as pool:
        Engine(store, pool).run([Want(point, Stage.ROUTE, device) for point in points])
    given = ["space", "--model", "--device", DEVICE, "--store", str(path)]
    result = CliRunner().invoke(app, [*given, "--json"])
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["points"] == len(points)
    for figure in ("lut_count", "throughput_gbps"):
        told = found["figures"][figure]
        assert told["points"] == len(points)
        assert 0.5 < told["spearman"] <= 1
        assert 0 < told["median_error"] <= told["worst_error"]
    shown = CliRunner().invoke(app, given).stdout
    assert f"{found['figures']['lut_count']['spearman']:.3f}" in shown


def test_model_needs_some_points(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    Store.open(path).close()
    result = CliRunner().invoke(app, ["space", "--model", "--store", str(path)])
    assert result.exit_code == 2
    assert "at least 5 to judge the model" in result.stderr


def test_a_label_that_is_written_otherwise_is_told_so() -> None:
    _, out, _ = _call("UF1-PP1T-W8", "uf2-pp3b")
    assert out.splitlines() == [
        "UF1-PP0T-W8: legal",
        "  UF1-PP1T-W8 is another label of this design",
        "UF2-PP3B: legal",
    ]
    first, second = _json("UF1-PP1T-W8", "uf2-pp3b")["points"]
    assert (first["typed"], "typed" in second) == (["UF1-PP1T-W8"], False)


def test_half_a_preset_is_told_of_presets() -> None:
    code, _, err = _call("UF1-P")
    assert code == 2
    assert "did you mean PP0B or PP1B or PP2B or PP3B or PPXB?" in err


def test_a_recipe_that_does_not_exist_is_refused() -> None:
    result = CliRunner().invoke(app, ["space", "UF1-PP1T+nope"])
    assert result.exit_code == 2
    assert "unknown recipe 'nope'; known: default, " in result.stderr


def test_a_space_of_nothing_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    path, store, page = tmp_path / "none.toml", tmp_path / "s.db", tmp_path / "r.html"
    rule = '\n[[constraints]]\nrule = "unroll > 5"\n'
    path.write_text(_FILE.replace('points = ["UF3-PP0B", "UF10-PP1T"]\n', "") + rule)
    given = ["explore", "--space", str(path), "--store", str(store), "--report", str(page)]
    result = CliRunner().invoke(app, given)
    assert result.exit_code == 2
    assert "has no legal point among its 8 combinations" in result.stderr
    assert sorted(tmp_path.iterdir()) == [path]


def test_what_stands_around_a_core_stays_around_the_nearest_one() -> None:
    code, out, _ = _call("GCM.AXIS32.UF1-PP0P-W8-CREDIT")
    assert code == 2
    assert "nearest legal point: GCM.AXIS32.UF1-PP0P-CREDIT" in out

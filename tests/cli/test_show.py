"""What `show` says of results that are of other sources, or not there, and names it by."""

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus import api
from aesculus.catalogue import SHORT
from aesculus.cli import show
from aesculus.cli.app import app
from aesculus.design import parse_build
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want
from aesculus.engine.pool import Pool
from aesculus.families import devices
from aesculus.records import Stage
from aesculus.report.columns import ALIASES, COLUMNS, named
from aesculus.report.published_table import print_published
from aesculus.store import Store
from aesculus.terminal import CleanConsole
from cli.conftest import LABELS
from engine.fakes import ROUTED, Fakes, engine

pytestmark = pytest.mark.usefixtures("filled")


def _call(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(args))
    return result.exit_code, result.stdout, result.stderr


def test_results_of_other_sources_are_marked_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "†" not in _call("show")[1]
    monkeypatch.setattr(Jobs, "rtl_digests", frozenset({"of other sources"}))
    code, out, _ = _call("show")
    assert code == 0
    assert f"† {len(LABELS)} of {len(LABELS)} results are of other RTL sources" in out
    for label in LABELS:
        assert f"{label} †" in out


def test_a_wrong_folder_of_devices_is_told_and_no_device_is_blamed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("AESCULUS_DEVICES", str(tmp_path / "nowhere"))
    code, out, err = _call("show")
    assert (code, out) == (2, "")
    assert "nowhere is no folder of device files" in err


def test_json_and_csv_mark_what_the_table_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    def marks() -> tuple[set[bool], set[str]]:
        rows = json.loads(_call("show", "--json")[1])
        lines = csv.DictReader(io.StringIO(_call("show", "--csv")[1]))
        return {row["other_sources"] for row in rows}, {line["other_sources"] for line in lines}

    assert marks() == ({False}, {"false"})
    monkeypatch.setattr(Jobs, "rtl_digests", frozenset({"of other sources"}))
    assert marks() == ({True}, {"true"})


def test_json_tells_the_reference_store_apart_and_gives_each_its_frontier(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (own, *_) = api.show(LABELS[:1])
    slower = own.model_copy(update={"throughput_gbps": 0.001, "latency_ns": 1e6})
    monkeypatch.setattr(show, "reference_rows", lambda *_: [slower])
    rows = json.loads(_call("show", LABELS[0], "--json", "--reference")[1])
    assert [row["reference"] for row in rows] == [False, True]
    assert [row["label"] for row in rows] == [LABELS[0]] * 2
    assert [row["pareto"] for row in rows] == [True, True]
    assert not any(row["reference"] for row in json.loads(_call("show", "--json")[1]))


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("UF9-PP3T",), "No results of UF9-PP3T; the store has 4 results of 4 designs on"),
        (("-d", "XC2V4000"), "No results on XC2V4000; the store has 4 results of 4 designs on"),
        (
            (LABELS[0], "-d", "XC2V4000"),
            f"No results of {LABELS[0]} on XC2V4000; the store has 4 results of 4 designs on",
        ),
    ],
)
def test_a_filter_that_matches_nothing_is_told(args: tuple[str, ...], said: str) -> None:
    code, out, _ = _call("show", *args)
    assert (code, out) == (0, f"{said} {ROUTED}.\n")
    assert json.loads(_call("show", *args, "--json")[1]) == []


def test_what_was_only_simulated_is_told(tmp_path: Path) -> None:
    store = tmp_path / "simulated.db"
    with Store.open(store) as opened, Pool(slots=1, stages=Fakes().stages) as pool:
        engine(opened, Fakes(), pool).run([Want(parse_build("UF9-PP3T"), Stage.VERIFY)])
    _, out, _ = _call("show", "UF9-PP3T", "UF8-PP3T", "--store", str(store))
    assert out == (
        "The RTL of UF9-PP3T is verified; it has no figures on a device yet.\n"
        "No results of UF8-PP3T; the store has none.\n"
    )


def test_what_can_never_have_a_result_is_refused(filled: Path) -> None:
    code, out, err = _call("show", "UF99-PP1T")
    assert (code, out) == (2, "")
    assert "UF99-PP1T is not a legal point: unroll 99: AES-128 has 10 rounds; legal: 1..10" in err


def test_without_a_store_a_filter_that_matches_nothing_is_told(filled: Path) -> None:
    filled.unlink()
    out = _call("show", "--reference", LABELS[0])[1]
    assert out == f"No results of {LABELS[0]}; the store has none.\n"


def test_columns_have_the_names_that_stand_above_them() -> None:
    assert named("MHz, LUT %, bit/s,latency ns, mhz") == ("clock", "lut%", "throughput", "latency")
    assert named("lut_count,area_luts,luts") == ("lut",)
    assert set(COLUMNS) <= set(ALIASES)
    head = _call("show", "--columns", "design,MHz")[1].splitlines()[1]
    assert head.split() == ["design", "MHz"]


@pytest.mark.parametrize("name", sorted(SHORT))
def test_rows_are_sorted_by_the_names_that_pick_takes(name: str) -> None:
    if name in {"switching", "energy"}:
        pytest.skip("nothing of the store has it")
    code, out, _ = _call("show", "--json", "--sort", name)
    figures = [row[SHORT[name]] for row in json.loads(out)]
    figures = [value for value in figures if value is not None]
    assert code == 0
    assert figures in (sorted(figures), sorted(figures, reverse=True))


def test_the_page_tells_what_stands_at_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = _call("show")[1]
    for head in ("design", "verified", "MHz", "bit/s", "latency", "LUT", "BRAM"):
        assert head in out
    # Only who names columns misses some.
    assert "no room" not in out


def test_no_figure_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    wide = ",".join(COLUMNS)
    code, out, _ = _call("show", "--columns", wide)
    assert code == 0
    assert max(map(len, out.splitlines()[:8])) <= 60
    row = next(line for line in out.splitlines() if LABELS[0] in line)
    assert not [word for word in row.split() if word.endswith("…")]
    assert "60 columns have no room for " in out
    assert "widen the terminal; COLUMNS=200 sets the width of a pipe" in " ".join(out.split())
    for narrow in ("60", "40"):
        monkeypatch.setenv("COLUMNS", narrow)
        code, out, _ = _call("devices")
        assert code == 0
        assert "…" not in out
        for name in devices.names():
            line = next(line for line in out.splitlines() if f" {name} " in line)
            assert f"{devices.load(name).resources.luts:,}" in line
        assert "…" not in _call("store")[1]
    stream = io.StringIO()
    print_published(CleanConsole(file=stream, width=60), [])
    lines = stream.getvalue().splitlines()
    table = [line for line in lines if line.startswith("│")]
    assert len(table) >= 20
    assert not [line for line in table if "…" in line]
    assert all(len(line) <= 60 for line in table)


def test_a_design_that_is_named_is_measured_against_all_of_its_device() -> None:
    every = json.loads(_call("show", "--json")[1])
    marks = {row["label"]: row["pareto"] for row in every}
    assert len(set(marks.values())) == 2, "some are dominated, or this shows nothing"
    for label, best in marks.items():
        (row,) = json.loads(_call("show", label, "--json")[1])
        assert row["pareto"] is best
        (line,) = csv.DictReader(io.StringIO(_call("show", label, "--csv")[1]))
        assert line["pareto"] == str(best).lower()
        assert ("Pareto-optimal on its device" in _call("show", label)[1]) is best

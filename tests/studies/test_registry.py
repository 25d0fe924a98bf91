"""The room of studies: a new one is a folder, and each has its own options."""

import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus import studies
from aesculus.cli.app import app
from aesculus.studies import registry
from aesculus.studies.study import Study, StudyOptions
from project.sources import ROOT

pytestmark = pytest.mark.usefixtures("place")

_PAGE = ROOT / "docs/add-a-study.md"


def _block(language: str) -> str:
    """Return the fenced block of a language in the page that says how to add a study."""
    text = _PAGE.read_text(encoding="utf-8")
    match = re.search(rf"^ *```{language}\n(.*?)^ *```", text, flags=re.M | re.S)
    assert match
    return textwrap.dedent(match[1])


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A second folder of the room, looked through as the first is."""
    monkeypatch.setattr(studies, "__path__", [*studies.__path__, str(tmp_path / "room")])
    registry.known.cache_clear()
    yield tmp_path / "room"
    registry.known.cache_clear()
    for name in [name for name in sys.modules if name.startswith("aesculus.studies.new_")]:
        del sys.modules[name]


def _add(room: Path, folder: str) -> None:
    """Do what the page says."""
    (room / folder).mkdir(parents=True)
    (room / folder / "__init__.py").write_text('"""A study."""\n')
    (room / folder / "study.py").write_text(_block("python"))
    (room / folder / "page.md.j2").write_text(_block("jinja"))


def _bench(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["bench", *args])
    return result.exit_code, result.stdout, result.stderr


def test_a_study_is_added_by_its_folder_alone(room: Path, place: Path) -> None:
    _add(room, "new_squares")
    assert "squares: Squares of small numbers." in _bench()[1].splitlines()
    assert "--up-to" in _bench("squares", "--help")[1]
    assert _bench("squares", "--out", "found")[0] == 0
    page = place / "found/squares.md"
    assert page.read_text().endswith("1, 4, 9; 3 made in this run\n")
    assert _bench("squares", "--out", "found", "--up-to", "5")[0] == 0
    assert page.read_text().endswith("1, 4, 9, 16, 25; 2 made in this run\n")


def test_two_studies_of_one_name_are_refused(room: Path) -> None:
    _add(room, "new_first")
    _add(room, "new_second")
    with pytest.raises(ValueError, match="two studies are named 'squares'"):
        registry.scan()


@pytest.mark.parametrize("name", list(registry.known()))
def test_an_option_that_a_study_has_not_is_refused(name: str) -> None:
    code, out, err = _bench(name, "--beauty", "3")
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    legal = [f"--{field.replace('_', '-')}" for field in registry.find(name).options.model_fields]
    assert err.startswith(f"aesculus: error: bench {name} has no option --beauty; legal: --out")
    assert set(err.rpartition("legal: ")[2].strip().split(", ")) == set(legal)


@pytest.mark.parametrize(
    "args",
    [
        ("search", "--store", "s.db"),
        ("store-million", "--jobs", "2"),
        ("headline", "--count", "5"),
        ("scaling", "--budget", "1m"),
        ("mutants", "--count", "5"),
    ],
)
def test_options_of_other_studies_are_refused(args: tuple[str, ...]) -> None:
    code, _, err = _bench(*args)
    assert code == 2
    assert f"no option {args[1]}" in err


@pytest.mark.parametrize("study", list(registry.known().values()), ids=lambda study: study.name)
def test_every_study_says_what_it_is(study: Study[StudyOptions]) -> None:
    assert study.doc.endswith(".")
    assert "\n" not in study.doc
    assert all(info.description for info in study.options.model_fields.values())

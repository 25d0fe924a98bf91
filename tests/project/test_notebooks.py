"""The notebooks: kept without output, and executed."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from aesculus.resources import rtl_dir
from project.sources import ROOT

FOLDER = ROOT / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
_SECONDS = 600


def _content(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _parameters() -> list[Any]:
    """Return each notebook with the marks that it says it needs."""
    return [
        pytest.param(
            path,
            id=path.stem,
            marks=[
                getattr(pytest.mark, name)
                for name in _content(path)["metadata"].get("aesculus", {}).get("marks", [])
            ],
        )
        for path in NOTEBOOKS
    ]


def test_there_are_some() -> None:
    assert len(NOTEBOOKS) >= 5
    page = (ROOT / "docs" / "notebooks.md").read_text(encoding="utf-8")
    assert not [path.name for path in NOTEBOOKS if f"](notebooks/{path.name})" not in page]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_output(path: Path) -> None:
    content = _content(path)
    cells = [cell for cell in content["cells"] if cell["cell_type"] == "code"]
    assert cells
    assert not [cell for cell in cells if cell["outputs"] or cell["execution_count"] is not None]
    assert len({cell["id"] for cell in content["cells"]}) == len(content["cells"])
    assert set(content["metadata"]) <= {"aesculus", "kernelspec", "language_info"}


def _run(path: Path, folder: Path, more: str = "") -> None:
    nbformat = pytest.importorskip("nbformat", reason="notebooks need the extra `docs`")
    nbclient = pytest.importorskip("nbclient", reason="notebooks need the extra `docs`")
    pytest.importorskip("ipykernel", reason="notebooks need the extra `docs`")
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    if more:
        book.cells.append(nbformat.v4.new_code_cell(more))
    nbclient.NotebookClient(
        book, timeout=_SECONDS, kernel_name="python3", resources={"metadata": {"path": folder}}
    ).execute()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like `docs/notebooks`, in which nothing of the user's is."""
    folder = tmp_path / "docs" / "notebooks"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns(".*"))
    (tmp_path / "benchmarks").symlink_to(ROOT / "benchmarks")
    source = os.pathsep.join([str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
    monkeypatch.setenv("PYTHONPATH", source)
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.delenv("AESCULUS_STORE", raising=False)
    return folder


@pytest.mark.docs
@pytest.mark.parametrize("path", _parameters())
def test_a_notebook_runs(path: Path, checkout: Path) -> None:
    _run(path, checkout)
    assert sorted(each.name for each in checkout.iterdir()) == sorted(
        each.name for each in FOLDER.iterdir() if not each.name.startswith(".")
    )


@pytest.mark.docs
def test_a_cell_that_fails_is_noticed(checkout: Path) -> None:
    book = checkout / "empty.ipynb"
    book.write_text(json.dumps({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    with pytest.raises(Exception, match="no such verb"):
        _run(book, checkout, "raise RuntimeError('no such verb')")


def test_the_core_of_the_example_is_no_file_of_the_project() -> None:
    assert not list(rtl_dir().rglob("round_core.sv"))

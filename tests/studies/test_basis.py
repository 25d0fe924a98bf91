"""`aesculus bench basis` with look-up tables that a stand-in counts."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from aesculus import units
from aesculus.ciphers.aes.fields import basis_numbers, families, tower_basis
from aesculus.ciphers.aes.fields.ones import ones, scores
from aesculus.errors import RunError
from aesculus.studies.basis import parts as basis_parts
from aesculus.studies.basis import study as basis
from aesculus.studies.basis.study import SBOXES, Basis, groups, open_parts
from aesculus.studies.basis.table import PARTS, read_table
from aesculus.studies.study import RunOptions
from project.sources import ROOT

_RESULTS = ROOT / "benchmarks/results"
_FEW = [*families()][::211]


class _Tools:
    """Look-up tables as ones, so that ones foretell them without fail."""

    def __init__(self) -> None:
        self.mapped = 0

    def count(self, modules: Sequence[str], *_: object, **__: object) -> list[int]:
        self.mapped += len(modules)
        return [self._one(text) for text in modules]

    def _one(self, text: str) -> int:
        column = re.search(r"times_two\(1'b1, (\d+)\)", text)
        if column:
            return 1
        fields = re.search(r"Direction\(Dir(\w+)\), .Basis\((\d+)\), .Whole\((\d)\)", text)
        assert fields
        use = f"{('sbox', 'whole')[int(fields[3])]}_{fields[1].lower()}"
        return scores(ones(tower_basis(int(fields[2]))))[use]


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> _Tools:
    made = _Tools()

    def cores(*_: object) -> list[dict[str, Any]]:
        return []

    short = tower_basis(0x208)
    monkeypatch.setattr(basis, "families", lambda: [short, *_FEW])
    monkeypatch.setattr(basis, "lut_counts", made.count)
    monkeypatch.setattr(basis, "_cores", cores)
    return made


def _run(folder: Path, budget: str | None = None) -> dict[str, Any]:
    Basis().run(RunOptions(out=folder, store=folder / "store.db", jobs=1, budget=budget))
    found = json.loads((folder / "basis.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def test_what_is_counted_is_told(tools: _Tools, tmp_path: Path) -> None:
    body = _run(tmp_path)
    rows = read_table(tmp_path / "basis.csv.gz")
    assert body["bases"] == len(rows) == len({0x208, *(each.number for each in _FEW)})
    assert not open_parts(rows)
    assert sum(len(row.luts) for row in rows.values()) == tools.mapped
    for name, numbers in groups(rows).items():
        part = name.removeprefix("fewest_")
        parts = SBOXES if part == name else (part,)
        assert all(each in rows[number].luts for number in numbers for each in parts)
    assert set(PARTS) == set(rows[0x208].luts)
    assert {name for row in rows.values() for name in row.luts} == set(PARTS)
    assert set(groups(rows)["sample"]) <= set(rows)
    for use in ("sbox_encrypt", "whole_decrypt"):
        assert body["winners"][use]["ones"] == body["fewest"][use]["ones"]
        assert body["spearman"][use]["sample"]["rho"] == pytest.approx(1)
    assert body["winners"]["round_both"]["number"] == body["winners"]["whole_both"]["number"]
    assert body["spearman"]["round_both"] == {}
    text = (tmp_path / "basis.md").read_text(encoding="utf-8")
    assert body["fewest"]["sbox_both"]["number"] in text
    assert "Not complete" not in text


def test_what_was_counted_is_not_counted_again(tools: _Tools, tmp_path: Path) -> None:
    first = _run(tmp_path)
    table = (tmp_path / "basis.csv.gz").read_bytes()
    tools.mapped = 0
    second = _run(tmp_path)
    assert tools.mapped == 0
    assert (tmp_path / "basis.csv.gz").read_bytes() == table
    assert {**first, "made": ""} == {**second, "made": ""}


def test_figures_of_other_sources_are_made_again(
    tools: _Tools, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _run(tmp_path)
    tools.mapped = 0
    monkeypatch.setattr(basis_parts, "digest", lambda: "another")
    _run(tmp_path)
    assert tools.mapped > 0


def test_a_budget_leaves_the_rest_open(
    tools: _Tools, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(units, "seconds", lambda _text: -1.0)
    with pytest.raises(RunError, match="not complete yet"):
        _run(tmp_path, budget="1s")
    assert tools.mapped == 0


def test_a_wrong_sbox_stops_the_campaign(
    tools: _Tools, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(basis, "tower_sbox", lambda _basis: tuple(range(256)))
    with pytest.raises(RunError, match="is not that of FIPS 197"):
        _run(tmp_path)
    assert tools.mapped == 0


def test_the_committed_table_has_the_ones_of_every_basis() -> None:
    rows = read_table(_RESULTS / "basis.csv.gz")
    assert tuple(rows) == basis_numbers()
    for number in basis_numbers()[::401]:
        assert rows[number].ones == ones(tower_basis(number))
        assert rows[number].family == tower_basis(number).family


def test_the_page_names_the_bases_with_the_fewest_ones() -> None:
    text = (ROOT / "docs/basis.md").read_text(encoding="utf-8")
    body = json.loads((_RESULTS / "basis.json").read_text(encoding="utf-8"))
    for best in body["fewest"].values():
        assert f"| {best['paper']} |" in text
        assert f"| {best['ones']}, `{best['number']}` | {best['ties']} |" in text

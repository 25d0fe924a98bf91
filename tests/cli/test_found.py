"""What `pick` says where nothing meets a goal: the reason that is one, and commands to retype."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus import metrics
from aesculus.cli import app
from aesculus.engine import reference
from aesculus.metrics import Row
from aesculus.store import Store
from engine.fakes import ROUTED

_PICK = ("pick", "--device", ROUTED, "--known")


def _call(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(args))
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def known(filled: Path, monkeypatch: pytest.MonkeyPatch) -> list[Row]:
    """The results of a store as those of the reference store; the store itself is gone."""
    with Store.open(filled) as store:
        rows = [row for row in metrics.rows(store) if row.device and row.netlist_verified]
    filled.unlink()
    monkeypatch.setattr(reference, "results", lambda *_, **__: rows)
    return rows


def test_without_a_store_the_reason_tells_what_the_reference_store_lacks(known: list[Row]) -> None:
    code, _, err = _call(*_PICK, "--max", "throughput", "--fix", "unroll=5")
    assert code == 1
    assert f"no store yet; in the reference store {len(known)} designs are verified" in err
    assert "none does what is needed: unroll 5" in err
    assert "no result on" not in err


def test_with_a_store_of_nothing_it_does_too(known: list[Row], filled: Path) -> None:
    Store.open(filled).close()
    code, _, err = _call(*_PICK, "--max", "throughput", "--fix", "unroll=5")
    assert code == 1
    assert f"{len(known)} designs are verified on {ROUTED}, but none does" in err
    assert "no store yet" not in err


@pytest.mark.usefixtures("place")
def test_what_no_design_can_do_is_no_matter_of_stores() -> None:
    given = ("--throughput", "900Gbps")
    code, out, err = _call(*_PICK, *given)
    assert (code, err) == (1, "")
    assert out.startswith(f"Impossible on {ROUTED}: throughput at least 900Gbps")
    told = json.loads(_call(*_PICK, *given, "--json")[1])
    assert told["reason"] == ""
    assert "900Gbps" in told["impossible"]

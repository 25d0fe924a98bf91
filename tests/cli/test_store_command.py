"""`aesculus store`: two people's stores become one through the command line."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus.cli import app
from aesculus.design import parse_build
from aesculus.engine import Pool, whole_chain
from aesculus.store import Store
from engine.fakes import Fakes, engine, routed

LABELS = ("UF1-PP3T", "UF2-PP3T", "UF3-PP3T")

pytestmark = pytest.mark.usefixtures("place")


def _call(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(args))
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def stores(place: Path, fakes: Fakes) -> tuple[str, str]:
    """Two stores that have one of their two designs in common."""
    for name, labels in (("a", LABELS[:2]), ("b", LABELS[1:])):
        with Store.open(place / name / "s.db") as store, Pool(slots=1, stages=fakes.stages) as pool:
            wants = [
                want
                for label in labels
                for want in whole_chain(parse_build(label), routed(), seeds=1, netlist=False)
            ]
            engine(store, fakes, pool).run(wants)
    return str(Path("a") / "s.db"), str(Path("b") / "s.db")


def _labels(store: str) -> set[str]:
    code, out, err = _call("show", "--json", "--store", store)
    assert code == 0, err
    return {row["label"] for row in json.loads(out)}


@pytest.mark.parametrize("first", [True, False])
def test_stores_are_merged(stores: tuple[str, str], fakes: Fakes, first: bool) -> None:
    ours, theirs = stores
    own = ("--store", ours)
    words = ("store", *own, "merge", theirs) if first else ("store", "merge", theirs, *own)
    code, out, err = _call(*words)
    assert code == 0, err
    assert f"taken from {theirs}" in out
    assert _labels(ours) == set(LABELS)
    assert _labels(theirs) == set(LABELS[1:])
    assert f"0 results taken from {theirs}" in _call(*words)[1]
    done = len(fakes.calls)
    assert _call("verify", LABELS[2], *own)[0] == 0
    assert len(fakes.calls) == done, "a result that was taken over is not run again"


def test_several_stores_make_a_new_one(stores: tuple[str, str]) -> None:
    code, _, err = _call("store", "merge", *stores, "--store", "c/s.db")
    assert code == 0, err
    assert _labels("c/s.db") == set(LABELS)


def test_a_copy_has_all_and_is_sound(stores: tuple[str, str]) -> None:
    Path("copy").mkdir()
    code, out, err = _call("store", "export", "copy/s.db", "--store", stores[0])
    assert code == 0, err
    with Store.open(stores[0]) as ours, Store.open("copy/s.db") as copy:
        assert ours.counts() == copy.counts()
        count = sum(copy.counts().values())
    assert f"{count} results" in out
    assert _call("store", "check", "--store", "copy/s.db")[1].endswith(
        f"{count} results, all sound\n"
    )


def test_damage_is_told(stores: tuple[str, str]) -> None:
    blobs = [path for path in (Path("a") / "cache").rglob("*") if path.is_file()]
    assert blobs
    for path in blobs:
        path.chmod(0o600)
        path.write_bytes(b"damaged")
    code, _, err = _call("store", "check", "--store", stores[0])
    assert code == 1
    assert "aesculus: error:" in err


def test_the_results_are_counted(stores: tuple[str, str]) -> None:
    code, out, _ = _call("store", "--json", "--store", stores[0])
    assert code == 0
    found = json.loads(out)
    assert found["store"] == stores[0]
    assert {"stage": "synth", "status": "ok", "results": 2} in found["results"]
    assert "route" in _call("store", "--store", stores[0])[1]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("store",), "no store at .aesculus/store.db"),
        (("store", "check"), "no store at"),
        (("store", "merge", "none.db"), "no store at none.db"),
        (("store", "merge", "a/s.db", "--store", "a/s.db"), "is the store itself"),
        (("store", "export", "b/s.db", "--store", "a/s.db"), "name a file that does not"),
        (("store", "export", "none/s.db", "--store", "a/s.db"), "none is no folder"),
        (("store", "export", "none/s.gz", "--figures", "--store", "a/s.db"), "none is no folder"),
        (("show", "--store", "/bin/ls"), "/bin/ls is not a store: it is no database"),
        (("show", "--store", "a"), "a is not a store: it is no plain file"),
        (("store", "check", "--store", "/dev/null"), "is not a store: it is no plain file"),
        (("store", "merge", "/bin/ls", "--store", "new.db"), "/bin/ls is not a store"),
        (("store", "merge", "/bin/ls", "--store", "a/s.db"), "/bin/ls is not a store"),
    ],
)
def test_bad_input_is_one_line_and_code_2(place: Path, args: tuple[str, ...], said: str) -> None:
    for name in ("a", "b"):
        Store.open(place / name / "s.db").close()
    code, out, err = _call(*args)
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert line.startswith("aesculus: error: ")
    assert said in line
    assert not Path("new.db").exists()
    assert not Path("none").exists()

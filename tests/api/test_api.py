"""The verbs for Python programs: those of the command, typed, and the same answers."""

import inspect
import json
import subprocess
import sys
import typing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus import api
from aesculus.cli.app import app
from aesculus.cli.commands import COMMANDS
from aesculus.design import IllegalDesignError
from aesculus.errors import InputError
from aesculus.resources import rtl_dir
from aesculus.search.found import State
from project.sources import PACKAGE

_VERBS = ("devices", "explore", "export", "foreign", "pick", "report", "show", "space", "verify")


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").is_file()
    assert rtl_dir().is_dir()


@pytest.mark.parametrize("name", _VERBS)
def test_a_verb_is_a_subcommand_with_types(name: str) -> None:
    assert name in COMMANDS
    verb = getattr(api, name)
    assert inspect.getdoc(verb)
    told = typing.get_type_hints(verb)
    assert told.keys() >= {"return", *inspect.signature(verb).parameters}


def test_every_name_is_there_and_no_other() -> None:
    assert all(hasattr(api, name) for name in api.__all__)
    assert not hasattr(api, "no_such_verb")


def test_a_verb_loads_what_it_needs() -> None:
    code = "import sys; from aesculus import api; api.verify; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "aesculus.engine" in loaded
    assert not loaded & {"aesculus.export.bundle", "aesculus.report.html", "matplotlib"}


def test_devices_are_those_of_the_command() -> None:
    listed = json.loads(CliRunner().invoke(app, ["devices", "--json"]).stdout)
    assert [device.name for device in api.devices()] == [each["name"] for each in listed]
    assert api.device("ICE40HX8K").resources.luts == 7680


def test_a_design_that_cannot_be_is_refused() -> None:
    assert api.design("UF1-PP1T").label == "UF1-PP0T"
    with pytest.raises(IllegalDesignError, match="UF5-PP1B"):
        api.design("UF5-PP0B")


def test_without_a_store_there_is_nothing_to_show(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no store at"):
        api.show(store=tmp_path / "none.db")
    assert all(
        row.device == "ICE40HX8K"
        for row in api.show(device="ICE40HX8K", with_reference=True, store=tmp_path / "none.db")
    )


def test_paths_may_be_texts_and_quantities_may_not_be_numbers(tmp_path: Path) -> None:
    place = str(tmp_path / "no.db")
    with pytest.raises(InputError, match="no store at"):
        api.show(store=place)
    assert api.pick("ICE40HX8K", throughput="1Gbps", known=True, store=place) is not None
    with pytest.raises(InputError, match="write it as 40Gbps"):
        api.pick("ICE40HX8K", throughput=1.0, known=True, store=place)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="No such file"):
        api.foreign(str(tmp_path / "none.toml"))
    (tmp_path / "mine").write_text("x")
    with pytest.raises(InputError, match="mine"):
        api.export("UF1-PP3B", str(tmp_path / "mine"), store=place)


def test_its_names_are_offered() -> None:
    assert {"pick", "show", "STORE"} <= set(dir(api))


def test_known_and_a_budget_exclude_each_other(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="runs nothing"):
        api.pick(
            "ICE40HX8K", known=True, effort=api.Effort(evaluations=1), store=tmp_path / "none.db"
        )


def test_an_impossible_goal_is_refused_at_once(tmp_path: Path) -> None:
    found = api.pick(
        "ICE40HX8K",
        throughput="100Gbps",
        space="ecp5-iterative",
        known=True,
        store=tmp_path / "none.db",
    )
    assert found.state is State.NONE
    assert found.refused is not None
    assert not (tmp_path / "none.db").exists()

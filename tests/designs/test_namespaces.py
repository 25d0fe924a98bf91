"""Labels: what they route to, and that none of one kind reads as another."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aesculus import design
from aesculus.ciphers.aes.space import DesignPoint, canonical, label
from aesculus.ciphers.aes.space import parse as parse_core
from aesculus.design import Build, DesignError, LabelError, parse, parse_build
from designs.conftest import HERE, Found
from strategies import RECIPES, any_points

_CORES = any_points(reserved_sboxes=False).map(label)
_PRODUCTS = _CORES.map(lambda text: f"COUNTER.{text}")
_OTHERS = st.integers(0, 9999).map(lambda unroll: f"SIMON128.UF{unroll}")
_ON_OTHERS = _OTHERS.map(lambda text: f"COUNTER.{text}")

_same_folders = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@_same_folders
@given(st.one_of(_CORES, _PRODUCTS, _OTHERS, _ON_OTHERS))
def test_a_label_is_of_one_namespace_alone(both: None, text: str) -> None:
    found = parse(text)
    assert found.label == text
    kinds = {"Counting": text.startswith("COUNTER."), "Simon": text.startswith("SIMON128.")}
    kinds["DesignPoint"] = "." not in text
    assert [kind for kind, named in kinds.items() if named] == [type(found).__name__]
    if kinds["DesignPoint"]:
        with pytest.raises(LabelError):
            design.ciphers()["SIMON128"].parse(text)
    else:
        with pytest.raises(LabelError):
            parse_core(text)


@_same_folders
@given(any_points(reserved_sboxes=False), st.sampled_from(RECIPES))
def test_a_build_reads_back(both: None, point: DesignPoint, recipe: str) -> None:
    build = Build(canonical(point), recipe=recipe)
    assert parse_build(build.label) == build
    assert parse_build(f" counter.{build.label.lower()} ").label == f"COUNTER.{build.label}"
    assert (build.digest == build.plain().digest) == (recipe == "default")
    assert build.fields == {**canonical(point).model_dump(mode="json"), "recipe": recipe}


def _mode(folder: Path, has: str) -> None:
    """Write a folder of a mode that is no more than an object with some attributes."""
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("", encoding="utf-8")
    text = f"from types import SimpleNamespace\nMODE = SimpleNamespace({has})\n"
    (folder / "mode.py").write_text(text, encoding="utf-8")


def test_a_mode_named_like_core_tokens_is_no_core(found_in: Found, tmp_path: Path) -> None:
    for name in ("cdc", "c1t"):
        has = f"name={name.upper()!r}, around=lambda core, label: label"
        _mode(tmp_path / "modes" / name, has)
    found_in(tmp_path)
    for text in ("CDC.UF1-PP0T", "C1T.UF1-CbC"):
        found: Any = parse(text.lower())
        assert found == text
    core = parse("UF1-CBC")
    assert isinstance(core, DesignPoint)
    assert core.cuts == 0xB
    with pytest.raises(LabelError):
        parse("CDC")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("CDC.UF1-PP0T", "token 1 'CDC': no mode, bus or cipher"),
        ("COUNTER.COUNTER.UF1-PP0T", "token 2 'COUNTER': there is a mode already, COUNTER"),
        ("COUNTRE.UF1-PP0T", "did you mean COUNTER"),
        ("CFB64.UF1-PP0T", "did you mean CFB1 or CFB128 or CFB8"),
        ("CFB-S2.UF1-PP0T", "did you mean CFB1 or CFB128 or CFB8"),
        ("CTR.CTR-W32.UF1-PP0T", "token 2 'CTR-W32': there is a mode already, CTR"),
        ("CTR.AXIL32.AXIS32.UF1-PP0T", "token 3 'AXIS32': there is a bus already, AXIL32"),
        ("SIMON128.COUNTER.UF2", "token 2 'COUNTER'"),
        ("PIPE64.UF1-PP0T", "no mode, bus or cipher, each once and in this order; legal: modes: "),
        ("AES.UF1-PP0T", "token 1 'AES': a core of AES is named without it"),
        ("COUNTER.", "the core's label is missing behind the dot, such as UF1-PP1T"),
        ("CTR.WB32", "missing behind the bus, such as CTR.WB32.UF1-PP1T"),
        ("COUNTER", "a mode, whose core stands behind a dot: COUNTER.UF1-PP1T"),
        ("CTR-W32", "a mode, whose core stands behind a dot: CTR-W32.UF1-PP1T"),
        (".UF1-PP0T", "token 1 ''"),
        ("SIMON128.UF2-PP1T", "no core of SIMON128"),
        ("UF1-PP0T+", "'' is no name of a recipe"),
        ("UF1-PP0T+a/b", "'a/b' is no name of a recipe"),
    ],
)
def test_what_is_no_label_is_told(both: None, text: str, said: str) -> None:
    with pytest.raises(LabelError, match=said):
        parse_build(text)


def test_what_there_is_none_of_is_not_offered() -> None:
    # Labels leave out the one cipher there is, so no name of it would be legal here.
    with pytest.raises(LabelError) as raised:
        parse_build("AEZ.UF1-PP0T")
    said = str(raised.value)
    assert said.endswith("WB<bits>")
    assert "did you mean" not in said


@pytest.mark.parametrize("recipe", ["", "a b", "../x", "Upper", "x\n", "y" * 41])
def test_a_recipe_that_is_no_name_is_refused(recipe: str) -> None:
    with pytest.raises(ValueError, match="is no name of a recipe"):
        Build(DesignPoint(), recipe=recipe)


def test_a_folder_that_cannot_be_read_is_named(found_in: Found, tmp_path: Path) -> None:
    folder = tmp_path / "ciphers" / "broken"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("", encoding="utf-8")
    found_in(tmp_path)
    with pytest.raises(DesignError, match=r"aesculus\.ciphers\.broken: no CIPHER in its module"):
        design.ciphers()
    # Cores of AES do not scan.
    assert parse("UF1-PP0T").label == "UF1-PP0T"
    found_in(tmp_path / "none")
    with pytest.raises(DesignError, match="is no folder of designs"):
        parse("COUNTER.UF1-PP0T")


def test_a_module_that_is_no_python_is_named_by_file_and_line(
    found_in: Found, tmp_path: Path
) -> None:
    folder = tmp_path / "ciphers" / "torn"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "cipher.py").write_text("CIPHER = 1\nCIPHER = (\n", encoding="utf-8")
    found_in(tmp_path)
    with pytest.raises(DesignError, match=r"torn/cipher\.py, line 2: it is no Python: "):
        design.ciphers()


def test_a_mode_named_like_a_bus_is_refused(found_in: Found, tmp_path: Path) -> None:
    _mode(tmp_path / "modes" / "like_a_bus", "name='AXIS64'")
    found_in(tmp_path)
    with pytest.raises(DesignError, match="mode AXIS64 reads as the bus AXIS of 64 bits"):
        parse("AXIS64.UF1-PP0T")


def test_two_folders_of_one_name_are_refused(found_in: Found, tmp_path: Path) -> None:
    for number in (1, 2):
        _mode(tmp_path / "modes" / f"mode{number}", "name='TWICE'")
    found_in(tmp_path)
    with pytest.raises(
        DesignError, match=r"modes\.mode2: aesculus\.products\.modes\.mode1 is named"
    ):
        design.modes()


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"modes/bad/__init__.py": "", "modes/bad/mode.py": "1 / 0"}, "ZeroDivisionError: "),
        ({"modes/bad/__init__.py": "", "modes/bad/mode.py": "MODE = 3"}, "MODE has none; legal: "),
        ({"modes/bad/mode.py": ""}, "bad: has no __init__.py"),
        ({"modes/cbc/__init__.py": ""}, "there is a folder of that name already"),
        ({"my/mode.py": ""}, "has none of the folders ciphers, modes, buses"),
    ],
)
def test_a_mistake_in_a_folder_names_it(
    files: dict[str, str], said: str, found_in: Found, tmp_path: Path
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found_in(tmp_path)
    with pytest.raises(DesignError) as caught:
        parse("CTR.UF1-PP1T")
    told = str(caught.value)
    assert said in told
    assert "bad" in told or str(tmp_path) in told
    assert "\n" not in told


def test_a_bus_stands_between_mode_and_core(found_in: Found, tmp_path: Path) -> None:
    folder = tmp_path / "buses" / "pipe"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "bus.py").write_text(
        "from types import SimpleNamespace as Named\n"
        "def around(inner, width, label):\n"
        "    return Named(inner=inner, width=width, label=label)\n"
        "BUS = Named(name='PIPE', around=around)\n",
        encoding="utf-8",
    )
    found_in(tmp_path, HERE / "one_mode", HERE / "one_cipher")
    for text, inner in (
        ("PIPE64.UF1-PP0T", "UF1-PP0T"),
        ("COUNTER.PIPE32.UF1-PP0T", "COUNTER.UF1-PP0T"),
        ("COUNTER.PIPE128.SIMON128.UF2", "COUNTER.SIMON128.UF2"),
    ):
        found: Any = parse(text.lower())
        assert (found.label, found.inner.label) == (text, inner)
        assert f"PIPE{found.width}" in text
    with pytest.raises(LabelError, match="token 2 'COUNTER'"):
        parse("PIPE64.COUNTER.UF1-PP0T")
    with pytest.raises(LabelError, match=r"token 1 'PIPE': .* no width; legal: PIPE<bits>"):
        parse("PIPE.UF1-PP0T")

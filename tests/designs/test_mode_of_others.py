"""A user's mode that is made of others: what its name rests on lies in their folders."""

from pathlib import Path

import pytest

from aesculus.design import parse
from aesculus.stages.simulation import reads_of
from designs.conftest import Found

_FIRST = '''
from dataclasses import dataclass

from aesculus.products.common.around import ModeFolder
from aesculus.products.modes.cbc.mode import Cbc


@dataclass(frozen=True)
class First(Cbc):
    """A mode."""


MODE = ModeFolder("FIRST", First)
'''
_SECOND = '''
from dataclasses import dataclass

from aesculus.products.common.around import ModeFolder
from aesculus.products.modes.first.mode import First

from . import words


@dataclass(frozen=True)
class Second(First):
    """Another, which is the same."""


MODE = ModeFolder(words.NAME, Second)
'''
_FILES = {
    "modes/first/__init__.py": "",
    "modes/first/mode.py": _FIRST,
    "modes/second/__init__.py": "",
    "modes/second/mode.py": _SECOND,
    "modes/second/words.py": "from helpers_of_modes.names import NAME\n",
    "helpers_of_modes/__init__.py": "",
    "helpers_of_modes/names.py": 'NAME = "SECOND"\n',
    "helpers_of_modes/others.py": "",
    "modes/third/__init__.py": "",
    "modes/third/mode.py": _FIRST.replace("FIRST", "THIRD"),
}


def _bench() -> str:
    return reads_of(parse("SECOND.UF1-PP0L"))["bench"]


def test_all_that_a_mode_of_a_user_is_made_of_counts(
    tmp_path: Path, found_in: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in _FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found_in(tmp_path)
    before = _bench()
    for name in _FILES:
        path = tmp_path / name
        counts = not name.endswith("others.py") and "third" not in name
        text = path.read_text(encoding="utf-8")
        path.write_text(text + "# more\n", encoding="utf-8")
        assert _bench() == before
        path.write_text(text + "MORE = 1\n", encoding="utf-8")
        assert (_bench() != before) is counts, name
        path.write_text(text, encoding="utf-8")
    assert _bench() == before

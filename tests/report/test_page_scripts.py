"""What the scripts of the page must not do, however few points a test draws."""

import re
from pathlib import Path

from aesculus.report import html

_SCRIPTS = sorted(Path(html.__file__).with_name("page").glob("*.js"))
_SPREAD = re.compile(r"(?:Math\.(?:min|max)|\.push)\([^;\n]*(?<!\[)\.\.\.")


def test_no_list_of_points_becomes_arguments() -> None:
    """A function takes some hundred thousand of them: the page of a large store would be empty."""
    assert _SCRIPTS
    found = [
        f"{path.name}: {line.strip()}"
        for path in _SCRIPTS
        for line in path.read_text(encoding="utf-8").splitlines()
        if _SPREAD.search(line)
    ]
    assert not found

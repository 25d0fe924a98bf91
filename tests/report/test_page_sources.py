"""What the page's scripts may do with texts of a store, without a browser to see it in."""

import re
from pathlib import Path

from project.sources import ROOT

_PAGE = ROOT / "src/aesculus/report"
_AS_MARKUP = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment"
    r"|DOMParser|srcdoc|\beval\b|new Function"
)
_STILL = 'find("still").innerHTML = text;'
"""The one text that is markup: it comes from this program's own server, which escapes it."""


def _scripts() -> list[Path]:
    return sorted([*_PAGE.rglob("*.js"), *_PAGE.rglob("*.html"), *_PAGE.rglob("*.j2")])


def test_no_script_makes_markup_of_a_text() -> None:
    assert len(_scripts()) > 3
    lines = [
        line.strip()
        for path in _scripts()
        for line in path.read_text(encoding="utf-8").splitlines()
        if _AS_MARKUP.search(line)
    ]
    assert len(lines) == 1
    assert _STILL in lines[0]


def test_templates_take_nothing_as_safe_but_what_stands_in_them() -> None:
    marked = re.compile(r"autoescape\s+false|(\S+(?: \S+)?)\s*\|\s*safe\b")
    found = {
        match[1] or match[0]
        for path in _scripts()
        for match in marked.finditer(path.read_text(encoding="utf-8"))
    }
    assert found <= {"' class=\"t\"'"}

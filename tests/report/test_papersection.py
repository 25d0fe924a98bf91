"""The papers in the report page."""

import re

import pytest

from aesculus import papers
from aesculus.metrics import Row
from aesculus.report.html import Page
from aesculus.report.papersection import PaperSection, paper_sections
from report.rows import MADE, ROWS
from report.test_results_page import Parsed


@pytest.fixture(scope="module")
def sections() -> list[PaperSection]:
    return paper_sections(row for row in ROWS if row.device)


@pytest.fixture(scope="module")
def page() -> str:
    return Page(rows=ROWS, made=MADE).sections()


def test_each_paper_has_its_section(sections: list[PaperSection], page: str) -> None:
    assert [section.paper for section in sections] == list(papers.ids())
    parsed = Parsed(page)
    assert {f"paper-{paper}" for paper in papers.ids()} <= set(parsed.ids)
    assert len(set(parsed.ids)) == len(parsed.ids)
    text = parsed.text
    for section in sections:
        assert section.citation in text
        for claim in section.claims:
            assert claim.statement in text
            assert claim.reason in text
        for line in section.lines:
            assert line.found.row.name in text


def test_rows_and_reasons_stand_in_it(page: str) -> None:
    lines = re.findall(r"<tr><td class=\"t\">(?:UF1-PP0B|UF10-PP3L|UF5-PP0B)<.*?</tr>", page, re.S)
    whole = " ".join(lines)
    assert "≈ 405 ○" in whole
    assert "nearest: UF5-PP1B" in whole
    failed = Row(label="UF1-PP0D", design={}, device="LFE5U-85F-8", reason="route: <b>none</b>")
    text = Page(rows=[failed], made=MADE).sections()
    assert "LFE5U-85F-8: route: &lt;b&gt;none&lt;/b&gt;" in text

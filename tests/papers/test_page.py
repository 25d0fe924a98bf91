from pathlib import Path

from aesculus.papers import ids, load
from aesculus.papers.page import tables

PAGE = Path(__file__).parents[2] / "docs" / "papers.md"


def test_the_docs_page_has_the_tables_that_data_and_rules_give() -> None:
    assert PAGE.read_text(encoding="utf-8").endswith("## The tables\n\n" + tables())


def test_clocks_judged_as_within_an_unchecked_limit_are_far_within() -> None:
    # The page says that no verdict hangs on an unchecked limit.
    for paper_id in ids():
        paper = load(paper_id)
        for row in paper.rows:
            device = paper.device(row.device)
            clock = row.raw.get("fmax_mhz")
            if (
                device is None
                or device.clock_limit_checked
                or None
                in (
                    clock,
                    device.clock_limit_mhz,
                )
            ):
                continue
            assert clock is not None
            assert device.clock_limit_mhz is not None
            ratio = float(clock) / float(device.clock_limit_mhz)
            assert ratio < 2 / 3 or ratio > 2, (row.name, ratio)


def test_measurements_change_the_tables() -> None:
    row = {"label": "UF1-PP0L", "device": "X", "lut_count": 1}
    other = {"label": "UF1-PP0B", "device": "X", "lut_count": 2}
    assert "in ours UF1-PP0L is better" in tables([row, other])

import json
from pathlib import Path

import pytest

from aesculus.papers import ids, load
from aesculus.papers.beside import beside
from aesculus.papers.page import HEADING, PAGE, main, rows_table, tables, update
from aesculus.papers.results import FOLDER, committed

ROOT = Path(__file__).parents[2]


def test_the_docs_page_has_the_tables_that_data_and_rules_give() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    assert text.endswith(HEADING + tables(committed(ROOT / FOLDER), (ROOT / FOLDER).parent))


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
                # The paper's own limit is held against the paper alone.
                or device.clock_limit_source.startswith("footnote")
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
    assert "in ours UF1-PP0L has the better count of LUTs" in tables({"zambreno2004": [row, other]})


def test_the_page_takes_its_tables_from_what_is_committed(tmp_path: Path) -> None:
    rows = [{"label": "UF1-PP0B", "device": "X", "slice_estimate": 405, "reason": "it | broke"}]
    (tmp_path / "zambreno2004.json").write_text(json.dumps({"measured": rows}), encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text(f"before\n\n{HEADING}old\n", encoding="utf-8")
    update(page, tmp_path)
    text = page.read_text(encoding="utf-8")
    assert text == f"before\n\n{HEADING}{tables(committed(tmp_path), tmp_path.parent)}"
    line = next(line for line in text.splitlines() if line.startswith("| UF1-PP0B |"))
    assert "405 \N{WHITE CIRCLE}" in line
    assert "X: it \\| broke" in line
    page.write_text("no tables", encoding="utf-8")
    with pytest.raises(ValueError, match="no line '## The tables'"):
        update(page, tmp_path)


def test_bad_results_are_named(tmp_path: Path) -> None:
    (tmp_path / "asu.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ValueError, match=r"asu\.json: no results of a paper"):
        committed(tmp_path)


def test_published_and_measured_stand_in_one_row() -> None:
    routed = {
        "label": "UF10-PP2B",
        "device": "Y",
        "lut_count": 1000,
        "ff_count": 2000,
        "bram_count": 100,
        "fmax_mhz": 100.0,
        "throughput_gbps": 12.8,
        "latency_ns": 210.0,
        "latency_cycles": 21,
        "blocks_per_cycle": "1/1",
        "netlist_verified": True,
        "left_out": "not all",
    }
    area = {"label": "UF10-PP2B", "device": "X", "slice_estimate": 3700, "netlist_verified": True}
    text = rows_table(beside("zambreno-short", [routed, area]))
    (line,) = (line for line in text.splitlines() if line.startswith("| RF1-UF10-PP2b |"))
    assert line == (
        "| RF1-UF10-PP2b | 3,765 | 100 | 386 | 117.21 | 15.00 | 170.6 | 3.98 | `UF10-PP2B` | 3,700 "
        "| \N{EN DASH} | 393 | 21 | 1 | 1,000 | 2,000 | 100 | 100.0 | \N{EN DASH} | 12.80 | 210.0 "
        "| 12.80 | Y: not all |"
    )


def test_the_command_says_what_is_wrong_and_writes_nothing(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n\n{HEADING}old\n", encoding="utf-8")
    for given, said in (
        ([str(page)], "give the page and the folder"),
        ([str(page), str(tmp_path / "none")], "none: no folder with figures of papers"),
        ([str(tmp_path / "no.md"), str(tmp_path)], "no.md"),
    ):
        assert said in str(main(given))
    assert page.read_text(encoding="utf-8").endswith("old\n")

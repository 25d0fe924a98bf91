"""What people and machines read out of rows."""

import csv
import io
import json
import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console, RenderableType

from aesculus import papers
from aesculus.metrics import Row
from aesculus.report import named_columns, pareto_marks, row_objects, show_table, to_csv, to_json
from aesculus.report.html import render_html, write_html
from aesculus.report.plots import Mark, Picture, frontier_of, svg
from aesculus.report.published import PublishedPoint, impossible, published_points

MADE = datetime(2024, 5, 6, 7, 8, tzinfo=UTC)


def routed(label: str, gbps: float, ns: float, luts: int, **changes: Any) -> Row:
    fields: dict[str, Any] = {
        "design": {"unroll": 1, "sbox": "tower"},
        "device": "LFE5U-85F-8",
        "verified": True,
        "netlist_verified": True,
        "status": "ok",
        "fmax_mhz": 200.0,
        "fmax_routed_mhz": 200.0,
        "fmax_routed_min": 180.0,
        "fmax_routed_max": 220.0,
        "seeds": (7, 8),
        "n_seeds": 2,
        "blocks_per_cycle": 0.1,
        "blocks_per_cycle_exact": "1/10",
        "latency_cycles": 11,
        "throughput_gbps": gbps,
        "latency_ns": ns,
        "area_luts": luts,
        "lut_count": luts,
        "ff_count": 10,
        "bram_count": 0,
        "tools": {"yosys": "0.60"},
    }
    return Row(label=label, **(fields | changes))


def estimated(label: str, slices: int, **changes: Any) -> Row:
    fields: dict[str, Any] = {
        "design": {"unroll": 1, "sbox": "bram"},
        "device": "XC2V4000",
        "verified": True,
        "status": "ok",
        "estimate": True,
        "blocks_per_cycle": 0.1,
        "blocks_per_cycle_exact": "1/10",
        "latency_cycles": 11,
        "area_luts": 2 * slices,
        "lut_count": 2 * slices,
        "ff_count": 10,
        "bram_count": 10,
        "slice_estimate": slices,
    }
    return Row(label=label, **(fields | changes))


ROWS = [
    routed("UF1-PP1T", 2.0, 50.0, 1000),
    routed("UF2-PP1T", 4.0, 50.0, 2000, netlist_verified=False),
    routed("UF2-PP2T", 3.0, 60.0, 2500),
    routed("UF5-PP1T", 9.0, 40.0, 1, device="LFE5U-85F-6", fmax_routed_mhz=400.0),
    estimated("UF1-PP0B", 405),
    estimated("UF1-PP2B", 500),
    Row(
        label="UF10-PP3L",
        design={},
        device="LFE5U-85F-8",
        status="timeout",
        reason="route: 1 of 1 seeds failed: over 60 s <script>alert(1)</script>",
    ),
]
PAPER = published_points(papers.load("zambreno2004"))


def shown(content: RenderableType, width: int = 200) -> str:
    console = Console(width=width, file=io.StringIO(), force_terminal=False)
    console.print(content)
    stream = console.file
    assert isinstance(stream, io.StringIO)
    return stream.getvalue()


def test_marks_compare_rows_of_one_device_only() -> None:
    assert pareto_marks(ROWS) == [True, True, False, True, True, False, False]
    assert pareto_marks([]) == []


def test_the_table_marks_and_explains() -> None:
    text = shown(show_table(ROWS))
    lines = {
        label: next(x for x in text.splitlines() if label in x)
        for label in ("UF1-PP1T", "UF2-PP1T", "UF2-PP2T", "UF5-PP1T", "UF1-PP0B")
    }
    assert "●" in lines["UF1-PP1T"]
    assert "○" in lines["UF2-PP1T"]
    assert "RTL only" in lines["UF2-PP1T"]
    assert not {"●", "○"} & set(lines["UF2-PP2T"])
    assert "200.0*" in lines["UF5-PP1T"]
    assert "≈ 405" in lines["UF1-PP0B"]
    assert "limited by the device's clock network" in text
    assert "<script>alert(1)</script>" in text.replace("\n", "")
    assert "slices" not in shown(show_table(ROWS[:3]))
    assert shown(show_table([])) == "No results yet.\n"


def test_json_and_csv_say_the_same() -> None:
    objects = json.loads(to_json(ROWS))
    assert objects == row_objects(ROWS)
    wanted = "label design device verified netlist_verified status fmax_mhz fmax_routed_mhz"
    wanted += " clock_limit_mhz blocks_per_cycle latency_cycles latency_ns throughput_gbps"
    wanted += " lut_count ff_count bram_count seeds tools pareto"
    assert set(wanted.split()) <= set(objects[0])
    lines = list(csv.DictReader(io.StringIO(to_csv(ROWS))))
    assert [line["label"] for line in lines] == [row.label for row in ROWS]
    assert (lines[0]["fmax_mhz"], lines[4]["fmax_mhz"]) == ("200.0", "")
    assert lines[0]["seeds"] == "7 8"
    assert lines[0]["tools"] == "yosys=0.60"
    assert [line["pareto"] == "true" for line in lines] == pareto_marks(ROWS)


def test_the_papers_points_are_placed() -> None:
    assert len(PAPER) == 20
    by_name = {point.name: point for point in PAPER}
    first = by_name["UF1-PP0B"]
    assert (first.fmax_mhz, first.slices, first.brams) == (110.16, 387, 10)
    assert first.bits_per_cycle == pytest.approx(12.8, rel=0.01)
    assert first.latency_cycles == pytest.approx(10, rel=0.01)
    lost = {point.name: point.nearest for point in impossible(PAPER)}
    assert lost == {"UF5-PP0B": "UF5-PP1B"}


VOID = {"meta", "br", "link", "img", "hr", "input"}


class Page(HTMLParser):
    """Collects text, ids and addresses, and checks that tags are closed in order."""

    def __init__(self, text: str):
        super().__init__()
        self.stack: list[str] = []
        self.ids: list[str] = []
        self.used: set[str] = set()
        self.addresses: list[str] = []
        self.scripts = 0
        self.words: list[str] = []
        self.feed(text)
        assert self.stack == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.stack.append(tag)
        self.scripts += tag == "script"
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            if name in {"src", "href", "xlink:href"} and value:
                self.addresses.append(value)
            self.used |= set(re.findall(r"url\(#([^)]+)\)", value or ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.stack.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture(scope="module")
def page() -> str:
    return render_html(ROWS, PAPER, command="aesculus report <x>", citation="A & B", made=MADE)


def test_the_page_is_whole_and_needs_no_network(page: str) -> None:
    parsed = Page(page)
    assert parsed.scripts == 0
    assert all(address.startswith("#") for address in parsed.addresses)
    assert len(set(parsed.ids)) == len(parsed.ids)
    assert parsed.used | {a[1:] for a in parsed.addresses} <= set(parsed.ids)
    assert "@import" not in page
    assert not re.search(r"url\((?!#)", page)


def test_the_page_says_what_it_must(page: str) -> None:
    text = " ".join(" ".join(Page(page).words).split())
    for phrase in (
        "Made 2024-05-06 07:08 UTC",
        "aesculus report <x>",
        "A & B",
        "over 60 s <script>alert(1)</script>",
        "synchronous block RAM",
        "nearest: UF5-PP1B",
        "Throughput over area, LFE5U-85F-8",
        "Latency over area, LFE5U-85F-8",
        "area / LUT (block RAM not counted)",
        "area / slices (ours estimated; block RAM not counted)",
        "Published throughput over area, XC2V4000",
        "published: cannot be built",
        "hollow: netlist not verified",
        "our frontier",
        "≈ 405",
        "7, 8",
        "0.60",
    ):
        assert phrase in text, phrase
    for point in PAPER:
        assert point.name in text


def test_luts_and_slices_never_share_a_picture(page: str) -> None:
    pictures = re.findall(r"<svg.*?</svg>", page, flags=re.S)
    assert len(pictures) == 8
    for picture in pictures:
        words = " ".join(ET.fromstring(picture).itertext())
        assert ("/ LUT" in words) != ("/ slices" in words)
        assert ("published" in words.lower()) == ("/ slices" in words)


def test_the_page_is_the_same_for_the_same_rows(page: str) -> None:
    again = render_html(ROWS, PAPER, command="aesculus report <x>", citation="A & B", made=MADE)
    assert again == page


def test_an_empty_store_has_a_page(tmp_path: Path) -> None:
    write_html([], [], tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "No results yet" in text
    Page(text)
    assert list(tmp_path.iterdir()) == [tmp_path / "report.html"]


def test_a_page_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    (tmp_path / "report.html").mkdir()
    with pytest.raises(OSError, match="report"):
        write_html([], [], tmp_path / "report.html")
    assert list(tmp_path.iterdir()) == [tmp_path / "report.html"]


def test_the_frontier_drawn_leaves_out_what_cannot_be_built() -> None:
    marks = [
        Mark(100, 5.0, "a", "bram"),
        Mark(200, 9.0, "b", "bram"),
        Mark(150, 4.0, "worse", "rom"),
        Mark(90, 99.0, "no", "rom", buildable=False),
    ]
    assert [mark.name for mark in frontier_of(marks, maximise=True)] == ["a", "b"]
    assert [mark.name for mark in frontier_of(marks, maximise=False)] == ["a", "worse"]


def test_names_in_pictures_are_text_not_markup() -> None:
    picture = Picture("$x^2$ <b>&", "area", "y", True, [Mark(1, 1, "<i>$n$", "odd")])
    words = list(ET.fromstring(svg(picture, "p")).itertext())
    assert "$x^2$ <b>&" in words
    assert "<i>$n$" in words


def test_a_point_without_label_is_shown_without_ours() -> None:
    text = render_html(ROWS, [PublishedPoint(name="Rival <1>", slices=5)], made=MADE)
    assert "Rival &lt;1&gt;" in text


def _lines(rows: list[Row], width: int) -> list[str]:
    text = shown(show_table(rows), width)
    assert max(map(len, text.splitlines())) <= width
    return text.splitlines()


SMALL = routed(
    "AES256ED-UF14-C1ffT-G5ac-STORED-CREDIT", 0.0384, 9000.0, 310, status="partial", n_seeds=1
)


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_the_table_is_good_at_every_width(width: int) -> None:
    """No line is wrapped or cut: a design, its rate and its area stand in one line."""
    lines = _lines([*ROWS, SMALL], width)
    for row in (*ROWS[:4], SMALL):
        line = next(x for x in lines if f" {row.label} " in x)
        assert f"{row.lut_count:,}" in line
    assert "38.4 M" in " ".join(lines)


def test_wider_tables_say_more() -> None:
    heads = []
    for width in (80, 120, 200):
        lines = _lines([*ROWS, SMALL], width)
        start = next(n for n, line in enumerate(lines) if line.startswith("LFE5U-85F-8: "))
        heads.append(next(line for line in lines[start + 1 :] if "design" in line).split())
    assert {"MHz", "bit/s", "LUT", "BRAM"} <= set(heads[0])
    assert len(heads[0]) < len(heads[1]) < len(heads[2])


def test_the_table_is_grouped_by_device_and_shares_are_of_the_device() -> None:
    text = shown(show_table([*ROWS, SMALL]), 200)
    heads = [line for line in text.splitlines() if " design" in line and "it has" in line]
    assert [head.partition(":")[0] for head in heads] == sorted({row.device for row in ROWS})
    assert "it has 83,640 LUT" in text
    row = routed("UF9-PP3T", 3.0, 60.0, 41820)
    line = next(x for x in shown(show_table([row]), 80).splitlines() if "UF9-PP3T" in x)
    assert " 50 " in f"{line} "


def test_columns_are_as_named() -> None:
    text = shown(show_table([ROWS[0]], named_columns("lut%, design,cycles")), 80)
    (head,) = [line for line in text.splitlines() if "design" in line and "it has" not in line]
    assert head.split() == ["%", "design", "cycles"]


def test_many_reasons_are_counted() -> None:
    bad = [
        Row(label=f"UF{n}-PP3L", design={}, device="d", status="failed", reason="no")
        for n in range(1, 31)
    ]
    text = shown(show_table(bad), 100)
    assert text.count(" on d: no") == 20
    assert "… and 10 more; `aesculus log LABEL`" in text

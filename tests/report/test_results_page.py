"""The report page as it is written: whole, self-contained, escaped, and true to its rows."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from aesculus import papers
from aesculus.catalogue import FIGURES
from aesculus.ciphers.aes.space.kinds import SboxKind
from aesculus.families import devices
from aesculus.frontier.pareto import pareto
from aesculus.metrics import Row
from aesculus.report.html import Page, write_page
from aesculus.report.looks import LOOKS
from aesculus.report.pagedata import Known, page_data
from aesculus.report.standing import frontier_marks, objection
from report.rows import ESTIMATED, EVIDENCE, MADE, ROUTED, ROWS, SOURCES, routed

VOID = {"meta", "br", "link", "img", "hr", "input"}
KNOWN = Known(sources={SOURCES}, evidence={("UF1-PP1T", ROUTED): EVIDENCE})


class Parsed(HTMLParser):
    """Collects text, ids, addresses and scripts, and checks that tags are closed in order."""

    def __init__(self, text: str):
        super().__init__()
        self.stack: list[str] = []
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.words: list[str] = []
        self.policy = ""
        self.feed(text)
        assert self.stack == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.stack.append(tag)
        found = dict(attrs)
        if tag == "script":
            self.scripts.append((found, ""))
        if found.get("http-equiv") == "Content-Security-Policy":
            self.policy = found["content"] or ""
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            if name in {"src", "href"} and value:
                self.addresses.append(value)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.stack and self.stack[-1] == "script":
            found, before = self.scripts.pop()
            self.scripts.append((found, before + data))
        elif self.stack and self.stack[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    @property
    def data(self) -> dict[str, Any]:
        (found,) = [text for attrs, text in self.scripts if attrs.get("id") == "data"]
        loaded: dict[str, Any] = json.loads(found)
        return loaded


def page_of(rows: list[Row], command: str = "") -> Page:
    return Page(rows=rows, known=KNOWN, made=MADE, command=command)


@pytest.fixture(scope="module")
def page() -> str:
    return page_of(ROWS, command="aesculus report <x>").html()


@pytest.fixture(scope="module")
def parsed(page: str) -> Parsed:
    return Parsed(page)


def test_the_page_is_whole_and_needs_no_network(page: str, parsed: Parsed) -> None:
    assert all(address.startswith("#") for address in parsed.addresses)
    assert len(set(parsed.ids)) == len(parsed.ids)
    assert {address[1:] for address in parsed.addresses} <= set(parsed.ids)
    assert not any("src" in attrs for attrs, _ in parsed.scripts)
    style = page[page.index("<style>") : page.index("</style>")]
    assert "@import" not in style
    assert "url(" not in style
    rules = dict(rule.split(" ", 1) for rule in parsed.policy.split("; "))
    assert rules["default-src"] == rules["connect-src"] == "'none'"
    assert "unsafe" not in rules["script-src"]


def test_every_script_that_runs_is_named_by_its_hash(page: str, parsed: Parsed) -> None:
    running = [text for attrs, text in parsed.scripts if "type" not in attrs]
    assert len(running) == len(re.findall(r"'sha256-[\w+/=]+'", parsed.policy)) == 2


def test_the_page_says_what_it_must(parsed: Parsed) -> None:
    for phrase in (
        "2024-05-06 07:08 UTC",
        "aesculus report <x>",
        "over 60 s <script>alert(1)</script>",
        "synchronous block RAM",
        "UF5-PP1B",
        "0.60",
    ):
        assert phrase in parsed.text, phrase
    for paper in papers.ids():
        assert f"paper-{paper}" in parsed.ids


def test_the_data_say_what_the_rows_say(parsed: Parsed) -> None:
    data = parsed.data
    place = {name: index for index, name in enumerate([*data["names"], *data["fields"]])}
    assert set(data["figures"]) == set(FIGURES)
    assert len(data["rows"]) == len(ROWS)
    for row, told in zip(ROWS, data["rows"], strict=True):
        for name in ("label", "device", "netlist_verified", "throughput_gbps", "area_luts"):
            assert told[place[name]] == getattr(row, name)
        assert told[place["sbox"]] == row.design.get("sbox")
    evidence = data["evidence"]["0"]
    assert evidence["seeds"] == [[7, 180.0, 1.5, 4.0], [8, 220.0, 1.25, 3.25]]
    assert evidence["modules"] == [
        ["round 1, sub_bytes", 0.5, 0.0],
        ["round 2, mix_columns", 1.0, 4.0],
    ]
    assert evidence["track"] == [[3, 4], [13, 24]]


def test_a_device_with_clocks_comes_first_and_one_without_says_so() -> None:
    bare = {"fmax_mhz": None, "throughput_gbps": None, "device": "ICE40HX8K"}
    clocked = next(row for row in ROWS if row.device == ROUTED and row.fmax_mhz is not None)
    mapped = [clocked.model_copy(update={**bare, "label": f"UF{n}-PP1T"}) for n in (1, 2, 5)]
    datasets = page_data([*mapped, clocked], Known())["datasets"]
    first, second = (each for each in datasets if each["kind"] == "measured")
    assert (first["name"], second["name"]) == (ROUTED, "ICE40HX8K")
    assert "Nothing is routed yet" not in first["note"]
    assert second["note"].startswith("Nothing is routed yet")


def test_luts_and_slices_never_share_a_picture(parsed: Parsed) -> None:
    by_name = {each["name"]: each for each in parsed.data["datasets"]}
    assert [view["x"]["title"] for view in by_name[ROUTED]["views"]] == [
        "area, LUT",
        "area, LUT",
        "throughput, Gbit/s",
    ]
    for view in by_name[ESTIMATED]["views"]:
        assert view["x"]["title"] == "area, slices (estimate)"
    assert by_name["asu"]["views"][0]["x"]["title"] == "area, LUT and registers"
    assert by_name["zambreno2004"]["views"][0]["x"]["title"] == "area, slices"


def test_published_points_are_all_there_and_say_when_they_cannot_be(parsed: Parsed) -> None:
    points = [p for p in parsed.data["published"] if p["paper"] == "zambreno2004"]
    assert len(points) == len(papers.load("zambreno2004").rows) == 20
    first = next(point for point in points if point["name"] == "UF1-PP0B")
    figures = first["figures"]
    assert (figures["fmax_mhz"], figures["slice_estimate"], figures["bram_count"]) == (
        110.16,
        387,
        10,
    )
    assert figures["blocks_per_cycle"] == pytest.approx(0.1, rel=0.01)
    assert figures["latency_cycles"] == pytest.approx(10, rel=0.01)
    lost = {point["name"]: point["nearest"] for point in points if point["impossible"]}
    assert lost == {"UF5-PP0B": "UF5-PP1B"}


def test_claims_name_the_designs_that_they_rest_on() -> None:
    sections = page_of([*ROWS, routed("UF1-PP0B", 1.3, 90.0, 900)]).papers
    claims = [claim for section in sections for claim in section.claims]
    told = page_data(ROWS, KNOWN, claims)["claims"]
    assert len(told) == sum(len(papers.load(paper).claims) for paper in papers.ids())
    assert any("UF1-PP0B" in claim["labels"] for claim in told)


def test_the_page_is_the_same_for_the_same_rows(page: str) -> None:
    assert page_of(ROWS, command="aesculus report <x>").html() == page


def test_an_empty_store_has_a_page(tmp_path: Path) -> None:
    write_page(Page(rows=[]), tmp_path / "report.html")
    parsed = Parsed((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert "No results yet" in parsed.text
    assert parsed.data["rows"] == []
    assert list(tmp_path.iterdir()) == [tmp_path / "report.html"]


def test_a_page_goes_where_a_link_leads(tmp_path: Path) -> None:
    (tmp_path / "link.html").symlink_to("page.html")
    for _ in range(2):
        write_page(Page(rows=[]), tmp_path / "link.html")
        assert (tmp_path / "link.html").is_symlink()
    assert "No results yet" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_page_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    (tmp_path / "report.html").mkdir()
    with pytest.raises(OSError, match="report"):
        write_page(Page(rows=[]), tmp_path / "report.html")
    assert list(tmp_path.iterdir()) == [tmp_path / "report.html"]


def test_no_text_of_a_store_ends_a_script(tmp_path: Path) -> None:
    hostile = "</script><script>alert(1)</script><!--"
    bad = routed(hostile, 1.0, 50.0, 100, reason=hostile, tools={hostile: hostile})
    bad = bad.model_copy(update={"design": {"sbox": hostile, hostile: 1}, "device": hostile})
    parsed = Parsed(page_of([bad]).html())
    assert len(parsed.scripts) == 3
    assert parsed.data["rows"][0][0] == hostile


def test_every_sbox_has_a_look_of_its_own() -> None:
    # One that somebody adds need not have any.
    assert set(LOOKS) <= {kind.value for kind in SboxKind}
    assert len(LOOKS) >= 9
    for part in ("name", "colour", "dark", "shape", "marker"):
        assert len({getattr(look, part) for look in LOOKS.values()}) == len(LOOKS)


def test_pick_takes_what_is_verified_ours_and_fits() -> None:
    device = devices.load(ROUTED)
    good = ROWS[0]
    assert objection(good, device, {SOURCES}) == ""
    assert objection(good, device, None) == ""
    assert "other RTL sources" in objection(good, device, {"6" * 64})
    for change, said in (
        ({"verified": False}, "RTL not verified"),
        ({"netlist_verified": False}, "netlist not verified"),
        ({"status": "nofit"}, "does not fit"),
        ({"status": "failed"}, "no place found"),
        ({"area_luts": device.resources.luts + 1}, "does not fit"),
    ):
        assert said in objection(good.model_copy(update=change), device, {SOURCES})


def test_the_frontier_is_that_of_what_pick_takes() -> None:
    taken = [not objection(row, None, {SOURCES}) for row in ROWS]
    marks = frontier_marks(ROWS, taken)
    # The second is better in throughput, but its netlist is not verified: the third stays.
    assert marks == ["best", "would", "best", "best", "would", "", ""]
    accepted = [row for row, yes in zip(ROWS, taken, strict=True) if yes and row.device == ROUTED]
    objectives = ("throughput_gbps", "latency_ns", "area_luts", "bram_count")
    front = {row.label for row in pareto(accepted, objectives)}
    told = zip(ROWS, marks, strict=True)
    assert front == {r.label for r, mark in told if mark == "best" and r.device == ROUTED}

"""The live page in a real browser: news come, and what a reader does with the page goes on."""

from collections.abc import Iterator
from typing import Any

import pytest

from aesculus.metrics import Row
from aesculus.report.html import Page
from aesculus.report.live import Source, served
from aesculus.report.pagedata import Known
from report.conftest import in_browser
from report.rows import MADE, ROWS, SOURCES, design
from samples import first

pytestmark = in_browser

_ROWS = [
    design("UF1-PP0T-W8", 0.08, 1600.0, 430),
    design("UF1-PP2B", 2.2, 120.0, 1000, bram_count=10),
    design("UF2-PP2B", 3.5, 150.0, 1450, bram_count=20),
    design("UF2-PP1T-STORED", 3.0, 90.0, 2500),
]
_NEWS = design("AES256-UF14-PP2T", 38.0, 200.0, 24000)


class _Growing:
    def __init__(self) -> None:
        self.rows: list[Row] = []

    def version(self) -> str:
        return str(len(self.rows))

    def make(self) -> Page:
        return Page(rows=list(self.rows), known=Known(sources={SOURCES}), made=MADE, live=True)


@pytest.fixture
def store() -> _Growing:
    return _Growing()


@pytest.fixture
def visit(browser: Any, store: _Growing) -> Iterator[Any]:
    """Open the page of what the store has then; no script may fail on it."""
    told: list[str] = []
    with served(Source(store.version, store.make, rest=0)) as address:
        context = browser.new_context(viewport={"width": 1440, "height": 1400})
        # The page asks every other second: nobody waits for that here.
        context.clock.install()

        def visit() -> Any:
            opened = context.new_page()
            opened.on("pageerror", lambda error: told.append(str(error)))
            opened.goto(address)
            return opened

        yield visit
        context.close()
    assert told == []


@pytest.fixture
def page(visit: Any, store: _Growing) -> Any:
    """The page of four designs."""
    store.rows = list(_ROWS)
    opened = visit()
    opened.locator("#table tbody tr").first.wait_for()
    return opened


def _follow(page: Any, counts: str) -> None:
    page.clock.fast_forward(10_000)
    page.locator("#counts", has_text=counts).wait_for()


def _grow(store: _Growing, page: Any) -> None:
    store.rows.append(_NEWS)
    _follow(page, "of 5 designs")


def _ticks(page: Any) -> list[str]:
    found: list[str] = page.locator(".chart").first.locator(".xtick").all_text_contents()
    return found


def _drag(page: Any, ends: tuple[int, int, int, int]) -> None:
    frame = page.locator(".plot").first.bounding_box()
    page.mouse.move(frame["x"] + ends[0], frame["y"] + ends[1])
    page.mouse.down()
    page.mouse.move(frame["x"] + ends[2], frame["y"] + ends[3], steps=5)
    page.mouse.up()


def test_the_open_page_follows(store: _Growing, visit: Any) -> None:
    empty = visit()
    # Nothing is measured yet: the papers' points are all there is.
    assert empty.locator("#counts").inner_text().startswith("20 of 20")
    store.rows = ROWS[:2]
    _follow(empty, "2 of 2 designs")
    empty.locator("#text").fill("uf2")
    assert empty.locator("#counts").inner_text().startswith("1 of 2")
    empty.locator("#table tbody button").first.click()
    store.rows = ROWS
    _follow(empty, "2 of 4 designs")
    # What was chosen stays, what stands still follows too.
    assert empty.locator("#point h2").inner_text() == "UF2-PP1T"
    assert empty.locator("#text").input_value() == "uf2"
    assert "UF10-PP3L" in empty.locator("#failed").inner_text()
    assert "live" in empty.locator("#live").inner_text()


def test_news_come_without_a_new_page(store: _Growing, page: Any) -> None:
    page.evaluate("window.same = true")
    before = _ticks(page)
    _grow(store, page)
    assert "AES256-UF14-PP2T" in page.locator("#table").inner_text()
    # Nobody chose a part of the picture, so it grows with what is known.
    assert _ticks(page) != before
    assert page.evaluate("window.same")


@pytest.mark.parametrize("name", first(1, ["data.json", "sections.html"]))
def test_news_that_did_not_come_whole_come_later(store: _Growing, page: Any, name: str) -> None:
    failed: list[str] = []

    def once(route: Any) -> None:
        if failed:
            route.continue_()
        else:
            failed.append(route.request.url)
            route.fulfill(status=503)

    page.route(f"**/{name}", once)
    store.rows.append(_NEWS)
    page.clock.fast_forward(10_000)
    page.locator("#live.lost").wait_for()
    assert "of 4 designs" in page.locator("#counts").inner_text()
    _follow(page, "of 5 designs")
    page.locator("#live:not(.lost)").wait_for()


def test_a_reader_stays_where_he_is(store: _Growing, page: Any) -> None:
    page.get_by_role("button", name="Zoom").click()
    whole = _ticks(page)
    _drag(page, (120, 60, 300, 220))
    page.clock.run_for(100)
    part = _ticks(page)
    assert part != whole
    page.locator("#table .label button", has_text="UF2-PP2B").click()
    for details in ("#point details", "#still details"):
        page.locator(f"{details} summary").first.click()
    assert page.locator("#still details").first.get_attribute("open") is not None
    page.locator("#table .label button", has_text="UF2-PP1T-STORED").focus()
    _grow(store, page)
    page.clock.run_for(300)
    assert _ticks(page) == part
    assert page.locator("#point h2").inner_text() == "UF2-PP2B"
    for details in ("#point details", "#still details"):
        assert page.locator(details).first.get_attribute("open") is not None, details
    assert page.evaluate("document.activeElement.textContent") == "UF2-PP1T-STORED"
    page.get_by_role("button", name="Reset").click()
    assert "AES256-UF14-PP2T" in page.locator("#table").inner_text()


def test_news_come_where_no_design_passes_the_filters(store: _Growing, page: Any) -> None:
    page.locator("#text").fill("nothing has this")
    assert "No design passes" in page.locator("#table").inner_text()
    _grow(store, page)
    assert page.locator("#live.lost").count() == 0
    page.locator("#text").fill("")
    assert "AES256-UF14-PP2T" in page.locator("#table").inner_text()


def test_a_brush_stays_and_so_does_its_frame(store: _Growing, page: Any) -> None:
    _drag(page, (66, 12, 340, 300))
    page.get_by_role("button", name="Clear brush").wait_for()
    said = page.locator("#counts").inner_text().split(",")[-1]
    frames = page.locator(".selectionlayer path").count()
    assert frames > 0
    _grow(store, page)
    assert page.locator("#counts").inner_text().split(",")[-1] == said
    assert page.locator(".selectionlayer path").count() == frames
    page.get_by_role("button", name="Clear brush").click()
    assert page.locator(".selectionlayer path").count() == 0


def test_who_walks_with_the_keys_goes_on_from_where_he_was(store: _Growing, page: Any) -> None:
    page.locator(".plot").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at = page.locator("#tip strong").inner_text()
    said = page.locator("#told").inner_text()
    assert said == f"{at}, throughput 2.20 Gbit/s, area 1,000 LUT, accepted by pick"
    index = next(index for index, row in enumerate(store.rows) if row.label == at)
    store.rows[index] = store.rows[index].model_copy(update={"netlist_verified": False})
    _grow(store, page)
    assert page.locator("#tip strong").inner_text() == at
    # What was said of it is no more so.
    assert page.locator("#told").inner_text().endswith("not accepted: netlist not verified")
    page.keyboard.press("ArrowRight")
    assert page.locator("#tip strong").inner_text() != at
    page.keyboard.press("ArrowLeft")
    assert page.locator("#tip strong").inner_text() == at

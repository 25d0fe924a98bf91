"""A real browser for the tests of the page."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")
in_browser = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is on PATH"),
]
"""Marks of a file whose tests want one."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Give a browser without pages."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="it needs Playwright")
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield opened
        opened.close()

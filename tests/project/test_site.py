"""The site of documents: it builds without a warning and asks no network for anything."""

import inspect
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from aesculus import api
from project.sources import ROOT, documents

for _name in ("mkdocs", "material", "mkdocstrings"):
    pytest.importorskip(_name, reason="the site needs the extra `docs`")
yaml = pytest.importorskip("yaml")

pytestmark = pytest.mark.docs

_CONFIG = ROOT / "mkdocs.yml"
_LOADS = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}
_STYLE = re.compile(r"url\(\s*[\"']?(?:https?:)?//|@import\s+[\"'](?:https?:)?//")


def _build(config: Path, out: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "-f", str(config), "-d", str(out)]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build it as `make docs` does, in the strict mode that `mkdocs.yml` asks for."""
    out = tmp_path_factory.mktemp("site")
    done = _build(_CONFIG, out)
    told = done.stdout + done.stderr
    assert done.returncode == 0, told[-4000:]
    assert "WARNING" not in told
    return out


class _Loaded(HTMLParser):
    """Collects what a page loads by itself; links that people follow are none of it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        address = given.get(_LOADS.get(tag, ""))
        if address and given.get("rel") not in {"canonical", "prev", "next"}:
            self.found.append(address)


def _loaded(text: str) -> list[str]:
    parser = _Loaded()
    parser.feed(text)
    return parser.found


def _outside(addresses: list[str]) -> list[str]:
    return [address for address in addresses if "//" in address.split("?")[0]]


def test_every_page_is_there(site: Path) -> None:
    pages = [page.relative_to(ROOT) for page in documents()]
    built = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    # Fragments of the changelog are pages only when a version has gathered them.
    wanted = [page for page in pages if page.parts[0] not in {"changelog.d", "tests"}]
    assert len(wanted) > 60
    names = {
        "index.html" if str(page) == "README.md" else page.with_suffix(".html").as_posix()
        for page in wanted
    }
    names = {name.replace("/README.html", "/index.html") for name in names}
    assert names <= built


def test_nothing_is_loaded_from_a_network(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    found = {address for page in pages for address in _loaded(page.read_text(encoding="utf-8"))}
    assert len(found) > 5
    assert not _outside(sorted(found))
    styles = [path.read_text(encoding="utf-8") for path in site.rglob("*.css")]
    assert styles
    assert not [match[0] for text in styles for match in _STYLE.finditer(text)]


def test_a_foreign_script_would_be_found() -> None:
    page = '<a href="https://a.example/">x</a><script src="https://b.example/c.js"></script>'
    assert _outside(_loaded(page)) == ["https://b.example/c.js"]
    assert _STYLE.search('@font-face { src: url("//fonts.example/a.woff") }')


def test_no_page_draws_by_a_script_of_others(site: Path) -> None:
    """A block of Mermaid would make the theme fetch its program."""
    pages = [path.read_text(encoding="utf-8") for path in site.rglob("*.html")]
    assert not [page for page in pages if 'class="mermaid"' in page]


def test_the_reference_has_what_is_public(site: Path) -> None:
    folder = site / "docs" / "reference"
    for name, ident in (
        ("api", "aesculus.api.pick"),
        ("design", "aesculus.design.parse_build"),
        ("results", "aesculus.metrics.Row"),
        ("search", "aesculus.search.DesignSpace"),
    ):
        assert f'id="{ident}"' in (folder / f"{name}.html").read_text(encoding="utf-8")


def test_every_verb_is_in_the_reference(site: Path) -> None:
    page = (site / "docs" / "reference" / "api.html").read_text(encoding="utf-8")
    verbs = [name for name in api.__all__ if inspect.isfunction(getattr(api, name))]
    assert len(verbs) > 8
    assert not [name for name in verbs if f'id="aesculus.api.{name}"' not in page]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A repository of two pages with the configuration of ours."""
    told = yaml.safe_load(_CONFIG.read_text(encoding="utf-8"))
    told |= {"nav": ["README.md", "docs/*.md"], "plugins": []}
    (tmp_path / "docs" / "site").mkdir(parents=True)
    (tmp_path / "mkdocs.yml").write_text(yaml.safe_dump(told), encoding="utf-8")
    shutil.copy(ROOT / "docs" / "site" / "hooks.py", tmp_path / "docs" / "site")
    (tmp_path / "docs" / "one.md").write_text("# One\n\n## Part\n", encoding="utf-8")
    return tmp_path


def test_what_is_broken_stops_the_build(small: Path) -> None:
    readme = small / "README.md"
    readme.write_text("# Page\n\n[there](docs/one.md#part)\n", encoding="utf-8")
    assert _build(small / "mkdocs.yml", small / "out").returncode == 0
    broken = "[a](docs/two.md) [b](docs/one.md#no-part)"
    readme.write_text(f"# Page\n\n{broken}\n", encoding="utf-8")
    (small / "LOST.md").write_text("# Lost\n", encoding="utf-8")
    done = _build(small / "mkdocs.yml", small / "out")
    assert done.returncode != 0
    for fault in ("docs/two.md", "#no-part", "LOST.md"):
        assert fault in done.stderr


@pytest.mark.browser
def test_the_search_works_from_disk(site: Path) -> None:
    sync_api: Any = pytest.importorskip("playwright.sync_api")
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        pytest.skip("no Chromium is on PATH")
    asked: list[str] = []
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = opened.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.goto((site / "index.html").as_uri())
        page.locator("input.md-search__input").click()
        page.keyboard.type("zeroise")
        page.wait_for_selector(".md-search-result__link", timeout=20_000)
        opened.close()
    assert not [url for url in asked if not url.startswith(("file:", "data:", "blob:"))]

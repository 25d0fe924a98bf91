"""The report page: one file that needs nothing else, no network either."""

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache, cached_property
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from aesculus.catalogue import FIGURES
from aesculus.families import devices
from aesculus.metrics import Row
from aesculus.outputs import write_whole
from aesculus.report import text
from aesculus.report.marks import by_device
from aesculus.report.overlay import published_objects
from aesculus.report.pagedata import Known, page_data
from aesculus.report.papersection import PaperSection, paper_sections
from aesculus.report.peers import HEADS, beside, peers

MAX_FAILURES = 500
"""Designs of which the page says why they failed."""

SCRIPTS = (
    "dom.js",
    "model.js",
    "frontier.js",
    "cloud.js",
    "charts.js",
    "filters.js",
    "table.js",
    "ring.js",
    "detail.js",
    "live.js",
    "main.js",
)
"""The page's own JavaScript, files of `page/`, in the order in which they are read."""


@dataclass(frozen=True)
class Page:
    """What a page is made of.

    Attributes:
        rows: rows of figures, of any devices.
        known: what is known beside them.
        command: what makes this page, printed in it.
        made: the time to print, UTC.
        live: whether a server of this machine keeps it up to date.
        store: the store that its commands name; empty where they need not.
    """

    rows: Sequence[Row]
    known: Known = field(default_factory=Known)
    command: str = ""
    made: datetime = field(default_factory=lambda: datetime.now(UTC))
    live: bool = False
    store: str = ""

    @cached_property
    def papers(self) -> list[PaperSection]:
        """The papers, with their claims judged on the rows of the embedded tools."""
        return paper_sections(row for row in self.rows if row.device and not row.tool)

    def data(self) -> str:
        """Return what the page draws, as JSON."""
        head = {
            "made": _stamp(self.made),
            "version": _version(),
            "live": self.live,
            "store": self.store,
        }
        claims = [claim for section in self.papers for claim in section.claims]
        found = {**head, **page_data(self.rows, self.known, claims)}
        return json.dumps(found, allow_nan=False, separators=(",", ":"))

    def sections(self) -> str:
        """Return the HTML of what stands still: papers, failures, devices and tools."""
        return _environment().get_template("sections.html.j2").render(self._values())

    def html(self) -> str:
        """Return the page."""
        own = "\n".join(_own(name) for name in SCRIPTS)
        script = f'(() => {{\n"use strict";\n{own}\n}})();'
        plotly = _plotly()
        return (
            _environment()
            .get_template("report.html.j2")
            .render(
                self._values(),
                style=Markup(_own("page.css")),  # noqa: S704 - files of this package, as below
                plotly=Markup(plotly),  # noqa: S704
                script=Markup(script),  # noqa: S704
                policy=_policy(plotly, script, live=self.live),
                data=Markup(_in_script(self.data())),  # noqa: S704 - `_in_script` escapes
                made=_stamp(self.made),
                version=_version(),
                command=self.command,
            )
        )

    def _values(self) -> dict[str, Any]:
        listed = [row for row in self.rows if row.device]
        failures = [row for row in self.rows if row.reason]
        return {
            "papers": self.papers,
            "others": peers(),
            "other_heads": HEADS,
            "beside_others": beside(listed),
            "impossible": [point for point in published_objects() if point["impossible"]],
            "failures": failures[:MAX_FAILURES],
            "more_failures": max(0, len(failures) - MAX_FAILURES),
            "devices": [_device(name, group) for name, group in sorted(by_device(listed).items())],
            "tools": sorted({pair for row in self.rows for pair in row.tools.items()}),
            "figures": FIGURES,
        }


def write_page(page: Page, path: Path) -> None:
    """Write a page; an older file there, or where a link there leads, is replaced whole.

    Raises:
        OSError: the file cannot be written; an older one is then left as it was.
    """
    write_whole(path, page.html())


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("aesculus.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["text"] = text
    return environment


@cache
def _own(name: str) -> str:
    return (files("aesculus.report") / "page" / name).read_text(encoding="utf-8")


@cache
def _plotly() -> str:
    # It loads slowly.
    from plotly.offline import get_plotlyjs  # noqa: PLC0415

    return str(get_plotlyjs())


def _in_script(data: str) -> str:
    """Return JSON that can stand in a script element: nothing in it ends the element."""
    return data.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _policy(*scripts: str, live: bool) -> str:
    """Return the content security policy: these scripts run and no others, nothing is loaded.

    Whatever a store holds, even a mistake in escaping it, could so neither run nor call home.
    """
    digests = (hashlib.sha256(script.encode()).digest() for script in scripts)
    hashes = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    rules = {
        "default-src": "'none'",
        "script-src": hashes,
        "style-src": "'unsafe-inline'",
        "img-src": "data:",
        "connect-src": "'self'" if live else "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _stamp(made: datetime) -> str:
    return made.strftime("%Y-%m-%d %H:%M UTC")


def _version() -> str:
    try:
        return version("aesculus")
    except PackageNotFoundError:
        return ""


def _device(name: str, rows: Sequence[Row]) -> Mapping[str, Any]:
    device = devices.known(name)
    note = "" if device is None else device.notes
    return {
        "name": name,
        "rows": len(rows),
        "routed": sum(row.n_seeds > 0 for row in rows),
        "estimate": rows[0].estimate,
        "limit": rows[0].clock_limit_mhz,
        "checked": rows[0].clock_limit_checked,
        "seeds": len({seed for row in rows for seed in row.seeds}),
        "note": note,
    }

"""The pages on a product's ports that go with its bundle, as the project's docs have them."""

import re

from aesculus import resources
from aesculus.design import Design

_LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
_REMARK = re.compile(r"<!--.*?-->\n+", re.DOTALL)
_PORT = "modes.md"
_REGISTERS = ("registers.md", "registers-table.md")
_OUTSIDE = "`src/"
_NOTE = """\
*What stands below `src/` on this page is of the project's sources; {here}.*
"""
_HERE = "the RTL is in `rtl/` here"
_DRIVER = "the driver's files are in `software/` here"


def documents(design: Design, *, registers: bool) -> dict[str, str]:
    """Return the pages, path in the bundle to text; none of a cipher alone.

    A link to what is not in the bundle leaves its words.

    Args:
        design: the design. A mode of the project may have a page of its own.
        registers: whether its bus has registers.
    """
    mode = design.fields.get("mode")
    if mode is None:
        return {}
    own = f"{mode}.md".lower()
    wanted = [_PORT, own, *(_REGISTERS if registers else ())]
    found = {
        name: path.read_text(encoding="utf-8")
        for name in wanted
        if (path := resources.docs_dir() / name).is_file()
    }

    def _kept(link: re.Match[str]) -> str:
        return link[0] if link[2] in found else link[1]

    head = "<!-- SPDX-License-Identifier: Apache-2.0 -->\n"
    return {
        f"docs/{name}": head
        + _noted(
            _LINK.sub(_kept, _REMARK.sub("", text)),
            _NOTE.format(here=_DRIVER if name in _REGISTERS else _HERE),
        )
        for name, text in found.items()
    }


def _noted(page: str, note: str) -> str:
    """Return a page with a note below its title, if it names files as the project has them."""
    title, below, rest = page.partition("\n\n")
    return f"{title}{below}{note}\n{rest}" if _OUTSIDE in rest else page

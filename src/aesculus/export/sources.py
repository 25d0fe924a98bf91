"""The RTL of a bundle: the files that the design is made of, each with its licence."""

import fnmatch
import re
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from aesculus import resources
from aesculus.design import Design
from aesculus.errors import RunError
from aesculus.export.elaborate import elaborate, used

SPDX = "SPDX-License-Identifier"
LICENCE = "Apache-2.0"

_WAIVERS = Path(__file__).with_name("waivers.toml")


@dataclass(frozen=True)
class Waiver:
    """A rule of Verilator's lint that some files do not keep.

    Attributes:
        rule: name of the rule.
        files: patterns of paths in a bundle.
        why: the reason, a sentence.
        holds: what is looked for in a file's text; only files that hold it need the waiver.
    """

    rule: str
    files: tuple[str, ...]
    why: str
    holds: str = ""

    def fits(self, name: str, text: str) -> bool:
        """Return whether a file needs it, by its path in a bundle and its text."""
        named = any(fnmatch.fnmatch(name, one) for one in self.files)
        return named and re.search(self.holds, text, re.DOTALL) is not None


@cache
def waivers() -> tuple[Waiver, ...]:
    """Return the waivers, as `waivers.toml` lists them."""
    listed = tomllib.loads(_WAIVERS.read_text(encoding="utf-8"))["waiver"]
    return tuple(Waiver(**{**each, "files": tuple(each["files"])}) for each in listed)


def rtl(design: Design, top: str) -> dict[str, str]:
    """Return the sources of a design, path in the bundle to text, in compile order, the top last.

    Args:
        design: the design.
        top: name of its top module.

    Raises:
        RunError: they do not elaborate, or two files have one name.
    """
    last = f"{top}.sv"
    with tempfile.TemporaryDirectory() as folder:
        top_file = Path(folder) / last
        top_file.write_text(design.top(top), encoding="utf-8")
        files = [*design.sources(), top_file]
        kept = used(files, elaborate(files, top).modules)
        named = {last if path == top_file else place(path): path for path in kept}
        if len(named) != len(kept):
            raise RunError(f"{design.label}: two of its files would have one name in a bundle")
        return {name: licensed(name, path.read_text("utf-8")) for name, path in named.items()}


def place(path: Path) -> str:
    """Return where a source lies in a bundle: as in `rtl/`, other folders beside the core's."""
    root = resources.rtl_dir()
    inside = path.is_relative_to(root)
    return (
        PurePosixPath("rtl")
        .joinpath(path.relative_to(root) if inside else Path(*path.parts[-2:]))
        .as_posix()
    )


def licensed(name: str, text: str) -> str:
    """Return a source with its licence in its first line and the waivers that it needs.

    Sources of this project name their licence, and tops are made by it; what another folder of
    designs brings without one is marked as that.
    """
    first, _, rest = text.partition("\n")
    if SPDX not in first:
        own = "/" not in name
        first, rest = f"// {SPDX}: {LICENCE if own else 'LicenseRef-none-given'}", text
    fitting = [waiver for waiver in waivers() if waiver.fits(name, text)]
    off = [f"// {w.why}\n// verilator lint_off {w.rule}" for w in fitting]
    on = [f"// verilator lint_on {w.rule}" for w in reversed(fitting)]
    return "\n".join([first, *off, rest.rstrip("\n"), *on, ""])


def licence_text() -> str:
    """Return the licence of the project.

    Raises:
        RunError: the installation has lost it.
    """
    checkout = resources.rtl_dir().parent / "LICENSE"
    if checkout.is_file():
        return checkout.read_text(encoding="utf-8")
    from importlib import metadata  # noqa: PLC0415

    for path in metadata.files("aesculus") or ():
        if path.name == "LICENSE":
            return path.read_text(encoding="utf-8")
    raise RunError("LICENSE is missing from this installation of aesculus: install it anew")


def with_licence(values: Mapping[str, object]) -> dict[str, object]:
    """Return an object for a JSON file, which has no comments, with its licence."""
    return {SPDX: LICENCE, **values}

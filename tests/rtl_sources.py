"""Copies of the RTL with a mistake put in."""

from collections.abc import Callable, Iterable
from pathlib import Path

from aesculus import resources


def spoilt(folder: Path, file: str, right: str, wrong: str) -> list[Path]:
    """Return the RTL sources copied to a folder, `wrong` for `right` in one of them."""
    sources = resources.rtl_files()
    return with_mistake(sources, folder, right, wrong, among=lambda path: path.name == file)


def with_mistake(
    sources: Iterable[Path],
    folder: Path,
    right: str,
    wrong: str,
    *,
    among: Callable[[Path], bool],
) -> list[Path]:
    """Return sources copied to a folder, `wrong` for `right` at the one place where it stands.

    Args:
        sources: the files to copy.
        folder: where the copies go.
        right: what stands there now.
        wrong: what takes its place.
        among: whether it may stand in a file.
    """
    copies, places = [], 0
    for source in sources:
        text = source.read_text(encoding="utf-8")
        if among(source):
            places += text.count(right)
            text = text.replace(right, wrong)
        copies.append(folder / source.name)
        copies[-1].write_text(text, encoding="utf-8")
    assert places == 1, "the RTL has changed: choose another place"
    return copies

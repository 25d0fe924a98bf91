"""Copies of the RTL with a mistake put in."""

from pathlib import Path

from aesculus import resources


def spoilt(folder: Path, file: str, right: str, wrong: str) -> list[Path]:
    """Return the RTL sources copied to a folder, `wrong` for `right` in one of them."""
    copies = []
    for source in resources.rtl_files():
        copy = folder / source.name
        text = source.read_text(encoding="utf-8")
        if source.name == file:
            assert text.count(right) == 1, "the RTL has changed: choose another place"
            text = text.replace(right, wrong)
        copy.write_text(text, encoding="utf-8")
        copies.append(copy)
    return copies

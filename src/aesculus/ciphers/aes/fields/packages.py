"""The SystemVerilog that is written from this room, and the command that writes it.

`python -m aesculus.ciphers.aes.fields.packages` writes those below `rtl/` that differ and
names them. `tests/ciphers/fields/test_packages.py` holds the files to it.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from aesculus.ciphers.aes.fields import (
    field_package,
    lut_package,
    sbox_package,
    table_package,
)
from aesculus.resources import rtl_dir

PACKAGES: Mapping[str, Callable[[], str]] = MappingProxyType(
    {module.PATH: module.text for module in (field_package, table_package, sbox_package)}
    | lut_package.TEXTS
)
"""File below `rtl/` to the function that returns its text."""


def write(folder: Path) -> list[str]:
    """Write the packages below a folder; return the names of those that were not so already."""
    changed = []
    for name, text in PACKAGES.items():
        path, wanted = folder / name, text()
        if not path.is_file() or path.read_text(encoding="utf-8") != wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wanted, encoding="utf-8")
            changed.append(name)
    return changed


if __name__ == "__main__":
    sys.stdout.writelines(f"{name}\n" for name in write(rtl_dir()))

"""Published answers of modes, as the package `cryptography_vectors` brings them."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

import cryptography_vectors

_SECTION = re.compile(r"^\[(.+)\]$")
_FIELD = re.compile(r"^(\w+)\s*=\s*(\S*)$")


@cache
def entries(name: str, folder: str = "ciphers/AES") -> tuple[Mapping[str, str], ...]:
    """Return the entries of a response file in order.

    Each is its fields, by their names in capitals, with those of the section above it; a section of
    one word, such as `[ENCRYPT]`, is the field `SECTION`.

    Args:
        name: path below the folder, such as `CBC/CBCMMT128.rsp`.
        folder: of the package.

    Raises:
        FileNotFoundError: the package does not have the file.
    """
    with cryptography_vectors.open_vector_file(f"{folder}/{name}", "r") as file:
        return tuple(_parsed(file.read().splitlines()))


def _parsed(lines: list[str]) -> Iterator[Mapping[str, str]]:
    section: dict[str, str] = {}
    entry: dict[str, str] = {}
    for line in [*(line.strip() for line in lines), ""]:
        if not line or line.startswith("#"):
            if entry:
                yield {**section, **entry}
            entry = {}
        elif match := _SECTION.match(line):
            for field in match[1].split(","):
                head, _, value = field.partition("=")
                section = {**section, head.strip().upper(): value.strip()} if value else section
                if not value:
                    section = {"SECTION": head.strip()}
        elif match := _FIELD.match(line):
            entry[match[1].upper()] = match[2]
        else:
            entry[line.upper()] = ""

"""Which families there are: the folders here that bring a `FAMILY`."""

from functools import cache
from importlib import import_module
from pathlib import Path

from aesculus import families
from aesculus.families.base import Family


@cache
def _folders() -> dict[str, Path]:
    rooms = map(Path, families.__path__)
    return {path.parent.name: path.parent for room in rooms for path in room.glob("*/__init__.py")}


def family_names() -> tuple[str, ...]:
    """Return the names of all families, sorted."""
    return tuple(sorted(_folders()))


@cache
def family(name: str) -> Family:
    """Return a family by the name that device files give it.

    Raises:
        KeyError: if there is none; a device file may name only those that exist.
    """
    if name not in family_names():
        raise KeyError(name)
    found: Family = import_module(f"{__package__}.{name}").FAMILY
    return found


def folder(name: str) -> Path:
    """Return the folder of a family."""
    return _folders()[name]


def device_folders() -> list[Path]:
    """Return the folders that hold the packaged device files."""
    return [folder(name) / "devices" for name in family_names()]

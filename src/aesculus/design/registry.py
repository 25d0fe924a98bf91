"""The kinds of designs there are: ciphers, modes and buses, each a folder that is found by itself.

A folder of `aesculus.ciphers` has a module `cipher` with `CIPHER`; one of `aesculus.products.modes`
a module `mode` with `MODE`; one of `aesculus.products.buses` a module `bus` with `BUS`.
"""

import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType, ModuleType
from typing import Any, Protocol, cast

from aesculus.design.cipher import Cipher
from aesculus.design.errors import DesignError
from aesculus.design.model import Design

_NAME = re.compile(r"[A-Z][A-Z0-9]*")
_BUS_NAME = re.compile(r"[A-Z]([A-Z0-9]*[A-Z])?")
_CIPHERS = "aesculus.ciphers"
_MODES = "aesculus.products.modes"
_BUSES = "aesculus.products.buses"
_DEFAULT = "aes"


class Mode(Protocol):
    """A mode of operation. `MODE` in the module `mode` of its folder is one.

    A mode that has options has, besides, a method `options`: it takes what stands behind the name
    in a label, `["W32"]` of `CTR-W32`, and returns the mode with them, whose `name` is the
    canonical token; it raises `ValueError` with one line for what is no option.
    """

    @property
    def name(self) -> str:
        """Its name in labels: capitals and digits."""
        ...

    def around(self, core: Design, label: str) -> Design:
        """Return the mode around a core.

        Args:
            core: what it is around.
            label: canonical label of the result.

        Raises:
            LabelError: it cannot be around that kind of design at all. What is wrong with this one
                alone is for the result's `check` to say.
        """
        ...


class Bus(Protocol):
    """A bus. `BUS` in the module `bus` of its folder is one."""

    @property
    def name(self) -> str:
        """Its name in labels: capitals and digits, a capital last."""
        ...

    def around(self, inner: Design, width: int, label: str) -> Design:
        """Return the bus around a mode or a core; arguments and errors as those of a mode.

        Args:
            inner: what it is around.
            width: bits of its data.
            label: canonical label of the result.
        """
        ...


def default_cipher() -> Cipher:
    """Return the cipher whose name labels leave out."""
    return cast("Cipher", _door(f"{_CIPHERS}.{_DEFAULT}", "cipher", "CIPHER"))


def ciphers() -> Mapping[str, Cipher]:
    """Return all ciphers by their names.

    Raises:
        DesignError: a folder cannot be read, or two have one name.
    """
    return _found(_CIPHERS, "cipher", "CIPHER", _NAME)


def modes() -> Mapping[str, Mode]:
    """Return all modes by their names; errors as `ciphers`."""
    return _found(_MODES, "mode", "MODE", _NAME)


def buses() -> Mapping[str, Bus]:
    """Return all buses by their names; errors as `ciphers`."""
    return _found(_BUSES, "bus", "BUS", _BUS_NAME)


_scanned: dict[tuple[str, ...], Mapping[str, Any]] = {}


def forget() -> None:
    """Scan anew when asked next, since files changed."""
    _scanned.clear()


def _found(
    package: str, module: str, attribute: str, pattern: re.Pattern[str]
) -> Mapping[str, Any]:
    home = import_module(package)
    place = (package, *home.__path__)
    if place not in _scanned:
        _scanned[place] = _scan(home, module, attribute, pattern)
    return _scanned[place]


def _scan(
    home: ModuleType, module: str, attribute: str, pattern: re.Pattern[str]
) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    places: dict[str, Path] = {}
    names: dict[str, str] = {}
    for place in dict.fromkeys(map(Path, home.__path__)):
        for entry in _folders(place, module):
            folder = f"{home.__name__}.{entry}"
            if entry in places:
                raise DesignError(
                    f"{place / entry}: there is a folder of that name already, {places[entry]}: "
                    "give it another"
                )
            places[entry] = place / entry
            door = _door(folder, module, attribute)
            name = getattr(door, "name", None)
            if not isinstance(name, str) or not pattern.fullmatch(name):
                told = f"{name!r} is no name" if isinstance(name, str) else f"{attribute} has none"
                raise DesignError(f"{folder}: {told}; legal: {pattern.pattern}")
            if name in found:
                raise DesignError(f"{folder}: {names[name]} is named {name} already")
            found[name], names[name] = door, folder
    return MappingProxyType(found)


def _folders(place: Path, module: str) -> list[str]:
    """Return the names of the packages in a folder.

    Raises:
        DesignError: one that is meant to be one is none.
    """
    for entry in sorted(place.iterdir()) if place.is_dir() else []:
        if (entry / f"{module}.py").is_file() and not (entry / "__init__.py").is_file():
            raise DesignError(f"{entry}: has no __init__.py, so it is no package")
    return [entry.name for entry in iter_modules([str(place)]) if entry.ispkg]


def _door(folder: str, module: str, attribute: str) -> Any:
    try:
        return getattr(import_module(f"{folder}.{module}"), attribute)
    except SyntaxError as error:
        where = f"{error.filename}, line {error.lineno}"
        raise DesignError(f"{where}: it is no Python: {error.msg}") from error
    except (ImportError, AttributeError) as error:
        raise DesignError(f"{folder}: no {attribute} in its module {module}: {error}") from error
    except Exception as error:
        # Whatever somebody's own module does when it is loaded.
        why = f"{type(error).__name__}: {error}".splitlines()[0]
        raise DesignError(f"{folder}: its module {module} does not load: {why}") from error

"""The kinds of designs there are: ciphers, modes and buses, each a folder that is found by itself.

A folder of `aesculus.ciphers` has a module `cipher` with `CIPHER`; one of `aesculus.products.modes`
a module `mode` with `MODE`; one of `aesculus.products.buses` a module `bus` with `BUS`.
"""

import re
from collections.abc import Mapping
from importlib import import_module
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
    folders: dict[str, str] = {}
    for entry in iter_modules(home.__path__):
        if not entry.ispkg:
            continue
        folder = f"{home.__name__}.{entry.name}"
        door = _door(folder, module, attribute)
        name = str(door.name)
        if not pattern.fullmatch(name):
            raise DesignError(f"{folder}: {name!r} is no name; legal: {pattern.pattern}")
        if name in found:
            raise DesignError(f"{folder}: {folders[name]} is named {name} already")
        found[name], folders[name] = door, folder
    return MappingProxyType(found)


def _door(folder: str, module: str, attribute: str) -> Any:
    try:
        return getattr(import_module(f"{folder}.{module}"), attribute)
    except (ImportError, AttributeError, SyntaxError) as error:
        raise DesignError(f"{folder}: no {attribute} in its module {module}: {error}") from error

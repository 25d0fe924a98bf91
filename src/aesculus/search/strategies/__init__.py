"""Strategies that search a space: one file each, behind the interface in `_base`.

A file without an underscore in front is a strategy. Its name is the file's, with `-` for `_`.
"""

import pkgutil
from collections.abc import Iterator
from difflib import get_close_matches
from importlib import import_module
from types import ModuleType

from aesculus.search.errors import SearchError
from aesculus.search.problem import Problem
from aesculus.search.strategies._base import Strategy

DEFAULT = "guided"


def names() -> list[str]:
    """Return the names of all strategies, the default first, the others in their order."""
    files = (entry.name for entry in pkgutil.iter_modules(__path__))
    found = sorted(name.replace("_", "-") for name in files if not name.startswith("_"))
    return sorted(found, key=lambda name: name != DEFAULT)


def strategy(name: str, problem: Problem, seed: int = 0) -> Strategy:
    """Return a new strategy. Its file is loaded now: some bring large libraries.

    Raises:
        SearchError: there is none of that name, or a package that it needs is not here.
    """
    return _kind(name)(problem, seed)


def usable(name: str) -> bool:
    """Return whether there is a strategy of that name, and all that it needs."""
    try:
        _kind(name)
    except SearchError:
        return False
    return True


def check(name: str) -> None:
    """Refuse a name before anything is done for it.

    Raises:
        SearchError: as `strategy`.
    """
    _kind(name)


def _kind(name: str) -> type[Strategy]:
    if name not in names():
        near = get_close_matches(name, names(), n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise SearchError(f"no strategy is named {name!r}; legal: {', '.join(names())}{hint}")
    try:
        module = import_module(f"{__name__}.{name.replace('-', '_')}")
    except ModuleNotFoundError as error:
        reason = f"strategy {name} needs the package {error.name}, which is not here"
        raise SearchError(reason) from error
    (kind,) = (each for each in _strategies(module) if each.name == name)
    return kind


def _strategies(module: ModuleType) -> Iterator[type[Strategy]]:
    """Return the strategies that a module makes, not those that it builds on."""
    for each in vars(module).values():
        own = getattr(each, "__module__", "") == module.__name__
        if own and isinstance(each, type) and issubclass(each, Strategy):
            yield each


__all__ = ["DEFAULT", "Strategy", "check", "names", "strategy", "usable"]

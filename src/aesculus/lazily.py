"""Names of a package that load their module when they are asked for."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def loading(package: str, where: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package.

    Args:
        package: its `__name__`.
        where: name to the module that has it.
    """

    def __getattr__(name: str) -> Any:  # noqa: N807 - it becomes the package's
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(where[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    return __getattr__

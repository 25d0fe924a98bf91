"""Names of a package that load their module when they are asked for, and modules that stay."""

import gc
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
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


@contextmanager
def for_good() -> Iterator[None]:
    """Load modules that stay: what they make is not searched for garbage, then or later.

    Python would search it over and over while a command starts and as it ends.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
    # Of a program that does so twice, what lies about by then may be garbage.
    if not gc.get_freeze_count():
        gc.freeze()

"""Which Python files decide how a mode is driven and judged."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec, resolve_name
from pathlib import Path

from aesculus.products.common.around import Driven

_KINDS = ("aesculus.ciphers", "aesculus.products.modes", "aesculus.products.buses")
_PACKAGE = Path(__file__).resolve().parents[2]


def judges(design: Driven, bench: str) -> list[Path]:
    """Return the Python files that a verdict on a design rests on, the same order everywhere.

    Those are the folders of all classes that the design, its driver, its mode and its core are made
    of, and what is imported there, as far as it lies in `products` or in folders of the user.
    Everything else of this program counts by the versions of its steps.

    Args:
        design: what is verified.
        bench: dotted path of the bench.
    """
    mode = design.mode
    parts = (design, design.driver, mode, mode.answers, mode.core, mode.shape.cipher)
    classes = {kind.__module__ for each in parts for kind in type(each).__mro__}
    return list(_reached(frozenset({bench, *classes}), _homes()))


def _homes() -> frozenset[Path]:
    """Return the folders that hold modes, buses and ciphers; the package itself is none."""
    places = [Path(place).resolve() for kind in _KINDS for place in import_module(kind).__path__]
    return frozenset(place.parent for place in places) - {_PACKAGE}


@cache
def _reached(starts: frozenset[str], homes: frozenset[Path]) -> tuple[Path, ...]:
    found: dict[str, Path] = {}
    todo = {name for start in starts for name in _beside(start, homes)}
    while todo:
        name = todo.pop()
        path = _file(name, homes)
        if path is not None:
            found[name] = path
            todo |= _named(name, path) - found.keys()
    # By name: where the folders lie decides nothing.
    return tuple(found[name] for name in sorted(found))


def _file(name: str, homes: frozenset[Path]) -> Path | None:
    """Return the file of a module, `None` if it is none that counts by its code."""
    outer = name.partition(".")[0]
    if outer == __name__.partition(".")[0]:
        if not name.startswith(("aesculus.ciphers.", "aesculus.products")):
            return None
    elif outer in sys.stdlib_module_names or not _is_of(_origin(outer), homes):
        return None
    path = _origin(name)
    return path if _is_of(path, homes) else None


def _origin(name: str) -> Path | None:
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        # What stands behind the last dot is a name in a module.
        return None
    return None if spec is None or not spec.has_location else Path(spec.origin or "").resolve()


def _is_of(path: Path | None, homes: frozenset[Path]) -> bool:
    if path is None or path.suffix != ".py":
        return False
    inner = (path.relative_to(home) for home in homes if path.is_relative_to(home))
    # A folder of the user may hold an environment with all that is installed.
    return any("site-packages" not in each.parts for each in inner)


def _beside(name: str, homes: frozenset[Path]) -> Iterator[str]:
    """Give a module and those in its folder."""
    path = _file(name, homes)
    if path is not None:
        package = name if path.stem == "__init__" else name.rpartition(".")[0]
        for each in path.parent.glob("*.py"):
            yield ".".join(filter(None, (package, each.stem))).removesuffix(".__init__")


@cache
def _named(name: str, path: Path) -> frozenset[str]:
    """Return the packages that a module is in, and all names that it imports, modules or not."""
    outer = name.split(".")
    found = {".".join(outer[:depth]) for depth in range(1, len(outer))}
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            found |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return frozenset(found)

"""The studies that there are: every folder of this room with a module `study`."""

import importlib
import pkgutil
from functools import cache
from pathlib import Path
from typing import Any

from aesculus import studies
from aesculus.errors import InputError
from aesculus.studies.study import Study

_MODULE = "study"


def scan() -> dict[str, Study[Any]]:
    """Return the studies of the room by name, in the order of their names.

    Raises:
        ValueError: two have the same name.
    """
    found: dict[str, Study[Any]] = {}
    for entry in pkgutil.iter_modules(studies.__path__):
        if not entry.ispkg:
            continue
        folder = Path(getattr(entry.module_finder, "path", "")) / entry.name
        if not (folder / f"{_MODULE}.py").exists():
            continue
        module = importlib.import_module(f"{studies.__name__}.{entry.name}.{_MODULE}")
        for study in module.STUDIES:
            if study.name in found:
                raise ValueError(f"two studies are named {study.name!r}")
            found[study.name] = study
    return dict(sorted(found.items()))


known = cache(scan)
"""`scan`, once a process."""


def find(name: str) -> Study[Any]:
    """Return a study.

    Raises:
        InputError: there is none of this name; the message lists those there are.
    """
    if name not in known():
        raise InputError(f"no campaign {name!r}; legal: {', '.join(known())}")
    return known()[name]

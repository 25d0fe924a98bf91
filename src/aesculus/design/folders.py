"""Where kinds of designs are looked for: folders of the package, of the user, of other packages.

`AESCULUS_DESIGNS` names folders (several are parted as in `PATH`) that hold `ciphers`, `modes` or
`buses`. A package of its own makes such folders known by an entry point of the group
`aesculus.designs` that names a module beside them.
"""

import os
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from aesculus.design.errors import DesignError
from aesculus.settings import settings

SETTING = "AESCULUS_DESIGNS"
GROUP = "aesculus.designs"
_KINDS = ("ciphers", "modes", "buses")


class SearchPath(list[str]):
    """The search path of a package of kinds: its own folder first, then all others.

    It is read anew each time, as far as it has to be: entry points cost a quarter of a second, and
    what is found in the package's own folder does not ask for them.

    Raises:
        DesignError: while it is read, when the setting names what is no folder.
    """

    def __init__(self, own: Sequence[str], kind: str) -> None:
        super().__init__(own[:1])
        self._kind = kind

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        for find in (_set, _installed):
            yield from (str(root / self._kind) for root in find() if (root / self._kind).is_dir())


def _set() -> list[Path]:
    found = [Path(part) for part in settings().designs.split(os.pathsep) if part]
    for folder in found:
        if not folder.is_dir():
            raise DesignError(f"{SETTING}={folder} is no folder of designs")
        if not any((folder / kind).is_dir() for kind in _KINDS):
            raise DesignError(f"{SETTING}={folder} has none of the folders {', '.join(_KINDS)}")
    return [folder.resolve() for folder in found]


@cache
def _installed() -> tuple[Path, ...]:
    from importlib import metadata  # noqa: PLC0415

    specs = [find_spec(point.value) for point in metadata.entry_points(group=GROUP)]
    return tuple(Path(spec.origin).parent for spec in specs if spec is not None and spec.origin)

"""Where kinds of designs are looked for: folders of the package, of the user, of other packages.

`AESCULUS_DESIGNS` names folders (several are parted as in `PATH`) that hold `ciphers`, `modes` or
`buses`. A package of its own makes such folders known by an entry point of the group
`aesculus.designs` that names a module beside them.
"""

import os
from collections.abc import Sequence
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from aesculus.design.errors import DesignError

SETTING = "AESCULUS_DESIGNS"
GROUP = "aesculus.designs"


def extended(own: Sequence[str], kind: str) -> list[str]:
    """Return the search path of a package of kinds: its own folder first, then all others.

    Args:
        own: the package's path.
        kind: `ciphers`, `modes` or `buses`.

    Raises:
        DesignError: the setting names what is no folder.
    """
    others = [*_set(), *_installed()]
    return [own[0], *(str(root / kind) for root in others if (root / kind).is_dir())]


def _set() -> list[Path]:
    found = [Path(part) for part in os.environ.get(SETTING, "").split(os.pathsep) if part]
    for folder in found:
        if not folder.is_dir():
            raise DesignError(f"{SETTING}={folder} is no folder of designs")
    return [folder.resolve() for folder in found]


@cache
def _installed() -> tuple[Path, ...]:
    specs = [find_spec(point.value) for point in metadata.entry_points(group=GROUP)]
    return tuple(Path(spec.origin).parent for spec in specs if spec is not None and spec.origin)

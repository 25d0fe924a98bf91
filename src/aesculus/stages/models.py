"""The models of a family's cells, as the jobs that read them are named."""

from functools import cache

from aesculus.design.text import digest_of
from aesculus.netlists.simnet import own_models
from aesculus.stages import provenance
from aesculus.tools import yosys


def digest(family_name: str) -> str:
    """Return the SHA-256 (hex) of the cell models of a family, its own and those of Yosys.

    Those of Yosys come from the package pyosys whichever Yosys maps. Where that is the one that
    maps, a job has its version already.

    Raises:
        ToolError: the chosen Yosys is none that is known.
    """
    return _digest(family_name, yosys.kind())


@cache
def _digest(family_name: str, kind: str) -> str:
    found = [[path.name, provenance.file_digest(path)] for path in own_models(family_name)]
    others = [] if kind == "pyosys" else [["pyosys", provenance.packages("pyosys")["pyosys"]]]
    return digest_of([*found, *others])

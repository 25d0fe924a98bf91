"""Which point next: spaces, the analytic model, strategies and their scoreboard.

Nothing here runs a tool: a strategy asks, whoever has the engine answers. `strategies`,
`scoreboard` and `surrogate` load heavy libraries and are imported by their own names.
"""

from typing import TYPE_CHECKING

from aesculus.lazily import loading

if TYPE_CHECKING:
    from aesculus.search.designspace import DesignSpace
    from aesculus.search.errors import SearchError, SpaceFileError
    from aesculus.search.fidelity import Fidelity
    from aesculus.search.problem import Ask, Problem, Result
    from aesculus.search.spacefile import (
        Budget,
        Constraint,
        SpaceFile,
        load,
        loads,
        packaged,
        schema,
    )

__all__ = [
    "Ask",
    "Budget",
    "Constraint",
    "DesignSpace",
    "Fidelity",
    "Problem",
    "Result",
    "SearchError",
    "SpaceFile",
    "SpaceFileError",
    "load",
    "loads",
    "packaged",
    "schema",
]

# Errors are wanted by every command, and they shall not load what searches.
__getattr__ = loading(
    __name__,
    {
        "DesignSpace": "aesculus.search.designspace",
        **dict.fromkeys(("SearchError", "SpaceFileError"), "aesculus.search.errors"),
        "Fidelity": "aesculus.search.fidelity",
        **dict.fromkeys(("Ask", "Problem", "Result"), "aesculus.search.problem"),
        **dict.fromkeys(
            ("Budget", "Constraint", "SpaceFile", "load", "loads", "packaged", "schema"),
            "aesculus.search.spacefile",
        ),
    },
)

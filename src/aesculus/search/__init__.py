"""Which point next: spaces, the analytic model, strategies and their scoreboard.

Nothing here runs a tool: a strategy asks, whoever has the engine answers. `strategies`,
`scoreboard` and `surrogate` load heavy libraries and are imported by their own names.
"""

from aesculus.search.designspace import DesignSpace
from aesculus.search.errors import SearchError, SpaceFileError
from aesculus.search.fidelity import Fidelity
from aesculus.search.problem import Ask, Problem, Result
from aesculus.search.spacefile import Budget, Constraint, SpaceFile, load, loads, packaged, schema

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

"""Strategies: one file each, behind the interface in `_base`; `REGISTRY` names them."""

from aesculus.search.errors import SearchError
from aesculus.search.problem import Problem
from aesculus.search.strategies._base import Strategy
from aesculus.search.strategies.exhaustive import Exhaustive
from aesculus.search.strategies.guided import Guided
from aesculus.search.strategies.nsga2 import NsgaII
from aesculus.search.strategies.random_search import RandomSearch
from aesculus.search.strategies.tpe import Tpe

REGISTRY: dict[str, type[Strategy]] = {
    kind.name: kind for kind in (Guided, RandomSearch, NsgaII, Tpe, Exhaustive)
}
"""Strategies by name; the first one is the default."""

DEFAULT: str = Guided.name


def strategy(name: str, problem: Problem, seed: int = 0) -> Strategy:
    """Return a new strategy.

    Raises:
        SearchError: there is none of that name.
    """
    if name not in REGISTRY:
        raise SearchError(f"no strategy is named {name!r}; legal: {', '.join(REGISTRY)}")
    return REGISTRY[name](problem, seed)


__all__ = ["DEFAULT", "REGISTRY", "Strategy", "strategy"]

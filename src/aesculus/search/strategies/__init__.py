"""Ways to explore: one file each, behind the interface in `_base`; `REGISTRY` names the searches.

`first_pass`, `refine`, `goal` and `pursuit` need more than a problem and a seed, so whoever runs
them makes them.
"""

from importlib import import_module

from aesculus.search.errors import SearchError
from aesculus.search.problem import Problem
from aesculus.search.strategies._base import Strategy, Way

REGISTRY: dict[str, str] = {
    "guided": "guided:Guided",
    "random": "random_search:RandomSearch",
    "nsga2": "nsga2:NsgaII",
    "tpe": "tpe:Tpe",
    "exhaustive": "exhaustive:Exhaustive",
}
"""Strategies by name, with file and class; the first one is the default.

They are loaded when they are wanted: some bring large libraries.
"""

DEFAULT: str = next(iter(REGISTRY))


def strategy(name: str, problem: Problem, seed: int = 0) -> Strategy:
    """Return a new strategy.

    Raises:
        SearchError: there is none of that name.
    """
    if name not in REGISTRY:
        raise SearchError(f"no strategy is named {name!r}; legal: {', '.join(REGISTRY)}")
    module, _, kind = REGISTRY[name].partition(":")
    made = getattr(import_module(f"{__name__}.{module}"), kind)(problem, seed)
    assert isinstance(made, Strategy)
    return made


__all__ = ["DEFAULT", "REGISTRY", "Strategy", "Way", "strategy"]

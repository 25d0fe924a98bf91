"""Ways to explore: one file each, behind the interface in `_base`; `REGISTRY` names the searches.

`first_pass`, `refine`, `goal` and `pursuit` need more than a problem and a seed, so whoever runs
them makes them.
"""

from importlib import import_module
from importlib.util import find_spec

from aesculus.search.errors import SearchError
from aesculus.search.problem import Problem
from aesculus.search.strategies._base import Strategy, Way

REGISTRY: dict[str, str] = {
    "guided": "guided:Guided",
    "random": "random_search:RandomSearch",
    "nsga2": "nsga2:NsgaII",
    "tpe": "tpe:Tpe",
    "exhaustive": "exhaustive:Exhaustive",
    "plain": "plain:Plain",
    "tpe-informed": "informed_tpe:InformedTpe",
    "nsga2-informed": "informed_nsga2:InformedNsgaII",
}
"""Strategies by name, with file and class; the first one is the default.

They are loaded when they are wanted: some bring large libraries.
"""

OPTIONAL: dict[str, tuple[str, str]] = {"gp": ("gp:Gp", "torch")}
"""Strategies that need a package which does not come along: its name is behind file and class."""

DEFAULT: str = next(iter(REGISTRY))


def strategy(name: str, problem: Problem, seed: int = 0) -> Strategy:
    """Return a new strategy.

    Raises:
        SearchError: there is none of that name.
    """
    module, _, kind = REGISTRY.get(name, "").partition(":")
    if name in OPTIONAL:
        where, package = OPTIONAL[name]
        if find_spec(package) is None:
            raise SearchError(f"strategy {name} needs the package {package}, which is not here")
        module, _, kind = where.partition(":")
    if not module:
        raise SearchError(f"no strategy is named {name!r}; legal: {', '.join(REGISTRY)}")
    made = getattr(import_module(f"{__name__}.{module}"), kind)(problem, seed)
    assert isinstance(made, Strategy)
    return made


__all__ = ["DEFAULT", "OPTIONAL", "REGISTRY", "Strategy", "Way", "strategy"]

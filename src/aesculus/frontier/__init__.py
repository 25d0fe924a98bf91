"""Pareto sets and measures of how well one is approximated."""

from aesculus.frontier.objectives import AREA_ONLY, KNOWN, ROUTED, directions
from aesculus.frontier.pareto import costs, optimal, pareto
from aesculus.frontier.quality import adrs, hypervolume

__all__ = [
    "AREA_ONLY",
    "KNOWN",
    "ROUTED",
    "adrs",
    "costs",
    "directions",
    "hypervolume",
    "optimal",
    "pareto",
]

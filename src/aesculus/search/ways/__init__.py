"""Ways to explore: a first pass over a list, seeds for a frontier, the pursuit of a goal.

A search of a space is a way too, and has a room of its own: `search.strategies`. Whoever runs one
of these makes it, as each needs something else.
"""

from aesculus.search.ways.way import Way

__all__ = ["Way"]

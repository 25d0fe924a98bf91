"""Spaces of designs, as files describe them."""

from pathlib import Path

from aesculus.api.naming import with_recipes
from aesculus.search.designspace import DesignSpace
from aesculus.search.spacefile import load


def space(source: str | Path) -> DesignSpace:
    """Return the points of a space file.

    Args:
        source: name of one that comes along, such as `ecp5-iterative`, or path of a TOML file.

    Raises:
        SpaceFileError: there is none, or it is wrong.
        RecipeError: it names a recipe that is unknown.
    """
    return DesignSpace(with_recipes(load(source)))

"""Spaces of designs, as files describe them."""

from collections.abc import Sequence
from pathlib import Path

from aesculus.design import parse_build
from aesculus.search.axes import RECIPE, expand
from aesculus.search.designspace import DesignSpace
from aesculus.search.spacefile import SpaceFile, load
from aesculus.stages.synth_recipes import RecipeError, recipe


def space(source: str | Path) -> DesignSpace:
    """Return the points of a space file.

    Args:
        source: name of one that comes along, such as `ecp5-iterative`, or path of a TOML file.

    Raises:
        SpaceFileError: there is none, or it is wrong.
        RecipeError: it names a recipe that is unknown.
    """
    return DesignSpace(with_recipes(load(source)))


def with_recipes(space: SpaceFile, fixes: Sequence[str] = ()) -> SpaceFile:
    """Return a space file if there are all recipes that it names.

    Args:
        space: the file, with some axes fixed, if so.
        fixes: the texts that fix them.

    Raises:
        RecipeError: one of them is unknown.
    """
    named = [expand(RECIPE, axes[RECIPE]) for axes in space.grids if RECIPE in axes]
    named.append(tuple(parse_build(text).recipe for text in space.points))
    for name in dict.fromkeys(str(each) for names in named for each in names):
        try:
            recipe(name)
        except RecipeError as error:
            if any(text.startswith(f"{RECIPE}=") for text in fixes):
                raise
            raise RecipeError(f"{space.told}: axes.{RECIPE}: {error}") from None
    return space

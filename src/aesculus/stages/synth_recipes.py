"""Synthesis recipes, read from `synth_recipes.toml`."""

import tomllib
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

_TABLE_INPUTS = 4


class RecipeError(ValueError):
    """An unknown recipe; the message is one line for the user."""


class Recipe(BaseModel):
    """How a design is taken through a family's script; `synth_recipes.toml` tells the fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    summary: str
    shared: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    as_gates: tuple[str, ...] = ()
    wide_luts: tuple[str, ...] = ()
    args: dict[str, tuple[str, ...]] = {}

    def tables_for(self, lut_inputs: int) -> tuple[str, ...]:
        """Return the patterns of modules that are to be one look-up table each.

        Wider tables than four inputs can do the work of several, so there the mapper is left to it.
        """
        return self.tables if lut_inputs == _TABLE_INPUTS else ()

    def wants_wide_luts(self, sbox: str) -> bool:
        """Return whether multiplexers may join look-up tables in a design with that S-box."""
        return "*" in self.wide_luts or sbox in self.wide_luts


@cache
def recipes() -> dict[str, Recipe]:
    """Return all recipes by name."""
    text = Path(__file__).with_name("synth_recipes.toml").read_text(encoding="utf-8")
    return {name: Recipe.model_validate(body) for name, body in tomllib.loads(text).items()}


def recipe(name: str) -> Recipe:
    """Return one recipe.

    Raises:
        RecipeError: if there is none of that name.
    """
    known = recipes()
    if name not in known:
        raise RecipeError(f"unknown recipe {name!r}; known: {', '.join(sorted(known))}")
    return known[name]

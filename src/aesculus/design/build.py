"""How a design is built: for which device, after which recipe."""

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from aesculus.design.errors import LabelError, shown
from aesculus.design.model import Design
from aesculus.design.text import digest_of
from aesculus.families import Device

DEFAULT_RECIPE = "default"

RECIPE_PATTERN = r"[a-z0-9][a-z0-9_-]{0,39}"
"""Names of synthesis recipes; they become parts of labels and file names."""


@dataclass(frozen=True)
class Build:
    """A design, how its netlist is made, and for which device.

    Attributes:
        design: what is built.
        device: where; `None` for what does not depend on it.
        recipe: name of the synthesis recipe.
    """

    design: Design
    device: Device | None = field(default=None, hash=False)
    recipe: str = DEFAULT_RECIPE

    def __post_init__(self) -> None:
        if not re.fullmatch(RECIPE_PATTERN, self.recipe):
            raise ValueError(f"{shown(self.recipe)} {NO_RECIPE}")

    @cached_property
    def label(self) -> str:
        """The design's label, with `+recipe` behind it unless that is the default."""
        name = self.design.label
        return name if self.recipe == DEFAULT_RECIPE else f"{name}+{self.recipe}"

    @cached_property
    def fields(self) -> dict[str, Any]:
        """The design's fields and the recipe, as JSON-able values."""
        return {**self.design.fields, "recipe": self.recipe}

    @cached_property
    def digest(self) -> str:
        """SHA-256 (hex) of design and recipe, the device left aside."""
        return digest_of({**self.design.identity, "recipe": self.recipe})

    def plain(self) -> "Build":
        """Return the same design on the same device after the default recipe."""
        return self if self.recipe == DEFAULT_RECIPE else replace(self, recipe=DEFAULT_RECIPE)

    def after(self, recipe: str) -> "Build":
        """Return the same design on the same device after another recipe."""
        return replace(self, recipe=recipe)


NO_RECIPE = "is no name of a recipe; legal: letters, digits, '_' and '-', 1 to 40 of them"
"""What is said behind a text that names no recipe."""


def split_recipe(text: str) -> tuple[str, str]:
    """Return the label of a design and the name of a recipe, out of `label+recipe`.

    Raises:
        LabelError: what stands behind the plus is no name.
    """
    body, plus, name = text.strip().partition("+")
    if not plus:
        return body, DEFAULT_RECIPE
    name = name.strip().lower()
    if not re.fullmatch(RECIPE_PATTERN, name):
        raise LabelError(text, f"{shown(name)} {NO_RECIPE}")
    return body, name

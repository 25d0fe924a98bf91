"""How a design is built: for which device, after which recipe."""

from dataclasses import dataclass

from aesculus.design.model import Design
from aesculus.families import Device

DEFAULT_RECIPE = "default"


@dataclass(frozen=True)
class Build:
    """A design on a device.

    Attributes:
        design: what is built.
        device: where; `None` for what concerns the design alone.
        recipe: name of the synthesis recipe.
    """

    design: Design
    device: Device | None = None
    recipe: str = DEFAULT_RECIPE

    @property
    def label(self) -> str:
        """The design's label, with `+recipe` behind it unless that is the default."""
        name = self.design.label
        return name if self.recipe == DEFAULT_RECIPE else f"{name}+{self.recipe}"

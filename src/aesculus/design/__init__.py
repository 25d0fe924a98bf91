"""What is built, apart from how: a `Design`, and the `Build` of it on a device."""

from aesculus.design.build import DEFAULT_RECIPE, Build
from aesculus.design.cipher import Beat, Cipher, Core, Shape, Vector
from aesculus.design.errors import DesignError, IllegalDesignError, LabelError
from aesculus.design.kinds import Direction, KeySchedule
from aesculus.design.labels import parse, parse_build
from aesculus.design.model import Design, Port
from aesculus.design.registry import Bus, Mode, buses, ciphers, modes

__all__ = [
    "DEFAULT_RECIPE",
    "Beat",
    "Build",
    "Bus",
    "Cipher",
    "Core",
    "Design",
    "DesignError",
    "Direction",
    "IllegalDesignError",
    "KeySchedule",
    "LabelError",
    "Mode",
    "Port",
    "Shape",
    "Vector",
    "buses",
    "ciphers",
    "modes",
    "parse",
    "parse_build",
]

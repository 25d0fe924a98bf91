"""Shapes of cores in which one thing is another."""

import dataclasses
from types import SimpleNamespace
from typing import Any

from aesculus.design.cipher import Shape

NAMES = [field.name for field in dataclasses.fields(Shape)]
"""All that a bench knows of a core."""


def with_another(shape: Shape, name: str) -> Shape:
    """Return a shape that differs in one field."""
    value: Any = getattr(shape, name)
    other: Any = f"{value}x"
    if isinstance(value, bytes):
        other = value + b"x"
    elif name == "cipher":
        other = SimpleNamespace(name="OTHER")
    elif not isinstance(value, str):
        other = (value or 0) + 1
    return dataclasses.replace(shape, **{name: other})

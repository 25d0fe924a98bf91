"""A space narrowed to what a user needs: axes with a value of their own."""

from collections.abc import Sequence

from aesculus.ciphers.aes.space import DEEPEST, DesignPoint
from aesculus.search.axes import AXES, SAME, UNROLL, expand
from aesculus.search.errors import SpaceFileError
from aesculus.search.spacefile import SpaceFile, load

_FREE = frozenset({"key_sbox", "entry_cuts", "whole", "recipe", "fixed_key"})
"""Axes that say how a core is made and not what it does, where a space leaves them out."""


def needed_of(space: SpaceFile) -> dict[str, tuple[int | str, ...]]:
    """Return what a design has to be to do what the user needs, by its fields in a row.

    An axis to which the space gives several values is the search's own affair; one with a single
    value has to have it, and one that is left out its default.
    """
    found: dict[str, tuple[int | str, ...]] = {}
    for name in AXES:
        written = [expand(name, axes[name]) for axes in space.grids if name in axes]
        if written:
            values = tuple(dict.fromkeys(value for each in written for value in each))
            if len(values) > 1 or values[0] in {SAME, UNROLL, DEEPEST}:
                continue
        elif name in _FREE:
            continue
        else:
            values = (getattr(DesignPoint(), name),)
        found[f"design.{name}"] = values
    return found


def fixed_space(name: str, fixes: Sequence[str]) -> SpaceFile:
    """Return a space file with some axes fixed.

    Args:
        name: of the space file, or its path.
        fixes: texts such as `key_bits=256`.

    Raises:
        SpaceFileError: there is no such file, or a text names no axis or no value of it.
    """
    content = load(name)
    if not fixes:
        return content
    axes = dict(content.axes)
    fixed: set[str] = set()
    for text in fixes:
        axis, equals, value = text.partition("=")
        if not equals or not value:
            raise SpaceFileError(f"--fix {text!r}: write it as AXIS=VALUE, such as key_bits=256")
        if axis not in AXES:
            raise SpaceFileError(f"--fix {text!r}: no axis {axis!r}; legal: {', '.join(AXES)}")
        if axis in fixed:
            raise SpaceFileError(f"--fix {text!r}: {axis} is fixed twice; give it one value")
        fixed.add(axis)
        axes[axis] = {"true": True, "false": False}.get(value.lower(), _number(value))
    # Labels under `points` are whole designs, which need not agree with what was fixed.
    try:
        for axis, written in axes.items():
            expand(axis, written)
    except SpaceFileError as error:
        raise SpaceFileError(f"--fix {error}") from None
    also = tuple(
        {name: values for name, values in other.items() if name not in fixed}
        for other in content.also
    )
    return content.model_copy(update={"axes": axes, "also": also, "points": ()})


def _number(text: str) -> int | str:
    try:
        return int(text, 0)
    except ValueError:
        return text

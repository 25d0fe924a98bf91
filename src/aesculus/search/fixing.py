"""A space narrowed to what a user needs: axes with a value of their own."""

from collections.abc import Mapping, Sequence

from aesculus.ciphers.aes.space import DEEPEST, DesignPoint
from aesculus.design import Build, LabelError, parse, parse_build
from aesculus.design.kinds import KeySchedule
from aesculus.design.labels import DOT
from aesculus.search.axes import AXES, SAME, UNROLL, AxisValues, default_of, expand, resolve
from aesculus.search.errors import SpaceFileError
from aesculus.search.spacefile import MODE, SOME_CORE, SpaceFile, front_of, load

AROUND = "around"
"""What is fixed like an axis: the mode, and the bus, around the cores of a space."""

LABEL = "label"
"""Where a row has the name of its design."""

_DECIDED = {"key_sbox": ("sbox",), "cut_every": ("unroll",), "cuts": ("sbox", "direction")}
"""Axis to those that decide what a word of it stands for."""

_FIRST_ROUND_ALONE = ("cuts", "PP0")
_AS_AXES: Mapping[str, AxisValues] = {"cuts": "start", "cut_every": UNROLL}
"""What PP0 is, of which a mask alone does not tell: registers in front of the first round alone."""

_FIXED_KEY = "fixed_key"

_FREE = frozenset({"key_sbox", "entry_cuts", "whole", "recipe", _FIXED_KEY})
"""Axes that say how a core is made and not what it does, where a space leaves them out."""


_DOES = frozenset(
    {"key_bits", "direction", "key_schedule", "lane_keys", "flow", "tag_bits", "isolate"}
)
"""Axes that say what a core does for the design around it, of which none but those listed do."""


def needed_of(space: SpaceFile) -> dict[str, tuple[int | str | None, ...]]:
    """Return what a design has to be to do what the user needs, by its fields in a row.

    Of an axis to which the space gives several values, they are all that is legal where the axis
    says what a core does; how it is made is the search's own affair. One with a single value has to
    have it, and one that is left out its default. A space that lists designs alone is these.
    """
    listed = [parse_build(text) for text in space.points]
    if not space.axes:
        return {LABEL: tuple(point.label for point in listed)}
    found: dict[str, tuple[int | str | None, ...]] = {}
    for name in AXES:
        free = () if name in _FREE else (getattr(DesignPoint(), name),)
        written = [expand(name, a[name]) if name in a else free for a in space.grids]
        values = tuple(dict.fromkeys(value for each in written for value in each))
        if name in _DOES:
            values = tuple(dict.fromkeys((*values, *(point.fields[name] for point in listed))))
        elif () in written or len(values) > 1 or values[0] in {SAME, UNROLL, DEEPEST}:
            continue
        found[f"design.{name}"] = values
    return found | _around(space, listed)


def _around(space: SpaceFile, listed: Sequence[Build]) -> dict[str, tuple[int | str | None, ...]]:
    """Return what has to stand around a core, by the fields that tell of it and not of the core."""
    some = [parse(f"{front}{DOT}{SOME_CORE}" if front else SOME_CORE) for front in space.around]
    core = parse(SOME_CORE).fields
    told = [{k: v for k, v in each.fields.items() if k not in core} for each in some] or [{}]
    told += [{k: v for k, v in each.design.fields.items() if k not in core} for each in listed]
    names = dict.fromkeys(name for each in told for name in each)
    return {
        f"design.{name}": tuple(dict.fromkeys(each.get(name) for each in told)) for name in names
    }


def axes_of(axis: str, value: str) -> dict[str, AxisValues]:
    """Return what a value of an axis gives in the terms of a space file: that axis, or two."""
    if (axis, value.upper()) == _FIRST_ROUND_ALONE:
        return dict(_AS_AXES)
    if axis == _FIXED_KEY:
        return {axis: value.lower(), "key_schedule": KeySchedule.FIXED.value}
    return {axis: {"true": True, "false": False}.get(value.lower(), _number(value))}


def fixed_space(name: str, fixes: Sequence[str]) -> SpaceFile:
    """Return a space file with some axes fixed.

    Args:
        name: of the space file, or its path.
        fixes: texts such as `key_bits=256`, or `around=CTR` for a mode around the cores.

    Raises:
        SpaceFileError: there is no such file, or a text names no axis or no value of it.
    """
    content = load(name)
    if not fixes:
        return content
    axes = dict(content.axes)
    fronts = content.around
    said: set[str] = set()
    fixed: set[str] = set()
    for text in fixes:
        axis, equals, value = text.partition("=")
        if not equals or not value:
            raise SpaceFileError(f"--fix {text!r}: write it as AXIS=VALUE, such as key_bits=256")
        if axis not in (*AXES, AROUND):
            legal = ", ".join((*AXES, AROUND))
            hint = f"; did you mean --fix {AROUND}={value}?" if axis == MODE else ""
            raise SpaceFileError(f"--fix {text!r}: no axis {axis!r}; legal: {legal}{hint}")
        if axis in said:
            raise SpaceFileError(f"--fix {text!r}: {axis} is fixed twice; give it one value")
        said.add(axis)
        if axis == AROUND:
            fronts = (_front(text, value),)
            continue
        given = axes_of(axis, value)
        for other in fixed & given.keys():
            if axes[other] != given[other]:
                raise SpaceFileError(
                    f"--fix {text!r}: {other} is fixed to {axes[other]} and to {given[other]}; "
                    "give it one value"
                )
        axes |= given
        fixed |= given.keys()
    try:
        for axis, written in axes.items():
            expand(axis, written)
    except SpaceFileError as error:
        raise SpaceFileError(f"--fix {error}") from None
    also = tuple(
        {name: values for name, values in other.items() if name not in fixed}
        for other in content.also
    )
    if content.axes:
        axes |= _said(fixed, axes, also)
    values = {name: expand(name, axes[name])[0] for name in fixed}
    front = fronts[0] if AROUND in said else None
    points = tuple(text for text in content.points if _agrees(text, values, front))
    if not content.axes:
        return content.model_copy(update={"points": points})
    update = {"axes": axes, "also": also, "around": fronts, "points": points}
    return content.model_copy(update=update)


def _said(
    fixed: set[str], axes: Mapping[str, AxisValues], also: Sequence[Mapping[str, AxisValues]]
) -> dict[str, AxisValues]:
    """Return what words that are fixed stand for, where the axes that decide it have one value."""
    values = {name: expand(name, written) for name, written in axes.items()}
    alone = {
        name: each[0]
        for name, each in values.items()
        if len(each) == 1 and not any(name in other for other in also)
    }
    found: dict[str, AxisValues] = {}
    for name in fixed & _DECIDED.keys():
        known = all(other in alone or other not in axes for other in _DECIDED[name])
        if alone[name] in {SAME, UNROLL, DEEPEST} and known:
            fields = {n: v for n, v in alone.items() if n == name or n in _DECIDED[name]}
            found[name] = _meant(fields, name, default_of("sbox"))
    return found


def _meant(fields: Mapping[str, int | str], name: str, sbox: int | str) -> int | str:
    """Return what a value stands for; of a key schedule's S-box that is `same` the cipher's."""
    value: int | str = resolve(fields).get(name, fields.get("sbox", sbox))
    return value


def _agrees(label: str, values: Mapping[str, int | str], front: str | None) -> bool:
    """Return whether a design that is listed has the values that are fixed."""
    point = parse_build(label)
    have = point.fields
    fields = {**have, **values}
    around = point.label.rpartition(DOT)[0]
    return front in {None, around} and all(
        have[name] == _meant(fields, name, have["sbox"]) for name in values
    )


def _front(text: str, value: str) -> str:
    try:
        return front_of(value)
    except LabelError as error:
        raise SpaceFileError(f"--fix {text!r}: {error}") from None


def _number(text: str) -> int | str:
    try:
        # Digits of other scripts are numbers to `int` as well.
        return int(text, 0) if text.isascii() and "_" not in text else text
    except ValueError:
        return text

"""Why values that were fixed leave no point of a space: the rule that each of them breaks."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from aesculus.ciphers.aes.space import DesignPoint
from aesculus.design import Build, parse_build
from aesculus.design.labels import DOT
from aesculus.search.axes import expand, resolve, shown_as
from aesculus.search.designspace import DesignSpace
from aesculus.search.fixing import AROUND, axes_of, fixed_space
from aesculus.search.spacefile import front_of

_SBOX, _KEY_SBOX = "sbox", "key_sbox"
_LOOKED_AT = 12
"""Points that are looked at for each value."""


def clash(space: str, fixes: Sequence[str]) -> str:
    """Return what keeps fixed values from being legal together; empty if no rule tells.

    Each value is put into points that have all others. What most of these then break is the reason.

    Args:
        space: space file, or its name.
        fixes: texts such as `key_bits=256`, which leave no point of it.

    Raises:
        SpaceFileError: there is no such file, or a text names no axis or no value of it.
    """
    whole = DesignSpace(fixed_space(space, fixes))
    if not whole.file.axes:
        return "none of those that it lists"
    reasons: Counter[str] = Counter()
    for k, fix in enumerate(fixes):
        fewer = [*fixes[:k], *fixes[k + 1 :]]
        others = DesignSpace(fixed_space(space, fewer))
        points = others.walk()
        start = list(islice(points, 1))
        if fewer and not start:
            # These alone leave nothing: they have a reason with less in it.
            return clash(space, fewer)
        axis, _, value = fix.partition("=")
        for point in islice(_changed(chain(start, points), axis, value), _LOOKED_AT):
            reasons.update(whole.explain(point)[:1])
    return max(reasons, key=lambda text: (reasons[text], text), default="")


def other_name(point: Build, fixes: Sequence[str]) -> str:
    """Return which fixed value means another one in a point: designs that are equal have one name.

    Args:
        point: one that the values leave.
        fixes: as in `clash`.

    Raises:
        SpaceFileError: a text names no axis or no value of it.
    """
    for fix in fixes:
        axis, _, value = fix.partition("=")
        if axis == AROUND:
            continue
        meant = _with(point.fields, axis, value)
        for name in axes_of(axis, value).keys() & meant.keys():
            have = point.fields.get(name)
            if have != meant[name]:
                one, other = (f"{name} {shown_as(name, each)}" for each in (meant[name], have))
                return f"{one} is the same as {other} there, as in {point.label}"
    return ""


def _changed(points: Iterable[Build], axis: str, value: str) -> Iterator[Build]:
    """Yield points with another value of an axis, whether they are legal or not."""
    for point in points:
        front, _, core = point.label.rpartition(DOT)
        try:
            if axis == AROUND:
                front = front_of(value)
            else:
                fields = _with(parse_build(core).design.fields, axis, value)
                if axis == _SBOX:
                    # That of the key schedule follows, where nothing else is said.
                    del fields[_KEY_SBOX]
                core = Build(DesignPoint.model_validate(fields), recipe=point.recipe).label
            yield parse_build(f"{front}{DOT}{core}" if front else core)
        except ValueError:
            # What has no label either has another reason, which another value tells.
            continue


def _with(fields: Mapping[str, Any], axis: str, value: str) -> dict[str, Any]:
    """Return the fields of a core with another value of an axis."""
    given = {name: expand(name, written)[0] for name, written in axes_of(axis, value).items()}
    return resolve({**fields, **given})

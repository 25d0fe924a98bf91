"""A space told as data: its axes, named sets and space files, and why a point is in it or not."""

from collections.abc import Mapping, Sequence
from typing import Any

from aesculus.ciphers.aes.space import (
    IllegalPointError,
    available,
    axes,
    count_legal,
)
from aesculus.design import Build, IllegalDesignError
from aesculus.papers.pointsets import point_sets
from aesculus.search.axes import RECIPE
from aesculus.search.designspace import DesignSpace
from aesculus.search.spacefile import load
from aesculus.search.spacefile import packaged as space_files

Told = dict[str, Any]


_RECIPE_DOC = "synthesis recipe; an option of the tools, not of the RTL"


def whole_space(recipes: Mapping[str, str]) -> Told:
    """Return axes, how many legal points there are, and what has a name.

    Args:
        recipes: recipe to what it is, in a line.
    """
    return {
        "axes": [
            {"field": axis.field, "values": _values(axis.field), "doc": axis.doc} for axis in axes()
        ]
        + [{"field": RECIPE, "values": sorted(recipes), "doc": _RECIPE_DOC}],
        "legal_rtl_points": count_legal(),
        "recipes": dict(recipes),
        # The key is what readers of the JSON know; a preset is a set of cuts everywhere else.
        "presets": [_named_set(name, whole=False) for name in point_sets()],
        "spaces": [{"name": name, "doc": load(name).doc} for name in space_files()],
    }


def parts(
    points: Sequence[Build], names: Sequence[str], spaces: Sequence[DesignSpace]
) -> tuple[Told, bool]:
    """Return what is known of points, named sets and space files.

    Returns:
        That, and whether every point is legal and in all the spaces.
    """
    found: Told = {}
    told = [point_told(point, spaces) for point in points]
    if told:
        found["points"] = told
    if names:
        found["presets"] = [_named_set(name, whole=True) for name in names]
    if spaces:
        found["spaces"] = [_space(space) for space in spaces]
    good = all(each["legal"] and not any(each.get("spaces", {}).values()) for each in told)
    return found, good


def _space(space: DesignSpace) -> Told:
    content = space.file
    return {
        "name": content.name,
        "doc": content.doc,
        "devices": list(content.devices),
        "axes": sorted(content.axes),
        "combinations": space.combinations,
        "listed": len(content.points),
        "legal": len(space),
        "refused": space.refused(),
    }


def point_told(point: Build, spaces: Sequence[DesignSpace] = ()) -> Told:
    """Return a design, and why it is not legal or not in a space where it is not."""
    told: Told = {"label": point.label, "legal": True, "design": point.fields}
    try:
        point.design.check()
    except IllegalPointError as error:
        told |= {"legal": False, "reasons": [str(violation) for violation in error.violations]}
        # What stands around the core stays.
        front = point.label.removesuffix(Build(error.point, recipe=point.recipe).label)
        told["nearest"] = f"{front}{Build(error.nearest, recipe=point.recipe).label}"
    except IllegalDesignError as error:
        told |= {"legal": False, "reasons": [str(error)]}
    if spaces:
        told["spaces"] = {space.file.name: space.explain(point) for space in spaces}
    return told


def _named_set(name: str, *, whole: bool) -> Told:
    points = point_sets()[name]
    told: Told = {
        "name": name,
        "doc": points.doc,
        "labels": len(points.labels),
        "legal": len(points.legal_points()),
    }
    if whole:
        told["points"] = [point.label for point in points.legal_points()]
        told["refused"] = {
            label: point_told(Build(point)) for label, point in points.refused().items()
        }
    return told


def _values(field: str) -> list[int | str]:
    try:
        return list(available(field))
    except ValueError:
        return []

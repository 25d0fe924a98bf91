"""`aesculus space`: what the design space is, and why a point is not in it."""

import json as json_module
import os
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from aesculus import devices
from aesculus.ciphers.aes.space import (
    POINT_SETS,
    DesignPoint,
    available,
    axes,
    count_legal,
    draw,
    is_legal,
    nearest_legal,
    parse,
    violations,
)
from aesculus.cli import model as model_quality
from aesculus.cli.common import (
    DEFAULT_STORE,
    ROUTED_DEVICE,
    JsonOption,
    StoreOption,
    opened,
)
from aesculus.cli.errors import BAD_INPUT, InputError
from aesculus.cli.output import DASH
from aesculus.flows.recipes import recipes
from aesculus.search import DesignSpace, load
from aesculus.search import presets as space_files

_MOST_SHOWN = 20


def command(
    *,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Labels to explain; presets or space files to count and list.",
            metavar="[LABEL|PRESET|FILE]...",
        ),
    ] = None,
    sample: Annotated[
        int, typer.Option(min=0, help="Draw so many legal points, of the whole space or a file's.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Seed of the draw.")] = 0,
    model: Annotated[
        bool,
        typer.Option(
            "--model", help="Show how well the analytic model predicts what the store measured."
        ),
    ] = False,
    device: Annotated[str, typer.Option("--device", "-d", help="With --model.")] = ROUTED_DEVICE,
    json: JsonOption = False,
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Describe the space, explain why a label is legal or not, list a preset, or draw points.

    With a space file, labels are also explained against that space.
    """
    if model:
        if names or sample:
            raise InputError("--model stands alone: it judges the store's points on --device")
        with opened(store, must_exist=True) as kept:
            told = model_quality.quality(kept, devices.load(device))
        typer.echo(json_module.dumps(told, indent=2) if json else model_quality.text(told))
        return
    given = names or []
    spaces = [DesignSpace(load(name)) for name in given if _is_space(name)]
    presets = [name for name in given if name in POINT_SETS]
    points = [parse(name) for name in given if not _is_space(name) and name not in POINT_SETS]
    failed = False
    found: dict[str, Any]
    if sample:
        found = {"seed": seed, "sample": [_told(p) for p in _sample(given, spaces, sample, seed)]}
    elif given:
        found = {}
        if points:
            found["points"] = [_told(point, spaces) for point in points]
            failed = any(
                not is_legal(point) or any(point not in space for space in spaces)
                for point in points
            )
        if presets:
            found["presets"] = [_preset(name, whole=True) for name in presets]
        if spaces:
            found["spaces"] = [_space(space) for space in spaces]
    else:
        found = {
            "axes": [
                {"field": axis.field, "values": _values(axis.field), "doc": axis.doc}
                for axis in axes()
            ],
            "legal_rtl_points": count_legal(),
            "recipes": {name: item.summary for name, item in recipes().items()},
            "presets": [_preset(name, whole=False) for name in POINT_SETS],
            "spaces": [{"name": name, "doc": load(name).doc} for name in space_files()],
        }
    typer.echo(json_module.dumps(found, indent=2) if json else _text(found))
    if failed:
        raise typer.Exit(BAD_INPUT)


def _is_space(name: str) -> bool:
    """Tell a space file, by its name or its path, from a label."""
    return name in space_files() or name.lower().endswith(".toml") or os.sep in name


def _sample(
    given: list[str], spaces: list[DesignSpace], count: int, seed: int
) -> list[DesignPoint]:
    """Return drawn points of a space file, else of the whole space.

    Raises:
        InputError: it is neither, or has not so many points.
        SearchError: the file has not so many points.
    """
    if given and (len(given) > 1 or not spaces):
        raise InputError(
            "--sample draws from the whole space or from one space file: give that file or "
            f"nothing with it; spaces: {', '.join(space_files())}"
        )
    if spaces:
        return spaces[0].sample(count, seed)
    found = draw(count, seed)
    if len(found) < count:
        raise InputError(f"--sample {count}: the space gave only {len(found)} different points")
    return found


def _space(space: DesignSpace) -> dict[str, Any]:
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


def _told(point: DesignPoint, spaces: Sequence[DesignSpace] = ()) -> dict[str, Any]:
    broken = violations(point)
    told: dict[str, Any] = {
        "label": point.label,
        "legal": not broken,
        "design": point.model_dump(mode="json"),
    }
    if broken:
        told["reasons"] = [str(violation) for violation in broken]
        told["nearest"] = nearest_legal(point).label
    if spaces:
        told["spaces"] = {space.file.name: space.explain(point) for space in spaces}
    return told


def _preset(name: str, *, whole: bool) -> dict[str, Any]:
    points = POINT_SETS[name]
    told: dict[str, Any] = {
        "name": name,
        "doc": points.doc,
        "labels": len(points.labels),
        "legal": len(points.legal_points()),
    }
    if whole:
        told["points"] = [point.label for point in points.legal_points()]
        told["refused"] = {label: _told(point) for label, point in points.refused().items()}
    return told


def _values(field: str) -> list[int | str]:
    try:
        return list(available(field))
    except ValueError:
        return sorted(recipes()) if field == "recipe" else []


def _text(found: dict[str, Any]) -> str:
    lines: list[str] = []
    if "legal_rtl_points" in found:
        lines.append(
            f"{found['legal_rtl_points']:,} legal points (recipes, tag widths and fixed keys aside)"
        )
        lines += [f"  {axis['field']}: {_listed(axis)}" for axis in found["axes"]]
        lines.append("recipes:")
        lines += [f"  {name}: {text}" for name, text in found["recipes"].items()]
    for told in found.get("points", []) + found.get("sample", []):
        lines.append(f"{told['label']}: {'legal' if told['legal'] else 'not legal'}")
        lines += [f"  {reason}" for reason in told.get("reasons", [])]
        if "nearest" in told:
            lines.append(f"  nearest legal point: {told['nearest']}")
        for name, reasons in told.get("spaces", {}).items():
            lines.append(f"  {'not ' if reasons else ''}in {name}")
            lines += [f"    {reason}" for reason in reasons]
    if found.get("presets"):
        lines.append("presets:")
    for preset in found.get("presets", []):
        lines.append(
            f"  {preset['name']}: {preset['legal']} legal of {preset['labels']}; {preset['doc']}"
        )
        if "points" in preset:
            lines.append("    " + " ".join(preset["points"]))
        for label, told in preset.get("refused", {}).items():
            lines.append(f"    {label}: {'; '.join(told['reasons'])}; nearest: {told['nearest']}")
    if found.get("spaces"):
        lines.append("space files:")
    for told in found.get("spaces", []):
        counts = f"{told['legal']:,} points; " if "legal" in told else ""
        lines.append(f"  {told['name']}: {counts}{told['doc']}")
        if "devices" in told:
            lines.append(
                f"    {told['combinations']:,} combinations of {', '.join(told['axes']) or 'none'}"
                f"; {told['listed']} labels; devices: {', '.join(told['devices'])}"
            )
        for reason in told.get("refused", {}).values():
            lines.append(f"    {reason}")
    return "\n".join(lines)


def _listed(axis: dict[str, Any]) -> str:
    values = [_shown(axis["field"], value) for value in axis["values"]]
    if len(values) > _MOST_SHOWN:
        values = [*values[:4], "…", values[-1], f"({len(values)} values)"]
    return ", ".join(values) or DASH


def _shown(field: str, value: object) -> str:
    return f"{value:#x}" if field == "basis" and isinstance(value, int) else str(value)

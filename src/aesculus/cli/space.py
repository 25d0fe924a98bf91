"""`aesculus space`: what the design space is, and why a point is not in it."""

import itertools
import json as json_module
import random
from typing import Annotated, Any

import typer

from aesculus.cli.common import JsonOption
from aesculus.cli.errors import FAILED, InputError
from aesculus.cli.output import DASH
from aesculus.flows.recipes import recipes
from aesculus.space import (
    ALL_CUTS,
    POINT_SETS,
    DesignPoint,
    available,
    available_cuts,
    axes,
    canonical,
    is_legal,
    nearest_legal,
    parse,
    violations,
)

_TRIES = 200


def command(
    *,
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Labels to explain, or presets to list.", metavar="[LABEL|PRESET]..."),
    ] = None,
    sample: Annotated[int, typer.Option(min=0, help="Draw so many legal points.")] = 0,
    seed: Annotated[int, typer.Option(help="Seed of the draw.")] = 0,
    json: JsonOption = False,
) -> None:
    """Describe the space, explain why a label is legal or not, list a preset, or draw points."""
    found: dict[str, Any]
    failed = False
    if sample:
        if names:
            raise InputError("--sample draws from the whole space: give no label or preset with it")
        found = {"seed": seed, "sample": [_told(point) for point in draw(sample, seed)]}
    elif names:
        presets = [name for name in names if name in POINT_SETS]
        points = [parse(name) for name in names if name not in POINT_SETS]
        found = {}
        if points:
            found["points"] = [_told(point) for point in points]
            failed = any(not is_legal(point) for point in points)
        if presets:
            found["presets"] = [_preset(name, whole=True) for name in presets]
    else:
        found = {
            "axes": [
                {"field": axis.field, "values": _values(axis.field), "doc": axis.doc}
                for axis in axes()
            ],
            "legal_rtl_points": count_legal(),
            "recipes": {name: item.summary for name, item in recipes().items()},
            "presets": [_preset(name, whole=False) for name in POINT_SETS],
        }
    typer.echo(json_module.dumps(found, indent=2) if json else _text(found))
    if failed:
        raise typer.Exit(FAILED)


def _told(point: DesignPoint) -> dict[str, Any]:
    broken = violations(point)
    told: dict[str, Any] = {
        "label": point.label,
        "legal": not broken,
        "design": point.model_dump(mode="json"),
    }
    if broken:
        told["reasons"] = [str(violation) for violation in broken]
        told["nearest"] = nearest_legal(point).label
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


def _masks(sbox: str, direction: str) -> list[int]:
    """Return every mask that a point with this S-box and direction may have."""
    bits = [
        1 << i for i in range(ALL_CUTS.bit_length()) if available_cuts(sbox, direction) >> i & 1
    ]
    return [
        sum(chosen)
        for size in range(1, len(bits) + 1)
        for chosen in itertools.combinations(bits, size)
    ]


def count_legal() -> int:
    """Return how many different legal points the core has now, recipes and tag widths left aside.

    Counted through the rules, mask by mask. They ask of `cut_every` only whether it is 1 and join
    `unroll` with nothing else, so two unrolled rounds stand for all.
    """
    free = 1
    for field in ("basis", "key_schedule", "lanes", "flow"):
        free *= max(1, len(_values(field)))
    total = 0
    for key_bits, direction, sbox, key_sbox in itertools.product(
        *(_values(field) for field in ("key_bits", "direction", "sbox", "key_sbox"))
    ):
        base = DesignPoint.model_validate(
            {
                "key_bits": key_bits,
                "direction": direction,
                "sbox": sbox,
                "key_sbox": key_sbox,
                "unroll": 2,
            }
        )
        masks = _masks(str(sbox), str(direction))
        every_round, fewer = (
            sum(is_legal(base.model_copy(update={"cuts": m, "cut_every": every})) for m in masks)
            for every in (1, 2)
        )
        # For each unroll u there is cut_every = 1, and u - 1 further ones.
        total += base.nr * every_round + base.nr * (base.nr - 1) // 2 * fewer
    return free * total


def draw(count: int, seed: int) -> list[DesignPoint]:
    """Return different legal points, each axis drawn evenly, the same for the same seed.

    Raises:
        InputError: the space does not have so many points, as far as drawing finds them.
    """
    rng = random.Random(seed)  # noqa: S311 - a sample, no secret
    found: dict[DesignPoint, None] = {}
    for _ in range(_TRIES * count):
        if len(found) == count:
            break
        fields: dict[str, Any] = {
            field: rng.choice(_values(field))
            for field in (
                "key_bits",
                "direction",
                "sbox",
                "key_sbox",
                "basis",
                "key_schedule",
                "lanes",
                "flow",
            )
            if _values(field)
        }
        nr = int(fields["key_bits"]) // 32 + 6
        fields["unroll"] = rng.randint(1, nr)
        fields["cut_every"] = rng.choice((1, fields["unroll"], rng.randint(1, fields["unroll"])))
        masks = _masks(str(fields["sbox"]), str(fields["direction"]))
        fields["cuts"] = rng.choice(masks)
        point = canonical(DesignPoint.model_validate(fields))
        if is_legal(point):
            found[point] = None
    if len(found) < count:
        raise InputError(f"--sample {count}: the space gave only {len(found)} different points")
    return list(found)


def _text(found: dict[str, Any]) -> str:
    lines: list[str] = []
    if "legal_rtl_points" in found:
        lines.append(f"{found['legal_rtl_points']:,} legal points (recipes and tag widths aside)")
        lines += [
            f"  {axis['field']}: {', '.join(map(str, axis['values'])) or DASH}"
            for axis in found["axes"]
        ]
        lines.append("recipes:")
        lines += [f"  {name}: {text}" for name, text in found["recipes"].items()]
    for told in found.get("points", []) + found.get("sample", []):
        lines.append(f"{told['label']}: {'legal' if told['legal'] else 'not legal'}")
        lines += [f"  {reason}" for reason in told.get("reasons", [])]
        if "nearest" in told:
            lines.append(f"  nearest legal point: {told['nearest']}")
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
    return "\n".join(lines)

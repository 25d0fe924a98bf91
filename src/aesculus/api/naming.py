"""From what a user typed to devices and points."""

import fnmatch
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import get_args

from aesculus.ciphers.aes.space import DesignPoint, is_legal
from aesculus.design import Build, LabelError, parse_build
from aesculus.errors import InputError
from aesculus.families import Device, devices
from aesculus.families.model import ToolName
from aesculus.inputs import shown
from aesculus.papers.pointsets import point_sets
from aesculus.stages.synth_recipes import recipe

OWN_TOOLS: tuple[str, ...] = get_args(ToolName)
"""Tools of the user's own that may measure a device, by name."""
_A_NAME = re.compile(r"[a-z][a-z-]*[0-9]*")
_SPACE_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


def label_or_name(text: str, kinds: Mapping[str, Sequence[str]]) -> Build:
    """Return what a label names; a text that looks like a name is told of names.

    Args:
        text: what was typed, and is none of the names.
        kinds: what else could have been named, such as `sets`, to the names.

    Raises:
        InputError: it looks like a name; one line with those that there are.
        LabelError: it looks like a label, and is none.
        RecipeError: its recipe is unknown.
    """
    try:
        point = parse_build(text)
    except LabelError:
        every = [name for names in kinds.values() for name in names]
        near = get_close_matches(text, every, n=1) if _SPACE_NAME.fullmatch(text) else []
        if not near and not _A_NAME.fullmatch(text):
            raise
        hint = f"did you mean {near[0]}? " if near else ""
        legal = "; ".join(f"{kind}: {', '.join(names)}" for kind, names in kinds.items())
        raise InputError(
            f"{shown(text)} is no label, such as UF2-PP3B, and no name; {hint}{legal}"
        ) from None
    recipe(point.recipe)
    return point


def device_list(names: Sequence[str] | None, default: Iterable[str]) -> list[Device]:
    """Return the devices of some names, each once; a name may be several with commas.

    Raises:
        DeviceError: there is none of such a name, or the names are empty.
    """
    wanted = [part.strip() for text in names or list(default) for part in text.split(",")]
    # A comma may stand at the end, but where nothing is named nobody means none.
    named = list(filter(None, wanted)) or wanted[:1]
    return list({device.name: device for device in map(devices.load, named)}.values())


def measured_by(targets: Sequence[Device], tool: str, *, named: bool = True) -> list[Device]:
    """Return devices as a tool of the user's own measures them.

    Args:
        targets: the devices.
        tool: a name of `OWN_TOOLS`.
        named: the user named them; of others, those that the tool does not know are left out.

    Raises:
        InputError: there is no such tool, or it knows none of devices that were not named.
        DeviceError: it does not know a device that was named.
    """
    chosen = tool.casefold()
    if chosen not in OWN_TOOLS:
        raise InputError(f"--tool {tool!r} is none; legal: {', '.join(OWN_TOOLS)}")
    able = [target for target in targets if named or chosen in target.tools]
    if not able:
        known = [name for name in devices.names() if chosen in devices.load(name).tools]
        legal = ", ".join(known) or "none yet, see docs/add-a-device.md"
        raise InputError(f"--tool {chosen} needs --device; legal: {legal}")
    return [target if target.measured_by == chosen else target.by(chosen) for target in able]


def legal_point(label: str) -> Build:
    """Return what a label names: a design and its recipe.

    Raises:
        LabelError: it is no label.
        IllegalDesignError: it is a label of a design that cannot be.
        RecipeError: its recipe is unknown.
    """
    point = parse_build(label)
    point.design.check()
    recipe(point.recipe)
    return point


def points_of(texts: Sequence[str]) -> tuple[list[Build], dict[str, DesignPoint]]:
    """Return the legal points that some texts name, and the illegal ones of sets by label.

    A text is a named set, a glob over the labels of all sets, or a label; several are joined with
    commas.

    Raises:
        InputError: a glob matches nothing.
        LabelError, IllegalDesignError, RecipeError: as `legal_point`.
    """
    legal: dict[Build, None] = {}
    refused: dict[str, DesignPoint] = {}
    for text in (part.strip() for each in texts for part in each.split(",")):
        if text in point_sets():
            legal |= dict.fromkeys(map(Build, point_sets()[text].legal_points()))
            refused |= point_sets()[text].refused()
        elif any(sign in text for sign in "*?["):
            found = _globbed(text)
            legal |= dict.fromkeys(found)
        elif text:
            legal[_named(text)] = None
    if not legal:
        raise InputError(
            f"no points: give labels, such as UF2-PP3B, or named sets: {', '.join(point_sets())}"
        )
    return list(legal), refused


def _named(text: str) -> Build:
    near = [name for name in point_sets() if name.startswith(text.lower())]
    if near:
        raise InputError(f"{text!r} is no named set; near: {', '.join(near)}")
    label_or_name(text, {"sets": list(point_sets())})
    return legal_point(text)


def _globbed(pattern: str) -> list[Build]:
    """Return the legal points of all named sets with a label, as spelt or canonical, that fits."""
    found: dict[Build, None] = {}
    for each in point_sets().values():
        for text, point in zip(each.labels, each.points(), strict=True):
            names = (text.upper(), point.label.upper())
            if is_legal(point) and fnmatch.filter(names, pattern.upper()):
                found[Build(point)] = None
    if not found:
        raise InputError(f"{pattern!r} fits no point of the named sets {', '.join(point_sets())}")
    return list(found)

"""Reading the label of any design.

A label without a dot is that of a core of the default cipher. Otherwise a dot parts what stands
around a core from its own label: a mode, a bus with the width of its data, the name of a cipher, in
this order, each left out where there is none. No core's label has a dot, so none of one kind can be
read as another. Options of a mode stand behind its name with a dash before each:

    UF10-PP2T    CTR.UF10-PP2T    AXIS64.UF10-PP2T    CTR-W32.AXIS64.UF10-PP2T    CIPHER.UF2
"""

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import cast

from aesculus.design.build import Build, split_recipe
from aesculus.design.errors import DesignError, LabelError
from aesculus.design.model import Design
from aesculus.design.registry import Mode, buses, ciphers, default_cipher, modes

DOT = "."
DASH = "-"

_BUS = re.compile(r"([A-Z][A-Z0-9]*?)([0-9]{1,4})")


def parse(text: str) -> Design:
    """Read the label of a design, in any case. The result need not be legal: `Design.check` tells.

    Raises:
        LabelError: the text is not a label.
        DesignError: a folder of designs cannot be read.
    """
    text = text.strip()
    if any(sign < " " for sign in text):
        problem = "a control character, such as a new line; legal: such as UF1-PP1T, in one line"
        raise LabelError(text, problem)
    *around, core = text.split(DOT)
    if not around:
        return _alone(text, core)
    if not core:
        problem = "the core's label is missing behind the dot, such as UF1-PP1T"
        raise LabelError(text, problem, "", len(around) + 1)
    return _around(text, [part.strip().upper() for part in around], core)


def parse_build(text: str) -> Build:
    """Read the label of a design, with `+recipe` behind it where that is not the default.

    Raises:
        LabelError: the text is not a label.
        DesignError: a folder of designs cannot be read.
    """
    body, recipe = split_recipe(text)
    return Build(parse(body), recipe=recipe)


def _alone(text: str, core: str) -> Design:
    try:
        return default_cipher().parse(core)
    except LabelError:
        name = core.upper().split(DASH)[0]
        if name not in modes():
            raise
        problem = f"a mode, whose core stands behind a dot: {core.upper()}{DOT}UF1-PP1T"
        raise LabelError(text, problem, name, 1) from None


def _around(text: str, names: list[str], core: str) -> Design:
    rest = list(names)
    twofold = _bus(rest[0])
    if twofold and rest[0] in modes():
        reads = f"the bus {twofold[1]} of {twofold[2]} bits"
        raise DesignError(f"mode {rest[0]} reads as {reads}: give it another name")
    mode = _mode(text, rest[0])
    if mode:
        rest.pop(0)
    bus, width = "", 0
    match = _bus(rest[0]) if rest else None
    if match:
        bus, width = match[1], int(match[2])
        rest.pop(0)
    cipher = rest.pop(0) if rest and rest[0] in ciphers() else ""
    if rest or cipher == default_cipher().name:
        wrong = rest[0] if rest else cipher
        there = {"mode": mode.name if mode else "", "bus": f"{bus}{width}" if bus else ""}
        raise _unknown(text, wrong, len(names) - len(rest) + bool(rest), there)
    if _bus(core.strip().upper()):
        problem = f"the core's label is missing behind the bus, such as {text}{DOT}UF1-PP1T"
        raise LabelError(text, problem, "", len(names) + 2)
    design: Design = (ciphers()[cipher] if cipher else default_cipher()).parse(core)
    label = DOT.join(part for part in (cipher, design.label.rpartition(DOT)[2]) if part)
    if mode:
        label = f"{mode.name}{DOT}{label}"
        design = mode.around(design, label)
    if bus:
        front = f"{mode.name}{DOT}" if mode else ""
        label = f"{front}{bus}{width}{DOT}{label.removeprefix(front)}"
        design = buses()[bus].around(design, width, label)
    return design


def _bus(token: str) -> re.Match[str] | None:
    """Return name and width of the bus that a token names; nothing if it names none."""
    found = _BUS.fullmatch(token)
    return found if found and found[1] in buses() else None


def _mode(text: str, token: str) -> Mode | None:
    """Return the mode that a token names, with its options; nothing if it names none."""
    name, *options = token.split(DASH)
    mode = modes().get(name)
    if mode is None or not options:
        return mode
    read = getattr(mode, "options", None)
    if read is None:
        raise LabelError(text, f"{name} has no options; legal: {name}", token, 1)
    try:
        return cast("Mode", read(options))
    except ValueError as error:
        raise LabelError(text, str(error), token, 1) from error


def _unknown(text: str, name: str, position: int, there: Mapping[str, str]) -> LabelError:
    """Return what is wrong with a token behind the mode and the bus that are `there`."""
    own = default_cipher().name
    if name == own:
        problem = f"a core of {own} is named without it; legal: the core's label alone"
        return LabelError(text, problem, name, position)
    bare = name.split(DASH, 1)[0]
    if bare in modes() or name in ciphers() or _bus(name):
        kind = "mode" if bare in modes() else "cipher" if name in ciphers() else "bus"
        wrong = f"there is a {kind} already, {there[kind]}" if there.get(kind) else ""
        if not wrong and kind == "mode" and there["bus"]:
            wrong = f"the mode stands in front of the bus, {there['bus']}"
        wrong = wrong or "it does not belong here"
        problem = f"{wrong}: a mode, a bus and a cipher, each once and in this order"
        return LabelError(text, problem, name, position)
    if name in buses():
        problem = f"the bus {name} has no width; legal: {name}<bits>, as {name}32"
        return LabelError(text, problem, name, position)
    others = [cipher for cipher in ciphers() if cipher != own]
    kinds: dict[str, Collection[str]] = {
        "modes": modes(),
        "buses": [f"{bus}<bits>" for bus in buses()],
        "ciphers": others,
    }
    legal = "; ".join(
        f"{kind}: {', '.join(sorted(there))}" for kind, there in kinds.items() if there
    )
    # CFB and CFB64 mean one of CFB1, CFB8 and CFB128.
    letters = bare.rstrip("0123456789")
    near = [mode for mode in modes() if letters and mode.rstrip("0123456789") == letters]
    near = near or get_close_matches(name, [*modes(), *buses(), *others], n=2, cutoff=0.6)
    problem = f"no mode, bus or cipher, each once and in this order; legal: {legal}"
    return LabelError(text, problem, name, position, tuple(near))

"""Pictures of a bundle: the ports as a box, and a lone block's way as waves (WaveDrom)."""

import json
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from aesculus.design import Port
from aesculus.export.ports import CLOCK, channels
from aesculus.export.render import render
from aesculus.export.sources import with_licence

_CHAR, _LINE, _MARGIN = 8, 20, 90
_FEW = 6
"""Latencies of so many cycles are drawn whole."""


def symbol(module: str, ports: Sequence[Port]) -> str:
    """Return a picture of a module's ports, in SVG."""
    inputs = [port for port in ports if port.way == "input"]
    outputs = [port for port in ports if port.way == "output"]
    widest = max((len(port.name) for port in inputs), default=0)
    widest += max((len(port.name) for port in outputs), default=0)
    box = _CHAR * max(widest + 6, len(module) + 2)
    return render(
        "symbol.svg",
        lean=module,
        inputs=inputs,
        outputs=outputs,
        box=box,
        left=_MARGIN,
        width=box + 2 * _MARGIN,
        height=_LINE * max(len(inputs), len(outputs)) + 50,
    )


def waves(ports: Sequence[Port], latency: int) -> dict[str, Any]:
    """Return the way of a lone block through a core, as WaveDrom reads it.

    Args:
        ports: those of the core that are used.
        latency: measured cycles from the cycle that takes the block to the one that shows it.
    """
    shown = latency if latency <= _FEW else _FEW
    # Columns: one before, the one that takes the block, those between, the result, one behind.
    count = shown + 3
    gap = None if latency == shown else 1 + shown // 2
    named = {channel.name: channel for channel in channels(ports)}
    lines: list[dict[str, Any]] = [{"name": CLOCK, "wave": _wave(["p"] * count, gap)}]
    taken, out = 1, count - 2
    for name, column in (("in", taken), ("out", out)):
        channel = named[name]
        levels = ["0"] * count
        levels[column] = "1"
        line = {"name": channel.valid, "wave": _wave(levels, gap)}
        lines.append(
            line
            | {"node": "".join("ab"[name == "out"] if i == column else "." for i in range(count))}
        )
        if channel.ready is not None:
            always = ["x"] * count
            always[column] = "1"
            lines.append({"name": channel.ready, "wave": _wave(always, gap)})
        for port in channel.payload:
            wave = ["x"] * count
            wave[column] = "="
            told = "result" if name == "out" else "block"
            data = {"block": told, "key": "key", "tag": "tag"}.get(port.name.split("_")[1], "")
            lines.append({"name": port.name, "wave": _wave(wave, gap), "data": [data]})
    edge = [f"a~>b {latency} cycles"]
    return with_licence({"signal": lines, "edge": edge, "config": {"hscale": 2}})


def _wave(levels: Sequence[str], gap: int | None) -> str:
    drawn = [
        "." if place and level == levels[place - 1] and level != "=" else level
        for place, level in enumerate(levels)
    ]
    if gap is not None:
        drawn[gap] = "|"
    return "".join(drawn)


def can_draw() -> bool:
    """Return whether the package wavedrom is installed, which draws waves."""
    return find_spec("wavedrom") is not None


def svg_of(waves: dict[str, Any]) -> str:
    """Return waves as a picture in SVG, by the package wavedrom."""
    # It is needed by nothing else, and takes a while to load.
    import wavedrom  # noqa: PLC0415

    text: str = wavedrom.render(json.dumps(waves)).tostring()
    return f"<!-- SPDX-License-Identifier: Apache-2.0 -->\n{text}\n"

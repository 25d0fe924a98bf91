"""The files that the benches of a bundle read: steps and results, as hex rows and as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from aesculus.design import Port
from aesculus.export.ports import CLOCK, Channel, channels, loose, watched
from aesculus.export.sources import with_licence
from aesculus.export.steps import Script, Step, Values

_OPS = {
    "drain": 0,
    "alone": 1,
    "clear": 2,
    "reset": 3,
    "near": 4,
    "offered": 5,
    "full": 6,
    "rate": 7,
}
_SEND, _SET, _LOOK = 16, 64, 128
_COUNT_BITS = 32


def width(ports: Sequence[Port]) -> int:
    """Return the bits of a step's payload."""
    inputs, outputs = sides(ports)
    return max(
        [channel.bits for channel in inputs]
        + [port.bits for port in (*loose(ports), *watched(ports))]
        + [_COUNT_BITS * len(outputs)]
    )


def sides(ports: Sequence[Port]) -> tuple[list[Channel], list[Channel]]:
    """Return the channels into a design and those out of it."""
    found = channels(ports)
    return [c for c in found if not c.sends], [c for c in found if c.sends]


def rows(run: Script, ports: Sequence[Port]) -> dict[str, str]:
    """Return the files of the bench in SystemVerilog, name to text, for `$readmemh`.

    A row of `steps.hex` is an operation (eight bits) and its payload: what is sent, or how many
    results there must be by then.
    """
    inputs, outputs = sides(ports)
    places = {channel.name: place for place, channel in enumerate(inputs)}
    statics = {port.name: _SET + place for place, port in enumerate(loose(ports))}
    statics |= {port.name: _LOOK + place for place, port in enumerate(watched(ports))}
    bits = width(ports)
    lines = []
    for step in run.steps:
        if step.kind == "send":
            place = places[step.channel]
            lines.append((_SEND + place, _packed(inputs[place].payload, step.values)))
        elif step.kind in {"set", "look"}:
            lines += [(statics[name], value) for name, value in step.values.items()]
        else:
            counts = step.cycles if step.kind == "near" else _counts(step, outputs)
            lines.append((_OPS[step.kind], counts))
    steps = [(op << bits) | payload for op, payload in lines]
    files = {"steps.hex": _hex(steps, bits + 8)}
    for channel in outputs:
        wanted = [_packed(channel.payload, values) for values in run.results[channel.name]]
        files[f"{channel.name}.hex"] = _hex(wanted, channel.bits)
    return files


def as_json(run: Script, ports: Sequence[Port]) -> str:
    """Return the same for the bench in cocotb; levels are in hex."""
    inputs, outputs = sides(ports)
    steps = [
        {"kind": s.kind, "channel": s.channel, "values": _hexed(s.values), "due": s.due}
        | ({"cycles": s.cycles} if s.kind == "near" else {})
        for s in run.steps
    ]
    told = {
        "inputs": {channel.name: _told(channel) for channel in inputs},
        "outputs": {channel.name: _told(channel) for channel in outputs},
        "zero": [port.name for port in ports if port.way == "input" and port.name != CLOCK],
        "results": {name: [_hexed(each) for each in run.results[name]] for name in run.results},
        "marks": {
            name: {"faulty": _hexed(each.faulty), "last": _hexed(each.last)}
            for name, each in run.marks.items()
        },
        "steps": steps,
    }
    return json.dumps(with_licence(told), indent=1) + "\n"


def marks(run: Script, channel: Channel) -> tuple[int, int] | None:
    """Return the bits of a channel's payload that mark a faulty message, and the end of any."""
    found = run.marks.get(channel.name)
    if found is None:
        return None
    return _packed(channel.payload, found.faulty), _packed(channel.payload, found.last)


def _told(channel: Channel) -> dict[str, Any]:
    return asdict(channel) | {"payload": [port.name for port in channel.payload]}


def _counts(step: Step, outputs: Sequence[Channel]) -> int:
    return sum(
        step.due.get(channel.name, 0) << _COUNT_BITS * place
        for place, channel in enumerate(outputs)
    )


def _packed(ports: Sequence[Port], values: Values) -> int:
    """Return a payload, its first port in the highest bits."""
    packed = 0
    for port in ports:
        packed = packed << port.bits | values.get(port.name, 0)
    return packed


def _hexed(values: Values) -> dict[str, str]:
    return {name: f"{value:x}" for name, value in values.items()}


def _hex(words: Sequence[int], bits: int) -> str:
    digits = -(-bits // 4)
    head = "// SPDX-License-Identifier: Apache-2.0\n"
    return head + "".join(f"{word:0{digits}x}\n" for word in words)

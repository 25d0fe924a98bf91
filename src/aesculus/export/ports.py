"""The ports of a bundle's modules: which of them belong together."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aesculus.design import Port

CLOCK, RESET = "clk_i", "rst_ni"
CLEAR, CLEARED = "clear_i", "cleared_o"

# As `in_valid_i`, `s_axis_tvalid_i` and `s_axil_bvalid_o`.
_VALID = re.compile(r"(?P<stem>.*?)(?P<between>_?)(?P<t>t?)valid_[io]")


@dataclass(frozen=True)
class Channel:
    """A handshake and what goes with it.

    Attributes:
        name: what its ports' names begin with.
        sends: it carries something out of the design.
        valid: name of the port that says that something is offered.
        ready: name of the port that says that it is taken; `None` if everything is.
        payload: the ports that carry it.
    """

    name: str
    sends: bool
    valid: str
    ready: str | None
    payload: tuple[Port, ...]

    @property
    def bits(self) -> int:
        """Bits of the payload."""
        return sum(port.bits for port in self.payload)


def channels(ports: Sequence[Port]) -> list[Channel]:
    """Return the channels that some ports make up, by their names.

    A channel is a port `<name>_valid` with the other direction's `<name>_ready`, if there is one,
    and the ports of its own direction whose names begin like it. `t` before `valid` is as in
    AXI4-Stream, a name without `_` before it as in AXI4-Lite.
    """
    names = {port.name: port for port in ports}
    heads = {port: found for port in ports if (found := _VALID.fullmatch(port.name))}
    stems = [found["stem"] + found["between"] for found in heads.values()]
    made = []
    for head, found in heads.items():
        stem = found["stem"] + found["between"]
        ready = f"{stem}{found['t']}ready_{'i' if head.way == 'output' else 'o'}"
        payload = [
            port
            for port in ports
            if port.way == head.way and port != head and _owner(port.name, stems) == stem
        ]
        made.append(
            Channel(
                name=found["stem"],
                sends=head.way == "output",
                valid=head.name,
                ready=ready if ready in names else None,
                payload=tuple(payload),
            )
        )
    return made


def _owner(name: str, stems: Sequence[str]) -> str | None:
    """Return the longest stem that a port's name begins with."""
    fitting = [stem for stem in stems if stem and name.startswith(stem)]
    return max(fitting, key=len, default=None)


def loose(ports: Sequence[Port]) -> list[Port]:
    """Return the inputs that belong to no channel and are neither clock, reset nor clear."""
    return [port for port in _loose(ports) if port.way == "input"]


def watched(ports: Sequence[Port]) -> list[Port]:
    """Return the outputs that belong to no channel, `cleared_o` left out."""
    return [port for port in _loose(ports) if port.way == "output"]


def _loose(ports: Sequence[Port]) -> list[Port]:
    taken = {CLOCK, RESET, CLEAR, CLEARED}
    for channel in channels(ports):
        taken |= {channel.valid, channel.ready or "", *(port.name for port in channel.payload)}
    return [port for port in ports if port.name not in taken]

"""The verbs of the command line, for Python programs.

Each does what the subcommand of its name does, prints nothing, and returns what was found. Bad
input raises `aesculus.errors.InputError` or an error of the room that it concerns, a failed run
`aesculus.errors.RunError`; the message is one line that names the value and what is legal.

    from aesculus import api

    found = api.pick("ICE40HX8K", throughput="700Mbps", minimise="lut", known=True)
    print(found.answer.best)
"""

from typing import TYPE_CHECKING

from aesculus.defaults import STORE
from aesculus.lazily import loading

if TYPE_CHECKING:
    from aesculus.api.exchanging import Exchange, exchange
    from aesculus.api.known import design, device, devices, report, show
    from aesculus.api.picking import pick
    from aesculus.api.runs import explore, verify
    from aesculus.api.spaces import space
    from aesculus.api.taking import export, foreign
    from aesculus.engine.session import Effort, Options

# Each is loaded when it is asked for: a program that verifies needs nothing of what exports.
_WHERE = {
    "Effort": "aesculus.engine.session",
    "Options": "aesculus.engine.session",
    **dict.fromkeys(("design", "device", "devices", "report", "show"), "aesculus.api.known"),
    **dict.fromkeys(("explore", "verify"), "aesculus.api.runs"),
    **dict.fromkeys(("export", "foreign"), "aesculus.api.taking"),
    **dict.fromkeys(("Exchange", "exchange"), "aesculus.api.exchanging"),
    "pick": "aesculus.api.picking",
    "space": "aesculus.api.spaces",
}

__all__ = [
    "STORE",
    "Effort",
    "Exchange",
    "Options",
    "design",
    "device",
    "devices",
    "exchange",
    "explore",
    "export",
    "foreign",
    "pick",
    "report",
    "show",
    "space",
    "verify",
]

__getattr__ = loading(__name__, _WHERE)


def __dir__() -> list[str]:
    # Names that are not loaded yet are there for who types them, too.
    return [*__all__]

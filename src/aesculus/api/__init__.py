"""The verbs of the command line, for Python programs.

Each does what the subcommand of its name does, prints nothing, and returns what was found. Bad
input raises `aesculus.errors.InputError` or an error of the room that it concerns, a failed run
`aesculus.errors.RunError`; the message is one line that names the value and what is legal.

    from aesculus import api

    found = api.pick("ICE40HX8K", throughput="700Mbps", minimise="lut", known=True)
    print(found.answer.best)
"""

from aesculus.api.known import design, device, devices, report, show, space
from aesculus.api.runs import explore, export, foreign, pick, verify
from aesculus.defaults import STORE
from aesculus.engine import Effort, Options

__all__ = [
    "STORE",
    "Effort",
    "Options",
    "design",
    "device",
    "devices",
    "explore",
    "export",
    "foreign",
    "pick",
    "report",
    "show",
    "space",
    "verify",
]

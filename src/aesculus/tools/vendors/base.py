"""What a vendor's tool must state: how its project is made, how it is run, what it leaves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aesculus.tools.vendors.figures import Reader

NAME = "aesculus"
"""Name of every project that is written."""

MEASURE = "measure.tcl"
"""Name of the script that takes a project from synthesis to reports."""


@dataclass(frozen=True)
class Task:
    """What is to be placed and routed, apart from the sources.

    Attributes:
        top: the module at the top.
        clock: its clock port.
        pins: its other ports, which need no place.
        part: the part, as the tool writes it.
        family: its family, for a tool that asks for one.
        mhz: frequency to aim at.
        seed: the placer's seed, for a tool that takes one.
        version: what the tool says of itself.
    """

    top: str
    clock: str
    pins: tuple[str, ...]
    part: str
    family: str
    mhz: float
    seed: int | None = None
    version: str = ""

    @property
    def period_ns(self) -> float:
        """The period of the clock to aim at, in ns."""
        return 1000 / self.mhz


@dataclass(frozen=True)
class Extra:
    """A file of a project beside the sources.

    Attributes:
        text: what is in it.
        kind: Edalize's type of it; empty for one that no project script names.
    """

    text: str
    kind: str = ""


@dataclass(frozen=True)
class Vendor:
    """A vendor's tool.

    Attributes:
        name: what Edalize and users call it.
        program: the program that tells whether it is here.
        example: a part as the tool writes it.
        constraints: file ending to Edalize's type of the constraint files that it takes.
        extras: the files of a measurement beside the sources, by name.
        commands: what is run on a project, in order.
        reports: patterns of the reports that must be there at the end, as of `Path.rglob`.
        read: reads one of them.
        version: arguments with which the program tells its version; without any, the folder that
            it is installed in, or its content, stands for it.
        family: it wants the family of the part beside it.
        seeds: its placer takes a seed.
        options: further options of Edalize's.
    """

    name: str
    program: str
    example: str
    constraints: Mapping[str, str]
    extras: Callable[[Task], Mapping[str, Extra]]
    commands: Callable[[Task], Sequence[Sequence[str]]]
    reports: tuple[str, ...]
    read: Reader
    version: tuple[str, ...] = ()
    family: bool = False
    seeds: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)


def sdc(task: Task) -> str:
    """Return the clock of a task in SDC."""
    return f"create_clock -name core_clk -period {task.period_ns:g} [get_ports {{{task.clock}}}]\n"

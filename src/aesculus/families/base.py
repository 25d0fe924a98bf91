"""What a family file must state."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from aesculus.families.cells import Cell, Describe
from aesculus.inputs import shown
from aesculus.placement.design import PlacedDesign
from aesculus.placement.sites import Sites

LOGIC_ON_DATA_PINS = ("dffunmap -srst-only", "opt_clean")
"""Commands that take data logic off the registers' synchronous resets.

Yosys turns a gate before a register into a reset where it can. Such a reset is a control signal of
a whole slice: the net to it was measured at 5.4 ns on ECP5, on a design whose data nets take
under 1 ns. The core itself resets no register synchronously.
"""


class CellKind(StrEnum):
    """What a cell of the mapped netlist is counted as; other cells are listed, not counted."""

    LUT = "lut"
    LUTRAM = "lutram"
    FF = "ff"
    BRAM = "bram"


ROUTER_OPTIONS = {"--router": "default|router[12]", "--placer": "heap|sa|static"}
"""Options that a device file may give any router; see `Family.router_options`."""

PART = r"[A-Za-z0-9][A-Za-z0-9_./-]{0,60}"
"""Form of a device, package or speed grade as routers name them."""

Constraints = tuple[dict[str, str], list[str]]
"""File name to content, and the router's arguments that name the files."""


@dataclass(frozen=True)
class Family:
    """How one family is synthesised and counted.

    Attributes:
        name: as device files give it.
        script: from the device's variant, whether wide look-up tables are wanted, and further
            arguments of the synthesis pass, to the Yosys commands that map the design. The design
            has been read and its top is `aesculus_point`; modules marked `keep_hierarchy` must stay
            modules. No I/O buffers, no clock buffers.
        harness_script: the same for the harness, with I/O buffers where the router wants them.
        describe: what a cell does, for simulation.
        cells: cell type to its kind and how many of the kind it takes.
        finish: rewrites the mapped netlist (Yosys JSON, as a dictionary) in place; optional.
        muxes: multiplexers that sit in one slice with the tables they choose from.
        chained: cells of `cells` that make up carry chains. A carry goes to one cell alone, so two
            chains stay two, even where they begin alike.
        registered: whether the output port of a block RAM has a register of the RAM's own behind
            it; optional, for families whose RAMs have one.
        routers: routers that device files of the family may name; none where no open one exists.
        router_options: what device files may tell these routers beside `ROUTER_OPTIONS`: option to
            the regular expression of its value, empty for an option without one. None may name a
            file but a database of `AESCULUS_CHIPDB`: routers write files, and run Python.
        constraints: from the pins of a device file to the files that its router wants and the
            arguments that name them; optional.
        sites: from a placed design to its places, for ways that move cells; optional.
        library: simulation models that Yosys brings, relative to its data folder.
    """

    name: str
    script: Callable[[str, bool, Sequence[str]], list[str]]
    harness_script: Callable[[str], list[str]]
    describe: Describe
    cells: Mapping[str, tuple[CellKind, int]]
    finish: Callable[[dict[str, Any]], None] | None = None
    library: tuple[str, ...] = ()
    muxes: tuple[str, ...] = ()
    chained: tuple[str, ...] = ()
    registered: Callable[[Cell, str], bool] | None = None
    routers: tuple[str, ...] = ()
    router_options: Mapping[str, str] = field(default_factory=dict)
    constraints: Callable[[Mapping[str, str]], Constraints] | None = None
    sites: Callable[[PlacedDesign], Sites] | None = None

    def check_router_args(self, args: Sequence[str]) -> None:
        """Return if a device file may give a router these arguments.

        Raises:
            ValueError: it may not; one line that names the argument and what is legal.
        """
        options = {**self.router_options, **ROUTER_OPTIONS}
        words = iter(args)
        for option in words:
            if option not in options:
                legal = ", ".join(options)
                raise ValueError(f"{shown(option)}; legal for the family: {legal}")
            form = options[option]
            value = next(words, "") if form else ""
            if not re.fullmatch(form, value):
                raise ValueError(f"{option} {shown(value)}; legal: a text of the form {form}")

    def mergeable(self) -> frozenset[str]:
        """Return the cell types of which two with equal inputs may be one."""
        simple = (CellKind.LUT, CellKind.FF)
        simple_cells = {cell for cell, (kind, _) in self.cells.items() if kind in simple}
        return frozenset(simple_cells.difference(self.chained))


def numbered(stem: str, counts: range, kind: CellKind) -> dict[str, tuple[CellKind, int]]:
    """Return entries for cells `stem1`, `stem2`, ... that count as one each."""
    return {f"{stem}{count}": (kind, 1) for count in counts}

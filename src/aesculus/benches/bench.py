"""What a bench is: the module that a design names as the one that verifies it."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from aesculus.design import Design
from aesculus.design.cipher import Shape

TOP = "aesculus_point"
"""The module that a bench drives: a design's top, and its netlist, have this name."""

DEFAULT_SEED = 0x4145_5343
"""Seed of stimulus and power-on noise."""


class Bench(Protocol):
    """A module with these functions."""

    def verify(
        self,
        design: Design,
        files: Sequence[Path],
        *,
        netlist: bool,
        workdir: Path,
        timeout_s: float,
        seed: int = DEFAULT_SEED,
        jobs: int = 2,
    ) -> dict[str, Any]:
        """Simulate a design with its known answers and more, and measure it.

        Args:
            design: what is verified.
            files: its RTL with the top, or its netlist with the cell models, in compile order.
            netlist: it is a netlist, which simulates slowly, so that fewer blocks will do.
            workdir: folder for everything that is written.
            timeout_s: wall time limit in seconds, of the build and of the run each.
            seed: of random blocks, patterns and power-on noise.
            jobs: C++ compilers to run at once.

        Returns:
            The metrics of a verification, see ARCHITECTURE.md.

        Raises:
            Mismatch: the design is wrong; the message names the vector.
            MeasureError: it shows no one rate or latency.
            ToolError: a tool gave no result.
        """
        ...

    def course(self, design: Design, *, netlist: bool) -> Mapping[str, object]:
        """Return what decides how a design is driven and judged, as JSON-able values.

        Run lengths, seeds, rates and flags of tools belong to it; the files do not.
        """
        ...

    def sources(self, design: Design) -> Sequence[Path]:
        """Return the files of this program that a verdict on a design depends on."""
        ...


def load(name: str) -> Bench:
    """Return the bench of a name: a module of this room, or one by its whole dotted path.

    Raises:
        ImportError: there is no such module.
    """
    path = name if "." in name else f"aesculus.benches.{name}"
    return cast("Bench", import_module(path))


def told(shape: Shape) -> dict[str, object]:
    """Return what a bench knows of a core as JSON-able values, for its course."""
    plain = {each.name: _plain(getattr(shape, each.name)) for each in fields(shape)}
    return {**plain, "cipher": shape.cipher.name}


def _plain(value: object) -> object:
    if isinstance(value, bytes):
        return value.hex()
    return value if isinstance(value, bool | int | str) else str(value)

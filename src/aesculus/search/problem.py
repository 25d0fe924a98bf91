"""What a strategy is asked to solve, and what passes between it and the engine."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from aesculus.catalogue import FIGURES, Needs
from aesculus.design import Build
from aesculus.families import Device
from aesculus.frontier.objectives import directions
from aesculus.search.fidelity import Fidelity


@dataclass(frozen=True, slots=True)
class Ask:
    """One evaluation that a strategy wants.

    Attributes:
        point: a legal design in canonical form, and how it is built.
        fidelity: how well it has to become known; the engine does what lies before.
        device: name of the device; empty where there is only one.
    """

    point: Build
    fidelity: Fidelity
    device: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of an evaluation.

    Attributes:
        point: the point.
        fidelity: how well it is known now.
        figures: figures by the names of `catalogue.AIMS`; None when the evaluation failed.
        seconds: tool time it took.
        device: name of the device; empty where there is only one.
    """

    point: Build
    fidelity: Fidelity
    figures: Mapping[str, float] | None
    seconds: float = 0.0
    device: str = ""

    def has(self, names: tuple[str, ...]) -> bool:
        """Return whether all these figures are there."""
        return self.figures is not None and all(name in self.figures for name in names)


@dataclass(frozen=True)
class Problem:
    """The points of a space on one device, and what to optimise over them.

    Attributes:
        points: the legal points, canonical, each once.
        device: the device.
        objectives: names of figures that are traded off.
        fidelities: those that may be asked, lowest first; the last one gives all objectives.
    """

    points: tuple[Build, ...]
    device: Device
    objectives: tuple[str, ...]
    fidelities: tuple[Fidelity, ...]

    def __post_init__(self) -> None:
        directions(self.objectives)
        if not self.points or len(set(self.points)) != len(self.points):
            raise ValueError("a problem needs points, each once")
        if (
            not self.fidelities
            or self.fidelities[0] > Fidelity.ROUTE
            or list(self.fidelities) != sorted(set(self.fidelities))
        ):
            raise ValueError("a problem needs fidelities, lowest first")

    @property
    def highest(self) -> Fidelity:
        """The fidelity that is worth most."""
        return self.fidelities[-1]

    @property
    def measuring(self) -> Fidelity:
        """The lowest fidelity that gives every objective: one seed, where a point is routed."""
        return max(f for f in self.fidelities if f <= Fidelity.ROUTE)

    @property
    def counted(self) -> Fidelity:
        """The fidelity whose evaluations count as points measured: none of the figures waits more.

        It is below `measuring` where a device has a router that no objective needs.
        """
        routed = any(FIGURES[name].needs is Needs.ROUTED for name in self.objectives)
        return self.measuring if routed else min(self.fidelities)

    @cached_property
    def index(self) -> dict[Build, int]:
        """The place of each point in `points`."""
        return {point: number for number, point in enumerate(self.points)}

    def cost(self, figures: Mapping[str, float]) -> NDArray[np.float64]:
        """Return the objectives of one point, turned so that less is better.

        Raises:
            KeyError: a figure is missing.
        """
        ways = directions(self.objectives)
        return np.array([-figures[name] if high else figures[name] for name, high in ways.items()])

"""What a soak works at: two searches side by side, in one engine."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib.resources import as_file, files

from aesculus.engine.engine import Engine
from aesculus.engine.plan import Want
from aesculus.engine.walk import Walk
from aesculus.families import devices
from aesculus.frontier.objectives import AREA_ONLY, ROUTED
from aesculus.search.designspace import DesignSpace
from aesculus.search.fidelity import Fidelity
from aesculus.search.problem import Ask, Problem, Result
from aesculus.search.spacefile import load
from aesculus.search.strategies import DEFAULT, strategy
from aesculus.search.ways import Way
from aesculus.store import Store

MAPPED, PLACED = "LFE5U-25F-6", "ICE40HX8K"
"""Where every point is synthesised, and where the narrowest ones are routed too."""

_BATCH = 8


class SideBySide(Way):
    """Asks several ways in turn, each on a device of its own."""

    name = "side-by-side"

    def __init__(self, *ways: Way) -> None:
        """Take ways with one problem each."""
        self._ways = {way.problems[0].device.name: way for way in ways}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What the ways have to solve."""
        return tuple(way.problems[0] for way in self._ways.values())

    def ask(self, count: int) -> list[Ask]:
        """Return what they ask, each the same share."""
        share = max(1, count // len(self._ways))
        return [
            replace(ask, device=device)
            for device, way in self._ways.items()
            for ask in way.ask(share)
        ]

    def tell(self, results: Iterable[Result]) -> None:
        """Tell each way what is of its device."""
        found = list(results)
        for device, way in self._ways.items():
            way.tell(result for result in found if result.device == device)

    def stop(self) -> None:
        """Tell all of them."""
        for way in self._ways.values():
            way.stop()


def space() -> DesignSpace:
    """Return the points of the soak."""
    with as_file(files("aesculus.studies.soak") / "space.toml") as path:
        return DesignSpace(load(path))


def searches(seed: int) -> SideBySide:
    """Return the search for small cores, and that for small and fast ones."""
    points = space().points
    narrow = tuple(point for point in points if point.fields["width"] == 8)
    mapped = Problem(points, devices.load(MAPPED), AREA_ONLY, (Fidelity.SYNTH,))
    placed = Problem(narrow, devices.load(PLACED), ROUTED, (Fidelity.SYNTH, Fidelity.ROUTE))
    return SideBySide(*(strategy(DEFAULT, each, seed) for each in (mapped, placed)))


def walk(store: Store, engine: Engine, way: Way, asked: list[Want]) -> Callable[[], list[Want]]:
    """Return what gives the engine its next wants; `asked` collects all of them."""
    going = Walk(
        store, engine.jobs.rtl_digests, way, batch=_BATCH, unreached=lambda: engine.unreached
    )

    def more() -> list[Want]:
        wants = going.wants()
        asked.extend(wants)
        return wants

    return more

"""What a store knows of a design beside its figures, for who looks at one point of the report."""

from dataclasses import dataclass

from aesculus.report.criticalpath import CriticalPath
from aesculus.report.floorplan import Floorplan


@dataclass(frozen=True)
class SeedRun:
    """One routed seed.

    Attributes:
        seed: the placer's seed.
        mhz: the router's clock, MHz.
        logic_ns: delay inside cells on its longest path, ns.
        routing_ns: delay of nets there, ns.
        start: the cell where that path starts.
        end: the cell where it ends.
    """

    seed: int
    mhz: float
    logic_ns: float
    routing_ns: float
    start: str = ""
    end: str = ""


@dataclass(frozen=True)
class Step:
    """One stage that was run.

    Attributes:
        stage: its name.
        status: how it ended.
        seconds: how long it took.
        made: when, UTC, to the minute.
    """

    stage: str
    status: str
    seconds: float
    made: str


@dataclass(frozen=True)
class Evidence:
    """What stands behind a row.

    Attributes:
        seeds: the routed seeds, ascending by clock.
        path: the longest path of the median seed, where the store has it.
        floor: its floorplan, likewise.
        steps: the stages that were run, oldest first; of the seeds the last one.
    """

    seeds: tuple[SeedRun, ...] = ()
    path: CriticalPath | None = None
    floor: Floorplan | None = None
    steps: tuple[Step, ...] = ()

    @property
    def middle(self) -> SeedRun | None:
        """The seed at the median clock; of an even number the slower of the two."""
        return self.seeds[(len(self.seeds) - 1) // 2] if self.seeds else None

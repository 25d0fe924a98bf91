"""The stage `place`: a core in its harness placed and not routed, for an estimate of its clock."""

import re
import time
from collections.abc import Mapping
from typing import ClassVar

from aesculus.families.ways import way_of
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages import route as rt
from aesculus.stages.base import Given, Reads, Subject
from aesculus.stages.outcome import failed
from aesculus.tools import Failure, ToolError

STEPS = (*rt.STEPS, "place")

_ONLY_PLACE = "--no-route"
_CLOCK = re.compile(r"Max frequency for clock\s+'[^']*': ([0-9.]+) MHz")


class Place(rt.RouterStage):
    """Places a netlist after a way with one seed, and reads the clock that the placer expects."""

    stage = Stage.PLACE
    apart = True
    metrics: ClassVar[Mapping[str, str]] = {
        "fmax_placed_mhz": "clock in MHz that the placer expects once the design is routed"
    }

    def reads(self, subject: Subject) -> Reads:
        """Return what `route` reads, with the way's options for the placer.

        Raises:
            WayError: the way is unknown.
        """
        device = subject.on()
        options = (_ONLY_PLACE, *way_of(device.family, subject.way).place)
        return Reads(rt.what_router_reads(device, rt.router_of(device), STEPS, options))

    def run(self, subject: Subject, given: Given) -> StageOutcome:
        """Place.

        Raises:
            ValueError: no seed is given.
            WayError: the way is unknown.
        """
        if given.seed is None:
            raise ValueError("placing needs a seed")
        start = time.monotonic()
        deadline = start + given.timeout_s
        device = subject.on()
        router = rt.router_of(device)
        options = (_ONLY_PLACE, *way_of(device.family, subject.way).place)
        tools: dict[str, str] = {}
        try:
            tools = self.tools(device)
            folder = given.workdir.resolve()
            folder.mkdir(parents=True, exist_ok=True)
            core = rt.core_of(given.artefact)
            seed = given.seed
            log = rt.place_in_harness(device, core, folder, seed, deadline, more=options)
            clock = expected_mhz(log, router.tool)
        except ToolError as error:
            rt.say_why(error, subject.point, device)
            return failed(error, tools=tools, seconds=time.monotonic() - start)
        return StageOutcome(
            status=Status.OK,
            metrics={"fmax_placed_mhz": clock},
            tools=tools,
            seconds=time.monotonic() - start,
            log=log,
        )

    def seconds(self, subject: Subject, luts: float) -> float:
        """Return the time, which goes with the tables."""
        del subject
        return 12 + luts / 350


STAGE = Place()


def expected_mhz(log: str, tool: str) -> float:
    """Return the clock in MHz that a placer's log tells last; of several clocks the slowest.

    The report has no clock before the design is routed.

    Raises:
        ToolError: it tells none.
    """
    lines = log.splitlines()
    found = [
        (number, float(hit[1])) for number, text in enumerate(lines) if (hit := _CLOCK.search(text))
    ]
    if not found:
        reason = f"{tool} placed the design, but told no clock"
        raise ToolError(Failure.ENVIRONMENT, tool, reason, log=log)
    # Clocks of one analysis stand on lines that follow one another.
    last = [found[-1]]
    for number, clock in reversed(found[:-1]):
        if number < last[-1][0] - 1:
            break
        last.append((number, clock))
    return min(clock for _, clock in last)

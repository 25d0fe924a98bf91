"""The stage `close`: one build, placed and routed after a way with any seed.

It is `route` with options. Its records are of single builds, of which no row of figures is made.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from aesculus.families.ways import Way, way_of, ways_of
from aesculus.records import Stage, StageOutcome
from aesculus.stages import detailed
from aesculus.stages import route as rt
from aesculus.stages.base import Given, Reads, Subject


class Close(rt.RouterStage):
    """Places and routes a netlist after a way with one seed, and keeps the routed design."""

    stage = Stage.CLOSE
    apart = True
    metrics: ClassVar[Mapping[str, str]] = {
        **rt.Route.metrics,
        "routed_sha256": "SHA-256 (hex) of the routed design",
        "turn_clocks_mhz": "clock in MHz as placed and after each turn of detailed placement",
        "moved_cells": "cells that were moved in each turn",
    }
    artefacts: ClassVar[Mapping[str, str]] = {
        **rt.ARTEFACTS,
        rt.ROUTED_DESIGN: "the routed design as the router writes it",
    }

    def reads(self, subject: Subject) -> Reads:
        """Return what `route` reads, with the way's options and turns.

        Raises:
            WayError: the way is unknown.
        """
        device = subject.on()
        way = way_of(device.family, subject.way)
        more = (*way.options, ways_of(device.family).output, *_read_by_turns(way))
        if not way.turns:
            return Reads(rt.what_router_reads(device, rt.router_of(device), rt.STEPS, more))
        steps = (*rt.STEPS, detailed.STEP, detailed.sites_step(device))
        more = (*more, *detailed.AS_PLACED, str(way.turns))
        return Reads(rt.what_router_reads(device, rt.router_of(device), steps, more))

    def run(self, subject: Subject, given: Given) -> StageOutcome:
        """Place and route, with as many turns of detailed placement as the way has.

        Raises:
            ValueError: no seed is given.
            WayError: the way is unknown.
        """
        if given.seed is None:
            raise ValueError("routing needs a seed")
        device, seed = subject.on(), given.seed
        way = way_of(device.family, subject.way)
        output = ways_of(device.family).output

        def improve(folder: Path, log: str) -> tuple[str, dict[str, Any]]:
            turns = detailed.improve(
                device,
                folder,
                seed,
                given.timeout_s,
                log,
                turns=way.turns,
                more=way.route,
                outputs=(output, rt.ROUTED_DESIGN),
            )
            return turns.log, {
                "turn_clocks_mhz": list(turns.clocks),
                "moved_cells": list(turns.cells),
            }

        return rt.route(
            subject.point,
            device,
            given.artefact,
            seed=seed,
            workdir=given.workdir,
            timeout_s=given.timeout_s,
            options=(*way.options, *_read_by_turns(way)),
            output=output,
            improve=improve if way.turns else None,
        )


def _read_by_turns(way: Way) -> tuple[str, ...]:
    """Return the router's arguments that write what a way's turns read."""
    return detailed.OUTPUTS if way.turns else ()


STAGE = Close()

"""The stage `close`: one build, placed and routed after a way with any seed.

It is `route` with options. Its records are of single builds: no median is made of them.
"""

from collections.abc import Mapping
from typing import ClassVar

from aesculus.families.ways import way_of, ways_of
from aesculus.records import Stage, StageOutcome
from aesculus.stages import route as rt
from aesculus.stages.base import Given, Reads, Subject


class Close(rt.RouterStage):
    """Places and routes a netlist after a way with one seed, and keeps the routed design."""

    stage = Stage.CLOSE
    apart = True
    metrics: ClassVar[Mapping[str, str]] = {
        **rt.Route.metrics,
        "routed_sha256": "SHA-256 (hex) of the routed design",
    }
    artefacts: ClassVar[Mapping[str, str]] = {
        **rt.ARTEFACTS,
        rt.ROUTED_DESIGN: "the routed design as the router writes it",
    }

    def reads(self, subject: Subject) -> Reads:
        """Return what `route` reads, with the way's options.

        Raises:
            WayError: the way is unknown.
        """
        device = subject.on()
        more = (*way_of(device.family, subject.way).options, ways_of(device.family).output)
        return Reads(rt.what_router_reads(device, rt.router_of(device), rt.STEPS, more))

    def run(self, subject: Subject, given: Given) -> StageOutcome:
        """Place and route.

        Raises:
            ValueError: no seed is given.
            WayError: the way is unknown.
        """
        if given.seed is None:
            raise ValueError("routing needs a seed")
        device = subject.on()
        return rt.route(
            subject.point,
            device,
            given.artefact,
            seed=given.seed,
            workdir=given.workdir,
            timeout_s=given.timeout_s,
            options=way_of(device.family, subject.way).options,
            output=ways_of(device.family).output,
        )


STAGE = Close()

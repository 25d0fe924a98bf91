"""Which rows of a store may be the answer to a goal."""

from collections.abc import Iterable
from contextlib import suppress

from aesculus.design import Build, DesignError, LabelError, parse_build
from aesculus.design.labels import DOT
from aesculus.engine.answers import Matching
from aesculus.engine.jobs import Jobs
from aesculus.metrics import Row
from aesculus.search import DesignSpace, SpaceFile
from aesculus.search.fixing import needed_of


def eligible(space: SpaceFile) -> Matching:
    """Return what a row has to be to be an answer: as needed, and of the RTL that is exported."""
    jobs = Jobs()
    if space.around:
        know_sources(jobs, DesignSpace(space).points)
    return {**needed_of(space), "rtl_digest": tuple(sorted(jobs.rtl_digests))}


def know_sources(jobs: Jobs, points: Iterable[Build]) -> None:
    """Have the sources of designs among those that count, which those of cores do in any case."""
    for point in points:
        if DOT in point.label:
            jobs.rtl_digest_of(point)


def sources_of(rows: Iterable[Row]) -> frozenset[str]:
    """Return the digests of the RTL that this program would export for the rows' designs."""
    jobs = Jobs()
    for row in rows:
        # Cores are known as a whole; what stands around them is known when asked for.
        with suppress(LabelError, DesignError):
            if DOT in row.label:
                jobs.rtl_digest_of(parse_build(row.label))
    return jobs.rtl_digests

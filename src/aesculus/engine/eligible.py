"""Which rows of a store may be the answer to a goal."""

from aesculus.engine.answers import Matching
from aesculus.engine.jobs import Jobs
from aesculus.search import SpaceFile
from aesculus.search.fixing import needed_of


def eligible(space: SpaceFile) -> Matching:
    """Return what a row has to be to be an answer: as needed, and of the RTL that is exported."""
    return {**needed_of(space), "rtl_digest": tuple(sorted(Jobs().rtl_digests))}

"""Which rows of a store may be the answer to a goal."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import product

from aesculus.ciphers.aes.space import DesignPoint, available
from aesculus.design import Build, Design, DesignError, LabelError, parse, parse_build
from aesculus.design.labels import DOT
from aesculus.engine.answers import has_place
from aesculus.engine.jobs import Jobs
from aesculus.engine.reference.entries import Entry
from aesculus.engine.walk import figures_of
from aesculus.families import Device
from aesculus.metrics import Row
from aesculus.search.axes import resolve
from aesculus.search.fixing import LABEL, needed_of
from aesculus.search.spacefile import SpaceFile
from aesculus.store import Matching

_OF_SOURCES = ("sbox", "key_sbox", "width")
"""The axes that decide which sources a core is made of."""


def eligible(space: SpaceFile, points: Iterable[Build] | None = None) -> Matching:
    """Return what a row has to be to be an answer: as needed, and of the RTL that is exported.

    Args:
        space: where the search looks.
        points: the only designs that may be the answer; left out, it is any that does what is
            needed, in the space or not.
    """
    jobs = Jobs()
    for front in filter(None, space.around):
        for core in _cores():
            jobs.rtl_digest_of(Build(parse(f"{front}{DOT}{core.label}")))
    know_sources(jobs, map(parse_build, space.points))
    needed = needed_of(space) if points is None else {LABEL: tuple(p.label for p in points)}
    return {**needed, "rtl_digest": tuple(sorted(jobs.rtl_digests))}


def _cores() -> Iterator[Design]:
    """Give a core, legal or not, of each set of sources that there is.

    A space says among which the search looks, not which of those that are known may be the answer.
    """
    for values in product(*map(available, _OF_SOURCES)):
        axes = dict(zip(_OF_SOURCES, values, strict=True))
        yield DesignPoint.model_validate(resolve(axes))


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


def present(rows: Iterable[Row]) -> list[Row]:
    """Return the rows that are of the RTL that this program would export, in their order."""
    found = list(rows)
    sources = sources_of(found)
    return [row for row in found if row.rtl_digest in sources]


def ours(rtl_digest: str, needed: Matching) -> bool:
    """Return whether sources are some that count: a mode's do where one is asked for."""
    digests = needed.get("rtl_digest")
    return digests is None or rtl_digest in digests


def does(row: Row, needed: Matching) -> bool:
    """Return whether the design of a row has the values that it has to have."""
    return _has(row.label, row.design, needed)


def matches(point: Build, needed: Matching) -> bool:
    """Return whether a design has the values that it has to have."""
    return _has(point.label, point.fields, needed)


def among(needed: Matching) -> Callable[[Entry, Build], bool]:
    """Return what tells whether an entry of the reference store may be the answer."""
    return lambda entry, point: ours(entry.rtl_digest, needed) and matches(point, needed)


def _has(label: str, fields: Mapping[str, object], needed: Matching) -> bool:
    return label in needed.get(LABEL, (label,)) and all(
        fields.get(path.removeprefix("design.")) in values
        for path, values in needed.items()
        if path.startswith("design.")
    )


def answering(rows: Iterable[Row], device: Device, needed: Matching) -> list[Row]:
    """Return the rows of a device that may be the answer to a goal, as the queries of a store do.

    Args:
        rows: rows that no store was asked for.
        device: the device.
        needed: values that fields of a row have to have.
    """
    return [
        row
        for row in rows
        if ours(row.rtl_digest, needed)
        and does(row, needed)
        and has_place(row)
        and device.holds(figures_of(row))
    ]

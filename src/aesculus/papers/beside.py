"""Published rows with our measurements of the same point beside them."""

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from aesculus.ciphers.aes.space import nearest_legal, parse
from aesculus.papers import load
from aesculus.papers.measured import Measured, Measurements, canonical_label
from aesculus.papers.published import PublishedRow
from aesculus.papers.rules import impossible, point


class Beside(BaseModel):
    """A published row, or a point that is measured besides, and what is measured of it.

    Attributes:
        row: as published; a point that no row has stands as a row without figures.
        label: canonical label under which measurements were looked up; empty for rivals' designs.
        exact: the label is that of the row itself, not of a near or nearest legal point.
        refused: why the published point cannot be built; empty if it can.
        measured: our rows of that point, one for each device; empty if not measured yet.
    """

    model_config = ConfigDict(frozen=True)

    row: PublishedRow
    label: str
    exact: bool
    refused: str = ""
    measured: tuple[Measured, ...] = ()


def beside(paper_id: str, rows: Iterable[object] = ()) -> list[Beside]:
    """Put what is measured beside each published row.

    A point that cannot be built is shown with the reason and the nearest one that can. The points
    that a paper's claims need besides follow its rows.

    Args:
        paper_id: one of `papers.ids()`.
        rows: as for `judge.judge`.

    Raises:
        ValueError: there is no such paper, or a row cannot be read.
    """
    measurements = Measurements(rows)
    found = []
    for row in load(paper_id).rows:
        violation = impossible(row)
        label = nearest_legal(parse(row.label)).label if violation else point(row)
        found.append(
            Beside(
                row=row,
                label=label,
                exact=bool(row.label) and violation is None,
                refused=violation.reason if violation else "",
                measured=tuple(measurements.of(label)) if label else (),
            )
        )
    for extra in load(paper_id).also:
        label = canonical_label(extra.label)
        row = PublishedRow(table="", name=label, label=label, raw={}, note=extra.why)
        found.append(
            Beside(row=row, label=label, exact=True, measured=tuple(measurements.of(label)))
        )
    return found

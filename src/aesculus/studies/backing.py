"""Whether the figures of campaigns are what the records of the tools beside them come to."""

import json
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from aesculus import metrics
from aesculus.catalogue import FIGURES
from aesculus.design import LabelError, parse_build
from aesculus.families import Device, DeviceError, devices
from aesculus.inputs import brief
from aesculus.papers.measured import Measured
from aesculus.records import Stage
from aesculus.stages.route_seeds import seeds
from aesculus.store import StageRecord
from aesculus.store.records import why_not
from aesculus.terminal import line

_OF_PAPERS = "results/papers/"
_MOST_SEEDS = 1000
"""So many seeds of a design are looked through."""

_ROWS = {"results/verdicts.json": "measured", "results/headline.json": "rows"}
"""File to the list of its rows; those of papers have it as verdicts do."""

COMPARED = frozenset(_ROWS)
"""Files of campaigns whose rows are compared, besides those of papers."""

_FIGURES = tuple(
    field
    for field in Measured.model_fields
    if field
    not in {"label", "device", "status", "reason", "left_out", "n_seeds", "netlist_verified"}
)
"""Fields of a row that records come to."""

_BESIDE = tuple(
    field
    for field in (*FIGURES, "blocks_per_cycle_exact")
    if field in metrics.Row.model_fields and field not in _FIGURES
)
"""Those that some files have besides, as tables show them."""


_MEASURED = tuple(
    field for field in _FIGURES if field not in {"seeds", "rtl_digest", "clock_limit_mhz"}
)
"""Those that a tool gave; a row without any has nothing that records could come to."""


class UnbackedError(ValueError):
    """A row is not what the records of its design come to, or cannot be read; it is named."""


@dataclass(frozen=True)
class Backing:
    """How many rows with figures of tools there are.

    Attributes:
        rows: all of them.
        lacking: those without records of the same design, device, RTL and seeds, by file, label
            and device.
    """

    rows: int
    lacking: tuple[str, ...]

    @property
    def backed(self) -> int:
        """How many rows their records come to."""
        return self.rows - len(self.lacking)


def backing(files: Mapping[str, bytes], records: bytes) -> Backing:
    """Make the rows of papers, verdicts and headline again from records, and compare every figure.

    Args:
        files: name in an archive to content.
        records: as an archive has them.

    Raises:
        UnbackedError: the records of a design come to something else than its row; or a row or a
            record cannot be read.
    """
    known = _known(records)
    rows, lacking = 0, []
    for name, row, written in rows_of(files):
        if not any(getattr(row, field) for field in _MEASURED) and not any(
            written.get(field) for field in _BESIDE
        ):
            continue
        rows += 1
        where = f"{name}: {row.label} on {row.device}"
        again = _again(row, known)
        if again is None:
            lacking.append(where)
            continue
        if left := _left_out(row, known):
            told = ", ".join(map(str, left))
            raise UnbackedError(
                f"{where}: its seeds were chosen: {told} would come before, and ended"
            )
        read = Measured.read(again)
        pairs = [(field, getattr(row, field), getattr(read, field)) for field in _FIGURES]
        pairs += [(n, written[n], getattr(again, n)) for n in _BESIDE if written.get(n) is not None]
        for field, here, there in pairs:
            if not _same(here, there):
                raise UnbackedError(f"{where}: {field} is {here}, and {there} by the records of it")
        # Another campaign may have verified it since.
        if row.netlist_verified and not again.netlist_verified:
            raise UnbackedError(f"{where}: no record says that its netlist was verified")
    return Backing(rows, tuple(lacking))


def _left_out(
    row: Measured, known: Mapping[tuple[str, str], Sequence[StageRecord]]
) -> tuple[int, ...]:
    """Return the seeds that come before one of the row's and are not in it, though they ended.

    The seeds of a design follow from its label (`stages.route_seeds`), so that nobody chooses them.
    """
    try:
        first = seeds(parse_build(row.label), _MOST_SEEDS)
    except LabelError:
        return ()
    last = max((n for n, seed in enumerate(first, 1) if seed in row.seeds), default=0)
    failed = {
        record.job.seed
        for record in known.get((row.label, row.device), ())
        if record.stage is Stage.ROUTE and not record.ok
    }
    strange = {*row.seeds} - {*first}
    missing = [seed for seed in first[:last] if seed not in row.seeds and seed not in failed]
    return (*missing, *sorted(strange))


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-9)
    return bool(one == other)


def rows_of(files: Mapping[str, bytes]) -> Iterator[tuple[str, Measured, Mapping[str, Any]]]:
    """Give the rows of papers, verdicts and headline: the name of the file, read, and as written.

    Raises:
        UnbackedError: a file has no such rows.
    """
    for name, content in files.items():
        of_paper = name.startswith(_OF_PAPERS) and name.endswith(".json")
        place = "measured" if of_paper else _ROWS.get(name)
        if place is None:
            continue
        try:
            listed = json.loads(content).get(place, [])
            for number, row in enumerate(listed):
                try:
                    yield name, Measured.read(row), row
                except ValueError as error:
                    which = brief(line(str(row.get("label"))))
                    raise UnbackedError(f"{name}: {place}.{number} ({which}): {error}") from error
        except UnbackedError:
            raise
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise UnbackedError(f"{name}: no figures of a campaign: {place}: {error}") from error


def _known(records: bytes) -> Mapping[tuple[str, str], list[StageRecord]]:
    """Return the records by design and device.

    Raises:
        UnbackedError: these are no records, or one is not of the job that it names.
    """
    found: dict[tuple[str, str], list[StageRecord]] = defaultdict(list)
    try:
        told = TypeAdapter(list[StageRecord]).validate_json(records)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise UnbackedError(f"records: {where or 'all'}: {first['msg']}") from error
    for record in told:
        if record.key != record.job.key:
            raise UnbackedError(f"records: {record.job.label}: {record.stage} is of another job")
        if wrong := why_not(record):
            raise UnbackedError(f"records: {record.job.label}: {record.stage}: {wrong}")
        found[record.job.label, record.job.device].append(record)
    return found


def _again(
    row: Measured, known: Mapping[tuple[str, str], Sequence[StageRecord]]
) -> metrics.Row | None:
    """Return what the records of a row come to; nothing if some of what it rests on has none."""
    own = [
        record
        for device in (row.device, "")
        for record in known.get((row.label, device), ())
        if record.job.rtl_digest == row.rtl_digest
        and (record.stage is not Stage.ROUTE or record.job.seed in row.seeds)
    ]
    routed = {record.job.seed for record in own if record.stage is Stage.ROUTE}
    if not any(r.stage is Stage.SYNTH for r in own) or routed != {*row.seeds}:
        return None
    try:
        device: Device | None = devices.load(row.device)
    except DeviceError:
        device = None
    try:
        return metrics.build_row(row.device, device, own)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        why = f"{type(error).__name__}: {error}"
        raise UnbackedError(f"records: {row.label} on {row.device}: {why}") from error

"""Whether the figures of campaigns are what the records of the tools beside them come to."""

import json
import math
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from statistics import median
from typing import Any

from pydantic import TypeAdapter, ValidationError

from aesculus import metrics
from aesculus.catalogue import FIGURES
from aesculus.design import LabelError, parse_build
from aesculus.families import Device, DeviceError, devices
from aesculus.inputs import shown
from aesculus.papers.measured import Measured
from aesculus.records import Stage
from aesculus.stages.route_seeds import seeds
from aesculus.store import StageRecord
from aesculus.store.records import why_not
from aesculus.studies.rows import Written, rows_of

_MOST_SEEDS = 1000
"""So many seeds of a design are looked through."""

_FIGURES = tuple(
    field
    for field in Measured.model_fields
    if field
    not in {"label", "device", "status", "reason", "left_out", "n_seeds", "netlist_verified"}
)
"""Fields of a row that records come to."""

_BESIDE = tuple(
    field
    for field in (*FIGURES, "blocks_per_cycle_exact", "n_seeds_failed", "reason", "status")
    if field in metrics.Row.model_fields and field not in _FIGURES
)
"""Those that some files have besides, as tables show them."""


_APART = frozenset(name for name in _BESIDE if name.startswith("switching"))
"""Those of a stage that most campaigns do not run; another one may have measured them."""

_MEASURED = tuple(
    field for field in _FIGURES if field not in {"seeds", "rtl_digest", "clock_limit_mhz"}
)
"""Those that a tool gave; a row without any has nothing that records could come to."""


_Records = Mapping[tuple[str, str], Sequence[StageRecord]]
"""Records by label and device."""

_OF_CLOCKS: dict[str, Callable[[Sequence[float]], float]] = {
    "fmax_routed_mhz": median,
    "fmax_routed_min": min,
    "fmax_routed_max": max,
}
"""What some files say of the clocks of all seeds."""


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
    """Make the rows of designs again from records, and compare every figure that they write.

    Args:
        files: name in an archive to content.
        records: as an archive has them.

    Raises:
        RowsError: a file has no rows.
        UnbackedError: the records of a design come to something else than its row; or a record
            cannot be read.
    """
    known = _known(records)
    rows, lacking = 0, []
    tools: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for each in rows_of(files):
        row, where = each.row, each.where
        again = _again(row, known, _failed(each, known))
        _check_routes(each, known)
        if again is None:
            if any(getattr(row, field) for field in _MEASURED) or any(
                each.fields.get(field) for field in FIGURES
            ):
                rows += 1
                lacking.append(where)
        else:
            rows += 1
            _check_seeds(each, known)
            _compare(each, again)
            for tool, version in again.tools.items():
                tools[each.file][tool].add(version)
        _check_alone(each)
        _check_newest(each, known)
    _check_tools(files, tools, {where.partition(": ")[0] for where in lacking})
    return Backing(rows, tuple(lacking))


def _compare(each: Written, again: metrics.Row) -> None:
    """Compare a row with what its records come to, and what it leaves out with what they have."""
    row, written, read = each.row, each.fields, Measured.read(again)
    pairs = [(n, getattr(row, n), getattr(read, n)) for n in _FIGURES if n in each.has]
    # Blocks per cycle stand as a decimal number there, and as a fraction above.
    beside = each.has.intersection(_BESIDE) - {"blocks_per_cycle"}
    pairs += [(n, written.get(n), getattr(again, n)) for n in sorted(beside)]
    for field, here, there in pairs:
        # Figures of the reference store have no clock of a seed; what switches is measured apart.
        apart = field in _APART or (field == "fmax_routed_seeds" and _is_summed_up(each))
        # What is not written may be nothing.
        nothing = here is None and not there
        if not (_same(here, there) or nothing or (apart and not (here and there))):
            raise UnbackedError(
                f"{each.where}: {field} is {shown(here)}, and {shown(there)} by the records of it"
            )
    # Another campaign may have verified it since.
    if row.netlist_verified and not again.netlist_verified:
        raise UnbackedError(f"{each.where}: no record says that its netlist was verified")
    if "tools" in each.has and written.get("tools") != again.tools:
        raise UnbackedError(
            f"{each.where}: tools are {shown(written.get('tools'))}, and {shown(again.tools)} by "
            "the records of it"
        )


def _is_summed_up(each: Written) -> bool:
    """Return whether of the clocks a row has the median and both ends alone."""
    return each.seeds is None and not each.row.fmax_routed_seeds


def check_alone(files: Mapping[str, bytes]) -> None:
    """Check the rows of files without any record.

    Raises:
        RowsError: a file has no rows.
        UnbackedError: a row contradicts itself, or has seeds that its design has not.
    """
    for each in rows_of(files):
        _check_alone(each)


def _check_alone(each: Written) -> None:
    """Check what a row can say whatever was measured."""
    row, where = each.row, each.where
    # Nobody can tell the seeds of a design that the program does not know.
    own = (_seeds_of(row.label) or row.seeds) if row.seeds else ()
    for seed in row.seeds:
        if seed not in own or row.seeds.count(seed) > 1:
            raise UnbackedError(f"{where}: {seed} is no seed of it: they follow from its label")
    clocks, summed_up = row.fmax_routed_seeds, _is_summed_up(each)
    if not summed_up and len(clocks) != len(row.seeds):
        raise UnbackedError(f"{where}: {len(clocks)} clocks of {len(row.seeds)} seeds")
    asked = ("n_seeds",) if summed_up else (*_OF_CLOCKS, "n_seeds")
    told = {field: each.fields.get(field) for field in asked}
    come_to: dict[str, float] = {"n_seeds": len(row.seeds)}
    if clocks:
        come_to |= {field: of(clocks) for field, of in _OF_CLOCKS.items()}
    for field, value in told.items():
        if value is not None and not _same(value, come_to.get(field)):
            raise UnbackedError(
                f"{where}: {field} is {shown(value)}, and {come_to.get(field)} by its own seeds"
            )


def _check_routes(each: Written, known: _Records) -> None:
    """Refuse a row without seeds whose records come to a clock.

    No campaign that routes leaves a clock out: each takes what the store has of a design by its
    RTL, by whichever campaign. Routes of an older netlist, or of one that failed
    its simulation, come to none. A row that does not say its RTL is of any.
    """
    row = each.row
    if row.seeds or each.seeds == 0:
        return
    routes = [
        record.job
        for record in known.get((row.label, row.device), ())
        if record.stage is Stage.ROUTE and row.rtl_digest in {"", record.job.rtl_digest}
    ]
    for rtl in sorted({job.rtl_digest for job in routes}):
        every = tuple(job.seed for job in routes if job.rtl_digest == rtl)
        again = _again(row.model_copy(update={"rtl_digest": rtl, "seeds": every}), known)
        if again is not None and again.fmax_mhz is not None:
            raise UnbackedError(f"{each.where}: its records have routes that it leaves out")


def _check_tools(
    files: Mapping[str, bytes], tools: Mapping[str, Mapping[str, set[str]]], lacking: set[str]
) -> None:
    """Refuse tools of a whole file that the records of its rows do not say."""
    for name, by_records in tools.items():
        body = json.loads(files[name])
        # Rows without records may be by any tool.
        if "tools" not in body or name in lacking:
            continue
        told = body["tools"]
        if not isinstance(told, dict) or told.keys() != by_records.keys():
            raise UnbackedError(f"{name}: tools are {shown(told)}, and others by its records")
        for tool, version in told.items():
            if version not in by_records[tool]:
                raise UnbackedError(
                    f"{name}: {tool} is {shown(version)}, and "
                    f"{shown(', '.join(sorted(by_records[tool])))} by its records"
                )


def _check_seeds(each: Written, known: _Records) -> None:
    """Refuse a row whose seeds are not the first of its design that came right.

    The seeds of a design follow from its label (`stages.route_seeds`), and how many a row is to
    have from its campaign, so that nobody chooses them.
    """
    row, first = each.row, _seeds_of(each.row.label)
    if not row.seeds or not first:
        return
    routed = {
        record.job.seed
        for record in known.get((row.label, row.device), ())
        if record.stage is Stage.ROUTE and record.ok and record.job.rtl_digest == row.rtl_digest
    }
    due = [seed for seed in first[: each.seeds] if seed in routed]
    if each.seeds is None:
        # Any number will do, and another campaign may have routed more.
        due = due[: len(row.seeds)]
    wrong = [*(n for n in due if n not in row.seeds), *(n for n in row.seeds if n not in due)]
    if wrong:
        told = ", ".join(map(str, wrong))
        raise UnbackedError(
            f"{each.where}: its seeds were chosen: the first {len(due)} that ended are its own, "
            f"and it lacks, or has besides, {told}"
        )


def _check_newest(each: Written, known: _Records) -> None:
    """Refuse a row of other RTL than the newest records of its design and device are of."""
    row, made = each.row, dict[str, datetime]()
    # A row of before may not say its RTL.
    if not row.rtl_digest:
        return
    for record in known.get((row.label, row.device), ()):
        rtl = record.job.rtl_digest
        made[rtl] = max(made.get(rtl, record.created), record.created)
    newest = max(made, key=lambda rtl: made[rtl], default=row.rtl_digest)
    if newest != row.rtl_digest:
        raise UnbackedError(
            f"{each.where}: it is of RTL {row.rtl_digest[:12]}, and its newest records are of "
            f"{newest[:12]}"
        )


@lru_cache(maxsize=4)
def _seeds_of(label: str) -> tuple[int, ...]:
    """Return the first seeds of a design, none if there is no such; a row is asked twice."""
    try:
        return tuple(seeds(parse_build(label), _MOST_SEEDS))
    except LabelError:
        return ()


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-9)
    return bool(one == other)


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


def _failed(each: Written, known: _Records) -> frozenset[int]:
    """Return the seeds among those that a row is to have which failed."""
    due = _seeds_of(each.row.label)[: each.seeds]
    return frozenset(
        record.job.seed
        for record in known.get((each.row.label, each.row.device), ())
        if record.stage is Stage.ROUTE and not record.ok and record.job.seed in due
    )


def _again(
    row: Measured,
    known: _Records,
    failed: Collection[int] = (),
) -> metrics.Row | None:
    """Return what the records of a row come to; nothing if some of what it rests on has none.

    Args:
        row: the row.
        known: all records.
        failed: seeds that the row has no clock of, as they failed.
    """
    own = [
        record
        for device in {row.device, ""}
        for record in known.get((row.label, device), ())
        if record.job.rtl_digest == row.rtl_digest
        and (
            record.stage is not Stage.ROUTE
            or record.job.seed in (row.seeds if record.ok else failed)
        )
    ]
    routed = {record.job.seed for record in own if record.stage is Stage.ROUTE and record.ok}
    # Without a device a row is of what was simulated alone.
    rests_on = Stage.SYNTH if row.device else Stage.VERIFY
    if not any(r.stage is rests_on for r in own) or routed != {*row.seeds}:
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

"""The records table: one row a job that was run, read and written."""

import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from pydantic import AwareDatetime, BaseModel, ConfigDict, ValidationError
from sqlalchemy import Connection, Row, RowMapping, Select, delete, select, update
from sqlalchemy.dialects.sqlite import insert

from aesculus.design.build import RECIPE_PATTERN
from aesculus.records import Stage, Status
from aesculus.store import designs as known_designs
from aesculus.store import integrity, names
from aesculus.store.errors import DamagedRecordError, StoreError
from aesculus.store.jobs import Job, canonical_json
from aesculus.store.schema import artefacts, designs, figures, logs, records
from aesculus.store.values import Attempts, Line, Metrics, Names, Seconds, check_created

LOG_BYTES = 64 << 10
"""How much of a log's end is kept."""


class StageRecord(BaseModel):
    """What the store knows of one job that was run; `store.values` says what the values may be.

    Attributes:
        key: the job's content address.
        job: everything the outcome depends on.
        status: how the last attempt ended.
        metrics: the stage's figures, see ARCHITECTURE.md.
        tools: tool name to version, as the stage reported them.
        artefacts: name to SHA-256; `Store.artefact` gives the content.
        reason: one line, empty when `ok`.
        seconds: wall time of the last attempt.
        attempts: how often the job was run and recorded.
        created: when the record got its present content, UTC.
    """

    model_config = ConfigDict(frozen=True)

    key: str
    job: Job
    status: Status
    metrics: Metrics = {}
    tools: Names = {}
    artefacts: Names = {}
    reason: Line = ""
    seconds: Seconds = 0.0
    attempts: Attempts = 1
    created: AwareDatetime

    @property
    def stage(self) -> Stage:
        """The job's stage."""
        return self.job.stage

    @property
    def ok(self) -> bool:
        """Whether the stage ended well."""
        return self.status is Status.OK


def now() -> datetime:
    """Return the present time in UTC."""
    return datetime.now(UTC)


def _design_id(connection: Connection, job: Job) -> int:
    digest = job.design_digest
    found = connection.execute(select(designs).where(designs.c.digest == digest)).first()
    values = {"digest": digest, "label": job.label, "json": canonical_json(job.design)}
    if found is not None:
        if (found.label, found.json) != (values["label"], values["json"]):
            _correct(connection, found, job, values)
        return int(found.id)
    done = connection.execute(insert(designs).values(values).returning(designs.c.id))
    return int(done.scalar_one())


def _correct(connection: Connection, found: Row[Any], job: Job, values: Mapping[str, str]) -> None:
    """Put the label and fields of a job into the row of its design, unless that has others as good.

    Rows may come from an older version, which knew fewer fields, or from somebody who means to
    rename what is measured here.
    """
    if not known_designs.settled(job.label, job.design_digest):
        return
    if found.label != job.label and known_designs.settled(found.label, job.design_digest):
        values = {**values, "label": found.label}
    query = select(records.c.id, records.c.checksum).where(records.c.design_id == found.id)
    touched = connection.execute(query).all()
    connection.execute(update(designs).where(designs.c.id == found.id).values(values))
    for record_id, before in touched:
        integrity.note(connection, record_id, before)
    _mark_stale(connection, found.id, "")


def _mark_stale(connection: Connection, design_id: int, device: str) -> None:
    """Say that the figures of a design on a device (on all, when empty) must be made anew."""
    connection.execute(
        insert(figures)
        .values(design_id=design_id, device=device, stale=True, builder="")
        .on_conflict_do_update(index_elements=["design_id", "device"], set_={"stale": True})
    )
    if not device:
        connection.execute(
            update(figures).where(figures.c.design_id == design_id).values(stale=True)
        )


def sizes_of(connection: Connection, keys: Sequence[str]) -> dict[str, dict[str, int]]:
    """Return the sizes of the artefacts of records, in bytes: key to name to size."""
    query = (
        select(records.c.key, artefacts.c.name, artefacts.c.size)
        .join(artefacts, artefacts.c.record_id == records.c.id)
        .where(records.c.key.in_(keys))
    )
    found: dict[str, dict[str, int]] = {}
    for row in connection.execute(query):
        found.setdefault(row.key, {})[row.name] = row.size
    return found


def write_record(
    connection: Connection, record: StageRecord, log: str, sizes: Mapping[str, int]
) -> bool:
    """Keep a record unless its key already has an `ok` one; return whether it was kept.

    A record of a failed attempt is replaced by the next attempt's, which adds to `attempts`.

    Args:
        connection: an open write transaction.
        record: the record.
        log: tail of the tool's output.
        sizes: artefact name to size in bytes.

    Raises:
        StoreError: a name of the record is none.
    """
    _check_names(record)
    found = connection.execute(
        select(records.c.id, records.c.status, records.c.attempts, records.c.checksum).where(
            records.c.key == record.key
        )
    ).first()
    if found is not None and found.status == Status.OK:
        return False
    job = record.job
    design_id = _design_id(connection, job)
    values = {
        "key": record.key,
        "stage": job.stage.value,
        "design_id": design_id,
        "device": job.device,
        "device_digest": job.device_digest,
        "recipe": job.recipe,
        "seed": job.seed,
        "rtl_digest": job.rtl_digest,
        "inputs": canonical_json(job.inputs),
        "job_tools": canonical_json(job.tools),
        "status": record.status.value,
        "metrics": canonical_json(record.metrics),
        "tools": canonical_json(record.tools),
        "reason": record.reason,
        "seconds": record.seconds,
        "attempts": record.attempts + (found.attempts if found is not None else 0),
        "created": record.created.isoformat(timespec="microseconds"),
    }
    if found is None:
        done = connection.execute(insert(records).values(values).returning(records.c.id))
        record_id = int(done.scalar_one())
    else:
        record_id = found.id
        connection.execute(update(records).where(records.c.id == record_id).values(values))
        for table in (logs, artefacts):
            connection.execute(delete(table).where(table.c.record_id == record_id))
    if log:
        packed = zlib.compress(log.encode()[-LOG_BYTES:])
        connection.execute(insert(logs).values(record_id=record_id, zlib=packed))
    if record.artefacts:
        connection.execute(
            insert(artefacts),
            [
                {"record_id": record_id, "name": name, "digest": digest, "size": sizes[name]}
                for name, digest in record.artefacts.items()
            ],
        )
    integrity.note(connection, record_id, None if found is None else found.checksum)
    _mark_stale(connection, design_id, job.device)
    return True


def _check_names(record: StageRecord) -> None:
    job = record.job
    why = names.refused(
        key=record.key, label=job.label, device=job.device, artefacts=record.artefacts
    )
    if why:
        raise StoreError(f"record {record.key[:12]!a}: {why}")


def record_query() -> Select[Any]:
    """Return the query over records and their designs that `load` understands."""
    whose = (designs.c.label, designs.c.json.label("design"), designs.c.digest.label("whose"))
    return select(records, *whose).join(designs)


def load(connection: Connection, query: Select[Any]) -> Iterator[StageRecord]:
    """Yield the records of a query made with `record_query`.

    Raises:
        StoreError: one is damaged, or has a name that is none.
    """
    for batch in connection.execute(query).mappings().partitions(500):
        files = _artefact_names(connection, [row["id"] for row in batch])
        for row in batch:
            try:
                record = _record(row, files.get(row["id"], {}))
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                why = _first_line(error)
                raise DamagedRecordError(
                    f"record {str(row['key'])[:12]!a} is damaged ({why[:200]!a})"
                ) from error
            _check_names(record)
            yield record


def _first_line(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        return f"{where}: {first['msg'].removeprefix('Value error, ')}"
    return str(error).splitlines()[0] if str(error) else type(error).__name__


_PROMISED = {
    Stage.VERIFY: ("blocks_per_cycle", "latency_cycles"),
    Stage.PLACE: ("fmax_placed_mhz",),
    Stage.ROUTE: ("fmax_routed_mhz",),
    Stage.VENDOR: ("fmax_routed_mhz",),
    Stage.CLOSE: ("fmax_routed_mhz", "routed_sha256"),
}
"""Figures without which no row can be made of a record that came right."""


def why_not(record: StageRecord, *, of_others: bool = False) -> str:
    """Return why a record cannot be what it says it is, empty when it can.

    Its key must be that of its job, and its design the one that its label names.
    """
    if record.key != record.job.key:
        return "its key is not that of its job"
    missing = [name for name in _PROMISED.get(record.stage, ()) if name not in record.metrics]
    if record.ok and missing:
        return f"it came right without {missing[0]}"
    return known_designs.why_not(record.job, of_others=of_others)


def why_not_ours(record: StageRecord) -> str:
    """Return why a record of another store is not taken, empty when it is; see `why_not`."""
    if not names.is_label(record.job.label):
        return f"label {record.job.label[:80]!a} names no design"
    if record.job.recipe and not re.fullmatch(RECIPE_PATTERN, record.job.recipe):
        return f"recipe {record.job.recipe[:80]!a} is none"
    try:
        check_created(record.created)
    except ValueError as error:
        return str(error)
    return why_not(record, of_others=True)


def _artefact_names(connection: Connection, ids: Sequence[int]) -> dict[int, dict[str, str]]:
    found: dict[int, dict[str, str]] = {}
    query = select(artefacts.c.record_id, artefacts.c.name, artefacts.c.digest)
    for row in connection.execute(query.where(artefacts.c.record_id.in_(ids))):
        found.setdefault(row.record_id, {})[row.name] = row.digest
    return found


def _record(row: RowMapping, files: dict[str, str]) -> StageRecord:
    job = Job(
        stage=Stage(row["stage"]),
        label=row["label"],
        design=json.loads(row["design"]),
        design_digest=row["whose"],
        device=row["device"],
        device_digest=row["device_digest"],
        recipe=row["recipe"],
        seed=row["seed"],
        rtl_digest=row["rtl_digest"],
        inputs=json.loads(row["inputs"]),
        tools=json.loads(row["job_tools"]),
    )
    return StageRecord(
        key=row["key"],
        job=job,
        status=Status(row["status"]),
        metrics=json.loads(row["metrics"]),
        tools=json.loads(row["tools"]),
        artefacts=files,
        reason=row["reason"],
        seconds=row["seconds"],
        attempts=row["attempts"],
        created=datetime.fromisoformat(row["created"]),
    )


def log_of(connection: Connection, key: str) -> str:
    """Return the log kept with a record, empty when there is none."""
    packed = connection.execute(
        select(logs.c.zlib).join(records).where(records.c.key == key)
    ).scalar()
    if packed is None:
        return ""
    try:
        # What was packed by somebody else may unpack to any size.
        packer = zlib.decompressobj()
        text = packer.decompress(packed, LOG_BYTES)
        more = b"" if packer.eof else packer.decompress(packer.unconsumed_tail, 1)
    except (zlib.error, TypeError) as error:
        raise StoreError(f"the log of record {key[:12]!a} is damaged: {error}") from error
    # Bytes that are damaged may be taken for a stream that goes on.
    if not packer.eof and not more:
        raise StoreError(f"the log of record {key[:12]!a} is damaged: it has no end")
    return text.decode(errors="replace")

"""The store: every result of every job, kept through crashes and shared between processes."""

import os
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self, Unpack

from sqlalchemy import Connection, func, select

from aesculus import verilog
from aesculus.defaults import on_store
from aesculus.inputs import MOST_NETLIST, MOST_UNPACKED, InputFileError, parse_json, unpacked
from aesculus.records import Stage, StageOutcome, Status
from aesculus.store import claims, figures, integrity, queries
from aesculus.store.cache import ArtefactCache
from aesculus.store.database import Database
from aesculus.store.designs import as_known
from aesculus.store.errors import (
    ArtefactError,
    MergeError,
    MissingArtefactError,
    NoStoreError,
    StoreError,
    translated,
)
from aesculus.store.figures import Build
from aesculus.store.jobs import Job
from aesculus.store.queries import Where
from aesculus.store.records import (
    StageRecord,
    load,
    log_of,
    now,
    record_query,
    sizes_of,
    why_not,
    why_not_ours,
    write_record,
)
from aesculus.store.schema import artefacts, designs, records

_BATCH = 500
_EXISTS = "{} exists: name a file that does not"
_VERILOG = (".v", ".sv")
_NETLIST = "netlist.json"
_TOP = "aesculus_point"
_GZIP = b"\x1f\x8b"


Check = Callable[[Job, Mapping[str, bytes]], None]
"""Looks at the netlists of a record of somebody else."""


def _no_check(job: Job, netlists: Mapping[str, bytes]) -> None:
    """Find nothing wrong."""
    del job, netlists


def _named_so(part: Path, target: Path) -> None:
    """Give a file that is whole its name, if no other has it by now.

    Raises:
        NoStoreError: another one has.
    """
    try:
        os.link(part, target)
    except FileExistsError:
        raise NoStoreError(_EXISTS.format(target)) from None
    except OSError:
        # A file system without links to a file cannot tell.
        part.rename(target)


class Store:
    """A database of stage records with its artefact cache.

    Several processes and threads may use one store at once. A `put` that has returned survives the
    death of the process and of the machine. Every method raises `StoreError` with one clear line
    when the file is read-only, damaged, locked for a minute, or the disk is full.
    """

    def __init__(self, database: Database, cache: ArtefactCache):
        self._database = database
        self._shown = database
        self._seen: object = None
        self._held = ExitStack()
        self._cache = cache
        self._claims = claims.Claims(database)

    @classmethod
    def open(cls, path: Path | str, *, writable: bool = True) -> Self:
        """Open a store, making it or bringing it to the newest version where needed.

        Args:
            path: the database file; artefacts live in `cache/` beside it.
            writable: when false, the store must exist and nothing on disk is changed.

        Raises:
            StoreError: the file is not a store, damaged, of a newer version, or cannot be written.
        """
        path = Path(path)
        return cls(Database(path, writable=writable), ArtefactCache(path.parent / "cache"))

    @property
    def path(self) -> Path:
        """The database file."""
        return self._database.path

    @property
    def artefacts(self) -> ArtefactCache:
        """The cache of artefacts."""
        return self._cache

    @property
    def writable(self) -> bool:
        """Whether the store was opened for writing."""
        return self._database.writable

    def close(self) -> None:
        """Close the store; safe to call twice."""
        self._held.close()
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def get(self, key: str) -> StageRecord | None:
        """Return the record of a job's key, `None` when the job was never recorded."""
        with self._database.read() as connection:
            query = record_query().where(records.c.key == key)
            return next(load(connection, query), None)

    def log(self, key: str) -> str:
        """Return the kept tail of a job's log, empty when there is none."""
        with self._database.read() as connection:
            return log_of(connection, key)

    def put(self, job: Job, outcome: StageOutcome) -> StageRecord:
        """Record how a job ended and return the record that the store now holds.

        The first `ok` outcome of a key stays; a failed one is replaced by the next attempt's. A
        repeated `put` of the same job therefore does no harm.
        """
        with translated(self.path):
            digests = {name: self._cache.add(data) for name, data in outcome.artefacts.items()}
        record = StageRecord(
            key=job.key,
            job=job,
            status=outcome.status,
            metrics=outcome.metrics,
            tools=outcome.tools,
            artefacts=digests,
            reason=outcome.reason,
            seconds=outcome.seconds,
            created=now(),
        )
        sizes = {name: len(data) for name, data in outcome.artefacts.items()}
        with self._database.write() as connection:
            write_record(connection, record, outcome.log, sizes)
            return next(load(connection, record_query().where(records.c.key == job.key)))

    def records(
        self,
        *,
        stage: Stage | None = None,
        status: Status | None = None,
        device: str | None = None,
        label: str | None = None,
        design_digest: str | None = None,
        rtl_digest: str | Collection[str] | None = None,
        seed: int | None = None,
        limit: int | None = None,
    ) -> list[StageRecord]:
        """Return the records that fit all given filters, oldest first; of several digests any.

        With a limit they are the newest so many.
        """
        wanted = {
            records.c.stage: stage and stage.value,
            records.c.status: status and status.value,
            records.c.device: device,
            designs.c.label: label,
            designs.c.digest: design_digest,
            records.c.rtl_digest: rtl_digest,
            records.c.seed: seed,
        }
        query = record_query().order_by(records.c.id.desc()).limit(limit)
        for column, value in wanted.items():
            if isinstance(value, Collection) and not isinstance(value, str):
                query = query.where(column.in_(sorted(value)))
            elif value is not None:
                query = query.where(column == value)
        with self._database.read() as connection:
            return list(load(connection, query))[::-1]

    def known(self, keys: Iterable[str]) -> dict[str, tuple[Status, int]]:
        """Return status and attempts of those of the keys that have a record."""
        wanted = list(keys)
        found: dict[str, tuple[Status, int]] = {}
        with self._database.read() as connection:
            for part in range(0, len(wanted), _BATCH):
                query = select(records.c.key, records.c.status, records.c.attempts).where(
                    records.c.key.in_(wanted[part : part + _BATCH])
                )
                for row in connection.execute(query):
                    found[row.key] = (Status(row.status), row.attempts)
        return found

    def has_label(self, label: str) -> bool:
        """Return whether there is a design of exactly this label, whether it can be read or not."""
        with self._database.read() as connection:
            query = select(designs.c.id).where(designs.c.label == label).limit(1)
            return connection.execute(query).first() is not None

    def counts(self) -> dict[tuple[Stage, Status], int]:
        """Return how many records there are of each stage and status."""
        query = select(records.c.stage, records.c.status, func.count()).group_by(
            records.c.stage, records.c.status
        )
        with self._database.read() as connection:
            return {(Stage(row[0]), Status(row[1])): row[2] for row in connection.execute(query)}

    def content(self) -> str:
        """Return a text that is another one once a record came, went or was made anew."""
        with self._database.read() as connection:
            return integrity.state(connection)

    def artefact(self, digest: str) -> bytes:
        """Return the content of an artefact.

        Raises:
            MissingArtefactError: it is not there; in a copy without artefacts that is no damage.
            ArtefactError: it is damaged on disk.
            StoreError: it cannot be read.
        """
        with translated(self.path):
            try:
                return self._cache.get(digest)
            except MissingArtefactError:
                if not self.bare:
                    raise
                raise MissingArtefactError(
                    f"artefact {digest} is not in {self.path}, a copy without artefacts; a run on "
                    "another --store makes it"
                ) from None

    def claim(self, key: str, *, lease_s: float = claims.LEASE_S) -> AbstractContextManager[bool]:
        """Claim a job, so that no other process runs it at the same time.

        The context gives `True` when the claim was obtained, `False` when another living process
        holds it. It is renewed in the background and freed at the end of the block; the claim of
        a dead process is freed at once on the same host, elsewhere when its lease runs out.
        Look the record up again after a claim was obtained: its last holder may have made it.

        Args:
            key: the job's key.
            lease_s: seconds after the last sign of life when others may take it.
        """
        return self._claims.claim(key, lease_s)

    def refresh_figures(self, build: Build, builder: Callable[[str], str]) -> int:
        """Make stale rows of figures anew, see `figures.refresh`; return how many.

        Those of a store that is open for reading only are made anew in a copy, which is then shown.
        """
        if self.writable:
            return figures.refresh(self._database, build, builder)
        state = self._database.state()
        if state == self._seen:
            return 0
        self._held.close()
        self._shown = self._database
        made = 0
        if figures.is_stale(self._database, builder):
            # Nobody may see what is stale, and the file is not to be changed.
            self._shown = self._held.enter_context(self._database.copied())
            made = figures.refresh(self._shown, build, builder)
        self._seen = state
        return made

    def check_figures(self, labels: Sequence[str], build: Build) -> None:
        """Compare the kept figures of some designs with their records, and these with their sums.

        Raises:
            StoreError: some are not as the records say, or a record is not as it was written.
        """
        found = figures.wrong(self._shown, build, labels)
        with self._shown.read() as connection:
            if not found and (record := integrity.broken_of(connection, labels)):
                found = f"record {record}: its content is not what its checksum says"
        if found:
            forget = on_store("aesculus store forget --damaged", self.path)
            how = f"`{forget}` has them made anew"
            raise StoreError(f"store {self.path} is damaged: {found}; {how}")

    def figures(
        self,
        *,
        labels: Sequence[str] | None = None,
        order_by: str | None = None,
        descending: bool = False,
        limit: int | None = None,
        **where: Unpack[Where],
    ) -> list[dict[str, Any]]:
        """Return rows of figures that fit, see `queries.select_rows`."""
        return queries.select_rows(
            self._shown,
            labels=labels,
            order_by=order_by,
            descending=descending,
            limit=limit,
            **where,
        )

    def nondominated(
        self,
        objectives: Mapping[str, bool],
        **where: Unpack[Where],
    ) -> list[dict[str, Any]]:
        """Return the Pareto-optimal rows of figures, see `nondominated`."""
        # It loads the array libraries.
        from aesculus.store.nondominated import nondominated  # noqa: PLC0415

        return nondominated(self._shown, objectives, **where)

    @property
    def bare(self) -> bool:
        """Whether it was made without artefacts: one that is not there is no damage."""
        return self._database.bare

    def check_whole(self) -> None:
        """Return if whole copies can be made of it.

        Raises:
            NoStoreError: it was made without artefacts.
        """
        if self.bare:
            raise NoStoreError(
                f"store {self.path} is a copy without artefacts: a campaign goes on from it with "
                "--store, and `aesculus store export --bare` copies it; it cannot be merged"
            )

    def check(self, build: Build | None = None, builder: Callable[[str], str] = str) -> None:
        """Read the whole database and every artefact, and compare all with the checksums.

        Args:
            build: if given, kept rows of figures are compared with what it makes of the records.
            builder: as for `refresh_figures`.

        Raises:
            StoreError: something is damaged; the message names it.
        """
        found = self.problems(build, builder)
        if found:
            more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
            raise StoreError(f"store {self.path} is damaged: {found[0]}{more}")

    def problems(
        self, build: Build | None = None, builder: Callable[[str], str] = str
    ) -> list[str]:
        """Return all that is wrong with the store, a line each; see `check`."""
        found = self._database.problems()
        try:
            # Checksums may fit what is no record at all.
            for batch in self._batches(found, verify=False):
                for record, _ in batch:
                    if why := why_not(record):
                        found.append(f"record {_named(record)}: {why}")
            if build is not None:
                found += figures.problems(self._database, build, builder)
            with self._database.read() as connection:
                lost = self._lost(connection)
                names = integrity.named(connection, list(lost))
        except (StoreError, ValueError, TypeError, LookupError, ArithmeticError) as error:
            return [*found, f"database: cannot be read: {error}"]
        return [*found, *(f"{names.get(each, 'no record')}: {why}" for each, why in lost.items())]

    def _lost(self, connection: Connection) -> dict[int, str]:
        """Return the records with an artefact that is missing or damaged, and what it is."""
        found: dict[int, str] = {}
        why: dict[str, str] = {}
        bare = self.bare
        query = select(artefacts.c.digest, artefacts.c.record_id)
        for digest, record_id in connection.execute(query.order_by(artefacts.c.record_id)).all():
            if digest not in why:
                try:
                    self.artefact(str(digest))
                    why[digest] = ""
                except MissingArtefactError as error:
                    why[digest] = "" if bare else str(error)
                except StoreError as error:
                    why[digest] = str(error)
            if why[digest]:
                found.setdefault(record_id, why[digest])
        return found

    def forget(self, *, labels: Collection[str] | None = None, ok: bool = False) -> int:
        """Remove records, so that their jobs are run again; return how many.

        Args:
            labels: only those of these canonical labels.
            ok: also those that ended well; without it only failures.
        """
        query = select(records.c.id).join(designs)
        if labels is not None:
            query = query.where(designs.c.label.in_(labels))
        if not ok:
            query = query.where(records.c.status != Status.OK.value)
        with self._database.write() as connection:
            return figures.forget(connection, list(connection.execute(query).scalars()))

    def seal(self) -> None:
        """Make all checksums anew, after rows were written past the store; it hides damage."""
        with self._database.write() as connection:
            integrity.seal(connection)

    def forget_damaged(self) -> list[str]:
        """Remove records that are not what their checksum says, or lack an artefact; name them.

        So are those that cannot be read, or cannot be what they say.
        """
        with self._database.write() as connection:
            bad = set(integrity.broken(connection)) | set(self._lost(connection))
            for record_id in connection.execute(select(records.c.id)).scalars().all():
                if record_id in bad:
                    continue
                one = record_query().where(records.c.id == record_id)
                try:
                    if any(why_not(record) for record in load(connection, one)):
                        bad.add(record_id)
                except StoreError:
                    bad.add(record_id)
            names = integrity.named(connection, sorted(bad))
            figures.forget(connection, sorted(bad))
            figures.doubt(connection)
            integrity.seal(connection)
            return list(names.values())

    def export(self, path: Path | str, *, bare: bool = False) -> None:
        """Write a whole copy of the store, artefacts included, to another file and its `cache/`.

        Args:
            path: the file, which is not there yet.
            bare: leave out artefacts and logs. A campaign goes on from such a copy: what it knows
                stays known, and an artefact that a further stage starts from is made again.

        The file gets its name once it is whole, so what was interrupted leaves none.

        Raises:
            StoreError: the target exists, its folder does not, or it cannot be written.
            MergeError: records do not verify; all others are in the copy.
        """
        target = Path(path)
        if target.exists():
            raise NoStoreError(_EXISTS.format(target))
        if not target.absolute().parent.is_dir():
            raise NoStoreError(f"{target.parent} is no folder: name a file in one that is there")
        if not bare:
            self.check_whole()
        refused: MergeError | None = None
        with (
            translated(target),
            tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}-") as folder,
        ):
            part = Path(folder) / target.name
            # What a copy has besides has its name by its content, so it can be there before.
            cache = ArtefactCache(target.parent / "cache")
            with Store(Database(part, writable=True), cache) as copy:
                try:
                    if bare:
                        copy._take_bare(self)
                    else:
                        copy.merge(self)
                except MergeError as error:
                    refused = error
            _named_so(part, target)
        if refused is not None:
            raise refused

    def _take_bare(self, other: "Store") -> None:
        """Take over the records of another store, of artefacts nothing but their names.

        Raises:
            MergeError: records do not verify; all others were taken over.
            StoreError: the other store does not verify as a whole; nothing was taken.
        """
        other._database.check()
        self._database.mark_bare()
        taken = 0
        refused: list[str] = []
        for batch in other._batches(refused):
            with other._database.read() as connection:
                sizes = sizes_of(connection, [record.key for record, _ in batch])
            with self._database.write() as connection:
                for record, _ in batch:
                    taken += write_record(connection, record, "", sizes.get(record.key, {}))
        if refused:
            raise MergeError(other.path, taken, refused)

    def take(self, other: "Store", key: str) -> StageRecord | None:
        """Take over the record of one key from a store with the same artefacts; return it.

        Returns:
            `None` if that store has none.
        """
        record = other.get(key)
        if record is None:
            return None
        with other._database.read() as connection:
            sizes = sizes_of(connection, [key]).get(key, {})
        with self._database.write() as connection:
            write_record(connection, record, other.log(key), sizes)
        return record

    def merge(self, other: "Store | Path | str", check: Check = _no_check) -> int:
        """Take over the records of another store that this one lacks; return how many.

        An `ok` record beats a failed one; of two `ok` ones this store's stays. The other store is
        only read. A merge that was cut short is completed by merging again.

        Args:
            other: the other store.
            check: raises a `ValueError` where the netlists of a record cannot be what its job
                makes; it gets the job, and name to content, unpacked.

        Raises:
            MergeError: records do not verify; all others were taken over.
            StoreError: the other store does not verify as a whole; nothing was taken.
        """
        if not isinstance(other, Store):
            with Store.open(other, writable=False) as opened:
                return self.merge(opened, check)
        other.check_whole()
        other._database.check()
        taken = 0
        refused: list[str] = []
        for batch in other._batches(refused):
            sizes: dict[str, dict[str, int]] = {}
            for record, _ in batch:
                if why := why_not_ours(record):
                    refused.append(f"{_named(record)}: {why}")
                    continue
                try:
                    sizes[record.key] = self._adopt(other, record, check)
                except (ArtefactError, ValueError, OSError) as error:
                    refused.append(f"{_named(record)}: {error}")
            with self._database.write() as connection:
                for record, log in batch:
                    if record.key in sizes and _is_news(connection, record):
                        # What another machine tried and failed at, this one may still try.
                        tried = {} if record.ok else {"attempts": 1}
                        job = {"job": as_known(record.job)}
                        known = record.model_copy(update={**job, **tried})
                        taken += write_record(connection, known, log, sizes[record.key])
        # What is there may be right; that some are gone has to be said.
        with other._database.read() as connection:
            if lacks := integrity.miscounted(connection):
                refused.append(f"the store as a whole: {lacks}")
        if refused:
            raise MergeError(other.path, taken, refused)
        return taken

    def _batches(
        self, refused: list[str], *, verify: bool = True
    ) -> Iterator[list[tuple[StageRecord, str]]]:
        """Yield the records that can be read, with their logs; tell `refused` of the others.

        Args:
            refused: gets a line for each of them.
            verify: leave out those, too, that are not what their checksum says.
        """
        last = -1 << 63
        while True:
            with self._database.read() as connection:
                ids = connection.execute(
                    select(records.c.id)
                    .where(records.c.id > last)
                    .order_by(records.c.id)
                    .limit(_BATCH)
                ).scalars()
                wanted = list(ids)
                if not wanted:
                    return
                bad = integrity.broken(connection, wanted) if verify else {}
                refused += [f"{name}: not what its checksum says" for name in bad.values()]
                good = [each for each in wanted if each not in bad]
                yield _readable(connection, good, refused)
            last = wanted[-1]

    def _adopt(self, other: "Store", record: StageRecord, check: Check) -> dict[str, int]:
        """Copy a record's artefacts into this cache; return their sizes.

        Raises:
            ArtefactError: one is missing or damaged.
            ValueError: one is a netlist that could run more than a simulation, or no text.
            OSError: one cannot be read.
            StoreError: one cannot be kept here.
        """
        contents: dict[str, bytes] = {}
        netlists: dict[str, bytes] = {}
        for name, digest in record.artefacts.items():
            contents[name] = content = other._cache.get(digest)
            is_netlist = name.endswith((*_VERILOG, _NETLIST))
            most = MOST_NETLIST if is_netlist else MOST_UNPACKED
            plain = unpacked(content, most) if content[:2] == _GZIP else content
            if name.endswith(_VERILOG):
                # Simulating it compiles a program out of it.
                verilog.checked(_text(name, plain))
            elif name == _NETLIST:
                # It is routed, and simulated as Verilog that is made of it.
                _check_netlist(plain)
            if is_netlist:
                netlists[name] = plain
        check(record.job, netlists)
        # Nothing of a record that is refused is kept.
        with translated(self.path):
            for content in contents.values():
                self._cache.add(content)
        return {name: len(content) for name, content in contents.items()}


def _text(name: str, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{name} is no text in UTF-8") from None


def _readable(
    connection: Connection, ids: Sequence[int], refused: list[str]
) -> list[tuple[StageRecord, str]]:
    """Return the records with their logs; tell `refused` of those that cannot be read."""
    found = []
    for part in (ids, *([each] for each in ids)):
        query = record_query().where(records.c.id.in_(part)).order_by(records.c.id)
        try:
            batch = [(each, log_of(connection, each.key)) for each in load(connection, query)]
        except StoreError as error:
            # One by one then, to find out which.
            if len(part) == 1:
                refused.append(str(error))
            continue
        if part is ids:
            return batch
        found += batch
    return found


def _check_netlist(content: bytes) -> None:
    """Refuse a netlist that could be more than cells; what is no netlist, no tool reads.

    Raises:
        ForeignCodeError: it could.
        InputFileError: reading it would take more memory than any netlist.
    """
    try:
        found = parse_json(content)
        found["modules"][_TOP]["ports"]
    except InputFileError:
        raise
    except (KeyError, RecursionError, TypeError, ValueError):
        return
    verilog.check_netlist(found, _TOP)


def _named(record: StageRecord) -> str:
    place = f" on {record.job.device}" if record.job.device else ""
    return f"{record.stage} {record.job.label}{place}"


def _is_news(connection: Connection, record: StageRecord) -> bool:
    """Return whether a merge should write the record.

    Merging twice must not count attempts twice.
    """
    status = connection.execute(
        select(records.c.status).where(records.c.key == record.key)
    ).scalar()
    return status is None or (record.ok and status != Status.OK)

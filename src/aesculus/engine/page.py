"""The report of a store: what its records know beside the figures goes onto the page."""

import secrets
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from aesculus import metrics
from aesculus.defaults import STORE
from aesculus.engine.eligible import sources_of
from aesculus.inputs import parse_json, unpacked
from aesculus.metrics import Row
from aesculus.records import Stage
from aesculus.report.criticalpath import critical_path
from aesculus.report.evidence import Evidence, SeedRun, Step
from aesculus.report.floorplan import read as read_floor
from aesculus.report.html import Page, write_page
from aesculus.report.live import Source
from aesculus.report.pagedata import Known
from aesculus.report.standing import standings
from aesculus.stages.floorplan import FLOORPLAN
from aesculus.store import StageRecord, Store, StoreError
from aesculus.store.opened import opened

_Read = TypeVar("_Read")

_REPORT = "route_report.json"

MOST_FLOORPLANS = 1000
"""Designs whose floorplan is on a page; those on a frontier come first."""

_ROUTED = {Stage.ROUTE, Stage.VENDOR}


def write_report(store: Store, path: Path, *, command: str) -> int:
    """Write the page of a store's results; an older file there is replaced whole.

    Args:
        store: open, for reading at least.
        path: the HTML file; its folder is made if need be.
        command: what makes the page, printed in it.

    Returns:
        The number of rows on it.

    Raises:
        OSError: it cannot be written; an older file is then left as it was.
        StoreError: the store cannot be read.
    """
    page = page_of(store, command=command)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_page(page, path)
    return len([row for row in page.rows if row.device])


def live_source(path: Path, *, command: str) -> Source:
    """Return where the live page of a store comes from; the store need not be there yet."""
    # Who served the address before may have been another program, with other rules or sources.
    own = secrets.token_hex(8)

    def version() -> str:
        if not path.exists():
            return f"{own}-none"
        with Store.open(path, writable=False) as store:
            return f"{own}-{store.content()}"

    def make() -> Page:
        if not path.exists():
            return Page(rows=(), command=command, live=True)
        # Who explores keeps the rows up to date; where nobody does, they are made here.
        with opened(path, must_exist=True) as store:
            return page_of(store, command=command, live=True)

    return Source(version, make)


def page_of(store: Store, *, command: str, live: bool = False) -> Page:
    """Return the page of a store's results.

    Args:
        store: open, for reading at least.
        command: what makes the page, printed in it.
        live: whether it is served, and asks for news.

    Raises:
        StoreError: the store cannot be read.
    """
    rows = metrics.rows(store)
    sources = sources_of(rows)
    known = Known(sources, evidence_of(store, rows, with_floorplan(rows, sources)))
    name = "" if store.path == STORE else str(store.path)
    return Page(rows=rows, known=known, command=command, live=live, store=name)


def with_floorplan(rows: Sequence[Row], sources: Collection[str] | None) -> set[tuple[str, str]]:
    """Return (label, device) of the designs whose floorplan is shown: a page must stay small."""
    routed = [row for row in rows if row.n_seeds]
    if len(routed) > MOST_FLOORPLANS:
        _, marks = standings(routed, sources)
        marked = sorted(zip(marks, routed, strict=True), key=lambda pair: not pair[0])
        routed = [row for _, row in marked[:MOST_FLOORPLANS]]
    return {(row.label, row.device) for row in routed}


def evidence_of(
    store: Store, rows: Sequence[Row], floors: Collection[tuple[str, str]] = ()
) -> dict[tuple[str, str], Evidence]:
    """Return (label, device) to what the store's records know of a row beside its figures.

    Args:
        store: where the rows are from.
        rows: of any devices.
        floors: (label, device) of those whose floorplan is read too.
    """
    records: dict[tuple[str, str], list[StageRecord]] = defaultdict(list)
    for record in store.records():
        records[record.job.label, record.job.device or ""].append(record)
    return {
        (row.label, row.device): _evidence(
            store,
            row,
            [
                record
                for record in (*records[row.label, ""], *records[row.label, row.device])
                if record.job.rtl_digest == row.rtl_digest
            ],
            floor=(row.label, row.device) in floors,
        )
        for row in rows
        if row.device
    }


def _evidence(store: Store, row: Row, records: Sequence[StageRecord], *, floor: bool) -> Evidence:
    # Of several runs with one seed, by other tools say, the newest counts.
    routed = {
        record.job.seed: record
        for record in records
        if record.ok and record.stage in _ROUTED and record.job.seed in row.seeds
    }
    by_clock = sorted(routed.values(), key=lambda record: _run(record).mhz)
    middle = by_clock[(len(by_clock) - 1) // 2] if by_clock else None
    return Evidence(
        seeds=tuple(map(_run, by_clock)),
        path=None if middle is None else _read(store, middle, _REPORT, critical_path),
        floor=None if middle is None or not floor else _read(store, middle, FLOORPLAN, read_floor),
        steps=tuple(_steps(records)),
    )


def _run(record: StageRecord) -> SeedRun:
    parts = record.metrics.get("critical_path_ns", {})
    ends = record.metrics.get("critical_path", {})
    return SeedRun(
        seed=record.job.seed or 0,
        mhz=float(record.metrics["fmax_routed_mhz"]),
        logic_ns=float(parts.get("logic", 0.0)),
        routing_ns=float(parts.get("routing", 0.0)),
        start=str(ends.get("from", "")),
        end=str(ends.get("to", "")),
    )


def _read(
    store: Store, record: StageRecord, name: str, read: Callable[[dict[str, Any]], _Read]
) -> _Read | None:
    """Return what an artefact says; `None` where it is not there, or is none."""
    digest = record.artefacts.get(name)
    if digest is None:
        return None
    try:
        return read(parse_json(unpacked(store.artefact(digest))))
    except (
        StoreError,
        OSError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        ArithmeticError,
        RecursionError,
    ):
        # The page tells what is there: a cache may have been cleaned, or be somebody else's.
        return None


def _steps(records: Iterable[StageRecord]) -> list[Step]:
    last = {record.stage: record for record in sorted(records, key=lambda each: each.created)}
    return [
        Step(
            stage=stage.value,
            status=record.status.value,
            seconds=record.seconds,
            made=record.created.strftime("%Y-%m-%d %H:%M"),
        )
        for stage, record in last.items()
    ]

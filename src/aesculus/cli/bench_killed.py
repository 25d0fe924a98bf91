"""`aesculus bench killed-workers`: a campaign whose workers are killed at random throughout."""

import json
import tempfile
from pathlib import Path
from typing import Any

from aesculus import devices, markdown, metrics
from aesculus.cli.bench_common import head
from aesculus.cli.common import progress_console
from aesculus.cli.errors import RunError
from aesculus.devices import Device
from aesculus.engine import Engine, Options, Pool, Want, cores, run_wants
from aesculus.engine.chaos import Killer, worker_processes
from aesculus.engine.progress import PlainReporter, duration
from aesculus.frontier import AREA_ONLY, directions
from aesculus.metrics import Row
from aesculus.records import Stage
from aesculus.search import DesignSpace, load
from aesculus.store import Store

NAME = "killed-workers"
DOC = "Workers killed at random through a whole campaign, against the same one left in peace."
SPACE = "area-small"
COUNT = 60
CHANCE = 0.3
"""Of a kill after each result."""

_FIGURES = (*AREA_ONLY, "ff_count")


def run(store: Store, options: Options, out: Path, *, count: int = COUNT, seed: int = 0) -> None:
    """Synthesise points drawn from a space twice, in peace and with killed workers, and compare.

    Args:
        store: what it has counts for the run in peace.
        options: how to run that one; both have as many slots.
        out: folder of the figures and the log.
        count: points.
        seed: of the draw, and of the killing.

    Raises:
        RunError: the two differ, or the budget was too small.
    """
    content = load(SPACE)
    device = devices.load(content.devices[0])
    points = DesignSpace(content).sample(count, seed)
    wants = [Want(point, Stage.SYNTH, device) for point in points]
    labels = [point.label for point in points]
    if run_wants(store, wants, options).unreached:
        raise RunError("not complete yet: the budget was too small for the run in peace")
    slots = options.slots or cores()
    out.mkdir(parents=True, exist_ok=True)
    log = out / f"{NAME}.log"
    with (
        tempfile.TemporaryDirectory(prefix="aesculus-killed-") as folder,
        Store.open(Path(folder) / "store.db") as wild,
        log.open("w", encoding="utf-8") as stream,
        worker_processes(slots) as cluster,
        Pool(slots=slots, scheduler=cluster.scheduler_address, security=cluster.security) as pool,
    ):
        killer = Killer(cluster, CHANCE, seed, PlainReporter(stream))
        summary = Engine(wild, pool, reporter=killer).run(wants)
        records = wild.records()
        attempts = sorted({record.attempts for record in records})
        differ = _differing(_rows(store, device, labels), _rows(wild, device, labels))
        calm, wild_front = (_frontier(each, device, labels) for each in (store, wild))
    body: dict[str, Any] = {
        **head(NAME, DOC),
        "space": SPACE,
        "device": device.name,
        "points": count,
        "seed": seed,
        "workers": slots,
        "chance": CHANCE,
        "seconds": round(summary.seconds, 1),
        "jobs": summary.ran,
        "failed": summary.failed,
        "attempts": attempts,
        "killed": len(killer.killed),
        "differing": differ,
        "frontier": calm,
        "same_frontier": calm == wild_front,
    }
    stem = out / NAME
    stem.with_suffix(".json").write_text(json.dumps(body, indent=2) + "\n", encoding="utf-8")
    stem.with_suffix(".md").write_text(_text(body), encoding="utf-8")
    progress_console().print(f"Figures: {stem}.json, {stem}.md, {log}", highlight=False)
    if differ or not body["same_frontier"] or summary.failed:
        raise RunError(f"killed workers left a trace: see {stem}.md")


def _rows(store: Store, device: Device, labels: list[str]) -> dict[str, Row]:
    return {row.label: row for row in metrics.rows(store, device=device.name, labels=labels)}


def _differing(left: dict[str, Row], right: dict[str, Row]) -> list[str]:
    """Return labels whose figures are not the same in both."""

    def figures(row: Row | None) -> list[object]:
        return [] if row is None else [row.status, *(getattr(row, name) for name in _FIGURES)]

    names = sorted({*left, *right})
    return [name for name in names if figures(left.get(name)) != figures(right.get(name))]


def _frontier(store: Store, device: Device, labels: list[str]) -> list[str]:
    ways = directions(AREA_ONLY)
    found = metrics.pareto_rows(store, ways, device=device.name, matching={"label": labels})
    return sorted(row.label for row in found)


def _text(body: dict[str, Any]) -> str:
    same = "the same" if body["same_frontier"] and not body["differing"] else "NOT the same"
    lines = [
        "# Killed workers",
        "",
        f"{body['points']} points drawn from the space `{body['space']}` (seed {body['seed']}), "
        f"verified and synthesised for {body['device']}:",
        "once in peace, and once while a worker drawn at random was killed with SIGKILL after "
        f"{100 * body['chance']:g} % of the results.",
        f"Made {body['made']} with `{body['command']}`; the log is [{NAME}.log]({NAME}.log).",
        "",
        *markdown.table(
            ["what", "came of it"],
            [
                ["worker processes", body["workers"]],
                ["killed", body["killed"]],
                ["time", duration(body["seconds"])],
                ["results recorded", body["jobs"]],
                ["failed", body["failed"]],
                ["attempts a result was recorded after", ", ".join(map(str, body["attempts"]))],
                ["points whose figures differ", len(body["differing"])],
                ["frontier", f"{same}, {len(body['frontier'])} points"],
            ],
        ),
        "",
        f"Frontier: {', '.join(body['frontier'])}.",
    ]
    return "\n".join(lines) + "\n"

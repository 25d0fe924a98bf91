"""All that is measured on a device, by which it is told what the limits of a goal cost."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from aesculus import metrics
from aesculus.ciphers.aes.space import DesignPoint
from aesculus.design import parse_build
from aesculus.families import devices
from aesculus.metrics import Row
from aesculus.papers.measured import Measured
from aesculus.papers.results import committed
from aesculus.search.fixing import fixed_space, needed_of
from aesculus.search.goals import answer
from aesculus.search.goaltext import answer_object, read_goal, read_row, row_object
from aesculus.store import Store
from aesculus.studies.measure.table import MeasuredSpace, read

_HEADLINE = "headline"
_COUNTS = (
    *("lut_count", "lutram_count", "ff_count", "bram_count", "slice_estimate"),
    "latency_cycles",
)

_MODE = "design.mode"

_ROUTED_ONCE = 1
"""Seeds of a point of a measured space that has a clock."""


def in_store(store: Store, device: str) -> list[Row]:
    """Return what a store has on a device, whatever sources and netlists it is of."""
    return metrics.rows(store, device=device, verified=True)


def in_spaces(folder: Path, device: str) -> list[Row]:
    """Return what the measured spaces of a folder have on a device."""
    found: list[Row] = []
    for path in sorted(folder.glob("*.csv.gz")):
        table = read(path)
        if table.about["device"] == device:
            found += _rows(table)
    return found


def _rows(table: MeasuredSpace) -> Iterator[Row]:
    for entry in table.entries:
        if not entry.figures:
            continue
        figures: dict[str, Any] = {
            name: round(value) if name.endswith(("_count", "_luts", "_estimate")) else value
            for name, value in entry.figures.items()
        }
        yield Row.model_validate(
            {
                **figures,
                "label": entry.point.label,
                "design": entry.point.design.fields,
                "device": table.about["device"],
                "verified": True,
                "status": entry.status,
                "n_seeds": _ROUTED_ONCE if "fmax_routed_mhz" in figures else 0,
            }
        )


def in_results(folder: Path, device: str) -> list[Row]:
    """Return what the headline campaign and the papers' have on a device."""
    found = []
    headline = folder / f"{_HEADLINE}.json"
    if headline.exists():
        body = json.loads(headline.read_text(encoding="utf-8"))
        found += [Row.model_validate(row) for row in body["rows"] if row["device"] == device]
    for rows in committed(folder / "papers").values():
        found += [_row(row) for row in rows if row.device == device and row.lut_count is not None]
    return found


def _row(row: Measured) -> Row:
    shared = row.model_dump(include=set(Row.model_fields) - {"blocks_per_cycle", "status"})
    rate = row.blocks_per_cycle
    counts = {name: round(value) for name in _COUNTS if (value := shared.get(name)) is not None}
    return Row.model_validate(
        {
            **shared,
            **counts,
            "design": parse_build(row.label).design.fields,
            "verified": True,
            "blocks_per_cycle": None if rate is None else float(rate),
            "area_luts": row.area_luts,
            "status": row.status or "ok",
        }
    )


def on_page(body: Mapping[str, Any], device: str) -> list[Row]:
    """Return the rows that the page of goals itself has on a device."""
    found = []
    for goal in body["goals"]:
        if goal["device"] != device:
            continue
        rows = [goal["pick"], *goal["runners_up"], *(near["row"] for near in goal["nearest"])]
        rows += [each[name] for each in goal["binding"] for name in ("without", "next")]
        found += [read_row(row) for row in rows if row is not None]
    return found


def together(rows: Iterable[Row]) -> list[Row]:
    """Return each point once, its best known row: with a verified netlist, with most seeds."""
    best: dict[str, Row] = {}
    for row in rows:
        known = best.get(row.label)
        if known is None or _worth(row) > _worth(known):
            best[row.label] = row
    return [best[label] for label in sorted(best)]


def _worth(row: Row) -> tuple[int, bool]:
    return row.n_seeds, row.netlist_verified


def able(rows: Iterable[Row], space: str, fixes: Sequence[str]) -> list[Row]:
    """Return the rows that do what a goal needs and have a place on their device."""
    needed = needed_of(fixed_space(space, fixes))
    inside = any(path == _MODE for path in needed)
    return [
        row
        for row in rows
        # What a space says nothing of has nothing around it.
        if (_MODE.removeprefix("design.") in row.design) == inside
        and all(_field(row, path) in values for path, values in needed.items())
        and all(
            (getattr(row, figure) or 0) <= most
            for figure, most in devices.load(row.device).most.items()
        )
    ]


def _field(row: Row, path: str) -> Any:
    name = path.removeprefix("design.")
    return row.design.get(name, getattr(DesignPoint(), name, None))


def told_again(asked: Mapping[str, Any], rows: Sequence[Row]) -> dict[str, Any]:
    """Return an answer with what its limits cost, and what may be better, told by other rows.

    Args:
        asked: a goal of the page, with its answer.
        rows: all that is measured for it on its device.
    """
    goal = read_goal(asked)
    if asked["pick"] is None:
        return {**asked}
    pick = read_row(asked["pick"])
    found = answer([pick], goal, beyond=rows)
    kept = [row for row in rows if all(limit.miss(row) == 0 for limit in goal.limits)]
    ahead = sorted(
        (row for row in kept if goal.objective.better(row, pick)), key=goal.objective.key
    )
    again = answer_object(asked["device"], found, goal)
    return {
        **asked,
        **{name: again[name] for name in ("measured", "binding")},
        "netlist_not_verified": [row_object(row) for row in ahead],
    }

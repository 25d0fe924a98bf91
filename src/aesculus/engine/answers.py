"""Rows of a store among which the answer to a goal is."""

from collections.abc import Sequence

from aesculus import metrics
from aesculus.families import Device
from aesculus.metrics import Row
from aesculus.search.goals import SLACK, Goal, Limit
from aesculus.store import Matching, Store, Where

_SHOWN = 10


def goal_rows(
    store: Store,
    device: Device,
    goal: Goal,
    *,
    netlist_verified: bool | None = None,
    matching: Matching | None = None,
) -> list[Row]:
    """Return rows of verified designs among which the answer to a goal is, with its company.

    Only designs count for which the device has a place: an area may be known before any route. One
    that the router found no place for is no answer, although its area is known and within bounds.

    The best design, what a limit costs and the nearest miss are all on the frontier of the goal's
    figures; runners-up are the best of those that keep all limits. So only these are loaded.

    Args:
        store: the store.
        device: the device.
        goal: what is needed.
        netlist_verified: only rows whose netlist is (not) verified.
        matching: values that fields of a row have to have.
    """
    given: Where = {
        "device": device.name,
        "verified": True,
        "netlist_verified": netlist_verified,
        "matching": matching,
        # Asked for in the query: one without a place may have the smallest area of all.
        "not_status": metrics.NO_PLACE,
    }
    place = {figure: (None, most) for figure, most in device.most.items()}
    anywhere: Where = {**given, "bounds": place}
    limits = {limit.figure: _bounds(limit, device) for limit in goal.limits}
    within: Where = {**given, "bounds": place | limits}
    found = metrics.pareto_rows(store, goal.directions, **anywhere)
    found += metrics.rows(
        store,
        order_by=goal.objective.figure,
        descending=goal.objective.maximise,
        limit=_SHOWN,
        **within,
    )
    return sorted({row.label: row for row in found}.values(), key=lambda row: row.label)


def has_place(row: Row) -> bool:
    """Return whether nothing that was tried says that a design cannot be had on its device."""
    return row.status not in metrics.NO_PLACE


def standing(store: Store, device: Device, rows: Sequence[Row]) -> list[Row]:
    """Return rows of elsewhere without those that the store knows to be wrong or without a place.

    A run here that ended so, of the same sources, counts for more than one of elsewhere that ended
    well.
    """
    refuted = {
        (row.label, row.rtl_digest)
        for row in metrics.rows(store, device=device.name, matching={"status": metrics.NO_PLACE})
    }
    return [row for row in rows if (row.label, row.rtl_digest) not in refuted]


def _bounds(limit: Limit, device: Device) -> tuple[float | None, float | None]:
    if limit.at_least:
        return limit.value * (1 - SLACK), None
    most = limit.value * (1 + SLACK)
    return None, min(most, device.most.get(limit.figure, most))

"""Rows out of a store: kept up to date, filtered, and the Pareto-optimal ones."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Unpack

from pydantic import ValidationError

from aesculus.families import Device, devices
from aesculus.inputs import first_of
from aesculus.metrics.build import RULES, build_row
from aesculus.metrics.row import Row
from aesculus.store import StageRecord, Store, Where, digest_of
from aesculus.store.names import damaged_row


class _Making:
    """How rows are made now: with the rules and the device data of this installation."""

    def __init__(self) -> None:
        self._known: dict[str, Device | None] = {}

    def _lookup(self, name: str) -> Device | None:
        if name not in self._known:
            self._known[name] = devices.known(name)
        return self._known[name]

    def build(self, name: str, records: Sequence[StageRecord]) -> Mapping[str, Any]:
        """Return the row of a design on a device."""
        return build_row(name, self._lookup(name), records).model_dump(mode="json")

    def builder(self, name: str) -> str:
        """Return a text that changes when the rows of a device must be made anew."""
        device = self._lookup(name)
        data = device.model_dump(mode="json") if device is not None else None
        return f"{RULES}-{digest_of(data)[:16]}"


def refresh(store: Store) -> int:
    """Bring the store's figures up to date with its records; return how many rows changed."""
    making = _Making()
    return store.refresh_figures(making.build, making.builder)


def check_rows(store: Store, found: Sequence[Row]) -> None:
    """Compare rows of a store with the records, as before an answer or an export.

    Raises:
        StoreError: some are not as the records say: somebody changed them.
    """
    store.check_figures(sorted({row.label for row in found}), _Making().build)


def check_designs(store: Store, labels: Iterable[str]) -> None:
    """Compare all records of designs with their checksums, and their rows with the records.

    Raises:
        StoreError: somebody changed one.
    """
    refresh(store)
    store.check_figures(sorted(set(labels)), _Making().build)


def problems(store: Store) -> list[str]:
    """Return all that is wrong with a store, figures that differ from records included."""
    making = _Making()
    return store.problems(making.build, making.builder)


def rows(
    store: Store,
    *,
    labels: Sequence[str] | None = None,
    order_by: str | None = None,
    descending: bool = False,
    limit: int | None = None,
    **where: Unpack[Where],
) -> list[Row]:
    """Return the rows that fit, see `Store.figures`, up to date."""
    refresh(store)
    found = store.figures(
        labels=labels, order_by=order_by, descending=descending, limit=limit, **where
    )
    return _rows(found)


def checked(
    store: Store, *, labels: Sequence[str] | None = None, **where: Unpack[Where]
) -> list[Row]:
    """Return rows as `rows` does, compared with the records, for figures that are published.

    Raises:
        StoreError: some are not as the records say: somebody changed them.
    """
    found = rows(store, labels=labels, **where)
    check_rows(store, found)
    return found


def pareto_rows(
    store: Store,
    objectives: Mapping[str, bool],
    **where: Unpack[Where],
) -> list[Row]:
    """Return the Pareto-optimal rows without loading the others, see `Store.nondominated`.

    Args:
        store: the store.
        objectives: figure to whether it is maximised.
        where: what rows have to be; if it does not say `verified`, their RTL is.
    """
    refresh(store)
    found = store.nondominated(objectives, **where)
    return _rows(found)


def _rows(found: Iterable[Mapping[str, Any]]) -> list[Row]:
    """Return rows as a store has them.

    Raises:
        StoreError: somebody else wrote one, and it is none.
    """
    try:
        return [Row.model_validate(row) for row in found]
    except ValidationError as error:
        where, what = first_of(error)
        raise damaged_row(f"{where}: {what}") from error

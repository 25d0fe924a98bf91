"""What the values of a record may be, whoever wrote it: of known types, finite, and bounded.

A record that is read is used at once, in sums, ratios and columns of the database. One figure out
of all bounds would end every command on the store, or keep it busy for ever; so it is no record.
"""

import math
import re
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

MOST = (1 << 63) - 1
"""The largest whole number that a database keeps."""

_NODES = 100_000
_TEXT = 100_000
_DEPTH = 8
_AHEAD = timedelta(days=1)

_RATE = re.compile(r"[0-9]{1,9}(?:/[1-9][0-9]{0,8})?")

Count = Annotated[int, Field(strict=True, ge=0, le=10**12)]
Amount = Annotated[float, Field(strict=True, ge=0, le=1e12, allow_inf_nan=False)]
Clock = Annotated[float, Field(strict=True, gt=0, le=1e9, allow_inf_nan=False)]
Rate = Annotated[str, StringConstraints(strict=True, pattern=f"^{_RATE.pattern}$")]


def _one_line(text: str) -> str:
    # Whatever ends a line: what is shown could begin one of its own, as if this program spoke.
    return " ".join(text.splitlines())


Line = Annotated[str, StringConstraints(max_length=_TEXT), AfterValidator(_one_line)]
Name = Annotated[str, StringConstraints(max_length=400), AfterValidator(_one_line)]
Names = Annotated[dict[Name, Name], Field(max_length=1000)]
"""Short texts by their names, such as versions of tools."""

Seconds = Annotated[float, Field(ge=0, le=1e10, allow_inf_nan=False)]
Attempts = Annotated[int, Field(ge=1, le=10**9)]


class _Known(BaseModel):
    """The figures that are reckoned with; `stages` says what each of them is."""

    model_config = ConfigDict(extra="allow")

    blocks_per_cycle: Rate | None = None
    packet_blocks_per_cycle: Amount | None = None
    latency_cycles: Count | None = None
    payload_bits: Annotated[int, Field(strict=True, ge=1, le=1 << 20)] | None = None
    lut_count: Count | None = None
    lutram_count: Count | None = None
    ff_count: Count | None = None
    bram_count: Count | None = None
    slice_estimate: Count | None = None
    path_estimate_ns: Amount | None = None
    fmax_routed_mhz: Clock | None = None
    fmax_placed_mhz: Clock | None = None
    switching_per_block: Amount | None = None
    switching_by_part: dict[str, Amount] | None = None
    switching_workloads: list[Amount] | None = None
    switching_at_rest: Amount | None = None
    critical_path_ns: dict[str, Amount] | None = None
    critical_path: dict[str, Any] | None = None
    cells: dict[str, Count] | None = None
    failure: str | None = None


def _check_metrics(metrics: dict[str, Any]) -> dict[str, Any]:
    _Known.model_validate(metrics)
    for name in _Known.model_fields:
        if name in metrics and metrics[name] is None:
            raise ValueError(f"{name} is null: a figure that there is not is left out")
    left = [(metrics, 0)]
    seen = 0
    while left:
        value, depth = left.pop()
        seen += 1
        if seen > _NODES or depth > _DEPTH:
            raise ValueError(f"more than {_NODES:,} values, or nested deeper than {_DEPTH}")
        if isinstance(value, dict):
            left += [(each, depth + 1) for each in (*value, *value.values())]
        elif isinstance(value, list | tuple):
            left += [(each, depth + 1) for each in value]
        elif isinstance(value, str):
            if len(value) > _TEXT:
                raise ValueError(f"a text of {len(value):,} signs")
        elif isinstance(value, float):
            if not math.isfinite(value):
                raise ValueError(f"{value} is not JSON compliant")
        elif isinstance(value, int) and abs(value) > MOST:
            raise ValueError("a whole number of more than 64 bits")
    return metrics


Metrics = Annotated[dict[str, Any], AfterValidator(_check_metrics)]
"""Figures of a stage: those that are reckoned with are what they should be, all are bounded."""


def rate(text: object) -> Fraction:
    """Return a measured rate, "a/b" or "a", of at most nine digits each.

    Raises:
        ValueError: it is none. `Fraction` would take "1e9999999999", and hours.
    """
    if not isinstance(text, str) or not _RATE.fullmatch(text):
        raise ValueError(f"{ascii(text)[:40]} is no rate: legal is a/b")
    return Fraction(text)


def check_created(created: datetime) -> None:
    """Refuse a time at which nobody can have made a record.

    Raises:
        ValueError: it is before this program or in the future, clocks a day apart allowed.
    """
    if not datetime(2020, 1, 1, tzinfo=UTC) <= created <= datetime.now(UTC) + _AHEAD:
        raise ValueError(f"made at {created.isoformat()}, which cannot be")

"""From stage records to one row of figures for a design and device."""

from aesculus.metrics.build import build_row
from aesculus.metrics.figures import (
    BLOCK_BITS,
    area_luts,
    does_not_fit,
    efficiency_mbps,
    latency_ns,
    throughput_gbps,
    usable_clock_mhz,
    with_area,
)
from aesculus.metrics.query import (
    check_designs,
    check_rows,
    checked,
    pareto_rows,
    problems,
    refresh,
    rows,
)
from aesculus.metrics.row import HEADLINE_SEEDS, MOST_SEEDS, NO_PLACE, Row, RowStatus

__all__ = [
    "BLOCK_BITS",
    "HEADLINE_SEEDS",
    "MOST_SEEDS",
    "NO_PLACE",
    "Row",
    "RowStatus",
    "area_luts",
    "build_row",
    "check_designs",
    "check_rows",
    "checked",
    "does_not_fit",
    "efficiency_mbps",
    "latency_ns",
    "pareto_rows",
    "problems",
    "refresh",
    "rows",
    "throughput_gbps",
    "usable_clock_mhz",
    "with_area",
]

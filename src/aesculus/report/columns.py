"""The columns of the table of results: what stands in them, and which stay when it is narrow."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from aesculus.catalogue import FIGURES, MISSING
from aesculus.families import Device
from aesculus.metrics import Row
from aesculus.report.text import checked, clock, number, rate, share, slices, spread, told_tool


class ColumnError(ValueError):
    """A column that there is not; one line that says which there are."""


@dataclass(frozen=True)
class Column:
    """A column.

    Attributes:
        title: its head, in one or two lines.
        cell: what stands there for a row, on its device if that is known here.
        left: whether its text begins at the left.
        common: a text that says nothing if all rows have it.
    """

    title: str
    cell: Callable[[Row, Device | None], str]
    left: bool = False
    common: str = MISSING


def _share(figure: str, resource: str) -> Callable[[Row, Device | None], str]:
    def cell(row: Row, device: Device | None) -> str:
        return share(
            getattr(row, figure), None if device is None else getattr(device.resources, resource)
        )

    return cell


COLUMNS = {
    "design": Column("design", lambda row, _: row.label, left=True),
    "verified": Column("verified", lambda row, _: checked(row), left=True),
    "clock": Column("MHz", lambda row, _: clock(row)),
    "spread": Column("min…max\n(seeds)", lambda row, _: spread(row)),
    "throughput": Column("bit/s", lambda row, _: rate(row.throughput_gbps)),
    "latency": Column("latency\nns", lambda row, _: number(row.latency_ns, 1)),
    "cycles": Column("latency\ncycles", lambda row, _: number(row.latency_cycles)),
    "blocks": Column("blocks/\ncycle", lambda row, _: row.blocks_per_cycle_exact or MISSING),
    "lut": Column("LUT", lambda row, _: number(row.area_luts)),
    "lut%": Column("LUT\n%", _share("area_luts", "luts")),
    "ff": Column("FF", lambda row, _: number(row.ff_count)),
    "ff%": Column("FF\n%", _share("ff_count", "ffs")),
    "bram": Column("BRAM", lambda row, _: number(row.bram_count)),
    "bram%": Column("BRAM\n%", _share("bram_count", "brams")),
    "slices": Column("slices", lambda row, _: slices(row)),
    "efficiency": Column("Mbit/s\nper LUT", lambda row, _: number(row.mbps_per_lut, 2)),
    "switching": Column("switching\nper block", lambda row, _: number(row.switching_per_block)),
    "tool": Column("tool", lambda row, _: told_tool(row), left=True, common=""),
    "status": Column("status", lambda row, _: row.status, left=True, common="ok"),
}
"""Name, as `--columns` takes it, to column; in the order in which they stand."""

FIRST = (
    *("design", "throughput", "lut", "bram", "latency", "clock", "status", "tool", "verified"),
    *("lut%", "slices", "bram%", "ff", "cycles", "spread", "blocks", "efficiency", "ff%"),
)
"""The same, what is wanted most in front; switching, which few designs have, where it is named."""


_FIGURE = {
    "clock": "fmax_mhz",
    "throughput": "throughput_gbps",
    "latency": "latency_ns",
    "cycles": "latency_cycles",
    "blocks": "blocks_per_cycle",
    "lut": "area_luts",
    "ff": "ff_count",
    "bram": "bram_count",
    "slices": "slice_estimate",
    "efficiency": "mbps_per_lut",
    "switching": "switching_per_block",
}
"""Column to the figure of the catalogue whose names mean it too."""


def _aliases() -> dict[str, str]:
    """Return other names of columns: what stands above them, and the catalogue's."""
    found: dict[str, str] = {"lut_count": "lut"}
    for name, figure in _FIGURE.items():
        found |= dict.fromkeys((figure, *FIGURES[figure].short), name)
    for name, column in COLUMNS.items():
        found |= dict.fromkeys((column.title.lower().replace("\n", s) for s in ("", " ")), name)
    return {**found, **{name: name for name in COLUMNS}}


ALIASES = _aliases()
"""Every name that `--columns` takes, in small letters, to the column."""


def named(text: str) -> tuple[str, ...]:
    """Return the columns of a list with commas, each once.

    Raises:
        ColumnError: there is none of such a name.
    """
    typed = (part.strip().lower() for part in text.split(",") if part.strip())
    names = tuple(dict.fromkeys(ALIASES.get(name, name) for name in typed))
    for name in names:
        if name not in COLUMNS:
            raise ColumnError(f"no column {name!r}; legal: {', '.join(COLUMNS)}")
    if not names:
        raise ColumnError(f"no columns are named; legal: {', '.join(COLUMNS)}")
    return names


def fitting(widths: dict[str, int], room: int, names: Sequence[str] = FIRST) -> list[str]:
    """Return the columns that fit side by side, the most wanted ones, in their order.

    Args:
        widths: column to its width with the gap beside it.
        room: how much there is in all.
        names: the columns, what is wanted most in front.
    """
    left = room
    chosen: set[str] = set()
    for name in names:
        if name in widths and (widths[name] <= left or not chosen):
            chosen.add(name)
            left -= widths[name]
    return [name for name in widths if name in chosen]

"""How figures are written for people."""

from aesculus.catalogue import FIGURES, MISSING
from aesculus.metrics import Row
from aesculus.papers import PublishedRow


def number(value: float | None, digits: int = 0) -> str:
    """Return a figure with thousands separated, a dash when there is none."""
    return MISSING if value is None else f"{value:,.{digits}f}"


def shown(row: Row, name: str) -> str:
    """Return a figure of a row as the catalogue says it is written in a column."""
    return FIGURES[name].cell(getattr(row, name))


def status(row: Row) -> str:
    """Return how far a design got."""
    return "does not fit" if row.status == "nofit" else row.status


def rate(gbps: float | None) -> str:
    """Return a throughput with the letter of its unit: `12.07 G`, `38.4 M`; none below 1 kbit/s."""
    if gbps is None:
        return MISSING
    if gbps >= 1:
        return f"{gbps:,.2f} G"
    for factor, letter in ((1e3, " M"), (1e6, " k"), (1e9, "")):
        if gbps * factor >= 1:
            return f"{gbps * factor:.1f}{letter}"
    return f"{gbps * 1e9:.2g}"


def share(used: int | None, there: int | None) -> str:
    """Return how much of a device's resource is used, in percent."""
    if used is None or not there:
        return MISSING
    percent = 100 * used / there
    return f"{percent:.1f}" if percent < 10 else f"{percent:.0f}"


def clock(row: Row) -> str:
    """Return the usable clock in MHz, an asterisk where the clock network limits it."""
    if row.fmax_mhz is None or row.fmax_routed_mhz is None:
        return MISSING
    limited = "*" if row.fmax_mhz < row.fmax_routed_mhz else ""
    return f"{shown(row, 'fmax_mhz')}{limited}"


def spread(row: Row) -> str:
    """Return smallest and largest routed clock in MHz and the number of seeds."""
    if row.fmax_routed_min is None or row.fmax_routed_max is None:
        return MISSING
    return f"{row.fmax_routed_min:.0f}…{row.fmax_routed_max:.0f} ({row.n_seeds})"


def checked(row: Row) -> str:
    """Return what was verified: RTL and netlist, RTL alone, or nothing."""
    if not row.verified:
        return "no"
    return "RTL + netlist" if row.netlist_verified else "RTL only"


def told_tool(row: Row) -> str:
    """Return the user's own tool of a row, as it names itself; empty for the embedded tools."""
    own = row.tools.get(row.tool) or row.tools.get("nextpnr", row.tool)
    return own if row.tool else ""


def slices(row: Row) -> str:
    """Return the slices with a mark that they are an estimate."""
    return MISSING if row.slice_estimate is None else f"≈ {row.slice_estimate:,}"


def published(row: PublishedRow, figure: str, digits: int = 0) -> str:
    """Return a figure of a paper's row, a dash when it prints none."""
    value = row.figure(figure)
    return number(None if value is None else float(value), digits)


def published_area(row: PublishedRow) -> str:
    """Return the area of a paper's row: slices, or LUTs and registers where it counts these."""
    if "luts" in row.raw:
        return f"{row.raw['luts']:,} LUT + {row.raw['regs']:,} FF"
    return published(row, "slices")

"""The table that `aesculus show` prints: a part for each device, as wide as there is room."""

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from aesculus.families import Device, DeviceError, devices
from aesculus.metrics import Row
from aesculus.report.columns import COLUMNS, fitting
from aesculus.report.marks import by_device, pareto_marks

_NOTES = {
    "●": "Pareto-optimal on its device in throughput, latency, LUT and BRAM",
    "○": "so too, but its netlist is not verified yet",
    "*": "limited by the device's clock network",
    "≈": "estimate",
}
_GAP = 2
_MARK = 3
_MOST_REASONS = 20
_LONGEST = 40


def _mark(row: Row, optimal: bool) -> str:
    if not optimal:
        return ""
    return "●" if row.netlist_verified else "○"


def _known(name: str) -> Device | None:
    try:
        return devices.load(name) if name else None
    except DeviceError:
        return None


class ShowTable:
    """The rows as tables, one a device, with a legend and the reasons of what failed.

    Columns are chosen by the width that there is; those that say nothing are left out.
    Pareto-optimal rows are marked with a dot, hollow while the netlist is not verified.

    Args:
        rows: of any devices, in the order in which they are to stand.
        columns: these, whatever the width; `None` for what fits.
        together: results of vendors' tools stand with those of the embedded ones on a device.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        columns: Sequence[str] | None = None,
        *,
        together: bool = False,
    ) -> None:
        self._rows = rows
        self._columns = columns
        self._together = together

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield what is printed."""
        if not self._rows:
            yield Text("No results yet.")
            return
        marks = pareto_marks(self._rows, together=self._together)
        mark_of = {id(row): _mark(row, best) for row, best in zip(self._rows, marks, strict=True)}
        shown: set[str] = set(mark_of.values())
        for name, rows in sorted(by_device(self._rows, together=self._together).items()):
            device = _known(name)
            cells = {
                key: [column.cell(row, device) for row in rows]
                for key, column in COLUMNS.items()
                if self._columns is None or key in self._columns
            }
            names = self._chosen(cells, options.max_width)
            yield Text(_head(name, device, len(rows)), style="bold")
            widest = _width("design", cells.get("design", []), options.max_width)
            yield _table(rows, {key: cells[key] for key in names}, mark_of, widest)
            shown |= set("".join(cell for key in names for cell in cells[key]))
        yield from (Text(f"{mark} {note}") for mark, note in _NOTES.items() if mark in shown)
        yield from self._reasons()

    def _chosen(self, cells: dict[str, list[str]], room: int) -> list[str]:
        if self._columns is not None:
            return [key for key in self._columns if key in cells]
        telling = {
            key: column
            for key, column in cells.items()
            if set(column) - {COLUMNS[key].common, ""} or key == "design"
        }
        widths = {key: _width(key, column, room) + _GAP for key, column in telling.items()}
        return fitting(widths, room - _MARK)

    def _reasons(self) -> Iterator[Text]:
        failed = [row for row in self._rows if row.reason]
        for row in failed[:_MOST_REASONS]:
            yield Text(f"{row.label} on {row.device}: {row.reason}")
        if len(failed) > _MOST_REASONS:
            more = len(failed) - _MOST_REASONS
            yield Text(f"… and {more:,} more; `aesculus log LABEL` shows what the tools said")


def _width(key: str, column: Sequence[str], room: int) -> int:
    texts = [*column, *COLUMNS[key].title.split("\n")]
    widest = max(map(cell_len, texts))
    # Labels with a key in them are folded.
    return min(widest, max(_LONGEST, room // 3)) if key == "design" else widest


def _head(name: str, device: Device | None, count: int) -> str:
    text = f"{name or 'no device'}: {count:,} design{'s' if count > 1 else ''}"
    if device is None:
        return text
    have = device.resources
    return f"{text}; it has {have.luts:,} LUT, {have.ffs:,} FF, {have.brams:,} BRAM"


def _table(
    rows: Sequence[Row], cells: dict[str, list[str]], mark_of: dict[int, str], widest: int
) -> Table:
    table = Table(header_style="bold", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column("", width=1)
    for key in cells:
        column = COLUMNS[key]
        fold = key == "design"
        table.add_column(
            column.title,
            justify="left" if column.left else "right",
            no_wrap=not fold,
            overflow="fold" if fold else "ellipsis",
            width=widest if fold else None,
        )
    for index, row in enumerate(rows):
        mark = mark_of[id(row)]
        style = "bold" if mark else ("dim" if not row.verified else "")
        table.add_row(Text(mark), *(Text(column[index]) for column in cells.values()), style=style)
    return table


def show_table(
    rows: Sequence[Row], columns: Sequence[str] | None = None, *, together: bool = False
) -> ShowTable:
    """Return the rows as something to print, see `ShowTable`."""
    return ShowTable(rows, columns, together=together)

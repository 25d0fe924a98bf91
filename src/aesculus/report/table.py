"""The table that `aesculus show` prints: a part for each device, as wide as there is room."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from aesculus.defaults import STORE, on_store
from aesculus.families import Device, devices
from aesculus.metrics import Row
from aesculus.report.columns import COLUMNS, fitting
from aesculus.report.marks import by_device, is_of_others, pareto_marks

_NOTES = {
    "●": "Pareto-optimal on its device in throughput, latency, LUT and BRAM, in its own mode",
    "○": "Pareto-optimal on its device in its own mode, its netlist not verified yet",
    "*": "limited by the device's clock network",
    "≈": "estimate",
}
_OTHER = "†"
_GAP = 2
_MARK = 3
_MOST_REASONS = 20
_LONGEST = 40


def _mark(row: Row, optimal: bool) -> str:
    if not optimal:
        return ""
    return "●" if row.netlist_verified else "○"


class ShowTable:
    """The rows as tables, one a device, with a legend and the reasons of what failed.

    Columns are chosen by the width that there is; those that say nothing are left out.
    Pareto-optimal rows are marked with a dot, hollow while the netlist is not verified.

    Args:
        rows: of any devices, in the order in which they are to stand.
        columns: of these, in this order, what fits; `None` for what is wanted most.
        together: results of vendors' tools stand with those of the embedded ones on a device.
        sources: digests of this program's RTL; rows of any other are marked. `None` marks none.
        store: where the logs are.
        company: further rows that may be better than those shown.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        columns: Sequence[str] | None = None,
        *,
        together: bool = False,
        sources: Collection[str] | None = None,
        store: Path = STORE,
        company: Sequence[Row] = (),
    ) -> None:
        self._rows = rows
        self._company = company
        self._columns = columns
        self._together = together
        self._store = store
        self._others = [row for row in rows if is_of_others(row, sources)]

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield what is printed."""
        if not self._rows:
            yield Text("No results on a device yet.")
            return
        marks = pareto_marks(self._rows, together=self._together, company=self._company)
        mark_of = {id(row): _mark(row, best) for row, best in zip(self._rows, marks, strict=True)}
        shown: set[str] = set(mark_of.values())
        others = set(map(id, self._others))
        left: list[str] = []
        for name, rows in sorted(by_device(self._rows, together=self._together).items()):
            device = devices.known(name)
            cells = {
                key: [column.cell(row, device) for row in rows]
                for key, column in COLUMNS.items()
                if self._columns is None or key in self._columns
            }
            if "design" in cells:
                cells["design"] = [
                    f"{text} {_OTHER}" if id(row) in others else text
                    for row, text in zip(rows, cells["design"], strict=True)
                ]
            names = self._chosen(cells, options.max_width)
            left += [key for key in self._columns or () if key not in {*names, *left}]
            yield Text(_head(name, device, len(rows)), style="bold")
            widest = _width("design", cells.get("design", []), options.max_width)
            yield _table(rows, {key: cells[key] for key in names}, mark_of, widest)
            shown |= set("".join(cell for key in names for cell in cells[key]))
        yield from (Text(f"{mark} {note}") for mark, note in _NOTES.items() if mark in shown)
        if others:
            yield Text(
                f"{_OTHER} {len(others):,} of {len(self._rows):,} results are of other RTL sources "
                "than this program has: `pick` takes none of them"
            )
        if left:
            room = f"{options.max_width} columns have no room for {', '.join(left)}"
            yield Text(f"{room}: widen the terminal; COLUMNS=200 sets the width of a pipe")
        yield from self._reasons()

    def _chosen(self, cells: dict[str, list[str]], room: int) -> list[str]:
        telling = {
            key: column
            for key, column in cells.items()
            if self._columns or set(column) - {COLUMNS[key].common, ""} or key == "design"
        }
        widths = {key: _width(key, column, room) + _GAP for key, column in telling.items()}
        if self._columns is None:
            return fitting(widths, room - _MARK)
        # A figure that is cut looks like another one: what has no room is left out.
        named = {key: widths[key] for key in self._columns}
        return fitting(named, room - _MARK, self._columns)

    def _reasons(self) -> Iterator[Text]:
        failed = [row for row in self._rows if row.reason]
        for row in failed[:_MOST_REASONS]:
            yield Text(f"{row.label} on {row.device}: {row.reason}")
        if len(failed) > _MOST_REASONS:
            more = len(failed) - _MOST_REASONS
            told = on_store("aesculus log LABEL", self._store)
            yield Text(f"… and {more:,} more; `{told}` shows what the tools said")


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
    text = f"{text}; it has {have.luts:,} LUT, {have.ffs:,} FF, {have.brams:,} BRAM"
    return f"{text}; areas are estimates of synthesis" if device.area_only else text


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
    rows: Sequence[Row],
    columns: Sequence[str] | None = None,
    *,
    together: bool = False,
    sources: Collection[str] | None = None,
    store: Path = STORE,
    company: Sequence[Row] = (),
) -> ShowTable:
    """Return the rows as something to print, see `ShowTable`."""
    return ShowTable(
        rows, columns, together=together, sources=sources, store=store, company=company
    )

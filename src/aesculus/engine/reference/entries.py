"""The file of the reference store: one line a measured point, compressed CSV.

The same format serves what a single store gave (`benchmarks/records`), of which, with the committed
figures of the campaigns, `aesculus bench reference` makes the file of the package.
"""

import csv
import gzip
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path

from aesculus.errors import RunError
from aesculus.inputs import read_packed, unpacked
from aesculus.outputs import write_whole
from aesculus.records import Stage

FILE = "reference.csv.gz"

FIGURES: tuple[str, ...] = (
    "fmax_routed_mhz",
    "fmax_routed_min",
    "fmax_routed_max",
    "latency_cycles",
    "lut_count",
    "ff_count",
    "bram_count",
    "lutram_count",
    "path_estimate_ns",
    "slice_estimate",
    "switching_per_block",
    "switching_at_rest",
)
"""Figures that are kept; all others follow from them."""

SWITCHING = "switching_per_block"
"""The figure that says whether switching was counted."""

SWITCHINGS = (SWITCHING, "switching_at_rest")
"""What the stage `activity` gives."""

FRONT = "front"
"""Name under which tool time stands that is known of `verify` and `synth` together alone."""

SECONDS: tuple[str, ...] = (*(stage.value for stage in Stage), FRONT)

_TEXTS = (
    *("campaign", "made", "label", "device", "status", "netlist", "rate"),
    *("seeds", "rtl", "rests_on", "tools", "reason", "clocks"),
)
_FIRST_TEXTS = _TEXTS.index("tools") + 1
"""Columns of text that every file has; the others came later."""

COLUMNS: tuple[str, ...] = (*_TEXTS, *FIGURES, *(f"{name}_s" for name in SECONDS))


class ReferenceFileError(RunError):
    """A file of the reference store that cannot be read; one line."""


@dataclass(frozen=True)
class Entry:
    """One measured point.

    Attributes:
        label: of the design, recipe included.
        device: name of the device; empty for a design that was only simulated.
        figures: by the names of `FIGURES`; clock in MHz, path in ns.
        rate: blocks per cycle as "a/b"; empty if not known.
        seeds: the placer seeds that were routed, ascending; the number of them, 0 for each, where
            the seeds themselves are not known.
        netlist_verified: whether its netlist passed its simulation.
        status: as `metrics.Row.status`.
        seconds: wall time of tools by stage, or under `FRONT`.
        campaign: file or command that measured it.
        made: date, ISO 8601.
        rtl_digest: SHA-256 of the RTL sources; empty if not known.
        rests_on: digest of all that decided the figures, see `rests_on`; empty if not known.
        tools: tool and version, joined by semicolons.
        reason: why its status is not `ok`, in one line.
        clocks: the router's clock of each of `seeds`, in their order, MHz; empty if not known.
    """

    label: str
    device: str
    figures: Mapping[str, float] = field(default_factory=dict)
    rate: str = ""
    seeds: tuple[int, ...] = ()
    netlist_verified: bool = False
    status: str = "ok"
    seconds: Mapping[str, float] = field(default_factory=dict)
    campaign: str = ""
    made: str = ""
    rtl_digest: str = ""
    rests_on: str = ""
    tools: str = ""
    reason: str = ""
    clocks: tuple[float, ...] = ()

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages that its figures rest on."""
        found = [Stage.VERIFY] if self.rate else []
        found += [Stage.SYNTH] if "lut_count" in self.figures else []
        found += [Stage.VERIFY_NETLIST] if self.netlist_verified else []
        found += [Stage.ROUTE] if self.seeds else []
        found += [Stage.ACTIVITY] if SWITCHING in self.figures else []
        return tuple(found)


_Lines = tuple[list[str], list[str]]
"""The head of a file, and its other lines as they stand."""


def write(entries: Iterable[Entry], path: Path) -> None:
    """Write a file; the same entries give the same bytes, in whatever order they come."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(COLUMNS)
    for line in sorted(map(_line, entries), key=lambda line: (line[2], line[3], line)):
        lines.writerow(line)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, gzip.compress(text.getvalue().encode("utf-8"), mtime=0))


def read(path: Path, device: str = "") -> tuple[Entry, ...]:
    """Read a file.

    Args:
        path: the file.
        device: only what is on this one.

    Raises:
        ReferenceFileError: it cannot be read, or is none.
    """
    try:
        return _entries(_lines(read_packed(path)), device)
    except (OSError, EOFError, ValueError, IndexError, csv.Error) as error:
        raise ReferenceFileError(f"{path}: no file of a reference store: {error}") from None


@cache
def known(device: str = "") -> tuple[Entry, ...]:
    """Return what the package carries; nothing where it carries none.

    Args:
        device: only what is on this one, which is sooner read.
    """
    return _entries(_packaged(), device)


@cache
def _packaged() -> _Lines:
    # Of each device entries are asked for by themselves; the file is read once.
    packaged = files(__package__) / FILE
    return _lines(unpacked(packaged.read_bytes())) if packaged.is_file() else ([], [])


def _line(entry: Entry) -> list[str]:
    texts = [entry.campaign, entry.made, entry.label, entry.device, entry.status]
    texts += ["1" if entry.netlist_verified else "", entry.rate]
    texts += [" ".join(map(str, entry.seeds)), entry.rtl_digest, entry.rests_on, entry.tools]
    texts += [entry.reason, " ".join(f"{clock:.10g}" for clock in entry.clocks)]
    numbers = [entry.figures.get(name) for name in FIGURES]
    seconds = [entry.seconds.get(name) for name in SECONDS]
    texts += ["" if value is None else f"{value:.10g}" for value in numbers]
    return texts + ["" if value is None else f"{value:.4g}" for value in seconds]


_NUMBERS: Mapping[str, str] = dict(zip(COLUMNS[len(_TEXTS) :], (*FIGURES, *SECONDS), strict=True))
"""Column to the name of the number in it."""


def _lines(content: bytes) -> _Lines:
    first, *lines = io.StringIO(content.decode("utf-8")).readlines() or [""]
    head = next(csv.reader([first]), [])
    # A file of before reasons, clocks, a stage or a figure were added has no column of them.
    strange = [each for each in head if each not in COLUMNS]
    if head[:_FIRST_TEXTS] != list(COLUMNS[:_FIRST_TEXTS]) or strange:
        raise ValueError(f"its columns are {', '.join(strange or head[:3])} …")
    return head, lines


def _entries(table: _Lines, device: str) -> tuple[Entry, ...]:
    head, lines = table
    where = _TEXTS.index("device")
    # To take lines apart takes long: most are of other devices, and do not have its name.
    rows = csv.reader(line for line in lines if device in line)
    return tuple(
        _entry(dict(zip(head, row, strict=True)))
        for row in rows
        if not device or row[where] == device
    )


def _entry(told: Mapping[str, str]) -> Entry:
    values = [(name, float(told[each])) for each, name in _NUMBERS.items() if told.get(each)]
    return Entry(
        label=told["label"],
        device=told["device"],
        figures={name: value for name, value in values if name not in SECONDS},
        rate=told["rate"],
        seeds=tuple(map(int, told["seeds"].split())),
        netlist_verified=bool(told["netlist"]),
        status=told["status"],
        seconds={name: value for name, value in values if name in SECONDS},
        campaign=told["campaign"],
        made=told["made"],
        rtl_digest=told["rtl"],
        rests_on=told["rests_on"],
        tools=told["tools"],
        reason=told.get("reason", ""),
        clocks=tuple(map(float, told.get("clocks", "").split())),
    )

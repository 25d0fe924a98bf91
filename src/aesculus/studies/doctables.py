"""Tables of figures that stand in the documents, made from what is committed.

Whoever changes a figure in a page, or a result that a page shows, is told by a test; `in_page` puts
a table into its page again, and an archive makes all of them (`archive.remake`).
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from aesculus import pages
from aesculus.ciphers.aes.fields.ones import scores
from aesculus.ciphers.aes.space import DEFAULT_BASIS
from aesculus.families import devices
from aesculus.families.model import ClockLimit
from aesculus.report.peers import HEADS, peers
from aesculus.search.strategies import DEFAULT
from aesculus.studies.basis.table import BasisCounts, read_table
from aesculus.studies.records.study import by_estimate, in_no_rtl, left_open, reached
from aesculus.studies.verify_products.products import BY_REGISTERS, FULL_RATE

_ROUND = 10  # Nr of AES-128


@dataclass(frozen=True)
class Committed:
    """Where the figures are.

    Attributes:
        results: folder of the campaigns' figures.
        spaces: folder of the measured spaces.
    """

    results: Path
    spaces: Path

    def body(self, name: str) -> dict[str, Any]:
        """Return the figures of a campaign."""
        return _json(self.results / f"{name}.json")

    def board(self, space: str) -> dict[str, Any]:
        """Return the scoreboard of a space."""
        return _json(self.spaces / "results" / f"{space}.json")

    @cached_property
    def bases(self) -> dict[int, BasisCounts]:
        """What is counted of each basis of the tower field, by number."""
        return read_table(self.results / "basis.csv.gz")


def _json(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True)
class DocTable:
    """A table of a page.

    Attributes:
        name: of its own.
        page: path from the root of the project.
        data: files that it is made of, likewise.
        command: what makes these.
        heads: a cell a column.
        words: so many columns from the left hold words.
        rows: gives the cells of the lines below.
    """

    name: str
    page: str
    data: tuple[str, ...]
    command: str
    heads: tuple[str, ...]
    words: int
    rows: Callable[[Committed], Sequence[Sequence[object]]]

    def lines(self, committed: Committed) -> list[str]:
        """Return the table in Markdown."""
        return pages.table(self.heads, self.rows(committed), words=self.words)


def in_page(text: str, lines: Sequence[str]) -> str:
    """Return a page with a table in the place of the one that has the same heads.

    Raises:
        ValueError: the page has no such table.
    """
    found = text.split("\n")
    if lines[0] not in found:
        raise ValueError(f"no table {lines[0]}")
    start = found.index(lines[0])
    end = start
    while end < len(found) and found[end].startswith("|"):
        end += 1
    return "\n".join([*found[:start], *lines, *found[end:]])


# ---- the tables ----------------------------------------------------------------------------------


def _headline(committed: Committed) -> list[list[str]]:
    return [
        [
            f"`{row['label']}`",
            f"{row['lut_count']:,}",
            f"{row['ff_count']:,}",
            str(row["bram_count"]),
            ", ".join(f"{row[f'fmax_routed_{name}']:.0f}" for name in ("min", "mhz", "max")),
            f"{row['throughput_gbps']:.2f}",
            row["blocks_per_cycle_exact"],
            f"{row['latency_cycles']} cycles, {row['latency_ns']:.0f} ns",
        ]
        for row in committed.body("headline")["rows"]
    ]


_PRODUCTS = {
    "ICE40UP5K": ("GCM-H2-D1.AXIS32.UF1-PP0P-W8",),
    "LFE5U-85F-8": (
        "ECB.WB32.UF1-PP0B-W8",
        "CTR.AXIS32.UF1-PP2B",
        "CTR.UF10-C12bN",
        "XTS.AES256-UF14-C5dfT-G5ac",
        "GCM-M6.UF10-C12bN",
        "GCM.RF2-UF10-C12bN",
    ),
}
"""Of the campaign of modes, what a page shows of all: by device, from small to fast."""


def _products(committed: Committed) -> list[list[str]]:
    rows = {(row["device"], row["label"]): row for row in committed.body("modes")["rows"]}
    shown = ((device, label) for device, labels in _PRODUCTS.items() for label in labels)
    return [
        [
            f"`{row['label']}`",
            row["device"],
            f"{row['area_luts']:,}",
            f"{row['ff_count']:,}",
            str(row["bram_count"]),
            f"{row['fmax_routed_mhz']:.0f}",
            f"{row['throughput_gbps']:#.3g}",
            row["blocks_per_cycle_exact"],
        ]
        for row in (rows[each] for each in shown if each in rows)
        # A figure is that of a netlist that is verified.
        if row["netlist_verified"] and row["seeds"]
    ]


_RING = "UF10-PP1D"
"""The core around which the rates of modes are shown."""


def _rates(labels: Sequence[str]) -> Callable[[Committed], list[list[str]]]:
    def rows(committed: Committed) -> list[list[str]]:
        found = {row["label"]: row for row in committed.body("verify-products")["rows"]}
        return [
            [
                f"`{label}`",
                found[label]["blocks_per_cycle"].removesuffix("/1"),
                f"{found[label]['packet_blocks_per_cycle']:.3g}",
                str(found[label]["latency_cycles"]),
            ]
            for label in labels
        ]

    return rows


def _peers(_committed: Committed) -> list[list[str]]:
    return [peer.cells for peer in peers().core]


def _met(row: Mapping[str, Any]) -> str:
    if by_estimate(row):
        return "by an estimate" if row["met"] else "no, by an estimate"
    if not row["met"]:
        short = [each for each in row["targets"] if not each["met"]]
        still_open = left_open(row)
        is_open = short and all(each in still_open for each in short)
        return "no, undecided by its seeds" if is_open else "no"
    if in_no_rtl(row):
        return "yes, in no RTL yet"
    return "yes, undecided by its seeds" if left_open(row) else "yes"


def _records(committed: Committed) -> list[list[str]]:
    """Return what is complete and has a target."""
    return [
        [
            f"`{row['name']}`",
            row["about"],
            f"`{row['label']}`" if row["device"] else row["label"],
            row["device"] or pages.DASH,
            ", ".join(map(reached, row["targets"])),
            ", ".join(each["target"] for each in row["targets"]),
            _met(row),
        ]
        for row in committed.body("records")["rows"]
        if row["complete"] and row["targets"]
    ]


def _percent(value: float, digits: int = 2) -> str:
    return f"{100 * value:.{digits}f} %"


BUDGETS = (0.02, 0.05, 0.1)  # shares of the hours of the exhaustive run
MADE_ON = ("ecp5-iterative", "area-small", "held-out-ice40", "held-out-nexus")
"""Spaces by which something of the default strategy was chosen."""


def in_hours(board: Mapping[str, Any]) -> dict[tuple[str, float], dict[str, Any]]:
    """Return the lines of a scoreboard that go by hours, by strategy and budget."""
    return {
        (line["strategy"], line["share"]): line
        for line in board["summary"]
        if line["by"] == "hours" and line["adrs_median"] is not None
    }


def _boards(figure: str) -> Callable[[Committed], list[list[str]]]:
    """One row a space: the default strategy, and the best of the others at each budget."""
    best, shown = (max, _volume) if figure == "hypervolume_median" else (min, _loss)

    def rows(committed: Committed) -> list[list[str]]:
        found = []
        for space in BOARDS:
            board = committed.board(space)
            told = in_hours(board)
            row = [f"`{space}`", _role(space, board)]
            for budget in BUDGETS:
                own = told.get((DEFAULT, budget))
                others = [
                    line for (name, at), line in told.items() if at == budget and name != DEFAULT
                ]
                rival = best(others, key=lambda line: line[figure], default=None)
                row += [
                    shown(own) if own else pages.DASH,
                    f"{shown(rival)} `{rival['strategy']}`" if rival else pages.DASH,
                ]
            found.append(row)
        return found

    return rows


def _role(space: str, board: Mapping[str, Any]) -> str:
    if space in MADE_ON:
        return "made on it"
    return "held out" if board["same_strategy"] else "held out, for an older one"


def _loss(line: Mapping[str, Any]) -> str:
    return f"{_percent(line['adrs_median'])} ({_percent(line['adrs_worst'])})"


def _volume(line: Mapping[str, Any]) -> str:
    return _percent(line["hypervolume_median"], 1)


_WAYS = {"encrypt": "encryption", "decrypt": "decryption", "both": "both"}
_PARTS = {"sbox": "S-box", "whole": "whole cipher", "round": "round of a whole cipher"}
_OWN_FACTORS = "whole_decrypt_9bde"
_ONES = (
    *(f"sbox_{way}" for way in _WAYS),
    "whole_encrypt",
    "whole_decrypt",
    _OWN_FACTORS,
    "whole_both",
)


def _use(use: str, whole: str = _PARTS["whole"]) -> str:
    if use == _OWN_FACTORS:
        return "whole cipher, decryption by its own factors"
    part, _, way = use.partition("_")
    return f"{whole if part == 'whole' else _PARTS[part]}, {_WAYS[way]}"


def _ones(committed: Committed) -> list[list[object]]:
    body = committed.body("basis")
    score = {number: scores(committed.bases[number].ones) for number in body["groups"]["short"]}
    found: list[list[object]] = []
    for use in _ONES:
        best = body["fewest"][use]
        # The one with the lowest number, as in the study.
        number = min(score, key=lambda each: (score[each][use], each))
        few = score[number][use]
        if few == score[DEFAULT_BASIS][use]:
            number = DEFAULT_BASIS
        found.append(
            [
                _use(use),
                best["paper"],
                f"{few}, `{number:#x}`",
                f"{best['ones']}, `{best['number']}`",
                best["ties"],
            ]
        )
    return found


def _tables(committed: Committed) -> list[list[object]]:
    return [
        [
            _use(use, "S-box of a whole cipher"),
            f"{best['paper']:,}",
            f"{best['short']:,}",
            f"{best['luts']:,}, `{best['number']}`",
            best["bases"],
        ]
        for use, best in committed.body("basis")["winners"].items()
    ]


_RINGS = ("UF1-PP0B", "UF2-PP1B", "UF5-PP0D", "UF10-PP2B", "RF2S-UF10-PP2B")
"""Of the points that the papers' verdicts rest on, from slow to fast."""


def _cycles(committed: Committed) -> list[list[str]]:
    # What simulation measures is the same for every device.
    rows = {row["label"]: row for row in committed.body("verdicts")["measured"]}
    return [
        [f"`{label}`", rows[label]["blocks_per_cycle"], f"{rows[label]['latency_cycles']:.0f}"]
        for label in _RINGS
    ]


_SIG = {"encrypt": "SIG-AES-E", "decrypt": "SIG-AES-D", "both": "SIG-AES-ED"}


def _cores(committed: Committed) -> list[list[str]]:
    found = []
    cores = committed.body("basis")["cores"]
    for way, word in _WAYS.items():
        mine = [core for core in cores if core["direction"] == way]
        for paper in (core for core in mine if core["basis"] == "paper"):
            other = next(
                core
                for core in mine
                if core["basis"] == "found" and core["label"].startswith(f"{paper['label']}-G")
            )
            number = other["label"].rpartition("-G")[2]
            unrolled = f"UF{_ROUND}-" in paper["label"]
            change = 100 * (other["lut_count"] / paper["lut_count"] - 1)
            found.append(
                [
                    word,
                    f"`{paper['label']}`" + (f" ({_SIG[way]})" if unrolled else ""),
                    f"{paper['lut_count']:,}",
                    f"{other['lut_count']:,} in `0x{number}`",
                    f"{change:+.1f} %",
                ]
            )
    return found


def _limit(limit: ClockLimit | None) -> str:
    return "not known" if limit is None else f"{limit.mhz:g}"


def _whence(limits: Iterable[ClockLimit]) -> str:
    told = (f"{each.source}; {'' if each.checked else '**un**'}checked" for each in limits)
    return ". ".join(dict.fromkeys(told)) or pages.DASH


def _limits(_committed: Committed) -> list[list[str]]:
    """One row for all devices of the same limits."""
    groups: dict[tuple[ClockLimit | None, ...], list[str]] = {}
    for name in devices.names():
        device = devices.load(name)
        limits = (device.clock_limit, device.block_ram_limit, device.dsp_limit)
        groups.setdefault(limits, []).append(device.name)
    return [
        [", ".join(names), _whence(each for each in limits if each), *map(_limit, limits)]
        for limits, names in groups.items()
    ]


_CLOCKS = "clock MHz: min, median, max"
_RATES = (
    *("product", "blocks per cycle", "with messages of 64 bytes, each with its key"),
    "latency (cycles)",
)
OLDER = ("held-out-modes", "held-out-keys", "held-out-lut6")
"""Spaces held out from the strategy before; `docs/search.md` says what was seen of them."""

BOARDS = ("held-out-gowin", *OLDER, *MADE_ON)
_COMPARED = (
    f"for `{DEFAULT}`",
    *(f"{who}, {100 * at:.0f} %" for at in BUDGETS for who in (f"`{DEFAULT}`", "best other")),
)
_BOARD_FILES = tuple(f"benchmarks/search/results/{space}.json" for space in BOARDS)
_BASIS = ("benchmarks/results/basis.json", "benchmarks/results/basis.csv.gz")

DOC_TABLES = (
    DocTable(
        "headline",
        "README.md",
        ("benchmarks/results/headline.json",),
        "make bench",
        ("design", "LUT4", "FF", "BRAM", _CLOCKS, "Gbit/s", "blocks/cycle", "latency"),
        1,
        _headline,
    ),
    DocTable(
        "products",
        "README.md",
        ("benchmarks/results/modes.json",),
        "aesculus bench modes",
        ("product", "device", "LUT4", "FF", "BRAM", "clock MHz", "Gbit/s", "blocks/cycle"),
        2,
        _products,
    ),
    DocTable(
        "rates-cores",
        "docs/using-the-core.md",
        ("benchmarks/results/verdicts.json",),
        "aesculus bench verdicts",
        ("design", "blocks per cycle", "latency (cycles)"),
        1,
        _cycles,
    ),
    DocTable(
        "rates",
        "docs/modes.md",
        ("benchmarks/results/verify-products.json",),
        "aesculus bench verify-products",
        _RATES,
        1,
        _rates([each for each in FULL_RATE if each.endswith(f".{_RING}") and "GCM" not in each]),
    ),
    DocTable(
        "rates-registers",
        "docs/registers.md",
        ("benchmarks/results/verify-products.json",),
        "aesculus bench verify-products",
        _RATES,
        1,
        _rates(BY_REGISTERS),
    ),
    DocTable(
        "peers",
        "README.md",
        ("src/aesculus/report/peers.toml",),
        "aesculus foreign their-core.toml",
        HEADS,
        2,
        _peers,
    ),
    DocTable(
        "records",
        "README.md",
        ("benchmarks/results/records.json",),
        "aesculus bench records",
        ("record", "what", "design", "device", "reached", "target", "met"),
        7,
        _records,
    ),
    DocTable(
        "boards",
        "docs/search.md",
        _BOARD_FILES,
        "aesculus bench search",
        ("space, ADRS", *_COMPARED),
        8,
        _boards("adrs_median"),
    ),
    DocTable(
        "boards-hypervolume",
        "docs/search.md",
        _BOARD_FILES,
        "aesculus bench search",
        ("space, hypervolume", *_COMPARED),
        8,
        _boards("hypervolume_median"),
    ),
    DocTable(
        "basis-ones",
        "docs/basis.md",
        _BASIS,
        "aesculus bench basis",
        ("use", "paper's 0x208", "best of the 64", "best of all", "with as many"),
        1,
        _ones,
    ),
    DocTable(
        "basis-tables",
        "docs/basis.md",
        _BASIS[:1],
        "aesculus bench basis",
        ("use", "paper's 0x208", "best of the 64", "smallest", "mapped"),
        1,
        _tables,
    ),
    DocTable(
        "basis-cores",
        "docs/basis.md",
        _BASIS[:1],
        "aesculus bench basis",
        ("direction", "design", "paper's basis", "other", "change"),
        2,
        _cores,
    ),
    DocTable(
        "clock-limits",
        "docs/figures.md",
        ("src/aesculus/families",),
        "aesculus devices",
        ("device", "from", "clock network MHz", "block RAM MHz", "DSP MHz"),
        2,
        _limits,
    ),
)
"""All of them, by page."""

"""`aesculus bench basis`: the best basis for each use, by ones and by look-up tables.

Järvinen et al. (FPGA 2003, section 6) leave open which transformation has the fewest ones, and take
it that those cost the area. Here ones are counted for every basis, and look-up tables for those of
the paper's fields, for the bases with the fewest ones, and for a random sample, which tells how
well ones foretell look-up tables.
"""

import csv
import gzip
import hashlib
import io
import json
import random
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aesculus import resources
from aesculus.ciphers.aes.fields import aes_sbox, families
from aesculus.ciphers.aes.fields.inversion import tower_sbox
from aesculus.ciphers.aes.fields.ones import MATRICES, ones, scores
from aesculus.ciphers.aes.space import DEFAULT_BASIS, DesignPoint, parse
from aesculus.cli.bench_basis_page import as_markdown, summary
from aesculus.cli.bench_common import head
from aesculus.cli.common import ROUTED_DEVICE, progress_console
from aesculus.cli.errors import RunError
from aesculus.engine import Jobs, Options, Want, run_wants, told
from aesculus.families import devices
from aesculus.records import Stage
from aesculus.stages.synth_batch import lut_counts
from aesculus.store import Store
from aesculus.tools import versions

NAME = "basis"
DOC = "The best basis of the tower field, by ones in its matrices and by look-up tables."

DIRECTIONS = {"encrypt": "DirEncrypt", "decrypt": "DirDecrypt", "both": "DirBoth"}
PARTS = tuple(f"{part}_{way}" for part in ("sbox", "whole", "column") for way in DIRECTIONS)
"""What is mapped: an S-box between maps from and to F1, an S-box within a whole cipher with the
cuts of SIG-AES-E, a column of MixColumns with its round key, for each direction."""

SBOXES = PARTS[:6]
_ORDER = sorted(SBOXES, key=lambda use: (not use.endswith("encrypt"), use.startswith("sbox")))
BEST = 12
SMALLEST = 4
SAMPLE = 20
_CHUNK = 24
_CORES = ("UF1-PP1F", "UF10-C911F-IN2")
_CORE_PREFIX = {"encrypt": "", "decrypt": "AES128D-", "both": "AES128ED-"}
# Of what is mapped; enums and tables of other S-boxes come and go without a change to it.
_SOURCES = (
    "aesculus_field_pkg.sv",
    "sbox/aesculus_sbox_tower.sv",
    "round/aesculus_mix_columns.sv",
    "prim/aesculus_cut.sv",
)

_SBOX = """module {name} (
  input logic clk_i, input logic inv_i, input logic [7:0] data_i, output logic [7:0] data_o
);
  import aesculus_pkg::*;
  aesculus_sbox_tower #(.Direction(%s), .Basis(%d), .Whole(%d), .Cuts(9'h%x)) u_sbox (
    .clk_i, .en_i(1'b1), .inv_i, .data_i, .data_o
  );
endmodule
"""

_COLUMN = """module {name} (
  input logic inv_i, input logic [31:0] key_sub_i, input logic [31:0] key_end_i,
  input logic [31:0] state_i, output logic [31:0] state_o
);
  import aesculus_pkg::*;
  import aesculus_field_pkg::*;
  localparam direction_e Direction = %s;
  localparam matrix_t TimesTwo = times_two(1'b1, %d);
  logic inv;
  logic [127:0] keyed, pre, mixed;
  assign inv   = Direction == DirBoth ? inv_i : Direction == DirDecrypt;
  assign keyed = {state_i ^ (inv ? key_sub_i : '0), 96'h0};
  assign pre   = inv ? inv_premix(keyed, multiply(TimesTwo, TimesTwo)) : keyed;
  aesculus_mix_columns #(.TimesTwo(TimesTwo)) u_mix (
    .clk_i(1'b0), .en_i(1'b1), .bypass_i(1'b0), .state_i(pre), .state_o(mixed)
  );
  assign state_o = mixed[127:96] ^ (inv ? '0 : key_end_i);
endmodule
"""


@dataclass
class Row:
    """What is known of a basis.

    Attributes:
        number: of the basis.
        family: its kinds in words.
        tau: X + X^16 as a byte of F1.
        ones: by matrix.
        luts: by part, of those that were mapped.
    """

    number: int
    family: str
    tau: int
    ones: dict[str, int]
    luts: dict[str, int] = field(default_factory=dict)


def run(store: Store, options: Options, folder: Path) -> None:
    """Count ones and look-up tables, then compare cores in the best basis with the paper's.

    Figures are written as they come, and those of the same sources and tools are not made again.

    Raises:
        RunError: an S-box is wrong, or the budget was used up before all was mapped.
    """
    start = time.monotonic()
    console = progress_console()
    stem = folder / NAME
    table = stem.with_suffix(".csv.gz")
    marks = {"sources": _digest(), "yosys": versions.yosys_version(), "device": ROUTED_DEVICE}
    known = _known(stem.with_suffix(".json"), table, marks)
    rows = known or _rows()
    folder.mkdir(parents=True, exist_ok=True)

    def write(cores: Sequence[dict[str, Any]], *, open_parts: int) -> None:
        _write_table(table, rows.values())
        body = {**head(NAME, DOC), **marks, "open": open_parts, "groups": groups(rows)}
        body |= summary(rows.values(), body["groups"]) | {"cores": list(cores)}
        stem.with_suffix(".json").write_text(json.dumps(body, indent=1) + "\n", encoding="utf-8")
        stem.with_suffix(".md").write_text(as_markdown(body), encoding="utf-8")

    while left := open_parts(rows):
        if options.budget_s is not None and time.monotonic() - start > options.budget_s:
            raise RunError(f"not complete yet: {len(left)} parts or more; run again to go on")
        chunk = left[:_CHUNK]
        with tempfile.TemporaryDirectory() as place:
            found = lut_counts(
                [_text(number, part) for number, part in chunk],
                devices.load(ROUTED_DEVICE),
                workdir=Path(place),
            )
        for (number, part), count in zip(chunk, found, strict=True):
            rows[number].luts[part] = count
        write([], open_parts=len(left) - len(chunk))
        console.print(f"{len(left) - len(chunk)} parts to go", highlight=False)
    write([], open_parts=0)
    write(_cores(store, options, rows), open_parts=0)
    console.print(f"Figures: {table}, {stem}.json, {stem}.md", highlight=False)


def groups(rows: dict[int, Row]) -> dict[str, list[int]]:
    """Return which bases are mapped, and why: the best by ones, those of the paper's, a sample."""
    found = {}
    for use in SBOXES:
        ranked = sorted(rows, key=lambda number: (scores(rows[number].ones)[use], number))
        found[f"fewest_{use}"] = ranked[:BEST]
    rng = random.Random(2003)  # noqa: S311 - a sample, no secret
    found["short"] = [number for number in rows if number < 0x1000]
    return found | {"sample": sorted(rng.sample(sorted(rows), SAMPLE))}


def open_parts(rows: dict[int, Row]) -> list[tuple[int, str]]:
    """Return what is still to be mapped, the most telling first.

    That is S-boxes of the best by ones, columns where the S-box is the smallest of those mapped so
    far, then S-boxes of the other groups, use by use.
    """
    found = groups(rows)
    wanted = {(n, use): None for use in SBOXES for n in found[f"fewest_{use}"]}
    for way in DIRECTIONS:
        sbox, column = f"whole_{way}", f"column_{way}"
        mapped = [number for number, row in rows.items() if sbox in row.luts]
        smallest = sorted(mapped, key=lambda number: (rows[number].luts[sbox], number))[:SMALLEST]
        wanted |= {(n, column): None for n in (DEFAULT_BASIS, *smallest)}
    for use in _ORDER:
        wanted |= {(n, use): None for n in (*found["sample"], *found["short"])}
    return [(number, part) for number, part in wanted if part not in rows[number].luts]


def _text(number: int, part: str) -> str:
    kind, _, way = part.partition("_")
    if kind == "column":
        return _COLUMN % (DIRECTIONS[way], number)
    whole = kind == "whole"
    cuts = parse("SIG-AES-E").cuts & 0x1FF if whole else 0
    return _SBOX % (DIRECTIONS[way], number, whole, cuts)


def _rows() -> dict[int, Row]:
    table = aes_sbox()
    found = {}
    for basis in families():
        if tower_sbox(basis) != table:
            raise RunError(f"the S-box by basis {basis.number:#x} is not that of FIPS 197")
        found[basis.number] = Row(basis.number, basis.family, basis.tau, ones(basis))
    return dict(sorted(found.items()))


def _digest() -> str:
    digest = hashlib.sha256()
    for name in _SOURCES:
        digest.update((resources.rtl_dir() / name).read_bytes())
    return digest.hexdigest()


_HEADER = (
    "basis",
    "family",
    "tau",
    *(f"ones_{n}" for n in MATRICES),
    *(f"luts_{n}" for n in PARTS),
)


def _write_table(path: Path, rows: Iterable[Row]) -> None:
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(_HEADER)
    for row in rows:
        counts = [row.ones[name] for name in MATRICES] + [row.luts.get(name, "") for name in PARTS]
        out.writerow([f"{row.number:#x}", row.family, f"{row.tau:02x}", *counts])
    path.write_bytes(gzip.compress(text.getvalue().encode(), mtime=0))


def read_table(path: Path) -> dict[int, Row]:
    """Return the rows of a table that the campaign wrote, by number."""
    found = {}
    for line in csv.DictReader(io.StringIO(gzip.decompress(path.read_bytes()).decode())):
        number = int(line["basis"], 16)
        found[number] = Row(
            number,
            line["family"],
            int(line["tau"], 16),
            {name: int(line[f"ones_{name}"]) for name in MATRICES},
            {name: int(line[f"luts_{name}"]) for name in PARTS if line[f"luts_{name}"]},
        )
    return found


def _known(told_in: Path, table: Path, marks: dict[str, str]) -> dict[int, Row]:
    """Return the rows of an earlier run of the same sources and tools; without them, none."""
    if not told_in.exists() or not table.exists():
        return {}
    body = json.loads(told_in.read_text(encoding="utf-8"))
    return read_table(table) if all(body.get(name) == marks[name] for name in marks) else {}


def _cores(store: Store, options: Options, rows: dict[int, Row]) -> list[dict[str, Any]]:
    """Synthesise whole cores in the paper's basis and in the best, and return their figures."""
    best = summary(rows.values(), groups(rows))["winners"]
    target = devices.load(ROUTED_DEVICE)
    points: list[tuple[str, str, DesignPoint]] = []
    for label in _CORES:
        for way, prefix in _CORE_PREFIX.items():
            point = parse(prefix + label)
            number = int(best[f"round_{way}"]["number"], 16)
            points.append((way, "paper", point))
            points.append((way, "found", point.replace(basis=number)))
    jobs = Jobs()
    wants = [Want(point, Stage.SYNTH, target) for _, _, point in points]
    done = run_wants(store, wants, options, jobs=jobs)
    progress_console().print(f"{told(done)}.", highlight=False)
    found = []
    for way, whose, point in points:
        record = store.get(jobs.job(Stage.SYNTH, point, target).key)
        if record is not None and record.ok:
            counts = {name: record.metrics[name] for name in ("lut_count", "ff_count")}
            found.append({"direction": way, "basis": whose, "label": point.label, **counts})
    return found

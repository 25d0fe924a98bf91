"""The best basis for each use, by ones and by look-up tables.

Järvinen et al. (FPGA 2003, section 6) leave open which transformation has the fewest ones, and take
it that those cost the area. Here ones are counted for every basis, and look-up tables for those of
the paper's fields, for the bases with the fewest ones, and for a random sample, which tells how
well ones foretell look-up tables.
"""

import random
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from aesculus.ciphers.aes.fields import aes_sbox, families
from aesculus.ciphers.aes.fields.inversion import tower_sbox
from aesculus.ciphers.aes.fields.ones import ones, scores
from aesculus.ciphers.aes.space import DEFAULT_BASIS, DesignPoint, parse
from aesculus.consoles import say
from aesculus.defaults import ROUTED_DEVICE
from aesculus.design import Build
from aesculus.engine.engine import told
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want
from aesculus.engine.session import Options, run_wants
from aesculus.errors import RunError
from aesculus.families import devices
from aesculus.records import Stage
from aesculus.stages.synth_batch import lut_counts
from aesculus.store import Store
from aesculus.studies.basis import parts
from aesculus.studies.basis.summary import correlation, summary
from aesculus.studies.basis.table import (
    DIRECTIONS,
    PARTS,
    BasisCounts,
    read_table,
    write_table,
)
from aesculus.studies.study import RunOptions, Study
from aesculus.tools import versions

SBOXES = PARTS[:6]
_ORDER = sorted(SBOXES, key=lambda use: (not use.endswith("encrypt"), use.startswith("sbox")))
BEST = 12
SMALLEST = 4
SAMPLE = 20
_CHUNK = 24
_CORES = ("UF1-PP1F", "UF10-C911F-IN2")
_CORE_PREFIX = {"encrypt": "", "decrypt": "AES128D-", "both": "AES128ED-"}


class Basis(Study[RunOptions]):
    """The study."""

    name = "basis"
    doc = "The best basis of the tower field, by ones in its matrices and by look-up tables."
    options = RunOptions
    indent = 1

    def marks(self, options: RunOptions) -> dict[str, Any]:
        """Return what look-up tables depend on: sources, tool and device."""
        return {
            "sources": parts.digest(),
            "yosys": versions.yosys_version(),
            "device": ROUTED_DEVICE,
        }

    def run(self, options: RunOptions) -> None:
        """Count ones and look-up tables, then compare cores in the best basis with the paper's.

        Figures are written as they come, and those of the same sources and tools are not made
        again.

        Raises:
            RunError: an S-box is wrong, or the budget was used up before all was mapped.
        """
        start = time.monotonic()
        budget_s = options.engine().budget_s
        table = options.out / f"{self.name}.csv.gz"
        marks = self.marks(options)
        known = table.exists() and self.resume(options)
        rows = read_table(table) if known else _rows()
        options.out.mkdir(parents=True, exist_ok=True)

        def write(cores: Sequence[dict[str, Any]], *, open_parts: int) -> None:
            write_table(table, rows.values())
            body = {**self.head(), **marks, "open": open_parts, "groups": groups(rows)}
            body |= summary(rows.values(), body["groups"]) | {"cores": list(cores)}
            self.write(options.out, body)

        while left := open_parts(rows):
            if budget_s is not None and time.monotonic() - start > budget_s:
                raise RunError(f"not complete yet: {len(left)} parts or more; run again to go on")
            chunk = left[:_CHUNK]
            with tempfile.TemporaryDirectory() as place:
                found = lut_counts(
                    [parts.module(number, part) for number, part in chunk],
                    devices.load(ROUTED_DEVICE),
                    workdir=Path(place),
                )
            for (number, part), count in zip(chunk, found, strict=True):
                rows[number].luts[part] = count
            write([], open_parts=len(left) - len(chunk))
            say(f"{len(left) - len(chunk)} parts to go")
        write([], open_parts=0)
        with options.opened() as (store, how):
            write(_cores(store, how, rows), open_parts=0)
        self.say_where(options.out, "", ".csv.gz")

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the rank correlations as the page shows them."""
        rows = [
            [use, *correlation(each, "sample"), *correlation(each, "short")]
            for use, each in body["spearman"].items()
        ]
        return {"correlations": rows}


def groups(rows: dict[int, BasisCounts]) -> dict[str, list[int]]:
    """Return which bases are mapped, and why: the best by ones, those of the paper's, a sample."""
    found = {}
    for use in SBOXES:
        ranked = sorted(rows, key=lambda number: (scores(rows[number].ones)[use], number))
        found[f"fewest_{use}"] = ranked[:BEST]
    rng = random.Random(2003)  # noqa: S311 - a sample, no secret
    found["short"] = [number for number in rows if number < 0x1000]
    return found | {"sample": sorted(rng.sample(sorted(rows), SAMPLE))}


def open_parts(rows: dict[int, BasisCounts]) -> list[tuple[int, str]]:
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


def _rows() -> dict[int, BasisCounts]:
    table = aes_sbox()
    found = {}
    for basis in families():
        if tower_sbox(basis) != table:
            raise RunError(f"the S-box by basis {basis.number:#x} is not that of FIPS 197")
        found[basis.number] = BasisCounts(basis.number, basis.family, basis.tau, ones(basis))
    return dict(sorted(found.items()))


def _cores(store: Store, options: Options, rows: dict[int, BasisCounts]) -> list[dict[str, Any]]:
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
    wants = [Want(Build(point), Stage.SYNTH, target) for _, _, point in points]
    done = run_wants(store, wants, options, jobs=jobs)
    say(f"{told(done)}.")
    found = []
    for way, whose, point in points:
        record = store.get(jobs.job(Stage.SYNTH, Build(point), target).key)
        if record is not None and record.ok:
            counts = {name: record.metrics[name] for name in ("lut_count", "ff_count")}
            found.append({"direction": way, "basis": whose, "label": point.label, **counts})
    return found


STUDIES = (Basis(),)

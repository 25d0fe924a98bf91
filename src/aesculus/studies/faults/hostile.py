"""Trials of stores that somebody means to harm with: their checksums fit."""

import gzip
import os
import shutil
import sqlite3
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from aesculus import metrics
from aesculus.design import parse_build
from aesculus.families import devices
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages.simulation import verify_netlist
from aesculus.store import ArtefactError, Job, Store
from aesculus.store.claims import LEASE_S
from aesculus.studies.faults.stores import LABELS, content, edit, made
from aesculus.studies.faults.trial import (
    TRIALS,
    Call,
    Outcome,
    Trial,
    call,
    refused,
    trial,
    went_well,
)

_DEVICE = "LFE5U-85F-8"


def sealed(path: Path, *statements: str) -> None:
    """Edit a store and have its checksums fit, so that its figures must be made anew."""
    for statement in statements:
        edit(path, statement)
    edit(path, "UPDATE figures SET stale = 1")
    with Store.open(path) as store:
        store.seal()


def _metric(stage: str, old: str, new: str) -> str:
    return (
        f"UPDATE records SET metrics = replace(metrics, '{old}', {new}) "  # noqa: S608
        f"WHERE stage = '{stage}' AND design_id = 1"
    )


_CANNOT_BE = {
    "a rate of 1/0": (_metric("verify", "1/10", "'1/0'"), "blocks_per_cycle"),
    "a rate of 1e9999999999": (_metric("verify", "1/10", "'1e9999999999'"), "blocks_per_cycle"),
    "a rate of 200,000 digits": (
        _metric("verify", "1/10", "'1/1' || hex(zeroblob(100000))"),
        "blocks_per_cycle",
    ),
    "a count of 31 digits": (
        _metric("synth", "100", "'1' || hex(zeroblob(15))"),
        "lut_count",
    ),
    "a clock of infinity": (_metric("route", "200.0", "'Infinity'"), "fmax_routed_mhz"),
    "a key of another job": (
        "UPDATE records SET key = replace(key, substr(key, 1, 4), 'feed') "
        "WHERE stage = 'verify' AND design_id = 1",
        "its key is not that of its job",
    ),
    "the label of another design": (
        "UPDATE designs SET label = 'UF10-PP3B' WHERE label = 'UF1-PP2T'",
        "the digests differ",
    ),
}
"""What is changed in records of one design, and what names it when it is refused."""


def _merged(what: str) -> Trial:
    statement, words = _CANNOT_BE[what]

    def act(folder: Path) -> Outcome:
        other = made(folder / "other")
        sealed(other, statement)
        judged = refused(call(folder, "store", "merge", str(other), "--store", "mine.db"), 1, words)
        with Store.open(folder / "mine.db") as mine:
            problems = metrics.problems(mine)
            shown = {row.label for row in metrics.rows(mine, device=_DEVICE)}
        good = judged.good and not problems and LABELS[1] in shown
        return Outcome(good, f"{judged.came}; {len(problems)} problems left", judged.code)

    return Trial("hostile stores", f"one record has {what}; store merge", act)


TRIALS.extend(map(_merged, _CANNOT_BE))


def _used(what: str) -> Trial:
    def act(folder: Path) -> Outcome:
        path = made(folder)
        sealed(path, _CANNOT_BE[what][0])
        start = time.monotonic()
        found = call(folder, "show", "--store", path.name)
        took = time.monotonic() - start
        good = found.code == 0 and LABELS[1] in found.out and found.is_harmless and not found.errors
        return Outcome(good, f"the other designs are shown, after {took:.0f} s", found.code)

    return Trial("hostile stores", f"one record has {what}; show", act)


TRIALS.extend(
    map(_used, ("a rate of 1e9999999999", "a rate of 200,000 digits", "a clock of infinity"))
)

_ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
_DEFINITIONS = {
    "a view without an end in place of its records": (
        "ALTER TABLE records RENAME TO r2",
        f"CREATE VIEW records AS {_ENDLESS} SELECT r2.* FROM r2, c WHERE c.x < 0",  # noqa: S608
    ),
    "a trigger": ("CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM logs; END",),
    "a generated column of 1 GB": (
        "ALTER TABLE logs ADD COLUMN x TEXT GENERATED ALWAYS AS (hex(zeroblob(500000000)))",
    ),
}


def _defined(what: str) -> Trial:
    def act(folder: Path) -> Outcome:
        path = made(folder)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for statement in _DEFINITIONS[what]:
                connection.execute(statement)
        found = call(folder, "show", "--store", path.name)
        return refused(found, 1, "the definitions of its tables")

    return Trial("hostile stores", f"a store with {what}; show", act)


TRIALS.extend(map(_defined, _DEFINITIONS))

_FOREIGN = {
    "$system": 'initial $system("touch owned");',
    "an import of C": 'import "DPI-C" function int system(input string s);',
    "an include": '`include "/etc/passwd"',
    "a word to Verilator": "/* verilator public */",
}


def _verilog(line: str) -> bytes:
    return gzip.compress(f"module aesculus_point;\n{line}\nendmodule\n".encode())


def _netlist(what: str) -> Trial:
    def act(folder: Path) -> Outcome:
        other = folder / "other" / "s.db"
        device = devices.load(_DEVICE)
        lines = {"UF1-PP1T": _FOREIGN[what], "UF2-PP1T": "wire n1;"}
        with Store.open(other) as store:
            for label, line in lines.items():
                job = Job.of(Stage.SYNTH, parse_build(label), rtl_digest="r" * 64, device=_DEVICE)
                netlist = {"netlist.v": _verilog(line)}
                store.put(job, StageOutcome(status=Status.OK, artefacts=netlist))
        found = call(folder, "store", "merge", str(other), "--store", "mine.db")
        judged = refused(found, 1, "it could run more than a simulation")
        with Store.open(folder / "mine.db") as mine:
            taken = [record.job.label for record in mine.records()]
        # Should it be in a store all the same, it is not simulated.
        bad = verify_netlist(
            parse_build("UF1-PP1T").design,
            device,
            _verilog(_FOREIGN[what]),
            workdir=folder / "w",
        )
        kept = bad.status is Status.FAILED and "it could run more" in bad.reason
        kept = kept and not list(folder.rglob("owned"))
        return Outcome(judged.good and taken == ["UF2-PP1T"] and kept, judged.came, judged.code)

    return Trial("hostile stores", f"a netlist with {what}; store merge, and simulation", act)


TRIALS.extend(map(_netlist, _FOREIGN))


def _linked(folder: Path, which: str) -> tuple[Path, Callable[[], bool]]:
    """Make a store whose cache, or a folder of it, is a link to files of somebody else.

    Returns:
        The store, and whether those files are as they were.
    """
    path = made(folder / "mine")
    cache = path.parent / "cache"
    victim = folder / "victim"
    place = cache if which == "cache" else cache / which
    # With all that a reader of the link would find.
    shutil.copytree(place, victim)
    for each in (victim, victim / "tmp"):
        each.mkdir(exist_ok=True)
        (each / "thesis.txt").write_text("years of work")
        os.utime(each / "thesis.txt", (0, 0))
    shutil.rmtree(place)
    place.symlink_to(victim)

    def state() -> dict[Path, bytes]:
        return {file: file.read_bytes() for file in victim.rglob("*") if file.is_file()}

    before = state()
    return path, lambda: state() == before


def _link(which: str, command: str) -> Trial:
    def act(folder: Path) -> Outcome:
        path, whole = _linked(folder, which)
        words = ["store", command, "--store", str(path)]
        if command == "merge":
            words.append(str(made(folder / "other", labels=("UF5-PP1T",))))
        found = call(folder, *words)
        expected = "is a link or no folder" if command == "merge" else "is damaged"
        judged = refused(found, 1, expected, told=True)
        came = f"{judged.came}; the files there are {'whole' if whole() else 'GONE'}"
        return Outcome(judged.good and whole(), came, judged.code)

    place = "cache/" if which == "cache" else f"cache/{which}/"
    return Trial("hostile stores", f"{place} is a link to a folder of others; store {command}", act)


TRIALS.extend((_link("cache", "merge"), _link("tmp", "merge"), _link("cache", "check")))


def with_journal(path: Path, victim: Path) -> Path:
    """Put a journal beside a store that has SQLite remove a file when it rolls back.

    The layout is that of the file format of SQLite, section "The Rollback Journal".
    """
    magic = bytes.fromhex("d9d505f920a163d7")
    page = 4096
    head = magic + struct.pack(">IIIII", 0, 0, path.stat().st_size // page, 512, page)
    name = bytes(victim)
    end = struct.pack(">I", (1 << 30) // page + 1) + name
    end += struct.pack(">II", len(name), sum(name)) + magic
    journal = path.with_name(path.name + "-journal")
    journal.write_bytes(head.ljust(512, b"\0") + end)
    return journal


def _journal(command: str) -> Trial:
    def act(folder: Path) -> Outcome:
        path = made(folder / "other")
        victim = folder / "thesis.txt"
        victim.write_text("years of work")
        with_journal(path, victim)
        words = ["store", "merge", str(path)] if command == "store merge" else command.split()
        own = folder / "mine.db" if command == "store merge" else path
        judged = refused(call(folder, *words, "--store", str(own)), 1, "names another file")
        return Outcome(judged.good and victim.exists(), judged.came, judged.code)

    done = f"a journal beside it that would have SQLite remove another file; {command}"
    return Trial("hostile stores", done, act)


TRIALS.extend(map(_journal, ("show", "store check", "store merge")))


@trial("hostile stores", "claims without an end, of another machine")
def _claims(folder: Path) -> Outcome:
    path = folder / "s.db"
    Store.open(path).close()
    ends = ("9e11", "9e999", "'later'")
    for number, expires in enumerate(ends):
        edit(path, f"INSERT INTO claims VALUES ('{number}', 'x{number}', 'y', 1, 0, {expires})")  # noqa: S608
    with Store.open(path) as store:
        for number in range(len(ends)):
            with store.claim(str(number)):
                pass
    with closing(sqlite3.connect(path)) as connection:
        left = [row[0] for row in connection.execute("SELECT expires FROM claims")]
    # The one that is no time was given at once, and given back.
    good = len(left) == 2 and all(expires <= time.time() + LEASE_S for expires in left)
    return Outcome(good, f"they end after a lease of {LEASE_S:.0f} s, and {3 - len(left)} at once")


@trial("damage", "an artefact with one bit flipped, which is then made again")
def _made_again(folder: Path) -> Outcome:
    path = made(folder)
    with Store.open(path) as store:
        (record, *_) = store.records(stage=Stage.SYNTH)
        digest = record.artefacts["netlist.v"]
        whole = store.artefact(digest)
        file = folder / "cache" / digest[:2] / digest
        file.chmod(0o600)
        file.write_bytes(bytes([whole[0] ^ 1]) + whole[1:])
        try:
            came = f"{len(store.artefact(digest))} damaged bytes were read"
        except ArtefactError as error:
            came = str(error)
        given = {
            name: store.artefact(each) for name, each in record.artefacts.items() if each != digest
        }
        again = StageOutcome(status=Status.OK, artefacts={**given, "netlist.v": whole})
        store.put(record.job, again)
        mended = store.artefact(digest) == whole and not metrics.problems(store)
    return Outcome("is damaged" in came and mended, f"{came}; then {'sound' if mended else 'NOT'}")


_NOBODY = 65534
_AS_NOBODY = """
import os, sys
from aesculus.cli import main
first, second = (words.split() for words in sys.argv[1:])
# A root may write anywhere. Whoever it becomes may not even be let to what is to be imported.
if os.getuid() == 0:
    try:
        main(first)
    except SystemExit:
        print("----", flush=True)
    os.setgroups([])
    os.setgid({nobody})
    os.setuid({nobody})
main(second)
"""


def _nobody(command: str, code: int, words: str) -> Trial:
    def act(folder: Path) -> Outcome:
        path = made(folder)
        before = content(path)
        folder.chmod(0o555)
        path.chmod(0o444)
        text = _AS_NOBODY.format(nobody=_NOBODY)
        try:
            done = subprocess.run(
                [sys.executable, "-c", text]
                + [f"{each} --store {path.name}" for each in (command.partition(" ")[0], command)],
                cwd=folder,
                capture_output=True,
                text=True,
                check=False,
            )
        finally:
            folder.chmod(0o755)
        found = Call(done.returncode, done.stdout.rpartition("----")[2].lstrip(), done.stderr)
        judged = refused(found, code, words) if code else went_well(found, words)
        return Outcome(judged.good and content(path) == before, judged.came, judged.code)

    return Trial("damage", f"a store in a folder that is read-only; {command}", act)


TRIALS.extend((_nobody("show", 0, LABELS[1]), _nobody("store forget --failed", 1, "is read-only")))

"""Trials of stores: damaged, edited, cut off, hostile, of somebody else."""

import os
import random
import sqlite3
import subprocess
import sys
import time
import zlib
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from aesculus import metrics
from aesculus.design import parse_build
from aesculus.families import devices
from aesculus.records import Stage, StageOutcome, Status
from aesculus.store import Job, Store, StoreError
from aesculus.studies.faults.trial import TRIALS, Outcome, Trial, call, refused, trial, went_well

LABELS = ("UF1-PP2T", "UF2-PP2T")
FLIPS = 200
_HOSTILE = "\x1b[2J\x1b]0;owned\x07"
_DEVICE = "LFE5U-85F-8"
_SIMULATED = {"blocks_per_cycle": "1/10", "latency_cycles": 11, "vectors": 341, "blocks": 1000}


def made(folder: Path, name: str = "s.db", labels: tuple[str, ...] = LABELS) -> Path:
    """Make a store with some designs in all stages and one failure, figures up to date."""
    device = devices.load(_DEVICE)
    path = folder / name
    with Store.open(path) as store:
        for label in labels:
            point = parse_build(label)

            def put(stage: Stage, metrics: dict[str, Any], point: Any = point, **more: Any) -> None:
                files = more.pop("artefacts", {})
                on = "" if stage is Stage.VERIFY else device.name
                job = Job.of(stage, point, rtl_digest="r" * 64, device=on, **more)
                outcome = StageOutcome(
                    status=Status.OK, metrics=metrics, artefacts=files, tools={"tool": "1"}, log="l"
                )
                store.put(job, outcome)

            files = {name: f"// {label} {name}".encode() for name in ("netlist.json", "netlist.v")}
            put(Stage.VERIFY, _SIMULATED)
            counts = {"lut_count": 1000 + len(label), "ff_count": 400, "bram_count": 0}
            put(Stage.SYNTH, counts, artefacts=files)
            made_of = store.records(label=point.label, stage=Stage.SYNTH)[0].artefacts
            put(Stage.VERIFY_NETLIST, _SIMULATED, inputs={"netlist": made_of["netlist.v"]})
            routed = {"fmax_routed_mhz": 200.0, "used": {}}
            put(Stage.ROUTE, routed, inputs={"netlist": made_of["netlist.json"]}, seed=1)
        bad = StageOutcome(status=Status.FAILED, reason="wrong block", log="what it said")
        store.put(Job.of(Stage.VERIFY, parse_build("UF5-PP2T"), rtl_digest="r" * 64), bad)
        metrics.refresh(store)
    return path


def edit(path: Path, statement: str, *values: object) -> None:
    """Change a store behind its back."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def content(path: Path) -> list[object]:
    """Return every row of every table, read without any code of the store."""
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return [
            [name, sorted(map(repr, connection.execute(f'SELECT * FROM "{name.decode()}"')))]  # noqa: S608
            for (name,) in sorted(names)
        ]


def _problems(path: Path) -> list[str]:
    try:
        with Store.open(path, writable=False) as store:
            return metrics.problems(store)
    except StoreError as error:
        return [str(error)]


def _flips(seed: int, folder: Path) -> Outcome:
    path = made(folder)
    whole, before = path.read_bytes(), content(path)
    draw = random.Random(seed)  # noqa: S311 - a repeatable draw
    found = free = 0
    for _ in range(FLIPS):
        bit = draw.randrange(8 * len(whole))
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        if _problems(path):
            found += 1
        elif content(path) == before:
            free += 1
    came = f"{found} found, {free} in free space, {FLIPS - found - free} passed as sound"
    return Outcome(found + free == FLIPS, came)


TRIALS.extend(
    Trial("damage", f"{FLIPS} single bits flipped in a store, draw {seed}", partial(_flips, seed))
    for seed in range(1, 6)
)

_EDITS = {
    "a throughput in the figures": "UPDATE figures SET throughput_gbps = 99",
    "the whole rows of figures": "UPDATE figure_rows SET json = replace(json, '200.0', '900.0')",
    "a record's figures": "UPDATE records SET metrics = '{\"lut_count\":1}' WHERE stage = 'synth'",
    "a failure made a success": "UPDATE records SET status = 'ok' WHERE status = 'failed'",
    "a design's label": "UPDATE designs SET label = 'UF9-PP2T' WHERE label LIKE 'UF5%'",
    "an artefact's size": "UPDATE artefacts SET size = size + 1",
    "a log": "UPDATE logs SET zlib = x'00'",
    "records taken out": "DELETE FROM records WHERE stage = 'verify_netlist'",
    "the sum of checksums": "UPDATE integrity SET total = ''",
    "an index taken out": "DROP INDEX ix_records_stage",
}


def _edited(what: str) -> Trial:
    def act(folder: Path) -> Outcome:
        path = made(folder)
        edit(path, _EDITS[what])
        found = call(folder, "store", "check", "--store", path.name)
        return refused(found, 1, "is damaged", told=True)

    return Trial("damage", f"edited by hand: {what}; store check", act)


TRIALS.extend(map(_edited, _EDITS))


@trial("damage", "a sound store; store check")
def _sound(folder: Path) -> Outcome:
    return went_well(call(folder, "store", "check", "--store", made(folder).name), "all sound")


@trial("damage", "an artefact with one bit flipped; store check")
def _artefact(folder: Path) -> Outcome:
    path = made(folder)
    file = next(file for file in (folder / "cache").rglob("*") if file.is_file())
    file.write_bytes(bytes([file.read_bytes()[0] ^ 1]) + file.read_bytes()[1:])
    return refused(call(folder, "store", "check", "--store", path.name), 1, "damaged", told=True)


@trial("damage", "a store cut to half its length; show")
def _half(folder: Path) -> Outcome:
    path = made(folder)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 8192 * 4096])
    return refused(call(folder, "show", "--store", path.name), 1, "is damaged")


@trial("damage", "a store of no bytes beside a full cache; explore")
def _empty(folder: Path) -> Outcome:
    path = made(folder)
    path.write_bytes(b"")
    found = refused(call(folder, "verify", "UF1-PP2T", "--store", path.name), 1, "has no bytes")
    return Outcome(found.good and path.stat().st_size == 0, found.came, found.code)


@trial("damage", "a text file as store; show")
def _text(folder: Path) -> Outcome:
    (folder / "s.db").write_text("not a database\n" * 500)
    return refused(call(folder, "show", "--store", "s.db"), 2, "not a store")


@trial("damage", "the database of another program; store merge into it")
def _foreign(folder: Path) -> Outcome:
    with closing(sqlite3.connect(folder / "s.db")) as raw, raw:
        raw.execute("CREATE TABLE bookmarks (url TEXT)")
    other = made(folder / "other")
    found = call(folder, "store", "merge", str(other), "--store", "s.db")
    return refused(found, 2, "another program")


@trial("damage", "a store of a newer version; show")
def _newer(folder: Path) -> Outcome:
    path = made(folder)
    edit(path, "UPDATE alembic_version SET version_num = '9999'")
    return refused(call(folder, "show", "--store", path.name), 1, "has version 9999")


@trial("damage", "damaged records; store forget --damaged, then store check")
def _dropped(folder: Path) -> Outcome:
    path = made(folder)
    edit(path, "UPDATE records SET seconds = 5e9 WHERE stage = 'route'")
    call(folder, "store", "forget", "--damaged", "--store", path.name)
    return went_well(call(folder, "store", "check", "--store", path.name), "7 results, all sound")


_DIGESTS = ("/dev/zero", "../../../../etc/passwd", "..", "A" * 64)


def _digest(digest: str, command: str) -> Trial:
    def act(folder: Path) -> Outcome:
        other = made(folder / "other")
        edit(other, "UPDATE artefacts SET digest = ? WHERE name = 'netlist.v'", digest)
        words = ("store", command, *((str(other),) if command == "merge" else ()))
        own = "mine.db" if command == "merge" else str(other)
        found = call(folder, *words, "--store", own)
        expected = "do not verify" if command == "merge" else "is damaged"
        return refused(found, 1, expected, told=True)

    return Trial("hostile stores", f"an artefact's digest is {digest[:24]}; store {command}", act)


TRIALS.extend(_digest(digest, command) for digest in _DIGESTS for command in ("merge", "check"))


@trial("hostile stores", "a cache whose artefact is a link to /dev/zero; store check")
def _link(folder: Path) -> Outcome:
    path = made(folder)
    file = next(file for file in (folder / "cache").rglob("*") if file.is_file())
    file.unlink()
    file.symlink_to("/dev/zero")
    return refused(call(folder, "store", "check", "--store", path.name), 1, "damaged", told=True)


@trial("hostile stores", "a cache whose artefact is a pipe; store merge")
def _pipe(folder: Path) -> Outcome:
    other = made(folder / "other")
    file = next(file for file in (folder / "other" / "cache").rglob("*") if file.is_file())
    file.unlink()
    os.mkfifo(file)
    found = call(folder, "store", "merge", str(other), "--store", "mine.db")
    return refused(found, 1, "do not verify")


def _label(command: tuple[str, ...]) -> Trial:
    def act(folder: Path) -> Outcome:
        other = made(folder)
        edit(other, "UPDATE designs SET label = ? || label", _HOSTILE)
        # Checksums that fit: somebody means it.
        with Store.open(other) as store:
            store.seal()
        edit(other, "UPDATE figures SET stale = 1")
        words = [str(other) if word == "OTHER" else word for word in command]
        return refused(call(folder, *words), 1, "", told=True)

    return Trial(
        "hostile stores", f"labels with control codes, checksums that fit; {' '.join(command)}", act
    )


TRIALS.extend(
    map(
        _label,
        (
            ("show", "--store", "OTHER"),
            ("store", "merge", "OTHER", "--store", "mine.db"),
            ("store", "check", "--store", "OTHER"),
            ("report", "--store", "OTHER"),
        ),
    )
)


@trial("hostile stores", "a reason with control codes; log, show")
def _reason(folder: Path) -> Outcome:
    path = made(folder)
    with Store.open(path) as store:
        bad = StageOutcome(status=Status.FAILED, reason=f"broke {_HOSTILE}", log=f"said {_HOSTILE}")
        store.put(Job.of(Stage.VERIFY, parse_build("UF5-PP2T"), rtl_digest="s" * 64), bad)
        metrics.refresh(store)
    shown = call(folder, "show", "--store", path.name)
    told = went_well(call(folder, "log", "UF5-PP2T", "--store", path.name), "said \\x1b")
    return Outcome(told.good and shown.code == 0 and shown.is_harmless, told.came, told.code)


@trial("hostile stores", "a log that unpacks to 200 MB; log")
def _bomb(folder: Path) -> Outcome:
    path = made(folder)
    edit(path, "UPDATE logs SET zlib = ?", zlib.compress(b"x" * (200 << 20)))
    found = went_well(call(folder, "log", "UF5-PP2T", "--store", path.name), "wrong block")
    return Outcome(found.good, found.came, found.code)


@trial("hostile stores", "a merge of records that do not verify beside some that do")
def _partly(folder: Path) -> Outcome:
    other = made(folder / "other")
    edit(other, "UPDATE records SET seconds = 5e9 WHERE stage = 'route'")
    found = call(folder, "store", "merge", str(other), "--store", "mine.db")
    judged = refused(found, 1, "7 results taken")
    sound = call(folder, "store", "check", "--store", "mine.db")
    return Outcome(judged.good and sound.code == 0, judged.came, judged.code)


_WRITER = """
import sys
from aesculus.records import Stage, StageOutcome, Status
from aesculus.store import Job, Store
store = Store.open(sys.argv[1])
n = int(sys.argv[2])
while True:
    job = Job(stage=Stage.SYNTH, label=f"UF{n}", design={"n": n}, device="d")
    store.put(job, StageOutcome(status=Status.OK, metrics={"n": n}, artefacts={"a": b"x" * 9999}))
    print(n, flush=True)
    n += 1
"""


@trial("kills", "a writer killed five times in the middle of its work")
def _killed(folder: Path) -> Outcome:
    seen: set[int] = set()
    for first in range(0, 500_000, 100_000):
        command = [sys.executable, "-c", _WRITER, str(folder / "s.db"), str(first)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            seen.add(int(writer.stdout.readline()))
            time.sleep(0.1 + first / 1e6)
            writer.kill()
            seen |= {int(line) for line in writer.stdout if line.endswith("\n")}
    with Store.open(folder / "s.db") as store:
        store.check()
        kept = {record.metrics["n"] for record in store.records()}
    came = f"{len(seen)} results acknowledged, {len(seen - kept)} lost, the store is sound"
    return Outcome(seen <= kept, came)


@trial("kills", "four writers at once")
def _four(folder: Path) -> Outcome:
    code = _WRITER.replace("while True", "while n < int(sys.argv[2]) + 20")
    command = [sys.executable, "-c", code, str(folder / "s.db")]
    running = [
        subprocess.Popen([*command, str(10 * first)], stdout=subprocess.DEVNULL)
        for first in range(4)
    ]
    codes = [each.wait(timeout=60) for each in running]
    with Store.open(folder / "s.db") as store:
        store.check()
        count = len(store.records())
    return Outcome(codes == [0] * 4 and count == 50, f"{count} results of 50, the store is sound")


@trial("kills", "no space left for a result and its artefacts")
def _full(folder: Path) -> Outcome:
    code = (
        "import resource, signal, sys\nfrom aesculus.studies.faults.stores import fill\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))\nfill(sys.argv[1])\n"
    )
    path = made(folder)
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False
    )
    with Store.open(path) as store:
        store.check()
    kept = "what was kept before is not lost" in done.stdout
    return Outcome(kept and done.returncode == 0, done.stdout)


def fill(path: str) -> None:
    """Put results into a store until there is no space left; print what it says then."""
    with Store.open(path) as store:
        for n in range(1000):
            job = Job(stage=Stage.SYNTH, label=f"UF{n}", design={"n": n}, device="d")
            large = {"x": os.urandom(10_000).hex()}
            try:
                store.put(job, StageOutcome(status=Status.OK, metrics=large))
            except StoreError as error:
                sys.stdout.write(f"{error}\n")
                return

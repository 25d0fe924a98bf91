"""Trials of the machine: broken compilers, folders and tools are not the design's fault."""

import json
import os
import subprocess
import sys
from pathlib import Path

from aesculus.records import Status
from aesculus.store import Store
from aesculus.studies.faults.stores import made
from aesculus.studies.faults.trial import (
    LIMIT_S,
    TRIALS,
    Call,
    Outcome,
    Trial,
    call,
    refused,
    trial,
)
from aesculus.tools.verilated import MADE, RUNTIME

_STORE = Path(".aesculus") / "store.db"


def _blamed(folder: Path) -> int:
    """Return how many failures the default store of a folder has."""
    if not (folder / _STORE).is_file():
        return 0
    with Store.open(folder / _STORE) as store:
        return len(store.records()) - len(store.records(status=Status.OK))


def _blameless(folder: Path, found: Call) -> Outcome:
    """Judge a run on a broken machine: one line and exit code 1, or it found a way; none blamed."""
    lines = found.errors
    blamed = _blamed(folder)
    told = found.code == 1 and len(lines) == 1 and "Traceback" not in found.err
    around = found.code == 0 and "verified" in found.out
    came = lines[0] if lines else (found.out.splitlines() or ["silence"])[0]
    return Outcome(
        (told or around) and not blamed, f"{came}; {blamed} failures recorded", found.code
    )


_BROKEN: dict[str, dict[str, str]] = {
    "CXX=false": {"CXX": "false"},
    "CXX names no program": {"CXX": "no-such-compiler"},
    "CXX=true, which ends well and writes nothing": {"CXX": "true"},
    "a compiler that ends with 127": {"CXX": "BIN/c127"},
    "a compiler that the system kills": {"CXX": "BIN/killed"},
    "a compiler that crashes": {"CXX": "BIN/crashing"},
    "a compiler whose programs do nothing": {"CXX": "BIN/useless"},
    "TMPDIR is no folder": {"TMPDIR": "nowhere"},
    "TMPDIR is a file": {"TMPDIR": "BIN/c127"},
    "AESCULUS_VERILATOR=native without one": {"AESCULUS_VERILATOR": "native", "PATH": "BIN"},
}
_VARIABLES = {
    "AESCULUS_MEMORY_MB": ("lots", "give a whole number above 0"),
    "AESCULUS_TOOL_MEMORY_MB": ("-1", "give a whole number above 0"),
    "AESCULUS_VERILATOR": ("magic", "give one of 'package', 'native'"),
}
_VERSION = 'case "$1" in --version) echo "cc 1"; exit 0;; esac'
_PROGRAMS = {
    "c127": "echo 'error while loading shared libraries' >&2; exit 127",
    "killed": f"{_VERSION}; kill -KILL $$",
    "crashing": f"{_VERSION}; kill -SEGV $$",
    "slow": f"{_VERSION}; sleep 600",
    # It ends well and leaves a program that ends well.
    "useless": f"""{_VERSION}
for word do case "$last" in -o) out=$word;; esac; last=$word; done
printf '#!/bin/sh\\nexit 0\\n' >"$out"
chmod +x "$out\"""",
}


def _programs(folder: Path) -> Path:
    """Make a folder of programs that do not work, and return it."""
    made_in = folder / "bin"
    made_in.mkdir()
    for name, body in _PROGRAMS.items():
        program = made_in / name
        program.write_text(f"#!/bin/sh\n{body}\n")
        program.chmod(0o755)
    return made_in


def _broken(how: str) -> Trial:
    def act(folder: Path) -> Outcome:
        programs = str(_programs(folder))
        variables = {k: v.replace("BIN", programs) for k, v in _BROKEN[how].items()}
        if "TMPDIR" in variables:
            variables["TMPDIR"] = str(folder / variables["TMPDIR"])
        if "CXX" in variables:
            # What it makes is kept for no other run.
            variables["AESCULUS_CACHE"] = str(folder / "kept")
        return _blameless(folder, call(folder, "verify", "UF1-PP2T", **variables))

    return Trial("machine", f"verify with {how}", act)


TRIALS.extend(map(_broken, _BROKEN))


def _variable(name: str) -> Trial:
    value, words = _VARIABLES[name]

    def act(folder: Path) -> Outcome:
        found = call(folder, "verify", "UF1-PP2T", **{name: value})
        judged = refused(found, 2, words)
        return Outcome(judged.good and not _blamed(folder), judged.came, judged.code)

    return Trial("machine", f"verify with {name}={value}", act)


TRIALS.extend(map(_variable, _VARIABLES))

_HANGING = """
import sys
from pathlib import Path
from aesculus.design import parse_build
from aesculus.stages.simulation import verify_rtl
from aesculus.tools import verilator
verilator.PROBE_S = 4.0
found = verify_rtl(parse_build("UF1-PP2T").design, workdir=Path("w"), timeout_s=4.0)
print(found.metrics["failure"], found.reason, sep=": ")
"""


@trial("machine", "a compiler that hangs, with limits of 4 s")
def _hanging(folder: Path) -> Outcome:
    slow = _programs(folder) / "slow"
    own = {**os.environ, "CXX": str(slow), "AESCULUS_CACHE": str(folder / "kept")}
    command = [sys.executable, "-c", _HANGING]
    done = subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True, check=False)
    good = done.stdout.startswith("environment: ") and "time limit" in done.stdout
    return Outcome(good, done.stdout or done.stderr, done.returncode)


@trial("machine", "the kept runtime of simulations damaged in one bit; verify")
def _runtime(folder: Path) -> Outcome:
    kept = {"AESCULUS_CACHE": str(folder / "kept")}
    call(folder, "verify", "UF1-PP1T", **kept)
    (first,) = (folder / "kept").glob(f"*/{MADE}")
    before = json.loads(first.read_text())
    file = first.parent / before["folder"] / RUNTIME[0]
    file.write_bytes(bytes([file.read_bytes()[0] ^ 1]) + file.read_bytes()[1:])
    found = call(folder, "verify", "UF1-PP2T", **kept)
    anew = json.loads(first.read_text())
    whole = anew["folder"] != before["folder"] and anew["sha256"].keys() == before["sha256"].keys()
    judged = _blameless(folder, found)
    good = judged.good and found.code == 0 and whole
    return Outcome(good, f"{judged.came}, with a runtime made anew", found.code)


@trial("machine", "verify with no program at all on PATH")
def _no_path(folder: Path) -> Outcome:
    (folder / "empty").mkdir()
    return _blameless(
        folder, call(folder, "verify", "UF1-PP2T", PATH=str(folder / "empty"), CXX="")
    )


@trial("machine", "doctor with CXX=false")
def _doctor(folder: Path) -> Outcome:
    found = call(folder, "doctor", CXX="false")
    good = found.code == 1 and "install a C++ compiler" in found.out and len(found.errors) == 1
    return Outcome(good, found.errors[0] if found.errors else "silence", found.code)


def _wide(width: int) -> Trial:
    def act(folder: Path) -> Outcome:
        long = ("UF1-PP2T", "AES256ED-UF14-PP2T-STORED-CREDIT", "RF2-UF10-C5dfT-G5ac")
        path = made(folder, labels=long)
        found = call(folder, "show", "--store", path.name, COLUMNS=str(width))
        lines = found.out.splitlines()
        widest = max(map(len, lines), default=0)
        whole = all(any(f" {label} " in line for line in lines) for label in long)
        return Outcome(
            found.code == 0 and widest <= width and whole,
            f"widest line {widest}, labels {'whole' if whole else 'cut'}",
            found.code,
        )

    return Trial("terminal", f"show on {width} columns", act)


TRIALS.extend(map(_wide, (80, 120, 200)))


@trial("terminal", "show into a pipe whose reader has left")
def _reader(folder: Path) -> Outcome:
    path = made(folder)
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "aesculus.cli", "show", "--csv", "--store", path.name]
    try:
        done = subprocess.run(
            command, cwd=folder, stdout=writer, stderr=subprocess.PIPE, text=True, check=False
        )
    finally:
        os.close(writer)
    good = done.returncode == 0 and not done.stderr
    return Outcome(good, done.stderr or "silence", done.returncode)


_MANY = tuple(
    f"{key}UF{n}-PP{cuts}{sbox}"
    for key in ("", "AES192-")
    for n in (1, 2)
    for cuts in (1, 2, 3)
    for sbox in "TDLC"
)
_PIPE_BYTES = 1 << 16


@trial("terminal", "show --json of much, whose reader leaves after a line")
def _head(folder: Path) -> Outcome:
    path = made(folder, labels=_MANY)
    command = [sys.executable, "-m", "aesculus.cli", "show", "--json", "--store", str(path)]
    whole = subprocess.run(command, capture_output=True, check=False).stdout
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        said = running.stderr.read().decode()
        code = running.wait(timeout=LIMIT_S)
    # What a pipe holds would be written whether there is a reader or not.
    good = len(whole) > _PIPE_BYTES and code == 0 and not said
    return Outcome(good, said or f"silence, of {len(whole):,} bytes", code)


def _stream(redirect: str, code: int, words: str) -> Trial:
    def act(folder: Path) -> Outcome:
        path = made(folder)
        command = f'exec "$0" -m aesculus.cli show --csv --store {path.name} {redirect}'
        done = subprocess.run(
            ["/bin/sh", "-c", command, sys.executable],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if code:
            return refused(Call(done.returncode, done.stdout, done.stderr), code, words)
        good = done.returncode == 0 and not done.stderr
        return Outcome(good, done.stderr or "silence", done.returncode)

    return Trial("terminal", f"show {redirect}", act)


TRIALS.append(_stream(">&-", 0, ""))
if Path("/dev/full").exists():
    TRIALS.append(_stream(">/dev/full", 1, "No space left on device"))

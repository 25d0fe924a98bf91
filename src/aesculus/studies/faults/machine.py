"""Trials of the machine: broken compilers, folders and tools are not the design's fault."""

import os
from pathlib import Path

from aesculus.records import Status
from aesculus.store import Store
from aesculus.studies.faults.stores import made
from aesculus.studies.faults.trial import TRIALS, Call, Outcome, Trial, call, trial

_STORE = Path(".aesculus") / "store.db"


def _blameless(folder: Path, found: Call) -> Outcome:
    """Judge a run on a broken machine: one line and exit code 1, or it found a way; none blamed."""
    lines = found.errors
    blamed = 0
    if (folder / _STORE).is_file():
        with Store.open(folder / _STORE) as store:
            blamed = len(store.records()) - len(store.records(status=Status.OK))
    told = found.code == 1 and len(lines) == 1 and "Traceback" not in found.err
    around = found.code == 0 and "verified" in found.out
    came = lines[0] if lines else (found.out.splitlines() or ["silence"])[0]
    return Outcome(
        (told or around) and not blamed, f"{came}; {blamed} failures recorded", found.code
    )


_BROKEN: dict[str, dict[str, str]] = {
    "CXX=false": {"CXX": "false"},
    "CXX names no program": {"CXX": "no-such-compiler"},
    "a compiler that ends with 127": {"CXX": "BIN/c127"},
    "TMPDIR is no folder": {"TMPDIR": "nowhere"},
    "TMPDIR is a file": {"TMPDIR": "BIN/c127"},
    "AESCULUS_MEMORY_MB=lots": {"AESCULUS_MEMORY_MB": "lots"},
    "AESCULUS_VERILATOR=native without one": {"AESCULUS_VERILATOR": "native", "PATH": "BIN"},
    "AESCULUS_VERILATOR=magic": {"AESCULUS_VERILATOR": "magic"},
}


def _broken(how: str) -> Trial:
    def act(folder: Path) -> Outcome:
        (folder / "bin").mkdir()
        program = folder / "bin" / "c127"
        program.write_text("#!/bin/sh\necho 'error while loading shared libraries' >&2\nexit 127\n")
        program.chmod(0o755)
        variables = {k: v.replace("BIN", str(folder / "bin")) for k, v in _BROKEN[how].items()}
        if "TMPDIR" in variables:
            variables["TMPDIR"] = str(folder / variables["TMPDIR"])
        return _blameless(folder, call(folder, "verify", "UF1-PP2T", **variables))

    return Trial("machine", f"verify with {how}", act)


TRIALS.extend(map(_broken, _BROKEN))


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
    import subprocess  # noqa: PLC0415
    import sys  # noqa: PLC0415

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
    return Outcome("Traceback" not in done.stderr, done.stderr or "silence", done.returncode)

"""The store of a running soak, copied, checked and merged by the commands that users have."""

import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from aesculus.studies.witness import Witness

_LIMIT_S = 1800.0


@dataclass(frozen=True, slots=True)
class Call:
    """A command on a store.

    Attributes:
        what: the subcommand of `aesculus store`.
        code: how it ended.
        seconds: what it took.
        said: its last line.
    """

    what: str
    code: int
    seconds: float
    said: str

    @property
    def count(self) -> int:
        """The number that its answer begins with, or that stands behind a colon; -1 without one."""
        for word in self.said.rpartition(": ")[2].split():
            number = word.replace(",", "")
            if number.isdecimal():
                return int(number)
        return -1


@dataclass
class Copies:
    """Copies of a store, taken into another one.

    Attributes:
        live: the store that is worked on.
        room: folder for copies and for the store they are merged into.
        witness: says what must be in a copy.
        calls: commands that were run.
        faults: what was not as it has to be, a line each.
        rounds: copies that were taken.
        taken: results that the merged store took over.
    """

    live: Path
    room: Path
    witness: Witness
    calls: list[Call] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    rounds: int = 0
    taken: int = 0

    @property
    def merged(self) -> Path:
        """The store that takes over what the copies hold."""
        return self.room / "merged" / "store.db"

    def round(self) -> None:
        """Copy the store, check the copy and the store, and merge the copy."""
        self.rounds += 1
        folder = self.room / f"copy-{self.rounds}"
        folder.mkdir()
        copy = folder / "store.db"
        least = len(self.witness.told)
        exported = self._call("export", self.live, str(copy))
        if exported.code == 0 and exported.count < least:
            self._fault(f"{least} results were told, the copy has {exported.count}")
        if self._call("check", copy).count != exported.count:
            self._fault("the copy has another number of results than was said")
        if self._call("check", self.live).count < exported.count:
            self._fault("the store lost results")
        self.taken += max(0, self._call("merge", self.merged, str(copy)).count)
        if self.taken != exported.count:
            self._fault(f"of {exported.count} results {self.taken} were taken over")
        if self._call("merge", self.merged, str(copy)).count != 0:
            self._fault("results were taken over twice")
        self._call("check", self.merged)
        shutil.rmtree(folder, ignore_errors=True)

    def _call(self, what: str, store: Path, *args: str) -> Call:
        store.parent.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "aesculus.cli", "store", what, *args]
        begin = time.monotonic()
        done = subprocess.run(
            [*command, "--store", str(store)],
            capture_output=True,
            text=True,
            timeout=_LIMIT_S,
            check=False,
        )
        lines = (done.stdout or done.stderr).strip().splitlines()
        seconds = round(time.monotonic() - begin, 1)
        said = lines[-1].replace(f"{self.room}/", "") if lines else ""
        call = Call(what, done.returncode, seconds, said)
        self.calls.append(call)
        self.witness.note(f"store {what}: exit code {call.code} after {seconds} s: {call.said}")
        if call.code:
            self._fault(f"store {what} ended with {call.code}: {call.said}")
        return call

    def _fault(self, text: str) -> None:
        self.faults.append(f"round {self.rounds}: {text}")
        self.witness.note(f"FAULT: {text}")

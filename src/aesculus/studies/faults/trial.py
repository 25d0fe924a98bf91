"""What a trial is, the list of all, and the means that trials share."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

LIMIT_S = 90.0
"""How long a command may take before it counts as hanging."""


@dataclass(frozen=True)
class Outcome:
    """What came of a trial.

    Attributes:
        good: whether that is what was promised.
        came: in a line.
        code: exit code of the command, if there was one.
    """

    good: bool
    came: str
    code: int | None = None


@dataclass(frozen=True)
class Trial:
    """One trial.

    Attributes:
        kind: group of the page.
        done: what is done, in a line; no other trial's of its kind is the same.
        act: does it in an empty folder.
    """

    kind: str
    done: str
    act: Callable[[Path], Outcome]


TRIALS: list[Trial] = []
"""All trials, in the order in which the modules of this package name them."""


def trial(kind: str, done: str) -> Callable[[Callable[[Path], Outcome]], Callable[[Path], Outcome]]:
    """Put a function into the list of trials."""

    def add(act: Callable[[Path], Outcome]) -> Callable[[Path], Outcome]:
        TRIALS.append(Trial(kind, done, act))
        return act

    return add


@dataclass(frozen=True)
class Call:
    """A command that ended, or was ended for hanging.

    Attributes:
        code: exit code; `None` for one that hung.
        out: what it printed.
        err: what it said on stderr.
    """

    code: int | None
    out: str
    err: str

    @property
    def errors(self) -> list[str]:
        """The lines that tell of errors."""
        return [
            line for line in self.err.splitlines() if line.startswith(("aesculus: err", '{"err'))
        ]

    @property
    def is_harmless(self) -> bool:
        """Whether nothing of it commands a terminal."""
        return all(sign in "\n\t" or sign.isprintable() for sign in self.out + self.err)


def call(folder: Path, *args: str, **environment: str) -> Call:
    """Run the command in a folder and return what came of it.

    Args:
        folder: where it runs; its default store is there.
        args: of the command.
        environment: variables on top of those of this process.
    """
    own = {name: text for name, text in os.environ.items() if not name.startswith("AESCULUS_")}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "aesculus.cli", *args],
            cwd=folder,
            env={**own, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="surrogateescape",
            timeout=LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        return Call(None, str(late.stdout or ""), str(late.stderr or ""))
    return Call(done.returncode, done.stdout, done.stderr)


def refused(found: Call, code: int, words: str, *, told: bool = False) -> Outcome:
    """Judge a command that had to be refused.

    Args:
        found: what came.
        code: the exit code that it had to have.
        words: what its error had to say.
        told: whether it may print results beside.
    """
    lines = found.errors
    good = (
        found.code == code
        and len(lines) == 1
        and words in lines[0]
        and found.is_harmless
        and "Traceback" not in found.err
        and (told or not found.out)
    )
    came = (
        lines[0] if lines else ("it hung" if found.code is None else found.err[-200:] or "silence")
    )
    return Outcome(good, came, found.code)


def went_well(found: Call, words: str = "") -> Outcome:
    """Judge a command that had to go well and say some words."""
    good = found.code == 0 and words in found.out and found.is_harmless
    lines = found.errors or found.out.splitlines() or ["silence"]
    return Outcome(good, lines[0], found.code)

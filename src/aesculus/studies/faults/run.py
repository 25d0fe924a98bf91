"""Running all trials, and the page of what came."""

import json
import platform
import re
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aesculus import pages
from aesculus.outputs import write_whole
from aesculus.studies.faults import (  # noqa: F401
    commands,
    hostile,
    inputs,
    machine,
    network,
    stores,
)
from aesculus.studies.faults.trial import TRIALS, Outcome, Trial
from aesculus.terminal import clean

NAME = "faults"
DOC = "Faults put in by hand: bad input, damaged and hostile stores, strangers, a broken machine."
_LONGEST = 160
_AT_ONCE = 2
_ALONE = {"network"}


def run(out: Path, trials: Sequence[Trial] | None = None, *, again: bool = False) -> int:
    """Run trials, write their table to `faults.json` and `faults.md`; return how many went wrong.

    The table is written after each trial, so that a run that is stopped can be gone on with.

    Args:
        out: folder of the table.
        trials: by default all.
        again: keep what the table says of trials that ended as promised; run the others.
    """
    chosen = TRIALS if trials is None else trials
    outcomes = _Outcomes(out, chosen, _before(out) if again else {})
    out.mkdir(parents=True, exist_ok=True)
    _run([each for each in chosen if (each.kind, each.done) not in outcomes.lines], outcomes.add)
    outcomes.write()
    return sum(not line["good"] for line in outcomes.lines.values())


_Name = tuple[str, str]
"""Kind and deed of a trial, by which no other goes."""


class _Outcomes:
    """What came of the trials so far, and the page of it."""

    def __init__(self, out: Path, trials: Sequence[Trial], before: Mapping[str, Any]) -> None:
        self._stem = out / NAME
        self._order = [(each.kind, each.done) for each in trials]
        good = [line for line in before.get("lines", ()) if line["good"]]
        kept = {(line["kind"], line["done"]): line for line in good}
        self.lines = {name: kept[name] for name in self._order if name in kept}
        self._start = time.monotonic() - before.get("seconds", 0.0)
        self._lock = threading.Lock()

    def add(self, line: dict[str, Any]) -> None:
        """Take what came of a trial."""
        with self._lock:
            self.lines[line["kind"], line["done"]] = line
            self.write()

    def write(self) -> None:
        """Write the table."""
        lines = [self.lines[name] for name in self._order if name in self.lines]
        made = sorted(line["made"] for line in lines)
        body: dict[str, Any] = {
            "campaign": NAME,
            "about": DOC,
            "command": f"aesculus bench {NAME}",
            "made": made[-1] if made else _now(),
            "since": made[0] if made else _now(),
            "python": platform.python_version(),
            "trials": len(lines),
            "good": sum(line["good"] for line in lines),
            "to_come": len(self._order) - len(lines),
            "seconds": round(time.monotonic() - self._start, 1),
            "lines": lines,
        }
        text = json.dumps(body, indent=2) + "\n"
        write_whole(self._stem.with_suffix(".json"), text)
        write_whole(self._stem.with_suffix(".md"), page(body))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _before(out: Path) -> dict[str, Any]:
    """Return what an earlier run wrote; nothing without one that tells when each trial was made."""
    path = (out / NAME).with_suffix(".json")
    body: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return body if "since" in body else {}


def _run(trials: Sequence[Trial], take: Callable[[dict[str, Any]], None]) -> None:
    """Run trials, two at a time but for those that look at what this very process does."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        others = [each for each in trials if each.kind not in _ALONE]
        for _ in pool.map(lambda each: take(_line(each)), others):
            pass
    for each in trials:
        if each.kind in _ALONE:
            take(_line(each))


def one(trial: Trial) -> Outcome:
    """Run one trial in a folder of its own, which is removed again."""
    with tempfile.TemporaryDirectory(prefix="aesculus-fault-") as name:
        try:
            found = trial.act(Path(name))
        except Exception as error:
            found = Outcome(False, f"{type(error).__name__}: {error}")
        # A path of this machine says nothing to a reader.
        came = " ".join(found.came.replace(str(Path(name).resolve()), ".").split())
    # A folder `tmp` somewhere else is none of the machine's.
    whole = rf"(?<![\w.]){re.escape(tempfile.gettempdir())}(?!\w)"
    came = clean(re.sub(whole, "$TMPDIR", came.replace(name, ".")))
    short = came if len(came) <= _LONGEST else came[: _LONGEST - 1] + "…"
    return Outcome(found.good, short, found.code)


def _line(trial: Trial) -> dict[str, Any]:
    start = time.monotonic()
    found = one(trial)
    return {
        "kind": trial.kind,
        "done": trial.done,
        "came": found.came,
        "code": found.code,
        "seconds": round(time.monotonic() - start, 2),
        "made": _now(),
        "good": found.good,
    }


def page(body: dict[str, Any]) -> str:
    """Return the table for people."""
    first = body.get("since", body["made"])
    when = body["made"] if first == body["made"] else f"from {first} to {body['made']}"
    to_come = body.get("to_come", 0)
    lines = [
        "# Faults put in by hand",
        "",
        f"{body['trials']} trials, {body['good']} of them as promised. Made {when} with "
        f"`{body['command']}`, Python {body['python']}, in {body['seconds']:.0f} s.",
        *([f"{to_come} trials are to come."] if to_come else []),
        "A trial is good if the answer comes in time, is one line that names the cause, has the",
        "exit code that was promised, and leaves nothing wrong behind.",
    ]
    for kind in dict.fromkeys(each["kind"] for each in body["lines"]):
        rows = [
            [
                each["done"],
                each["came"].replace("|", "\\|").replace("`", "'"),
                "" if each["code"] is None else each["code"],
                f"{each['seconds']:.1f}",
                "yes" if each["good"] else "NO",
            ]
            for each in body["lines"]
            if each["kind"] == kind
        ]
        heads = ["what was done", "what came", "exit code", "s", "good"]
        lines += ["", f"## {kind.capitalize()}", "", *pages.table(heads, rows, words=2)]
    return "\n".join(lines) + "\n"

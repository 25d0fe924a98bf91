"""Running all trials, and the page of what came."""

import json
import platform
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aesculus import pages
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


def run(out: Path, trials: Sequence[Trial] | None = None) -> int:
    """Run trials, write their table to `faults.json` and `faults.md`; return how many went wrong.

    Args:
        out: folder of the table.
        trials: by default all.
    """
    start = time.monotonic()
    told = _lines(TRIALS if trials is None else trials)
    bad = [each for each in told if not each["good"]]
    body: dict[str, Any] = {
        "campaign": NAME,
        "about": DOC,
        "command": f"aesculus bench {NAME}",
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "trials": len(told),
        "good": len(told) - len(bad),
        "seconds": round(time.monotonic() - start, 1),
        "lines": told,
    }
    out.mkdir(parents=True, exist_ok=True)
    stem = out / NAME
    stem.with_suffix(".json").write_text(json.dumps(body, indent=2) + "\n", encoding="utf-8")
    stem.with_suffix(".md").write_text(page(body), encoding="utf-8")
    return len(bad)


def _lines(trials: Sequence[Trial]) -> list[dict[str, Any]]:
    """Run trials, two at a time but for those that look at what this very process does."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        others = {
            number: pool.submit(_line, each)
            for number, each in enumerate(trials)
            if each.kind not in _ALONE
        }
        found = {number: each.result() for number, each in others.items()}
    for number, each in enumerate(trials):
        if number not in found:
            found[number] = _line(each)
    return [found[number] for number in range(len(trials))]


def one(trial: Trial) -> Outcome:
    """Run one trial in a folder of its own, which is removed again."""
    with tempfile.TemporaryDirectory(prefix="aesculus-fault-") as name:
        try:
            found = trial.act(Path(name))
        except Exception as error:
            found = Outcome(False, f"{type(error).__name__}: {error}")
        # A path of this machine says nothing to a reader.
        came = " ".join(found.came.replace(str(Path(name).resolve()), ".").split())
    came = clean(came.replace(name, ".").replace(tempfile.gettempdir(), "$TMPDIR"))
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
        "good": found.good,
    }


def page(body: dict[str, Any]) -> str:
    """Return the table for people."""
    lines = [
        "# Faults put in by hand",
        "",
        f"{body['trials']} trials, {body['good']} of them as promised. Made {body['made']} with "
        f"`{body['command']}`, Python {body['python']}, in {body['seconds']:.0f} s.",
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

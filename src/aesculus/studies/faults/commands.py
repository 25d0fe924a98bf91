"""Trials of what is typed: bad input is one line and exit code 2, as JSON where asked for."""

import json
from pathlib import Path

from aesculus.studies.faults.trial import TRIALS, Outcome, Trial, call, refused, trial, went_well

_TYPED: dict[tuple[str, ...], str] = {
    ("verify", "UF99x"): "not known",
    ("verify", "UF5-PP0B"): "nearest legal point",
    ("verify", "UF1-PP1T+nonesuch"): "unknown recipe",
    ("verify", "UF1-PP1T", "--device", "XC9"): "unknown device",
    ("verify", "\x1b[2J\x1b]0;owned\x07"): "",
    ("verify", "../../etc/passwd"): "",
    ("verify", "9" * 20_000): "",
    ("explore", "--device", "LFE5U-85"): "near: LFE5U-85F-6",
    ("explore", "--points", "UF7*Q"): "fits no point",
    ("explore", "--budget", "soon"): "10m, 2h, 90s",
    ("explore", "--budget", "1e999h"): "budget",
    ("explore", "--strategy", "guided"): "name a space file",
    ("explore", "--jobs", "-3"): "",
    ("show", "--store", "none.db"): "no store at",
    ("show", "--json", "--csv"): "exclude each other",
    ("show", "--columns", "beauty"): "no column",
    ("show", "--sort", "beauty"): "no figure",
    ("show", "--frobnicate"): "--frobnicate",
    ("pick", "--device", "LFE5U-85F-8", "--throughput", "40lb"): "unknown unit",
    ("pick", "--device", "LFE5U-85F-8", "--latency", "-3ns"): "give more than 0",
    ("pick", "--device", "XC9", "--min", "lut", "--json"): "unknown device",
    ("log", "UF2-PP3T"): "no store at",
    ("store", "check"): "no store at",
    ("store", "forget"): "name designs",
    ("store", "merge", "none.db"): "no store at none.db",
    ("store", "check", "--store", "n" * 300): "File name too long",
    ("store", "merge", "n" * 300): "File name too long",
    ("store", "export", "--json", "n" * 300): "File name too long",
    ("bench", "nonesuch"): "no campaign",
    ("reproduce", "nobody1999"): "no paper",
    ("export", "UF5-PP0B", "--out", "x"): "nearest legal point",
    ("nonesuch",): "nonesuch",
}


def _typed(args: tuple[str, ...], words: str) -> Trial:
    text = " ".join(args)
    shown = text if len(text) < 60 else text[:57] + "..."

    def act(folder: Path) -> Outcome:
        found = call(folder, *args)
        as_json = "--json" in args and bool(found.errors)
        judged = refused(found, 2, words)
        if as_json and json.loads(found.errors[0])["error"]["code"] != 2:
            return Outcome(False, judged.came, judged.code)
        return judged

    return Trial("typed", shown.encode("unicode_escape").decode("ascii"), act)


TRIALS.extend(_typed(args, words) for args, words in _TYPED.items())


@trial("typed", "space UF5-PP0B, which cannot be")
def _illegal(folder: Path) -> Outcome:
    found = call(folder, "space", "UF5-PP0B")
    good = found.code == 2 and "nearest legal point" in found.out
    return Outcome(good, found.out.splitlines()[0], found.code)


@trial("typed", "--version")
def _version(folder: Path) -> Outcome:
    return went_well(call(folder, "--version"), "aesculus ")


@trial("typed", "store check of a folder")
def _folder(folder: Path) -> Outcome:
    (folder / "s").mkdir()
    return refused(call(folder, "store", "check", "--store", "s"), 2, "is no plain file")

"""Trials of files that are named: space, device and cluster files that are none."""

import os
from collections.abc import Callable
from pathlib import Path

from aesculus.inputs import MOST_BYTES
from aesculus.studies.faults.trial import TRIALS, Outcome, Trial, call, refused

_MADE: dict[str, tuple[Callable[[Path], object], str]] = {
    "binary": (lambda path: path.write_bytes(bytes(range(256))), "not a text in UTF-8"),
    "with zero bytes": (lambda path: path.write_bytes(b"version = 1\n\0"), "zero bytes"),
    "of a megabyte and more": (lambda path: path.write_bytes(b"#\n" * MOST_BYTES), "more than"),
    "that is /dev/zero": (lambda path: path.symlink_to("/dev/zero"), "no plain file"),
    "that is a pipe": (os.mkfifo, "no plain file"),
    "that is a folder": (Path.mkdir, "Is a directory"),
    "that is not there": (lambda path: path.symlink_to("nowhere"), "No such file"),
    "of 50,000 brackets": (lambda path: path.write_text("a = " + "[" * 50_000), "not TOML"),
    "with a key of 10,000 parts": (lambda path: path.write_text(f"a{'.a' * 9_999} = 1"), "parts"),
    "with a heading of 10,000 parts": (lambda path: path.write_text(f"[a{'.a' * 9_999}]"), "parts"),
    "with 10,000 keys of 40 parts": (
        lambda path: path.write_text(f"a{'.a' * 39} = 1\n" * 10_000),
        "parts",
    ),
    "with another key": (lambda path: path.write_text("version = 1\nrocket = 2\n"), ""),
}
_USED: dict[str, tuple[str, ...]] = {
    "space": ("explore", "--space", "x.toml"),
    "cluster": ("explore", "--cluster", "x.toml"),
    "device": ("devices",),
}


def _trial(kind: str, made: str) -> Trial:
    make, words = _MADE[made]

    def act(folder: Path) -> Outcome:
        make(folder / "x.toml")
        variable = {"AESCULUS_DEVICES": str(folder)} if kind == "device" else {}
        return refused(call(folder, *_USED[kind], **variable), 2, words)

    return Trial("files", f"a {kind} file {made}", act)


TRIALS.extend(_trial(kind, made) for kind in _USED for made in _MADE)

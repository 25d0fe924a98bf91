"""What stops a run."""

from pathlib import Path


class Trouble(Exception):  # noqa: N818 - the machine's trouble, no error of this program
    """The machine cannot do the work: a tool is missing, a disk is full, a cluster is gone.

    The message is one line. Nothing of it is held against a design; every result that was recorded
    before stays, and the next run goes on from there.
    """


def trouble_log(store: Path) -> Path:
    """Return the file beside a store that has what a tool said in the last trouble."""
    return store.with_name(f"{store.name}.trouble.log")


class Interrupted(Exception):  # noqa: N818 - the user's wish, no error
    """A signal ended the run; what was recorded stays.

    Attributes:
        signal: its number.
    """

    def __init__(self, signal: int) -> None:
        super().__init__("interrupted: every finished result is kept, run again to go on")
        self.signal = signal

"""Times of runs that are left out: estimates learn from those that had a core to themselves."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import Field

from aesculus.errors import InputError
from aesculus.store import StageRecord
from aesculus.studies.study import RunOptions

Between = tuple[datetime, datetime] | None
"""From when to when, or never."""


class TimedOptions(RunOptions):
    """What a study of simulations can be told."""

    untimed: Annotated[
        str,
        Field(
            description="Leave out the times of runs that ended between two moments, in UTC, such "
            "as 2026-11-27T03:20/2026-11-27T05:42: more was run than there are cores."
        ),
    ] = ""


def between(text: str) -> Between:
    """Read two moments with a slash between them; nothing of no text.

    Raises:
        InputError: they are none.
    """
    if not text:
        return None
    try:
        begin, end = (datetime.fromisoformat(part) for part in text.split("/"))
        # One that names no zone is in UTC.
        begin, end = (each if each.tzinfo else each.replace(tzinfo=UTC) for each in (begin, end))
    except ValueError:
        legal = "legal: two moments such as 2026-11-27T03:20/2026-11-27T05:42"
        raise InputError(f"--untimed {text}: {legal}") from None
    if begin >= end:
        raise InputError(f"--untimed {text}: legal: the first moment before the second")
    return begin, end


def seconds_of(record: StageRecord, untimed: Between) -> float:
    """Return the time of a run, to a tenth of a second; 0 of one that is left out."""
    told = untimed is None or not untimed[0] <= record.created <= untimed[1]
    return round(record.seconds, 1) if told else 0.0

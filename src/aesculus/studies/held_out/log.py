"""The log of the held-out spaces: what was defined when, and with which strategy.

An entry stands for good. A strategy that is changed before a space is measured is frozen anew, with
an entry of its own; once the table is there, only a new space can judge a new strategy.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, PositiveInt, ValidationError, field_validator

from aesculus import resources
from aesculus.design.text import digest_of
from aesculus.errors import InputError
from aesculus.inputs import InputFileError, first_of, read_text
from aesculus.search.designspace import DesignSpace
from aesculus.search.spacefile import load
from aesculus.search.strategies import DEFAULT
from aesculus.stages.provenance import step_digest

LOG = "held-out.json"
"""Name of the file, beside the tables of the measured spaces."""

FROZEN = "frozen_strategy"
"""In the head of the table of a held-out space: digest of the strategy when it was measured."""

BEFORE = "measured_before"
"""Likewise: how many of its points had been measured when it was held out."""

_DIGITS = 16
_PACKAGE = Path(resources.__file__).parent

# All that a search of the default strategy is made of, in this order.
_MODULES = (
    *(f"search/strategies/{name}.py" for name in ("guided", "_base", "_cover")),
    *(f"search/{name}.py" for name in ("surrogate", "model", "encoding", "promise", "bounds")),
    *(f"search/{name}.py" for name in ("filling", "problem", "fidelity")),
    "frontier/pareto.py",
    *(f"ciphers/aes/{name}.py" for name in ("parts", "paths")),
    "design/features.py",
)


class Entry(BaseModel):
    """A space as it was when it was held out.

    Attributes:
        space: name of the space file.
        frozen: when, ISO 8601; an old entry may say the day alone.
        points: how many points it has.
        space_digest: of what it asks: its points, device, objectives and fidelity.
        strategy: name of the strategy that it is to judge.
        strategy_digest: of the code of that.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    space: str
    frozen: str
    points: PositiveInt
    space_digest: str
    strategy: str
    strategy_digest: str

    @field_validator("frozen")
    @classmethod
    def _is_a_time(cls, value: str) -> str:
        datetime.fromisoformat(value)
        return value

    @property
    def to_the_second(self) -> bool:
        """Whether it says more than the day."""
        return datetime.fromisoformat(self.frozen).tzinfo is not None

    def before(self, made: Iterable[datetime]) -> int | None:
        """Return how many of some times lie before it was held out; `None` if nobody can tell."""
        since = datetime.fromisoformat(self.frozen)
        return sum(each < since for each in made) if self.to_the_second else None


class _Log(BaseModel):
    entries: list[Entry]


@cache
def strategy_digest() -> str:
    """Return a digest of the code of the default strategy and its model; comments do not count."""
    return step_digest(_PACKAGE / name for name in _MODULES)[:_DIGITS]


def space_digest(name: str) -> str:
    """Return a digest of what a space file asks, however it is written."""
    content = load(name)
    device = content.devices[0]
    asked = {
        "points": sorted(point.label for point in DesignSpace(content).points),
        "device": device,
        "objectives": content.objectives_on(device),
        "fidelity": content.fidelity_on(device).name,
    }
    return digest_of(asked)[:_DIGITS]


def entry_of(name: str, moment: datetime) -> Entry:
    """Return the entry of a space and the strategy as they are now."""
    return Entry(
        space=name,
        frozen=moment.isoformat(timespec="seconds"),
        points=len(DesignSpace(load(name))),
        space_digest=space_digest(name),
        strategy=DEFAULT,
        strategy_digest=strategy_digest(),
    )


def read(folder: Path) -> list[Entry]:
    """Return the entries of the log in a folder, oldest first; none where there is no log.

    Raises:
        InputError: the file is no such log.
    """
    path = folder / LOG
    if not path.exists():
        return []
    try:
        return _Log.model_validate_json(read_text(path)).entries
    except InputFileError as error:
        raise InputError(f"{path}: {error}") from None
    except ValidationError as error:
        where, why = first_of(error)
        raise InputError(f"{path}: no log of held-out spaces: {where or 'file'}: {why}") from None


def told(entries: Iterable[Entry]) -> list[Mapping[str, object]]:
    """Return entries as they stand in the file."""
    return [entry.model_dump() for entry in entries]


def newest(entries: Iterable[Entry], space: str) -> Entry | None:
    """Return the newest entry of a space; `None` where it has none."""
    return next((each for each in reversed(list(entries)) if each.space == space), None)


def fault(entries: Iterable[Entry], space: str) -> str:
    """Return why a space cannot judge the strategy as it is now, one line; empty if it can."""
    entry = newest(entries, space)
    if entry is None:
        return f"{space} is not in the log of held-out spaces"
    if entry.space_digest != space_digest(space):
        return f"{space} is not what was held out on {entry.frozen}"
    if entry.strategy_digest != strategy_digest():
        return f"the strategy was changed since {space} was held out on {entry.frozen}"
    return ""

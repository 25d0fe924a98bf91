"""The records as data: what each is, how it is measured, and what it is to reach."""

from functools import cache
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, model_validator

from aesculus.catalogue import AIMS
from aesculus.defaults import ROUTED_DEVICE
from aesculus.inputs import parse_toml, read_text
from aesculus.metrics import Row

SEEDS = 10
"""Fixed seeds of a median."""

SEEN = 5
"""So many seeds of a design a search has routed when it answers."""

SPACE = "pick"
"""The space file in which the explorer looks, unless a record names another one."""

How = Literal["median", "best", "search", "area", "cycles", "ratio", "tables"]

OWN_FIGURES = ("cycles_per_block", "area_ratio", "tables")
"""Figures that no row has."""

_ASKED: dict[How, tuple[str, ...]] = {
    "median": ("label", "seeds"),
    "best": ("label", "routes"),
    "search": (
        *("space", "fix", "minimise", "maximise", "limits"),
        *("evaluations", "taught", "seeds"),
    ),
    "area": ("label",),
    "cycles": ("label",),
    "ratio": ("label", "beside"),
    "tables": ("direction", "inputs"),
}
"""What tells records of one kind from each other, beside device and way."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Bound(_Part):
    """A least or a greatest value, one of the two."""

    at_least: float | None = None
    at_most: float | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.at_least is None) == (self.at_most is None):
            raise ValueError("a bound is at_least or at_most")
        return self

    @property
    def value(self) -> float:
        """Its value."""
        found = self.at_least if self.at_most is None else self.at_most
        assert found is not None
        return found

    def met(self, value: float | None) -> bool:
        """Return whether a value keeps it; one that is not known does not."""
        if value is None:
            return False
        return value <= self.value if self.at_least is None else value >= self.value

    def told(self) -> str:
        """Return it in a few characters."""
        return f"{'≤' if self.at_least is None else '≥'} {self.value:,g}"


class Record(_Part):
    """A record; `records.toml` tells the fields."""

    name: str
    about: str
    how: How
    device: str = ROUTED_DEVICE
    label: str = ""
    beside: str = ""
    direction: Literal["", "encrypt", "decrypt", "both"] = ""
    inputs: Literal[4, 6] = 4
    space: str = SPACE
    fix: tuple[str, ...] = ()
    minimise: str = ""
    maximise: str = ""
    limits: dict[str, Bound] = {}
    evaluations: int = 0
    routes: int = 0
    seeds: int = SEEDS
    seen: int = 0
    taught: bool = False
    way: str = ""
    targets: dict[str, Bound] = {}
    missing: str = ""
    tried: str = ""

    @model_validator(mode="after")
    def _says_what_its_kind_needs(self) -> Self:
        needs = {
            "median": ("label",),
            "best": ("label", "routes"),
            "search": ("evaluations",),
            "area": ("label",),
            "cycles": ("label",),
            "ratio": ("label", "beside"),
            "tables": ("direction",),
        }
        lacking = [name for name in needs[self.how] if not getattr(self, name)]
        if self.way and self.how != "median":
            lacking.append("no way")
        if self.how == "search" and bool(self.minimise) == bool(self.maximise):
            lacking.append("minimise or maximise")
        if self.taught and self.how != "search":
            lacking.append("no taught")
        if lacking:
            raise ValueError(f"{self.name}: {self.how} needs {', '.join(lacking)}")
        unknown = [n for n in self.targets if n not in {*OWN_FIGURES, *Row.model_fields}]
        unknown += [n for n in (*self.limits, self.minimise, self.maximise) if n and n not in AIMS]
        if unknown:
            raise ValueError(f"{self.name}: no figure {', '.join(unknown)}")
        return self

    @property
    def chose(self) -> int:
        """How many of the design's first seeds were known when it was chosen."""
        return self.seen or (SEEN if self.how == "search" else 0)

    @property
    def asked(self) -> dict[str, Any]:
        """What is measured, as data; names, words and targets are not of it."""
        told = self.model_dump(mode="json", exclude_none=True)
        return {name: told[name] for name in _ASKED[self.how] if told[name] not in ("", [], {})}


class _File(_Part):
    record: tuple[Record, ...]


@cache
def records() -> tuple[Record, ...]:
    """Return the records."""
    return _File.model_validate(
        parse_toml(read_text(Path(__file__).with_name("records.toml")))
    ).record

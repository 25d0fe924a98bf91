"""Options of modes in labels: `S4` of `CBC-S4` gives the option `S` the value 4."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_TOKEN = re.compile(r"([A-Z]+)([0-9]*)")


@dataclass(frozen=True, slots=True)
class Option:
    """A number, or a mark without one, behind a mode's name.

    Attributes:
        letter: how it is written, capitals.
        field: its name among the fields of a design.
        default: its value when it is left out.
        legal: the values there are; of a mark `range(2)`.
    """

    letter: str
    field: str
    default: int
    legal: range

    @property
    def is_mark(self) -> bool:
        """It has no number: it is there or not."""
        return self.legal == range(2)

    def token(self, value: int) -> str:
        """Return how a value is written."""
        return self.letter if self.is_mark else f"{self.letter}{value}"

    @property
    def told(self) -> str:
        """What is legal, for a message."""
        if self.is_mark:
            return self.letter
        return f"{self.letter}{self.legal.start} to {self.letter}{self.legal.stop - 1}"


STREAMS = Option("S", "streams", 1, range(1, 65))
"""Streams that a mode takes at a time."""


def read(name: str, options: Sequence[Option], tokens: Sequence[str]) -> Mapping[str, int]:
    """Return field to value, defaults included.

    Args:
        name: of the mode.
        options: what it has.
        tokens: what stands behind its name.

    Raises:
        ValueError: a token is no option of it, or is there twice.
    """
    known = {option.letter: option for option in options}
    found: dict[str, int] = {}
    for token in tokens:
        match = _TOKEN.fullmatch(token)
        option = known.get(match[1]) if match else None
        legal = f"{name} takes {', '.join(each.told for each in options) or 'no options'}"
        if match is None or option is None or option.is_mark is bool(match[2]):
            raise ValueError(f"{token!r} is no option of a mode; legal: {legal}")
        value = int(match[2] or 1)
        if value not in option.legal or len(match[2]) > 4 or match[2].startswith("0"):
            raise ValueError(f"{token!r} is out of range; legal: {legal}")
        if option.field in found:
            raise ValueError(f"{token!r} comes twice; legal: each option once")
        found[option.field] = value
    return {option.field: found.get(option.field, option.default) for option in options}


def written(name: str, options: Sequence[Option], values: Mapping[str, int]) -> str:
    """Return the token of a mode: its name, and the options that are not at their defaults."""
    there = [each for each in options if values[each.field] != each.default]
    return "-".join([name, *(each.token(values[each.field]) for each in there)])

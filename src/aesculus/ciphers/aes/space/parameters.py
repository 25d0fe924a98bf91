"""The list of axes, read from `parameters.toml`.

Nothing about a single axis is stated in Python code when the list can state it; the rules that tie
several axes together are in `rules`.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict, field_validator

from aesculus.ciphers.aes.fields import basis_numbers


class _Listed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CutPosition(_Listed):
    """A cut position of a round: `bit` of the mask and its `name`."""

    bit: int
    name: str
    doc: str


class EnumMember(_Listed):
    """One literal of an enum of `aesculus_pkg`.

    Attributes:
        name: value in Python and JSON.
        literal: name in the RTL.
        value: its number in the RTL.
        token: how a label writes it; empty when a label leaves it out.
        implemented: whether the RTL has it now.
        files: names of the RTL sources that an S-box of this kind needs and others may not.
        inner_cuts: names of the cut positions inside an S-box of this kind.
        address_register: the S-box is a synchronous memory that reads through a register.
        uses_basis: the axis `basis` has a meaning for an S-box of this kind.
    """

    name: str
    literal: str
    value: int
    doc: str
    token: str = ""
    implemented: bool = True
    files: tuple[str, ...] = ()
    inner_cuts: tuple[str, ...] = ()
    address_register: bool = False
    uses_basis: bool = False


class EnumType(_Listed):
    """An enum of `aesculus_pkg`: its type `name` and its members in the order of their values."""

    name: str
    member: tuple[EnumMember, ...]


class Axis(_Listed):
    """One axis of the space.

    Attributes:
        field: name in `DesignPoint`.
        rtl: parameter of `aesculus_core`.
        kind: `int`, `bool`, `enum`, `mask` (over the cut positions) or `key` (hex).
        enum: type name of the enum, for kind `enum`.
        min: least legal int.
        max: greatest legal int; `None` when unbounded.
        values: the legal ints, for an int axis that is not a range.
        implemented: the values the RTL has now; `None` when it has all of them.
        default: value of a point that does not say.
        doc: one line.
    """

    field: str
    kind: Literal["int", "bool", "enum", "mask", "key"]
    doc: str
    default: bool | int | str
    rtl: str
    enum: str | None = None
    min: int | None = None
    max: int | None = None
    values: tuple[int, ...] | None = None
    implemented: tuple[int | str, ...] | None = None

    @field_validator("values", mode="before")
    @classmethod
    def _numbered(cls, values: object) -> object:
        return (0, *basis_numbers()) if values == "bases" else values


class Parameters(_Listed):
    """The whole list."""

    cut: tuple[CutPosition, ...]
    enum: tuple[EnumType, ...]
    axis: tuple[Axis, ...]


@cache
def parameters() -> Parameters:
    """Return the list of axes as `parameters.toml` gives it."""
    text = files(__package__).joinpath("parameters.toml").read_text(encoding="utf-8")
    return Parameters.model_validate(tomllib.loads(text))


def axes() -> tuple[Axis, ...]:
    """Return all axes in the order of the fields of `DesignPoint`."""
    return parameters().axis


@cache
def axis(field: str) -> Axis:
    """Return the axis of one field.

    Raises:
        KeyError: there is no such field.
    """
    for candidate in axes():
        if candidate.field == field:
            return candidate
    raise KeyError(field)


@cache
def members(enum: str) -> dict[str, EnumMember]:
    """Return the members of an RTL enum type by name, in the order of their values.

    Raises:
        KeyError: there is no such enum.
    """
    for candidate in parameters().enum:
        if candidate.name == enum:
            return {member.name: member for member in candidate.member}
    raise KeyError(enum)


def sbox_member(kind: str) -> EnumMember:
    """Return the row of an S-box kind.

    Raises:
        KeyError: there is no such kind.
    """
    return members("sbox_e")[kind]


@cache
def implemented_values(field: str) -> tuple[int | str, ...] | None:
    """Return the values of an axis that the RTL has now, or `None` for no limit of that kind."""
    row = axis(field)
    if row.enum is None:
        return row.implemented
    return tuple(
        member.name
        for member in members(row.enum).values()
        if member.implemented and (row.implemented is None or member.name in row.implemented)
    )

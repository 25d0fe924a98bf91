"""What a space file may write for an axis, and the values it stands for."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from itertools import combinations
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    NonNegativeInt,
    StrictBool,
    StrictInt,
    StrictStr,
    Tag,
)

from aesculus.ciphers.aes.space import ALL_CUTS, DEEPEST, PRESETS, Cut, DesignPoint, available_cuts
from aesculus.ciphers.aes.space.keys import KEY_PATTERN
from aesculus.ciphers.aes.space.parameters import Axis, axis, members
from aesculus.design.build import DEFAULT_RECIPE, RECIPE_PATTERN
from aesculus.search.errors import SpaceFileError

SAME = "same"
"""Value of `key_sbox`: that of the cipher."""

UNROLL = "unroll"
"""Value of `cut_every`: the first physical round alone holds the cuts, as in PP0."""

_MOST_SHOWN = 20
_IN_HEX = frozenset({"cuts", "entry_cuts", "basis"})

RECIPE = "recipe"
"""The axis of how a design is built, behind those of what is built."""

AXES: tuple[str, ...] = (*DesignPoint.model_fields, RECIPE)
"""The axes, in the order of the fields of a design point."""


class Range(BaseModel):
    """Whole numbers from `first` to `last`, both included, by `step`."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    first: Annotated[NonNegativeInt, Field(alias="from")]
    last: Annotated[NonNegativeInt, Field(alias="to")]
    step: Annotated[int, Field(ge=1)] = 1


class Subsets(BaseModel):
    """Sets of cut positions: those in `always`, with any of those in `subsets`.

    Attributes:
        subsets: positions that may hold a register.
        always: positions that do.
        at_least: fewest registers of a set, those of `always` included.
        at_most: most registers of a set; None for no bound.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    subsets: tuple[str, ...]
    always: tuple[str, ...] = ()
    at_least: Annotated[int, Field(ge=0)] = 1
    at_most: Annotated[int, Field(ge=1)] | None = None


_BOOL, _INT, _STR = "[bool]", "[int]", "[str]"
_LIST, _RANGE, _SUBSETS = "[list]", "[range]", "[sets]"
FORMS = frozenset({_BOOL, _INT, _STR, _LIST, _RANGE, _SUBSETS})
"""Names of the forms that values of an axis are written in; errors carry them in their place."""


def _form(written: object) -> str | None:
    """Return the form in which something is written, so that its errors speak of that alone."""
    if isinstance(written, Mapping):
        return _SUBSETS if written.keys() & Subsets.model_fields.keys() else _RANGE
    scalars: dict[type, str] = {bool: _BOOL, int: _INT, str: _STR}
    several: dict[type, str] = {tuple: _LIST, list: _LIST, Range: _RANGE, Subsets: _SUBSETS}
    return {**scalars, **several}.get(type(written))


NO_VALUE = "no_axis_value"
"""Type of the error of what is no value of any axis."""

_by_form = Discriminator(
    _form,
    custom_error_type=NO_VALUE,
    custom_error_message="give a whole number, a text, true or false",
)
_Value = Annotated[
    Annotated[StrictBool, Tag(_BOOL)]
    | Annotated[StrictInt, Tag(_INT)]
    | Annotated[StrictStr, Tag(_STR)],
    _by_form,
]
AxisValues = Annotated[
    Annotated[StrictBool, Tag(_BOOL)]
    | Annotated[StrictInt, Tag(_INT)]
    | Annotated[StrictStr, Tag(_STR)]
    | Annotated[tuple[_Value, ...], Tag(_LIST)]
    | Annotated[Range, Tag(_RANGE)]
    | Annotated[Subsets, Tag(_SUBSETS)],
    _by_form,
]
"""One value, a list of values, a range, or sets of cut positions."""


def expand(field: str, written: AxisValues) -> tuple[int | str, ...]:
    """Return the values that a space file gives an axis, each once, in its order.

    Masks of cut positions come back as numbers, `PPX` and the words `same` and `unroll` as they
    are: what they stand for depends on the rest of the point.

    Raises:
        SpaceFileError: a value that is not one of the axis.
    """
    if isinstance(written, Subsets):
        if field != "cuts":
            raise SpaceFileError(f"{field}: sets of cut positions; legal for cuts only")
        found: Iterable[int | str] = _subsets(written)
    elif isinstance(written, Range):
        if kind_of(field) != "int":
            raise SpaceFileError(f"{field}: a range; legal are {legal_values(field)}")
        if written.first > written.last:
            raise SpaceFileError(
                f"{field}: a range from {written.first} to {written.last} has no value; "
                f"legal: {legal_values(field)}"
            )
        found = range(written.first, written.last + 1, written.step)
    else:
        found = written if isinstance(written, tuple) else (written,)
    values = tuple(
        dict.fromkeys(
            _recipe(value) if field == RECIPE else _value(field, value) for value in found
        )
    )
    if not values:
        raise SpaceFileError(f"{field}: no value at all; legal: {legal_values(field)}")
    return values


def never_equal(field: str, value: object) -> str:
    """Return what an axis takes if it is never equal to a value; empty if it can be.

    Points have masks of cut positions as numbers, and no words that depend on other axes.
    """
    try:
        found = expand(field, value)  # type: ignore[arg-type]  # whatever a rule may write
    except SpaceFileError:
        found = ()
    words = (SAME, UNROLL, DEEPEST)
    if found == (value,) and value not in words:
        return ""
    if field == "cuts":
        return f"a mask 1..{ALL_CUTS}"
    legal = legal_values(field)
    for word in words:
        legal = legal.removesuffix(f", {word}")
    return legal


def shown_as(field: str, value: object) -> str:
    """Return a value as labels have it: masks of cut positions and bases in hexadecimal."""
    return f"{value:#x}" if field in _IN_HEX and isinstance(value, int) else str(value)


def kind_of(field: str) -> str:
    """Return the kind of an axis, as `parameters.toml` gives it; a recipe is a `name`."""
    return "name" if field == RECIPE else axis(field).kind


def default_of(field: str) -> bool | int | str:
    """Return the value that an axis has where a space file leaves it out."""
    return DEFAULT_RECIPE if field == RECIPE else axis(field).default


def resolve(values: Mapping[str, int | str]) -> dict[str, Any]:
    """Return the fields of one point, with the words that depend on other fields replaced."""
    fields: dict[str, Any] = dict(values)
    if fields.get("key_sbox") == SAME:
        del fields["key_sbox"]
    if fields.get("cut_every") == UNROLL:
        fields["cut_every"] = fields.get("unroll", axis("unroll").default)
    if fields.get("cuts") == DEEPEST:
        sbox = fields.get("sbox", axis("sbox").default)
        fields["cuts"] = available_cuts(sbox, fields.get("direction", axis("direction").default))
    return fields


def _recipe(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(RECIPE_PATTERN, value):
        raise SpaceFileError(f"{RECIPE}: {value!r}; legal: {legal_values(RECIPE)}")
    return value


def _value(field: str, value: int | str) -> int | str:
    row = axis(field)
    if row.kind == "bool":
        # TOML has booleans, but a range or a rule counts: 0 and 1 are read too.
        if value not in (False, True):
            raise SpaceFileError(f"{field}: {value!r}; legal: {legal_values(field)}")
        return bool(value)
    if isinstance(value, bool):
        raise SpaceFileError(f"{field}: {str(value).lower()}; legal: {legal_values(field)}")
    if field == "cuts":
        return _mask(value)
    if (field, value) in {("key_sbox", SAME), ("cut_every", UNROLL)}:
        return value
    if row.kind == "enum":
        names = list(members(row.enum or ""))
        if value not in names:
            near = get_close_matches(str(value), names, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise SpaceFileError(f"{field}: {value!r}; legal: {legal_values(field)}{hint}")
    elif row.kind == "key":
        # An empty one is none; how long it is follows from the size of the key.
        if not isinstance(value, str) or not re.fullmatch(KEY_PATTERN, value):
            raise SpaceFileError(f"{field}: {value!r}; legal: {legal_values(field)}")
    else:
        high = value if row.max is None and isinstance(value, int) else row.max
        fits = isinstance(value, int) and (
            value in row.values if row.values else (row.min or 0) <= value <= (high or 0)
        )
        if not fits:
            raise SpaceFileError(f"{field}: {value!r}; legal: {legal_values(field)}")
    return value


def legal_values(field: str) -> str:
    """Return what an axis takes, for people."""
    return "a name" if field == RECIPE else _legal_of(axis(field))


def _legal_of(row: Axis) -> str:
    field = row.field
    if field == "cuts":
        names = "+".join(str(cut.name).lower() for cut in Cut)
        return f"a mask 0x1..{ALL_CUTS:#x}, positions joined by + ({names}), PP1, PP2, PP3, PPX"
    if row.kind == "enum":
        text = ", ".join(members(row.enum or ""))
        return f"{text}, {SAME}" if field == "key_sbox" else text
    kinds = {"key": "a key in hex, 32, 48 or 64 digits", "bool": "true, false"}
    if row.kind in kinds:
        return kinds[row.kind]
    if row.values and len(row.values) > _MOST_SHOWN:
        return f"one of {len(row.values)} numbers, {row.values[0]} to {row.values[-1]}"
    if row.values:
        return ", ".join(map(str, row.values))
    text = f"{row.min}..{row.max}" if row.max is not None else f"{row.min} or more"
    return f"{text}, {UNROLL}" if field == "cut_every" else text


def _mask(value: int | str) -> int | str:
    if isinstance(value, str):
        text = value.strip()
        if text.upper() == DEEPEST:
            return DEEPEST
        preset = PRESETS.get(text.upper())
        if preset is not None:
            if not preset.every_round:
                raise SpaceFileError(
                    f'cuts: {value!r} cuts one round in all; legal: "start" with cut_every "unroll"'
                )
            return preset.mask
        try:
            mask = int(text, 16) if text.lower().startswith("0x") else _positions(text.split("+"))
        except ValueError as error:
            if isinstance(error, SpaceFileError):
                raise
            raise SpaceFileError(f"cuts: {value!r}; legal: {legal_values('cuts')}") from None
    else:
        mask = value
    if not 0 < mask <= ALL_CUTS:
        raise SpaceFileError(f"cuts: {value!r}; legal: {legal_values('cuts')}")
    return mask


def _positions(names: Iterable[str]) -> int:
    mask = 0
    for name in names:
        try:
            mask |= int(Cut[name.strip().upper()])
        except KeyError:
            problem = f"cuts: no cut position {name.strip()!r}; legal: {legal_values('cuts')}"
            raise SpaceFileError(problem) from None
    return mask


def _subsets(written: Subsets) -> list[int]:
    always = _positions(written.always)
    free = [int(cut) for cut in Cut if _positions(written.subsets) & ~always & cut]
    sets = (sum(chosen) | always for n in range(len(free) + 1) for chosen in combinations(free, n))
    most = written.at_most or len(Cut)
    masks = [m for m in sets if m and written.at_least <= m.bit_count() <= most]
    if not masks and not always and not free:
        raise SpaceFileError(
            "cuts: subsets and always name no position; legal: names of positions in one of them"
        )
    if not masks:
        raise SpaceFileError(
            f"cuts: no set of positions has {written.at_least} to {most} registers; "
            f"legal: at_least and at_most between {max(always.bit_count(), 1)} and "
            f"{len(free) + always.bit_count()}"
        )
    return masks

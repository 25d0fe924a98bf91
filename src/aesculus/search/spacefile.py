"""The space file: which points a search may look at, on what, and for which figures."""

import json
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    field_validator,
    model_validator,
)

from aesculus import papers
from aesculus.design import LabelError, parse, parse_build
from aesculus.design.labels import DOT
from aesculus.families import DeviceError, devices
from aesculus.frontier.objectives import AREA_ONLY, ROUTED, directions
from aesculus.inputs import (
    InputFileError,
    brief,
    is_there,
    parse_toml,
    read_text,
    shown,
    told_of,
)
from aesculus.search.axes import (
    AXES,
    FORMS,
    NO_VALUE,
    AxisValues,
    expand,
    legal_values,
    never_equal,
)
from aesculus.search.errors import SpaceFileError
from aesculus.search.expressions import Expression
from aesculus.search.fidelity import Fidelity

VERSION = 1
"""The version of the schema that this package reads."""

SOME_CORE = "UF1-PP0T"
"""A core that anything can stand in front of."""

MODE = "mode"
"""No axis, but what people try first where they want one around the cores."""

_SUFFIX = ".toml"
_LEVELS = tuple(level for level in Fidelity if level >= Fidelity.SYNTH)


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Constraint(_Part):
    """One condition that the points of the grid have to meet: exactly one of the three forms.

    Attributes:
        rule: a condition over axis names, see `search.expressions`.
        forbid: values of some axes that must not come together.
        allow: combinations of which a point has to match one.
        why: shown to a user whose point it refuses.
    """

    rule: str | None = None
    forbid: dict[str, AxisValues] | None = None
    allow: tuple[dict[str, AxisValues], ...] | None = None
    why: str = ""

    @field_validator("forbid", "allow")
    @classmethod
    def _known_axes(cls, value: object) -> object:
        for combination in value if isinstance(value, tuple) else (value,):
            for name, values in (combination or {}).items():
                _known_axis(name)
                expand(name, values)
        return value

    @field_validator("rule")
    @classmethod
    def _readable(cls, value: str | None) -> str | None:
        if value is not None:
            for name, asked in Expression(value, AXES).equated():
                if legal := never_equal(name, asked):
                    raise ValueError(f"{name} is never {shown(asked)}; legal: {legal}")
        return value

    @model_validator(mode="after")
    def _one_form(self) -> "Constraint":
        given = [name for name in ("rule", "forbid", "allow") if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(f"{' and '.join(given) or 'nothing'}: one of rule, forbid, allow")
        return self


class Budget(_Part):
    """Where a search ends, whichever comes first; without any, when nothing is left.

    Attributes:
        evaluations: points measured at the highest fidelity.
        hours: of time, all devices together, where a command is given no budget of its own.
    """

    evaluations: Annotated[int, Field(ge=1)] | None = None
    hours: Annotated[float, Field(gt=0, le=1e6, allow_inf_nan=False)] | None = None


class SpaceFile(_Part):
    """A space file, read and checked.

    Attributes:
        version: version of the schema.
        name: of the space.
        doc: one line.
        axes: axis to its values; an axis that is left out has its default.
        also: further combinations of values, each told by the axes in which it differs from `axes`.
        around: what stands around each core, a mode or a mode and a bus; empty for the core alone.
        paper: id of a paper whose published points are among the points.
        points: labels of further points; illegal ones are kept apart with the reason.
        constraints: what the points of `axes` and `also` have to meet, beyond being legal.
        devices: names of devices; each is a search of its own.
        objectives: figures to trade off; by default those of the device's kind.
        fidelity: the highest that is worth its time; by default the device's.
        budget: where to stop.
    """

    version: Literal[1]
    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
    doc: str = ""
    axes: dict[str, AxisValues] = {}
    also: tuple[dict[str, AxisValues], ...] = ()
    around: tuple[str, ...] = ()
    paper: str = ""
    points: tuple[str, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    devices: Annotated[tuple[str, ...], Field(min_length=1)]
    objectives: tuple[str, ...] = ()
    fidelity: Fidelity | None = None
    budget: Budget = Budget()

    _told: str = PrivateAttr("")

    @property
    def told(self) -> str:
        """What the user gave: the path of the file, or the name of one that comes along."""
        return self._told or self.name

    @model_validator(mode="before")
    @classmethod
    def _points_of_paper(cls, data: Any) -> Any:
        paper = data.get("paper") if isinstance(data, dict) else None
        if not paper or not isinstance(paper, str):
            return data
        points = dict.fromkeys((*papers.load(paper).points, *data.get("points", ())))
        return {**data, "points": tuple(points)}

    @field_validator("fidelity", mode="before")
    @classmethod
    def _named_fidelity(cls, value: object) -> object:
        names = [level.name.lower() for level in _LEVELS]
        if isinstance(value, str):
            if value not in names:
                raise ValueError(f"legal: {', '.join(names)}")
            return Fidelity[value.upper()]
        return value

    @field_validator("axes")
    @classmethod
    def _legal_axes(cls, value: dict[str, AxisValues]) -> dict[str, AxisValues]:
        for name, values in value.items():
            _known_axis(name)
            expand(name, values)
        return value

    @field_validator("also")
    @classmethod
    def _legal_grids(
        cls, value: tuple[dict[str, AxisValues], ...]
    ) -> tuple[dict[str, AxisValues], ...]:
        for axes in value:
            cls._legal_axes(axes)
        return value

    @field_validator("around")
    @classmethod
    def _known_around(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(front_of(text) for text in value))

    @field_validator("points")
    @classmethod
    def _labels(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for text in value:
            parse_build(text)
        return value

    @field_validator("devices")
    @classmethod
    def _known_devices(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        try:
            return tuple(devices.load(name).name for name in value)
        except DeviceError as error:
            raise ValueError(str(error)) from None

    @field_validator("objectives")
    @classmethod
    def _known_objectives(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(directions(value)) if value else value

    @model_validator(mode="after")
    def _something(self) -> "SpaceFile":
        if not self.axes and not self.points:
            raise ValueError("no axes and no points: give values to one axis or more, or labels")
        if self.also and not self.axes:
            raise ValueError("also without axes: it says where more combinations differ from these")
        if self.around and not self.axes:
            raise ValueError("around without axes: it says what stands around the cores of these")
        return self

    @property
    def grids(self) -> tuple[dict[str, AxisValues], ...]:
        """The axes of each set of combinations: those of `axes`, and with each of `also`."""
        if not self.axes:
            return ()
        return self.axes, *({**self.axes, **other} for other in self.also)

    def objectives_on(self, device: str) -> tuple[str, ...]:
        """Return the objectives on a device: those given, else the usual ones of its kind."""
        if self.objectives:
            return self.objectives
        return AREA_ONLY if self.fidelity_on(device) is Fidelity.SYNTH else ROUTED

    def fidelity_on(self, device: str) -> Fidelity:
        """Return the highest fidelity on a device, which is synthesis where no router exists."""
        if devices.load(device).area_only:
            return Fidelity.SYNTH
        return Fidelity.SEEDS if self.fidelity is None else self.fidelity


def packaged() -> list[str]:
    """Return the names of the space files that come with the package, sorted."""
    folder = files(__package__).joinpath("spaces")
    names = (entry.name for entry in folder.iterdir())
    return sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))


def load(source: str | Path) -> SpaceFile:
    """Read a space file.

    Args:
        source: name of one that comes with the package, or path of a TOML file.

    Raises:
        SpaceFileError: there is none, or it is wrong; one line that names key, value and what would
            be legal.
    """
    name = str(source)
    if name in packaged():
        text = (
            files(__package__)
            .joinpath("spaces")
            .joinpath(name + _SUFFIX)
            .read_text(encoding="utf-8")
        )
        return loads(text, name)
    path = Path(source)
    told = brief(name)
    if not path.suffix and not is_there(path):
        near = get_close_matches(name, packaged(), n=1)
        hint = f"did you mean {near[0]}?" if near else f"space files: {', '.join(packaged())}"
        raise SpaceFileError(f"no space is named {shown(name)} and no such file exists; {hint}")
    try:
        text = read_text(path)
    except InputFileError as error:
        raise SpaceFileError(f"{told}: {error}") from None
    return loads(text, told)


_UNNAMED = "space file"


def loads(text: str, name: str = _UNNAMED) -> SpaceFile:
    """Read the text of a space file; `name` stands in front of errors.

    Raises:
        SpaceFileError: as `load`.
    """
    try:
        content = parse_toml(text)
    except InputFileError as error:
        raise SpaceFileError(f"{name}: {error}") from None
    if content.get("version") != VERSION or isinstance(content["version"], bool):
        given = shown(content["version"]) if "version" in content else "is missing"
        raise SpaceFileError(f"{name}: version: {given}; legal: {VERSION}")
    try:
        found = SpaceFile.model_validate(content)
    except ValidationError as error:
        raise SpaceFileError(f"{name}: {_one_line(error)}") from None
    found._told = "" if name == _UNNAMED else name
    return found


def schema() -> dict[str, Any]:
    """Return the JSON schema of space files, for editors and other tools."""
    found = SpaceFile.model_json_schema(by_alias=True)
    levels = [level.name.lower() for level in _LEVELS]
    found["properties"]["fidelity"] = {"enum": levels, "title": "Fidelity"}
    for grid in (found["properties"]["axes"], found["properties"]["also"]["items"]):
        grid["propertyNames"] = {"enum": list(AXES)}
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def _known_axis(name: str) -> None:
    if name in SpaceFile.model_fields:
        raise ValueError(f"{name!r} is no axis but a key of the file: put it above [axes]")
    if name not in AXES:
        near = get_close_matches(name, AXES, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        if name == MODE:
            hint = "; did you mean the key 'around', above [axes]?"
        raise ValueError(f"no axis {name!r}; legal: {', '.join(AXES)}{hint}")


def front_of(text: str) -> str:
    """Return what stands in front of a core's label, canonical; nothing for the core alone.

    Raises:
        LabelError: there is no such mode or bus, or no such option of it.
    """
    if not text.strip():
        return ""
    try:
        label = parse(f"{text}{DOT}{SOME_CORE}").label
    except LabelError as error:
        # The core behind it is not the user's.
        told = (error.problem, error.token, error.position, error.suggestions)
        raise LabelError(text, *told) from None
    return label.removesuffix(f"{DOT}{SOME_CORE}")


def _one_line(error: ValidationError) -> str:
    found = error.errors()
    # A key that there is not may be what is missing, with a slip of the pen.
    first = min(found, key=lambda item: item["type"] != "extra_forbidden")
    where, message = told_of(first, lambda part: part not in FORMS)
    if first["type"] == "extra_forbidden":
        message = f"no such key; legal: {', '.join(_keys(first['loc']))}"
    if first["type"] == NO_VALUE:
        named = next((part for part in first["loc"] if part in AXES), None)
        if named is not None:
            message = f"{message}; legal: {legal_values(str(named))}"
    value = first.get("input")
    simple = isinstance(value, str | int | float) and first["type"] != "extra_forbidden"
    return f"{where + ': ' if where else ''}{f'{shown(value)}: ' if simple else ''}{message}"


def _keys(where: tuple[int | str, ...]) -> list[str]:
    model: type[BaseModel] = SpaceFile
    if FORMS.intersection(where):
        return ["from, to, step", "subsets, always, at_least, at_most"]
    if where[0] == "constraints":
        model = Constraint
    elif where[0] == "budget":
        model = Budget
    return list(model.model_fields)

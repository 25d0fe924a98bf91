"""Ways to place and route: named sets of router options, of a family in its `ways.toml`.

Only options are legal here that leave a build to its seed: what a router makes with them is the
same bit for bit on every machine.
"""

from functools import cache
from pathlib import Path
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from aesculus.errors import InputError
from aesculus.families import registry as families
from aesculus.families.registry import family_names, folder
from aesculus.inputs import InputFileError, read_toml

DEFAULT_WAY = "default"
"""The way of every median of fixed seeds. Where no file names it, it has no options."""

FILE = "ways.toml"

_ANY_OUTPUT = "--write"

_PLACER = (
    "--placer",
    "--placer-heap-alpha",
    "--placer-heap-beta",
    "--placer-heap-critexp",
    "--placer-heap-timingweight",
    "--placer-heap-no-ctrl-set",
    "--cstrweight",
    "--starttemp",
    "--no-tmdriv",
    "--opt-timing",
)
_ROUTER = ("--router", "--tmg-ripup", "--router2-alt-weights", "--disable-router-lutperm")

_Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]


class WayError(InputError):
    """An unknown way, or a bad file of them; the message is one line for the user."""


class Way(BaseModel):
    """One way to place and route.

    Attributes:
        summary: one line for the user.
        place: options that bear on the placement.
        route: options that bear on the routing alone; ways that differ only in these share their
            placements.
        turns: how often cells of late paths are moved and the design is routed again
            (`stages.detailed`); for families that tell their sites.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    summary: str
    place: tuple[str, ...] = ()
    route: tuple[str, ...] = ()
    turns: Annotated[int, Field(ge=0, le=20)] = 0

    @property
    def options(self) -> tuple[str, ...]:
        """All its options."""
        return (*self.place, *self.route)

    @property
    def routing(self) -> tuple[tuple[str, ...], int]:
        """What decides a build once it is placed: the options for routing, and the turns."""
        return self.route, self.turns

    @model_validator(mode="after")
    def _is_repeatable(self) -> Self:
        for given, legal in ((self.place, _PLACER), (self.route, _ROUTER)):
            for word in given:
                if word.startswith("-") and word.partition("=")[0] not in legal:
                    raise ValueError(f"option {word!r}; legal here: {', '.join(legal)}")
        return self


class Ways(BaseModel):
    """What `ways.toml` says.

    Attributes:
        output: the router's argument that writes the routed design.
        ways: by name, in the order in which they are tried.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    output: str = _ANY_OUTPUT
    ways: dict[_Name, Way] = {}


_DEFAULT = Way(summary="the router's own options, as every median is routed")


def ways_of(family: str) -> Ways:
    """Return the ways of a family, the default first; one without a file has that alone.

    Raises:
        WayError: its file is bad.
    """
    assert family in family_names(), family
    found = _ways_of(folder(family) / FILE)
    turning = [name for name, way in found.ways.items() if way.turns]
    if turning and families.family(family).sites is None:
        raise WayError(
            f"{folder(family) / FILE}: way {turning[0]!r} has turns; legal for {family}: 0, as it "
            "tells no sites"
        )
    return found


@cache
def _ways_of(path: Path) -> Ways:
    found = Ways()
    if path.is_file():
        try:
            found = read_toml(path, Ways)
        except InputFileError as error:
            raise WayError(f"{path}: {error}") from None
    rest = {name: way for name, way in found.ways.items() if name != DEFAULT_WAY}
    default = found.ways.get(DEFAULT_WAY, _DEFAULT)
    return found.model_copy(update={"ways": {DEFAULT_WAY: default, **rest}})


def way_of(family: str, name: str) -> Way:
    """Return a way of a family.

    Raises:
        WayError: there is none of that name.
    """
    known = ways_of(family).ways
    if name not in known:
        raise WayError(f"unknown way {name!r} for {family}; legal: {', '.join(known)}")
    return known[name]

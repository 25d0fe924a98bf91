"""What a device file may say, and the device it describes."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator, model_validator

from aesculus.families.registry import family, family_names
from aesculus.inputs import shown


def _line(value: str) -> str:
    if not value.isprintable():
        raise ValueError(f"{shown(value)}: give one line of text")
    return value


# What reaches a tool is one plain word: scripts of Yosys and of Tcl are made of it.
_Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9.-]*$")]
_Word = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,40}$")]
_Text = Annotated[str, AfterValidator(_line)]
_Count = Annotated[int, Field(gt=0)]
_Mhz = Annotated[float, Field(gt=0)]


class DeviceError(ValueError):
    """An unknown device or a bad device file; the message is one line for the user."""


class UnknownDeviceError(DeviceError):
    """There is no device of that name, or no part of it that a tool knows."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ClockLimit(_Part):
    """The highest clock the device's global clock network carries.

    Attributes:
        mhz: the limit in MHz.
        source: where the figure comes from.
        checked: whether somebody compared it with the vendor's datasheet.
    """

    mhz: _Mhz
    source: _Text
    checked: bool


class Resources(_Part):
    """What the device holds.

    Attributes:
        luts: look-up tables.
        ffs: flip-flops of the fabric.
        brams: block RAMs of `bram_bits` bits each.
        bram_bits: bits of one block RAM, parity included.
        slices: slices, where the vendor counts area in them.
    """

    luts: _Count
    ffs: _Count
    brams: Annotated[int, Field(ge=0)]
    bram_bits: _Count
    slices: _Count | None = None


class Slice(_Part):
    """What one slice of the vendor's holds, for estimates of area in slices."""

    luts: _Count
    ffs: _Count


class Synthesis(_Part):
    """How to synthesise for the device.

    Attributes:
        family: name of the family, a folder of `families/`.
        variant: the value of the synthesis pass's family or device argument.
    """

    family: str
    variant: _Word

    @field_validator("family")
    @classmethod
    def _exists(cls, value: str) -> str:
        if value not in family_names():
            raise ValueError(f"no family {shown(value)}; legal: {', '.join(family_names())}")
        return value


ToolName = Literal["vivado", "quartus", "radiant", "diamond", "gowin", "nextpnr-xilinx"]
"""Tools of the user's own that may measure a device."""

OWN_ROUTERS = frozenset({"nextpnr-xilinx"})
"""Of these, routers: the rest of the way is that of the embedded tools."""

AT = "@"
"""Stands between a device and the tool that measures it, in the name of both."""


class ToolPart(_Part):
    """A device as a tool of the user's own names it.

    Attributes:
        part: the part; `{speed}` stands for the speed grade.
        family: its family, for a tool that asks for one.
    """

    part: Annotated[
        str, Field(pattern=r"^[A-Za-z0-9]([A-Za-z0-9_-]|\{speed\}|[./][A-Za-z0-9]){0,60}$")
    ]
    family: Annotated[str, Field(pattern=r"^[A-Za-z0-9 ]{0,40}$")] = ""


CHIPDB = "--chipdb"
"""A router's argument; behind it is the name of a file in the folder `AESCULUS_CHIPDB`."""


class Router(_Part):
    """How to place and route for the device.

    Attributes:
        tool: the program, as `tools.nextpnr` names it.
        args: arguments that choose device, package and speed: a family lists the legal ones.
        pins: pins of the harness's ports, for routers that want all of them placed.
    """

    tool: str
    args: tuple[str, ...]
    pins: Mapping[Literal["clk_i", "rst_ni", "shift_i", "shift_o"], _Word] = {}


class Speed(_Part):
    """What differs in one speed grade: router arguments and the clock limits."""

    router_args: tuple[str, ...]
    clock_limit: ClockLimit
    block_ram_limit: ClockLimit | None = None
    dsp_limit: ClockLimit | None = None


class DeviceFile(_Part):
    """One TOML file; with `speeds` it describes one device for each of them, `<name>-<speed>`."""

    name: _Name
    vendor: _Text
    notes: _Text = ""
    lut_inputs: Annotated[int, Field(ge=4, le=6)]
    synthesis: Synthesis
    resources: Resources
    slice: Slice | None = None
    router: Router | None = None
    tools: dict[ToolName, ToolPart] = {}
    clock_limit: ClockLimit | None = None
    block_ram_limit: ClockLimit | None = None
    dsp_limit: ClockLimit | None = None
    speeds: dict[_Name, Speed] = {}

    @model_validator(mode="after")
    def _router_is_of_the_family(self) -> Self:
        legal = family(self.synthesis.family).routers
        if self.router is not None and self.router.tool not in legal:
            known = ", ".join(legal) or "none"
            tool = shown(self.router.tool)
            raise ValueError(f"router.tool {tool}; legal for the family: {known}")
        return self

    @model_validator(mode="after")
    def _arguments_are_of_the_family(self) -> Self:
        speeds = self.speeds.items()
        given = {f"speeds.{name}.router_args": each.router_args for name, each in speeds}
        if self.router is not None:
            given["router.args"] = self.router.args
        for where, args in given.items():
            try:
                family(self.synthesis.family).check_router_args(args)
            except ValueError as error:
                raise ValueError(f"{where}: {error}") from None
        return self


class Device(_Part):
    """One device at one speed, as the stages take it.

    Attributes:
        name: as the user names it, in the vendor's spelling.
        vendor: who makes it.
        lut_inputs: inputs of its look-up tables.
        synthesis: how to synthesise for it.
        resources: what it holds.
        slice: what a slice holds, where the vendor counts in slices.
        router: how to route for it; None where no open router exists, which leaves area only.
        tools: tools of the user's own that may measure it, to the part as each names it.
        measured_by: the vendor's tool by which it is measured; empty for the embedded tools, of
            which a router of the user's own may be one.
        clock_limit: limit of the global clock network; None if unknown.
        block_ram_limit: limit of a block RAM's clock; None if unknown. It caps designs that have
            block RAMs.
        dsp_limit: limit of a multiplier block's clock; None if unknown. No AES core has one.
        notes: what a reader of its figures must know.
    """

    name: str
    vendor: str
    lut_inputs: int
    synthesis: Synthesis
    resources: Resources
    slice: Slice | None
    router: Router | None
    tools: Mapping[str, ToolPart] = {}
    measured_by: str = ""
    clock_limit: ClockLimit | None
    block_ram_limit: ClockLimit | None
    dsp_limit: ClockLimit | None
    notes: str

    @property
    def family(self) -> str:
        """The family whose script synthesises for it."""
        return self.synthesis.family

    @property
    def area_only(self) -> bool:
        """Whether figures are synthesis estimates of area, for want of an open router."""
        return self.router is None and not self.measured_by

    @property
    def bare_name(self) -> str:
        """The name without the tool that measures it."""
        return self.name.partition(AT)[0]

    @property
    def own_tool(self) -> str:
        """The tool of the user's own that measures it; empty where none takes part."""
        return self.name.partition(AT)[2]

    @property
    def part(self) -> ToolPart:
        """The device as the tool that measures it names it.

        Raises:
            KeyError: it is measured by the embedded tools.
        """
        return self.tools[self.measured_by]

    def by(self, tool: str) -> "Device":
        """Return the device as a tool of the user's own measures it, under a name of its own.

        Raises:
            UnknownDeviceError: no part of that tool is known; the line names the tools with one.
        """
        if tool not in self.tools:
            legal = ", ".join(self.tools) or "none, see docs/add-a-device.md"
            raise UnknownDeviceError(f"{self.name} has no part for {tool!r}; legal: {legal}")
        found = {"name": f"{self.name}{AT}{tool}", "notes": f"Measured with {tool}."}
        if tool in OWN_ROUTERS:
            args = (CHIPDB, f"{self.tools[tool].part}.bin")
            return self.model_copy(update={**found, "router": Router(tool=tool, args=args)})
        return self.model_copy(update={**found, "measured_by": tool, "router": None})

    @property
    def most(self) -> dict[str, int]:
        """What a design may use of each resource, by figure; empty where areas are estimates."""
        return {} if self.area_only else self.capacity

    @property
    def capacity(self) -> dict[str, int]:
        """What there is of each resource, by the figure that counts its use."""
        return {
            "area_luts": self.resources.luts,
            "ff_count": self.resources.ffs,
            "bram_count": self.resources.brams,
        }

    def holds(self, figures: Mapping[str, float]) -> bool:
        """Return whether a design with these figures has a place on the device.

        That it has one does not say that it can be routed. A figure that is missing says nothing.
        """
        return not self.excess(figures)

    def excess(self, figures: Mapping[str, float]) -> dict[str, float]:
        """Return by how much a design with these figures is too large, by figure."""
        over = {name: figures.get(name, 0.0) - limit for name, limit in self.most.items()}
        return {name: much for name, much in over.items() if much > 0}

    def clock_limit_of(self, *, brams: int) -> ClockLimit | None:
        """Return the lowest limit that a design meets, None if none is known.

        Args:
            brams: its block RAMs.
        """
        met = (self.clock_limit, self.block_ram_limit if brams else None)
        return min((limit for limit in met if limit), key=lambda limit: limit.mhz, default=None)

    @property
    def clock_limit_mhz(self) -> float | None:
        """The limit of the global clock network in MHz, None if unknown."""
        return None if self.clock_limit is None else self.clock_limit.mhz

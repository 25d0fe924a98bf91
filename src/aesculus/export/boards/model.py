"""The boards: one TOML file each in `known`."""

from functools import cache
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from aesculus.errors import InputError
from aesculus.families import Device, DeviceError, Router, devices
from aesculus.inputs import InputFileError, read_toml

KNOWN = Path(__file__).with_name("known")
"""Folder of the packaged boards."""

PinName = Literal["clk_i", "rx_i", "tx_o", "reset_i", "high_o"]
_NEEDED: tuple[PinName, ...] = ("clk_i", "rx_i", "tx_o")


class BoardError(InputError):
    """An unknown board or a bad file of one; the message is one line for the user."""


class Pin(BaseModel):
    """Where a port of the design is on the board.

    Attributes:
        site: the pin, as the router names it.
        options: what else the constraint file says of it.
        low: of `reset_i`: it is low when a reset is asked for.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    site: str
    options: str = ""
    low: bool = False


class Board(BaseModel):
    """A board, as its file describes it.

    Attributes:
        name: of the file.
        summary: a line for people.
        device: name of a device that is known.
        oscillator_mhz: clock at `clk_i`.
        baud: speeds of its serial line in bits per second, best first.
        loader: arguments that tell openFPGALoader of the board.
        pins: by port: `clk_i`, `rx_i` and `tx_o`; `reset_i` asks for a reset, `high_o` is tied.
        router_args: take the place of the device's, where the board's differs in its package.
        packer_args: further arguments of the packer.
        clock_share: part of the routed clock that is trusted.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    summary: str
    device: str
    oscillator_mhz: Annotated[float, Field(gt=0)]
    baud: Annotated[tuple[Annotated[int, Field(gt=0)], ...], Field(min_length=1)]
    loader: tuple[str, ...]
    pins: dict[PinName, Pin]
    router_args: tuple[str, ...] = ()
    packer_args: tuple[str, ...] = ()
    clock_share: Annotated[float, Field(gt=0, le=1)] = 1.0

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        missing = [name for name in _NEEDED if name not in self.pins]
        if missing:
            raise ValueError(f"no pin for {', '.join(missing)}")
        try:
            routed = devices.load(self.device).router is not None
        except DeviceError as error:
            raise ValueError(str(error)) from None
        if not routed:
            raise ValueError(f"{self.device} has no router")
        return self

    @property
    def reset(self) -> Literal["", "low", "high"]:
        """The level at which `reset_i` asks for a reset; empty without one."""
        pin = self.pins.get("reset_i")
        return "" if pin is None else "low" if pin.low else "high"

    def placed_on(self) -> Device:
        """Return the device, with the router's arguments for this board."""
        device = devices.load(self.device)
        if not self.router_args or device.router is None:
            return device
        router = Router(tool=device.router.tool, args=self.router_args)
        return device.model_copy(update={"router": router})


@cache
def names() -> tuple[str, ...]:
    """Return the names of all boards, sorted."""
    return tuple(sorted(path.stem for path in KNOWN.glob("*.toml")))


def load(name: str) -> Board:
    """Return a board by its name.

    Raises:
        BoardError: there is none of that name, or its file is bad.
    """
    if name not in names():
        raise BoardError(f"unknown board {name!r}; legal: {', '.join(names())}")
    return read(KNOWN / f"{name}.toml")


def read(path: Path) -> Board:
    """Return the board that a file describes.

    Raises:
        BoardError: the file is bad.
    """
    try:
        return read_toml(path, Board, name=path.stem)
    except InputFileError as error:
        raise BoardError(f"{path}: {error}") from None

"""What a family's `board.toml` says: from a routed design to a bitstream, clocks and pins."""

import re
from functools import cache

from pydantic import BaseModel, ConfigDict, field_validator

from aesculus.errors import InputError
from aesculus.families.registry import family_names, folder
from aesculus.inputs import InputFileError, read_toml
from aesculus.tools.packer import PROGRAMS

FILE = "board.toml"


class ChipError(InputError):
    """A family without a way to a bitstream, or a bad file; the message is one line."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Program(_Part):
    tool: str
    args: tuple[str, ...]

    @field_validator("tool")
    @classmethod
    def _exists(cls, value: str) -> str:
        if value not in PROGRAMS:
            raise ValueError(f"no program {value!r}; legal: {', '.join(PROGRAMS)}")
        return value

    def filled(self, **values: str) -> list[str]:
        """Return the arguments with their fields filled in."""
        return [arg.format(**values) for arg in self.args]


class Packer(_Program):
    """What makes the bitstream.

    Attributes:
        tool: a name of `tools.packer.PROGRAMS`.
        args: its arguments; `{routed}` and `{bitstream}` stand for the files.
        ending: of the bitstream's name.
    """

    ending: str


class Pll(_Program):
    """What plans a PLL, as a Verilog module `pll` with `clock_in`, `clock_out` and `locked`.

    Attributes:
        tool: a name of `tools.packer.PROGRAMS`.
        args: its arguments; `{oscillator}` and `{mhz}` stand for clocks in MHz, `{file}` for the
            file to write.
        reached: pattern whose group is the clock that the PLL gives, in MHz, in that file.
    """

    reached: str

    def reached_mhz(self, text: str) -> float | None:
        """Return the clock that a written file tells, in MHz; `None` if it tells none."""
        found = re.search(self.reached, text)
        return float(found[1]) if found else None


class Pins(_Part):
    """How the router is told the pins.

    Attributes:
        file: name of the constraint file.
        line: what it says of a pin: `{port}`, `{site}`, `{options}`.
        clock: what it says of the oscillator, at `clk_i`: `{oscillator}` in MHz.
        args: the router's arguments; `{file}` stands for the file.
    """

    file: str
    line: str
    clock: str = ""
    args: tuple[str, ...]


class Chip(_Part):
    """What a family needs beside its router.

    Attributes:
        packer: makes the bitstream.
        pll: plans a PLL.
        pins: tells the router of the pins.
    """

    packer: Packer
    pll: Pll
    pins: Pins


@cache
def chip_of(family: str) -> Chip:
    """Return what the `board.toml` of a family says.

    Raises:
        ChipError: it has none, or a bad one.
    """
    path = folder(family) / FILE
    if not path.is_file():
        able = [name for name in family_names() if (folder(name) / FILE).is_file()]
        raise ChipError(f"no bitstreams for the family {family!r}; legal: {', '.join(able)}")
    try:
        return read_toml(path, Chip)
    except InputFileError as error:
        raise ChipError(f"{path}: {error}") from None

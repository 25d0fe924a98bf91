"""What a user says of a core: sources, top, ports, protocol, in a TOML file."""

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from aesculus.errors import InputError
from aesculus.inputs import InputFileError, named, read_text, read_toml, shown

_Name = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_$]*$", max_length=200)]
_Bits = Annotated[int, Field(ge=1, le=65536)]
_Value = Annotated[int, Field(ge=0)]
_FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")
_MOST_CYCLES = 100_000
_NO_PORTS = {("ports", "reset_active"), ("protocol", "kind")}


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Ports(_Part):
    """Names of the core's ports.

    Attributes:
        clock: the clock, rising edge.
        reset: the reset, if there is one.
        reset_active: the level that resets.
        key: the cipher key, as FIPS 197 prints it.
        block: the block that goes in, likewise.
        result: the block that comes out.
        ties: further inputs and the number on each.
        open: further outputs, and their widths in bits.
    """

    clock: _Name
    reset: _Name | None = None
    reset_active: Literal["high", "low"] = "high"
    key: _Name
    block: _Name
    result: _Name
    ties: dict[_Name, tuple[_Bits, _Value]] = {}
    open: dict[_Name, _Bits] = {}

    @model_validator(mode="after")
    def _fits(self) -> "Ports":
        for name, (bits, value) in self.ties.items():
            if value >> bits:
                raise ValueError(f"ties {name}: {value} does not fit into {bits} bits")
        return self


class Protocol(_Part):
    """How blocks go in and out.

    Attributes:
        kind: `pipeline`: a block every cycle, its result `latency` cycles later; `start_done`: one
            block at a time, between a pulse on `start` and `done`; `handshake`: by valid and ready.
        latency: of a pipeline, in cycles from the one that takes the block to that of the result.
        start: the port that starts a block.
        done: the port that says that the result is there; looked at from the cycle after the
            start, or `ignore` cycles later where it may still be high from the block before.
        ignore: such cycles.
        hold: key and block must stay at the ports until the result is there.
        in_valid: a block is offered.
        in_ready: it is taken; none if always.
        out_valid: a result is shown.
        out_ready: it is taken; none if always.
        most_cycles: no block takes longer, in cycles: for run lengths only.
        most_inside: so many blocks at most are in the core at once: likewise.
    """

    kind: Literal["pipeline", "start_done", "handshake"]
    latency: int = Field(0, ge=1, le=_MOST_CYCLES)
    start: _Name | None = None
    done: _Name | None = None
    ignore: int = Field(0, ge=0, le=_MOST_CYCLES)
    hold: bool = False
    in_valid: _Name | None = None
    in_ready: _Name | None = None
    out_valid: _Name | None = None
    out_ready: _Name | None = None
    most_cycles: int = Field(512, ge=1, le=_MOST_CYCLES)
    most_inside: int = Field(1, ge=1, le=1024)

    @model_validator(mode="after")
    def _complete(self) -> "Protocol":
        needed = {
            "pipeline": ("latency",),
            "start_done": ("start", "done"),
            "handshake": ("in_valid", "out_valid"),
        }[self.kind]
        missing = [name for name in needed if not getattr(self, name)]
        if missing:
            raise ValueError(f"protocol {self.kind} needs {' and '.join(missing)}")
        return self


class Description(_Part):
    """A core of somebody.

    Attributes:
        name: what the table calls it.
        sources: its files in compile order, relative to the description.
        top: its top module.
        parameters: of the top, by name.
        key_bits: length of the key.
        direction: what it computes.
        ports: its ports.
        protocol: how blocks go in and out. A key comes with each block.
    """

    name: Annotated[str, Field(pattern=r"^[\w][\w ./+-]{0,60}$")]
    sources: tuple[str, ...] = Field(min_length=1)
    top: _Name
    parameters: dict[_Name, int] = {}
    key_bits: Literal[128, 192, 256] = 128
    direction: Literal["encrypt", "decrypt"] = "encrypt"
    ports: Ports
    protocol: Protocol

    def entry(self, name: str, *, parameter: bool = False) -> str:
        """Return what in the file names a port or a parameter of the top, empty if nothing does."""
        if parameter:
            return f"[parameters] {name}" if name in self.parameters else ""
        for table in ("ports", "protocol"):
            part: _Part = getattr(self, table)
            for key in sorted(part.model_fields_set):
                told = getattr(part, key)
                if isinstance(told, dict) and name in told:
                    return f"[{table}.{key}] {name}"
                if told == name and (table, key) not in _NO_PORTS:
                    return f'[{table}] {key} = "{name}"'
        return ""


def load(path: Path) -> tuple[Description, list[Path]]:
    """Return what a file says of a core, and its sources.

    Raises:
        InputError: the file or a source cannot be read, or it is no description.
    """
    try:
        told = read_toml(path, Description)
    except InputFileError as error:
        raise InputError(f"{named(path)}: {error}") from None
    files = []
    for name in told.sources:
        file = path.parent / name
        # It is a word of a script of Yosys.
        if not _FILE.fullmatch(file.name):
            raise InputError(
                f"{named(path)}: source {shown(name)}: give the file a name of letters, digits and "
                "'_.+-'"
            )
        try:
            read_text(file, 16 << 20)
        except InputFileError as error:
            raise InputError(f"{named(path)}: source {name}: {error}") from None
        files.append(file.resolve())
    if len({file.name for file in files}) != len(files):
        raise InputError(f"{named(path)}: two sources have one file name: rename one")
    return told, files

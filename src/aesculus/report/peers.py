"""Cores that others wrote, beside ours of equal function."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import as_file, files
from statistics import median
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from aesculus.inputs import read_toml
from aesculus.metrics import Row
from aesculus.metrics.figures import throughput_gbps
from aesculus.pages import DASH

NOT_ROUTED = "not routed"

HEADS = (
    "core (revision)",
    "function",
    "LUT4",
    "FF",
    "BRAM",
    "clock MHz: min, median, max",
    "Gbit/s",
)
"""What a table of them has in its columns, as `Peer.cells` gives them."""

_Mhz = Annotated[float, Field(gt=0)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Peer(_Part):
    """A core as it was measured.

    Attributes:
        name: repository and module.
        revision: of the repository.
        function: what it does.
        kind: how it is built.
        same: fields that our designs of equal function have; empty if none has it.
        lut4: look-up tables of four inputs.
        ff: registers, if they were counted.
        bram: block RAMs.
        mhz: routed clock of each placer seed, MHz; none if no route ended.
        blocks_per_cycle: as a fraction.
        note: what else has to be told.
    """

    name: str
    revision: str
    function: str
    kind: str
    same: dict[str, int | str] = {}
    lut4: Annotated[int, Field(gt=0)]
    ff: int | None = None
    bram: Annotated[int, Field(ge=0)]
    mhz: tuple[_Mhz, ...]
    blocks_per_cycle: Fraction | None = None
    note: str = ""

    @property
    def gbps(self) -> float | None:
        """Throughput at the median clock, Gbit/s."""
        if not self.mhz or self.blocks_per_cycle is None:
            return None
        return throughput_gbps(median(self.mhz), self.blocks_per_cycle)

    @property
    def clock(self) -> str:
        """The routed clock over the seeds, as text."""
        if not self.mhz:
            return NOT_ROUTED
        if len(self.mhz) == 1:
            return f"{self.mhz[0]:.0f} (one seed)"
        spread = (min(self.mhz), median(self.mhz), max(self.mhz))
        return ", ".join(f"{value:.0f}" for value in spread)

    @property
    def cells(self) -> list[str]:
        """What a table shows, as `HEADS`."""
        return [
            f"{self.name} ({self.revision})",
            self.function,
            f"{self.lut4:,}",
            DASH if self.ff is None else f"{self.ff:,}",
            str(self.bram),
            self.clock,
            DASH if self.gbps is None else f"{self.gbps:.2f}",
        ]


class Small(_Part):
    """A core of others on a small device.

    Attributes:
        device: which.
        luts: look-up tables of the device's kind.
        ff: registers.
        bram: block RAMs.
        mhz: median of the routed clocks of five placer seeds, MHz.
    """

    device: str
    luts: Annotated[int, Field(gt=0)]
    ff: Annotated[int, Field(ge=0)]
    bram: Annotated[int, Field(ge=0)]
    mhz: _Mhz


class SmallPeer(_Part):
    """One core of others on several small devices, by the flow of now.

    Attributes:
        name: repository and module, as that of a `Peer`.
        tools: with their versions.
        date: of the measurement.
        blocks_per_cycle: as a fraction.
        on: the devices.
    """

    name: str
    tools: tuple[str, ...]
    date: str
    blocks_per_cycle: Fraction
    on: tuple[Small, ...]

    def mbps_per_lut(self, device: str) -> float:
        """Return Mbit/s for each look-up table on a device.

        Raises:
            KeyError: it is not measured there.
        """
        found = {each.device: each for each in self.on}[device]
        return 1000 * throughput_gbps(found.mhz, self.blocks_per_cycle) / found.luts


class Peers(_Part):
    """All of them, and how they were measured.

    Attributes:
        device: all on this one.
        tools: with their versions.
        placer: the way of the device's family after which all were placed.
        date: of the measurement.
        core: the cores.
        small: one of them elsewhere.
    """

    device: str
    tools: tuple[str, ...]
    placer: str
    date: str
    core: tuple[Peer, ...]
    small: SmallPeer


@dataclass(frozen=True)
class Beside:
    """A core of others with ours.

    Attributes:
        peer: the core.
        ours: ours that does the same, see `beside`.
        why: why there is none, else empty.
    """

    peer: Peer
    ours: Row | None
    why: str = ""


@cache
def peers() -> Peers:
    """Return the cores of others."""
    with as_file(files("aesculus.report") / "peers.toml") as path:
        return read_toml(path, Peers)


def beside(rows: Iterable[Row]) -> list[Beside]:
    """Return each core of others with the smallest of ours that does the same at no lower rate.

    Ours is on the same device, has its netlist verified and as many block RAMs at most. Beside a
    core that was not routed stands the quickest of ours that is no larger.

    Args:
        rows: rows of figures, of any devices.
    """
    data = peers()
    here = [
        row
        for row in rows
        if row.device == data.device
        and row.netlist_verified
        and row.throughput_gbps is not None
        and row.area_luts is not None
        and "sbox" in row.design
        and not row.design.get("mode")
        and not row.design.get("bus")
    ]
    return [_beside(peer, here) for peer in data.core]


def _beside(peer: Peer, rows: Iterable[Row]) -> Beside:
    if not peer.same:
        return Beside(peer, None, "none of ours has this function")
    same = [
        row
        for row in rows
        if peer.same.items() <= row.design.items() and (row.bram_count or 0) <= peer.bram
    ]
    if peer.gbps is None:
        fitting = [row for row in same if (row.area_luts or 0) <= peer.lut4]
        ours = max(fitting, key=lambda row: row.throughput_gbps or 0.0, default=None)
    else:
        rate = peer.gbps
        fitting = [row for row in same if (row.throughput_gbps or 0.0) >= rate]
        ours = min(fitting, key=lambda row: row.area_luts or 0, default=None)
    return Beside(peer, ours, "" if ours else "none of ours is measured that does as much")

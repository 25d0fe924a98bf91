"""What a stage's file must state: what it needs, reads, runs, costs and returns."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

from aesculus.design import Build
from aesculus.families import Device
from aesculus.families.ways import DEFAULT_WAY
from aesculus.netlists.netlist import TOP
from aesculus.records import Stage, StageOutcome


@dataclass(frozen=True)
class Subject:
    """What a stage is run on: a design with its recipe, and where.

    Attributes:
        point: the design and its recipe.
        device: the device, `None` for a stage that needs none.
        way: name of the way to place and route; only stages that are `apart` ask for it.
    """

    point: Build
    device: Device | None = None
    way: str = DEFAULT_WAY

    @property
    def recipe(self) -> str:
        """Name of the synthesis recipe."""
        return self.point.recipe

    @property
    def label(self) -> str:
        """Label of the design, recipe included."""
        return self.point.label

    @property
    def design(self) -> "Subject":
        """The design alone, after the default recipe and without a device."""
        return Subject(self.point.plain())

    def sources(self) -> list[Path]:
        """Return the RTL sources in compile order, without the top."""
        return list(self.point.design.sources())

    def top(self, module: str = TOP) -> str:
        """Return the SystemVerilog source of a module that binds its parameters."""
        return self.point.design.top(module)

    def on(self) -> Device:
        """Return the device.

        Raises:
            ValueError: there is none.
        """
        if self.device is None:
            raise ValueError(f"{self.label}: this stage needs a device")
        return self.device


@dataclass(frozen=True)
class Reads:
    """What decides the outcome of a stage besides the sources and the versions of its tools.

    Attributes:
        inputs: name to SHA-256 (hex) of what a tool or a step of our own reads.
        device: SHA-256 of what is read of the device's data; empty for nothing.
    """

    inputs: Mapping[str, str]
    device: str = ""


@dataclass(frozen=True)
class Given:
    """What a run of a stage is given besides its subject.

    Attributes:
        workdir: folder for everything that is written.
        timeout_s: limit of wall time in seconds, for each tool.
        artefact: content of the artefact that it starts from, gzip; empty without one.
        original: content of the artefact that this was made of, gzip; empty without one.
        seed: the placer's seed, for a stage with seeds.
        cores: compilers that may run at once.
    """

    workdir: Path
    timeout_s: float
    artefact: bytes = b""
    seed: int | None = None
    cores: int = 2
    original: bytes = b""


class StageFile(ABC):
    """One stage of the flow.

    Attributes:
        stage: its name.
        needs: stages that must have ended well before it.
        starts_from: the stage and the artefact of it that it starts from; `None` for the sources.
        original: name of the artefact of the same stage that this one was made of, which the
            stage is given too; empty for none.
        barred_by: stages whose verdict, if it is known to be bad, leaves this one without use.
        repeats: the stage whose figures it measures again, and must find the same.
        on_device: whether it is of a design on a device, or of a design alone.
        extra: whether only designs that are shown to somebody need it.
        optional: whether it is run only where it is asked for by name; a failure of it says nothing
            against the design.
        seeded: whether it is run once a seed.
        apart: whether its records are of single builds, of which no row of figures is made; it is
            in no device's chain, and runs when it is asked for.
        places: whether it needs a design that the device has room for.
        timeout_s: limit of wall time of its tools, in seconds.
        metrics: name to meaning of the figures that it fills, with units; a run that ends well
            may leave some out where they do not apply, and adds no others.
        artefacts: name to meaning of the files that it leaves, gzip.
    """

    stage: ClassVar[Stage]
    needs: ClassVar[tuple[Stage, ...]] = ()
    starts_from: ClassVar[tuple[Stage, str] | None] = None
    original: ClassVar[str] = ""
    barred_by: ClassVar[tuple[Stage, ...]] = ()
    repeats: ClassVar[Stage | None] = None
    on_device: ClassVar[bool] = True
    extra: ClassVar[bool] = False
    optional: ClassVar[bool] = False
    seeded: ClassVar[bool] = False
    apart: ClassVar[bool] = False
    places: ClassVar[bool] = False
    timeout_s: ClassVar[float]
    metrics: ClassVar[Mapping[str, str]]
    artefacts: ClassVar[Mapping[str, str]] = MappingProxyType({})

    def serves(self, device: Device | None) -> bool:
        """Return whether it can be run for a device; `None` asks for the design alone.

        What a vendor's tool measures is no subject of the stages of embedded tools.
        """
        if device is None:
            return not self.on_device
        return not (self.on_device and device.measured_by)

    @abstractmethod
    def tools(self, device: Device | None) -> dict[str, str]:
        """Return the versions of its tools.

        Raises:
            ToolError: one is not installed.
        """

    @abstractmethod
    def reads(self, subject: Subject) -> Reads:
        """Return what it reads; its artefact, the sources and the seed are not part of this.

        Raises:
            RecipeError: the recipe is unknown.
        """

    def seed(self, subject: Subject, index: int) -> int | None:
        """Return the seed of an index, from 0; `None` for a stage without seeds."""
        del subject, index
        return None

    @abstractmethod
    def run(self, subject: Subject, given: Given) -> StageOutcome:
        """Run it once. It writes only below the work folder, and never touches a store."""

    @abstractmethod
    def seconds(self, subject: Subject, luts: float) -> float:
        """Return the expected wall time in seconds.

        Args:
            subject: the design.
            luts: its look-up tables, counted or guessed.
        """

    @abstractmethod
    def memory_mb(self, subject: Subject, luts: float) -> int:
        """Return the memory that it needs at its peak, in MiB, generously."""

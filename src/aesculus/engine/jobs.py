"""From a point, a device and a stage to the job that names it.

A job's name is made of what the stage's file says that it reads, the sources, the versions of its
tools, and the artefact that it starts from. A changed clock limit runs nothing again, a changed
harness routes again but does not synthesise again, a changed comment does nothing.
"""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Protocol

from aesculus.design import Build, ciphers
from aesculus.design.build import split_recipe
from aesculus.families import Device
from aesculus.families.ways import DEFAULT_WAY
from aesculus.records import Stage
from aesculus.stages.base import StageFile, Subject
from aesculus.stages.chain import stage_file, up_to
from aesculus.stages.provenance import rtl_fingerprint
from aesculus.store import Job, StageRecord, Store


class Kept(Protocol):
    """Where records are looked up."""

    def get(self, key: str) -> StageRecord | None:
        """Return the record of a job's key, `None` when the job was never recorded."""
        ...


class Remembered:
    """A store that reads what came right only once: it stays as it is.

    For one that asks for the same records after every result.

    Attributes:
        labels: of all designs whose records were given, as the records have them.
    """

    def __init__(self, store: Store) -> None:
        self.labels: set[str] = set()
        self._store = store
        self._right: dict[str, StageRecord] = {}

    def get(self, key: str) -> StageRecord | None:
        """Return the record of a job's key, `None` when the job was never recorded."""
        found = self._right.get(key) or self._store.get(key)
        if found is not None:
            self.labels.add(found.job.label)
        if found is not None and found.ok:
            self._right[key] = found
        return found


class Jobs:
    """Makes jobs; sources and tool versions are read once.

    A job that was made is kept, as it is asked for time and again; `forget` lets go of it.

    Raises:
        ToolError: from any method, when a tool is not installed.
    """

    def __init__(self) -> None:
        self._made: dict[str, dict[tuple[object, ...], Job]] = {}
        self._designs: dict[str, Subject] = {}
        self._digests: dict[tuple[Path, ...], str] = {}
        self._versions: dict[tuple[Stage, str], dict[str, str]] = {}

    @cached_property
    def rtl_digest(self) -> str:
        """SHA-256 of all RTL sources."""
        return rtl_fingerprint()

    @property
    def rtl_digests(self) -> frozenset[str]:
        """The sources of all cores, and of designs that were asked for: others are outdated."""
        return self._of_cores | frozenset(self._digests.values())

    @cached_property
    def _of_cores(self) -> frozenset[str]:
        sets = (files for cipher in ciphers().values() for files in cipher.source_sets())
        return frozenset(map(rtl_fingerprint, sets))

    def rtl_digest_of(self, point: Build) -> str:
        """Return the SHA-256 of the RTL sources that a point is made of."""
        files = tuple(Subject(point).sources())
        if files not in self._digests:
            self._digests[files] = rtl_fingerprint(files)
        return self._digests[files]

    def job(
        self,
        stage: Stage,
        point: Build,
        device: Device | None = None,
        *,
        start: StageRecord | None = None,
        index: int = 0,
        way: str = DEFAULT_WAY,
        own: bool = False,
    ) -> Job:
        """Return the job of a stage.

        What does not depend on a device does not depend on the recipe either: points that differ
        in that alone share the job.

        Args:
            stage: the stage.
            point: the design.
            device: the device, for a stage that needs one.
            start: record of the stage that it starts from.
            index: which of the point's seeds, for a stage with seeds.
            way: name of the way to place and route, for a stage that is `apart`.
            own: return the name under which a copy of a shared job's record is kept for this very
                point, recipe included, so that its row of figures has all its records.

        Raises:
            RecipeError: the point's recipe is unknown.
            WayError: so with the way.
            ValueError: the device has no router; or `start` is missing, or lacks the artefact.
        """
        file = stage_file(stage)
        subject = Subject(
            point, device if file.on_device else None, way if file.apart else DEFAULT_WAY
        )
        design, _ = split_recipe(point.label)
        if not file.on_device and not own:
            if design not in self._designs:
                self._designs[design] = subject.design
            subject = self._designs[design]
        netlist = ""
        if file.starts_from is not None:
            _, name = file.starts_from
            if start is None or name not in start.artefacts:
                raise ValueError(f"{stage} starts from {name}, and there is none")
            netlist = start.artefacts[name]
        where = "" if subject.device is None else subject.device.name
        key = (stage, subject.point, where, netlist, index, subject.way)
        made = self._made.setdefault(design, {})
        if key not in made:
            made[key] = self._job(stage, subject, netlist, index)
        return made[key]

    def forget(self, design: str) -> None:
        """Let go of the jobs of a design that is done with; they are made anew if need be.

        Args:
            design: its label without a recipe.
        """
        self._made.pop(design, None)
        self._designs.pop(design, None)

    def _job(self, stage: Stage, subject: Subject, netlist: str, index: int) -> Job:
        file = stage_file(stage)
        device = subject.device
        where = "" if device is None else device.name
        tools = self._tools_of(file, device)
        reads = file.reads(subject)
        return Job.of(
            stage,
            subject.point,
            device=where,
            device_digest=reads.device,
            recipe=subject.recipe if file.on_device else "",
            seed=file.seed(subject, index),
            rtl_digest=self.rtl_digest_of(subject.point),
            inputs={**reads.inputs, **({"netlist": netlist} if netlist else {})},
            tools=tools,
        )

    def ask_tools(self, stage: Stage, device: Device | None) -> None:
        """Ask all that a stage's result needs for the versions of its tools.

        Raises:
            ToolError: a tool is not installed.
        """
        for file in up_to(stage):
            if file.serves(device):
                self._tools_of(file, device if file.on_device else None)

    def _tools_of(self, file: StageFile, device: Device | None) -> Mapping[str, str]:
        key = (file.stage, "" if device is None else device.name)
        if key not in self._versions:
            self._versions[key] = file.tools(device)
        return self._versions[key]

    def records(
        self,
        store: Kept,
        stage: Stage,
        point: Build,
        device: Device | None = None,
        *,
        index: int = 0,
        way: str = DEFAULT_WAY,
    ) -> dict[Stage, StageRecord]:
        """Return what a store has of the chain up to a stage, in order, as far as it got.

        Args:
            store: one that is open, for reading at least, or what was `Remembered` of one.
            stage: the last stage.
            point: the design.
            device: the device.
            index: which of the point's seeds, for a stage with seeds.
            way: name of the way to place and route, for a stage that is `apart`.
        """
        found: dict[Stage, StageRecord] = {}
        for file in up_to(stage):
            start = None
            if file.starts_from is not None:
                before, name = file.starts_from
                start = found.get(before)
                if start is None or name not in start.artefacts:
                    return found
            job = self.job(file.stage, point, device, start=start, index=index, way=way)
            record = store.get(job.key)
            if record is None:
                return found
            found[file.stage] = record
            if not record.ok:
                return found
        return found

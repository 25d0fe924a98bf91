"""What measured figures rest on, as one digest that is had without running anything."""

from collections.abc import Iterable

from aesculus.design import Build
from aesculus.design.text import digest_of
from aesculus.engine.jobs import Jobs
from aesculus.families import Device
from aesculus.records import Stage
from aesculus.stages.base import Subject
from aesculus.stages.chain import all_stages

_DIGITS = 24


def rests_on(jobs: Jobs, point: Build, device: Device | None, stages: Iterable[Stage]) -> str:
    """Return a digest of all that decides the outcome of some stages of a design, as things are.

    That is the design, its sources, what each stage reads of scripts, flags, bench and device, the
    versions of our own steps, and those of the tools: what a record's name is made of
    (`stages.provenance`). The artefact that a stage starts from is not part of it, as it follows
    from the rest. Seeds are not either: they are told beside it.

    Args:
        jobs: knows the digests of the sources.
        point: the design, and how it is built.
        device: where; `None` for what does not depend on it.
        stages: those that were run.

    Raises:
        ToolError: a tool is not installed.
    """
    wanted = set(stages)
    parts: dict[str, object] = {
        "design": point.digest,
        "device": "" if device is None else device.name,
        "rtl": jobs.rtl_digest_of(point),
    }
    for file in all_stages():
        if file.stage not in wanted:
            continue
        where = device if file.on_device else None
        subject = Subject(point, where)
        reads = file.reads(subject if file.on_device else subject.design)
        parts[file.stage.value] = [dict(reads.inputs), reads.device, file.tools(where)]
    return digest_of(parts)[:_DIGITS]

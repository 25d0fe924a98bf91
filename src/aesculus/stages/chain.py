"""The chain of stages: the one place that knows which there are and in what order they come.

`records.Stage` lists the names; `stages/<name>.py` holds the file of each.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module

from aesculus.families import Device
from aesculus.records import Stage
from aesculus.stages.base import StageFile


@cache
def stage_file(stage: Stage) -> StageFile:
    """Return the file of a stage."""
    found: StageFile = import_module(f"{__package__}.{stage.value}").STAGE
    return found


def all_stages() -> Iterator[StageFile]:
    """Yield all stages, each behind those that it needs."""
    for stage in Stage:
        yield stage_file(stage)


@cache
def up_to(stage: Stage) -> tuple[StageFile, ...]:
    """Return what must be run for a stage's result, in order, the stage itself last."""
    found: dict[Stage, StageFile] = {}
    for before in stage_file(stage).needs:
        found |= {each.stage: each for each in up_to(before)}
    return (*found.values(), stage_file(stage))


def of_device(device: Device | None, *, extra: bool = True) -> Iterator[StageFile]:
    """Yield the stages that a design passes on a device, in order: none apart, no optional one.

    Args:
        device: the device; `None` for the stages of the design alone.
        extra: also those that only designs need that are shown to somebody.
    """
    for each in all_stages():
        if each.apart or each.optional:
            continue
        if each.serves(device) and (extra or not each.extra):
            yield each

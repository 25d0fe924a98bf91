"""A job: all that decides the outcome of a stage, and the content address made of it."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, model_validator

from aesculus.design.build import Build
from aesculus.design.text import canonical_json, digest_of
from aesculus.records import Stage

__all__ = ["Job", "canonical_json", "digest_of"]


class Job(BaseModel):
    """One run of one stage, named by everything its outcome depends on.

    Attributes:
        stage: the stage.
        label: canonical label of the design and its recipe; for people, not part of the key.
        design: the fields of the design and its recipe as JSON-able values.
        design_digest: SHA-256 of what tells them from others (`design.Build.digest`); that of the
            fields where it is not given.
        device: device name, empty for a stage that needs none.
        device_digest: SHA-256 of the device's data, empty without a device.
        recipe: name of the synthesis recipe, empty for a stage that needs none.
        seed: the placer's seed, `None` for a stage without one.
        rtl_digest: SHA-256 over the RTL sources. The same for all stages of one source state; a row
            of figures is made only of records that agree in it.
        inputs: name to SHA-256 of everything else that is read: bench, vectors, recipe text, and
            under `netlist` the artefact that a netlist simulation or a routing starts from.
        tools: tool name to version.
    """

    model_config = ConfigDict(frozen=True)

    stage: Stage
    label: str
    design: dict[str, Any]
    design_digest: str = ""
    device: str = ""
    device_digest: str = ""
    recipe: str = ""
    seed: int | None = None
    rtl_digest: str = ""
    inputs: dict[str, str] = {}
    tools: dict[str, str] = {}

    @model_validator(mode="before")
    @classmethod
    def _fill_in_the_digest(cls, data: object) -> object:
        if not isinstance(data, dict) or data.get("design_digest"):
            return data
        return {**data, "design_digest": digest_of(data.get("design"))}

    @classmethod
    def of(
        cls,
        stage: Stage,
        build: Build,
        *,
        device: str = "",
        device_digest: str = "",
        recipe: str = "",
        seed: int | None = None,
        rtl_digest: str = "",
        inputs: Mapping[str, str] | None = None,
        tools: Mapping[str, str] | None = None,
    ) -> Self:
        """Return the job of a stage for a design; equivalent designs give the same job.

        Args:
            stage: the stage.
            build: the design, and its recipe, by which rows of figures tell designs apart. The
                device that it may have is not asked.
            device: see the attributes, as for the rest.
            device_digest: likewise.
            recipe: likewise.
            seed: likewise.
            rtl_digest: likewise.
            inputs: likewise.
            tools: likewise.
        """
        return cls(
            stage=stage,
            label=build.label,
            design=build.fields,
            design_digest=build.digest,
            device=device,
            device_digest=device_digest,
            recipe=recipe,
            seed=seed,
            rtl_digest=rtl_digest,
            inputs=dict(inputs or {}),
            tools=dict(tools or {}),
        )

    @cached_property
    def key(self) -> str:
        """SHA-256 of the whole job but its label: the record's key."""
        return digest_of(
            {
                "stage": self.stage.value,
                "design": self.design_digest,
                "device": [self.device, self.device_digest],
                "recipe": self.recipe,
                "seed": self.seed,
                "rtl": self.rtl_digest,
                "inputs": self.inputs,
                "tools": self.tools,
            }
        )

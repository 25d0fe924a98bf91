"""A job: all that decides the outcome of a stage, and the content address made of it."""

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

from pydantic import BaseModel, ConfigDict

from aesculus.ciphers.aes.space.canonical import canonical
from aesculus.ciphers.aes.space.design import DesignPoint, fields_digest
from aesculus.records import Stage


def canonical_json(value: object) -> str:
    """Return the one JSON text of a value: sorted keys, no spaces, no NaN.

    Raises:
        ValueError: the value holds NaN or infinity.
        TypeError: the value is not JSON-able.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest_of(value: object) -> str:
    """Return the SHA-256, in hex, of the canonical JSON of a value."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


class Job(BaseModel):
    """One run of one stage, named by everything its outcome depends on.

    Attributes:
        stage: the stage.
        label: canonical label of the design; for people, not part of the key.
        design: the design point's fields as JSON-able values.
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
    device: str = ""
    device_digest: str = ""
    recipe: str = ""
    seed: int | None = None
    rtl_digest: str = ""
    inputs: dict[str, str] = {}
    tools: dict[str, str] = {}

    @classmethod
    def of(
        cls,
        stage: Stage,
        point: DesignPoint,
        *,
        device: str = "",
        device_digest: str = "",
        recipe: str = "",
        seed: int | None = None,
        rtl_digest: str = "",
        inputs: Mapping[str, str] | None = None,
        tools: Mapping[str, str] | None = None,
    ) -> Self:
        """Return the job of a stage for a design point; equivalent points give the same job."""
        return cls(
            stage=stage,
            label=point.label,
            design=canonical(point).model_dump(mode="json"),
            device=device,
            device_digest=device_digest,
            recipe=recipe,
            seed=seed,
            rtl_digest=rtl_digest,
            inputs=dict(inputs or {}),
            tools=dict(tools or {}),
        )

    @cached_property
    def design_digest(self) -> str:
        """SHA-256 of the design's fields; that of `DesignPoint.digest`."""
        return fields_digest(self.design)

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

"""What one stage of the flow returns; the only currency between stages, engine and store."""

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict


class Stage(StrEnum):
    """A stage of the flow, in the order in which a point passes them."""

    VERIFY = "verify"
    SYNTH = "synth"
    VERIFY_NETLIST = "verify_netlist"
    ROUTE = "route"
    PLACE = "place"
    CLOSE = "close"
    ACTIVITY = "activity"
    VENDOR = "vendor"


class Status(StrEnum):
    """How a stage ended."""

    OK = "ok"
    FAILED = "failed"
    TIMEOUT = "timeout"
    MEMORY = "memory"


class StageOutcome(BaseModel):
    """The result of running one stage once.

    Attributes:
        status: how it ended; anything but `ok` has a `reason`.
        metrics: JSON-able figures; which keys each stage fills is listed in ARCHITECTURE.md.
        artefacts: name to content of the files later stages or the user need.
        tools: tool name to version string, of every tool that took part.
        seconds: wall time.
        reason: one line that says what failed, empty when `ok`.
        log: the tail of the tool's output (at most 64 KiB).
    """

    model_config = ConfigDict(frozen=True)

    status: Status
    metrics: dict[str, Any] = {}
    artefacts: dict[str, bytes] = {}
    tools: dict[str, str] = {}
    seconds: float = 0.0
    reason: str = ""
    log: str = ""

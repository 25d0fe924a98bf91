"""Turning failures of tools into stage outcomes."""

from aesculus.records import StageOutcome, Status
from aesculus.tools import Failure, ToolError

STATUS = {Failure.TIMEOUT: Status.TIMEOUT, Failure.MEMORY: Status.MEMORY}
"""Failures with a status of their own; the others are `failed`."""


def failed(error: ToolError, *, tools: dict[str, str], seconds: float) -> StageOutcome:
    """Return the outcome of a stage that ended with a failed tool.

    `metrics["failure"]` holds the class of the failure, for callers that treat a missing tool or a
    full disk as trouble of the machine, not of the design; with a failure for lack of memory,
    `metrics["memory_limit_mb"]` holds what the tool can have had at most.
    """
    return StageOutcome(
        status=STATUS.get(error.kind, Status.FAILED),
        metrics=dict(error.metrics),
        tools=tools,
        seconds=seconds,
        reason=error.reason,
        log=error.log,
    )

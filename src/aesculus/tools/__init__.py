"""Running external programs under limits: finding them, their versions, their failures."""

from aesculus.tools.process import (
    Failure,
    ToolError,
    ToolRun,
    had_at_most,
    memory_at_most,
    run,
    written,
)

__all__ = ["Failure", "ToolError", "ToolRun", "had_at_most", "memory_at_most", "run", "written"]

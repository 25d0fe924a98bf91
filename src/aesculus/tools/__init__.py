"""Running external programs under limits: finding them, their versions, their failures."""

from aesculus.tools.process import Failure, ToolError, ToolRun, run, written

__all__ = ["Failure", "ToolError", "ToolRun", "run", "written"]

"""Programs that come as Python packages."""

import sys
from collections.abc import Sequence
from importlib.util import find_spec

from aesculus import resources
from aesculus.tools.process import Failure, ToolError


def check(tool: str, package: str, *, legal: bool = True, extra: str = "") -> None:
    """Return if a package is installed, and may be the one of a program.

    Args:
        tool: the program, for messages.
        package: the module that is imported.
        legal: whether the program can be one at all.
        extra: the extra of this project that brings the package, if one does.

    Raises:
        ToolError: otherwise; the message names tool and package.
    """
    if not legal or find_spec(package) is None:
        reason = f"{tool} is missing: there is no Python package {package.replace('_', '-')}"
        if legal and extra:
            reason += f": {resources.extra_install(extra)}"
        raise ToolError(Failure.MISSING, tool, reason)


def command(tool: str, module: str, call: str, args: Sequence[str]) -> list[str]:
    """Return the command line that runs a program of a package, in a process of its own.

    Args:
        tool: the program, for messages.
        module: what is imported, as `m`.
        call: a Python expression that runs it as the program whose arguments are `sys.argv`.
        args: its arguments.

    Raises:
        ToolError: its package is not installed.
    """
    check(tool, module.partition(".")[0])
    # Without -P a file of the working folder could stand for a module.
    return [sys.executable, "-P", "-c", f"import sys, {module} as m; sys.exit({call})", *args]

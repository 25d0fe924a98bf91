"""The user's choice between embedded and native tools, made by environment variables."""

import os
from collections.abc import Sequence

from aesculus.tools.process import Failure, ToolError


def chosen(variable: str, values: Sequence[str]) -> str:
    """Return the value of an environment variable, or the first of `values` where it is not set.

    Raises:
        ToolError: if it is set to something else.
    """
    value = os.environ.get(variable, "") or values[0]
    if value not in values:
        legal = ", ".join(values)
        reason = f"{variable}={value} is no known choice: give one of {legal}"
        raise ToolError(Failure.ENVIRONMENT, "aesculus", reason)
    return value

"""The environment, as tools read it."""

import shutil

from aesculus.settings import Settings, SettingsError, settings
from aesculus.tools.process import Failure, ToolError, VariableError


def environment() -> Settings:
    """Return the user's choice between embedded and native tools, and where these are.

    Raises:
        VariableError: a variable cannot be what it is.
    """
    try:
        return settings()
    except SettingsError as error:
        raise VariableError(error) from None


def native(variable: str, *programs: str) -> str:
    """Return the path of a program that a variable takes from PATH.

    Args:
        variable: which is set to `native`.
        programs: names that it may have, the usual one last.

    Raises:
        ToolError: it is not there.
    """
    found = next(filter(None, map(shutil.which, programs)), None)
    if found is None:
        reason = f"{variable}=native, but there is no {programs[-1]} on PATH"
        raise ToolError(Failure.MISSING, programs[-1], reason)
    return found

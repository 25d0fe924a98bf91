"""The environment, as tools read it."""

from aesculus.settings import Settings, SettingsError, settings
from aesculus.tools.process import VariableError


def environment() -> Settings:
    """Return the user's choice between embedded and native tools, and where these are.

    Raises:
        VariableError: a variable cannot be what it is.
    """
    try:
        return settings()
    except SettingsError as error:
        raise VariableError(error) from None

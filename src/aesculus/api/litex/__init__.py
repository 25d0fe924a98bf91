"""Modules for LiteX, which take a design by its label or from its bundle (`docs/litex.md`).

    from aesculus.api.litex import add_registers, exported

    add_registers(soc, exported("CTR.WB32.UF1-PP1T-W8", Path("build/aes")))

LiteX itself is not among what Aesculus needs: `pip install "aesculus[litex]"`.
"""

from typing import TYPE_CHECKING, Any

from aesculus import resources
from aesculus.lazily import loading

if TYPE_CHECKING:
    from aesculus.api.litex.core import Core, bundled, exported, unverified
    from aesculus.api.litex.registers import Registers, add_registers
    from aesculus.api.litex.simulation import simulate
    from aesculus.api.litex.streams import Stream, add_stream
    from aesculus.api.litex.system import System

# What asks for LiteX is loaded when it is asked for.
_WHERE = {
    **dict.fromkeys(("Core", "bundled", "exported", "unverified"), "core"),
    **dict.fromkeys(("Registers", "add_registers"), "registers"),
    **dict.fromkeys(("Stream", "add_stream"), "streams"),
    "System": "system",
    "simulate": "simulation",
}

__all__ = [
    "Core",
    "Registers",
    "Stream",
    "System",
    "add_registers",
    "add_stream",
    "bundled",
    "exported",
    "simulate",
    "unverified",
]

_loaded = loading(__name__, {name: f"{__name__}.{module}" for name, module in _WHERE.items()})


def __getattr__(name: str) -> Any:
    try:
        return _loaded(name)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("aesculus"):
            raise
        reason = f"{name} needs the Python package {error.name}: {resources.extra_install('litex')}"
        raise ModuleNotFoundError(reason, name=error.name) from None

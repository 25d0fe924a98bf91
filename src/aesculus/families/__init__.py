"""One file per family: its Yosys script, and what its cells count as."""

from aesculus.flows.families import ecp5, gowin, ice40, xilinx
from aesculus.flows.families.base import CellKind, Family

_FAMILIES: dict[str, Family] = {
    family.name: family for family in (ecp5.FAMILY, gowin.FAMILY, ice40.FAMILY, xilinx.FAMILY)
}

__all__ = ["CellKind", "Family", "family"]


def family(name: str) -> Family:
    """Return a family by the name that device files give it.

    Raises:
        KeyError: if there is none; the device schema admits only those that exist.
    """
    return _FAMILIES[name]

"""The families of devices, a folder each: how to synthesise, count, simulate and route for one.

A family's folder holds `FAMILY` (its script, cells and router arguments), `models/` (simulation
models of cells of which nothing else tells) and `devices/` (one TOML file a device).
"""

from aesculus.families.base import CellKind, Family
from aesculus.families.model import (
    ClockLimit,
    Device,
    DeviceError,
    Resources,
    Router,
    Slice,
    Synthesis,
)
from aesculus.families.registry import family, family_names

__all__ = [
    "CellKind",
    "ClockLimit",
    "Device",
    "DeviceError",
    "Family",
    "Resources",
    "Router",
    "Slice",
    "Synthesis",
    "family",
    "family_names",
]

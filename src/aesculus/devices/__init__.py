"""The devices: one TOML file each, here or in the folder that `AESCULUS_DEVICES` names."""

from aesculus.devices.loader import DeviceError, load, names
from aesculus.devices.model import ClockLimit, Device, Resources, Router, Slice, Synthesis

__all__ = [
    "ClockLimit",
    "Device",
    "DeviceError",
    "Resources",
    "Router",
    "Slice",
    "Synthesis",
    "load",
    "names",
]

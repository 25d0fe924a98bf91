"""The devices: one TOML file each, in their family's folder or in one that the user names.

`AESCULUS_DEVICES` names a folder of further files; a device there replaces a packaged one.
"""

import difflib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from aesculus.errors import InputError
from aesculus.families.model import AT, Device, DeviceError, DeviceFile, UnknownDeviceError
from aesculus.families.registry import device_folders
from aesculus.inputs import InputFileError, read_toml, shown
from aesculus.settings import settings

_VARIABLE = "AESCULUS_DEVICES"


def names() -> list[str]:
    """Return the names of all devices, sorted.

    Raises:
        DeviceError: if a device file is bad.
    """
    return sorted(device.name for device in _all().values())


def packaged() -> tuple[Device, ...]:
    """Return the devices that come along, whatever the user has of his own.

    Raises:
        DeviceError: if a device file is bad.
    """
    return tuple(_packaged().values())


def known(name: str) -> Device | None:
    """Return a device by its name as `load` does; `None` for a name of which no device is.

    A store or a file may come from an installation that has devices of its own.

    Raises:
        DeviceError: a device file, or the folder of the user's own, is bad.
    """
    try:
        return load(name) if name else None
    except UnknownDeviceError:
        return None


def load(name: str) -> Device:
    """Return a device by its name, in any case; with `@` and a tool behind it as that measures it.

    Raises:
        UnknownDeviceError: if there is none of that name, with the nearest names; or the tool knows
            no such part.
        DeviceError: if a device file, or the folder of the user's own, is bad.
    """
    name, at, tool = name.partition(AT)
    if at:
        return load(name).by(tool.casefold())
    devices = _all()
    device = devices.get(name.casefold())
    if device is not None:
        return device
    names = sorted(devices)
    starts = [key for key in names if name and key.startswith(name.casefold())]
    near = starts or difflib.get_close_matches(name.casefold(), names, n=3, cutoff=0.5) or names
    hint = ", ".join(devices[key].name for key in near)
    raise UnknownDeviceError(
        f"unknown device {shown(name)}; {'near' if near != names else 'known'}: {hint}"
    )


LEAST_MHZ, MOST_MHZ = 0.1, 2000.0
"""Clocks that can be asked for, in MHz; what a device carries may be less."""


def check_mhz(mhz: float | None, device: Device | None) -> None:
    """Return if a clock that a user asks for can be.

    Args:
        mhz: what is asked for, in MHz; `None` for nothing.
        device: where; `None` if that is not known yet.

    Raises:
        InputError: it is no frequency, or the device's clock network does not carry it.
    """
    if mhz is None:
        return
    if not LEAST_MHZ <= mhz <= MOST_MHZ:
        raise InputError(f"--mhz {mhz:g}: legal: {LEAST_MHZ:g} to {MOST_MHZ:,.0f}, in MHz")
    limit = None if device is None else device.clock_limit_mhz
    if device is not None and limit is not None and mhz > limit:
        raise InputError(
            f"--mhz {mhz:g}: the clock network of {device.name} carries at most {limit:g} MHz"
        )


def _all() -> dict[str, Device]:
    extra = settings().devices
    found = dict(_packaged())
    if extra:
        folder = Path(extra)
        if not folder.is_dir():
            raise DeviceError(f"{_VARIABLE}={extra} is no folder of device files")
        # The user's own files come last, so that they may replace a packaged device.
        found.update(_parse([folder]))
    return found


@cache
def _packaged() -> dict[str, Device]:
    return _parse(device_folders())


def _parse(folders: Iterable[Path]) -> dict[str, Device]:
    found: dict[str, Device] = {}
    for path in sorted(path for folder in folders for path in folder.glob("*.toml")):
        for device in _devices(path):
            key = device.name.casefold()
            if key in found:
                raise DeviceError(f"{path}: a second device named {device.name}")
            found[key] = device
    return found


def _devices(path: Path) -> Iterator[Device]:
    try:
        content = read_toml(path, DeviceFile)
    except InputFileError as error:
        raise DeviceError(f"{path}: {error}") from None
    base = Device(
        **{
            field: getattr(content, field)
            for field in Device.model_fields
            if field in DeviceFile.model_fields
        }
    )
    if not content.speeds:
        yield base
        return
    if content.router is None:
        raise DeviceError(f"{path}: speeds: a device without a router has no speed grades")
    for speed, grade in content.speeds.items():
        args = (*content.router.args, *grade.router_args)
        yield base.model_copy(
            update={
                "name": f"{content.name}-{speed}",
                "router": content.router.model_copy(update={"args": args}),
                "tools": {
                    name: tool.model_copy(update={"part": tool.part.replace("{speed}", speed)})
                    for name, tool in content.tools.items()
                },
                "clock_limit": grade.clock_limit,
                "block_ram_limit": grade.block_ram_limit,
                "dsp_limit": grade.dsp_limit,
            }
        )

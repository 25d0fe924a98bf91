"""Writes the tables of devices into their page: `python -m families.devices_page`, in `tests/`."""

import re
import sys
from collections.abc import Iterable
from functools import partial

from aesculus.families import Device
from aesculus.families.devices import packaged
from aesculus.pages import DASH, table
from project.sources import ROOT

PAGE = ROOT / "docs" / "devices.md"

_HEADS = (
    *("device", "vendor", "router"),
    *("LUT inputs", "LUT", "FF", "block RAMs", "kbit", "limit MHz"),
)


def page(text: str) -> str:
    """Return the page with its tables and notes made anew of the packaged device files."""
    known = sorted(packaged(), key=lambda device: (device.family, device.name))
    routed = [device for device in known if not device.area_only]
    estimated = [device for device in known if device.area_only]
    without = tuple(head for head in _HEADS if head != "router")
    made = {
        "routed": table(_HEADS, map(_row, routed), words=3),
        "estimated": table(without, (_row(device) for device in estimated), words=2),
        "notes": list(_notes(known)),
    }
    for name, lines in made.items():
        pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        block = "\n".join(["", *lines, "", ""])
        text, found = pattern.subn(partial(_filled, block), text)
        assert found == 1, name
    return text


def _filled(block: str, mark: re.Match[str]) -> str:
    return mark[1] + block + mark[2]


def _row(device: Device) -> list[str]:
    have, limit = device.resources, device.clock_limit
    doubt = "" if limit is None or limit.checked else "?"
    return [
        f"`{device.name}`",
        device.vendor,
        *([] if device.router is None else [f"`{device.router.tool}`"]),
        str(device.lut_inputs),
        *(f"{count:,}" for count in (have.luts, have.ffs, have.brams)),
        f"{have.bram_bits / 1024:g}",
        DASH if limit is None else f"{limit.mhz:g}{doubt}",
    ]


def _notes(known: Iterable[Device]) -> Iterable[str]:
    """Yield a line for each note, in front the devices that have it."""
    having: dict[str, list[str]] = {}
    for device in known:
        if device.notes:
            having.setdefault(device.notes, []).append(f"`{device.name}`")
    for note, names in having.items():
        yield f"- {', '.join(names)}: {note}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)}\n")

"""Stand-ins for vendors' tools on PATH, and devices that they measure."""

import shutil
import stat
from pathlib import Path

import pytest

from aesculus.families import Device, devices
from vendor_reports import WHOLE

needs_tcl = pytest.mark.skipif(shutil.which("tclsh") is None, reason="tclsh is not installed")

PROGRAMS = {
    "vivado": ("vivado",),
    "quartus": ("quartus_sh", "quartus_map", "quartus_fit", "quartus_sta"),
    "radiant": ("radiantc",),
    "diamond": ("diamondc",),
    "gowin": ("gw_sh",),
}
ON = {
    "vivado": "XC7V2000T",
    "quartus": "MINE",
    "radiant": "ICE40UP5K",
    "diamond": "LFE5U-85F-8",
    "gowin": "GW2A-18",
}
MINE = """
name = "MINE"
vendor = "Me"
lut_inputs = 4
[synthesis]
family = "ecp5"
variant = "ecp5"
[resources]
luts = 18480
ffs = 73920
brams = 308
bram_bits = 10240
[tools.quartus]
part = "5CEBA4F23C7"
family = "Cyclone V"
"""


def put_on_path(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    tool: str,
    *,
    mode: str = "ok",
    reports: tuple[str, ...] = (),
) -> Device:
    """Put a stand-in on PATH, and nothing else but a shell's tools; return a device of it.

    Args:
        folder: for the programs, the reports and a device file.
        monkeypatch: sets the environment.
        tool: a name of `VENDORS`.
        mode: what it does once its project is whole, see `vendor_stand_in.tcl`.
        reports: texts that it leaves; by default those of `WHOLE`.
    """
    mine, programs, given = (folder / name for name in ("devices", f"{tool}-3.12", "reports"))
    for each in (mine, programs, given):
        each.mkdir(exist_ok=True)
    (mine / "mine.toml").write_text(MINE, encoding="utf-8")
    monkeypatch.setenv("AESCULUS_DEVICES", str(mine))
    for name in PROGRAMS[tool]:
        shutil.copy(Path(__file__).with_name("vendor_stand_in.tcl"), programs / name)
        (programs / name).chmod(stat.S_IRWXU)
    for number, text in enumerate(reports or WHOLE[tool]):
        (given / str(number)).write_text(text, encoding="utf-8")
    tcl = Path(shutil.which("tclsh") or "/usr/bin/tclsh").parent
    monkeypatch.setenv("PATH", f"{programs}:{tcl}:/usr/bin:/bin")
    monkeypatch.setenv("STAND_IN_MODE", mode)
    monkeypatch.setenv("STAND_IN_REPORTS", str(given))
    return devices.load(f"{ON[tool]}@{tool}")

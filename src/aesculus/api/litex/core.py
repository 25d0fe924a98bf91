"""A design as a LiteX module takes it: its top, its files, its ports and its C driver."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from aesculus.api.litex import program
from aesculus.api.naming import legal_point
from aesculus.api.taking import export
from aesculus.defaults import STORE
from aesculus.design import Port
from aesculus.errors import InputError
from aesculus.export.bundle import module_name
from aesculus.export.manifest import read
from aesculus.export.place import check_as_exported
from aesculus.export.sources import rtl
from aesculus.families import devices
from aesculus.inputs import named, shown
from aesculus.stages.provenance import package_digest
from aesculus.tools import verilator

WIDTH = 32
"""Bits of a stream, of a CSR, and of what the DMA moves in a cycle."""


MODES = ("ECB", "CBC", "CFB128", "OFB", "CTR")
"""Modes of the program `registers.c`."""
_WAYS: dict[str, Literal["input", "output"]] = {"input": "input", "output": "output"}
_STREAM = {"mode": "CTR", "key_bits": 128, "lanes": 1}
"""Fields of the designs of the program `stream.c`."""


@dataclass(frozen=True)
class Core:
    """RTL of one design.

    Attributes:
        label: its canonical label.
        top: name of its top module.
        files: its sources, in compile order.
        ports: those of the top.
        software: files of its C driver; none if there is none for it.
    """

    label: str
    top: str
    files: tuple[Path, ...]
    ports: tuple[Port, ...]
    software: tuple[Path, ...] = ()

    @property
    def streams(self) -> bool:
        """Whether it has AXI4-Stream, and no registers."""
        return any(port.name == "s_axis_tvalid_i" for port in self.ports)

    def bits(self, name: str) -> int:
        """Return the bits of a port.

        Raises:
            InputError: there is no such port.
        """
        for port in self.ports:
            if port.name == name:
                return port.bits
        raise InputError(f"{self.label} has no port {name}")


def bundled(folder: Path | str) -> Core:
    """Return the design in a bundle, which must be as it was exported.

    Raises:
        InputError: the folder is no bundle, or was changed.
        RunError: the bundle is damaged.
    """
    folder = Path(folder)
    check_as_exported(folder)
    listed = read(folder)["files"]
    try:
        told = json.loads((folder / "core.json").read_text(encoding="utf-8"))
        files = (*told["files"], told["wrapper"]["file"])
        software = tuple(told.get("software", ()))
        core = Core(
            label=str(told["label"]),
            top=str(told["wrapper"]["top"]),
            files=tuple(folder / name for name in files),
            ports=tuple(
                Port(str(port["name"]), _WAYS[port["direction"]], int(port["width"]))
                for port in told["wrapper"]["ports"]
            ),
            software=tuple(folder / name for name in software),
        )
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, OSError) as error:
        raise InputError(f"{folder}: core.json is not what aesculus export writes") from error
    # The bundle may be somebody else's: nothing outside it is taken.
    for name in (*files, *software):
        if name not in listed:
            raise InputError(f"{folder}: core.json names {shown(name)}, which is not in the bundle")
    return core


def exported(
    label: str, folder: Path | str, *, device: str | None = None, store: Path = STORE
) -> Core:
    """Return a design by its label, from a bundle that is written if it is not there.

    Args:
        label: the design.
        folder: of the bundle; one of the same design and version of this program, verified for
            that device, is taken as it is, another one is replaced.
        device: whose netlist must be verified, see `api.export`.
        store: the database file.

    Raises:
        LabelError, IllegalDesignError, DeviceError, InputError, RunError, Trouble: as `api.export`.
    """
    point, folder = legal_point(label), Path(folder)
    if not _is_there(folder, point.digest, device):
        export(label, folder, device=device, store=store)
    return bundled(folder)


def _is_there(folder: Path, digest: str, device: str | None) -> bool:
    """Return whether a folder is a bundle of a design as this program would write it."""
    if not (folder / "core.json").is_file():
        return False
    told = read(folder)
    records = told.get("records", {})
    each = records.values() if isinstance(records, dict) else ()
    on = {one.get("device") for one in each if isinstance(one, dict)}
    same = told.get("design_digest") == digest and told.get("aesculus_digest") == package_digest()
    return same and (device is None or devices.load(device).name in on)


def unverified(label: str, folder: Path | str) -> Core:
    """Return a design by its label, its RTL as it is: for simulation, where nothing is built of it.

    Args:
        label: the design.
        folder: where its files are written; it is made if need be.

    Raises:
        LabelError, IllegalDesignError: as `api.design`.
        RunError: its sources do not elaborate.
    """
    point, folder = legal_point(label), Path(folder)
    top = module_name(point)
    made = []
    for name, text in rtl(point.design, top).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        made.append(path)
    software: Sequence[Path] = getattr(point.design, "software", tuple)()
    return Core(point.label, top, tuple(made), tuple(point.design.ports()), tuple(software))


def no_registers(label: str) -> InputError:
    """Return the error of a design without registers."""
    return InputError(f"{label} has no registers: name a design such as CTR.WB32.UF1-PP1T-W8")


def no_stream(label: str) -> InputError:
    """Return the error of a design without a stream that a system takes."""
    return InputError(
        f"{label} has no stream of {WIDTH} bits: name a design such as CTR.AXIS32.UF1-PP1T"
    )


def check_system(label: str, folder: Path) -> None:
    """Refuse what no system can be simulated of, before anything is written.

    Args:
        label: the design.
        folder: where all is to be built.

    Raises:
        LabelError, IllegalDesignError: as `api.design`.
        InputError: the design has neither registers nor a stream of 32 bits, the programs do not
            know its mode, nothing can be built in the folder, or there is no compiler.
    """
    point = legal_point(label)
    bits = {port.name: port.bits for port in point.design.ports()}
    stream = bits.get("s_axis_tdata_i")
    if stream is None and not bits.keys() & {"s_wb_cyc_i", "s_axil_awvalid_i"}:
        raise no_registers(point.label)
    if stream not in {None, WIDTH}:
        raise no_stream(point.label)
    fields = point.fields
    if stream is None and fields["mode"] not in MODES:
        raise InputError(
            f"{point.label}: the program has answers of {', '.join(MODES)}, and none of "
            f"{fields['mode']}; `simulate` takes a program of yours"
        )
    if stream is not None and any(fields[name] != value for name, value in _STREAM.items()):
        raise InputError(
            f"{point.label}: the program has answers of CTR with a key of 128 bits and one lane "
            "alone; `simulate` takes a program of yours"
        )
    if not verilator.can_build_in(folder):
        raise InputError(
            f"--out {named(folder)}: make takes no blank in a path, and {named(folder.resolve())} "
            "has one: name a folder without"
        )
    program.toolchain()

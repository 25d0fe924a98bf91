"""A design as a LiteX module takes it: its top, its files, its ports and its C driver."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aesculus.api.naming import legal_point
from aesculus.api.taking import export
from aesculus.defaults import STORE
from aesculus.design import Port
from aesculus.errors import InputError
from aesculus.export.bundle import module_name
from aesculus.export.manifest import read
from aesculus.export.place import check_as_exported
from aesculus.export.sources import rtl


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


def bundled(folder: Path) -> Core:
    """Return the design in a bundle, which must be as it was exported.

    Raises:
        InputError: the folder is no bundle, or was changed.
        RunError: the bundle is damaged.
    """
    check_as_exported(folder)
    told = json.loads((folder / "core.json").read_text(encoding="utf-8"))
    files = (*told["files"], told["wrapper"]["file"])
    return Core(
        label=told["label"],
        top=told["wrapper"]["top"],
        files=tuple(folder / name for name in files),
        ports=tuple(
            Port(port["name"], port["direction"], port["width"])
            for port in told["wrapper"]["ports"]
        ),
        software=tuple(folder / name for name in told.get("software", ())),
    )


def exported(label: str, folder: Path, *, device: str | None = None, store: Path = STORE) -> Core:
    """Return a design by its label, from a bundle that is written if it is not there.

    Args:
        label: the design.
        folder: of the bundle; one of the same design is taken as it is, another one is replaced.
        device: whose netlist must be verified, see `api.export`.
        store: the database file.

    Raises:
        LabelError, IllegalDesignError, DeviceError, InputError, RunError, Trouble: as `api.export`.
    """
    point = legal_point(label)
    there = (folder / "core.json").is_file() and read(folder)
    if not there or there.get("design_digest") != point.digest:
        export(label, folder, device=device, store=store)
    return bundled(folder)


def unverified(label: str, folder: Path) -> Core:
    """Return a design by its label, its RTL as it is: for simulation, where nothing is built of it.

    Args:
        label: the design.
        folder: where its files are written; it is made if need be.

    Raises:
        LabelError, IllegalDesignError: as `api.design`.
        RunError: its sources do not elaborate.
    """
    point = legal_point(label)
    top = module_name(point)
    made = []
    for name, text in rtl(point.design, top).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        made.append(path)
    software: Sequence[Path] = getattr(point.design, "software", tuple)()
    return Core(point.label, top, tuple(made), tuple(point.design.ports()), tuple(software))

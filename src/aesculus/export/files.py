"""A verified point as files, with `core.json` that tells a tool what they are."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

from aesculus import resources
from aesculus.defaults import ROUTED_DEVICE
from aesculus.design import Build, Design
from aesculus.engine import Jobs, Options, Want, run_wants
from aesculus.engine.verified import chain, no_netlist
from aesculus.errors import RunError
from aesculus.families import Device, devices
from aesculus.records import Stage
from aesculus.store import StageRecord, Store


def module_name(point: Build) -> str:
    """Return the name of the exported top module, `aes_` and the label as an identifier."""
    return "aesculus_" + re.sub(r"[^a-z0-9]+", "_", point.label.lower()).strip("_")


def verified_records(
    store: Store, point: Build, device: Device | None, options: Options
) -> tuple[StageRecord, StageRecord]:
    """Return the records of the point's verified RTL and of a verified netlist of it.

    Raises:
        RunError: the verification failed.
    """
    names = Jobs()
    target = device or _verified_device(store, names, point) or devices.load(ROUTED_DEVICE)
    wants = [Want(point, Stage.VERIFY), Want(point, Stage.VERIFY_NETLIST, target)]
    run_wants(store, wants, options, jobs=names)
    records = chain(store, names, point, target)
    bad = next((record for record in records if not record.ok), None)
    if bad is not None:
        raise RunError(f"{point.label} is not exported: {bad.stage}: {bad.reason}")
    by_stage = {record.stage: record for record in records}
    if Stage.VERIFY_NETLIST not in by_stage:
        raise RunError(f"not exported: {no_netlist(store, records)}")
    return by_stage[Stage.VERIFY], by_stage[Stage.VERIFY_NETLIST]


def _verified_device(store: Store, names: Jobs, point: Build) -> Device | None:
    """Return a device for which the point's present netlist is verified already."""
    found = store.records(
        stage=Stage.VERIFY_NETLIST,
        design_digest=point.digest,
        rtl_digest=names.rtl_digest_of(point),
    )
    known = set(devices.names())
    for record in reversed(found):
        if record.ok and record.job.device in known:
            device = devices.load(record.job.device)
            records = chain(store, names, point, device)
            if len(records) == 3 and all(each.ok for each in records):
                return device
    return None


def write(point: Build, records: tuple[StageRecord, StageRecord], folder: Path) -> list[str]:
    """Write the files and `core.json`; return the files in compile order, relative to the folder.

    Raises:
        RunError: the netlist behaves otherwise than the RTL.
        OSError: a file cannot be written.
    """
    rtl, netlist = records
    for name in ("blocks_per_cycle", "latency_cycles"):
        if rtl.metrics[name] != netlist.metrics[name]:
            raise RunError(f"{point.label} is not exported: its netlist has another {name}")
    top = module_name(point)
    source = point.design.top(top)
    root = resources.rtl_dir()
    names = []
    for path in point.design.sources():
        # What a folder of designs brings has a place beside the core's.
        own = path.relative_to(root) if path.is_relative_to(root) else Path(*path.parts[-2:])
        copy = Path("rtl") / own
        (folder / copy).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / copy)
        names.append(copy.as_posix())
    (folder / f"{top}.sv").write_text(source, encoding="utf-8")
    names.append(f"{top}.sv")
    core: dict[str, Any] = {
        "top": top,
        "label": point.label,
        "files": names,
        "parameters": dict(point.design.parameters),
        "ports": ports(point.design),
        "latency_cycles": rtl.metrics["latency_cycles"],
        "blocks_per_cycle": rtl.metrics["blocks_per_cycle"],
        "design": point.fields,
        "verified": {
            "vectors": rtl.metrics["vectors"],
            "rtl_digest": rtl.job.rtl_digest,
            "netlist_device": netlist.job.device,
            "tools": {**rtl.tools, **netlist.tools},
        },
    }
    text = json.dumps(core, indent=2) + "\n"
    (folder / "core.json").write_text(text, encoding="utf-8")
    return names


def ports(design: Design) -> list[dict[str, Any]]:
    """Return the ports of a design's top: name, direction and width in bits."""
    return [
        {"name": port.name, "direction": port.way, "width": port.bits} for port in design.ports()
    ]

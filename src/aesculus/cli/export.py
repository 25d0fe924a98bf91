"""`aesculus export`: a point as files that any synthesis tool takes."""

import json
import re
import shutil
from pathlib import Path
from typing import Annotated, Any

import typer

from aesculus import resources
from aesculus.ciphers.aes.space import DesignPoint, rtl_parameters, wrapper
from aesculus.cli import verify
from aesculus.cli.common import (
    DEFAULT_STORE,
    ROUTED_DEVICE,
    JobsOption,
    StoreOption,
    legal_point,
    opened,
    run_options,
)
from aesculus.cli.errors import InputError, RunError
from aesculus.engine import Jobs, Options, Want, run_wants
from aesculus.families import Device, devices
from aesculus.records import Stage
from aesculus.store import StageRecord, Store

_PORT = re.compile(r"^\s*(input|output)\s+logic\s+(?:\[(\d+):0\]\s+)?(\w+)", re.MULTILINE)


def command(
    *,
    label: Annotated[str, typer.Argument(help="The design, such as UF2-PP3B.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the files.")],
    device: Annotated[
        str | None,
        typer.Option(
            "--device",
            "-d",
            help="The device whose netlist must be verified. [default: one that is, else "
            f"{ROUTED_DEVICE}]",
        ),
    ] = None,
    jobs: JobsOption = 0,
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Write a design as synthesisable files with core.json; its netlist is verified first."""
    point = legal_point(label)
    target = devices.load(device) if device is not None else None
    options = run_options(jobs=jobs)
    if out.exists() and not out.is_dir():
        raise InputError(f"--out {out} is a file: name a folder")
    with opened(store) as kept:
        records = verified_records(kept, point, target, options)
    files = write(point, records, out)
    typer.echo(f"{out}: {len(files)} files, top module {module_name(point)}, see core.json")


def module_name(point: DesignPoint) -> str:
    """Return the name of the exported top module, `aes_` and the label as an identifier."""
    return "aesculus_" + re.sub(r"[^a-z0-9]+", "_", point.label.lower()).strip("_")


def verified_records(
    store: Store, point: DesignPoint, device: Device | None, options: Options
) -> tuple[StageRecord, StageRecord]:
    """Return the records of the point's verified RTL and of a verified netlist of it.

    Raises:
        RunError: the verification failed.
    """
    names = Jobs()
    target = device or _verified_device(store, names, point) or devices.load(ROUTED_DEVICE)
    wants = [Want(point, Stage.VERIFY), Want(point, Stage.VERIFY_NETLIST, target)]
    run_wants(store, wants, options, jobs=names)
    records = verify.chain(store, names, point, target)
    bad = next((record for record in records if not record.ok), None)
    if bad is not None:
        raise RunError(f"{point.label} is not exported: {bad.stage}: {bad.reason}")
    by_stage = {record.stage: record for record in records}
    if Stage.VERIFY_NETLIST not in by_stage:
        raise RunError(f"not exported: {verify.no_netlist(store, records)}")
    return by_stage[Stage.VERIFY], by_stage[Stage.VERIFY_NETLIST]


def _verified_device(store: Store, names: Jobs, point: DesignPoint) -> Device | None:
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
            chain = verify.chain(store, names, point, device)
            if len(chain) == 3 and all(each.ok for each in chain):
                return device
    return None


def write(point: DesignPoint, records: tuple[StageRecord, StageRecord], folder: Path) -> list[str]:
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
    source = wrapper(point, module=top)
    root = resources.rtl_dir()
    names = []
    for path in resources.rtl_files():
        copy = Path("rtl") / path.relative_to(root)
        (folder / copy).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / copy)
        names.append(copy.as_posix())
    (folder / f"{top}.sv").write_text(source, encoding="utf-8")
    names.append(f"{top}.sv")
    core: dict[str, Any] = {
        "top": top,
        "label": point.label,
        "files": names,
        "parameters": rtl_parameters(point),
        "ports": ports(source),
        "latency_cycles": rtl.metrics["latency_cycles"],
        "blocks_per_cycle": rtl.metrics["blocks_per_cycle"],
        "design": point.model_dump(mode="json"),
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


def ports(source: str) -> list[dict[str, Any]]:
    """Return the ports of a wrapper: name, direction and width in bits."""
    return [
        {"name": name, "direction": way, "width": int(high) + 1 if high else 1}
        for way, high, name in _PORT.findall(source)
    ]

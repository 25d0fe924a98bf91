"""`aesculus verify-bundle`: whether a bundle is as it was exported."""

import json as json_module
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from aesculus.cli.common import JsonOption
from aesculus.errors import InputError, RunError
from aesculus.export.manifest import BUILD, checked, read
from aesculus.inputs import shown
from aesculus.store.names import is_digest
from aesculus.terminal import line


def command(
    *,
    folder: Annotated[Path, typer.Argument(help="A folder that aesculus export wrote.")],
    signature: Annotated[
        str | None,
        typer.Option(help="The signature that its manifest must have, from elsewhere; whole."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Check every file of a bundle against its manifest; name what changed, is missing or new."""
    # It is compared whole: whoever wants to pass another bundle off can make the first digits fit.
    if signature is not None and not is_digest(signature.lower()):
        raise InputError(
            f"--signature {line(shown(signature))} is none: give all 64 hexadecimal digits that "
            "verify-bundle told"
        )
    told = read(folder)
    faults = checked(folder)
    if json:
        found = {
            "label": told["label"],
            "netlist_verified": told.get("netlist_verified") is True,
            "signature": told["signature"],
            "files": len(told["files"]),
            "faults": [{"file": fault.name, "what": fault.what} for fault in faults],
        }
        typer.echo(json_module.dumps(found, indent=2))
    else:
        # What make built is many files, and no harm: they would bury the one that matters.
        for fault in faults:
            if not fault.built:
                typer.echo(line(str(fault)))
        if built := sum(fault.built for fault in faults):
            typer.echo(f"additional: {BUILD}/, with {built} files")
    if faults:
        counts = Counter(fault.what for fault in faults)
        parts = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
        cure = ": make clean removes what make built" if all(f.built for f in faults) else ""
        raise RunError(f"{folder} is not as it was exported: {parts}{cure}")
    if signature is not None and signature.lower() != told["signature"]:
        raise RunError(
            f"{folder} has the signature {line(told['signature'])}, not {signature}: "
            "it is another bundle"
        )
    if not json:
        mark = "netlist verified" if told.get("netlist_verified") is True else "not verified"
        typer.echo(
            f"{folder}: {line(told['label'])}, {len(told['files'])} files as exported, {mark}, "
            f"signature {line(told['signature'])}"
        )

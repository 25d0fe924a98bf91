"""What FuseSoC is given of a bundle: a core file, and modules whose names do not change."""

import json
from pathlib import Path
from typing import Any

from aesculus.defaults import STORE
from aesculus.settings import PREFIX, settings

MODULE = "aesculus_fusesoc"
"""Module that a design is found under, whatever its label."""

_LABEL = f"{PREFIX}LABEL"
_KNOWN = {"label": str, "device": str, "flat": bool, "bench": bool}


def parameters(given: dict[str, Any] | None) -> dict[str, Any]:
    """Return the parameters of a call, all of them.

    Raises:
        ValueError: one is unknown or of another kind, or there is no label.
    """
    found = dict(given or {})
    for name, value in found.items():
        if name not in _KNOWN:
            raise ValueError(f"parameter {name!r} is unknown; legal: {', '.join(_KNOWN)}")
        if not isinstance(value, _KNOWN[name]):
            raise ValueError(f"parameter {name} is {value!r}; legal: a {_KNOWN[name].__name__}")
    label = settings().label or found.get("label", "")
    if not label:
        raise ValueError(f"no label: give the parameter label or {_LABEL}, such as UF2-PP3T")
    return {"device": "", "flat": False, "bench": False, **found, "label": label}


def store(root: Path) -> Path:
    """Return the store of a core that calls: as the environment says, else beside its core file.

    FuseSoC runs a generator in a folder of its own, which is another one for each target. So what
    the environment gives relative to some folder is relative to that of the core file.

    Args:
        root: the folder of the core file.
    """
    given = settings()
    return root / (given.store if "store" in given.model_fields_set else STORE)


def alias(core: dict[str, Any]) -> str:
    """Return a module `MODULE` that is the wrapper of a bundle."""
    ports = core["wrapper"]["ports"]
    heads, bound = [], []
    for port in ports:
        span = f"[{port['width'] - 1}:0] " if port["width"] > 1 else ""
        heads.append(f"  {port['direction']} wire {span}{port['name']}")
        bound.append(f"    .{port['name']}({port['name']})")
    return "\n".join(
        [
            "// SPDX-License-Identifier: Apache-2.0",
            f"// {core['label']} under a name that does not change with the design.",
            f"module {MODULE} (",
            ",\n".join(heads),
            ");",
            f"  {core['wrapper']['top']} u_core (",
            ",\n".join(bound),
            "  );",
            "endmodule",
            "",
        ]
    )


def core_file(vlnv: str, folder: Path, core: dict[str, Any], wanted: dict[str, Any]) -> str:
    """Return a core file about a bundle. JSON is YAML, so that no writer of YAML is needed.

    Args:
        vlnv: name that FuseSoC gives the core.
        folder: the bundle, relative to the core file.
        core: its `core.json`.
        wanted: the parameters of the call.

    Raises:
        ValueError: a bench is wanted, and the design has none.
    """
    lean = core["wrapper"]["top"]
    verilog = {"file_type": "verilogSource-2005"}
    system = {"file_type": "systemVerilogSource"}
    flat = wanted["flat"]
    rtl: list[dict[str, Any]] = [
        {f"{folder}/{name}": verilog if flat else system}
        for name in ([core["flat"]] if flat else core["files"])
    ]
    rtl += [{f"{folder}/{core['wrapper']['file']}": verilog}, {f"{MODULE}.v": verilog}]
    filesets: dict[str, Any] = {"rtl": {"files": rtl}}
    if wanted["bench"]:
        bench = sorted(folder.glob("sim/*.hex"))
        if not bench:
            raise ValueError(f"{core['label']} has no bench of its own: set bench to false")
        files: list[dict[str, Any]] = [
            {str(path): {"file_type": "user", "copyto": path.name}} for path in bench
        ]
        if not flat:
            names = (f"sva/{lean}_assertions.sv", "sva/bind.sv")
            files += [{f"{folder}/{name}": system} for name in names]
        files += [{f"{folder}/sim/{lean}_tb.sv": system}, {f"{MODULE}_tb.sv": system}]
        filesets["bench"] = {"files": files}
    told = {
        "name": vlnv,
        "description": f"Aesculus {core['label']}",
        "filesets": filesets,
        "targets": {"default": {"filesets": list(filesets)}},
    }
    return "CAPI=2:\n" + json.dumps(told, indent=2) + "\n"

"""Many small modules mapped in one run of the tools: parts of the core, counted one by one."""

import json
from collections.abc import Sequence
from pathlib import Path

from aesculus import resources
from aesculus.families import Device, family
from aesculus.families.base import CellKind, Family
from aesculus.stages.synth_recipes import recipe
from aesculus.tools import yosys

TOP = "aesculus_point"
_STAT = "stat.json"


def lut_counts(
    modules: Sequence[str], device: Device, *, workdir: Path, timeout_s: float = 3600.0
) -> list[int]:
    """Map modules for a device, each by itself, as a recipe's shared modules are.

    Args:
        modules: SystemVerilog text of one module each, with `{name}` for its name and any of the
            core's modules and packages inside.
        device: what to map them to.
        workdir: folder for everything that is written; it is made if need be.
        timeout_s: wall time limit in seconds.

    Returns:
        The look-up tables of each.

    Raises:
        ToolError: if a tool fails.
    """
    target = family(device.family)
    chosen = recipe("default")
    tables = chosen.tables_for(device.lut_inputs)
    workdir.mkdir(parents=True, exist_ok=True)
    names = [f"part_{place}" for place in range(len(modules))]
    text = [module.replace("{name}", name) for module, name in zip(modules, names, strict=True)]
    # Ports of the parts stay open: only what they compute is of interest.
    instances = [f"  (* keep *) {name} u_{name} ();" for name in names]
    text += [f"module {TOP} ();", *instances, "endmodule", ""]
    (workdir / "parts.sv").write_text("\n".join(text), encoding="utf-8")
    # By plain names, as WebAssembly tools see this folder alone and no path may have a blank in it.
    sources = resources.rtl_files()
    for path in sources:
        (workdir / path.name).write_bytes(path.read_bytes())
    files = " ".join(path.name for path in sources)
    yosys.run_script(
        [
            f"read_slang --threads 1 --keep-hierarchy --ignore-assertions --top {TOP} "
            f"{files} parts.sv",
            *(
                f"setattr -mod -set keep_hierarchy 1 {pattern} {pattern}$*"
                for pattern in ("part_*", *chosen.shared, *tables)
            ),
            "flatten -noscopeinfo",
            "opt_expr",
            "opt_clean",
            *target.script(device.synthesis.variant, False, ()),
            f"tee -q -o {_STAT} stat -json",
        ],
        workdir=workdir,
        timeout_s=timeout_s,
    )
    stat = json.loads((workdir / _STAT).read_text(encoding="utf-8"))["modules"]
    cells = {name.lstrip("\\"): module["num_cells_by_type"] for name, module in stat.items()}
    # The names of elaborated modules go on with a dollar sign and the place of the instance.
    elaborated = {name.partition("$")[0]: name for name in cells}

    def count(module: str) -> int:
        return sum(
            number * (count(cell) if cell in cells else _luts(target, cell))
            for cell, number in cells[module].items()
        )

    return [count(elaborated[name]) for name in names]


def _luts(target: Family, cell: str) -> int:
    kind, size = target.cells[cell]
    return size if kind is CellKind.LUT else 0

"""A core, mode or bus as two copies of it are asked about: `aesculus.studies.mutation.left`."""

from collections.abc import Collection, Sequence
from pathlib import Path

from aesculus import resources
from aesculus.design import parse
from aesculus.studies.mutation.aiger import Aiger
from aesculus.studies.mutation.left import Model, possible
from aesculus.studies.mutation.miter import Builder
from aesculus.tools import yosys


def model(folder: Path, label: str, files: Sequence[Path] | None = None) -> Model:
    """Return the whole of a core, mode or bus: control, data, keys and memories."""
    point = parse(label)
    (folder / "aesculus_point.sv").write_text(point.top("aesculus_point"), encoding="utf-8")
    core = resources.rtl_files()
    own = [path for path in point.sources() if path not in core]
    sources = " ".join(str(path) for path in files or [*core, *own])
    yosys.run_script(
        [
            f"read_slang --ignore-assertions --top aesculus_point {sources} aesculus_point.sv",
            "hierarchy -top aesculus_point",
            *("proc", "flatten", "opt_expr", "opt_clean", "async2sync", "memory_map"),
            *("dffunmap", "setundef -undriven -zero", "opt_expr", "opt_clean"),
            *("simplemap", "techmap", "opt_expr", "opt_clean", "aigmap", "opt_clean"),
            "write_aiger -symbols -map names.txt model.aig",
        ],
        workdir=folder,
        timeout_s=300,
    )
    graph = Aiger.read(folder / "model.aig")
    names: dict[str, dict[int, str]] = {"latch": {}, "invlatch": {}, "output": {}}
    for line in (folder / "names.txt").read_text(encoding="utf-8").splitlines():
        kind, index, bit, *rest = line.split(maxsplit=3)
        if kind in names:
            names[kind][int(index)] = f"{rest[0]}[{bit}]"
    latches = names["latch"] | names["invlatch"]
    n_latches = graph.counts[1]
    # Bits of no wire have no name there.
    return Model(
        graph,
        [latches.get(i, f"register {i}") for i in range(n_latches)],
        [names["output"].get(i, f"output {i}") for i in range(len(graph.roots) - n_latches)],
    )


def reached_by(
    point: Model, ports: Collection[str], folder: Path, low: str | None = None
) -> list[bool]:
    """Return of each register whether it can be another in the next cycle if some inputs are.

    Args:
        point: the point, its other inputs and registers in any state, the same in both copies.
        ports: names of those inputs.
        folder: for files.
        low: name and bit of an output; only what happens while it is low counts.
    """
    graph = point.graph
    n_inputs, n_latches = graph.counts
    foreign = [literal for (name, _), literal in graph.inputs.items() if name in ports]
    first = 2 * (1 + n_inputs + n_latches)
    build = Builder(first + 2 * len(foreign))
    other = dict(zip(foreign, range(first, build.first, 2), strict=True))
    leaves = list(range(2, first, 2))
    copies = (leaves, [other.get(leaf, leaf) for leaf in leaves])
    roots = [build.copy(graph, each) for each in copies]
    nexts = [each[:n_latches] for each in roots]
    differ = [build.differ(one, another) for one, another in zip(*nexts, strict=True)]
    if low is not None:
        closed = roots[0][n_latches + point.outputs.index(low)] ^ 1
        differ = [build.both(each, closed) for each in differ]
    return possible((build, differ), folder)

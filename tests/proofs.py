"""Properties of `formal/` asked of a point: Yosys makes the model, ABC's pdr proves or refutes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aesculus import resources
from aesculus.ciphers.aes.space import DesignPoint, Direction, Flow
from aesculus.ciphers.aes.space.rtl import wrapper
from aesculus.studies.mutation.aiger import Aiger
from aesculus.tools import abc, yosys

FORMAL = Path(__file__).parents[1] / "formal"
FLOWS = {Flow.NONE: 0, Flow.STALL: 1, Flow.CREDIT: 2}
"""Numbers of `flow_e`."""

WAYS = {Direction.ENCRYPT: 0, Direction.DECRYPT: 1, Direction.BOTH: 2}
"""Numbers of `direction_e`."""

PROVED = "Property proved"
REFUTED = "was asserted in frame"
ENGINE = "u_core.gen_legal.u_engine"
"""Where the core's parts are in `aesculus_point`."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a point.

    Attributes:
        harness: module with the properties, and its file in `formal/`.
        values: parameters of it.
        models: file in `formal/` whose modules take the places of those of the RTL of that name.
        seen: wires within the core that the harness reads, by their path in `aesculus_point`.
        defines: macros of the harness.
    """

    harness: str
    values: Mapping[str, int]
    models: str = ""
    seen: Sequence[str] = ()
    defines: Sequence[str] = ()


def ask(
    question: Question,
    point: DesignPoint,
    folder: Path,
    files: Sequence[Path] | None = None,
    *,
    limit_s: int = 240,
) -> str:
    """Return `PROVED`, or what ABC says of the point: a counterexample has `REFUTED` in it.

    Args:
        question: the properties.
        point: the point.
        folder: for everything that is written.
        files: the RTL, if not the packaged one.
        limit_s: wall time limit in seconds of the search.
    """
    (folder / "aesculus_point.sv").write_text(wrapper(point), encoding="utf-8")
    sources = list(files or resources.rtl_files())
    if question.models:
        models = FORMAL / question.models
        text = models.read_text(encoding="utf-8")
        # The models stand where the modules stood, behind what they use.
        sources = [path for path in sources if f"module {path.stem}\n" not in text]
        sources.append(models)
    names = " ".join(map(str, sources))
    defines = "".join(f" -D{name}" for name in question.defines)
    values = "".join(f" -set {name} {value}" for name, value in question.values.items())
    yosys.run_script(
        [
            f"read_slang --ignore-assertions --top aesculus_point {names} aesculus_point.sv",
            "hierarchy -top aesculus_point",
            *("proc", "flatten"),
            *(f"expose aesculus_point/w:{name}" for name in question.seen),
            f"read_verilog -formal{defines} {FORMAL / question.harness}.v",
            f"chparam{values} {question.harness}",
            f"hierarchy -top {question.harness}",
            *("proc", "flatten", "async2sync", "memory_map", "dffunmap"),
            # Anything in each cycle. Left open, a bit would be what suits the optimiser: as `opt`
            # takes it for undefined, a register that is loaded with it would stay as it is.
            "setundef -undriven -anyseq",
            # Bit by bit, so that what the properties read stays and the rest of a word goes.
            *("opt_expr", "opt_merge", "opt_clean -purge", "splitcells", "opt_clean -purge"),
            *("opt -full", "dffunmap", "opt_clean -purge"),
            "chformal -lower",
            *("techmap", "simplemap", "opt_expr", "aigmap", "opt_clean -purge"),
            # Registers without a reset, and those before the first, start with anything.
            "write_aiger -zinit model.aig",
        ],
        workdir=folder,
        timeout_s=300,
    )
    reduced = folder / "reduced.aig"
    reduced.unlink(missing_ok=True)
    script = f"read_aiger model.aig; fold; scorr; write_aiger reduced.aig; pdr -T {limit_s}"
    said = abc.run_script(script, workdir=folder, timeout_s=limit_s + 60).log
    # Of outputs that scorr shows to be constant, pdr says nothing.
    outputs = Aiger.read(reduced).roots[Aiger.read(reduced).counts[1] :]
    assert outputs, "the harness asserts nothing"
    if PROVED in said or all(line == b"0" for line in outputs):
        return PROVED
    return said


def prove(text: str, inside: str, harness: str, folder: Path) -> str:
    """Return what ABC says of a module by itself: `PROVED` or `REFUTED` is in it.

    Args:
        text: SystemVerilog of the module and of all that is in it.
        inside: the module's name, which the harness asks for.
        harness: module with the properties, and its file in `formal/`.
        folder: for everything that is written.
    """
    (folder / "parts.sv").write_text(text, encoding="utf-8")
    yosys.run_script(
        [
            f"read_slang --ignore-assertions --top {inside} parts.sv",
            f"hierarchy -top {inside}",
            *("proc", "flatten", "memory_map"),
            f"read_verilog -formal {FORMAL / harness}.v",
            f"hierarchy -top {harness}",
            *("proc", "flatten", "async2sync", "opt -full", "dffunmap", "opt_clean"),
            *("chformal -lower", "setundef -undriven -anyseq"),
            *("techmap", "simplemap", "opt_expr", "aigmap", "opt_clean -purge"),
            "write_aiger -zinit model.aig",
        ],
        workdir=folder,
        timeout_s=120,
    )
    script = "read_aiger model.aig; fold; scorr; pdr -T 200"
    return abc.run_script(script, workdir=folder, timeout_s=260).log

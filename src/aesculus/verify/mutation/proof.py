"""Proofs that a mutant changes nothing: its next state and outputs are those of the right core.

Registers and memories are taken as free inputs, so that the comparison is one of plain logic, for
every state that can be written down, reached or not. What differs only in states that the core
never reaches is not proved by this.
"""

from collections.abc import Sequence
from importlib import resources as packages
from pathlib import Path

from aesculus.tools import ToolError, run, yosys
from aesculus.verify.mutation.aiger import Aiger
from aesculus.verify.mutation.mutants import CONTROL, MUTATED_RTLIL

_EQUIVALENT = "Networks are equivalent"
_CONFLICTS = 20_000
_ALL = "mutants.aig"


def equivalent(
    numbers: Sequence[int], *, workdir: Path, timeout_s: float = 600.0
) -> frozenset[int]:
    """Return which mutants are proved to change nothing.

    Args:
        numbers: of mutants that `mutants.draw` drew in `workdir`.
        workdir: the same folder.
        timeout_s: wall time limit in seconds, for the mapping and for each proof.

    Raises:
        ToolError: the netlist cannot be mapped.
    """
    if not numbers:
        return frozenset()
    yosys.run_script(
        [
            f"read_rtlil {MUTATED_RTLIL}",
            *("async2sync", "memory_map", "dffunmap", "setundef -undriven -zero", "opt_expr"),
            *("opt_clean", "simplemap", "techmap", "opt_expr", "opt_clean", "aigmap", "opt_clean"),
            f"write_aiger -zinit -symbols {_ALL}",
        ],
        workdir=workdir,
        timeout_s=timeout_s,
    )
    model = Aiger.read(workdir / _ALL)
    model.chosen(CONTROL, 0).write(workdir / "right.aig")
    found = set()
    for number in numbers:
        model.chosen(CONTROL, number).write(workdir / "mutant.aig")
        if _proved(workdir, timeout_s):
            found.add(number)
    return frozenset(found)


def _proved(workdir: Path, timeout_s: float) -> bool:
    abc = str(packages.files("pyosys") / "yosys-abc")
    try:
        done = run(
            [abc, "-c", f"cec -C {_CONFLICTS} right.aig mutant.aig"],
            name="abc",
            cwd=workdir,
            log=workdir / "abc.log",
            timeout_s=timeout_s,
        )
    except ToolError:
        return False
    return _EQUIVALENT in done.log

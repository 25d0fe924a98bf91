"""Mutants of a point: one model that holds many small mistakes, of which an input chooses one.

The point is elaborated as synthesis does it and flattened; Yosys's `mutate` draws mistakes from the
netlist of word-level cells: a bit of a port stuck or inverted, always or by another bit. It
prefers lines of the sources that have none yet. A plusarg chooses at the start of a run, so that
one build serves all mutants of a point.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aesculus.benches.simulate import TOP, VERILATOR_ARGS, bench_file
from aesculus.ciphers.aes.space import DesignPoint, wrapper
from aesculus.resources import rtl_files
from aesculus.tools import verilator, yosys

MUTATED = "aesculus_mutated"
"""Module of the netlist with all mutants; `aesculus_point` wraps it."""

CONTROL = "mutant"
"""Input of that module which chooses the mutant, and name of the plusarg; 0 for none."""

CONTROL_BITS = 16
ELABORATED = "elaborated.il"
MUTATED_RTLIL = "mutated.il"

_LIST = "mutants.txt"
_SOURCE = re.compile(r"-src (\S+?):(\d+)")
_OPTION = re.compile(r"-(mode|cell|port|portbit|ctrlbit|wire) (\S+)")
_PACKAGE = "_pkg"
_FIXED_PORT = re.compile(r"-port RD_(CLK|EN|ARST|SRST) ")
"""Ports of memories that have to be constant while a memory is read without a clock."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mistake.

    Attributes:
        number: what chooses it, from 1.
        command: the Yosys command that makes it, without the option that numbers it.
        module: RTL source that it lies in, without suffix; a package if it lies in a function.
        line: line in that source.
        what: where in the netlist and of which kind, for people.
    """

    number: int
    command: str
    module: str
    line: int
    what: str

    @property
    def numbered(self) -> str:
        """The Yosys command that makes it under its number."""
        rest = self.command.removeprefix("mutate ")
        return f"mutate -ctrl {CONTROL} {CONTROL_BITS} {self.number} {rest}"


def elaborate(
    point: DesignPoint, workdir: Path, *, timeout_s: float, files: Sequence[Path]
) -> None:
    """Write the flattened netlist of a point, one cell an operator, as RTLIL.

    Raises:
        ToolError: Yosys failed.
    """
    workdir.mkdir(parents=True, exist_ok=True)
    (workdir / f"{MUTATED}.sv").write_text(wrapper(point, module=MUTATED), encoding="utf-8")
    sources = " ".join(str(path.resolve()) for path in files)
    yosys.run_script(
        [
            f"read_slang --threads 1 --ignore-assertions --top {MUTATED} {sources} {MUTATED}.sv",
            f"hierarchy -top {MUTATED}",
            "proc",
            # Tables become parameters of their memory: the text of a table is not mutated. A
            # register at a memory's output becomes one of its own.
            *("memory_collect", "memory_nordff"),
            "flatten -noscopeinfo",
            # Of several alternatives at once, which a mistake can bring about, one is taken.
            "pmuxtree",
            # What is constant in this point is no place for a mistake.
            "opt -full",
            f"write_rtlil {ELABORATED}",
        ],
        workdir=workdir,
        timeout_s=timeout_s,
    )


def draw(
    point: DesignPoint,
    count: int,
    *,
    seed: int,
    workdir: Path,
    timeout_s: float = 300.0,
    files: Sequence[Path] | None = None,
) -> list[Mutant]:
    """Draw mutants of a point, and write the netlist that holds them all.

    Args:
        point: a legal point.
        count: how many.
        seed: of the draw.
        workdir: folder for everything that is written.
        timeout_s: wall time limit in seconds of each Yosys run.
        files: RTL sources, if not the packaged ones.

    Returns:
        Fewer than `count` when the netlist has not so many, or when some can be no mistake.

    Raises:
        ToolError: Yosys failed.
        ValueError: more mutants than there are numbers.
    """
    if not 0 < count < 1 << CONTROL_BITS:
        msg = f"{count} mutants; legal: 1 to {(1 << CONTROL_BITS) - 1}"
        raise ValueError(msg)
    sources = list(files or rtl_files())
    elaborate(point, workdir, timeout_s=timeout_s, files=sources)
    yosys.run_script(
        [f"read_rtlil {ELABORATED}", f"mutate -list {count} -seed {seed} -o {_LIST}"],
        workdir=workdir,
        timeout_s=timeout_s,
    )
    lines = (workdir / _LIST).read_text(encoding="utf-8").splitlines()
    names = frozenset(path.stem for path in sources)
    usable = [line for line in lines if not _FIXED_PORT.search(line)]
    mutants = [_parsed(number, line, names) for number, line in enumerate(usable, 1)]
    yosys.run_script(
        [
            f"read_rtlil {ELABORATED}",
            *(mutant.numbered for mutant in mutants),
            "opt_clean",
            f"write_rtlil {MUTATED_RTLIL}",
            f"write_verilog -noattr {MUTATED}.v",
        ],
        workdir=workdir,
        timeout_s=timeout_s,
    )
    return mutants


def _parsed(number: int, line: str, names: frozenset[str]) -> Mutant:
    places = [(Path(name).stem, int(at)) for name, at in _SOURCE.findall(line)]
    found = [place for place in places if place[0] in names]
    # The cell's own source comes last; a function's body says less than the module that calls it.
    modules = [place for place in found if not place[0].endswith(_PACKAGE)]
    module, at = (modules or found or [(MUTATED, 0)])[-1]
    options = dict(_OPTION.findall(line))
    bit = f"{options.get('port', '?')}[{options.get('portbit', '?')}]"
    what = f"{options['mode']} {bit} of {options.get('wire') or options.get('cell', '?')}"
    return Mutant(number, line, module, at, what)


def build(point: DesignPoint, *, workdir: Path, timeout_s: float = 900.0, jobs: int = 1) -> Path:
    """Build the bench around the netlist that `draw` wrote; `+mutant=<number>` chooses.

    Raises:
        ToolError: it does not build.
    """
    source = workdir / f"{TOP}.sv"
    source.write_text(_chooser(point), encoding="utf-8")
    return verilator.build(
        [workdir / f"{MUTATED}.v", source],
        top=TOP,
        main=bench_file(),
        workdir=workdir,
        jobs=jobs,
        timeout_s=timeout_s,
        verilator_args=VERILATOR_ARGS,
    )


def _chooser(point: DesignPoint) -> str:
    """Return `aesculus_point`: the netlist, with the number taken from a plusarg."""
    ports, _, _ = wrapper(point).partition("  aesculus_core #(")
    names = re.findall(r"(\w+),?$", ports, flags=re.MULTILINE)
    bound = ", ".join(f".{name}({name})" for name in names if name.endswith(("_i", "_o", "_ni")))
    return "\n".join(
        [
            ports.rstrip(),
            f"  logic [{CONTROL_BITS - 1}:0] number;",
            "  initial begin",
            "    number = '0;",
            f'    void\'($value$plusargs("{CONTROL}=%d", number));',
            "  end",
            f"  {MUTATED} u_mutated ({bound}, .{CONTROL}(number));",
            "endmodule",
            "",
        ]
    )

"""A whole system, simulated: a program on a VexRiscv drives the core by the C driver."""

from dataclasses import dataclass
from pathlib import Path

from aesculus.api.litex import program
from aesculus.api.litex.core import Core
from aesculus.api.litex.system import TOP, System
from aesculus.tools import run, verilator

FIRMWARE = Path(__file__).parent / "firmware"
MOST_CYCLES = 2_000_000

_MAIN = Path(__file__).with_name("simulated.cpp")
_ARGUMENTS = ("--x-initial", "unique")


@dataclass(frozen=True)
class Run:
    """What came of a simulation.

    Attributes:
        lines: what the program wrote.
        cycles: so long it took.
        program_bytes: so large it is.
    """

    lines: tuple[str, ...]
    cycles: int
    program_bytes: int

    @property
    def passed(self) -> bool:
        """Whether the program found all as it must be."""
        return self.lines[-1:] == ("PASS",)


def simulate(
    core: Core,
    folder: Path,
    *,
    variant: str = "standard",
    main: Path | None = None,
    timeout_s: float = 600.0,
    most_cycles: int = MOST_CYCLES,
) -> Run:
    """Build a system around a core and a program for it, and run both in Verilator.

    Args:
        core: a design with registers, or with a stream of 32 bits.
        folder: where all is built; it is made if need be.
        variant: of the VexRiscv.
        main: the program in C, beside start-up code and, with registers, driver; by default one
            that compares with published answers, for a stream those of CTR under keys of 128 bits.
        timeout_s: wall time limit of the build, and of the run.
        most_cycles: in which the program has to come to its end.

    Raises:
        InputError: the design has neither registers nor such a stream, or there is no compiler.
        ToolError: a tool gave no result, or the program came to no end.
    """
    if main is None:
        main = FIRMWARE / ("stream.c" if core.streams else "registers.c")
    folder.mkdir(parents=True, exist_ok=True)
    folder = folder.resolve()
    system = System(core, variant=variant)
    system.write_headers(folder / "software")
    driver = [path for path in core.software if path.suffix == ".c"]
    image = program.build(
        [FIRMWARE / "start.S", main.resolve(), *driver],
        FIRMWARE / "firmware.ld",
        [folder / "software", *dict.fromkeys(path.parent for path in core.software)],
        folder / "software",
        timeout_s=timeout_s,
    )
    sources = system.write_verilog(folder / "gateware", image)
    executable = verilator.build(
        sources,
        top=TOP,
        main=_MAIN,
        workdir=folder / "simulation",
        verilator_args=_ARGUMENTS,
        timeout_s=timeout_s,
        optimise=False,
    )
    done = run(
        [str(executable.resolve()), str(most_cycles)],
        name="simulation",
        # The contents of memories lie there.
        cwd=folder / "gateware",
        log=folder / "simulation" / "simulation.log",
        timeout_s=timeout_s,
    )
    *lines, last = done.log.splitlines()
    return Run(tuple(lines), int(last.split()[0]), len(image))

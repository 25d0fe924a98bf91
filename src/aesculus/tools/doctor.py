"""Whether a machine has what the work needs: tools, compiler, disk, memory."""

import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psutil

from aesculus import resources
from aesculus.inputs import nearest
from aesculus.settings import TEMPORARY, SettingsError, settings, shown
from aesculus.tools import nextpnr, probe, verilator, versions, yosys
from aesculus.tools.process import Failure, ToolError, cores, default_memory_mb, run
from aesculus.tools.vendors import VENDORS, measure

ROUTERS = (
    "nextpnr-ecp5",
    "nextpnr-ice40",
    "nextpnr-himbaechel-gowin",
    "nextpnr-nexus",
    "nextpnr-himbaechel-gatemate",
)
"""Those that come along; who wants one of an extra installs it when a run asks for it."""

_GIB = 1 << 30
_DISK_GIB = 2.0
_MEMORY_GIB = 2.0
_PROGRAM = "#include <vector>\nint main() { return std::vector<int>{0}[0]; }\n"
_PACKAGE = "install the package again: `make setup`, or pip install --force-reinstall aesculus"


@dataclass(frozen=True)
class Check:
    """One thing that was looked at.

    Attributes:
        name: what.
        ok: whether the work can be done with it.
        told: what was found.
        advice: how to get what is missing, empty if nothing is.
    """

    name: str
    ok: bool
    told: str
    advice: str = ""


def examine(store: Path, looks: Mapping[str, Callable[[], object]] | None = None) -> list[Check]:
    """Return all checks.

    A variable that cannot be what it is is one of them; the others are made without it.

    Args:
        store: where results are, or will be; its disk is looked at.
        looks: variable to what reads that which it names, and raises `ValueError` if it is none.
    """
    bad: dict[str, Check] = {}
    with _restored():
        work = list(_temporary())
        while True:
            try:
                known = settings()
                break
            except SettingsError as error:
                _unset(error.variable)
                reason = str(error).partition("=")[2]
                bad[error.variable] = Check(error.variable, False, reason)
        told: dict[str, Callable[[], object]] = {
            "AESCULUS_CACHE": partial(_place_for, known.cache),
            "AESCULUS_CHIPDB": partial(_folder, known.chipdb),
        }
        told.update(looks or {})
        return [*_checks(store, work), *_variables(told), *bad.values()]


@contextmanager
def _restored() -> Iterator[None]:
    kept = dict(os.environ)
    try:
        yield
    finally:
        os.environ.update(kept)


def _unset(variable: str) -> None:
    for name in [each for each in os.environ if each.upper() == variable]:
        del os.environ[name]


def _temporary() -> Iterator[Check]:
    """Give what is wrong with each variable that names a folder for work, and unset it.

    All tools would fail for it, and neither they nor their packages are at fault.
    """
    while True:
        try:
            probe.check_temporary()
        except (SettingsError, ToolError) as error:
            yield Check("disk for work", False, str(error))
            del os.environ[next(name for name in TEMPORARY if os.environ.get(name))]
        else:
            return


def _variables(looks: Mapping[str, Callable[[], object]]) -> Iterator[Check]:
    for name, value in sorted(os.environ.items()):
        if not name.startswith("AESCULUS_"):
            continue
        try:
            if value and name in looks:
                looks[name]()
        except (ValueError, OSError) as error:
            said = str(error)
            told = said.removeprefix(f"{name}=")
            told = told if told != said else f"{value}: {said}"
            yield Check(name, False, told, "name a folder that can be used")
        else:
            yield Check(name, True, value)


def _folder(path: Path | None) -> None:
    """Look whether a folder is there.

    Raises:
        OSError: it is not.
    """
    if path is not None and not path.is_dir():
        raise NotADirectoryError(f"{path} is no folder")


def _place_for(folder: Path | None) -> None:
    """Try to write where a folder is or would be made.

    Raises:
        OSError: it cannot be.
    """
    if folder is None:
        return
    above = nearest(folder)
    if not above.is_dir():
        raise NotADirectoryError(f"{above} is a file")
    _try_to_write(above)


def _try_to_write(folder: Path) -> None:
    # Rights alone do not tell: some folders take no file from anybody.
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise OSError(f"{folder} cannot be written") from error


def _checks(store: Path, work: Sequence[Check]) -> Iterator[Check]:
    yield Check("Python", True, f"{platform.python_version()}, {sys.executable}")
    yield _tool("Yosys", versions.yosys_version, yosys.probe)
    for router in ROUTERS:
        version, start = versions.nextpnr_version, nextpnr.probe
        yield _tool(router, partial(version, router), partial(start, router))
    yield _tool("Verilator", versions.verilator_version, verilator.start)
    # Those of vendors are the user's own: only what is there is told.
    for vendor in VENDORS.values():
        if shutil.which(vendor.program):
            yield _tool(vendor.name, partial(measure.version, vendor))
    yield _compiler()
    yield _make()
    yield _sources()
    yield _disk("disk of the store", nearest(store.absolute().parent))
    yield from work or [_disk_for_work()]
    yield _memory()
    yield Check("cores", True, f"{cores()} for this process")


def _tool(name: str, version: Callable[[], str], start: Callable[[], None] | None = None) -> Check:
    try:
        told = version()
        # A package may be there whose libraries are not.
        if start is not None:
            start()
        return Check(name, True, told)
    except ToolError as error:
        return Check(name, False, error.reason, _advice(error))


def _advice(error: ToolError) -> str:
    if error.kind is not Failure.MISSING:
        return ""
    # A reason that names a variable is of a program that the user wants from PATH.
    variable, _, rest = error.reason.partition("=native")
    if rest and variable.isidentifier():
        return f"put {error.tool} on PATH, or unset {variable} to take the one that comes along"
    return _PACKAGE


def _compiler() -> Check:
    named = os.environ.get("CXX", "")
    program = next(filter(shutil.which, [named] if named else verilator.COMPILERS), "")
    advice = "install a C++ compiler (on Debian the package g++), or name one with CXX="
    if not program:
        told = f"none of {', '.join(verilator.COMPILERS)} on PATH"
        if named:
            told = f"CXX={shown(named)} is no program, on PATH or by its path, without options"
        return Check("C++ compiler", False, told, advice)
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "probe.cpp").write_text(_PROGRAM, encoding="ascii")
            command = [program, "-std=c++17", "probe.cpp", "-o", "probe"]
            run(command, name=program, cwd=folder, log=folder / "log", timeout_s=120)
            run(
                [str(folder / "probe")],
                name="a program of it",
                cwd=folder,
                log=folder / "log",
                timeout_s=60,
            )
            said = run(
                [program, "--version"], name=program, cwd=folder, log=folder / "log", timeout_s=60
            ).log.splitlines()
    except ToolError as error:
        told = f"CXX={shown(named)}" if named else program
        return Check("C++ compiler", False, f"{told} does not work: {error.reason}", advice)
    except OSError as error:
        return Check(
            "C++ compiler",
            False,
            f"no place to try it: {error.strerror}",
            "name a folder that can be written with TMPDIR=",
        )
    return Check("C++ compiler", True, said[0] if said else program)


def _make() -> Check:
    if name := verilator.found_make():
        return Check("make", True, str(shutil.which(name)))
    return Check("make", False, "not on PATH", "install GNU make (on Debian the package make)")


def _sources() -> Check:
    try:
        files = resources.rtl_files()
    except OSError as error:
        return Check("RTL", False, str(error.strerror), _PACKAGE)
    missing = [path.name for path in files if not path.is_file()]
    if missing:
        return Check("RTL", False, f"missing: {', '.join(missing)}", _PACKAGE)
    return Check("RTL", True, f"{len(files)} files in {resources.rtl_dir()}")


def _disk_for_work() -> Check:
    try:
        folder = Path(tempfile.gettempdir())
    except OSError as error:
        return Check("disk for work", False, str(error), "name a folder with TMPDIR=")
    return _disk("disk for work", folder)


def _disk(name: str, folder: Path) -> Check:
    free = shutil.disk_usage(folder).free / _GIB
    told = f"{free:.1f} GiB free in {folder}"
    try:
        _place_for(folder)
    except OSError as error:
        return Check(name, False, str(error), "name another folder")
    if free < _DISK_GIB:
        return Check(name, False, told, f"free some: {_DISK_GIB:g} GiB should be there")
    return Check(name, True, told)


def _memory() -> Check:
    there = psutil.virtual_memory()
    told = f"{there.available / _GIB:.1f} of {there.total / _GIB:.1f} GiB free"
    try:
        limit = default_memory_mb() / 1024
    except ToolError as error:
        return Check("memory", False, error.reason)
    told += f"; a tool may use {limit:.1f} GiB"
    if min(limit, there.available / _GIB) < _MEMORY_GIB:
        advice = f"large designs need more than {_MEMORY_GIB:g} GiB: end other programs"
        return Check("memory", False, told, f"{advice}, or raise AESCULUS_MEMORY_MB")
    return Check("memory", True, told)

"""Running a vendor's tool on a project and reading what it leaves."""

import hashlib
import re
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from aesculus.tools.probe import blamed
from aesculus.tools.process import LOG_TAIL_BYTES, Failure, ToolError, read_tail, run
from aesculus.tools.vendors import project
from aesculus.tools.vendors.base import Task, Vendor
from aesculus.tools.vendors.figures import Figures, ReportError, joined

_NUMBER = re.compile(r"\d+\.\d[\w.]*")
_NO_LICENCE = re.compile(
    r"^(?=.*(?:licen[cs]e|FLEXlm|FlexNet))"
    r"(?=.*(?:error|fail|denied|not (?:found|available|support)|expired|invalid|cannot|unable)).*$",
    re.IGNORECASE | re.MULTILINE,
)
_ERROR = re.compile(r"^[ \t]*(?:ERROR|Error|@E)\b.*$", re.MULTILINE)
_VERSION_S = 120.0


@dataclass(frozen=True)
class Measured:
    """What a tool made of a project.

    Attributes:
        figures: what its reports say together.
        reports: name to text of each.
        log: the tail of what it printed.
    """

    figures: Figures
    reports: Mapping[str, str]
    log: str


def check(vendor: Vendor) -> None:
    """Return if a tool is here, and Edalize, which writes its projects.

    Raises:
        ToolError: one is missing.
    """
    project.check_edalize()
    if shutil.which(vendor.program) is None:
        reason = f"{vendor.name} is missing: no program {vendor.program} on PATH"
        raise ToolError(Failure.MISSING, vendor.name, reason)


def version(vendor: Vendor) -> str:
    """Return a tool's version: what it says, else what its folder is called, else its content.

    Raises:
        ToolError: it is not on PATH, or does not run.
    """
    check(vendor)
    program = Path(shutil.which(vendor.program) or vendor.program).resolve()
    state = program.stat()
    return _version(vendor.name, vendor.version, program, (state.st_mtime_ns, state.st_size))


@cache
def _version(name: str, arguments: tuple[str, ...], program: Path, _state: tuple[int, int]) -> str:
    if arguments:
        text = _answer(name, program, arguments)
        line = next((line.strip() for line in text.splitlines() if _NUMBER.search(line)), "")
        if line:
            return line
    for part in reversed(program.parts[:-1]):
        found = _NUMBER.search(part)
        if found:
            return f"{name} {found[0]}"
    return f"{name}, program {hashlib.sha256(program.read_bytes()).hexdigest()[:16]}"


def _answer(name: str, program: Path, arguments: Sequence[str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "version"
        line = [str(program), *arguments]
        return run(line, name=name, cwd=Path(folder), log=log, timeout_s=_VERSION_S).log


def measure(
    vendor: Vendor, task: Task, sources: Sequence[str], folder: Path, *, timeout_s: float
) -> Measured:
    """Write the project of a task, run the tool on it and read its reports.

    Args:
        vendor: the tool.
        task: what is placed and routed.
        sources: names of the SystemVerilog files in compile order; they are in the folder.
        folder: where everything is written.
        timeout_s: wall time limit in seconds, for all of its programs together.

    Raises:
        ToolError: it is missing, exceeds a limit or refuses the design; or what it leaves cannot
            be read, which tells of the tool and not of the design.
    """
    deadline = time.monotonic() + timeout_s
    files = [(name, project.SYSTEMVERILOG) for name in sources]
    for name, extra in vendor.extras(task).items():
        (folder / name).write_text(extra.text, encoding="utf-8")
        if extra.kind:
            files.append((name, extra.kind))
    project.write(vendor, files, folder, top=task.top, part=task.part, family=task.family)
    logs: list[str] = []
    with blamed(f"{vendor.name} {vendor.program}", lambda: _probe(vendor)):
        for place, command in enumerate(vendor.commands(task)):
            log = folder / f"{vendor.name}{place}.log"
            try:
                run(
                    command,
                    name=vendor.name,
                    cwd=folder,
                    log=log,
                    timeout_s=deadline - time.monotonic(),
                )
            except ToolError as error:
                _say_licence(vendor, error)
                raise
            logs.append(read_tail(log))
        said = "".join(logs)[-LOG_TAIL_BYTES:]
        reports = _reports(vendor, folder, said)
    return Measured(_figures(vendor, reports, said), reports, said)


def _probe(vendor: Vendor) -> None:
    if vendor.version:
        _answer(vendor.name, Path(vendor.program), vendor.version)


def _say_licence(vendor: Vendor, error: ToolError) -> None:
    """Make a failure one of the machine where it is a licence that is missing."""
    found = _NO_LICENCE.search(error.log)
    if error.kind is Failure.REFUSED and found:
        error.kind = Failure.ENVIRONMENT
        error.reason = f"{vendor.name} has no licence: {found[0].strip()[:200]}"


def _reports(vendor: Vendor, folder: Path, log: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for pattern in vendor.reports:
        paths = sorted(folder.rglob(pattern))
        if len(paths) != 1:
            raise _no_report(vendor, pattern, len(paths), log)
        try:
            found[paths[0].name] = paths[0].read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            reason = f"cannot read {paths[0].name}: {error}"
            raise ToolError(Failure.of(error), vendor.name, reason, log=log) from error
    return found


def _no_report(vendor: Vendor, pattern: str, count: int, log: str) -> ToolError:
    # Some of these tools end well whatever happened, and say it in their log alone.
    said = _ERROR.search(log)
    if said and not count:
        reason = f"{vendor.name} failed: {said[0].strip()[:300]}"
        error = ToolError(Failure.REFUSED, vendor.name, reason, log=log)
        _say_licence(vendor, error)
        return error
    reason = f"{vendor.name} ended well, but left {count or 'no'} reports {pattern}; legal: 1"
    return ToolError(Failure.ENVIRONMENT, vendor.name, reason, log=log)


def _figures(vendor: Vendor, reports: Mapping[str, str], log: str) -> Figures:
    try:
        whole = joined(
            [each for name, text in reports.items() for each in _read(vendor, name, text)]
        )
        for figure in ("lut_count", "ff_count", "bram_count", "fmax_mhz"):
            if getattr(whole, figure) is None:
                raise ReportError(f"no {figure} in {', '.join(reports)}")
    except ReportError as error:
        reason = f"what {vendor.name} left cannot be read: {error}"
        raise ToolError(Failure.ENVIRONMENT, vendor.name, reason, log=log) from None
    return whole


def _read(vendor: Vendor, name: str, text: str) -> list[Figures]:
    try:
        figures = vendor.read(text)
    except ReportError as error:
        raise ReportError(f"{name}: {error}") from None
    if not figures:
        raise ReportError(f"{name}: no report of {vendor.name}")
    # All are of one run, however each spells the part.
    return [replace(each, part="", speed="") for each in figures]

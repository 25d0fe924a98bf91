"""Mutants of what is constant when the RTL elaborates: tables, parameters, generate conditions.

Yosys' `mutate` knows cells, and of these nothing is left in a netlist. So they are drawn in the
sources: a generate condition is turned round, a number of a localparam or of a table is off by one
or has its lowest bit flipped, a parameter of an instance is one more. A mutant counts for a point
if the sources still elaborate and the point's netlist is another one; then the bench runs on it.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from aesculus.benches.simulate import TOP, VERILATOR_ARGS, bench_file
from aesculus.ciphers.aes.space import DesignPoint, wrapper
from aesculus.studies.mutation import mutants
from aesculus.studies.mutation.mutants import ELABORATED, Mutant
from aesculus.tools import ToolError, verilator

_CONDITION = re.compile(r"^(\s*(?:end else )?if \()(.+)(\) begin : gen_\w+.*)$")
_BINDING = re.compile(r"(\.(?:Depth|Cycles|First|Stride|NumPass|Steps|Pause|AddrW)\()([^()]+)(\))")
_CONSTANT_LINE = re.compile(r"\blocalparam\b|^\s*(?:return|\{|\d+'h|32'h|8'h)")
_SIZED = re.compile(r"(?<![\w'])(\d+'[hdb])([0-9a-fA-F_]+)\b")
_PLAIN = re.compile(r"(?<![\w'.\[:])(\d+)(?![\w'])")
_SRC = re.compile(r'^\s*attribute \\src .*$|"[^"]*\.sv:[^"]*"', re.MULTILINE)
_NAMES = re.compile(r"\$[\w\\/.:$]*\d+")
_SOURCE = re.compile(r"([\w/.-]+\.sv):")
_LONGEST_PART = 40


@dataclass(frozen=True, slots=True)
class Site:
    """A place for a mistake.

    Attributes:
        file: the source.
        line: number of the line, from 1.
        what: the change, for people.
        text: the whole line with the mistake.
    """

    file: Path
    line: int
    what: str
    text: str


def sites(files: Sequence[Path]) -> list[Site]:
    """Return every place in the sources, in their order."""
    found: list[Site] = []
    for file in files:
        if file.stem.endswith("_checks"):
            continue  # what it refuses is tested by itself
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            code = line.split("//")[0]
            rest = line[len(code) :]
            found += [Site(file, number, what, text + rest) for what, text in _changes(code)]
    return found


def _changes(code: str) -> Iterator[tuple[str, str]]:
    if condition := _CONDITION.match(code):
        head, asked, tail = condition.groups()
        yield f"turns round {_short(asked)}", f"{head}!({asked}){tail}"
        return
    for match in _BINDING.finditer(code):
        head, value, tail = match.groups()
        more = f"{head}({value}) + 1{tail}"
        yield f"{head[1:-1]} is one more than {_short(value)}", _put(code, match, more)
    if not _CONSTANT_LINE.search(code) or "import" in code:
        return
    for match in _SIZED.finditer(code):
        base, digits = match.groups()
        flipped = f"{base}{digits[:-1]}{int(digits[-1], 16) ^ 1:x}"
        yield f"{flipped} for {match[0]}", _put(code, match, flipped)
    if "localparam" in code:
        _, _, value = code.partition("=")
        start = len(code) - len(value)
        for match in _PLAIN.finditer(code, start):
            more = str(int(match[1]) + 1)
            yield f"{more} for {match[1]}", _put(code, match, more)


def _put(code: str, match: re.Match[str], text: str) -> str:
    return code[: match.start()] + text + code[match.end() :]


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_PART else text[:_LONGEST_PART] + "..."


def draw(
    point: DesignPoint,
    count: int,
    *,
    seed: int,
    first: int,
    workdir: Path,
    files: Sequence[Path],
    timeout_s: float,
) -> dict[Mutant, list[Path]]:
    """Draw mutants that change the netlist of a point, each with its sources.

    Args:
        point: the point.
        count: how many; fewer are returned when not so many places change it.
        seed: of the draw, with the point's label.
        first: number of the first.
        workdir: folder for everything that is written.
        files: the RTL.
        timeout_s: wall time limit in seconds of each elaboration.

    Raises:
        ToolError: the right sources do not elaborate.
    """
    right = _netlist(point, workdir / "right", files, timeout_s)
    text = (workdir / "right" / ELABORATED).read_text(encoding="utf-8")
    seen = {Path(name).stem for name in set(_SOURCE.findall(text))}
    every = [site for site in sites(files) if site.file.stem in seen]
    # By the label too, or all points would have mistakes in the same few places.
    random.Random(f"{seed} {point.label}").shuffle(every)  # noqa: S311 - a sample, no secret
    found: dict[Mutant, list[Path]] = {}
    for place, site in enumerate(every):
        if len(found) == count:
            break
        folder = workdir / f"site{place}"
        sources = _written(site, folder, files)
        try:
            same = _netlist(point, folder, sources, timeout_s) == right
        except ToolError:
            continue
        if not same:
            mutant = Mutant(first + len(found), "", site.file.stem, site.line, site.what)
            found[mutant] = sources
    return found


def _written(site: Site, folder: Path, files: Sequence[Path]) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    lines = site.file.read_text(encoding="utf-8").splitlines()
    lines[site.line - 1] = site.text
    changed = folder / site.file.name
    changed.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [changed if file == site.file else file for file in files]


def _netlist(point: DesignPoint, folder: Path, files: Sequence[Path], timeout_s: float) -> str:
    """Return the netlist of a point without what only tells of its sources."""
    mutants.elaborate(point, folder, timeout_s=timeout_s, files=files)
    text = (folder / ELABORATED).read_text(encoding="utf-8")
    numbers: dict[str, str] = {}
    plain = _SRC.sub("", text)
    return _NAMES.sub(lambda match: numbers.setdefault(match[0], f"${len(numbers)}"), plain)


def build(point: DesignPoint, sources: Sequence[Path], workdir: Path, timeout_s: float) -> Path:
    """Build the bench around mutated sources.

    Raises:
        ToolError: it does not build.
    """
    workdir.mkdir(parents=True, exist_ok=True)
    top = workdir / f"{TOP}.sv"
    top.write_text(wrapper(point), encoding="utf-8")
    return verilator.build(
        [*sources, top],
        top=TOP,
        main=bench_file(),
        workdir=workdir,
        timeout_s=timeout_s,
        verilator_args=VERILATOR_ARGS,
    )

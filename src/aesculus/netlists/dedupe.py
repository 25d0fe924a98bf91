"""Merging identical modules of an elaborated design, on RTLIL text.

Elaboration with kept hierarchy makes one module for each instance. Two of them are the same when
their text is, after source references are dropped, generated names are numbered anew and the
types of their cells are replaced by those of merged modules, from the leaves up.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

_DROPPED = ("src", "hdlname", "cells_not_processed", "initial_top")
_ATTRIBUTE = re.compile(r"\s*attribute \\(\S+)")
_HEADER = re.compile(r"module (\S+)")
_CELL = re.compile(r"\s*cell (\S+) (\S+)")
_DECLARATION = re.compile(r"\s*(?:wire|memory|process)\b.*?(\S+)$")
_WORD = re.compile(r"[^\s\[\]{}]+")


@dataclass
class _Module:
    name: str
    prefix: list[str]
    body: list[str] = field(default_factory=list)
    children: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Merged:
    """A design whose identical modules are one.

    Attributes:
        text: the design as RTLIL.
        instances: module name (with its leading backslash) to how often it occurs in the
            elaborated design.
    """

    text: str
    instances: dict[str, int]

    def matching(self, patterns: Iterable[str]) -> list[str]:
        """Return modules whose source name, without elaboration suffix, matches a pattern."""
        wanted = tuple(patterns)
        return [
            name for name in self.instances if any(fnmatchcase(base_name(name), p) for p in wanted)
        ]


def base_name(module: str) -> str:
    """Return the name a module has in the source, from its RTLIL name."""
    return module.removeprefix("\\").partition("$")[0]


def merge_identical(rtlil: str, top: str) -> Merged:
    """Merge identical modules below `top` and drop modules that do not occur below it.

    Args:
        rtlil: text as `write_rtlil` writes it.
        top: name of the top module without backslash.

    Raises:
        KeyError: if there is no such module.
    """
    preamble, modules = _parse(rtlil)
    by_digest: dict[str, str] = {}
    representative: dict[str, str] = {}
    for name in _leaves_first(modules, "\\" + top):
        digest = _digest(modules[name], representative)
        representative[name] = by_digest.setdefault(digest, name)
    instances = _count(modules, "\\" + top, representative)
    kept = [name for name in modules if name in instances]
    lines = list(preamble)
    for name in kept:
        module = modules[name]
        lines += [*module.prefix, f"module {name}"]
        lines += [_retyped(line, representative) for line in module.body]
        lines.append("end")
    return Merged("\n".join(lines) + "\n", instances)


def _parse(text: str) -> tuple[list[str], dict[str, _Module]]:
    preamble: list[str] = []
    modules: dict[str, _Module] = {}
    pending: list[str] = []
    current: _Module | None = None
    for line in text.splitlines():
        if current is not None:
            if line == "end":
                modules[current.name] = current
                current = None
                continue
            current.body.append(line)
            cell = _CELL.match(line) if "cell" in line else None
            if cell and cell[1].startswith("\\"):
                current.children.append(cell[1])
            continue
        header = _HEADER.match(line)
        if header:
            current = _Module(header[1], pending)
            pending = []
        elif line.startswith("attribute"):
            pending.append(line)
        elif line.startswith("autoidx"):
            preamble.append(line)
    return preamble, modules


def _leaves_first(modules: dict[str, _Module], top: str) -> list[str]:
    order: list[str] = []
    done: set[str] = set()
    stack = [(top, False)]
    while stack:
        name, expanded = stack.pop()
        if expanded:
            order.append(name)
            continue
        if name in done:
            continue
        done.add(name)
        stack.append((name, True))
        children = modules[name].children
        stack.extend((child, False) for child in children if child in modules)
    return order


def _retyped(line: str, representative: dict[str, str]) -> str:
    cell = _CELL.match(line) if "cell" in line else None
    if cell and cell[1] in representative:
        return f"{line[: cell.start(1)]}{representative[cell[1]]}{line[cell.end(1) :]}"
    return line


def _digest(module: _Module, representative: dict[str, str]) -> str:
    """Return a hash of what the module does, equal for modules that differ in names alone."""
    local: dict[str, str] = {}
    for line in module.body:
        # Names that Yosys made have the sign; most lines have none, and stay as they are.
        declared = (_CELL.match(line) or _DECLARATION.match(line)) if "$" in line else None
        name = declared[declared.lastindex or 0] if declared else ""
        if name.startswith("$"):
            local[name] = f"${len(local)}"
    lines = [base_name(module.name)]
    for line in [*module.prefix, *module.body]:
        start = line.lstrip()
        if start.startswith("attribute"):
            attribute = _ATTRIBUTE.match(line)
            if attribute and attribute[1] in _DROPPED:
                continue
        cell = _CELL.match(line) if start.startswith("cell ") else None
        if cell:
            kind, name = representative.get(cell[1], cell[1]), local.get(cell[2], cell[2])
            lines.append(f"cell {kind} {name}")
        elif '"' in line or "$" not in line:
            lines.append(line)
        else:
            lines.append(_WORD.sub(lambda word: local.get(word[0], word[0]), line))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _count(modules: dict[str, _Module], top: str, representative: dict[str, str]) -> dict[str, int]:
    total: Counter[str] = Counter({representative[top]: 1})
    # Parents come before children, so a parent's own count is final when it is used.
    for name in reversed(_leaves_first_merged(modules, top, representative)):
        for child in modules[name].children:
            if child in representative:
                total[representative[child]] += total[name]
    return dict(total)


def _leaves_first_merged(
    modules: dict[str, _Module], top: str, representative: dict[str, str]
) -> list[str]:
    merged = {
        name: _Module(name, [], children=[representative.get(c, c) for c in modules[name].children])
        for name in set(representative.values())
    }
    return _leaves_first(merged, representative[top])

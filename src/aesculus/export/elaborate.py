"""Which files a design is made of: what elaborates, and the packages that those files name."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from aesculus.errors import RunError

if TYPE_CHECKING:
    from pyslang import ast

_PACKAGE = re.compile(r"\b(\w+)\s*::")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_DECLARED = re.compile(
    r"^[ \t]*(?:package|module|interface)\s+(?:automatic\s+|static\s+)?(\w+)", re.M
)


@dataclass(frozen=True)
class Lint:
    """What slang says of some sources.

    Attributes:
        clean: it has nothing to say.
        modules: names of the modules that elaborate, the top among them.
    """

    clean: bool
    modules: frozenset[str]


def elaborate(files: Sequence[Path], top: str) -> Lint:
    """Elaborate sources by slang; what it has to say goes to stderr, by slang itself.

    Args:
        files: in compile order.
        top: name of the top module.

    Raises:
        RunError: they do not elaborate.
    """
    # It takes a tenth of a second to load.
    from pyslang import driver  # noqa: PLC0415

    slang = driver.Driver()
    slang.addStandardArgs()
    names = " ".join(f'"{path}"' for path in files)
    command = f"slang --top {top} --timescale 1ns/1ps {names}"
    read = slang.parseCommandLine(command) and slang.processOptions() and slang.parseAllSources()
    if not read:
        raise RunError(f"slang cannot read the sources of {top}")
    compilation = slang.createCompilation()
    slang.reportCompilation(compilation, True)
    fine = slang.reportDiagnostics(True)
    engine = slang.diagEngine
    if not fine or engine.numErrors:
        raise RunError(f"slang cannot elaborate {top}")
    found: set[str] = set()
    pending = list(compilation.getRoot().topInstances)
    while pending:
        instance = pending.pop()
        found.add(str(instance.definition.name))
        if instance.canonicalBody is None:
            pending += _instances(instance.body)
    return Lint(clean=engine.numWarnings == 0, modules=frozenset(found))


def _instances(scope: "ast.Scope") -> list["ast.InstanceSymbol"]:
    """Return the instances in a scope; generate blocks that are not taken have none."""
    from pyslang import ast  # noqa: PLC0415

    found: list[ast.InstanceSymbol] = []
    pending: list[ast.Scope] = [scope]
    while pending:
        for member in pending.pop():
            if isinstance(member, ast.InstanceSymbol):
                found.append(member)
            elif isinstance(member, ast.GenerateBlockSymbol):
                if not member.isUninstantiated:
                    pending.append(cast("ast.Scope", member))
            elif isinstance(member, ast.GenerateBlockArraySymbol):
                pending += [block for block in member.entries if not block.isUninstantiated]
            elif isinstance(member, ast.InstanceArraySymbol):
                pending.append(cast("ast.Scope", member))
    return found


def used(files: Iterable[Path], modules: Iterable[str]) -> list[Path]:
    """Return the files that declare some modules, and the packages that these files name.

    Args:
        files: in compile order; packages come before what names them.
        modules: names of modules that elaborate.
    """
    texts = {path: _COMMENT.sub("", path.read_text(encoding="utf-8")) for path in files}
    wanted = set(modules)
    kept: list[Path] = []
    for path in reversed(texts):
        if wanted & set(_DECLARED.findall(texts[path])):
            kept.append(path)
            wanted |= set(_PACKAGE.findall(texts[path]))
    return kept[::-1]

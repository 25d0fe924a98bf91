"""What a result depends on, as hashes of what tools read and versions of our own steps.

Comments and blank lines of sources are read by no tool. A step of our own between two tools has a
version that is raised by hand when it makes other results of the same inputs; `steps.toml` beside
the code holds it, with a digest of the code that a test compares
(`docs/decisions/0020-provenance.md`).
"""

import ast
import hashlib
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from aesculus import resources
from aesculus.design.text import canonical_json, digest_of

PACKAGE = Path(resources.__file__).parent
STEPS = "steps.toml"

_HARDWARE = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
# In C++ a quote may stand in quotes of the other kind.
_PROGRAM = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\\n])'|//[^\n]*|/\*.*?\*/""", re.DOTALL)
_PRAGMA = re.compile(
    r"/[/*]\s*(?:verilator|synopsys|synthesis|pragma|translate_o|slang|yosys)", re.IGNORECASE
)
# Generate blocks of one $error each, and nothing else: what says which parameters are legal, and
# stops elaboration (docs/decisions/guards-of-parameters.md).
_GUARD = r"""[ ]*if[ ]\([^";\n]*\)[\n ]*begin[ ]:[ ]gen_\w+\n
             [ ]*\$error\("[^"\n]*"[^";\n]*\);\n
             [ ]*end\n"""
_GUARDS = re.compile(
    rf"^`ifndef[ ]AESCULUS_UNCHECKED\n(?:[ ]*//[^\n]*\n|{_GUARD})*`endif[^\n]*\n",
    re.MULTILINE | re.VERBOSE,
)
_BLANKS = re.compile(r'("(?:\\.|[^"\\])*")|[ \t]+')


def code_of(text: str, *, program: bool = False) -> str:
    """Return a source without comments, guards and blank lines, and with single blanks.

    Comments that speak to a tool, such as `verilator lint_off`, stay. Guards of parameters are
    what stands within `AESCULUS_UNCHECKED`, where that is nothing but refusals: a design with legal
    ones is the same without them.

    Args:
        text: SystemVerilog or Verilog.
        program: it is C++ instead.
    """

    def kept(found: re.Match[str]) -> str:
        token = found[0]
        comment = token.startswith(("//", "/*")) and not _PRAGMA.match(token)
        return " " if comment else token

    bare = (_PROGRAM if program else _HARDWARE).sub(kept, _GUARDS.sub("", text))
    single = _BLANKS.sub(lambda found: found[1] or " ", bare)
    lines = (line.strip() for line in single.splitlines())
    return "".join(f"{line}\n" for line in lines if line)


def text_digest(text: str, *, program: bool = False) -> str:
    """Return the SHA-256 (hex) of what a tool reads of a source, see `code_of`."""
    return hashlib.sha256(code_of(text, program=program).encode()).hexdigest()


def file_digest(path: Path) -> str:
    """Return `text_digest` of a file; of C++ by its ending."""
    state = path.stat()
    return _file_digest(path, state.st_mtime_ns, state.st_size)


@cache
def _file_digest(path: Path, _changed: int, _size: int) -> str:
    text = path.read_text(encoding="utf-8")
    return text_digest(text, program=path.suffix in {".cpp", ".h"})


def rtl_fingerprint(files: Sequence[Path] | None = None) -> str:
    """Return the SHA-256 (hex) over RTL sources in compile order: names, and what tools read.

    Args:
        files: which; all of them if not given.
    """
    root = resources.rtl_dir()
    paths = resources.rtl_files() if files is None else files
    return digest_of([[_place(path, root), file_digest(path)] for path in paths])


@cache
def _place(path: Path, root: Path) -> str:
    # What a folder of designs brings lies elsewhere.
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name


def packages(*names: str) -> dict[str, str]:
    """Return the versions of Python packages whose data or answers count."""
    return {name: _version(name) for name in names}


@cache
def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "none"


def versions(*names: str) -> dict[str, int]:
    """Return the versions of steps of our own.

    Raises:
        KeyError: there is no step of such a name.
    """
    return {name: int(steps()[name]["version"]) for name in names}


@cache
def steps() -> dict[str, dict[str, Any]]:
    """Return all steps: name to version, modules (paths) and the digest of their code."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(PACKAGE.rglob(STEPS)):
        for name, entry in tomllib.loads(path.read_text(encoding="utf-8")).get("step", {}).items():
            modules = [(path.parent / module).resolve() for module in entry["modules"]]
            if name in found:
                raise ValueError(f"{path}: a second step named {name}")
            found[name] = {**entry, "modules": modules, "file": path}
    return found


def step_digest(modules: Iterable[Path]) -> str:
    """Return the SHA-256 (hex) of what some modules of ours do.

    Comments, blank lines, docstrings and annotations do not count: none of them changes what the
    code makes of its inputs. Of imports what the names of the code mean does, see `_meanings`.
    """
    states = [(path, path.stat()) for path in modules]
    trees = [_tree(path, state.st_mtime_ns, state.st_size) for path, state in states]
    return hashlib.sha256(f"[{','.join(trees)}]".encode()).hexdigest()


@cache
def _tree(path: Path, _changed: int, _size: int) -> str:
    """Return the syntax tree of a module as JSON. Benches of many designs share their modules."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports = [each for each in ast.walk(tree) if isinstance(each, ast.Import | ast.ImportFrom)]
    bare = _bare(tree)
    used = {each.id for each in ast.walk(bare) if isinstance(each, ast.Name)}
    return canonical_json([_normal(bare), _meanings(imports, used)])


def _meanings(imports: Iterable[ast.Import | ast.ImportFrom], used: Set[str]) -> list[str]:
    """Return what the names mean that code uses and an import gives.

    A module of ours may move: of what comes from one only another name than its own counts.
    """
    found = set()
    for each in imports:
        source = each.module if isinstance(each, ast.ImportFrom) else None
        foreign = source is not None and source.split(".")[0] != "aesculus"
        for alias in each.names:
            name = alias.asname or alias.name.split(".")[0]
            meant = f"{source}:{alias.name}" if foreign else alias.name
            if name in used and meant != name:
                found.add(f"{name} is {meant}")
    return sorted(found)


def _bare(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                setattr(node, name, [each for each in block if not _says_nothing(each)])
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
    return tree


def _says_nothing(node: ast.AST) -> bool:
    if isinstance(node, ast.Import | ast.ImportFrom):
        return True
    is_value = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_value and isinstance(node.value.value, str)  # type: ignore[attr-defined]


def _normal(node: object) -> object:
    """Return a syntax tree as JSON-able lists, the same for every version of Python."""
    if isinstance(node, ast.AST):
        fields = [(name, _normal(value)) for name, value in ast.iter_fields(node)]
        kept = [[name, value] for name, value in fields if value not in (None, [])]
        return [type(node).__name__, *kept]
    if isinstance(node, list):
        return [_normal(each) for each in node]
    if node is None or isinstance(node, bool | int | str):
        return node
    return repr(node)


def refresh(file: Path) -> str:
    """Return the text of a file of steps with the digests of the present code.

    Versions stay: whether a step makes other results is for a person to say.
    """
    text = file.read_text(encoding="utf-8")
    for name, entry in steps().items():
        if entry["file"] == file:
            title = re.escape(name if "." not in name else f'"{name}"')
            pattern = rf'(\[step\.{title}\][^\[]*modules = \[[^\]]*\]\ndigest = )"[^"]*"'
            text = re.sub(pattern, rf'\g<1>"{step_digest(entry["modules"])}"', text)
    return text


def refresh_all() -> None:
    """Write `refresh` of every file of steps."""
    for file in {entry["file"] for entry in steps().values()}:
        file.write_text(refresh(file), encoding="utf-8")


@cache
def package_digest() -> str:
    """Return the SHA-256 (hex) of the whole package: code, data, RTL and bench, byte for byte.

    Every file counts, whatever its ending; only caches of Python and hidden ones of tools do not.
    Client and workers compare it: what one names another must not run with other code.
    """
    rooms = {"aesculus": PACKAGE, "rtl": resources.rtl_dir(), "tb": resources.tb_dir()}
    total = hashlib.sha256()
    for room, root in rooms.items():
        for inner in sorted(_files(root)):
            # In a wheel the RTL and the bench lie inside the package, as rooms of their own.
            if inner.startswith(("_rtl/", "_tb/")):
                continue
            content = (root / inner).read_bytes()
            total.update(f"{room}/{inner}:{len(content)}:".encode())
            total.update(content)
    return total.hexdigest()


def _files(root: Path) -> Iterator[str]:
    """Give the paths of all files below a folder, as POSIX has them, but caches."""
    for folder, inner, names in os.walk(root):
        inner[:] = [name for name in inner if name != "__pycache__" and name[0] != "."]
        place = Path(folder).relative_to(root)
        for name in names:
            if name[0] != "." and not name.endswith((".pyc", ".pyo")):
                yield (place / name).as_posix()

"""What is hashed of sources and of our own steps, and that no step is forgotten."""

import ast
import shutil
from pathlib import Path

import pytest

from aesculus import resources
from aesculus.engine.task import Task, run_task
from aesculus.records import Stage, Status
from aesculus.stages import provenance
from aesculus.stages.provenance import PACKAGE, code_of, rtl_fingerprint, step_digest

_HASHED = "the top, the sources and the course of the bench are hashed as they come out"
_RUNS = "runs programs, whose versions and arguments are hashed"
NO_STEP = {
    "__init__": "the version of the installation, which no stage asks for",
    "records": "what a stage returns, no figure in it",
    "resources": "where files are; their content is hashed",
    "stages.floorplan": "a picture, written when all is done; no figure hangs on it",
    "inputs": "reads files; what is used of them is hashed",
    "defaults": "where a store is by default",
    "settings": "which tools run; their versions are hashed",
    "errors": "words",
    "design.build": "the design's digest, the recipe and the device are in the job",
    "design.cipher": _HASHED,
    "design.common": _HASHED,
    "design.errors": "words",
    "design.features": "names for models",
    "design.folders": "where designs are looked for; what is found is hashed",
    "design.kinds": _HASHED,
    "design.labels": "finds a design; what it says is hashed",
    "design.model": _HASHED,
    "design.ports": _HASHED,
    "design.registry": "finds designs; what they say is hashed",
    "design.text": "the hashes themselves",
    "products.*": "all code of a bench counts as it is (`test_judging`), the rest as it comes out",
    "ciphers": "where ciphers are looked for",
    "ciphers.aes.cipher": "a door to the space, the vectors and the reference",
    "ciphers.aes.parts": "features for models; no stage calls it",
    "ciphers.aes.paths": "features for models; no stage calls it",
    "ciphers.aes.space.*": "the top and the bounds of the stimulus are hashed as they come out",
    "ciphers.aes.fields.*": "serves the space; no stage calls it",
    "families.devices": "what is read of a device is hashed",
    "families.model": "what is read of a device is hashed",
    "families.ways": "what is read of a way is hashed",
    "families.registry": "finds families; what they say is hashed",
    "stages.base": "what a stage's file states",
    "stages.close": "runs stages.route",
    "stages.outcome": "the words for failures",
    "stages.models": "names what stands for cells, and makes nothing",
    "stages.provenance": "the hashes themselves",
    "stages.route_probe": "tells a broken router from a bad design; no figure comes of it",
    "stages.route_seeds": "the seed is in the job by its value",
    "stages.synth_recipes": "what is read of a recipe is hashed",
    "stages.verify": "runs stages.simulation",
    "stages.verify_netlist": "runs stages.simulation",
    "tools._guard": "ends programs whose parent is gone",
    "tools.choice": "which tools run; their versions are hashed",
    "tools.modules": _RUNS,
    "tools.nextpnr": _RUNS,
    "tools.probe": "tells a broken tool from a bad design; no figure comes of it",
    "tools.process": _RUNS,
    "tools.verilated": "compiles Verilator's own runtime, which is of its version",
    "tools.verilator": "builds simulations; the version and the flags are hashed",
    "tools.versions": "the versions themselves",
    "tools.yosys": "hands scripts, which are hashed, to Yosys as they are",
    "verilog": "refuses netlists that this program does not make; ours stay what they are",
}
"""Modules that stages use and that decide nothing by themselves, and why; `.*` for whole rooms."""


def _imports(path: Path, package: Path) -> set[Path]:
    """Return the modules of the package that a module imports, or runs as programs beside it."""
    names: set[str] = set()
    found = {folder / "__init__.py" for folder in path.parents if folder.is_relative_to(package)}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Constant) and str(node.value).endswith(".py"):
            found.add(path.with_name(Path(str(node.value)).name))
    for name in names:
        if name.partition(".")[0] == "aesculus":
            place = package.joinpath(*name.split(".")[1:])
            found |= {place.with_suffix(".py"), place / "__init__.py"}
    return {module for module in found if module.is_file()}


def _reached(package: Path) -> set[Path]:
    """Return every module that the stages can reach, what is found by its folder among them."""
    todo = {package / "stages" / f"{stage.value}.py" for stage in Stage}
    doors = ("families/*/__init__.py", "ciphers/*/cipher.py", "benches/*.py")
    for door in (*doors, "products/modes/*/mode.py", "products/buses/*/bus.py"):
        todo |= set(package.glob(door))
    done: set[Path] = set()
    while todo:
        path = todo.pop()
        done.add(path)
        todo |= _imports(path, package) - done
    return done


def _name(path: Path, package: Path) -> str:
    return ".".join(path.relative_to(package).with_suffix("").parts).removesuffix(".__init__")


def _names_only(path: Path) -> bool:
    """Return whether a package does nothing but import names and list them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    listed = [ast.unparse(node.targets[0]) for node in tree.body if isinstance(node, ast.Assign)]
    said = [node for node in tree.body if not provenance._says_nothing(node)]
    return path.name == "__init__.py" and listed == ["__all__"] * len(said)


def _loose(package: Path) -> dict[str, Path]:
    """Return the modules that decide and belong to no step, by their names."""
    of_steps = {
        package / module.relative_to(PACKAGE)
        for step in provenance.steps().values()
        for module in step["modules"]
    }
    loose = _reached(package) - of_steps
    return {_name(path, package): path for path in loose if not _names_only(path)}


def _reason(name: str) -> str:
    """Return the entry that says why a module belongs to no step, empty if there is none."""
    rooms = [known for known in NO_STEP if known.endswith(".*") and name.startswith(known[:-1])]
    return name if name in NO_STEP else next(iter(rooms), "")


def _forgotten(package: Path) -> list[str]:
    return sorted(name for name in _loose(package) if not _reason(name))


def test_every_module_that_decides_belongs_to_a_step() -> None:
    assert all(
        module.is_file() for step in provenance.steps().values() for module in step["modules"]
    )
    assert not _forgotten(PACKAGE), (
        "give each a step in the steps.toml of its room, or a reason in NO_STEP"
    )


def test_every_reason_is_for_a_module_that_stages_reach() -> None:
    assert set(map(_reason, _loose(PACKAGE))) == set(NO_STEP)


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("netlists/extra.py", "netlists.extra"),
        ("netlists/__init__.py", "netlists"),
        ("tools/extra.py", "tools.extra"),
        ("tools/vendors/extra.py", "tools.vendors.extra"),
        ("design/extra.py", "design.extra"),
        ("families/extra.py", "families.extra"),
        ("families/__init__.py", "families"),
        ("stages/extra.py", "stages.extra"),
        ("stages/__init__.py", "stages"),
        ("extra/__init__.py", "extra"),
    ],
)
def test_a_module_without_a_step_is_found(tmp_path: Path, module: str, name: str) -> None:
    package = tmp_path / "aesculus"
    files = ("netlists", "tools", "design", "families", "stages", "benches", "ciphers")
    for path in (path for room in files for path in (PACKAGE / room).rglob("*.py")):
        copy = package / path.relative_to(PACKAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    assert not _forgotten(package)
    added = package / module
    added.parent.mkdir(exist_ok=True)
    known = added.read_text(encoding="utf-8") if added.is_file() else ""
    added.write_text(f"{known}\nHALVES = 2\n", encoding="utf-8")
    stage = package / "stages" / "synth.py"
    text = stage.read_text(encoding="utf-8")
    stage.write_text(f"from aesculus.{name} import HALVES\n{text}", encoding="utf-8")
    assert _forgotten(package) == [name]


@pytest.mark.parametrize("name", sorted(provenance.steps()))
def test_the_code_of_a_step_is_that_of_its_version(name: str) -> None:
    step = provenance.steps()[name]
    found = step_digest(step["modules"])
    assert step["digest"] == found, (
        f"{name} was changed. If it makes other results of the same inputs, raise its version in "
        f'{step["file"].relative_to(PACKAGE)}; then put digest = "{found}" there'
    )


CODE = '''
"""A module."""
import os
from math import floor

from aesculus.here import factor

LIMIT = 3  # of something


def double(x: int) -> int:
    """Return it twice."""
    return x * 2


def scaled(x: float) -> int:
    return floor(x * factor)
'''


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("# of something", "# of anything", True),
        ('"""Return it twice."""', '"""Return two of it."""', True),
        ("import os", "import os\nimport sys", True),
        ("import factor", "import other as factor", False),
        ("from math import floor", "from math import ceil as floor", False),
        ("from math", "from cmath", False),
        ("from aesculus.here", "from aesculus.there", True),
        ("import factor", "import factor as of, other as factor", False),
        ("x: int", "x: float", True),
        ("return x * 2", "\n\n    return (x\n            * 2)", True),
        ("x * 2", "x * 3", False),
        ("LIMIT = 3", "LIMIT = 4", False),
        ("LIMIT = 3", 'LIMIT = "3"', False),
        ("return x * 2", "return 2 * x", False),
        ("def double(x: int)", "def double(x: int, y: int = 0)", False),
    ],
)
def test_what_changes_the_digest_of_code(tmp_path: Path, old: str, new: str, same: bool) -> None:
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text(CODE, encoding="utf-8")
    assert old in CODE
    two.write_text(CODE.replace(old, new), encoding="utf-8")
    assert (step_digest([one]) == step_digest([two])) is same


def test_refreshing_puts_digests_and_leaves_versions() -> None:
    for file in {step["file"] for step in provenance.steps().values()}:
        text = file.read_text(encoding="utf-8")
        assert provenance.refresh(file) == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a; // gone\n\n\n  b;", "a;\nb;\n"),
        ("a /* gone\nalso */ b;", "a b;\n"),
        ('s = "// kept /* too */";  // gone', 's = "// kept /* too */";\n'),
        ('s = "two  blanks";', 's = "two  blanks";\n'),
        ('s = "\\"// kept";', 's = "\\"// kept";\n'),
        ("x = 8'h0 + 8'h1; // it's gone", "x = 8'h0 + 8'h1;\n"),
        ("always @(*) x = y; // (* gone *)", "always @(*) x = y;\n"),
        ("(* keep *) logic a;", "(* keep *) logic a;\n"),
        ("`define A 1\n`define B 2", "`define A 1\n`define B 2\n"),
        ("// verilator lint_off X\na;", "// verilator lint_off X\na;\n"),
        ("a; /*verilator public*/", "a; /*verilator public*/\n"),
        ("// synthesis translate_off\na;", "// synthesis translate_off\na;\n"),
    ],
)
def test_what_is_left_of_a_source(text: str, kept: str) -> None:
    assert code_of(text) == kept


def test_quotes_of_a_program() -> None:
    text = "char c = '\"'; // gone\nchar d = '\\''; /* gone */ int e;"
    assert code_of(text, program=True) == "char c = '\"';\nchar d = '\\''; int e;\n"


def test_every_source_is_left_whole() -> None:
    for path in resources.rtl_files():
        text = path.read_text(encoding="utf-8")
        left = code_of(text)
        assert code_of(left) == left
        ends = [line for line in text.splitlines() if line.startswith(("endmodule", "endpackage"))]
        assert ends
        assert left.count("\nendmodule") + left.count("\nendpackage") == len(ends)


def test_the_place_of_the_sources_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = rtl_fingerprint()
    shutil.copytree(resources.rtl_dir(), tmp_path / "rtl")
    monkeypatch.setattr(resources, "rtl_dir", lambda: tmp_path / "rtl")
    assert rtl_fingerprint() == here
    (tmp_path / "rtl" / "notes.txt").write_text("x", encoding="utf-8")
    assert rtl_fingerprint() == here
    source = tmp_path / "rtl" / "aesculus_pkg.sv"
    source.write_text(source.read_text(encoding="utf-8") + "`define MORE\n", encoding="utf-8")
    assert rtl_fingerprint() != here


def test_the_package_has_one_digest_wherever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = provenance.package_digest.__wrapped__
    here = count()
    # As a wheel has it: RTL and bench inside.
    shutil.copytree(PACKAGE, tmp_path / "p", ignore=shutil.ignore_patterns("__pycache__"))
    for name, room in (("_rtl", resources.rtl_dir()), ("_tb", resources.tb_dir())):
        shutil.copytree(room, tmp_path / "p" / name)
    monkeypatch.setattr(provenance, "PACKAGE", tmp_path / "p")
    monkeypatch.setattr(resources, "rtl_dir", lambda: tmp_path / "p" / "_rtl")
    monkeypatch.setattr(resources, "tb_dir", lambda: tmp_path / "p" / "_tb")
    assert count() == here
    one_of_each = {path.suffix: path for path in (tmp_path / "p").rglob("*") if path.is_file()}
    assert {".py", ".toml", ".sv", ".f", ".j2", ".json", ".gz", ".rdl", ".S"} <= one_of_each.keys()
    for path in one_of_each.values():
        before = path.read_bytes()
        path.write_bytes(before + b"\n")
        assert count() != here, path
        path.write_bytes(before)
    assert count() == here


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("stages/more.ending", True),
        ("stages/noending", True),
        ("stages/new/more.py", True),
        ("_rtl/more.sv", True),
        ("stages/__pycache__/route.cpython-311.pyc", False),
        ("stages/route.pyc", False),
        (".cache/found.json", False),
    ],
)
def test_every_file_of_the_package_counts_but_caches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, counts: bool
) -> None:
    for room in ("stages", "_rtl", "_tb"):
        (tmp_path / room).mkdir()
    (tmp_path / "stages" / "route.py").write_bytes(b"LIMIT = 3\n")
    monkeypatch.setattr(provenance, "PACKAGE", tmp_path)
    monkeypatch.setattr(resources, "rtl_dir", lambda: tmp_path / "_rtl")
    monkeypatch.setattr(resources, "tb_dir", lambda: tmp_path / "_tb")
    count = provenance.package_digest.__wrapped__
    before = count()
    added = tmp_path / name
    added.parent.mkdir(exist_ok=True)
    added.write_bytes(b"more\n")
    assert (count() != before) is counts


def test_a_worker_with_another_package_refuses() -> None:
    task = Task(run="r", stage=Stage.VERIFY, point=None, package_digest="0" * 64)  # type: ignore[arg-type]
    outcome = run_task(task)
    assert outcome.status is Status.FAILED
    assert outcome.metrics["failure"] == "missing"
    assert "another aesculus" in outcome.reason

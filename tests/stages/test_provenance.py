"""What is hashed of sources and of our own steps, and that no step is forgotten."""

import ast
import shutil
from pathlib import Path

import pytest

from aesculus import resources
from aesculus.engine import Task, run_task
from aesculus.records import Stage, Status
from aesculus.stages import provenance
from aesculus.stages.provenance import PACKAGE, code_of, rtl_fingerprint, step_digest

NO_STEP = {
    "__init__": "names only",
    "records": "what a stage returns, no figure in it",
    "resources": "where files are; their content is hashed",
    "inputs": "reads files; what is used of them is hashed",
    "defaults": "where a store is by default",
    "settings": "which tools run; their versions are hashed",
    "errors": "words",
    "design": "the top, the sources and the course of the bench are hashed as they come out",
    "products": "the top, the sources and the course of the bench are hashed as they come out",
    "ciphers.aes.cipher": "a door to the space, the vectors and the reference",
    "ciphers.aes.parts": "features for models; no stage calls it",
    "ciphers.aes.paths": "features for models; no stage calls it",
    "stages.route_probe": "tells a broken router from a bad design; no figure comes of it",
    "stages.flat": "flat Verilog for export; no stage calls it",
    "ciphers.aes.space": "the top and the bounds of the stimulus are hashed as they come out",
    "ciphers.aes.fields": "serves the space; no stage calls it",
    "families.devices": "what is read of a device is hashed",
    "families.model": "what is read of a device is hashed",
    "families.ways": "what is read of a way is hashed",
    "families.registry": "finds families; what they say is hashed",
    "netlists": "names only",
    "stages.base": "what a stage's file states",
    "stages.chain": "the order of stages",
    "stages.close": "runs stages.route",
    "stages.outcome": "the words for failures",
    "stages.provenance": "the hashes themselves",
    "stages.route_seeds": "the seed is in the job by its value",
    "stages.synth_recipes": "what is read of a recipe is hashed",
    "stages.verify": "runs stages.simulation",
    "stages.verify_netlist": "runs stages.simulation",
    "tools": "runs programs, whose versions and arguments are hashed",
    "verilog": "refuses netlists that this program does not make; ours stay what they are",
}
"""Modules that stages use and that decide nothing by themselves, and why."""


def _imports(path: Path) -> set[Path]:
    """Return the modules of the package that a module imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    found = set()
    for name in names:
        if name.partition(".")[0] == "aesculus":
            place = PACKAGE.joinpath(*name.split(".")[1:])
            found |= {p for p in (place.with_suffix(".py"), place / "__init__.py") if p.is_file()}
    return found


def _reached() -> set[Path]:
    """Return every module that the stages can reach, families among them."""
    todo = {PACKAGE / "stages" / f"{stage.value}.py" for stage in Stage}
    todo |= set((PACKAGE / "families").glob("*/__init__.py"))
    done: set[Path] = set()
    while todo:
        path = todo.pop()
        done.add(path)
        todo |= _imports(path) - done
    return done


def _name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")


def test_every_module_that_decides_belongs_to_a_step() -> None:
    of_steps = {module for step in provenance.steps().values() for module in step["modules"]}
    assert all(module.is_file() for module in of_steps)
    loose = {_name(path) for path in _reached() - of_steps}
    forgotten = {
        name
        for name in loose
        if not any(name == known or name.startswith(f"{known}.") for known in NO_STEP)
        and not (PACKAGE / Path(*name.split(".")) / "__init__.py").is_file()
    }
    assert not sorted(forgotten), (
        "give each a step in the steps.toml of its room, or a reason in NO_STEP"
    )


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

LIMIT = 3  # of something


def double(x: int) -> int:
    """Return it twice."""
    return x * 2
'''


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("# of something", "# of anything", True),
        ('"""Return it twice."""', '"""Return two of it."""', True),
        ("import os", "import os\nimport sys", True),
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
    for file in ("stages/route.py", "_rtl/files.f", "_tb/bench.cpp", "stages/steps.toml"):
        path = tmp_path / "p" / file
        before = path.read_bytes()
        path.write_bytes(before + b"\n")
        assert count() != here, file
        path.write_bytes(before)
    assert count() == here


def test_a_worker_with_another_package_refuses() -> None:
    task = Task(run="r", stage=Stage.VERIFY, point=None, package_digest="0" * 64)  # type: ignore[arg-type]
    outcome = run_task(task)
    assert outcome.status is Status.FAILED
    assert outcome.metrics["failure"] == "missing"
    assert "another aesculus" in outcome.reason

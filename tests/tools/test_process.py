"""Running programs under limits: every kind of failure, and that nothing survives it."""

import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from aesculus.tools import Failure, ToolError, ToolRun, process, run
from aesculus.tools.process import LOG_TAIL_BYTES, default_memory_mb

PYTHON = [sys.executable, "-c"]


def _run(tmp_path: Path, code: str, timeout_s: float = 30.0, memory_mb: int = 4000) -> ToolRun:
    return run(
        [*PYTHON, code],
        name="tool",
        cwd=tmp_path,
        log=tmp_path / "log",
        timeout_s=timeout_s,
        memory_mb=memory_mb,
    )


def _failure(tmp_path: Path, code: str, **limits: float) -> ToolError:
    with pytest.raises(ToolError) as caught:
        _run(tmp_path, code, **limits)  # type: ignore[arg-type]
    assert "\n" not in caught.value.reason
    return caught.value


def _wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + 10
    while psutil.pid_exists(pid):
        if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return
        assert time.monotonic() < deadline, f"process {pid} survived"
        time.sleep(0.02)


def _pid_from(path: Path) -> int:
    deadline = time.monotonic() + 20
    while not (path.exists() and path.read_text()):
        assert time.monotonic() < deadline, "the program did not start"
        time.sleep(0.02)
    return int(path.read_text())


# Starts a grandchild that writes its pid and sleeps; then sleeps too.
FAMILY = (
    "import subprocess, sys, time\n"
    "subprocess.Popen([sys.executable, '-c', "
    '\'import os, time; open("p", "w").write(str(os.getpid())); '
    'os.rename("p", "pid"); time.sleep(600)\'])\n'
    "time.sleep(600)\n"
)


def test_success_keeps_output_and_time(tmp_path: Path) -> None:
    done = _run(tmp_path, "import sys; print('out'); print('err', file=sys.stderr)")
    assert sorted(done.log.split()) == ["err", "out"]
    assert 0 < done.seconds < 30


def test_program_runs_in_its_folder_with_extra_environment(tmp_path: Path) -> None:
    code = "import os; print(os.getcwd(), os.environ['AESCULUS_X'])"
    done = run(
        [*PYTHON, code],
        name="tool",
        cwd=tmp_path / "new",
        log=tmp_path / "log",
        timeout_s=30,
        env={"AESCULUS_X": "seven"},
    )
    assert done.log.split() == [str((tmp_path / "new").resolve()), "seven"]


def test_missing_program(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="no program no-such-tool on PATH") as caught:
        run(["no-such-tool"], name="tool", cwd=tmp_path, log=tmp_path / "log", timeout_s=5)
    assert caught.value.kind is Failure.MISSING


def test_exit_code_names_the_first_error_line(tmp_path: Path) -> None:
    code = "print('0 errors so far'); print('ERROR: bad cell'); print('bye'); raise SystemExit(3)"
    error = _failure(tmp_path, code)
    assert error.kind is Failure.REFUSED
    assert error.reason == "tool failed with exit code 3: ERROR: bad cell"


def test_crash_names_the_signal(tmp_path: Path) -> None:
    error = _failure(tmp_path, "import os; os.abort()")
    assert error.kind is Failure.CRASH
    assert "SIGABRT" in error.reason


def test_full_disk_is_told_from_other_errors(tmp_path: Path) -> None:
    error = _failure(tmp_path, "import os; raise OSError(28, os.strerror(28))")
    assert error.kind is Failure.DISK_FULL


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_full_disk_under_a_real_write(tmp_path: Path) -> None:
    error = _failure(tmp_path, "open('/dev/full', 'w').write('x' * 100_000)")
    assert error.kind is Failure.DISK_FULL


def test_time_limit_kills_grandchildren_too(tmp_path: Path) -> None:
    error = _failure(tmp_path, FAMILY, timeout_s=2.0)
    assert error.kind is Failure.TIMEOUT
    assert "2 s" in error.reason
    _wait_until_gone(int((tmp_path / "pid").read_text()))


def test_a_limit_of_the_processor_is_no_limit_of_the_clock(tmp_path: Path) -> None:
    folder = {"cwd": tmp_path, "log": tmp_path / "log"}
    asleep = "import time; time.sleep(2.5); print('rested')"
    with_limit = {"name": "tool", "timeout_s": 60.0, "processor_s": 1}
    assert "rested" in run([*PYTHON, asleep], **folder, **with_limit).log  # type: ignore[arg-type]
    with pytest.raises(ToolError) as caught:
        run([*PYTHON, "while True: pass"], **folder, **with_limit)  # type: ignore[arg-type]
    assert caught.value.kind is Failure.TIMEOUT
    assert caught.value.reason == "tool was stopped after its limit of 1 s of a processor"


def test_a_limit_of_the_machine_below_the_tools_is_kept(tmp_path: Path) -> None:
    guard = "import resource, sys; resource.setrlimit(resource.RLIMIT_CPU, (30, 30))"
    guard += "; from aesculus.tools._guard import main; sys.exit(main(sys.argv[1:]))"
    show = "import resource; print(resource.getrlimit(resource.RLIMIT_CPU))"
    words = [sys.executable, "-c", guard, "60", *PYTHON, show]
    pipe = subprocess.PIPE
    # The guard ends its whole session when its input does.
    with subprocess.Popen(
        words, stdin=pipe, stdout=pipe, text=True, cwd=tmp_path, start_new_session=True
    ) as done:
        assert done.stdout is not None
        assert done.stdout.readline() == "(30, 30)\n"
        assert done.wait(60) == 0


def test_memory_limit(tmp_path: Path) -> None:
    code = "import time; x = bytearray(400 << 20); time.sleep(600)"
    error = _failure(tmp_path, code, memory_mb=200)
    assert error.kind is Failure.MEMORY
    assert "200 MiB" in error.reason


def test_address_space_is_not_memory(tmp_path: Path) -> None:
    # WebAssembly run-times reserve gigabytes that they never touch.
    code = "import mmap, time; m = mmap.mmap(-1, 8 << 30); time.sleep(1)"
    assert _run(tmp_path, code, memory_mb=200).peak_mb < 200


def test_memory_used_up_inside_the_tool(tmp_path: Path) -> None:
    assert _failure(tmp_path, "raise MemoryError").kind is Failure.MEMORY


@pytest.mark.parametrize(
    "said",
    [
        "c++: fatal error: Killed signal terminated program cc1plus\ncompilation terminated.",
        "c++: internal compiler error: Killed (program cc1plus)",
        "clang: error: unable to execute command: Killed",
        "collect2: fatal error: ld terminated with signal 9 [Killed]",
        "/usr/bin/ld: final link failed: memory exhausted",
        "make: *** [Vpoint.mk:63: Vpoint__ALL.o] Killed",
        "make[1]: *** [Vpoint.mk:63: Vpoint__ALL.o] Error 137",
    ],
)
def test_a_compiler_that_the_system_killed(tmp_path: Path, said: str) -> None:
    """The compiler's driver and make live on and end with an exit code of their own."""
    error = _failure(tmp_path, f"import sys; print({said!r}); sys.exit(2)")
    assert error.kind is Failure.MEMORY
    assert "memory" in error.reason


@pytest.mark.parametrize(
    "said",
    [
        "error: 'killed' was not declared",
        "make: *** [Vpoint.mk:63: Vpoint__ALL.o] Error 1",
        "collect2: fatal error: ld terminated with signal 11 [Segmentation fault]",
    ],
)
def test_a_compiler_that_refuses_was_not_killed(tmp_path: Path, said: str) -> None:
    error = _failure(tmp_path, f"import sys; print({said!r}); sys.exit(2)")
    assert error.kind is Failure.REFUSED


@pytest.mark.parametrize(
    "said",
    [
        "BlockingIOError: [Errno 11] Resource temporarily unavailable",
        "c++: fatal error: cannot execute 'cc1plus': posix_spawn: Resource temporarily unavailable",
        "make: fork: Resource temporarily unavailable",
        "OSError: [Errno 24] Too many open files: 'gate.json'",
        "/usr/bin/ld: cannot open output file Vpoint: Input/output error",
        "cc1plus: fatal error: Vpoint.h: Stale file handle",
        "/bin/sh: 1: ./Vpoint: Text file busy",
        "RuntimeError: can't start new thread",
        "OSError: [Errno 27] File too large",
        "make: *** [Vpoint.mk:63: Vpoint] File size limit exceeded (core dumped)",
        "/bin/sh: line 1: 4711 Bus error               (core dumped) ar rcs Vpoint.a",
        "make: *** [Vpoint.mk:63: Vpoint.o] Error 135",
        "collect2: fatal error: ld terminated with signal 7 [Bus error], core dumped",
        "c++: internal compiler error: Bus error signal terminated program cc1plus",
    ],
)
def test_troubles_that_pass_are_of_the_machine(tmp_path: Path, said: str) -> None:
    error = _failure(tmp_path, f"import sys; print({said!r}); print('bye'); sys.exit(2)")
    assert error.kind is Failure.ENVIRONMENT


def test_a_folder_into_which_tools_cannot_unpack_is_told_with_the_remedy(tmp_path: Path) -> None:
    said = "PermissionError: [Errno 13] Permission denied: '/me/.cache/YoWASP/x.wasm'"
    error = _failure(tmp_path, f"import sys; print({said!r}); sys.exit(1)")
    assert error.kind is Failure.ENVIRONMENT
    assert "set YOWASP_CACHE_DIR to a folder that can be written" in error.reason


@pytest.mark.parametrize(
    "said",
    [
        # Lines of a source that a tool quotes, and what a design prints.
        "  12 | // stale file handle and too many open files, as on an input/output error",
        "   7 | initial $display(bus error);",
        "Warning: the wire \\text_file_busy is not used",
        "resource temporarily unavailable",
        "signal 7 is undriven",
    ],
)
def test_a_designs_own_text_is_no_trouble_of_the_machine(tmp_path: Path, said: str) -> None:
    error = _failure(tmp_path, f"import sys; print({said!r}); print('ERROR: no'); sys.exit(2)")
    assert error.kind is Failure.REFUSED


@pytest.mark.parametrize(
    ("ends", "kind"),
    [
        ("sys.exit(139)", Failure.CRASH),
        ("sys.exit(134)", Failure.CRASH),
        ("sys.exit(135)", Failure.ENVIRONMENT),
        ("sys.exit(137)", Failure.MEMORY),
        ("sys.exit(200)", Failure.REFUSED),
        ("os.kill(os.getpid(), signal.SIGBUS)", Failure.ENVIRONMENT),
        # Python ignores it, and says in words that a file may not grow.
        (
            "signal.signal(signal.SIGXFSZ, signal.SIG_DFL); os.kill(os.getpid(), signal.SIGXFSZ)",
            Failure.ENVIRONMENT,
        ),
        ("os.kill(os.getpid(), signal.SIGSEGV)", Failure.CRASH),
    ],
)
def test_signals_and_what_a_shell_makes_of_them(tmp_path: Path, ends: str, kind: Failure) -> None:
    limits = "import resource; resource.setrlimit(resource.RLIMIT_CORE, (0, 0))\n"
    assert _failure(tmp_path, f"import os, signal, sys\n{limits}{ends}").kind is kind


def test_a_tool_that_prints_without_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "LOG_LIMIT_MB", 2)
    error = _failure(tmp_path, "while True: print('x' * 1000)")
    assert error.kind is Failure.OUTPUT
    assert "made it print more than 2 MiB" in error.reason
    assert error.log
    assert not error.kind.of_machine


def test_a_failure_for_lack_of_memory_keeps_what_it_had(tmp_path: Path) -> None:
    holds = "held = b'x' * (300 << 20); import time; time.sleep(1); "
    error = _failure(tmp_path, f"{holds}raise MemoryError", memory_mb=400)
    assert error.metrics == {"failure": "memory", "memory_limit_mb": 400}
    # Who had little is not known to need much, whatever its limit: somebody else took the rest.
    for ends in ("raise MemoryError", "import os; os.kill(os.getpid(), 9)"):
        error = _failure(tmp_path, ends, memory_mb=10**9)
        assert 0 < error.limit_mb < 300
    assert _failure(tmp_path, "raise SystemExit(3)").metrics == {"failure": "refused"}


def test_log_keeps_the_tail(tmp_path: Path) -> None:
    done = _run(tmp_path, "for i in range(40_000): print('line', i)")
    assert len(done.log) <= LOG_TAIL_BYTES
    assert done.log.startswith("line ")
    assert done.log.endswith("line 39999\n")


def test_leftover_children_are_killed_after_success(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys\n"
        "p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(p.pid)\n"
    )
    _wait_until_gone(int(_run(tmp_path, code).log))


def test_children_die_with_a_parent_killed_by_sigkill(tmp_path: Path) -> None:
    script = (
        "from pathlib import Path\n"
        "from aesculus.tools import run\n"
        "import sys\n"
        f"run([sys.executable, '-c', {FAMILY!r}], name='tool', cwd=Path({str(tmp_path)!r}),\n"
        f"    log=Path({str(tmp_path / 'log')!r}), timeout_s=600)\n"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    parent = subprocess.Popen([*PYTHON, script], env=env)
    grandchild = _pid_from(tmp_path / "pid")
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    _wait_until_gone(grandchild)


def test_memory_limit_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AESCULUS_TOOL_MEMORY_MB", "1234")
    assert default_memory_mb() == 1234
    monkeypatch.setenv("AESCULUS_TOOL_MEMORY_MB", "200")
    assert default_memory_mb() == 200
    monkeypatch.setenv("AESCULUS_TOOL_MEMORY_MB", "-1")
    with pytest.raises(ToolError, match="AESCULUS_TOOL_MEMORY_MB=-1: give a whole number above 0"):
        default_memory_mb()


def test_a_failure_comes_whole_from_another_process() -> None:
    error = ToolError(Failure.MEMORY, "yosys", "too large", log="tail", seconds=2.0, limit_mb=7)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is ToolError
    assert str(again) == "too large"
    assert vars(again) == vars(error)

"""Standard streams that are closed, full, or left by who reads them."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from aesculus import terminal

_MAIN = "from aesculus.cli import main; main({words!r})"
_FULL = Path("/dev/full")


def _run(words: Sequence[str], redirect: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command behind a shell's redirection of its streams."""
    code = before + _MAIN.format(words=list(words))
    return subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -c "$1" {redirect}', sys.executable, code],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("words", [["devices"], ["devices", "--json"], ["--help"]])
def test_a_reader_that_leaves_ends_a_command_well(words: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", _MAIN.format(words=words)],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=120,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", [["devices"], ["devices", "--json"]])
def test_streams_that_are_closed_are_no_error(words: list[str]) -> None:
    done = _run(words, ">&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert _run(words, ">&- 2>&-").returncode == 0


def test_a_file_that_is_opened_never_has_the_number_of_a_closed_stream() -> None:
    # A tool that prints would write into it.
    check = "import os; from aesculus import terminal; terminal.guard(); "
    check += "assert os.open(os.devnull, os.O_RDONLY) > 2; import sys; sys.exit(7)\n"
    assert _run([], "<&- >&- 2>&-", check).returncode == 7


@pytest.mark.skipif(not _FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", [["devices"], ["devices", "--json"], ["--version"], ["--help"]])
def test_results_that_cannot_be_written_are_a_failure(words: list[str]) -> None:
    done = _run(words, f">{_FULL}")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    said = "stdout cannot be written: No space left on device"
    if "--json" in words:
        assert json.loads(line) == {"error": {"message": said, "code": 1}}
    else:
        assert line == f"aesculus: error: {said}"


def test_a_stream_leaves_with_its_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    class Left:
        def write(self, _text: str) -> int:
            raise BrokenPipeError

        flush = write

    monkeypatch.setattr(terminal, "drop", lambda: None)
    stream = terminal.CleanStream(Left(), "stdout")  # type: ignore[arg-type]
    with pytest.raises(SystemExit) as left:
        stream.write("x")
    assert left.value.code == 0

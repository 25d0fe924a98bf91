"""Supervisor that stands between this package and an external program.

Run as a script by `process.run`, never imported by the package. It starts the program in its own
process group and kills that whole group as soon as its standard input reaches the end of file.
The other end of that pipe is held by the parent alone, so it closes however the parent dies,
SIGKILL included. A parent-death signal (prctl) would reach one process only, not its children,
and exists on Linux alone.
"""

import os
import signal
import subprocess
import sys
import threading

MISSING_EXIT = 127
"""Exit code that says the program could not be started; the reason is the last line of output."""


def _watch_parent() -> None:
    # Reading a byte never succeeds: the parent writes nothing, it only holds the pipe open.
    while os.read(0, 1):
        pass
    os.killpg(0, signal.SIGKILL)


def main(argv: list[str]) -> int:
    """Run `argv` and return its exit code; die of the signal it died of."""
    threading.Thread(target=_watch_parent, daemon=True).start()
    try:
        child = subprocess.Popen(argv, stdin=subprocess.DEVNULL)
    except OSError as error:
        sys.stderr.write(f"cannot start {argv[0]}: {error.strerror}\n")
        return MISSING_EXIT
    code = child.wait()
    if code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

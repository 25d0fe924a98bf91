"""Supervisor that stands between this package and an external program.

Run as a script by `process.run`, never imported by the package. It starts the program in its own
process group and kills that whole group as soon as its standard input reaches the end of file.
The other end of that pipe is held by the parent alone, so it closes however the parent dies,
SIGKILL included. A parent-death signal (prctl) would reach one process only, not its children,
and exists on Linux alone.
"""

import os
import resource
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
    """Run a program and return its exit code; die of the signal it died of.

    Args:
        argv: seconds of processor that it may use, 0 for no limit; program and arguments.
    """
    threading.Thread(target=_watch_parent, daemon=True).start()
    limit_s, *command = int(argv[0]), *argv[1:]
    if limit_s:
        # The program has it from here; what runs here takes next to nothing. One that does not
        # end by the first signal is killed a little later.
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        most = [limit_s, limit_s + 5]
        if hard != resource.RLIM_INFINITY:
            # A limit of the machine itself, which nobody may raise.
            most = [min(each, hard) for each in most]
        resource.setrlimit(resource.RLIMIT_CPU, (most[0], most[1]))
    try:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    except OSError as error:
        sys.stderr.write(f"cannot start {command[0]}: {error.strerror}\n")
        return MISSING_EXIT
    code = child.wait()
    if code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

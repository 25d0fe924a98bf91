"""Run a Yosys script with the embedded library; started as a program by `tools.yosys`."""

import sys
from pathlib import Path


def main(argv: list[str]) -> int:
    """Run the commands of the script file `argv[0]`, one a line; `#` starts a comment line."""
    # Imported here: only this process may load the library, which aborts where it fails.
    from pyosys import libyosys  # noqa: PLC0415

    design = libyosys.Design()
    for line in Path(argv[0]).read_text(encoding="utf-8").splitlines():
        command = line.strip()
        if command and not command.startswith("#"):
            libyosys.run_pass(command, design)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What the tests of the project itself look at: its files, its documents."""

import re
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "aesculus"


@cache
def project_files() -> tuple[Path, ...]:
    """Return every file under version control, and those that are about to be."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    paths = [ROOT / name for name in listed.split("\0") if name]
    return tuple(path for path in paths if path.is_file())


def documents() -> list[Path]:
    """Return all pages for people."""
    return [path for path in project_files() if path.suffix == ".md"]


def code_spans(page: Path) -> list[str]:
    """Return what a page has in backticks within a line, fenced blocks left out."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    return re.findall(r"`([^`\n]+)`", text)


def shell_lines(page: Path) -> list[str]:
    """Return the lines of a page's shell blocks."""
    blocks = re.findall(r"^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    return [line.strip() for block in blocks for line in block.splitlines() if line.strip()]

"""Reports of vendors' tools that are blank, endless or begin again and again: soon read."""

import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from aesculus.tools.vendors import VENDORS
from aesculus.tools.vendors.figures import ReportError
from vendor_reports import WHOLE

_MOST_S = 1.0
_SIGNS = 100_000


def _endless(report: str) -> Iterator[str]:
    """Yield texts that begin as a report does, each with another end."""
    lines = report.splitlines()
    head = report[: min(len(report), 1000)].rpartition("\n")[0] + "\nTiming Summary\n"
    for filler in ("\n", " ", "\t", " \n", "\r\n", "-", "-\n", "1", "x", "|", "| ", ";", "; "):
        for start in (head, report):
            yield start + filler * (_SIGNS // len(filler))
    for line in dict.fromkeys(lines):
        yield f"{head}{line}\n" + "\n" * _SIGNS + "x"
        yield f"{head}{line}" + " \n" * (_SIGNS // 2)
        yield f"{head}{line}" + "x" * _SIGNS
        for part in (f"{line}\n", f"\n{line} ", line.replace(" ", ""), line.partition(":")[0]):
            yield head + part * (_SIGNS // max(1, len(part)))
            first = (part.split() or ["x"])[0]
            yield head + first * (_SIGNS // len(first))


@pytest.mark.timeout(120)
@pytest.mark.parametrize("tool", VENDORS)
def test_no_report_is_read_for_long(tool: str) -> None:
    slow = []
    for report in WHOLE[tool]:
        for text in dict.fromkeys((*_endless(report), *_endless(_plain(tool)))):
            start = time.process_time()
            with suppress(ReportError):
                VENDORS[tool].read(text)
            if time.process_time() - start > _MOST_S:
                slow.append(text[:200] + text[-50:])
    assert not slow


def _plain(tool: str) -> str:
    """Return the shortest text that a reader takes for its own, and the start of each row."""
    return {
        "vivado": "| Tool Version : Vivado v.2023.2\n    WNS(ns) x\n",
        "quartus": "Quartus Prime\n; Fmax ; Restricted Fmax ;\n",
        "radiant": "Lattice Mapping Report\nDevice:\n",
        "diamond": "Version: Diamond 3.12\nLattice TRACE Report\nReport:\nWarning:\n",
        "gowin": "GOWIN\nMax Frequency Summary\nBSRAM|1\n",
    }[tool]

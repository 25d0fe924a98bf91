"""Makes what is generated from the registers' SystemRDL file: `python -m products.registers`.

RTL and C header lie in `generated/` beside the file, the table of registers in `docs/`.
"""

import re
import sys
import tempfile
from pathlib import Path

from peakrdl_cheader.c_standards import CStandard
from peakrdl_cheader.exporter import CHeaderExporter
from peakrdl_markdown.exporter import MarkdownExporter
from peakrdl_regblock import RegblockExporter
from peakrdl_regblock.cpuif.passthrough import PassthroughCpuif
from peakrdl_regblock.udps import ALL_UDPS
from systemrdl.compiler import RDLCompiler

from aesculus.products.common import registers
from project.sources import ROOT

HOME = Path(registers.__file__).parent
SOURCE = HOME / "aesculus_regs.rdl"
GENERATED = HOME / "generated"
PAGE = ROOT / "docs" / "registers-table.md"


def generate(folder: Path) -> dict[Path, str]:
    """Return each generated file of the project and what has to be in it.

    Args:
        folder: an empty one to work in.
    """
    compiler = RDLCompiler()
    for each in ALL_UDPS:
        compiler.register_udp(each)
    compiler.compile_file(str(SOURCE))
    root = compiler.elaborate()
    RegblockExporter().export(
        root,
        str(folder),
        cpuif_cls=PassthroughCpuif,
        address_width=8,
        default_reset_activelow=True,
        default_reset_async=True,
        err_if_bad_addr=True,
    )
    # Later standards of C would ask for a library's assert.h.
    CHeaderExporter().export(root, str(folder / "aesculus_regs.h"), std=CStandard.gnu99)
    MarkdownExporter().export(root.top, str(folder / PAGE.name), rename=None, depth=0)
    made = {
        GENERATED / path.name: path for path in folder.iterdir() if path.suffix in {".sv", ".h"}
    }
    made[PAGE] = folder / PAGE.name
    return {path: _ours(path, made[path].read_text(encoding="utf-8")) for path in sorted(made)}


_READ = re.compile(r"(readback_data_var\[[\d:]+\]) = ")
_WRITTEN = re.compile(
    r"next_c = \([\w.\[\]]+ & ~decoded_wr_biten\[(?P<high>\d+):(?P<low>\d+)\]\) \| "
    r"\(decoded_wr_data\[(?P=high):(?P=low)\] & decoded_wr_biten\[(?P=high):(?P=low)\]\);"
)


def _chosen(found: re.Match[str]) -> str:
    high, low = int(found["high"]), int(found["low"])
    if high == low:
        return f"if (decoded_wr_biten[{low}]) next_c = decoded_wr_data[{low}];"
    bit = f"{low} + b" if low else "b"
    choice = f"if (decoded_wr_biten[{bit}]) next_c[b] = decoded_wr_data[{bit}];"
    return f"for (int b = 0; b < {high - low + 1}; b++) {choice}"


def _ours(path: Path, text: str) -> str:
    """Return text with the licence, if it is code, and without spaces at the ends of lines.

    What the generator writes takes twice the tables that it need take. It chooses what is read one
    behind the other, as if addresses did not exclude each other: here that is a sum. And it makes
    of what is kept and what is written a sum, in which synthesis sees no enable of a byte: here
    that is a choice for each bit.
    """
    if path.name == "aesculus_regs.sv":
        text = _READ.sub(r"\1 |= ", text)
        text = _WRITTEN.sub(_chosen, text)
    licence = [] if path == PAGE else ["// SPDX-License-Identifier: Apache-2.0"]
    lines = [line.rstrip() for line in text.rstrip().splitlines()]
    return "\n".join([*licence, *lines, ""])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for path, text in generate(Path(folder)).items():
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{path.relative_to(ROOT)}\n")

"""Programs for the VexRiscv: compiled without a system of compilers for it, linked, made flat."""

import importlib.util
import shutil
import struct
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aesculus.errors import InputError, RunError
from aesculus.tools import run

_GCC = ("riscv64-unknown-elf-gcc", "riscv32-unknown-elf-gcc", "riscv-none-elf-gcc")
_FLAGS = ("-std=c99", "-Os", "-Wall", "-Wextra", "-Werror", "-ffreestanding", "-fno-builtin", "-c")
_GCC_FLAGS = ("-march=rv32im_zicsr", "-mabi=ilp32")
_ZIG_FLAGS = ("-target", "riscv32-freestanding-none", "-mcpu=generic_rv32+m", "-fno-sanitize=all")
_LOAD = 1
"""Type of a segment that is in memory (System V ABI)."""


@dataclass(frozen=True)
class Toolchain:
    """What makes programs for 32-bit RISC-V with multiplication.

    Attributes:
        compile: command that makes an object of a source.
        link: command that joins objects; without a library, as none is asked for.
        script: what stands before the linker's script.
    """

    compile: tuple[str, ...]
    link: tuple[str, ...]
    script: str


def toolchain() -> Toolchain:
    """Return GCC if it is on PATH, the package `ziglang` if not.

    Raises:
        InputError: there is neither.
    """
    for name in _GCC:
        found = shutil.which(name)
        if found is not None:
            return Toolchain(
                compile=(found, *_GCC_FLAGS, *_FLAGS),
                link=(found, *_GCC_FLAGS, "-nostdlib", "-static"),
                script="-Wl,-T,",
            )
    if importlib.util.find_spec("ziglang") is not None:
        zig = (sys.executable, "-m", "ziglang")
        # Its own driver would first build a library of arithmetic that nothing here needs.
        return Toolchain(
            compile=(*zig, "cc", *_ZIG_FLAGS, *_FLAGS), link=(*zig, "ld.lld"), script="--script="
        )
    raise InputError(
        f"no compiler for RISC-V: install the Python package ziglang, or one of {', '.join(_GCC)}"
    )


def build(
    sources: Sequence[Path],
    script: Path,
    include: Sequence[Path],
    folder: Path,
    *,
    timeout_s: float = 300.0,
) -> bytes:
    """Return a program as it lies in memory, from the beginning of its ROM.

    Args:
        sources: C and assembler.
        script: of the linker; it finds what it includes in `include`.
        include: folders of headers.
        folder: where it is compiled.
        timeout_s: wall time limit for each file.

    Raises:
        InputError: there is no compiler.
        ToolError: it does not compile or link.
        RunError: what was linked is not for this processor.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tools = toolchain()

    def make(command: Sequence[str], made: Path) -> Path:
        run(
            [*command, "-o", str(made)],
            name="compiler for RISC-V",
            cwd=folder,
            log=made.with_suffix(".log"),
            timeout_s=timeout_s,
        )
        return made

    headers = [f"-I{each}" for each in include]
    objects = [
        make([*tools.compile, *headers, str(source)], folder / f"{source.stem}.o")
        for source in sources
    ]
    places = [f"-L{each}" for each in include]
    joined = [*tools.link, *places, f"{tools.script}{script}", *map(str, objects)]
    return flat(make(joined, folder / "program.elf").read_bytes())


def flat(elf: bytes) -> bytes:
    """Return what a 32-bit little-endian ELF file puts into a ROM, from its lowest address on.

    Raises:
        RunError: it is none, or has nothing to load.
    """
    if elf[:6] != b"\x7fELF\x01\x01":
        raise RunError("the linker's output is no 32-bit little-endian ELF file")
    (begin,) = struct.unpack_from("<I", elf, 28)
    size, count = struct.unpack_from("<HH", elf, 42)
    parts = {}
    for number in range(count):
        kind, offset, _virtual, physical, stored = struct.unpack_from(
            "<5I", elf, begin + number * size
        )
        if kind == _LOAD and stored:
            parts[physical] = elf[offset : offset + stored]
    if not parts:
        raise RunError("the linker's output has nothing to load")
    first = min(parts)
    end = max(at + len(data) for at, data in parts.items())
    image = bytearray(end - first)
    for at, data in parts.items():
        image[at - first : at - first + len(data)] = data
    return bytes(image)

"""What a verdict depends on besides the point, as one hash: the engine's cache keys hold it."""

import hashlib
from collections.abc import Iterable, Sequence
from importlib import metadata
from pathlib import Path

from aesculus.benches.bench import load
from aesculus.benches.simulate import VERILATOR_ARGS, bench_file
from aesculus.benches.stimulus import STIMULUS_VERSION
from aesculus.design import Design
from aesculus.resources import rtl_dir, rtl_files

_OWN_FILES = (
    "benches/bench.py",
    "benches/check.py",
    "benches/draws.py",
    "benches/measure.py",
    "benches/native.py",
    "benches/simulate.py",
    "benches/stimulus.py",
    "ciphers/aes/cipher.py",
    "ciphers/aes/reference.py",
    "ciphers/aes/vectors.py",
    "stages/verify.py",
)
_PACKAGES = ("cryptography", "cryptography-vectors", "verilator")


def _digest(parts: Iterable[tuple[str, bytes]]) -> str:
    total = hashlib.sha256()
    for name, content in parts:
        # Lengths keep one part from running into the next.
        total.update(f"{len(name)}:{name}:{len(content)}:".encode())
        total.update(content)
    return total.hexdigest()


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "none"


def rtl_fingerprint(files: Sequence[Path] | None = None) -> str:
    """Return the SHA-256 (hex) over RTL sources in compile order, names and contents.

    Args:
        files: which; all of them if not given.
    """
    root = rtl_dir()
    paths = rtl_files() if files is None else files
    return _digest((_place(path, root), path.read_bytes()) for path in paths)


def _place(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name


def bench_fingerprint(design: Design | None = None) -> str:
    """Return the SHA-256 (hex) over the bench, the stimulus and the checker, and their libraries.

    The versions of the vector and reference packages and of Verilator are part of it.

    Args:
        design: what is verified; what its bench reads besides counts too.
    """
    here = Path(__file__).parents[1]
    parts = [("bench.cpp", bench_file().read_bytes())]
    parts += [(name, (here / name).read_bytes()) for name in _OWN_FILES]
    parts += [(name, _version(name).encode()) for name in _PACKAGES]
    if design is not None:
        mine = {here / name for name in _OWN_FILES} | {bench_file()}
        own = [path for path in load(design.bench).sources(design) if path not in mine]
        parts += [(path.name, path.read_bytes()) for path in own]
    parts.append(("settings", repr((STIMULUS_VERSION, VERILATOR_ARGS)).encode()))
    return _digest(parts)


def verify_fingerprint() -> str:
    """Return the SHA-256 (hex) of everything but the point that a verdict on RTL depends on."""
    return _digest([("rtl", rtl_fingerprint().encode()), ("bench", bench_fingerprint().encode())])


def netlist_fingerprint(netlist_v: bytes, models: Iterable[Path] = ()) -> str:
    """Return the SHA-256 (hex) of everything a verdict on a netlist depends on.

    Args:
        netlist_v: the netlist as it is kept, gzip or plain.
        models: the cell models it is simulated with.
    """
    parts = [("netlist", netlist_v), ("bench", bench_fingerprint().encode())]
    parts += [(path.name, path.read_bytes()) for path in models]
    return _digest(parts)

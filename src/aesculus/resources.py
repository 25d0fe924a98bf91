"""Where the package finds the RTL and the bench, in a checkout and in a wheel alike."""

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parents[1]


def _room(name: str) -> Path:
    checkout = _CHECKOUT / name
    return checkout if checkout.is_dir() else _PACKAGE / f"_{name}"


def rtl_dir() -> Path:
    """Return the folder that holds the SystemVerilog sources."""
    return _room("rtl")


def tb_dir() -> Path:
    """Return the folder that holds the bench and the cell models."""
    return _room("tb")


def docs_dir() -> Path:
    """Return the folder that holds the pages on ports; a wheel has no others."""
    return _room("docs")


def extra_install(name: str) -> str:
    """Return the command that installs an extra of this package, where it is installed.

    Args:
        name: the extra, as `pyproject.toml` lists it.
    """
    if (_CHECKOUT / "pyproject.toml").is_file():
        return f".venv/bin/pip install -e '.[{name}]'"
    return f"pip install 'aesculus[{name}]'"


def rtl_files() -> list[Path]:
    """Return the RTL sources in compile order, as `rtl/files.f` lists them."""
    root = rtl_dir()
    # Asked for once a design point; a space has thousands.
    return list(_listed(root, (root / "files.f").stat().st_mtime_ns))


@cache
def _listed(root: Path, _changed: int) -> tuple[Path, ...]:
    lines = (root / "files.f").read_text(encoding="utf-8").splitlines()
    names = [line.split("//")[0].strip() for line in lines]
    return tuple(root / name for name in names if name)

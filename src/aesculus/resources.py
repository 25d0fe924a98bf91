"""Where the package finds the RTL and the bench, in a checkout and in a wheel alike."""

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


def rtl_files() -> list[Path]:
    """Return the RTL sources in compile order, as `rtl/files.f` lists them."""
    root = rtl_dir()
    lines = (root / "files.f").read_text(encoding="utf-8").splitlines()
    names = [line.split("//")[0].strip() for line in lines]
    return [root / name for name in names if name]
